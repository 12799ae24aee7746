"""Counts over an entrant's own rounds (FIDE C.07, article 7; places and the game's own score)."""

from __future__ import annotations

from collections.abc import Callable
from math import lcm

from tournaments.formats.contract import EntrantNo
from tournaments.scoring import Game, Kind

from .field import VOLUNTARY, Field
from .modifiers import Modifiers
from .parts import Part, PartKind, Tally

Counts = Callable[[Field, Game], bool]


def points(field: Field, no: EntrantNo, modifiers: Modifiers) -> Tally:
    """PTS: the score itself, less penalties."""
    parts = [Part(game.round, game.opponents, field.scaled(game.points)) for game in field.games[no]]
    penalties = [one for one in field.stage.penalties if one.entrant == no]
    parts += [Part(one.round, (), -field.scaled(one.points), PartKind.PENALTY) for one in penalties]
    return Tally(parts, field.scale)


def counting(counts: Counts) -> Callable[[Field, EntrantNo, Modifiers], Tally]:
    """How many rounds ``counts`` accepts."""

    def tally(field: Field, no: EntrantNo, modifiers: Modifiers) -> Tally:
        return Tally([Part(game.round, game.opponents, 1) for game in field.games[no] if counts(field, game)])

    return tally


def is_won(field: Field, game: Game) -> bool:
    """WON, 7.2: won over the board, alone in first place."""
    return game.kind is Kind.PLAYED and bool(game.opponents) and min(game.won) == 2


def is_win(field: Field, game: Game) -> bool:
    """WIN, 7.1: won, or an unplayed round worth as much as a win."""
    if game.kind is Kind.PLAYED:
        return is_won(field, game)
    return game.kind is not Kind.UNDER_WAY and game.points >= field.win


def is_black(field: Field, game: Game) -> bool:
    """BPG, 7.3: played with Black; at a larger table, without beginning."""
    return game.kind is Kind.PLAYED and game.seat > 0


def is_black_win(field: Field, game: Game) -> bool:
    """BWG, 7.4: won with Black."""
    return is_black(field, game) and is_won(field, game)


def is_elected(field: Field, game: Game) -> bool:
    """REP, 7.6: a round one elected to play: not a voluntary unplayed one."""
    return game.kind is not Kind.UNDER_WAY and game.kind not in VOLUNTARY


def is_placed(place: int) -> Counts:
    """P1, P2...: that place in a played game, alone or shared, among those who appeared."""

    def counts(field: Field, game: Game) -> bool:
        return game.kind is Kind.PLAYED and game.won.count(0) == place - 1

    return counts


def standard_points(field: Field, no: EntrantNo, modifiers: Modifiers) -> Tally:
    """STD, 7.7: the score as if a win were worth 1 and a draw 1/2, whatever they are worth here.

    At a larger table: the mean of that over the opponents.
    """
    parts = []
    for game in field.games[no]:
        if game.kind is Kind.UNDER_WAY:
            continue
        if game.kind is Kind.PLAYED:
            worth = sum(game.won) * field.scale // max(1, len(game.opponents))
        else:
            worth = field.standard(game) * field.scale
        parts.append(Part(game.round, game.opponents, worth))
    return Tally(parts, field.scale)


def progressive(field: Field, no: EntrantNo, modifiers: Modifiers) -> Tally:
    """PS, 7.5: the sum of the scores after each round; a cut leaves out the first rounds."""
    parts = []
    score = 0
    own = {one.round: 0 for one in field.games[no]}
    for game in field.games[no]:
        own[game.round] += field.scaled(game.points)
    for penalty in field.stage.penalties:
        if penalty.entrant == no and penalty.round in own:
            own[penalty.round] -= field.scaled(penalty.points)
    for at, (number, won) in enumerate(own.items()):
        score += won
        kind = PartKind.CUT if at < modifiers.low else PartKind.COUNTED
        parts.append(Part(number, (), score, kind, score))
    return Tally(parts, field.scale)


def game_score(field: Field, no: EntrantNo, modifiers: Modifiers) -> Tally:
    """GS: the sum of the game's own score (Titles, games won), over all rounds where it was noted."""
    parts = []
    for game in field.games[no]:
        scores = _scores(game)
        if scores:
            parts.append(Part(game.round, game.opponents, scores[game.seat]))
    return Tally(parts)


def score_difference(field: Field, no: EntrantNo, modifiers: Modifiers) -> Tally:
    """GSD: how far the game's own score exceeded the mean of the others at the table."""
    scale = lcm(1, 2, 3)
    parts = []
    for game in field.games[no]:
        scores = _scores(game)
        if scores:
            others = sum(scores) - scores[game.seat]
            worth = scale * scores[game.seat] - scale * others // (len(scores) - 1)
            parts.append(Part(game.round, game.opponents, worth))
    return Tally(parts, scale)


def _scores(game: Game) -> tuple[int, ...]:
    return game.pairing.result.scores if game.pairing is not None and game.pairing.result is not None else ()

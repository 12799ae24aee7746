"""A player's data that the Dutch system needs before a round is paired.

References are to the FIDE Handbook, C.04.3 as in force from 2025/2026, unless another chapter is named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from tournaments.formats.contract import EntrantNo, HalfPoints, RoundNo, Stage
from tournaments.scoring import Game, History, Kind, win_points

from .acceleration import Virtual, virtual
from .arrival import arrived


class Colour(IntEnum):
    """The sign counts: games with White less games with Black is the colour difference (1.6)."""

    BLACK = -1
    NONE = 0
    WHITE = 1

    @property
    def other(self) -> Colour:
        return Colour(-self)


class Strength(IntEnum):
    """The strength of a colour preference (1.7)."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


class Float(StrEnum):
    """A player's float in one round (1.4)."""

    NONE = ""
    DOWN = "down"
    UP = "up"


@dataclass(frozen=True, slots=True)
class Player:
    no: EntrantNo
    tpn: int
    """The tournament pairing number: the place among those who have arrived, from 1 (1.2.2; C.04.2, 2.4)."""
    score: HalfPoints
    met: frozenset[EntrantNo] = frozenset()
    """Who was played against; a forfeited game is no game (C1)."""
    colours: tuple[Colour, ...] = ()
    """Of the games that were played, unplayed rounds left out (C.04.2, 3.4)."""
    floats: tuple[Float, Float] = (Float.NONE, Float.NONE)
    """In the previous round, and two rounds before."""
    may_have_bye: bool = True
    """No pairing-allocated bye yet, and in no single round as much as a win without playing (C2)."""
    unplayed: int = 0
    """Rounds without a game (C9)."""
    is_topscorer: bool = False
    """More than half of the maximum possible score, when the final round is paired (1.8)."""

    @property
    def difference(self) -> int:
        return sum(self.colours)

    @property
    def repeated(self) -> Colour:
        """The colour of the last two games, if it was the same."""
        return self.colours[-1] if len(self.colours) > 1 and self.colours[-1] == self.colours[-2] else Colour.NONE

    @property
    def strength(self) -> Strength:
        """1.7.1 to 1.7.4."""
        if not self.colours:
            return Strength.NONE
        if abs(self.difference) > 1 or self.repeated:
            return Strength.ABSOLUTE
        return Strength.STRONG if self.difference else Strength.MILD

    @property
    def prefers(self) -> Colour:
        """The colour that lessens the difference, or else alternates; after two of the same colour the other one.

        Where both count the difference decides: it is then at least 1 in the direction of the repeated colour.
        """
        if not self.colours:
            return Colour.NONE
        if abs(self.difference) > 1 or not self.repeated:
            return Colour((self.difference < 0) - (self.difference > 0)) or self.colours[-1].other
        return self.repeated.other


def players_of(stage: Stage, rounds: int) -> list[Player]:
    """All players of the stage to be paired, in the order of 1.2: by score, then by pairing number.

    ``rounds`` is how many there will be: topscorers are only known before the final one.
    """
    history, extra = History(stage), virtual(stage, rounds)
    coming = len(stage.rounds) + 1
    final = len(stage.rounds) + 1 >= rounds
    half = win_points(stage.plan.scoring, 2) * len(stage.rounds) / 2
    before = {no: _scores_before(history, no, extra) for no in history.games}
    players = [
        _player(
            stage,
            tpn,
            no,
            history,
            extra(no, coming),
            before,
            final and history.points[no] > half,
        )
        for tpn, no in enumerate(arrived(stage), 1)
        if no not in stage.absent
    ]
    return sorted(players, key=lambda player: (-player.score, player.tpn))


def _player(
    stage: Stage,
    tpn: int,
    no: EntrantNo,
    history: History,
    extra: HalfPoints,
    before: Mapping[EntrantNo, Mapping[RoundNo, HalfPoints]],
    is_topscorer: bool,
) -> Player:
    games = history.games[no]
    played = [game for game in games if game.kind is Kind.PLAYED]
    win = win_points(stage.plan.scoring, 2)
    return Player(
        no=no,
        tpn=tpn,
        score=history.points[no] + extra,
        met=frozenset(game.opponents[0] for game in played),
        colours=tuple(Colour.BLACK if game.seat else Colour.WHITE for game in played),
        floats=(_float(stage, games, -1, before), _float(stage, games, -2, before)),
        may_have_bye=not any(
            game.kind is Kind.PAIRING_BYE or (game.kind is not Kind.PLAYED and game.points >= win) for game in games
        ),
        unplayed=len(games) - len(played),
        is_topscorer=is_topscorer,
    )


def _scores_before(history: History, no: EntrantNo, extra: Virtual) -> Mapping[RoundNo, HalfPoints]:
    """The score with which each round was paired, including penalties up to then."""
    taken = [(one.round, one.points) for one in history.stage.penalties if one.entrant == no]
    before: dict[RoundNo, HalfPoints] = {}
    score: HalfPoints = 0
    for game in history.games[no]:
        off = sum(points for since, points in taken if since < game.round)
        before[game.round] = score - off + extra(no, game.round)
        score += game.points
    return before


def _float(
    stage: Stage,
    games: Sequence[Game],
    back: int,
    before: Mapping[EntrantNo, Mapping[RoundNo, HalfPoints]],
) -> Float:
    """1.4.2 to 1.4.4: by the scores before a game; an unplayed round worth more than a loss is a downfloat."""
    if len(games) < -back:
        return Float.NONE
    game = games[back]
    if game.kind is not Kind.PLAYED:
        return Float.DOWN if game.points > stage.plan.scoring.by_place[2][1] else Float.NONE
    assert game.pairing is not None
    own, other = (before[no][game.round] for no in (game.pairing.seats[game.seat], game.opponents[0]))
    return Float.DOWN if own > other else Float.UP if own < other else Float.NONE

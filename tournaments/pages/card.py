"""An entrant's page: the games of a stage, and every value opened into the games that make it up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments import stages, standings, tie_breaks
from tournaments.formats.contract import EntrantNo
from tournaments.formats.contract import Stage as Played
from tournaments.formats.ladder import LADDER
from tournaments.queries import Asked
from tournaments.scoring import Game, History
from tournaments.series import BRACKETS
from tournaments.tie_breaks import Explained, Part, PartKind, TieBreak, titles

from . import words, writing

POINTS = "PTS"
BY_TABLES = (*BRACKETS, LADDER.name)
"""Formats in which a point is a table won."""
WHY = {
    PartKind.COUNTED: "",
    PartKind.ADJUSTED: gettext_lazy("with unplayed rounds of the opponent counted as draws"),
    PartKind.DUMMY: gettext_lazy("a round that was not played"),
    PartKind.CUT: gettext_lazy("excluded"),
    PartKind.BELOW_LIMIT: gettext_lazy("left out: the opponent has too few points"),
    PartKind.PENALTY: gettext_lazy("penalty"),
}


@dataclass(frozen=True, slots=True)
class Opponent:
    no: EntrantNo
    name: str


@dataclass(frozen=True, slots=True)
class CardLine:
    """One round. ``table`` is 0 if there is none; ``seat`` counts from 1; ``place`` is ``""`` while unknown."""

    round: int
    table: int
    seat: int
    opponents: Sequence[Opponent]
    place: str
    points: str
    total: str
    kind: str
    won: bool


@dataclass(frozen=True, slots=True)
class PartShown:
    """``round`` is 0 if the part belongs to no round."""

    round: int
    opponents: Sequence[Opponent]
    worth: str
    counts: bool
    why: str


@dataclass(frozen=True, slots=True)
class Opened:
    """A value, the parts it is made of, and the sum in figures."""

    code: str
    title: str
    value: str
    parts: Sequence[PartShown]
    sum: str


@dataclass(frozen=True, slots=True)
class Card:
    """``sums``: ``points`` is the sum of the games. Otherwise something else decides the place: in a bracket and on a
    ladder tables, and ``points`` say how many were ``won``.
    """

    stage: str
    title: str
    rank: int
    points: str
    sums: bool
    won: bool
    lines: Sequence[CardLine]
    values: Sequence[Opened]
    duels: bool


def cards(asked: Asked, no: EntrantNo) -> list[Card]:
    """One card for each stage that the entrant plays in, the latest first."""
    playing = [key for key, stage in asked.state.stages.items() if no in stage.entrants]
    return [card(asked, key, no) for key in reversed(playing)]


def card(asked: Asked, key: str, no: EntrantNo) -> Card:
    stage = stages.stage_of(asked.state, key)
    standing = next(one for one in stages.standings(stage) if one.entrant == no)
    won = stage.plan.format in BY_TABLES
    sums = not won and _sums(stage, standing.points, no)
    codes = (POINTS, *(tie_breaks.find(code).code for code in stage.plan.tie_breaks))
    return Card(
        key,
        words.stage(key),
        standing.rank,
        writing.points(standing.points),
        sums,
        won,
        lines(asked, stage, no),
        [opened(asked, stage, no, code) for code in codes] if sums else [],
        stage.plan.seats == 2,
    )


def _sums(stage: Played, points: object, no: EntrantNo) -> bool:
    """Whether the points are the sum of the games: not if an arena doubles them, or games were annulled."""
    return History(stage).points.get(no) == points


def lines(asked: Asked, stage: Played, no: EntrantNo) -> list[CardLine]:
    told, total = [], 0
    for game in History(stage).games[no]:
        total += game.points  # type: ignore[assignment]  # a Fraction where places are shared
        told.append(_line(asked, game, writing.points(total)))
    return told


def _line(asked: Asked, game: Game, total: str) -> CardLine:
    pairing = game.pairing
    result = None if pairing is None else pairing.result
    others = () if pairing is None else tuple(one for at, one in enumerate(pairing.seats) if at != game.seat)
    return CardLine(
        game.round,
        0 if pairing is None else pairing.table,
        game.seat + 1,
        _opponents(asked, others),
        "" if result is None else writing.seat_result(result, game.seat),
        writing.points(game.points),
        total,
        str(words.KINDS[game.kind]),
        result is not None and result.places[game.seat] == 1 and game.seat not in result.forfeited,
    )


def _opponents(asked: Asked, others: Sequence[EntrantNo]) -> list[Opponent]:
    return [Opponent(other, asked.names[other]) for other in others]


def opened(asked: Asked, stage: Played, no: EntrantNo, code: str) -> Opened:
    """A value opened into its parts. Raises BadPlan for an unknown tie-break."""
    one = tie_breaks.find(code)
    explained = standings.explain(stage, no, code)
    return Opened(
        one.code,
        titles.title(one.code),
        writing.tie_break(one, explained.value),
        [_part(asked, one, part) for part in explained.parts],
        sum_in_figures(one, explained),
    )


def _part(asked: Asked, one: TieBreak, part: Part) -> PartShown:
    return PartShown(
        part.round,
        _opponents(asked, part.opponents),
        writing.tie_break(one, part.worth),
        part.value == part.worth,
        str(WHY[part.kind]),
    )


def titled(codes: Sequence[str]) -> list[tuple[str, str]]:
    """Codes of tie-breaks, each with its name."""
    return [(code, titles.title(code)) for code in codes]


def sum_in_figures(one: TieBreak, explained: Explained) -> str:
    """``2 + 1½ + 0 = 3½``; an average as ``(1,800 + 1,750) : 2``, rounded as the value is."""
    counted = [part.value for part in explained.parts if part.value == part.worth]
    if not counted:
        return ""
    told = " + ".join(writing.tie_break(one, value) for value in counted).replace("+ −", "− ")
    if explained.divisor != 1:
        told = f"({told}) : {explained.divisor}"
    if explained.plus:
        told = f"{told} {'+' if explained.plus > 0 else '−'} {writing.tie_break(one, abs(explained.plus))}"
    equals = _("≈") if explained.whole else "="
    return f"{told} {equals} {writing.tie_break(one, explained.value)}"

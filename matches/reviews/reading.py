"""A finished review as its page shows it, for whoever may see everything of the match."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from elekt_core import review
from elekt_core.contract import SeatNo
from elekt_core.errors import CoreError
from elekt_core.registry import get_game
from elekt_core.review.words import signed
from web import languages

from ..play import queries as play
from ..play.shapes import MatchShown
from . import judge, queries
from .chart import HEIGHT, Chart, Curve, chart_of

MARK_SIGNS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}


@dataclass(frozen=True, slots=True)
class ChoiceShown:
    """One of the best choices: its chances in percent."""

    text: str
    chance: int
    is_as_good: bool


@dataclass(frozen=True, slots=True)
class MarkShown:
    """A decision that both judges call a loss, of so many percentage points of chances."""

    at: int
    seat: int
    player: str
    mark: str
    name: str
    sign: str
    played: str
    chance: int
    lost: str
    error: str
    judges: tuple[str, ...]
    spread: str
    why: str
    best: tuple[ChoiceShown, ...]
    best_line: tuple[str, ...]
    played_line: tuple[str, ...]
    x: float = 0
    y: int = HEIGHT + 14

    @property
    def label(self) -> str:
        said = {"at": self.at, "player": self.player, "name": self.name, "lost": self.lost}
        return _("Event %(at)s, %(player)s: %(name)s, −%(lost)s points") % said


@dataclass(frozen=True, slots=True)
class AccuracyShown:
    """In percent; None where there was hardly anything to choose."""

    seat: int
    player: str
    value: int | None
    low: int
    high: int
    decisions: int
    marks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AccountShown:
    """How a seat's chances went from the first to the last, in percent and points."""

    seat: int
    player: str
    initial: int
    luck: str
    error: str
    revealed: str
    skill: str
    final: int


@dataclass(frozen=True, slots=True)
class Reading:
    """``seat`` is the one whose marks are shown, None for all."""

    chart: Chart | None
    curve: Curve
    seat: int | None
    marks: tuple[MarkShown, ...]
    accuracy: tuple[AccuracyShown, ...]
    accounts: tuple[AccountShown, ...]


def reading_of(match: MatchShown, report: Mapping[str, Any], curve: Curve, seat: int | None) -> Reading:
    """Only for who may see all cards (``queries.review_of``)."""
    chart = chart_of(report, curve)
    return Reading(
        chart,
        curve,
        seat,
        tuple(_marks(match, report, chart, seat)),
        _accuracy(match, report),
        _accounts(match, report),
    )


def neighbours(match: MatchShown, at: int) -> tuple[int | None, int | None] | None:
    """The marks before and after an event. None without a finished review, or where its reader sees not everything."""
    if not match.is_over or "open" not in play.perspectives(match):
        return None
    report = queries.review_of(match).report
    if report is None:
        return None
    ats = [one["at"] for one in report["decisions"] if one["mark"]]
    return max((one for one in ats if one < at), default=None), min((one for one in ats if one > at), default=None)


# --- marks ------------------------------------------------------------------------------------------------------


def _marks(match: MatchShown, report: Mapping[str, Any], chart: Chart | None, seat: int | None) -> Iterator[MarkShown]:
    game, language = get_game(match.game), languages.current()
    said = game.words(language, match.names)
    timeline = play.timeline_of(match)
    for one in report["decisions"]:
        if not one["mark"] or seat not in (None, one["seat"]):
            continue
        before = timeline.state(one["at"])

        def text(decision: Mapping[str, Any], mover: int = one["seat"], view: Any = before) -> str:
            return said.decision(game.decode_decision(SeatNo(mover), decision), view)

        best = one["best"]
        yield MarkShown(
            at=one["at"],
            seat=one["seat"],
            player=match.names[one["seat"]],
            mark=one["mark"],
            name=mark_name(one["mark"]),
            sign=MARK_SIGNS.get(one["mark"], "?"),
            played=text(one["played"]),
            chance=_percent(one["chance"]),
            lost=_points(one["loss"]),
            error=_points(one["error"]),
            judges=tuple(map(_points, one["judges"])),
            spread=_points(one["spread"]),
            why=review.words(one, game, language),
            best=tuple(
                ChoiceShown(text(row["decision"]), _percent(row["chance"]), row["decision"] in one["as_good"])
                for row in best
            ),
            best_line=_line(match, one["at"], best[0] if best else None, said, report["budget"]),
            played_line=_line(match, one["at"], one["line"], said, report["budget"]),
            x=chart.x(one["at"]) if chart else 0,
        )


def _line(match: MatchShown, at: int, line: Mapping[str, Any] | None, said: Any, budget: str) -> tuple[str, ...]:
    """A line of play in words, played again in the world in which the judge played it."""
    if not line or "world" not in line or not line["line"]:
        return ()
    try:
        played = judge.line(match.id, match.version, budget, at, line["world"], line["line"])
    except CoreError:
        return ()
    return tuple(
        _("%(player)s: %(choice)s") % {"player": match.names[decision.seat], "choice": said.decision(decision, before)}
        for decision, before in played
    )


def mark_name(mark: str) -> str:
    return {"inaccuracy": _("inaccuracy"), "mistake": _("mistake"), "blunder": _("blunder")}.get(mark, mark)


# --- the whole game ---------------------------------------------------------------------------------------------


def _accuracy(match: MatchShown, report: Mapping[str, Any]) -> tuple[AccuracyShown, ...]:
    return tuple(
        AccuracyShown(
            seat=row["seat"],
            player=match.names[row["seat"]],
            value=None if row["value"] is None else _percent(row["value"]),
            low=_percent(row["low"]),
            high=_percent(row["high"]),
            decisions=row["decisions"],
            marks=tuple(row["marks"][name] for name in MARK_SIGNS),
        )
        for row in report.get("accuracy", ())
    )


def _accounts(match: MatchShown, report: Mapping[str, Any]) -> tuple[AccountShown, ...]:
    """Nothing where the budget counted no luck."""
    if not report.get("luck"):
        return ()
    language = languages.current()

    def of(name: str, seat: int) -> str:
        return signed(report[name]["seats"][seat], language)

    return tuple(
        AccountShown(
            seat=seat,
            player=name,
            initial=_percent(report["initial"][seat]),
            luck=of("luck", seat),
            error=_points(report["luck"]["error"][seat]),
            revealed=of("revealed", seat),
            skill=of("skill", seat),
            final=_percent(report["final"][seat]),
        )
        for seat, name in enumerate(match.names)
    )


def _percent(hundredths: int | None) -> int:
    return round((hundredths or 0) / 100)


def _points(hundredths: int) -> str:
    """With one decimal, and without a sign."""
    return signed(hundredths, languages.current()).lstrip("+−")

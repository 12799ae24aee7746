"""A finished review as its page shows it, for whoever may see everything of the match."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from elekt_core import review
from elekt_core.errors import CoreError
from elekt_core.registry import get_game
from elekt_core.review.words import phase_name, signed
from web import languages
from web.costly import Busy

from ..play import narration
from ..play import queries as play
from ..play.redaction import Perspective, seen_from
from ..play.shapes import MatchShown
from . import judge, queries
from .chart import Chart, Curve, chart_of
from .lines import WHICH, steps_in_words
from .marks import MARK_SIGNS, ChoiceText, in_words, mark_name, percent, points
from .shapes import (
    AccountShown,
    AccuracyShown,
    Around,
    CalculationShown,
    ChoiceShown,
    DecisionShown,
    Marked,
    MarkShown,
    PhaseShown,
    Reading,
    RoundShown,
    SampleShown,
)


def reading_of(match: MatchShown, report: Mapping[str, Any], curve: Curve, seat: int | None, asker: str) -> Reading:
    """Only for who may see all that is known (``queries.review_of``)."""
    chart, accuracy = chart_of(report, curve), _accuracy(match, report)
    judged = {row.seat for row in accuracy}
    return Reading(
        chart,
        curve,
        _rounds(match, chart),
        seat,
        in_rows(tuple(_marks(match, report, chart, seat, asker))),
        accuracy,
        tuple(name for seat, name in enumerate(match.names) if seat not in judged),
        _accounts(match, report),
        () if seat is None else tuple(_decisions(match, report, seat)),
        _calculation(report),
    )


def neighbours(match: MatchShown, at: int, looked_from: Perspective) -> Around | None:
    """What to jump to from an event: marks, and decisions of the seat looked from, else of whoever decided there. None
    without a finished review, or where its reader does not see all that is known."""
    if not queries.told_to(match):
        return None
    report = queries.review_of(match).report
    if report is None:
        return None
    decisions = report["decisions"]
    if isinstance(looked_from, int):
        seat = int(looked_from)
    else:
        seat = next((one["seat"] for one in decisions if one["at"] >= at), decisions[-1]["seat"] if decisions else 0)
    marks = [one["at"] for one in decisions if one["mark"]]
    own = [one["at"] for one in decisions if one["seat"] == seat]
    here = [one for one in decisions if one["mark"] and one["at"] == at and _knows(match, looked_from, one["seat"])]
    return Around(
        _before(marks, at),
        _after(marks, at),
        _before(own, at),
        _after(own, at),
        match.names[seat],
        tuple(Marked(**_marked(match, one, text)) for one, text in in_words(match, here)),
    )


def _knows(match: MatchShown, looked_from: Perspective, seat: int) -> bool:
    """Whether a viewpoint has the hand from which a seat chose."""
    return looked_from in (seat, seen_from(match))


def _marked(match: MatchShown, one: Mapping[str, Any], text: ChoiceText) -> dict[str, Any]:
    """The fields of ``Marked``."""
    return {
        "at": one["at"],
        "seat": one["seat"],
        "player": match.names[one["seat"]],
        "mark": one["mark"],
        "name": mark_name(one["mark"]),
        "sign": MARK_SIGNS.get(one["mark"], "?"),
        "played": text(one["played"]),
        "lost": points(one["loss"]),
        "error": points(one["error"]),
        "judges": tuple(map(points, one["judges"])),
        "spread": points(one["spread"]),
        "is_proved": one.get("proved", False),
        "hands": one.get("hands", 1),
        "why": review.words(one, get_game(match.game), languages.current()),
        "choices": tuple(_choices(one, text)),
    }


def _before(events: Iterable[int], at: int) -> int | None:
    return max((one for one in events if one < at), default=None)


def _after(events: Iterable[int], at: int) -> int | None:
    return min((one for one in events if one > at), default=None)


# --- marks ------------------------------------------------------------------------------------------------------


def _marks(
    match: MatchShown, report: Mapping[str, Any], chart: Chart | None, seat: int | None, asker: str
) -> Iterator[MarkShown]:
    lines = play.log_at(match, perspective=seen_from(match))
    marked = (one for one in report["decisions"] if one["mark"] and seat in (None, one["seat"]))
    for one, text in in_words(match, marked):
        best = one["best"]
        yield MarkShown(
            **_marked(match, one, text),
            place=narration.place(lines, one["at"]),
            sample=_sample(one),
            best_line=_line(match, one["at"], best[0] if best else None, report["budget"], asker),
            played_line=_line(match, one["at"], one["line"], report["budget"], asker),
            x=chart.x(one["at"]) if chart else 0,
        )


NUMBER: Final = 16
"""How far apart the numbers of rounds are at least, in the chart's units."""


def _rounds(match: MatchShown, chart: Chart | None) -> tuple[RoundShown, ...]:
    """By the log's headings; a round's number is the one that its heading says."""
    found: list[RoundShown] = []
    last = -float(NUMBER)
    for line in play.log_at(match, perspective=seen_from(match)) if chart else ():
        number = re.search(r"\d+", line.text)
        if chart is None or line.chapter != 1 or number is None:
            continue
        x = chart.x(line.seq)
        has_room = x - last >= NUMBER
        last = x if has_room else last
        found.append(RoundShown(line.seq, x, number[0] if has_room else "", line.text.rstrip(".")))
    return tuple(found)


SIGN: Final = 27
"""How wide the sign of a mark is under the chart, in its units, as phones draw it."""


def in_rows(marks: Sequence[MarkShown]) -> tuple[MarkShown, ...]:
    """Each sign in the first row in which it hides no other one; the marks come in the order of the chart."""
    ends: list[float] = []
    found = []
    for mark in marks:
        row = next((row for row, x in enumerate(ends) if mark.x - x >= SIGN), len(ends))
        ends[row : row + 1] = [mark.x]
        found.append(replace(mark, y=mark.y + row * SIGN))
    return tuple(found)


def _choices(one: Mapping[str, Any], text: ChoiceText) -> Iterator[ChoiceShown]:
    """The best ones in order, each once in words, then the one played if it is not among them."""
    rows = [*zip(WHICH, one["best"], strict=False)]
    if not rows:
        return
    if all(row["decision"] != one["played"] for _, row in rows):
        rows.append(("played", {"decision": one["played"], "chance": one["chance"]}))
    said: set[str] = set()
    for place, (which, row) in enumerate(rows):
        is_played, name = row["decision"] == one["played"], text(row["decision"])
        if name in said and not is_played:  # such as copies of a card: for people one choice
            continue
        said.add(name)
        loss, error = _loss_in_the_list(one) if is_played else (row.get("loss", 0), row.get("error", 0))
        at_most = row.get("at_most", False)
        behind = signed(-loss, languages.current()) if place and not at_most else ""
        if behind and error:
            behind += f" ± {points(error)}"
        yield ChoiceShown(
            text=name,
            chance=percent(row["chance"]),
            is_at_most=at_most,
            behind=behind,
            which="played" if is_played else which,
            is_best=place == 0,
            is_as_good=row["decision"] in one["as_good"],
            is_played=is_played,
        )


def _loss_in_the_list(one: Mapping[str, Any]) -> tuple[int, int]:
    """Of the played choice, by who gives the chances of the list: the first judge, where the loss is not proved. The
    error of a loss that the second one says is not this one's: 0, as for none known."""
    if one.get("proved", False) or not one.get("judges"):
        return one["loss"], one["error"]
    first = one["judges"][0]
    return first, one["error"] if first == one["loss"] else 0


def _sample(one: Mapping[str, Any]) -> SampleShown:
    return SampleShown(one["worlds"], percent(one["sample"]), one["weighted"])


def _calculation(report: Mapping[str, Any]) -> CalculationShown | None:
    """None for a budget that there is no more."""
    budget = review.BUDGETS.get(report["budget"])
    if budget is None:
        return None
    least, most = budget.measured_in
    return CalculationShown(
        choices=budget.options,
        chosen=budget.chosen_in,
        least=least,
        most=most,
        confirmed=budget.confirmed_in,
        chart=budget.curves_in,
        luck=budget.luck_in,
        proved_with=budget.proved_with,
        is_weighted=budget.weighted,
    )


def _line(match: MatchShown, at: int, line: Mapping[str, Any] | None, budget: str, asker: str) -> tuple[str, ...]:
    """A line of play in words, played again in the world in which the judge played it."""
    if not line or "world" not in line or not line["line"]:
        return ()
    try:
        found = judge.line(match.id, match.version, budget, at, line["world"], line["line"], asker)
    except (CoreError, Busy):  # who comes a little later sees it; the rest of the review costs nothing
        return ()
    return steps_in_words(match, found.played)


# --- the whole game ---------------------------------------------------------------------------------------------


def _accuracy(match: MatchShown, report: Mapping[str, Any]) -> tuple[AccuracyShown, ...]:
    return tuple(
        AccuracyShown(
            seat=row["seat"],
            player=match.names[row["seat"]],
            value=None if row["value"] is None else percent(row["value"]),
            low=percent(row["low"]),
            high=percent(row["high"]),
            decisions=row["decisions"],
            marks=tuple(row["marks"][name] for name in MARK_SIGNS),
        )
        for row in report.get("accuracy", ())
    )


PARTS: Final = ("luck", "revealed", "skill")
"""What a seat's chances changed by; they sum to the difference."""


def _accounts(match: MatchShown, report: Mapping[str, Any]) -> tuple[AccountShown, ...]:
    """Nothing where the budget counted no luck."""
    if not report.get("luck"):
        return ()
    language = languages.current()

    def of(name: str, seat: int) -> str:
        return signed(report[name]["seats"][seat], language)

    phases = _phases(match, report)
    return tuple(
        AccountShown(
            seat=seat,
            player=name,
            initial=percent(report["initial"][seat]),
            error=points(report["luck"]["error"][seat]),
            change=signed(report["final"][seat] - report["initial"][seat], language),
            final=percent(report["final"][seat]),
            phases=phases[seat] if phases else (),
            **{part: of(part, seat) for part in PARTS},
        )
        for seat, name in enumerate(match.names)
    )


def _phases(match: MatchShown, report: Mapping[str, Any]) -> Sequence[tuple[PhaseShown, ...]]:
    """By seat; phases of one kind together, in the order in which they first came. Empty where the game has but one."""
    sums: dict[str, Counter[tuple[str, int]]] = {}
    for part in PARTS:
        for row in report[part].get("by_phase", ()):
            own = sums.setdefault(row["phase"], Counter())
            for seat, value in enumerate(row["seats"]):
                own[part, seat] += value
    if len(sums) < 2:
        return ()
    game, language = get_game(match.game), languages.current()
    names = {phase: capfirst(phase_name(game, phase, language)) or _("Start") for phase in sums}
    return [
        tuple(
            PhaseShown(
                name=names[phase],
                change=signed(sum(own[part, seat] for part in PARTS), language),
                **{part: signed(own[part, seat], language) for part in PARTS},
            )
            for phase, own in sums.items()
        )
        for seat in range(len(match.seats))
    ]


def _decisions(match: MatchShown, report: Mapping[str, Any], seat: int) -> Iterator[DecisionShown]:
    for one, text in in_words(match, (one for one in report["decisions"] if one["seat"] == seat)):
        yield DecisionShown(
            at=one["at"],
            choice=text(one["played"]),
            lost=points(one["loss"]) if one["loss"] else "",
            error=points(one["error"]),
            mark=one["mark"] or "",
            sign=MARK_SIGNS.get(one["mark"] or "", ""),
            is_only=one["only"],
            is_proved=one.get("proved", False),
            hands=one.get("hands", 1),
            sample=_sample(one),
            choices=tuple(_choices(one, text)),
        )

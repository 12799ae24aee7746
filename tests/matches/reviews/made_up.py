"""A review whose numbers are made up, of a real match: its decisions, options and lines are the match's own."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.utils import timezone

from elekt_core.review.subject import asked
from matches.models import Match, Review
from matches.reviews import judge, services

MARKS = ("blunder", "mistake", "inaccuracy")
LEAST = {"blunder": 1840, "mistake": 1230, "inaccuracy": 710}


def report_of(match: UUID, *, marked: int = 0, most: int = 3) -> dict[str, Any]:
    """Of every decision the first three options are the best ones. The first ``most`` choices of seat ``marked`` are
    marked, with other options for the best ones and lines as the second judge plays them."""
    row = Match.objects.get(id=match)
    subject = judge.judged(match, row.version, judge.usual()).subject
    decisions: list[dict[str, Any]] = []
    marks = 0
    for number in subject.numbers:
        question = asked(subject, number)
        if question is None:
            continue
        game, at = subject.game, subject.ends[number - 1]
        is_mark = question.is_choice and question.seat == marked and marks < most
        offered = [one for one in question.options if not (is_mark and one == question.played)]
        options = [dict(game.encode_decision(one)) for one in offered[:3]]
        played = dict(game.encode_decision(question.played))
        round_, phase = subject.places[number - 1]
        entry = {
            "number": number, "at": at, "end": subject.ends[number], "seat": question.seat,
            "kind": question.played.kind, "round": round_, "phase": phase,
            "played": played, "options": len(question.options), "only": not question.is_choice, "taught": False,
            "loss": 0, "error": 0, "judges": [], "spread": 0, "sample": 0, "worlds": 0, "logit": 0, "weighted": False,
            "sharp": False, "mark": None, "chance": None, "as_good": [], "best": [], "line": None, "terms": [],
            "second": [],
        }  # fmt: skip
        if question.is_choice:
            best: list[dict[str, Any]] = [
                {"decision": one, "chance": 5840 - 310 * place, "loss": 310 * place, "error": 90 * place, "line": []}
                for place, one in enumerate(options)
            ]
            loss = 0 if played == options[0] else 430
            entry |= {"best": best, "chance": 5840 - loss, "loss": loss, "error": 160, "judges": [loss]}
            entry |= {"worlds": 64, "sample": 6400}
        if is_mark:
            mark = MARKS[marks % len(MARKS)]
            marks += 1
            loss = LEAST[mark]
            best[0] |= {"line": _line(match, row.version, at, options[0]), "world": 0}
            entry |= {"mark": mark, "loss": loss, "judges": [loss, loss + 170], "spread": 170, "chance": 5840 - loss}
            entry |= {"error": 210, "worlds": 88, "sample": 2400}
            entry["line"] = {"line": _line(match, row.version, at, played), "world": 0}
        decisions.append(entry)
    return {
        "version": "made up",
        "budget": judge.usual(),
        "seats": subject.setup.seats,
        "decisions": decisions,
    } | _sums(subject, decisions)


def _line(match: UUID, version: int, at: int, option: Any) -> Any:
    return judge.line_from(match, version, judge.usual(), at, 0, option)


def _sums(subject: Any, decisions: list[dict[str, Any]]) -> dict[str, Any]:
    seats = subject.setup.seats
    even = [10_000 // seats] * seats
    points = [[end, [even[0] + (turn % 7) * 200, *even[1:-1], even[-1] - (turn % 7) * 200]] for turn, end in
              enumerate(subject.ends)]  # fmt: skip
    luck = [800, -300, -500, 0][:seats]
    places = dict.fromkeys(subject.places)
    by_phase = [{"round": round_, "phase": phase, "seats": [0] * seats} for round_, phase in places]

    def account(values: list[int]) -> dict[str, Any]:
        return {"seats": values, "by_phase": [{**by_phase[0], "seats": values}, *by_phase[1:]]}

    return {
        "curves": {"table": points, "seats": [[[at, row[seat]] for at, row in points] for seat in range(seats)],
                   "open": points},
        "initial": even, "final": [chance + value for chance, value in zip(even, luck, strict=True)],
        "luck": {**account(luck), "error": [300] * seats}, "revealed": account([0] * seats),
        "skill": account([0] * seats),
        "accuracy": [
            {"seat": seat, "value": 8830, "low": 8100, "high": 9400, "logit": 600,
             "decisions": sum(one["seat"] == seat and not one["only"] for one in decisions),
             "loss": sum(one["loss"] for one in decisions if one["seat"] == seat),
             "marks": {name: sum(one["seat"] == seat and one["mark"] == name for one in decisions) for name in MARKS}}
            for seat in range(seats)
        ],
    }  # fmt: skip


def store(match: UUID, **how: int) -> None:
    """In the place of the review that there is, or is being made."""
    row = Match.objects.get(id=match)
    report = judge.text(report_of(match, **how))
    id_ = services.review_id(match, row.ruleset)
    made = {"status": Review.Status.DONE, "report": report, "parts": 1, "done": 1, "worker": "", "seen_at": None}
    if not Review.objects.filter(id=id_).update(**made):
        Review.objects.create(
            id=id_, match=match, ruleset=row.ruleset, version=judge.version(), budget=judge.usual(),
            seed=judge.seed_of(match).hex(), asked_by=match, asked_at=timezone.now(), **made,
        )  # fmt: skip

"""Positions to learn from: one choice is clearly best, whether it was found or missed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .budgets import Budget
from .scan import CLEARLY, ERRORS, scan
from .subject import Subject, asked
from .terms import feature


def exercises(report: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Of a finished review: where it was (``number``, ``at``, ``seat``), what is best, how it is explained.

    ``theme`` is the feature that the second best choice costs most, ``kind`` and ``phase`` say where it belongs.
    ``missed`` choices count only where both judges have marked them. ``confirmed`` says that the second judge, too, has
    seen the gap to the second best choice: it is the one that was played. Who needs the second judge's word on all
    choices asks ``solving.confirmed``.
    """
    return [_exercise(one) for one in report["decisions"] if _is_clear(one)]


def scanned(subject: Subject, number: int, budget: Budget, seed: bytes) -> dict[str, Any] | None:
    """The same of a single decision that nobody has reviewed, by the first judge alone; None where nothing is clear."""
    found = scan(subject, number, budget, seed)
    if not found or not _stands_out(found["best"]):
        return None
    question = asked(subject, number)
    assert question is not None
    round_, phase = subject.places[number - 1]
    return _exercise(
        {
            "number": number,
            "at": subject.ends[number - 1],
            "seat": question.seat,
            "kind": question.played.kind,
            "round": round_,
            "phase": phase,
            "played": dict(question.game.encode_decision(question.played)),
            "options": len(question.options),
            "best": found["best"],
            "second": [[name, -value] for name, value in found["second"]],
        }
    )


def _is_clear(decision: Mapping[str, Any]) -> bool:
    """Of a choice that is proved whatever the hands, only two options are known."""
    best = decision["best"]
    if decision["as_good"] or decision.get("hands", 0) > 1 or not _stands_out(best):
        return False
    return bool(decision["mark"] or decision["played"] == best[0]["decision"])


def _stands_out(best: Sequence[Mapping[str, Any]]) -> bool:
    gaps = [(row["loss"] - best[0]["loss"], row["error"]) for row in best[1:]]
    return bool(gaps) and all(gap > CLEARLY and gap > ERRORS * error for gap, error in gaps)


def _exercise(decision: Mapping[str, Any]) -> dict[str, Any]:
    best, second = decision["best"][:2]
    return {
        "number": decision["number"],
        "at": decision["at"],
        "seat": decision["seat"],
        "kind": decision["kind"],
        "round": decision["round"],
        "phase": decision["phase"],
        "theme": feature(decision["second"][0][0]) if decision["second"] else "",
        "best": best["decision"],
        "line": best["line"],
        "second": second["decision"],
        "gap": second["loss"] - best["loss"],
        "others": [[row["decision"], row["loss"] - best["loss"], row["error"]] for row in decision["best"][1:]],
        "terms": decision["second"],
        "options": decision["options"],
        "missed": decision["played"] != best["decision"],
        "confirmed": second["decision"] == decision["played"],
    }

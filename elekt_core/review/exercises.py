"""Positions to learn from: one choice is clearly best, and it was missed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from .numbers import POINT
from .scan import ERRORS

CLEARLY: Final = 10 * POINT
"""The second best choice loses more than this."""


def exercises(report: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Of a finished review: where it was (``number``, ``at``, ``seat``), what is best, how it is explained.

    ``theme`` is the feature that the second best choice costs most, ``kind`` and ``phase`` say where it belongs.
    Only marks count: there both judges have looked. ``confirmed`` says that the second judge, too, has seen the gap to
    the second best choice: it is the one that was played.
    """
    return [_exercise(one) for one in report["decisions"] if _is_clear(one)]


def _is_clear(decision: Mapping[str, Any]) -> bool:
    best = decision["best"]
    if len(best) < 2 or decision["as_good"]:
        return False
    second = best[1]["loss"] - best[0]["loss"]
    return bool(decision["mark"] and second > CLEARLY and second > ERRORS * best[1]["error"])


def _exercise(decision: Mapping[str, Any]) -> dict[str, Any]:
    best, second = decision["best"][:2]
    return {
        "number": decision["number"],
        "at": decision["at"],
        "seat": decision["seat"],
        "kind": decision["kind"],
        "round": decision["round"],
        "phase": decision["phase"],
        "theme": decision["second"][0][0] if decision["second"] else "",
        "best": best["decision"],
        "line": best["line"],
        "second": second["decision"],
        "gap": second["loss"] - best["loss"],
        "terms": decision["second"],
        "options": decision["options"],
        "confirmed": second["decision"] == decision["played"],
    }

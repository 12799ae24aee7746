"""What a report says of a decision whose worth is proved (``proof``): the search alone has the word."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .marks import SHOWN, mark_of
from .numbers import POINT, WHOLE, in_whole, log_odds
from .proof import PLAYED, as_good
from .scan import AS_GOOD


def judged_by_proof(found: Mapping[str, Any], scanned: Mapping[str, Any]) -> dict[str, Any]:
    """``found`` is the last part of the proof. Of options that it did not have to weigh to the end it is told what they
    are worth at most; where hands are unknown (``hands``: so many were tried), nothing of any but these two."""
    best = found["best"]
    top, worth = found["values"]
    loss = max(0, top - worth) if best != PLAYED else 0
    rows = [*_rows(found, scanned)]
    summands = {name: value / WHOLE for name, value in found["terms"].items()} if loss else {}
    return {
        "proved": True,
        "hands": found["hands"],
        "loss": loss,
        "mark": mark_of(loss),
        "error": 0,
        "judges": [loss],
        "spread": 0,
        "sample": 0,
        "worlds": 0,
        "logit": round(WHOLE * (log_odds(top / WHOLE) - log_odds((top - loss) / WHOLE))),
        "weighted": False,
        "sharp": scanned["sharp"],
        "chance": worth,
        "as_good": [found["options"][n] for n in as_good(found)],
        "best": rows[:SHOWN],
        "line": {"line": found["lines"][1], "world": found["world"]} if loss else None,
        "terms": [[name, -value] for name, value in in_whole(summands, loss)] if summands else [],
        "second": _second(rows, scanned),
    }


def _rows(found: Mapping[str, Any], scanned: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The best option, those that are as good, then what others are worth at most, where that says more than that they
    are no better."""
    best, (top, worth), equals = found["best"], found["values"], as_good(found)
    yield _row(found["options"][best], top, 0) | {"line": found["lines"][0], "world": found["world"]}
    if PLAYED in equals:
        equals.remove(PLAYED)
        yield _row(found["options"][PLAYED], worth, max(0, top - worth)) | {"line": found["lines"][1]}
    for n in equals:
        yield _row(found["options"][n], top, 0)
    rest = []
    for row in scanned["best"]:
        number = found["options"].index(row["decision"])
        if number == best or number in equals:
            continue
        most = worth if number == PLAYED else found["bounds"][number][1] * POINT
        if number == PLAYED or top - most > AS_GOOD:
            rest.append(_row(row["decision"], most, top - most) | {"at_most": number != PLAYED})
    yield from sorted(rest, key=lambda row: row["loss"])


def _row(decision: Any, chance: int, loss: int) -> dict[str, Any]:
    return {"decision": decision, "chance": chance, "loss": loss, "error": 0, "line": [], "at_most": False}


def _second(rows: Sequence[Mapping[str, Any]], scanned: Mapping[str, Any]) -> list[list[Any]]:
    """Why the best option is worth more than the second best, where the first judge compared the same two."""
    two = [row["decision"] for row in rows[:2]]
    compared = [row["decision"] for row in scanned["best"][:2]]
    return [[name, -value] for name, value in scanned["second"]] if two == compared else []

"""Results and tables out of forms."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from django.http import QueryDict

from matches.errors import BadRequest
from matches.reading import whole
from tournaments.decisions.results import TableRef, forfeited
from tournaments.formats.contract import Result, RoundNo

DUELS: Mapping[str, Result] = {
    "1-0": Result((1, 2)),
    "draw": Result((1, 1)),
    "0-1": Result((2, 1)),
    "+-": forfeited(2, frozenset({1})),
    "-+": forfeited(2, frozenset({0})),
    "--": forfeited(2, frozenset({0, 1})),
}
"""The results of a duel that have a button of their own."""


def number(data: QueryDict, field: str) -> int:
    """Raises BadRequest."""
    try:
        return whole(str(data[field]))
    except (KeyError, ValueError):
        raise BadRequest("bad_field", field=field) from None


def table_ref(data: QueryDict) -> TableRef:
    """``stage``, ``round`` and ``table``. Raises BadRequest."""
    return TableRef(data.get("stage", ""), RoundNo(number(data, "round")), number(data, "table"))


def player(data: QueryDict, field: str = "player") -> UUID:
    """Raises BadRequest."""
    try:
        return UUID(data.get(field, ""))
    except ValueError:
        raise BadRequest("bad_field", field=field) from None


def result(data: QueryDict, seats: int) -> Result:
    """``duel`` (a key of ``DUELS``), or ``place_0``... with ``score_0``... and ``missing`` (seats that did not appear).

    Raises BadRequest, which names the seat's field.
    """
    if duel := data.get("duel"):
        if duel not in DUELS or seats != 2:
            raise BadRequest("bad_field", field="duel")
        return DUELS[duel]
    missing = frozenset(_seat(text, seats) for text in data.getlist("missing"))
    present = [seat for seat in range(seats) if seat not in missing]
    places = [number(data, f"place_{seat}") if seat in present else len(present) + 1 for seat in range(seats)]
    return Result(tuple(places), _scores(data, seats), missing)


def _scores(data: QueryDict, seats: int) -> tuple[int, ...]:
    """All of them or none; whoever did not appear has none."""
    written = [data.get(f"score_{seat}", "").strip() for seat in range(seats)]
    if not any(written):
        return ()
    return tuple(number(data, f"score_{seat}") if text else 0 for seat, text in enumerate(written))


def _seat(text: str, seats: int) -> int:
    try:
        seat = whole(text)
    except ValueError:
        raise BadRequest("bad_field", field="missing") from None
    if seat >= seats:
        raise BadRequest("unknown_seat", field="missing")
    return seat

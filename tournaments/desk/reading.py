"""Results and tables out of forms."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction
from typing import Any, TypeVar
from uuid import UUID

from django.http import QueryDict
from django.utils import timezone

from players import queries as players
from tournaments.commands import Reasoned
from tournaments.decisions.presence import unplayed
from tournaments.decisions.results import table_at
from tournaments.formats.contract import Bye, Result, RoundNo
from tournaments.state import State, TableRef
from web.decoding import from_form
from web.errors import BadRequest, NotFound
from web.request import MAX_DIGITS, whole

T = TypeVar("T")
DUELS: Mapping[str, Result] = {
    "1-0": Result((1, 2)),
    "draw": Result((1, 1)),
    "0-1": Result((2, 1)),
    "+-": unplayed(2, frozenset({1})),
    "-+": unplayed(2, frozenset({0})),
    "--": unplayed(2, frozenset({0, 1})),
}
"""The results of a duel that have a button of their own."""


def command(kind: type[T], form: QueryDict, **given: Any) -> T:
    """A command by its fields. What is said with it is left to the change itself, which says how long it may be. Raises
    BadRequest."""
    said = {"reason": form.get("reason", "")} if issubclass(kind, Reasoned) else {}
    return from_form(kind, form, **said, **given)


def number(data: QueryDict, field: str) -> int:
    """Raises BadRequest."""
    try:
        return whole(str(data[field]))
    except (KeyError, ValueError):
        raise BadRequest("bad_field", field=field) from None


def numbers(data: QueryDict, field: str) -> list[int]:
    """All that ``field`` has. Raises BadRequest."""
    try:
        return [whole(text) for text in data.getlist(field)]
    except ValueError:
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


def account(data: QueryDict, field: str = "name") -> UUID:
    """The one player of that name who can log in again. Raises NotFound, with the nearest name there is."""
    name = " ".join(data.get(field, "").split())
    found = [one for one in players.called(name) if not one.guest]
    if len(found) == 1:
        return found[0].id
    if found:
        raise NotFound("several_of_that_name", field=field, name=name)
    if near := players.nearest(name):
        raise NotFound("nobody_of_that_name_near", field=field, name=name, near=near)
    raise NotFound("nobody_of_that_name", field=field, name=name)


def result(data: QueryDict, seats: int) -> Result:
    """``duel`` (a key of ``DUELS``), or ``place_0``... with ``score_0``...; the place ``-`` is for who did not appear.

    Raises BadRequest, which names the seat's field; ``places_missing`` where somebody has none.
    """
    if duel := data.get("duel"):
        if duel not in DUELS or seats != 2:
            raise BadRequest("bad_field", field="duel")
        return DUELS[duel]
    written = [data.get(f"place_{seat}", "").strip() for seat in range(seats)]
    if not all(written):
        raise BadRequest("places_missing", field="places", table=data.get("table", ""))
    missing = frozenset(seat for seat, text in enumerate(written) if text == "-")
    if len(missing) == seats:
        return unplayed(seats, missing)
    places = [seats - len(missing) + 1 if seat in missing else number(data, f"place_{seat}") for seat in range(seats)]
    return Result(tuple(places), _scores(data, seats), missing)


def _scores(data: QueryDict, seats: int) -> tuple[int, ...]:
    """All of them or none; whoever did not appear has none."""
    written = [data.get(f"score_{seat}", "").strip() for seat in range(seats)]
    if not any(written):
        return ()
    return tuple(number(data, f"score_{seat}") if text else 0 for seat, text in enumerate(written))


def bye(data: QueryDict) -> Bye | None:
    """None where it is left empty. Raises BadRequest."""
    try:
        return Bye(text) if (text := data.get("bye", "")) else None
    except ValueError:
        raise BadRequest("bad_field", field="bye") from None


def corrected(data: QueryDict, state: State, ref: TableRef) -> Result | None:
    """The result that a table is to have instead; None (``do`` is ``clear``): none yet. Raises NotFound, BadRequest."""
    seats = len(table_at(state, ref).pairing.seats)
    return None if data.get("do") == "clear" else result(data, seats)


def moment(data: QueryDict, field: str) -> datetime:
    """As browsers send it, in the time of the place. Raises BadRequest."""
    try:
        found = datetime.fromisoformat(data.get(field, "")[:40])
    except ValueError:
        raise BadRequest("bad_new_deadline", field=field) from None
    return found if timezone.is_aware(found) else timezone.make_aware(found)


def half_points(data: QueryDict, field: str) -> int:
    """Points as people write them (``1``, ``0.5``, ``1,5``) in half-points. Raises BadRequest."""
    try:
        doubled = 2 * Fraction(data.get(field, "")[:MAX_DIGITS].replace(",", ".").strip())
    except (ValueError, ZeroDivisionError):
        raise BadRequest("bad_field", field=field) from None
    if doubled.denominator != 1 or doubled < 0:
        raise BadRequest("bad_field", field=field)
    return int(doubled)

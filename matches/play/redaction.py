"""From where one looks at a match: a seat, a spectator's chair, or with all cards open."""

from __future__ import annotations

from typing import Any, Literal

from elekt_core.contract import Event, Rules, SeatNo
from elekt_core.record.redact import redacted
from web.errors import BadRequest

from ..games import Pinned, seen_by_of, viewer_of

Perspective = SeatNo | frozenset[SeatNo] | Literal["spectator", "open"]
"""Several seats together: what the phones at a real table have told, each of its own hand."""


def parse_perspective(text: str, seats: int) -> Perspective:
    """``"0"``, ``"1"``, ..., ``"0-2"`` (seats together), ``"spectator"`` or ``"open"``, as written in addresses.

    Raises BadRequest.
    """
    if text == "spectator":
        return "spectator"
    if text == "open":
        return "open"
    found = [SeatNo(seat) for seat in range(seats) if f"{seat}" in text.split("-")]
    if found and text == "-".join(map(str, found)):
        return found[0] if len(found) == 1 else frozenset(found)
    raise BadRequest("unknown_perspective", field="perspective", value=text)


def text_of(perspective: Perspective) -> str:
    """As ``parse_perspective`` reads it."""
    return perspective if isinstance(perspective, str) else seen_by_of(perspective)


def seen_from(what: Pinned) -> Perspective:
    """Most matches are wholly known; others as far as they were seen at a real table, or as their record tells."""
    viewer = viewer_of(what.seen_by) if what.seen_by else None
    known: Perspective = "spectator" if viewer is None else viewer
    return known if what.seen_by else "open"


def view_from(game: Rules[Any], state: Any, perspective: Perspective) -> Any:
    """The state as visible from there. With open cards it is ``state`` itself: do not fold into it."""
    if perspective == "open":
        return state
    return game.view(state, None if perspective == "spectator" else perspective)


def redact_for(game: Rules[Any], event: Event, perspective: Perspective) -> Event:
    if perspective == "open":
        return event
    return redacted(game, event, None if perspective == "spectator" else perspective)

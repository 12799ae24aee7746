"""From where one looks at a match: a seat, a spectator's chair, or with all cards open."""

from __future__ import annotations

from typing import Any, Literal

from elekt_core.contract import Event, Rules, SeatNo
from elekt_core.record.redact import redacted
from web.errors import BadRequest

from ..games import Pinned, viewer_of

Perspective = SeatNo | Literal["spectator", "open"]


def parse_perspective(text: str, seats: int) -> Perspective:
    """``"0"``, ``"1"``, ..., ``"spectator"`` or ``"open"``, as written in addresses. Raises BadRequest."""
    if text == "spectator":
        return "spectator"
    if text == "open":
        return "open"
    if text.isascii() and text.isdigit() and len(text) < 3 and int(text) < seats:
        return SeatNo(int(text))
    raise BadRequest("unknown_perspective", field="perspective", value=text)


def seen_from(what: Pinned) -> Perspective:
    """Most matches are wholly known; others as far as they were seen at a real table, or as their record tells."""
    viewer = viewer_of(what.seen_by) if what.seen_by else None
    return "open" if not what.seen_by else "spectator" if viewer is None else viewer


def view_from(game: Rules[Any], state: Any, perspective: Perspective) -> Any:
    """The state as visible from there. With open cards it is ``state`` itself: do not fold into it."""
    if perspective == "open":
        return state
    return game.view(state, None if perspective == "spectator" else perspective)


def redact_for(game: Rules[Any], event: Event, perspective: Perspective) -> Event:
    if perspective == "open":
        return event
    return redacted(game, event, None if perspective == "spectator" else perspective)

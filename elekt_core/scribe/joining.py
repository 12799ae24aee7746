"""An entry that was made on another phone, completed by what one's own seat has seen of it beside.

What everybody saw follows from the other entry; only what this seat alone saw is asked. Nothing of what the other phone
knows alone comes here: of its facts those that a spectator sees, of its answers those that name what is asked here too.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..contract import Event, Game, SeatNo
from ..errors import CoreError
from ..record.redact import redacted
from .asking import SEEN, Asking, Offer, leaves
from .courses import Course


@dataclass(frozen=True, slots=True)
class Other:
    """``facts`` as spectators see them; ``picks`` are what was answered there, ``seat`` whose decision it was."""

    facts: tuple[Event, ...]
    picks: tuple[str, ...]
    seat: SeatNo | None


def follow(asking: Asking, other: Other) -> None:
    """Answer what the other entry says, up to the next question for this seat.

    Raises CoreError (``no_consistent_deal``): what was entered there cannot be for all that this seat knows.
    """
    while asking.offers:
        key = _known(asking, other)
        if key is None:
            return
        offer = next((one for one in asking.offers if one.key == key), None)
        offer = offer or asking.further(lambda one, key=key: one.key == key)  # type: ignore[misc]  # key is bound
        if offer is None:
            raise CoreError("no_consistent_deal", seq=0)
        asking.answer(offer)
    if not asking.possible:
        raise CoreError("no_consistent_deal", seq=0)


def _known(asking: Asking, other: Other) -> str | None:
    """The key of the answer that the other entry gives; None where it gives none."""
    first = asking.offers[0]
    match first.sort:
        case "seat":
            return None if other.seat is None else f"seat:{other.seat}"
        case _ if first.sort == "part" or first.key == SEEN:
            return _part(asking, other)
        case _ if first.key.startswith("is:"):
            at = len(asking.agreed)
            return "is:" if at >= len(other.facts) else f"is:{asking.game.kind_of(other.facts[at])}"
        case _:
            return _leaf(asking, first, other)


def _part(asking: Asking, other: Other) -> str | None:
    """The part that was named there; that no more was seen, where that goes as it went there."""
    named = [offer.key for offer in asking.offers if offer.sort == "part" and offer.key in other.picks]
    seen = next((offer for offer in asking.offers if offer.key == SEEN), None)
    if named or seen is None:
        return named[0] if named else None
    begins, began = ([type(fact) for fact in facts[:1]] for facts in (seen.witness.facts, other.facts))
    return SEEN if len(asking.offers) == 1 or begins == began else None


def _leaf(asking: Asking, offer: Offer, other: Other) -> str | None:
    name, at = offer.key.partition("=")[0], len(asking.agreed)
    if at >= len(other.facts):
        return None
    value = dict(leaves("", asking.game.encode_event(other.facts[at]))).get(name)
    if value is None:
        return None
    return f"{name}={value}" if isinstance(value, str) and value in asking.cards else f"{name}={json.dumps(value)}"


def seats_that_saw_more(game: Game[Any], course: Course, seats: int) -> tuple[int, ...]:
    """The seats to which the facts tell more than they tell spectators."""
    raw = course.raw()
    public = [game.redact(fact, None) for fact in raw]
    return tuple(seat for seat in range(seats) if [game.redact(fact, SeatNo(seat)) for fact in raw] != public)


def as_spectators_see(game: Game[Any], facts: Sequence[Event]) -> tuple[Event, ...]:
    return tuple(redacted(game, fact, None) for fact in facts)

"""The steps of a game, one class each (``kit/agenda.py``). No step holds a hidden card."""

from __future__ import annotations

from typing import Annotated, Any, Final, NamedTuple

from ...kit.agenda import step
from ...kit.fields import Card, Own
from .events import CardIfAny, Seat


@step
class Begin(NamedTuple):
    """A turn (K6.1)."""

    seat: Seat


@step
class Act(NamedTuple):
    seat: Seat


@step
class PassCards(NamedTuple):
    """K18.1."""

    seat: Seat


@step
class Reinforce(NamedTuple):
    """K18.3."""

    seat: Seat


@step
class TurnOver(NamedTuple):
    """K19.4."""

    seat: Seat


@step
class Gain(NamedTuple):
    """Take shillings from the pool, and any shortfall from other players (K5.3, K5.4)."""

    seat: Seat
    amount: int
    card: CardIfAny


@step
class Short(NamedTuple):
    """The shillings that the pool lacked."""

    seat: Seat
    amount: int
    card: CardIfAny


@step
class Support(NamedTuple):
    """The effect number ``index_`` of a support card; ``targets`` has one entry for each effect."""

    seat: Seat
    card: Card
    index_: int
    targets: Annotated[tuple[tuple[int, ...], ...], Own("targets")]


@step
class Counter(NamedTuple):
    """KONTRA of a unit (K15.2)."""

    seat: Seat
    location: Card
    unit: int


@step
class Assassinate(NamedTuple):
    """ZABÓJSTWO of a unit (K15.3)."""

    seat: Seat
    location: Card
    unit: int


@step
class Earn(NamedTuple):
    """POZYSKAJ of a unit (K15.5)."""

    seat: Seat
    location: Card
    unit: int


@step
class Rob(NamedTuple):
    """KRADZIEŻ of a unit (K15.6)."""

    seat: Seat
    location: Card
    unit: int


@step
class Reactions(NamedTuple):
    seat: Seat
    location: Card


@step
class Strike(NamedTuple):
    seat: Seat
    location: Card


@step
class Casualties(NamedTuple):
    seat: Seat
    location: Card
    defence: int


@step
class Aftermath(NamedTuple):
    seat: Seat
    location: Card


KINDS: Final[dict[str, Any]] = {
    "begin": Begin,
    "act": Act,
    "pass": PassCards,
    "reinforce": Reinforce,
    "over": TurnOver,
    "gain": Gain,
    "short": Short,
    "support": Support,
    "counter": Counter,
    "assassinate": Assassinate,
    "earn": Earn,
    "rob": Rob,
    "reactions": Reactions,
    "strike": Strike,
    "casualties": Casualties,
    "aftermath": Aftermath,
}
"""By the word in a record."""
WORDS: Final = {cls: word for word, cls in KINDS.items()}

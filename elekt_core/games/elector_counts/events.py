"""The facts of a game, one class each (K25.3); the kind is the class name in snake_case.

Cards are numbers of the card set, UNKNOWN where the viewer may not know them; a ``location`` is the number of its card.
``units`` are numbers of units on the table (``state.Unit``). ``seat`` is the player concerned. NONE says "nobody",
"nowhere". Every batch ends with ``Awaiting`` or ``GameEnded``.
"""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

Step = tuple[Any, ...]
"""``(word, seat, argument, ...)``: see ``agenda.FIELDS``."""

Cards = tuple[int, ...]

fact: Final = tuple.__new__
"""``fact(CardsDrawn, (seat, cards))`` is ``CardsDrawn(seat, cards)`` in half the time."""


class GameCreated(NamedTuple):
    """K2.2, K4.1: what is agreed. ``pool`` shillings, and tokens of each kind for each player."""

    ruleset: str
    seats: int
    card_set: str
    pool: int
    sieges: int
    fortifications: int
    below: int
    commitment: str


class StartingLocationsDealt(NamedTuple):
    """K4.3: by seat."""

    locations: Cards


class FirstPlayerFound(NamedTuple):
    """K4.4."""

    seat: int


class DeckShuffled(NamedTuple):
    """K4.6: from the top, without the End card, which lies above the last ``below``. Hidden but for the number."""

    cards: Cards


class HandDealt(NamedTuple):
    """K4.6."""

    seat: int
    cards: Cards


class TurnStarted(NamedTuple):
    """K6: turn ``number`` of the match."""

    seat: int
    number: int


class LocationPlayed(NamedTuple):
    """K8.1."""

    seat: int
    location: int


class ShillingsGained(NamedTuple):
    """K5.3: from the pool, by ``card`` (NONE: sold cards, or the setup)."""

    seat: int
    amount: int
    card: int


class ShillingsTaken(NamedTuple):
    """From another player: a short pool (K5.4), KRADZIEŻ (K15.6), or a support card."""

    seat: int
    victim: int
    amount: int
    card: int


class DefendersPlaced(NamedTuple):
    """K9.1: face down."""

    seat: int
    location: int
    cards: Cards


class AttackersPlaced(NamedTuple):
    """K10.1: face down."""

    seat: int
    location: int
    cards: Cards


class AttackersSpent(NamedTuple):
    """K10.7: discarded at a Fortification."""

    seat: int
    location: int
    cards: Cards


class SiegePlaced(NamedTuple):
    """K10.4, K16.9."""

    seat: int
    location: int


class SiegeReturned(NamedTuple):
    """K16.8, K17.4."""

    seat: int
    location: int


class FortificationPlaced(NamedTuple):
    """K16.8."""

    seat: int
    location: int


class FortificationRemoved(NamedTuple):
    """It returns to the owner ``seat``: an attack (K10.7) or a card of ``by``."""

    seat: int
    location: int
    by: int


class SupportPlayed(NamedTuple):
    """K11.1: on the table while it is resolved."""

    seat: int
    card: int


class SupportDiscarded(NamedTuple):
    """K11.1."""

    seat: int
    card: int


class SupportLaidOut(NamedTuple):
    """K11.4: it stays in the area of its player."""

    seat: int
    card: int


class FaceDownSeen(NamedTuple):
    """``seat`` looks at all face-down cards of a location, alone (K22.4)."""

    seat: int
    location: int
    units: tuple[int, ...]
    cards: Cards


class AttackerRemoved(NamedTuple):
    """A support card of ``seat`` discards an attacker."""

    seat: int
    location: int
    unit: int
    card: int


class HandDiscarded(NamedTuple):
    """To be drawn anew."""

    seat: int
    cards: Cards


class CardsDrawn(NamedTuple):
    """From the deck (K13.1, K18.3)."""

    seat: int
    cards: Cards


class CardRecovered(NamedTuple):
    """From the discard pile into the hand."""

    seat: int
    card: int


class AttackTakenOver(NamedTuple):
    """K11.6: ``cards`` are the attackers, known to the new player (the former one knows them already)."""

    seat: int
    former: int
    location: int
    cards: Cards


class AttackMoved(NamedTuple):
    """K11.7: to the location ``to``."""

    seat: int
    location: int
    to: int


class CardReserved(NamedTuple):
    """K12.1."""

    seat: int
    card: int


class CardTakenBack(NamedTuple):
    """K12.3."""

    seat: int
    card: int


class CardsPaid(NamedTuple):
    """K13.1: ``number`` cards are paid; they are drawn next."""

    seat: int
    number: int
    shillings: int


class CardsSold(NamedTuple):
    """K14.1: discarded in this order."""

    seat: int
    cards: Cards


class ConflictStarted(NamedTuple):
    """K16.1: ``seat`` is the active player."""

    seat: int
    location: int
    attacker: int
    defender: int


class UnitsRevealed(NamedTuple):
    """K16.2: all attackers and all defenders there, also those that lay face up."""

    location: int
    attackers: Cards
    defenders: Cards


class UnitCountered(NamedTuple):
    """K15.2: ``unit`` (``card``) of ``seat`` and ``victim`` (``other``) are both removed."""

    seat: int
    location: int
    unit: int
    card: int
    victim: int
    other: int


class UnitAssassinated(NamedTuple):
    """K15.3: ``unit`` (``card``) of ``seat`` stays, ``victim`` (``other``) is removed."""

    seat: int
    location: int
    unit: int
    card: int
    victim: int
    other: int


class StrengthAdded(NamedTuple):
    """K16.6: ``card`` adds to the side of ``seat``."""

    seat: int
    location: int
    amount: int
    card: int


class ConflictWonByDefender(NamedTuple):
    """K16.8."""

    seat: int
    location: int
    attack: int
    defence: int


class ConflictWonByAttacker(NamedTuple):
    """K16.9."""

    seat: int
    location: int
    attack: int
    defence: int


class UnitsDiscarded(NamedTuple):
    """K16.8, K16.9, K16.15."""

    seat: int
    location: int
    units: tuple[int, ...]
    cards: Cards


class UnitsRetreated(NamedTuple):
    """K15.8: to the hand of their player."""

    seat: int
    location: int
    units: tuple[int, ...]
    cards: Cards


class CasualtiesDiscarded(NamedTuple):
    """K16.9."""

    seat: int
    location: int
    units: tuple[int, ...]
    cards: Cards


class ConflictEnded(NamedTuple):
    """Units that are left lie face up, as after any conflict."""

    location: int


class CardsPassed(NamedTuple):
    """K18.1: ``to`` the right neighbour."""

    seat: int
    to: int
    cards: Cards


class SurplusDiscarded(NamedTuple):
    """K18.2."""

    seat: int
    cards: Cards


class DeckReshuffled(NamedTuple):
    """K21.2: the discard pile becomes the deck, from the top. Hidden but for the number."""

    cards: Cards


class EndCardRevealed(NamedTuple):
    """K19.1."""

    seat: int


class EndPhaseStarted(NamedTuple):
    """K19.4: with the turn of ``seat``."""

    seat: int


class SeatConceded(NamedTuple):
    """A player gives up; the platform's defaults are played for them from now on (K23.2)."""

    seat: int


class GameEnded(NamedTuple):
    """K20: ``reason`` is one of REASONS, ``seat`` whose turn it was (or who gave up); ``seed`` the revealed one."""

    reason: int
    seat: int
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    seed: str


class Awaiting(NamedTuple):
    """Who must decide what; ``step`` asks, ``agenda`` is what is still to be done then."""

    asked: int
    question: str
    step: Step
    agenda: tuple[Step, ...]


REASONS: Final = ("fortifications", "sieges", "tokens", "no_action", "repetition", "forfeit")
"""K20.1 (three ways), K19.6, K19.10, and all but one gave up."""
BY_FORTS, BY_SIEGES, BY_TOKENS, BY_NO_ACTION, BY_REPETITION, BY_FORFEIT = range(6)


def kind_of(event_class: type) -> str:
    """The stored kind: ``CardsDrawn`` is ``cards_drawn``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", event_class.__name__).lower()


KINDS: Final[dict[str, type]] = {
    kind_of(value): value
    for value in list(globals().values())
    if isinstance(value, type) and issubclass(value, tuple) and value is not tuple
}

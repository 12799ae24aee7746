"""The facts of a game, one class each (K25.3); the kind is the class name in snake_case.

Cards are numbers of the card set, UNKNOWN where the viewer may not know them; a ``location`` is the number of its card.
``units`` are numbers of units on the table (``state.Unit``). ``seat`` is the player concerned. NONE says "nobody",
"nowhere". Every batch ends with ``Awaiting`` or ``GameEnded``. The types of the fields say how each is written, and who
may know it (K22).
"""

from __future__ import annotations

from typing import Annotated, Any, Final, NamedTuple

from ...kit.fields import (
    Card,
    Cards,
    Maybe,
    OrAbsent,
    Own,
    OwnCard,
    OwnCards,
    SecretCards,
    Word,
    known_to,
)
from ...kit.notation import kinds_in

NONE: Final = -2
"""Nobody, nowhere, nothing (UNKNOWN is a card that one may not know)."""

REASONS: Final = ("fortifications", "sieges", "tokens", "no_action", "repetition", "forfeit")
"""K20.1 (three ways), K19.6, K19.10, and all but one gave up."""
BY_FORTS, BY_SIEGES, BY_TOKENS, BY_NO_ACTION, BY_REPETITION, BY_FORFEIT = range(6)

Seat = Annotated[int, Maybe(NONE)]
CardIfAny = Annotated[Card, OrAbsent(NONE)]
Reason = Annotated[int, Word(REASONS)]
Question = Annotated[str, Own("question")]
Step = Annotated[Any, Own("step")]
"""One of ``agenda.KINDS``."""

fact: Final = tuple.__new__
"""``fact(CardsDrawn, (seat, cards))`` is ``CardsDrawn(seat, cards)`` in half the time."""


class GameCreated(NamedTuple):
    """K2.2, K4.1: the agreed options. ``pool`` shillings, and tokens of each kind for each player."""

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

    seat: Seat


class DeckShuffled(NamedTuple):
    """K4.6: the deck from the top, without the End card, which lies above the last ``below``. Only the number is
    public."""

    cards: SecretCards


class HandDealt(NamedTuple):
    """K4.6."""

    seat: Seat
    cards: OwnCards


class TurnStarted(NamedTuple):
    """K6: turn ``number`` of the match."""

    seat: Seat
    number: int


class LocationPlayed(NamedTuple):
    """K8.1."""

    seat: Seat
    location: Card


class ShillingsGained(NamedTuple):
    """K5.3: shillings from the pool, because of ``card`` (NONE: cards were sold, or the setup)."""

    seat: Seat
    amount: int
    card: CardIfAny


class ShillingsTaken(NamedTuple):
    """Shillings from another player: a short pool (K5.4), KRADZIEŻ (K15.6), or a support card."""

    seat: Seat
    victim: Seat
    amount: int
    card: CardIfAny


class DefendersPlaced(NamedTuple):
    """K9.1: face down."""

    seat: Seat
    location: Card
    cards: OwnCards


class AttackersPlaced(NamedTuple):
    """K10.1: face down."""

    seat: Seat
    location: Card
    cards: OwnCards


class AttackersSpent(NamedTuple):
    """K10.7: discarded at a Fortification."""

    seat: Seat
    location: Card
    cards: Cards


class SiegePlaced(NamedTuple):
    """K10.4, K16.9."""

    seat: Seat
    location: Card


class SiegeReturned(NamedTuple):
    """K16.8, K17.4."""

    seat: Seat
    location: Card


class FortificationPlaced(NamedTuple):
    """K16.8."""

    seat: Seat
    location: Card


class FortificationRemoved(NamedTuple):
    """The token returns to its owner ``seat`` after an attack (K10.7) or by a card of ``by``."""

    seat: Seat
    location: Card
    by: Seat


class SupportPlayed(NamedTuple):
    """K11.1: the card is on the table while it is resolved."""

    seat: Seat
    card: Card


class SupportDiscarded(NamedTuple):
    """K11.1."""

    seat: Seat
    card: Card


class SupportLaidOut(NamedTuple):
    """K11.4: the card stays in its player's area."""

    seat: Seat
    card: Card


class FaceDownSeen(NamedTuple):
    """``seat`` looks at all face-down cards of a location, alone (K22.4)."""

    seat: Seat
    location: Card
    units: tuple[int, ...]
    cards: OwnCards


class AttackerRemoved(NamedTuple):
    """A support card of ``seat`` discards an attacker."""

    seat: Seat
    location: Card
    unit: int
    card: Card


class HandDiscarded(NamedTuple):
    """The hand is discarded, to be drawn again."""

    seat: Seat
    cards: Cards


class CardsDrawn(NamedTuple):
    """From the deck (K13.1, K18.3)."""

    seat: Seat
    cards: OwnCards


class CardRecovered(NamedTuple):
    """From the discard pile into the hand."""

    seat: Seat
    card: Card


class AttackTakenOver(NamedTuple):
    """K11.6: ``cards`` are the attackers, known to the new player (the former one knows them already)."""

    seat: Seat
    former: Seat
    location: Card
    cards: OwnCards


class AttackMoved(NamedTuple):
    """K11.7: to the location ``to``."""

    seat: Seat
    location: Card
    to: Card


class CardReserved(NamedTuple):
    """K12.1."""

    seat: Seat
    card: OwnCard


class CardTakenBack(NamedTuple):
    """K12.3."""

    seat: Seat
    card: OwnCard


class CardsPaid(NamedTuple):
    """K13.1: ``number`` cards are paid for; they are drawn next."""

    seat: Seat
    number: int
    shillings: int


class CardsSold(NamedTuple):
    """K14.1: discarded in this order."""

    seat: Seat
    cards: Cards


class ConflictStarted(NamedTuple):
    """K16.1: ``seat`` is the active player."""

    seat: Seat
    location: Card
    attacker: Seat
    defender: Seat


class UnitsRevealed(NamedTuple):
    """K16.2: all attackers and all defenders there, including those already face up."""

    location: Card
    attackers: Cards
    defenders: Cards


class UnitCountered(NamedTuple):
    """K15.2: ``unit`` (``card``) of ``seat`` and ``victim`` (``other``) are both removed."""

    seat: Seat
    location: Card
    unit: int
    card: Card
    victim: Seat
    other: Card


class UnitAssassinated(NamedTuple):
    """K15.3: ``unit`` (``card``) of ``seat`` stays, ``victim`` (``other``) is removed."""

    seat: Seat
    location: Card
    unit: int
    card: Card
    victim: Seat
    other: Card


class StrengthAdded(NamedTuple):
    """K16.6: ``card`` adds to the side of ``seat``."""

    seat: Seat
    location: Card
    amount: int
    card: Card


class ConflictWonByDefender(NamedTuple):
    """K16.8."""

    seat: Seat
    location: Card
    attack: int
    defence: int


class ConflictWonByAttacker(NamedTuple):
    """K16.9."""

    seat: Seat
    location: Card
    attack: int
    defence: int


class UnitsDiscarded(NamedTuple):
    """K16.8, K16.9, K16.15."""

    seat: Seat
    location: Card
    units: tuple[int, ...]
    cards: Cards


class UnitsRetreated(NamedTuple):
    """K15.8: to the hand of their player."""

    seat: Seat
    location: Card
    units: tuple[int, ...]
    cards: Cards


class CasualtiesDiscarded(NamedTuple):
    """K16.9."""

    seat: Seat
    location: Card
    units: tuple[int, ...]
    cards: Cards


class ConflictEnded(NamedTuple):
    """The units that are left stay face up, as after any conflict."""

    location: Card


class CardsPassed(NamedTuple):
    """K18.1: ``to`` the right neighbour."""

    seat: Seat
    to: Seat
    cards: Annotated[Cards, known_to("seat", "to")]


class SurplusDiscarded(NamedTuple):
    """K18.2."""

    seat: Seat
    cards: Cards


class DeckReshuffled(NamedTuple):
    """K21.2: the discard pile becomes the deck, from the top. Only the number of cards is public."""

    cards: SecretCards


class EndCardRevealed(NamedTuple):
    """K19.1."""

    seat: Seat


class EndPhaseStarted(NamedTuple):
    """K19.4: it starts with the turn of ``seat``."""

    seat: Seat


class SeatConceded(NamedTuple):
    """A player gives up; the platform's defaults are played for them from now on (K23.2)."""

    seat: Seat


class GameEnded(NamedTuple):
    """K20: ``reason`` is one of REASONS, ``seat`` whose turn it was (or who gave up); ``seed`` the revealed one."""

    reason: Reason
    seat: Seat
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    seed: str


class Awaiting(NamedTuple):
    """Who must decide what; ``step`` is the question, ``agenda`` the steps still to be taken after it."""

    asked: Seat
    question: Question
    step: Step
    agenda: tuple[Step, ...]


KINDS: Final = kinds_in(globals())
"""Every kind of event and its class."""

"""The facts of a game of Enclave, one class each; the kind is the class name in snake_case (Z25.3).

Cards are numbers of ``CardSet.names``, UNKNOWN (-1) where the viewer may not know them; decks, locations and phases are
indices into ``DECKS``, ``LOCATIONS`` and ``PHASES``. A ``place`` is where action markers stand: 0-4 the locations, 5-9
the levels of the Tree. A ``level`` is 1-5. NONE (-1) says "nobody", "nothing". The types of the fields say how each is
written, and who may know it (Z22).
"""

from __future__ import annotations

from typing import Annotated, Any, Final, NamedTuple

from ...kit.fields import HIDDEN, KNOWN_TO_EACH, KNOWN_TO_SEAT, Card, Cards, Maybe, Own, OwnCards, Word, known_to
from ...kit.notation import kinds_in
from .cards import ACTIONS, DECKS, LOCATIONS

NONE: Final = -1
PHASES: Final = ("initiative", "planning", "actions", "tree", "rotation")
"""Z6.1."""
SOURCES: Final = ("shepherd", "mission", "failure", "tree_token", "prize", "tree_card")
"""Where Knowledge and money come from."""
SHEPHERD, OF_MISSION, FAILURE, TREE_TOKEN, OF_PRIZE, TREE_CARD = range(6)
FROM: Final = ("row", "pile", "discard")
"""From where a card is bought."""
ROW, PILE, DISCARD = range(3)
REASONS: Final = ("tree_tokens", "victory_points", "forfeit")
BY_TOKENS, BY_POINTS, BY_FORFEIT = range(3)
CATEGORIES: Final = ("tree_markers", "tree_tokens", "money", "prize_cards")
"""Z20.5."""

PLACES: Final = (*LOCATIONS, *(f"tree_{level}" for level in range(1, 6)))

Deck = Annotated[int, Word(DECKS, NONE)]
Location = Annotated[int, Word(LOCATIONS, NONE)]
Place = Annotated[int, Word(PLACES, NONE)]
Phase = Annotated[int, Word(PHASES, NONE)]
Action = Annotated[int, Word(ACTIONS, NONE)]
Category = Annotated[int, Word(CATEGORIES, NONE)]
Reason = Annotated[int, Word(REASONS, NONE)]
Gain = Annotated[int, Word(SOURCES, NONE)]
Origin = Annotated[int, Word(FROM, NONE)]
Partner = Annotated[int, Maybe(NONE)]
PileCards = Annotated[Cards, known_to("seat", where=("source", PILE))]
Step = Annotated[Any, Own("step")]
"""``(word, argument, ...)``: numbers, words and tuples of them, never a hidden card."""
Agenda = Annotated[tuple[Step, ...], Own("agenda")]


# --- setup (Z5) ---------------------------------------------------------------------------------------------


class GameCreated(NamedTuple):
    ruleset: str
    seats: int
    card_set: str
    commitment: str


class PositionSet(NamedTuple):
    """A match that begins in the middle: what ``State`` says, field by field; ``laid`` are the Tree cards."""

    turn: int
    phase: Phase
    order: tuple[int, ...]
    next_order: tuple[int, ...]
    initiative: tuple[int, ...]
    places: tuple[tuple[int, ...], ...]
    rows: tuple[Cards, ...]
    piles: Annotated[tuple[Cards, ...], HIDDEN]
    discards: tuple[Cards, ...]
    box: Cards
    laid: Cards
    limits: tuple[int, ...]
    owners: tuple[int, ...]
    hands: Annotated[tuple[Cards, ...], KNOWN_TO_EACH]
    attached: tuple[Cards, ...]
    condition: tuple[int, ...]
    score: tuple[int, ...]
    knowledge: tuple[int, ...]
    money: tuple[int, ...]
    tree_tokens: tuple[int, ...]
    preparation: tuple[int, ...]
    synchron: tuple[int, ...]
    extra: tuple[int, ...]
    removal: tuple[int, ...]
    tyllo: tuple[int, ...]
    played: tuple[int, ...]
    conceded: int


class CardsBoxed(NamedTuple):
    """Out of the game, in view of all (Z5.8)."""

    cards: Cards


class TreeCardsLaid(NamedTuple):
    """One for each level from 1, the others are out of the game (Z5.11); ``draws`` is how many draws it took."""

    cards: Cards
    draws: int


class StartingItemsDealt(NamedTuple):
    """Z5.6."""

    seat: int
    cards: OwnCards


class PileShuffled(NamedTuple):
    """The whole pile anew, from the top (Z5.10, Z21.2): what was left of it and its discard pile."""

    deck: Deck
    cards: Annotated[Cards, HIDDEN]


class RowRefilled(NamedTuple):
    """The top card of the pile comes to the right end of the row."""

    deck: Deck
    card: Card


class BidderDrawn(NamedTuple):
    """Who bids first (Z5.4)."""

    seat: int


class BidMade(NamedTuple):
    seat: int
    amount: int


class TurnOrderSet(NamedTuple):
    """The first turn order, drawn ``by_lot`` or not (Z5.3, Z5.4.3)."""

    order: tuple[int, ...]
    by_lot: bool


class MoneyDealt(NamedTuple):
    """By seat."""

    amounts: tuple[int, ...]


# --- the turn (Z6-Z9) ---------------------------------------------------------------------------------------


class TurnStarted(NamedTuple):
    number: int


class PhaseStarted(NamedTuple):
    phase: Phase


class InitiativeTokenPlaced(NamedTuple):
    seat: int
    number: int
    location: Location


class ActionCommitted(NamedTuple):
    """A sealed choice, or another one in its place (Z8.4)."""

    seat: int
    action: Annotated[Action, KNOWN_TO_SEAT]


class ActionsRevealed(NamedTuple):
    """By seat, NONE for who plays no card in this round (Z8.2)."""

    actions: tuple[Action, ...]


class MarkerPlaced(NamedTuple):
    seat: int
    place: Place


class MarkerReturned(NamedTuple):
    seat: int
    place: Place


class LocationStarted(NamedTuple):
    location: Location


class NextOrderFixed(NamedTuple):
    """For the next turn (Z11.2)."""

    order: tuple[int, ...]


# --- cards ------------------------------------------------------------------------------------------------


class CardsLookedAt(NamedTuple):
    """``counts`` by deck, ``cards`` deck by deck, each from the top (Z11.5)."""

    seat: int
    counts: tuple[int, ...]
    cards: OwnCards


class CardsPutBack(NamedTuple):
    """``top`` and ``bottom`` from the upper to the lower card (Z11.5)."""

    seat: int
    deck: Deck
    top: OwnCards
    bottom: OwnCards


class CardsOffered(NamedTuple):
    """The top cards of a pile or a discard pile, from the top (Z18.3)."""

    seat: int
    deck: Deck
    source: Origin
    cards: PileCards


class CardsReturned(NamedTuple):
    """What was not bought, back on top, from the top (Z18.3)."""

    seat: int
    deck: Deck
    source: Origin
    cards: PileCards


class CardBought(NamedTuple):
    seat: int
    card: Card
    cost: int
    source: Origin


class RowCardDiscarded(NamedTuple):
    seat: int
    card: Card


class MarketPassed(NamedTuple):
    seat: int
    deck: Deck


class UpgradeRemoved(NamedTuple):
    seat: int
    card: Card


class UpgradeAttached(NamedTuple):
    seat: int
    card: Card


class Healed(NamedTuple):
    """The item, and by how much the levels rose (Z16.4)."""

    seat: int
    card: Card
    physical: int
    psychic: int


class ItemDiscarded(NamedTuple):
    """Z18.15.1."""

    seat: int
    card: Card


# --- boarding (Z13, Z14) ------------------------------------------------------------------------------------


class SynchronDeclared(NamedTuple):
    """With whom the holder will jump, NONE for nobody (Z14.14)."""

    seat: int
    partner: Partner


class SynchronTaken(NamedTuple):
    seat: int


class SynchronReturned(NamedTuple):
    seat: int


class BoardingPassed(NamedTuple):
    seat: int


class PreparationTaken(NamedTuple):
    seat: int


class PreparationReturned(NamedTuple):
    seat: int


class BoardingStarted(NamedTuple):
    """Against a face-up mission, the top of the pile (``blind``) or a Tree card."""

    seat: int
    card: Card
    blind: bool
    participants: tuple[int, ...]


class ItemsTaken(NamedTuple):
    """Z14.1, step 2."""

    seat: int
    cards: Cards


class TrapsRevealed(NamedTuple):
    """Some of the traps, from the top of the pile (Z14.1, step 3)."""

    cards: Cards


class ProtectionUsed(NamedTuple):
    """Items taken along, and whether the preparation token (Z14.1, step 4)."""

    seat: int
    cards: Cards
    token: bool


class WoundsTaken(NamedTuple):
    """Z14.4, before the end of the track."""

    seat: int
    physical: int
    psychic: int


class BoardingSucceeded(NamedTuple):
    seats: tuple[int, ...]


class BoardingFailed(NamedTuple):
    seats: tuple[int, ...]


class BoardingEnded(NamedTuple):
    """Z14.1, step 7: everything goes where it belongs."""


# --- gains (Z15) ------------------------------------------------------------------------------------------


class KnowledgeGained(NamedTuple):
    seat: int
    amount: int
    source: Gain


class MoneyGained(NamedTuple):
    seat: int
    amount: int
    source: Gain


class MoneyPaid(NamedTuple):
    seat: int
    amount: int


class KnowledgePaid(NamedTuple):
    seat: int
    amount: int


class TreeTokenKept(NamedTuple):
    seat: int


class TreeTokenDeclined(NamedTuple):
    seat: int


class TreeTokenReturned(NamedTuple):
    seat: int


class PrizeDrawn(NamedTuple):
    seat: int
    card: Card


class PrizeSold(NamedTuple):
    seat: int
    card: Card
    amount: int


class PrizeKept(NamedTuple):
    seat: int
    card: Card


# --- the Tree (Z17, Z18) ------------------------------------------------------------------------------------


class KnowledgeExchanged(NamedTuple):
    seat: int
    level: int
    amount: int


class TreeMarkerTaken(NamedTuple):
    seat: int
    level: int


class TreeCardUsed(NamedTuple):
    seat: int
    card: Card


class CardStolen(NamedTuple):
    """By ``seat`` from ``victim``, drawn (Z18.2)."""

    seat: int
    victim: int
    card: Annotated[Card, known_to("seat", "victim")]


class ConditionsRestored(NamedTuple):
    """Z18.7."""

    seat: int


class ExtraActionGained(NamedTuple):
    """Z18.13."""

    seat: int


class CriticalRemovalTaken(NamedTuple):
    """Z18.14."""

    seat: int


# --- the end of a turn (Z19, Z20) ---------------------------------------------------------------------------


class RowRotated(NamedTuple):
    """The leftmost card of a row is discarded (Z19.2)."""

    deck: Deck
    card: Card


class TurnOrderChanged(NamedTuple):
    """Z19.6."""

    order: tuple[int, ...]


class BonusPointsAwarded(NamedTuple):
    """By seat (Z20.5)."""

    category: Category
    points: tuple[int, ...]


class SeatConceded(NamedTuple):
    seat: int


class GameEnded(NamedTuple):
    reason: Reason
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    seed: str


class Awaiting(NamedTuple):
    """The question that is open now, who has not answered it yet, and all that follows when it is answered."""

    seats: tuple[int, ...]
    question: str
    step: Step
    agenda: Agenda


KINDS: Final = kinds_in(globals())
"""Every event kind and its class."""

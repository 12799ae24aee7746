"""The facts of a game of Elekt (E24.3), one class each; the kind is the class name in snake_case.

Cards are ids of ``CardSet.names``, UNKNOWN (-1) where the viewer may not know them; Zones, attributes, phases and
decks are indices into the tables of ``vocabulary``. ``seat`` is the player concerned; a Unit in a Zone comes with
its owner, its Zone and its ``position``, 1 from the left (E24.1, E7.11), as they were when the fact occurred. NONE
(-1) says "nobody", "nowhere". The types of the fields say how each is written, and who may know it (E4).
"""

from __future__ import annotations

from typing import Annotated, Any, Final, NamedTuple

from ...contract import Viewer
from ...kit.fields import (
    HIDDEN,
    KNOWN_TO_EACH,
    Card,
    Cards,
    Maybe,
    Own,
    OwnCard,
    OwnCards,
    SecretCard,
    SecretCards,
    SeenAs,
    Word,
    known_to,
)
from ...kit.knowledge import unknown
from ...kit.notation import kinds_in
from .course import BASE
from .hidden_targets import agenda_as_seen, step_as_seen
from .houses.solo import HOUSES
from .vocabulary import ATTRIBUTES, DECKS, NONE, PHASES, ZONES

FROM_DRAWN, FROM_HAND, FROM_ZONE = 0, 1, 2
SOURCES: Final = ("drawn", "hand", "zone")
ACQUIRED_CARDS, HAND_CARDS = 0, 1
EXCHANGES: Final = ("acquired", "hand")
BY_COUNT, BY_ABILITY, BY_COURT = 0, 1, 2
WAYS: Final = ("count", "ability", "court")
BY_TITLES, BY_PRIVILEGE_DECK, BY_FORFEIT, BY_ROUNDS = 0, 1, 2, 3
REASONS: Final = ("titles", "privilege_deck", "forfeit", "rounds")


def _houses_see(cards: tuple[int, ...], viewer: Viewer) -> tuple[int, ...]:
    return cards if viewer == HOUSES else unknown(cards)


Seat = Annotated[int, Maybe(NONE)]
Position = Annotated[int, Maybe(NONE)]
Zone = Annotated[int, Word(ZONES, NONE)]
Attribute = Annotated[int, Word(ATTRIBUTES, NONE)]
Deck = Annotated[int, Word(DECKS, NONE)]
Phase = Annotated[int, Word(PHASES, NONE)]
Source = Annotated[int, Word(SOURCES, NONE)]
Exchange = Annotated[int, Word(EXCHANGES, NONE)]
Way = Annotated[int, Word(WAYS, NONE)]
Reason = Annotated[int, Word(REASONS, NONE)]
Direction = Annotated[int, Own("direction")]
ExchangedCard = Annotated[Card, known_to("seat", "partner", where=("what", HAND_CARDS))]
Decks = Annotated[tuple[tuple[int, ...], ...], Own("decks"), HIDDEN]
Step = Annotated[Any, Own("step"), SeenAs(step_as_seen)]
"""One of ``agenda.KINDS``."""
Agenda = Annotated[tuple[Any, ...], Own("agenda"), SeenAs(agenda_as_seen)]

fact: Final = tuple.__new__
"""``fact(UnitKept, (seat, unit))`` is ``UnitKept(seat, unit)`` in half the time, for the facts and steps that nearly
every decision brings: a NamedTuple's own constructor is a function in Python around this one."""


# --- setup (E2) ---------------------------------------------------------------------------------------------


class GameCreated(NamedTuple):
    """E24.5. ``card_set`` is the version of the card set; ``commitment`` the hash of the secret seed."""

    ruleset: str
    edition: int
    seats: int
    card_set: str
    tokens: tuple[int, ...]
    heat_tokens: int
    heat_limit: int
    heat_starting: int
    titles_to_win: int
    zone_limit: int
    assignments: int
    commitment: str


class BasicSetChosen(NamedTuple):
    """The four kinds of Basic Units in play, in the order of the card list, drawn ``by_lot`` or agreed (E2.12).

    Only where the list has more than four.
    """

    kinds: tuple[str, ...]
    by_lot: bool


class DeckShuffled(NamedTuple):
    """``cards`` from the top; ``aside`` leave the game unseen (Privileges, E2.4). Hidden from all but for the
    numbers."""

    deck: Deck
    cards: SecretCards
    aside: SecretCards


class DeckReshuffled(NamedTuple):
    """The discard pile became the Elite deck (E6.4); ``cards`` from the top, hidden from all."""

    cards: SecretCards


class HeatDealt(NamedTuple):
    seat: Seat
    amount: int


class HandDealt(NamedTuple):
    """The starting hand (E2.7). Private."""

    seat: Seat
    units: OwnCards


class FirstPlayerDrawn(NamedTuple):
    """E3.5: ``units[seat]`` was drawn by that seat; ``holder`` has the first name."""

    units: Cards
    holder: Seat


class SceptreSet(NamedTuple):
    """``direction``: 1 clockwise, -1 counter-clockwise (E3.4)."""

    holder: Seat
    direction: Direction


class CardRevealed(NamedTuple):
    zone: Zone
    card: Card


class PositionSet(NamedTuple):
    """The whole table as it was laid out, where a match begins in a position of its own: instead of the setup.

    Decks from the top; ``discard``, ``hands``, ``rows`` (``rows[zone * seats + seat]``), ``acquired`` as in the state.
    ``held`` are the Privileges in force; ``tokens_on`` has ``(unit, occultism, cunning, violence, power)`` for each
    Unit with tokens; ``passed`` is 1 for a seat that has; ``used`` are the cards used this round, ``used_game`` in
    this game; ``skips`` confrontations ``(zone, attribute)`` that do not take place this round; ``conceded`` the seats
    that gave up. Hands, decks and ``aside`` are hidden as they are in the state.
    """

    round: int
    phase: Phase
    holder: Seat
    direction: Direction
    heat: tuple[int, ...]
    heat_pool: int
    pool: Annotated[tuple[int, ...], Own("pool")]
    face_up: Annotated[tuple[int, ...], Own("face_up")]
    decks: Decks
    aside: SecretCards
    removed: Cards
    discard: Cards
    hands: Annotated[tuple[Cards, ...], KNOWN_TO_EACH]
    rows: Annotated[tuple[tuple[int, ...], ...], Own("rows")]
    tokens_on: Annotated[tuple[tuple[int, ...], ...], Own("tokens_on")]
    suppressed: Cards
    acquired: tuple[Cards, ...]
    held: Cards
    titles: tuple[int, ...]
    assigned: tuple[int, ...]
    passed: Annotated[tuple[int, ...], Own("passed")]
    used: Cards
    used_game: Cards
    skips: Annotated[tuple[tuple[int, int], ...], Own("skips")]
    crowned: Seat
    conceded: tuple[int, ...]


class HousesPositionSet(NamedTuple):
    """What a position says of the Elder Houses beyond what every side has (E21), before ``PositionSet``.

    ``won`` are the Privileges that they acquired, ``drawn`` those that nobody has seen, both face down; ``counted`` is
    how many of their Titles have no card; ``zone`` the Zone that they remember, or NONE.
    """

    seals: int
    won: Cards
    drawn: SecretCards
    counted: int
    zone: Zone


# --- rounds, recruitment, assignment (E5-E7) ----------------------------------------------------------------


class RoundStarted(NamedTuple):
    number: int


class PhaseStarted(NamedTuple):
    phase: Phase


class UnitsDrawn(NamedTuple):
    """From the top of the Elite deck, not yet in hand. Private."""

    seat: Seat
    units: OwnCards


class UnitKept(NamedTuple):
    """A drawn Unit went to the hand. Private."""

    seat: Seat
    unit: OwnCard


class UnitDiscarded(NamedTuple):
    """``source``: 0 a drawn card, 1 the hand, 2 a Zone (then its tokens went to the pool, E13.3)."""

    seat: Seat
    unit: Card
    source: Source
    zone: Zone
    position: Position


class UnitAssigned(NamedTuple):
    seat: Seat
    unit: Card
    zone: Zone
    position: Position


class PlayerPassed(NamedTuple):
    """``forced`` if there was nothing to assign (E7.7), as all could see."""

    seat: Seat
    forced: bool


class SeatConceded(NamedTuple):
    """The seat gave up; with 3 or 4 seats it stays and plays the defaults (E11.8)."""

    seat: Seat


# --- abilities (E15) ----------------------------------------------------------------------------------------


class AbilityUsed(NamedTuple):
    """``card`` acts for ``seat`` in or about ``zone`` (NONE: no Zone is concerned)."""

    seat: Seat
    card: Card
    zone: Zone


class AbilityDeclined(NamedTuple):
    seat: Seat
    card: Card
    zone: Zone


class AbilityLapsed(NamedTuple):
    """The round's bound of abilities is reached: this one is passed over. Only with a club's own cards
    (docs/card-files.md)."""

    seat: Seat
    card: Card
    zone: Zone


class AbilitySuppressed(NamedTuple):
    """The Unit's ability stopped working (E15.13)."""

    seat: Seat
    unit: Card
    zone: Zone
    position: Position


class HeatPaid(NamedTuple):
    seat: Seat
    amount: int


class HeatGained(NamedTuple):
    seat: Seat
    amount: int


class HeatDiscarded(NamedTuple):
    seat: Seat
    amount: int


class HeatTaken(NamedTuple):
    """``seat`` took it from ``victim``."""

    seat: Seat
    victim: int
    amount: int


class TokenAttached(NamedTuple):
    """From the pool onto the Unit of ``seat``."""

    seat: Seat
    unit: Card
    zone: Zone
    position: Position
    attribute: Attribute


class TokenDetached(NamedTuple):
    """From the Unit of ``seat`` to the pool."""

    seat: Seat
    unit: Card
    zone: Zone
    position: Position
    attribute: Attribute


class TokenMoved(NamedTuple):
    """From ``other`` (of ``other_seat``) onto ``unit`` (of ``seat``)."""

    seat: Seat
    unit: Card
    zone: Zone
    position: Position
    other_seat: int
    other: Card
    other_zone: Zone
    other_position: Position
    attribute: Attribute


class UnitsSwapped(NamedTuple):
    """``unit`` stood in ``zone``, ``other`` in ``other_zone``; each took exactly the other's place (E7.11)."""

    seat: Seat
    unit: Card
    zone: Zone
    position: Position
    other: Card
    other_zone: Zone
    other_position: Position


class UnitMoved(NamedTuple):
    """From ``other_zone`` and ``other_position`` to ``zone`` and ``position``."""

    seat: Seat
    unit: Card
    other_zone: Zone
    other_position: Position
    zone: Zone
    position: Position


class UnitPlaced(NamedTuple):
    """From hand, not assigned (E18.10)."""

    seat: Seat
    unit: Card
    zone: Zone
    position: Position


class UnitReturned(NamedTuple):
    """From the Zone to its owner's hand; its tokens went to the pool."""

    seat: Seat
    unit: Card
    zone: Zone
    position: Position


class UnitTaken(NamedTuple):
    """From the Zone to the hand of ``seat``, who owns it from now on (E14.9)."""

    seat: Seat
    unit: Card
    owner: int
    zone: Zone
    position: Position


class UnitRecovered(NamedTuple):
    """From the discard pile to the hand of ``seat`` (C1.57)."""

    seat: Seat
    unit: Card


class UnitAnnihilated(NamedTuple):
    """E14.5 step 2: its fate is still open. ``by`` caused it."""

    seat: Seat
    unit: Card
    zone: Zone
    position: Position
    by: Seat


class AnnihilationRedirected(NamedTuple):
    """``seat`` chose ``other`` in place of ``unit`` (E19.2); both are theirs."""

    seat: Seat
    unit: Card
    zone: Zone
    position: Position
    other: Card
    other_position: Position


class UnitSaved(NamedTuple):
    seat: Seat
    unit: Card
    zone: Zone
    position: Position


class UnitStayed(NamedTuple):
    """Saved, and it stays in its place with its tokens (E19.3)."""

    seat: Seat
    unit: Card
    zone: Zone
    position: Position


class CardsExchanged(NamedTuple):
    """``seat`` gave ``given`` to ``partner`` and got ``taken``. ``what``: 0 acquired cards, 1 Units in hand
    (private to the two)."""

    what: Exchange
    seat: Seat
    given: ExchangedCard
    partner: int
    taken: ExchangedCard


class HandShown(NamedTuple):
    """``seat`` saw the hand of ``owner``. Private to the two."""

    seat: Seat
    owner: int
    units: Annotated[Cards, known_to("seat", "owner")]


# --- confrontations (E8, E9) --------------------------------------------------------------------------------


class ConfrontationSkipped(NamedTuple):
    """A card settled that this confrontation does not take place this round (C4.6.13)."""

    zone: Zone
    attribute: Attribute


class ConfrontationStarted(NamedTuple):
    """``participants`` in court order (E8.3)."""

    zone: Zone
    attribute: Attribute
    participants: tuple[int, ...]


class ConfrontationScored(NamedTuple):
    """``counts[seat]``, NONE for those who do not take part."""

    zone: Zone
    attribute: Attribute
    counts: tuple[Seat, ...]


class ConfrontationVoid(NamedTuple):
    """Not resolved (E8.8), or nobody is there (E9.18)."""

    zone: Zone
    attribute: Attribute


class ConfrontationTied(NamedTuple):
    """No ability named a winner. Power goes on by court position (E9.16)."""

    zone: Zone
    attribute: Attribute
    tied: tuple[int, ...]


class ConfrontationWon(NamedTuple):
    """``how``: 0 the highest count, 1 an ability decided the tie, 2 court position decided it."""

    zone: Zone
    attribute: Attribute
    seat: Seat
    how: Way


class EffectDeclined(NamedTuple):
    zone: Zone
    attribute: Attribute
    seat: Seat


class CardAcquired(NamedTuple):
    seat: Seat
    card: Card
    zone: Zone


class CardRemoved(NamedTuple):
    """Out of the game: from the board of ``zone``, or from in front of ``seat``; the other one is NONE."""

    card: Card
    zone: Zone
    seat: Seat


class TitlesChanged(NamedTuple):
    """``titles[seat]`` after the change (E11.6)."""

    titles: tuple[int, ...]


# --- end of round, end of game (E10, E11) -------------------------------------------------------------------


class HeatGathered(NamedTuple):
    """E10.3: ``counted`` Units of the Court gave ``amount`` Heat (the limit holds)."""

    seat: Seat
    counted: int
    amount: int


class UnitsReturned(NamedTuple):
    """E10.4: from all Zones to the hand, from left to right."""

    seat: Seat
    units: Cards


class GameEnded(NamedTuple):
    """``seed`` opens the commitment of ``GameCreated``. ``reason`` is one of REASONS."""

    reason: Reason
    winner: Seat
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    seed: str


class HeraldNamed(NamedTuple):
    """E11.7; ``herald`` is NONE if the winner wants none."""

    seat: Seat
    herald: Seat


# --- solo (E21): side 0 is the player, side 1 the Elder Houses -------------------------------------------------


class GambitPrepared(NamedTuple):
    """``level`` is easy, medium or hard; ``set_aside`` counts the tokens out of the game by attribute (E21.6),
    ``units`` are the Elite Units out of the game (E21.10)."""

    level: str
    set_aside: tuple[int, ...]
    units: Cards


class MastersDealt(NamedTuple):
    """The Privileges that the Houses use, face up (E21.3)."""

    cards: Cards


class HousesHandShuffled(NamedTuple):
    """The pile of the Houses, from the top (E21.14, E21.38). Hidden from all but for the number."""

    units: Annotated[Cards, SeenAs(_houses_see)]


class HousesChose(NamedTuple):
    """Why the Houses did what they do: ``why`` is a word, ``rule`` the number; ``card`` and ``zone`` say what was
    chosen, as far as that is meant. It moves nothing on the table."""

    why: str
    rule: str
    card: Card
    zone: Zone


class HousesUnitsPassedOver(NamedTuple):
    """So many Units went from the top of the pile to its bottom, for no Zone accepts them (E21.19)."""

    number: int


class HousesTurnLost(NamedTuple):
    """A turn without a Unit to assign counts as one of the 5 (E21.17, E21.19)."""

    rule: str


class SealGained(NamedTuple):
    """``card``'s instant ability changed nothing (E21.22); ``seals`` is how many there are now."""

    card: Card
    seals: int


class SealsConverted(NamedTuple):
    """``seals`` went to the pool, and the Houses have a Title more (E21.24). It is marked by ``card`` from the
    Privilege deck, which nobody sees, if one was left (``marked``)."""

    seals: int
    marked: bool
    card: SecretCard


class SealsLost(NamedTuple):
    """To the pool, at the player's pass (E21.26)."""

    seals: int


class TokenStolen(NamedTuple):
    """From ``other`` (of ``other_seat``) onto ``unit`` of the Houses (E21.28)."""

    seat: Seat
    unit: Card
    zone: Zone
    position: Position
    other_seat: int
    other: Card
    other_zone: Zone
    other_position: Position
    attribute: Attribute


class HousesPrivilegeDrawn(NamedTuple):
    """From the Privilege deck, face down, a Title (E21.33, E21.35). Nobody sees the card."""

    card: SecretCard


class Awaiting(NamedTuple):
    """The question that is open now, and all that follows when it is answered: the whole course of the game.

    ``question`` is a kind of decision, ``step`` what asks it, ``agenda`` the steps beneath, the next one last.
    Neither ever holds a hidden card.
    """

    seat: Seat
    question: str
    step: Step
    agenda: Agenda


KINDS: Final = kinds_in(globals())
"""Every event kind and its class."""
BASE.events.update(KINDS)

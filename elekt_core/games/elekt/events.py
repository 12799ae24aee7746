"""The facts of a game of Elekt (E24.3), one class each; the kind is the class name in snake_case.

Cards are ids of ``CardSet.names``, UNKNOWN (-1) where the viewer may not know them; Zones, attributes, phases and
decks are indices into the tables of ``vocabulary``. ``seat`` is the player concerned; a Unit in a Zone comes with
its owner, its Zone and its ``position``, 1 from the left (E24.1, E7.11), as they were when the fact occurred. NONE
(-1) says "nobody", "nowhere".
"""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

from .course import BASE

Step = tuple[Any, ...]
"""``(step, seat, argument, ...)``: see ``agenda.FIELDS``."""

fact: Final = tuple.__new__
"""``fact(UnitKept, (seat, unit))`` is ``UnitKept(seat, unit)`` in half the time, for the facts that nearly every
decision brings: a NamedTuple's own constructor is a function in Python around this one."""


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

    deck: int
    cards: tuple[int, ...]
    aside: tuple[int, ...]


class DeckReshuffled(NamedTuple):
    """The discard pile became the Elite deck (E6.4); ``cards`` from the top, hidden from all."""

    cards: tuple[int, ...]


class HeatDealt(NamedTuple):
    seat: int
    amount: int


class HandDealt(NamedTuple):
    """The starting hand (E2.7). Private."""

    seat: int
    units: tuple[int, ...]


class FirstPlayerDrawn(NamedTuple):
    """E3.5: ``units[seat]`` was drawn by that seat; ``holder`` has the first name."""

    units: tuple[int, ...]
    holder: int


class SceptreSet(NamedTuple):
    """``direction``: 1 clockwise, -1 counter-clockwise (E3.4)."""

    holder: int
    direction: int


class CardRevealed(NamedTuple):
    zone: int
    card: int


class PositionSet(NamedTuple):
    """The whole table as it was laid out, where a match begins in a position of its own: instead of the setup.

    Decks from the top; ``discard``, ``hands``, ``rows`` (``rows[zone * seats + seat]``), ``acquired`` as in the state.
    ``held`` are the Privileges in force; ``tokens_on`` has ``(unit, occultism, cunning, violence, power)`` for each
    Unit with tokens; ``passed`` is 1 for a seat that has; ``used`` are the cards used this round, ``used_game`` in
    this game; ``skips`` confrontations ``(zone, attribute)`` that do not take place this round; ``conceded`` the seats
    that gave up. Hands, decks and ``aside`` are hidden as they are in the state.
    """

    round: int
    phase: int
    holder: int
    direction: int
    heat: tuple[int, ...]
    heat_pool: int
    pool: tuple[int, ...]
    face_up: tuple[int, ...]
    decks: tuple[tuple[int, ...], ...]
    aside: tuple[int, ...]
    removed: tuple[int, ...]
    discard: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    rows: tuple[tuple[int, ...], ...]
    tokens_on: tuple[tuple[int, ...], ...]
    suppressed: tuple[int, ...]
    acquired: tuple[tuple[int, ...], ...]
    held: tuple[int, ...]
    titles: tuple[int, ...]
    assigned: tuple[int, ...]
    passed: tuple[int, ...]
    used: tuple[int, ...]
    used_game: tuple[int, ...]
    skips: tuple[tuple[int, int], ...]
    crowned: int
    conceded: tuple[int, ...]


class HousesPositionSet(NamedTuple):
    """What a position says of the Elder Houses beyond what every side has (E21), before ``PositionSet``.

    ``won`` are the Privileges that they acquired, ``drawn`` those that nobody has seen, both face down; ``counted`` is
    how many of their Titles have no card; ``zone`` the Zone that they remember, or NONE.
    """

    seals: int
    won: tuple[int, ...]
    drawn: tuple[int, ...]
    counted: int
    zone: int


# --- rounds, recruitment, assignment (E5-E7) ----------------------------------------------------------------


class RoundStarted(NamedTuple):
    number: int


class PhaseStarted(NamedTuple):
    phase: int


class UnitsDrawn(NamedTuple):
    """From the top of the Elite deck, not yet in hand. Private."""

    seat: int
    units: tuple[int, ...]


class UnitKept(NamedTuple):
    """A drawn Unit went to the hand. Private."""

    seat: int
    unit: int


class UnitDiscarded(NamedTuple):
    """``source``: 0 a drawn card, 1 the hand, 2 a Zone (then its tokens went to the pool, E13.3)."""

    seat: int
    unit: int
    source: int
    zone: int
    position: int


FROM_DRAWN, FROM_HAND, FROM_ZONE = 0, 1, 2
SOURCES: Final = ("drawn", "hand", "zone")


class UnitAssigned(NamedTuple):
    seat: int
    unit: int
    zone: int
    position: int


class PlayerPassed(NamedTuple):
    """``forced`` if there was nothing to assign (E7.7), as all could see."""

    seat: int
    forced: bool


class SeatConceded(NamedTuple):
    """The seat gave up; with 3 or 4 seats it stays and plays the defaults (E11.8)."""

    seat: int


# --- abilities (E15) ----------------------------------------------------------------------------------------


class AbilityUsed(NamedTuple):
    """``card`` acts for ``seat`` in or about ``zone`` (NONE: no Zone is concerned)."""

    seat: int
    card: int
    zone: int


class AbilityDeclined(NamedTuple):
    seat: int
    card: int
    zone: int


class AbilityLapsed(NamedTuple):
    """The round's bound of abilities is reached: this one is passed over. Only with a club's own cards
    (docs/card-files.md)."""

    seat: int
    card: int
    zone: int


class AbilitySuppressed(NamedTuple):
    """The Unit's ability stopped working (E15.13)."""

    seat: int
    unit: int
    zone: int
    position: int


class HeatPaid(NamedTuple):
    seat: int
    amount: int


class HeatGained(NamedTuple):
    seat: int
    amount: int


class HeatDiscarded(NamedTuple):
    seat: int
    amount: int


class HeatTaken(NamedTuple):
    """``seat`` took it from ``victim``."""

    seat: int
    victim: int
    amount: int


class TokenAttached(NamedTuple):
    """From the pool onto the Unit of ``seat``."""

    seat: int
    unit: int
    zone: int
    position: int
    attribute: int


class TokenDetached(NamedTuple):
    """From the Unit of ``seat`` to the pool."""

    seat: int
    unit: int
    zone: int
    position: int
    attribute: int


class TokenMoved(NamedTuple):
    """From ``other`` (of ``other_seat``) onto ``unit`` (of ``seat``)."""

    seat: int
    unit: int
    zone: int
    position: int
    other_seat: int
    other: int
    other_zone: int
    other_position: int
    attribute: int


class UnitsSwapped(NamedTuple):
    """``unit`` stood in ``zone``, ``other`` in ``other_zone``; each took exactly the other's place (E7.11)."""

    seat: int
    unit: int
    zone: int
    position: int
    other: int
    other_zone: int
    other_position: int


class UnitMoved(NamedTuple):
    """From ``other_zone`` and ``other_position`` to ``zone`` and ``position``."""

    seat: int
    unit: int
    other_zone: int
    other_position: int
    zone: int
    position: int


class UnitPlaced(NamedTuple):
    """From hand, not assigned (E18.10)."""

    seat: int
    unit: int
    zone: int
    position: int


class UnitReturned(NamedTuple):
    """From the Zone to its owner's hand; its tokens went to the pool."""

    seat: int
    unit: int
    zone: int
    position: int


class UnitTaken(NamedTuple):
    """From the Zone to the hand of ``seat``, who owns it from now on (E14.9)."""

    seat: int
    unit: int
    owner: int
    zone: int
    position: int


class UnitRecovered(NamedTuple):
    """From the discard pile to the hand of ``seat`` (C1.57)."""

    seat: int
    unit: int


class UnitAnnihilated(NamedTuple):
    """E14.5 step 2: its fate is still open. ``by`` caused it."""

    seat: int
    unit: int
    zone: int
    position: int
    by: int


class AnnihilationRedirected(NamedTuple):
    """``seat`` chose ``other`` in place of ``unit`` (E19.2); both are theirs."""

    seat: int
    unit: int
    zone: int
    position: int
    other: int
    other_position: int


class UnitSaved(NamedTuple):
    seat: int
    unit: int
    zone: int
    position: int


class UnitStayed(NamedTuple):
    """Saved, and it stays in its place with its tokens (E19.3)."""

    seat: int
    unit: int
    zone: int
    position: int


class CardsExchanged(NamedTuple):
    """``seat`` gave ``given`` to ``partner`` and got ``taken``. ``what``: 0 acquired cards, 1 Units in hand
    (private to the two)."""

    what: int
    seat: int
    given: int
    partner: int
    taken: int


ACQUIRED_CARDS, HAND_CARDS = 0, 1
EXCHANGES: Final = ("acquired", "hand")


class HandShown(NamedTuple):
    """``seat`` saw the hand of ``owner``. Private to the two."""

    seat: int
    owner: int
    units: tuple[int, ...]


# --- confrontations (E8, E9) --------------------------------------------------------------------------------


class ConfrontationSkipped(NamedTuple):
    """A card settled that this confrontation does not take place this round (C4.6.13)."""

    zone: int
    attribute: int


class ConfrontationStarted(NamedTuple):
    """``participants`` in court order (E8.3)."""

    zone: int
    attribute: int
    participants: tuple[int, ...]


class ConfrontationScored(NamedTuple):
    """``counts[seat]``, NONE for those who do not take part."""

    zone: int
    attribute: int
    counts: tuple[int, ...]


class ConfrontationVoid(NamedTuple):
    """Not resolved (E8.8), or nobody is there (E9.18)."""

    zone: int
    attribute: int


class ConfrontationTied(NamedTuple):
    """No ability named a winner. Power goes on by court position (E9.16)."""

    zone: int
    attribute: int
    tied: tuple[int, ...]


class ConfrontationWon(NamedTuple):
    """``how``: 0 the highest count, 1 an ability decided the tie, 2 court position decided it."""

    zone: int
    attribute: int
    seat: int
    how: int


BY_COUNT, BY_ABILITY, BY_COURT = 0, 1, 2
WAYS: Final = ("count", "ability", "court")


class EffectDeclined(NamedTuple):
    zone: int
    attribute: int
    seat: int


class CardAcquired(NamedTuple):
    seat: int
    card: int
    zone: int


class CardRemoved(NamedTuple):
    """Out of the game: from the board of ``zone``, or from in front of ``seat``; the other one is NONE."""

    card: int
    zone: int
    seat: int


class TitlesChanged(NamedTuple):
    """``titles[seat]`` after the change (E11.6)."""

    titles: tuple[int, ...]


# --- end of round, end of game (E10, E11) -------------------------------------------------------------------


class HeatGathered(NamedTuple):
    """E10.3: ``counted`` Units of the Court gave ``amount`` Heat (the limit holds)."""

    seat: int
    counted: int
    amount: int


class UnitsReturned(NamedTuple):
    """E10.4: from all Zones to the hand, from left to right."""

    seat: int
    units: tuple[int, ...]


class GameEnded(NamedTuple):
    """``seed`` opens the commitment of ``GameCreated``. ``reason`` is one of REASONS."""

    reason: int
    winner: int
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    seed: str


BY_TITLES, BY_PRIVILEGE_DECK, BY_FORFEIT, BY_ROUNDS = 0, 1, 2, 3
REASONS: Final = ("titles", "privilege_deck", "forfeit", "rounds")


class HeraldNamed(NamedTuple):
    """E11.7; ``herald`` is NONE if the winner wants none."""

    seat: int
    herald: int


# --- solo (E21): side 0 is the player, side 1 the Elder Houses -------------------------------------------------


class GambitPrepared(NamedTuple):
    """``level`` is easy, medium or hard; ``set_aside`` counts the tokens out of the game by attribute (E21.6),
    ``units`` are the Elite Units out of the game (E21.10)."""

    level: str
    set_aside: tuple[int, ...]
    units: tuple[int, ...]


class MastersDealt(NamedTuple):
    """The Privileges that the Houses use, face up (E21.3)."""

    cards: tuple[int, ...]


class HousesHandShuffled(NamedTuple):
    """The pile of the Houses, from the top (E21.14, E21.38). Hidden from all but for the number."""

    units: tuple[int, ...]


class HousesChose(NamedTuple):
    """Why the Houses did what they do: ``why`` is a word, ``rule`` the number; ``card`` and ``zone`` say what was
    chosen, as far as that is meant. It moves nothing on the table."""

    why: str
    rule: str
    card: int
    zone: int


class HousesUnitsPassedOver(NamedTuple):
    """So many Units went from the top of the pile to its bottom, for no Zone accepts them (E21.19)."""

    number: int


class HousesTurnLost(NamedTuple):
    """A turn without a Unit to assign counts as one of the 5 (E21.17, E21.19)."""

    rule: str


class SealGained(NamedTuple):
    """``card``'s instant ability changed nothing (E21.22); ``seals`` is how many there are now."""

    card: int
    seals: int


class SealsConverted(NamedTuple):
    """``seals`` went to the pool, and the Houses have a Title more (E21.24). It is marked by ``card`` from the
    Privilege deck, which nobody sees, if one was left (``marked``)."""

    seals: int
    marked: bool
    card: int


class SealsLost(NamedTuple):
    """To the pool, at the player's pass (E21.26)."""

    seals: int


class TokenStolen(NamedTuple):
    """From ``other`` (of ``other_seat``) onto ``unit`` of the Houses (E21.28)."""

    seat: int
    unit: int
    zone: int
    position: int
    other_seat: int
    other: int
    other_zone: int
    other_position: int
    attribute: int


class HousesPrivilegeDrawn(NamedTuple):
    """From the Privilege deck, face down, a Title (E21.33, E21.35). Nobody sees the card."""

    card: int


class Awaiting(NamedTuple):
    """The question that is open now, and all that follows when it is answered: the whole course of the game.

    ``question`` is a kind of decision, ``step`` what asks it, ``agenda`` the steps beneath, the next one last.
    Neither ever holds a hidden card.
    """

    seat: int
    question: str
    step: Step
    agenda: tuple[Step, ...]


def kind_of(event_class: type) -> str:
    """``UnitAssigned`` -> ``"unit_assigned"``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", event_class.__name__).lower()


KINDS: Final[dict[str, type]] = {
    kind_of(value): value
    for value in list(globals().values())
    if isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields")
}
"""Every event kind and its class."""
BASE.events.update(KINDS)

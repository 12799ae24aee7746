"""The types of the fields: how each is written, and who may know it (E4)."""

from __future__ import annotations

from typing import Annotated, Any, Final

from ....kit.fields import HIDDEN, Card, Maybe, Own, SeenAs, Word, known_to
from ..hidden_targets import agenda_as_seen, step_as_seen
from ..vocabulary import ATTRIBUTES, DECKS, NONE, PHASES, ZONES

FROM_DRAWN, FROM_HAND, FROM_ZONE = 0, 1, 2
SOURCES: Final = ("drawn", "hand", "zone")
ACQUIRED_CARDS, HAND_CARDS = 0, 1
EXCHANGES: Final = ("acquired", "hand")
BY_COUNT, BY_ABILITY, BY_COURT = 0, 1, 2
WAYS: Final = ("count", "ability", "court")
BY_TITLES, BY_PRIVILEGE_DECK, BY_FORFEIT, BY_ROUNDS = 0, 1, 2, 3
REASONS: Final = ("titles", "privilege_deck", "forfeit", "rounds")

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

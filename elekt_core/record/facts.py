"""Facts of a stream, stored and read: the game's own, and those beside them (time, stand-ins, takeback)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from ..contract import Event, Game, Json
from ..contract import Notation as GameNotation
from ..kit.notation import Notation
from ..kit.notation import kind_of as kind_of_class
from .branch import ALL_CARDS, PlayedOn
from .clocks import ClocksPaused, ClocksResumed, FlagFell
from .coarse import COARSE_FACTS, words_coarse
from .seats import StandInCalled, StandInLeft
from .stop import PlayAbandoned, PlayStopped
from .takeback import ARBITER, BESIDE, BESIDE_CLASSES, TakenBack

BESIDE_KINDS: Final = {kind_of_class(cls): cls for cls in BESIDE_CLASSES}
"""Stored kind -> class. No game may have a kind of this name."""
NOTATION_BESIDE: Final = Notation(BESIDE_KINDS)


def is_beside(fact: Event) -> bool:
    return type(fact) in BESIDE


def kind_of(game: GameNotation[Any], fact: Event) -> str:
    """The stored name of the fact's class."""
    return kind_of_class(type(fact)) if type(fact) in BESIDE else game.kind_of(fact)


def encode_fact(game: GameNotation[Any], fact: Event) -> Json:
    """The payload as stored."""
    return NOTATION_BESIDE.encode_event(fact) if type(fact) in BESIDE else game.encode_event(fact)


def decode_fact(game: GameNotation[Any], kind: str, version: int, payload: Json) -> Event:
    """Inverse of ``encode_fact``; old versions are upgraded. Raises UnknownKind, BadRecord."""
    if kind not in BESIDE_KINDS:
        return game.decode_event(kind, version, payload)
    fact: Event = NOTATION_BESIDE.decode_event(kind, version, payload)
    return fact


def texts_in(payload: Any) -> Iterator[str]:
    """Every text in a JSON value."""
    if isinstance(payload, str):
        yield payload
    elif isinstance(payload, Mapping):
        for part in payload.values():
            yield from texts_in(part)
    elif isinstance(payload, list | tuple):
        for part in payload:
            yield from texts_in(part)


def words_beside(fact: Event, language: str, names: Sequence[str], game: Game[Any] | None = None) -> str:
    """One sentence for the log about a fact beside the game's, ``""`` if nobody needs to read it. ``game`` says what
    cards are called."""
    if isinstance(fact, COARSE_FACTS):
        return words_coarse(fact, language, names, game)
    seat = getattr(fact, "seat", None)
    by_arbiter = isinstance(fact, TakenBack) and seat == ARBITER
    english, polish = ORDERED if by_arbiter else SENTENCES.get(type(fact), ("", ""))
    if isinstance(fact, PlayedOn):
        seat = None if fact.seen_by == ALL_CARDS else fact.seen_by
        english, polish = WITH_ALL_CARDS if seat is None else AS_SEEN
    said = polish if language == "pl" else english
    name = "" if seat is None or by_arbiter else names[seat]
    return said.format(name=name, to=getattr(fact, "to", ""), event=getattr(fact, "event", ""))


SENTENCES: Final[Mapping[type, tuple[str, str]]] = {
    FlagFell: ("{name} has run out of time.", "{name}: koniec czasu."),
    ClocksPaused: ("The clocks are paused.", "Zegary wstrzymano."),
    ClocksResumed: ("The clocks run again.", "Zegary znów idą."),
    StandInCalled: ("A bot plays for {name} from now on.", "Od teraz za gracza {name} gra bot."),
    StandInLeft: ("{name} is back and plays again.", "{name}: znów przy stole, gra dalej."),
    PlayStopped: ("An arbiter has ended the match.", "Sędzia zakończył partię."),
    PlayAbandoned: (
        "The match was ended without a result, since {name} was away.",
        "Partię zakończono bez wyniku, bo gracza {name} nie było przy stole.",
    ),
    TakenBack: (
        "Taken back at the request of {name}: the match goes on from event {to}.",
        "Cofnięto na prośbę gracza {name}: partia toczy się dalej od zdarzenia {to}.",
    ),
}
"""In English and in Polish."""
WITH_ALL_CARDS: Final = (
    "The match goes on from another one, after event {event}.",
    "Ta partia toczy się dalej od zdarzenia {event} innej partii.",
)
AS_SEEN: Final = (
    "The match goes on from another one, after event {event}; what {name} did not know was dealt again.",
    "Ta partia toczy się dalej od zdarzenia {event} innej partii; nieznane karty ({name}) rozdano na nowo.",
)
ORDERED: Final = (
    "Taken back by an arbiter: the match goes on from event {to}.",
    "Cofnięto decyzją sędziego: partia toczy się dalej od zdarzenia {to}.",
)

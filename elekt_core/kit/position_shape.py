"""One JSON shape of positions for every game: seats, hands, piles, places and cards as programs read them.

A game says what lies where (``contract.Notation.describe``); who is asked and how it ended follow. Everywhere
``counts`` are numbers by name, ``piles`` cards by name, and ``game`` is what only this game has (docs/positions.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Annotated, Any, Final

from .json_schema import AtLeast

if TYPE_CHECKING:
    from ..contract import Awaiting, Outcome

Card = Annotated[
    str | int | None, AtLeast(0), "A card as decisions name it, null for one that the viewer may not know."
]
Cards = Annotated[Sequence[Card], "Unknown cards are among them, so its length is their number."]
SeatNumber = Annotated[int, AtLeast(0)]
Piles = Annotated[Mapping[str, Cards], "Cards by the name of their place, the top or leftmost one first."]
Counts = Annotated[Mapping[str, int], "Numbers by name: tokens, levels, money."]
Own = Annotated[Mapping[str, Any], "What only this game has."]


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A card in play with what lies on it."""

    card: Card
    face_up: bool = True
    counts: Counts = field(default_factory=dict)
    game: Own = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Somewhere on the table where seats have cards or markers."""

    cards: Annotated[Cards, "Cards that lie there for all."] = ()
    rows: Annotated[
        Sequence[Sequence[Piece]], "By seat, the cards that it has there, from left to right; empty if no seat can."
    ] = ()
    seats: Annotated[Sequence[SeatNumber], "Seats with a marker there, in its order."] = ()
    owner: Annotated[int | None, AtLeast(0), "The seat that owns the place."] = None
    counts: Counts = field(default_factory=dict)
    game: Own = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """A seat, or after all seats a side that the rules play."""

    seat: SeatNumber
    automaton: Annotated[str | None, "The name of a side that the rules play, null for a seat."] = None
    conceded: bool = False
    score: Annotated[int | None, "The points of the result as they stand, null where they come at the end."] = None
    hand: Annotated[Cards, "Cards in hand, the one held longest first."] = ()
    piles: Piles = field(default_factory=dict)
    counts: Counts = field(default_factory=dict)
    game: Own = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is to be decided, and by whom."""

    kind: Annotated[str, "The kind of decision."]
    seats: Annotated[Sequence[SeatNumber], "Who has not answered yet."]
    about: Annotated[Mapping[str, Any], "What it is about: a place, a card."]
    optional: Annotated[bool, "Whether nobody has to answer: the game is over."]


@dataclass(frozen=True, slots=True, kw_only=True)
class AutomatonEnd:
    """The result of a side that the rules play."""

    name: str
    rank: int
    score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """The result."""

    winner: Annotated[int | None, AtLeast(0), "The seat that has won alone."]
    ranks: Annotated[Sequence[int], "By seat, 1 for the best; equal ranks are ties."]
    scores: Annotated[Sequence[int], "By seat."]
    termination: Annotated[str, "Why it is over."]
    automata: Sequence[AutomatonEnd]


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A position as a viewer may know it."""

    ruleset: Annotated[str | None, "Null before the game begins, and where the position does not keep it."] = None
    round: Annotated[int | None, AtLeast(0), "Rounds (or turns) that have begun, null if none are counted."] = None
    phase: str | None = None
    question: Question | None = None
    seats: Annotated[Sequence[Side], "By seat; sides that the rules play come last."] = ()
    piles: Piles = field(default_factory=dict)
    places: Annotated[Mapping[str, Place], "What lies in play, by the name of the place."] = field(default_factory=dict)
    counts: Counts = field(default_factory=dict)
    game: Own = field(default_factory=dict)
    ended: Ended | None = None


def encoded(position: Position, asked: Sequence[Awaiting], outcome: Outcome | None) -> dict[str, Any]:
    """The position as JSON, with who is asked and the result."""
    whole = replace(position, question=_question(asked), ended=None if outcome is None else ended(outcome))
    written: dict[str, Any] = as_json(whole)
    return written


def _question(asked: Sequence[Awaiting]) -> Question | None:
    """Seats that are asked at the same time are asked the same question."""
    if not asked:
        return None
    first = asked[0]
    seats = [one.seat for one in asked if one.kind == first.kind]
    return Question(kind=first.kind, seats=seats, about=first.data, optional=first.optional)


def ended(outcome: Outcome) -> Ended:
    return Ended(
        winner=outcome.winner,
        ranks=outcome.ranks,
        scores=outcome.scores,
        termination=outcome.termination,
        automata=[AutomatonEnd(name=one.name, rank=one.rank, score=one.score) for one in outcome.automata],
    )


def cards_by_name(position: Position) -> Iterator[str]:
    """Every card of a position that has a name, wherever it lies."""
    piles: list[Cards] = [*position.piles.values()]
    for side in position.seats:
        piles += [side.hand, *side.piles.values()]
    for place in position.places.values():
        piles += [place.cards, *([piece.card for piece in row] for row in place.rows)]
    for pile in piles:
        yield from (card for card in pile if isinstance(card, str))


def as_json(value: Any) -> Any:
    """Dataclasses as objects, rows as lists."""
    kind = type(value)
    if kind in LEAVES:
        return value
    if kind is list or kind is tuple:
        return list(value) if LEAVES.issuperset(map(type, value)) else [as_json(one) for one in value]
    if isinstance(value, Mapping):
        return {key: as_json(one) for key, one in value.items()}
    if kind in MEMBERS:
        return {name: as_json(getattr(value, name)) for name in MEMBERS[kind]}
    return value


def part_at(position: Position, place: Sequence[str]) -> Any:
    """What stands at the place, a path in the position as it is written (``seats 1 hand``), as JSON; None if the
    position has no such place."""
    value: Any = position
    for step in place:
        if isinstance(value, list | tuple) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        elif isinstance(value, Mapping) and step in value:
            value = value[step]
        elif step in MEMBERS.get(type(value), ()):
            value = getattr(value, step)
        else:
            return None
    return as_json(value)


LEAVES: Final = frozenset({int, str, bool, type(None)})
MEMBERS: Final = {
    part: [one.name for one in fields(part)] for part in (Position, Side, Place, Piece, Question, Ended, AutomatonEnd)
}


def differing(one: Position, other: Position) -> set[str]:
    """Members in which two positions of the same match differ: ``seats.hand``, ``piles.deck``."""
    found = {f"seats.{name}" for mine, its in zip(one.seats, other.seats, strict=True) for name in _names(mine, its)}
    return found | (_names(one, other) - {"seats"})


def _names(one: Any, other: Any) -> set[str]:
    """The same for two seats or tables; members of an object by name."""
    found = set()
    for name in MEMBERS[type(one)]:
        mine, its = getattr(one, name), getattr(other, name)
        if isinstance(mine, Mapping):
            found |= {f"{name}.{key}" for key, value in mine.items() if its.get(key) != value}
        elif mine != its:
            found.add(name)
    return found


def wrong_sides(position: Mapping[str, Any], seats: int) -> list[tuple[str, str]]:
    """What the types of the parts cannot express: (member, what is wrong with it)."""
    sides = position["seats"]
    people = [side for side in sides if side["automaton"] is None]
    wrong = []
    if sides and (len(people) != seats or [side["seat"] for side in sides] != [*range(len(sides))]):
        numbers = [side["seat"] for side in people]
        wrong.append(("seats", f"has the seats {numbers}; it must have each of {seats} seats once, from 0, in order"))
    for name, place in position["places"].items():
        if place["rows"] and len(place["rows"]) != len(sides):
            text = f"has {len(place['rows'])} rows; it must have one for each of {len(sides)} seats, or none"
            wrong.append((f"places.{name}.rows", text))
    if position["ended"] is not None:
        scores = [*position["ended"]["scores"], *(one["score"] for one in position["ended"]["automata"])]
        for side, score in zip(sides, scores, strict=False):
            if side["score"] not in (None, score):
                text = f"is {side['score']}; the result (`outcome`) says {score}"
                wrong.append((f"seats.{side['seat']}.score", text))
    return wrong

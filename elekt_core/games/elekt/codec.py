"""Notation (docs/notation.md): what the types of facts leave open (``events``): steps, and positions set up by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ...contract import Json
from ...kit.fields import hints_of
from ...kit.notation import Notation, Pair, as_it_is, card_pair, fields_of, many, word
from . import agenda  # noqa: F401  it fills the table of steps
from . import events as e
from .cards import CardSet
from .course import BASE, Course
from .events import Step
from .vocabulary import ATTRIBUTES, DECKS, DIRECTIONS, NONE, ZONES

DIRECTION_WORDS: Final = {direction: word for word, direction in DIRECTIONS.items()}
AS_IT_IS: Final[Pair] = (as_it_is, as_it_is)

TYPES: Final = {name: hint for cls in e.KINDS.values() for name, hint in hints_of(cls).items()}
"""Name of a field -> its type: the facts of expansions have fields of the same names, and need not say it."""


class Codec:
    """Writers and readers for one card set. An unknown card, or none, is ``null``."""

    def __init__(self, cards: CardSet, course: Course = BASE) -> None:
        self.course = course
        self.step_words = {word: step for step, (word, _) in course.fields.items()}
        self.names = cards.names
        self.bounded = cards.bounded
        step: Pair = (self.write_step, self.read_step)
        self.card = card_pair(cards.names)
        own = {"step": step, "agenda": many(step), **_of_positions(self.card)}
        added = {cls: _types_of(cls) for cls in course.events.values() if cls not in e.KINDS.values()}
        self.notation = Notation(course.events, cards.names, own, types=added, otherwise=AS_IT_IS)
        self.ids: dict[str | None, int] = {None: NONE}
        self.ids.update(cards.ids.items())
        self.step_fields: dict[str, Pair] = {
            **dict.fromkeys(("card", "unit", "with"), self.card),
            "zone": word(ZONES, NONE),
            "attribute": word(ATTRIBUTES, NONE),
            "attributes": many(word(ATTRIBUTES)),
            "cards": (self._write_cards, self._read_cards),
            "targets": (self.write_targets, self._read_targets),
            "alternatives": many((self.write_targets, self._read_targets)),
        }
        self.steps = {
            step: (
                word,
                [(name, EMPTY.get(name, NONE), self.step_fields.get(name, AS_IT_IS)) for name in names],
            )
            for step, (word, names) in course.fields.items()
        }

    # --- steps ----------------------------------------------------------------------------------------------

    def write_step(self, step: Step) -> Json:
        """``{"step": word, "seat": n, argument: value, ...}``; what is absent is NONE, or 0 for a number."""
        if not step:
            return {}
        word, arguments = self.steps[step[0]]
        written: dict[str, Any] = {"step": word}
        if step[1] != NONE:
            written["seat"] = step[1]
        for (name, empty, (write, _)), value in zip(arguments, step[2:], strict=True):
            if value != empty:
                written[name] = write(value)
        return written

    def read_step(self, data: Json) -> Step:
        if not data:
            return ()
        step = self.step_words[data["step"]]
        values = [read(data[name]) if name in data else empty for name, empty, (_, read) in self.steps[step][1]]
        return (step, data.get("seat", NONE), *values)

    def _write_cards(self, cards: Sequence[Any]) -> list[Any]:
        return [[c[0], self.names[c[1]]] if isinstance(c, tuple) else self.names[c] for c in cards]

    def _read_cards(self, cards: Sequence[Any]) -> tuple[Any, ...]:
        return tuple((c[0], self.ids[c[1]]) if isinstance(c, list) else self.ids[c] for c in cards)

    def write_targets(self, targets: Sequence[tuple[str, int]]) -> list[Json]:
        return [{word: self.target(word)[0](value)} for word, value in targets]

    def _read_targets(self, targets: Sequence[Mapping[str, Any]]) -> tuple[tuple[str, int], ...]:
        return tuple((word, self.target(word)[1](value)) for target in targets for word, value in target.items())

    def target(self, word: str) -> Pair:
        kind = self.course.target_words[word]
        return AS_IT_IS if kind == "seat" else self.step_fields[kind]


EMPTY: Final[dict[str, Any]] = {"seats": 0, "placed": 0, "done": 0, "cards": (), "targets": (), "changed": 0}
"""What an absent argument of a step stands for, if not NONE."""


def _types_of(cls: type) -> dict[str, Any]:
    """Of an expansion's fact."""
    return {name: TYPES[name] for name in fields_of(cls) if name in TYPES}


def _by_word(words: Sequence[str], one: Pair) -> Pair:
    """One value for each word, as an object."""
    write, read = one
    return (
        lambda values: {word: write(value) for word, value in zip(words, values, strict=True)},
        lambda data: tuple([read(data[word]) for word in words]),
    )


def _of_positions(card: Pair) -> dict[str, Pair]:
    """The fields of PositionSet that are objects, or flags."""
    name, number = card
    names, numbers = many(card)
    return {
        "direction": (DIRECTION_WORDS.__getitem__, DIRECTIONS.__getitem__),
        "passed": many((bool, int)),
        "pool": _by_word(ATTRIBUTES, AS_IT_IS),
        "face_up": _by_word(ZONES, card),
        "decks": _by_word(DECKS, (names, numbers)),
        "rows": (
            lambda rows: {
                word: [names(row) for row in rows[zone * len(rows) // 3 : (zone + 1) * len(rows) // 3]]
                for zone, word in enumerate(ZONES)
            },
            lambda zones: tuple([numbers(row) for word in ZONES for row in zones[word]]),
        ),
        "tokens_on": many(
            (
                lambda unit: {"unit": name(unit[0]), **dict(zip(ATTRIBUTES, unit[1:], strict=True))},
                lambda data: (number(data["unit"]), *[data[word] for word in ATTRIBUTES]),
            )
        ),
        "skips": many(
            (
                lambda pair: [ZONES[pair[0]], ATTRIBUTES[pair[1]]],
                lambda words: (ZONES.index(words[0]), ATTRIBUTES.index(words[1])),
            )
        ),
    }

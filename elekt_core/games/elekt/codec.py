"""Notation (docs/notation.md) for what the types of facts leave open (``events``): steps, and positions set up by
hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from ...contract import Json
from ...kit.agenda import as_objects, as_rows
from ...kit.fields import hints_of
from ...kit.notation import Notation, Pair, as_it_is, card_pair, fields_of, many, word
from . import events as e
from .agenda import KINDS
from .cards import CardSet
from .course import BASE, Course
from .vocabulary import ATTRIBUTES, DECKS, DIRECTIONS, NONE, ZONES

DIRECTION_WORDS: Final = {direction: word for word, direction in DIRECTIONS.items()}
AS_IT_IS: Final[Pair] = (as_it_is, as_it_is)

TYPES: Final = {name: hint for cls in e.KINDS.values() for name, hint in hints_of(cls).items()}
"""Name of a field -> its type: the facts of expansions have fields of the same names, and need not say it."""


class Codec:
    """Writers and readers for one card set. An unknown card, or none, is ``null``."""

    def __init__(self, cards: CardSet, course: Course = BASE) -> None:
        self.course = course
        self.names = cards.names
        self.bounded = cards.bounded
        self.card = card_pair(cards.names)
        self.ids: dict[str | None, int] = {None: NONE}
        self.ids.update(cards.ids.items())
        self._of_targets: dict[str, Pair] = {
            "card": self.card,
            "attribute": word(ATTRIBUTES, NONE),
            "zone": word(ZONES, NONE),
            "seat": AS_IT_IS,
        }
        own = {
            "acting": many((self._write_acting, self._read_acting)),
            "targets": (self.write_targets, self._read_targets),
            **_of_positions(self.card),
        }
        known = {*e.KINDS.values(), *KINDS.values()}
        added = {cls: _types_of(cls) for cls in (*course.events.values(), *course.kinds.values()) if cls not in known}
        self.notation = Notation(
            course.events, cards.names, own, types=added, otherwise=AS_IT_IS, steps=partial(as_objects, course.kinds)
        )
        self.write_step = self.notation.step[0]
        self.mark_step, self.mark_agenda = as_rows(course.marks)

    # --- steps ----------------------------------------------------------------------------------------------

    def _write_acting(self, acting: tuple[int, int]) -> list[Any]:
        seat, card = acting
        return [seat, self.names[card]]

    def _read_acting(self, acting: Sequence[Any]) -> tuple[int, int]:
        seat, card = acting
        return seat, self.ids[card]

    def write_targets(self, targets: Sequence[tuple[str, int]]) -> list[Json]:
        return [{word: self.target(word)[0](value)} for word, value in targets]

    def _read_targets(self, targets: Sequence[Mapping[str, Any]]) -> tuple[tuple[str, int], ...]:
        return tuple((word, self.target(word)[1](value)) for target in targets for word, value in target.items())

    def target(self, word: str) -> Pair:
        return self._of_targets[self.course.target_words[word]]


def _types_of(cls: type) -> dict[str, Any]:
    """The types of the fields of an expansion's fact."""
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

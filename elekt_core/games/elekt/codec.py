"""Notation (docs/notation.md): facts, decisions and states as readable JSON and back, cards by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from ...contract import Json
from ...errors import BadRecord, UnknownKind
from . import agenda  # noqa: F401  it fills the table of steps
from . import events as e
from .cards import CardSet
from .course import BASE, Course
from .events import Step
from .vocabulary import ATTRIBUTES, DECKS, DIRECTIONS, NONE, PHASES, ZONES

Write = Callable[[Any], Any]
Read = Callable[[Any], Any]

DIRECTION_WORDS: Final = {direction: word for word, direction in DIRECTIONS.items()}


def _as_is(value: Any) -> Any:
    return value


def _indexed(words: Sequence[str]) -> tuple[Write, Read]:
    numbers = {word: i for i, word in enumerate(words)}
    return (lambda i: None if i == NONE else words[i]), (lambda word: NONE if word is None else numbers[word])


def _by_word(words: Sequence[str], write: Write, read: Read) -> tuple[Write, Read]:
    """One value for each word, as an object."""
    return (
        lambda values: {word: write(value) for word, value in zip(words, values, strict=True)},
        lambda data: tuple([read(data[word]) for word in words]),
    )


def maybe(value: int) -> int | None:
    return None if value == NONE else value


def _back(value: int | None) -> int:
    return NONE if value is None else value


def _maybes(values: Sequence[int]) -> list[int | None]:
    return [None if value == NONE else value for value in values]


def _backs(values: Sequence[int | None]) -> tuple[int, ...]:
    return tuple(NONE if value is None else value for value in values)


class Codec:
    """Writers and readers for one card set. An unknown card, or none, is ``null``."""

    def __init__(self, cards: CardSet, course: Course = BASE) -> None:
        self.course = course
        self.step_words = {word: step for step, (word, _) in course.fields.items()}
        self.names = cards.names
        self.bounded = cards.bounded
        self.ids: dict[str | None, int] = {None: NONE}
        self.ids.update(cards.ids.items())
        names: dict[int, str | None] = dict(enumerate(cards.names))
        names[NONE] = None
        ids = self.ids
        card: tuple[Write, Read] = (names.__getitem__, ids.__getitem__)
        some: tuple[Write, Read] = (lambda cs: [names[c] for c in cs], lambda ns: tuple([ids[n] for n in ns]))
        seat: tuple[Write, Read] = (maybe, _back)
        zone, attribute = _indexed(ZONES), _indexed(ATTRIBUTES)
        plain: tuple[Write, Read] = (list, tuple)
        self.fields: dict[str, tuple[Write, Read]] = {
            **dict.fromkeys(("card", "unit", "other", "given", "taken"), card),
            **dict.fromkeys(("cards", "aside", "units"), some),
            **dict.fromkeys(("zone", "other_zone"), zone),
            **dict.fromkeys(("tokens", "set_aside", "participants", "tied", "titles", "ranks", "scores"), plain),
            "kinds": plain,
            **dict.fromkeys(("seat", "herald", "by", "winner", "position", "other_position"), seat),
            "counts": (_maybes, _backs),
            "attribute": attribute,
            "deck": _indexed(DECKS),
            "phase": _indexed(PHASES),
            "source": _indexed(e.SOURCES),
            "what": _indexed(e.EXCHANGES),
            "how": _indexed(e.WAYS),
            "reason": _indexed(e.REASONS),
            "direction": (DIRECTION_WORDS.__getitem__, DIRECTIONS.__getitem__),
            "step": (self.write_step, self.read_step),
            "agenda": (
                lambda steps: [self.write_step(s) for s in steps],
                lambda ss: tuple([self.read_step(s) for s in ss]),
            ),
        }
        self.fields |= self._of_positions(card, some)
        kinds = course.events
        self.writers = {cls: [(field, self._of(cls, field)[0]) for field in _fields(cls)] for cls in kinds.values()}
        self.readers = {
            kind: (cls, [(field, self._of(cls, field)[1]) for field in _fields(cls)]) for kind, cls in kinds.items()
        }
        self.step_fields: dict[str, tuple[Write, Read]] = {
            **dict.fromkeys(("card", "unit", "with"), card),
            "zone": zone,
            "attribute": attribute,
            "attributes": (lambda xs: [ATTRIBUTES[x] for x in xs], lambda ws: tuple(ATTRIBUTES.index(w) for w in ws)),
            "cards": (self._write_cards, self._read_cards),
            "targets": (self.write_targets, self._read_targets),
            "alternatives": (
                lambda choices: [self.write_targets(targets) for targets in choices],
                lambda choices: tuple([self._read_targets(targets) for targets in choices]),
            ),
        }

        self.steps = {
            step: (
                word,
                [(name, EMPTY.get(name, NONE), self.step_fields.get(name, (_as_is, _as_is))) for name in names],
            )
            for step, (word, names) in course.fields.items()
        }

    def _of_positions(self, card: tuple[Write, Read], some: tuple[Write, Read]) -> dict[str, tuple[Write, Read]]:
        """The fields of PositionSet."""
        (name, number), (names, numbers) = card, some
        lists: tuple[Write, Read] = (
            lambda rows: [names(row) for row in rows],
            lambda rows: tuple([numbers(row) for row in rows]),
        )
        return {
            "holder": (maybe, _back),
            "crowned": (maybe, _back),
            **dict.fromkeys(("heat", "assigned", "conceded"), (list, tuple)),
            **dict.fromkeys(("hands", "acquired"), lists),
            **dict.fromkeys(("removed", "discard", "suppressed", "held", "used", "used_game", "won", "drawn"), some),
            "passed": (lambda flags: [*map(bool, flags)], lambda flags: tuple(map(int, flags))),
            "pool": _by_word(ATTRIBUTES, _as_is, _as_is),
            "face_up": _by_word(ZONES, name, number),
            "decks": _by_word(DECKS, names, numbers),
            "rows": (
                lambda rows: {
                    word: [names(row) for row in rows[zone * len(rows) // 3 : (zone + 1) * len(rows) // 3]]
                    for zone, word in enumerate(ZONES)
                },
                lambda zones: tuple([numbers(row) for word in ZONES for row in zones[word]]),
            ),
            "tokens_on": (
                lambda units: [{"unit": name(unit), **dict(zip(ATTRIBUTES, n, strict=True))} for unit, *n in units],
                lambda units: tuple([(number(u["unit"]), *[u[word] for word in ATTRIBUTES]) for u in units]),
            ),
            "skips": (
                lambda pairs: [[ZONES[zone], ATTRIBUTES[attribute]] for zone, attribute in pairs],
                lambda pairs: tuple([(ZONES.index(zone), ATTRIBUTES.index(attribute)) for zone, attribute in pairs]),
            ),
        }

    def _of(self, cls: type, field: str) -> tuple[Write, Read]:
        """How a field is written and read; the cards of GameCreated are a version, not cards."""
        if cls is e.GameCreated and field == "cards":
            return _as_is, _as_is
        return self.fields.get(field, (_as_is, _as_is))

    # --- events ---------------------------------------------------------------------------------------------

    def encode_event(self, event: Any) -> Json:
        return {field: write(value) for (field, write), value in zip(self.writers[type(event)], event, strict=True)}

    def decode_event(self, kind: str, version: int, payload: Json) -> Any:
        if kind not in self.readers or version != 1:
            raise UnknownKind("unknown_kind", kind=kind, version=version)
        cls, fields = self.readers[kind]
        try:
            return cls(*[read(payload[field]) for field, read in fields])
        except (KeyError, ValueError, TypeError, IndexError) as error:
            field = next((f for f, read in fields if not _readable(payload, f, read)), "")
            raise BadRecord("bad_payload", kind=kind, field=field) from error

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

    def target(self, word: str) -> tuple[Write, Read]:
        kind = self.course.target_words[word]
        return (_as_is, _as_is) if kind == "seat" else self.fields[kind]


EMPTY: Final[dict[str, Any]] = {"seats": 0, "placed": 0, "done": 0, "cards": (), "targets": (), "changed": 0}
"""What an absent argument of a step stands for, if not NONE."""


def _fields(cls: type) -> tuple[str, ...]:
    fields: tuple[str, ...] = cls._fields  # type: ignore[attr-defined]  # every event class is a NamedTuple
    return fields


def _readable(payload: Json, field: str, read: Read) -> bool:
    try:
        read(payload[field])
    except (KeyError, ValueError, TypeError, IndexError):
        return False
    return True

"""Notation: facts and states as readable JSON and back, cards by name (docs/enclave-notation.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any, Final, get_type_hints

from ...chain import compact
from ...contract import UNKNOWN, Json
from ...errors import BadRecord, UnknownKind
from . import events as e
from .cards import ACTIONS, CARDS, DECKS, LOCATIONS
from .state import EVERYTHING, NAMES, NOT_CHOSEN, State

Write = Callable[[Any], Any]
Read = Callable[[Any], Any]

NUMBERS: Final = frozenset({int})
LEAVES: Final = frozenset({int, str})
LISTS_ALONE: Final = frozenset({list})
PLACES: Final = (*LOCATIONS, *(f"tree_{level}" for level in range(1, 6)))


def _words(words: Sequence[str]) -> tuple[Write, Read]:
    numbers: dict[str | None, int] = {word: number for number, word in enumerate(words)}
    numbers[None] = e.NONE
    return (lambda n: None if n == e.NONE else words[n]), numbers.__getitem__


def _many(one: tuple[Write, Read]) -> tuple[Write, Read]:
    write, read = one
    return (lambda values: [write(v) for v in values]), (lambda values: tuple(map(read, _list(values))))


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError(value)
    return value


def _typed(kind: type) -> tuple[Write, Read]:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise TypeError(value)
        return value

    return (lambda value: value), read


def _seat() -> tuple[Write, Read]:
    read = _typed(int)[1]
    return (lambda n: None if n == e.NONE else n), (lambda n: e.NONE if n is None else read(n))


def plain(value: tuple[Any, ...]) -> list[Any]:
    """Tuples as lists, all the way down."""
    return [plain(one) if isinstance(one, tuple) else one for one in value]


def _back(value: Any) -> Any:
    """Lists as tuples, all the way down to numbers and words. Raises TypeError."""
    if type(value) is not list:
        raise TypeError(value)
    return tuple([one if type(one) in LEAVES else _back(one) for one in value])


def _steps(value: Any) -> Any:
    """The same for an agenda. Nearly all steps are numbers and words alone, which is seen of all of them at once."""
    if type(value) is list and LISTS_ALONE.issuperset(map(type, value)):
        if LEAVES.issuperset(map(type, chain.from_iterable(value))):
            return tuple(map(tuple, value))
    return _back(value)


def _numbers(value: Any) -> tuple[int, ...]:
    if type(value) is not list or not NUMBERS.issuperset(map(type, value)):
        raise TypeError(value)
    return tuple(value)


CARD: Final = _words(CARDS.names)
BY_NAME: Final[Mapping[str, tuple[Write, Read]]] = {
    "card": CARD,
    **dict.fromkeys(("cards", "top", "bottom", "box", "laid"), _many(CARD)),
    **dict.fromkeys(("rows", "piles", "discards", "hands", "attached"), _many(_many(CARD))),
    "places": (plain, _back),
    "deck": _words(DECKS),
    "location": _words(LOCATIONS),
    "place": _words(PLACES),
    "phase": _words(e.PHASES),
    "action": _words(ACTIONS),
    "actions": _many(_words(ACTIONS)),
    "category": _words(e.CATEGORIES),
    "reason": _words(e.REASONS),
    "partner": _seat(),
    "step": (plain, _back),
    "agenda": (plain, _steps),
}
BY_TYPE: Final[Mapping[Any, tuple[Write, Read]]] = {
    int: _typed(int),
    bool: _typed(bool),
    str: _typed(str),
    tuple[int, ...]: (list, _numbers),
}
SOURCES: Final = _words(e.SOURCES)
FROM: Final = _words(e.FROM)


def _field(cls: type, name: str, kind: Any) -> tuple[Write, Read]:
    if name == "source":
        return SOURCES if cls in (e.KnowledgeGained, e.MoneyGained) else FROM
    return BY_NAME.get(name) or BY_TYPE[kind]


FIELDS: Final = {
    cls: [(name, *_field(cls, name, kind)) for name, kind in get_type_hints(cls).items()] for cls in e.KINDS.values()
}

_READERS: Final = {kind: (cls, [(name, read) for name, _, read in FIELDS[cls]]) for kind, cls in e.KINDS.items()}
_fact: Final = tuple.__new__
"""A fact of a class from its values in order: the class's own way takes them one by one."""


def encode_event(event: Any) -> Json:
    return {name: write(value) for (name, write, _), value in zip(FIELDS[type(event)], event, strict=True)}


def decode_event(kind: str, version: int, payload: Json) -> Any:
    """Raises UnknownKind, BadRecord that names the field."""
    known = _READERS.get(kind)
    if known is None or version != 1:
        raise UnknownKind("unknown_kind", kind=kind, version=version)
    cls, fields = known
    try:
        values = [read(payload[name]) for name, read in fields]
    except (KeyError, TypeError) as error:
        raise BadRecord("bad_payload", kind=kind, field=_unreadable(payload, fields)) from error
    if len(payload) != len(fields):
        raise BadRecord("bad_payload", kind=kind, field=min(set(payload) - {name for name, _ in fields}))
    return _fact(cls, values)


def _unreadable(payload: Json, fields: Sequence[tuple[str, Read]]) -> str:
    """The first field that is missing or wrong."""
    for name, read in fields:
        try:
            read(payload[name])
        except (KeyError, TypeError):
            return name
    raise AssertionError("every field can be read")


# --- states ---------------------------------------------------------------------------------------------------


def cards(numbers: Sequence[int]) -> list[str | None]:
    return [CARD[0](card) for card in numbers]


def encode_state(s: State) -> Json:
    """A state, or a view, for programs: cards by name, ``null`` for an unknown one."""
    rows = zip(DECKS, s.rows, strict=False)
    return {
        "ruleset": s.created.ruleset if s.created else None,
        "turn": s.turn,
        "phase": None if s.phase == e.NONE else e.PHASES[s.phase],
        "turn_order": list(s.order),
        "next_turn_order": list(s.next_order),
        "initiative": {word: number or None for word, number in zip(LOCATIONS, s.initiative, strict=True)},
        "places": {word: list(seats) for word, seats in zip(PLACES, s.places, strict=True)},
        "rows": {word: cards(row) for word, row in rows},
        "piles": {word: cards(pile) for word, pile in zip(DECKS, s.piles, strict=True)},
        "recalled": {word: _recalled(some) for word, some in zip(DECKS, s.recalled, strict=True)},
        "discards": {word: cards(pile) for word, pile in zip(DECKS, s.discards, strict=True)},
        "tree": [
            {"level": level, "card": CARD[0](card), "marker": limit, "taken_by": None if owner == e.NONE else owner}
            for level, (card, limit, owner) in enumerate(zip(s.tree_cards, s.limits, s.owners, strict=False), 1)
        ],
        "players": [_player(s, seat) for seat in range(s.seats)],
        "boarding": _boarding(s) if s.mission != e.NONE else None,
        "pending": CARD[0](s.pending),
        "looked_at": cards([card for pile in s.looked for card in pile] + list(s.offer)),
        "bids": [None if bid == e.NONE else bid for bid in s.bids],
        "question": {"seats": list(s.waiting), "kind": s.question} if s.question else None,
        "ended": encode_event(s.ended) if s.ended else None,
    }


def _recalled(recalled: Sequence[tuple[int, int, tuple[int, ...]]]) -> list[Json]:
    """Cards that a seat knows to lie at one of these places of the pile, counted from 0 at the top; -1 is the hand of
    whoever looks at cards now."""
    return [{"seat": seat, "card": CARD[0](card), "places": list(places)} for seat, card, places in recalled]


def _player(s: State, seat: int) -> Json:
    return {
        "seat": seat,
        "victory_points": s.score[seat] + s.bonus[seat],
        "knowledge": s.knowledge[seat],
        "money": s.money[seat],
        "tree_tokens": s.tree_tokens[seat],
        "condition": {"physical": s.condition[2 * seat], "psychic": s.condition[2 * seat + 1]},
        "maximum": {"physical": s.maximum[2 * seat], "psychic": s.maximum[2 * seat + 1]},
        "sesame": s.sesame[seat],
        "sarcophagus": s.sarcophagus[seat],
        "hand": cards(s.hands[seat]),
        "upgrades": cards(s.attached[2 * seat] + s.attached[2 * seat + 1]),
        "preparation": bool(s.preparation[seat]),
        "synchron": bool(s.synchron[seat]),
        "critical_removal": bool(s.removal[seat]),
        "played": [word for number, word in enumerate(ACTIONS) if s.played[seat] >> number & 1],
        "chosen": _chosen(s.committed[seat]),
        "conceded": s.gave_up(seat),
    }


def _chosen(committed: int) -> str | None:
    """The sealed action: ``None`` before, ``"sealed"`` for who may not know it."""
    return None if committed == NOT_CHOSEN else "sealed" if committed == UNKNOWN else ACTIONS[committed]


def _boarding(s: State) -> Json:
    return {
        "card": CARD[0](s.mission),
        "participants": list(s.participants),
        "traps": cards(s.traps),
        "items": [cards(along) for along in s.along],
        "used": [cards(used) for used in s.used],
    }


def fingerprint(s: State) -> bytes:
    """Every field by name as one JSON object with sorted keys and without spaces; nothing is left out.

    Under the first rules there was no ``recalled``: it is not among the fields of their positions.
    """
    found = dict(zip(NAMES, EVERYTHING(s), strict=True))
    if s.first_rules:
        del found["recalled"]
    return compact(found)


ABOUT: Final = {
    "market": ("location",),
    "oracle_look": ("seat", "amount"),
    "put_back": ("seat", "deck"),
    "exchange": ("seat", "level"),
    "use_tree": ("seat", "level", "place"),
    "purchase": ("seat", "deck", "source"),
    "choose_action": ("round",),
}
"""Question -> its step's first arguments that a reader wants to know."""


def about(s: State) -> Json:
    """The public context of the open question: what its step says, and the card in question."""
    named = dict(zip(ABOUT.get(s.question, ()), s.step[1:], strict=False))
    named.pop("seat", None)
    for field, (write, _) in (("location", BY_NAME["location"]), ("deck", BY_NAME["deck"]), ("source", FROM)):
        if field in named:
            named[field] = write(named[field])
    if s.question in ("prize", "clear_slot"):
        named["card"] = CARD[0](s.pending)
    elif s.question in ("take_items", "use_items"):
        named |= {"card": CARD[0](s.mission), "traps": cards(s.traps)}
    elif s.question == "use_tree":
        named["card"] = CARD[0](s.tree_cards[s.step[2] - 1])
    return named

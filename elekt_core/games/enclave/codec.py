"""Notation: what the types of facts and state leave open (docs/enclave-notation.md)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any, Final

from ...contract import UNKNOWN, Json
from ...kit.notation import Notation
from ...kit.states import Part, state_writer
from ...record.chain import compact
from . import events as e
from .cards import ACTIONS, CARDS, DECKS, LOCATIONS
from .state import EVERYTHING, NAMES, NOT_CHOSEN, State

LEAVES: Final = frozenset({int, str})
LISTS_ALONE: Final = frozenset({list})


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


NOTATION: Final = Notation(e.KINDS, CARDS.names, {"step": (plain, _back), "agenda": (plain, _steps)})
CARD: Final = NOTATION.card[0]


# --- states ---------------------------------------------------------------------------------------------------


def cards(numbers: Sequence[int]) -> list[str | None]:
    return list(map(CARD, numbers))


def _recalled(recalled: Sequence[tuple[int, int, tuple[int, ...]]]) -> list[Json]:
    """Cards that a seat knows to lie at one of these places of the pile, counted from 0 at the top; -1 is the hand of
    whoever looks at cards now."""
    return [{"seat": seat, "card": CARD(card), "places": list(places)} for seat, card, places in recalled]


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
        "card": CARD(s.mission),
        "participants": list(s.participants),
        "traps": cards(s.traps),
        "items": [cards(along) for along in s.along],
        "used": [cards(used) for used in s.used],
    }


PARTS: Final[dict[str, Part]] = {
    "ruleset": lambda s: s.created.ruleset if s.created else None,
    "turn": "turn",
    "phase": "phase",
    "turn_order": "order",
    "next_turn_order": "next_order",
    "initiative": lambda s: {word: number or None for word, number in zip(LOCATIONS, s.initiative, strict=True)},
    "places": lambda s: {word: list(seats) for word, seats in zip(e.PLACES, s.places, strict=True)},
    "rows": lambda s: {word: cards(row) for word, row in zip(DECKS, s.rows, strict=False)},
    "piles": lambda s: {word: cards(pile) for word, pile in zip(DECKS, s.piles, strict=True)},
    "recalled": lambda s: {word: _recalled(some) for word, some in zip(DECKS, s.recalled, strict=True)},
    "discards": lambda s: {word: cards(pile) for word, pile in zip(DECKS, s.discards, strict=True)},
    "tree": lambda s: [
        {"level": level, "card": CARD(card), "marker": limit, "taken_by": None if owner == e.NONE else owner}
        for level, (card, limit, owner) in enumerate(zip(s.tree_cards, s.limits, s.owners, strict=False), 1)
    ],
    "players": lambda s: [_player(s, seat) for seat in range(s.seats)],
    "boarding": lambda s: _boarding(s) if s.mission != e.NONE else None,
    "pending": "pending",
    "looked_at": lambda s: cards([card for pile in s.looked for card in pile] + list(s.offer)),
    "bids": "bids",
    "question": lambda s: {"seats": list(s.waiting), "kind": s.question} if s.question else None,
    "ended": lambda s: NOTATION.encode_event(s.ended) if s.ended else None,
}
encode_state: Final = state_writer(NOTATION, State, PARTS)
"""A state, or a view, for programs: cards by name, ``null`` for an unknown one."""


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
WORDS: Final = {"location": LOCATIONS, "deck": DECKS, "source": e.FROM}


def about(s: State) -> Json:
    """The public context of the open question: what its step says, and the card in question."""
    named = dict(zip(ABOUT.get(s.question, ()), s.step[1:], strict=False))
    named.pop("seat", None)
    for field, words in WORDS.items():
        if field in named:
            named[field] = words[named[field]]
    if s.question in ("prize", "clear_slot"):
        named["card"] = CARD(s.pending)
    elif s.question in ("take_items", "use_items"):
        named |= {"card": CARD(s.mission), "traps": cards(s.traps)}
    elif s.question == "use_tree":
        named["card"] = CARD(s.tree_cards[s.step[2] - 1])
    return named

"""Notation for what the types of facts and state leave open (docs/enclave-notation.md)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Final

from ...contract import UNKNOWN, Json
from ...kit.agenda import as_rows
from ...kit.notation import Notation
from ...kit.position_shape import Place, Position, Side
from ...record.chain import compact
from . import events as e
from .agenda import WORDS
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


SHAPES: Final = {(word, len(cls._fields)): cls for cls, word in WORDS.items()}
"""A step in a record is ``[word, value, ...]``: the word and how many values it has say its kind."""


@lru_cache(4096)
def _step(row: tuple[Any, ...]) -> Any:
    """Cached, because there are few different steps and records are full of them. Raises KeyError."""
    return tuple.__new__(SHAPES[row[0], len(row) - 1], row[1:])


def _read_step(value: Any) -> Any:
    return _step(_back(value))


def _read_agenda(value: Any) -> Any:
    """Nearly all steps are only numbers and words, which is checked for all of them at once."""
    if type(value) is list and LISTS_ALONE.issuperset(map(type, value)):
        if LEAVES.issuperset(map(type, chain.from_iterable(value))):
            return tuple(map(_step, map(tuple, value)))
    return tuple(map(_step, _back(value)))


def _write_step(step: Any) -> list[Any]:
    return [WORDS[type(step)], *plain(step)]


def _write_agenda(steps: Sequence[Any]) -> list[Any]:
    return list(map(_write_step, steps))


STEPS: Final = {"step": (_write_step, _read_step), "agenda": (_write_agenda, _read_agenda)}
NOTATION: Final = Notation(e.KINDS, CARDS.names, STEPS)
CARD: Final = NOTATION.card[0]
PHASE: Final = NOTATION.writer(e.Phase)


# --- states ---------------------------------------------------------------------------------------------------


def cards(numbers: Sequence[int]) -> list[str | None]:
    return list(map(CARD, numbers))


def describe(s: State) -> Position:
    """The places are the locations and the Tree's levels. A pile's top card comes first, as does a row's leftmost
    card."""
    piles = {f"{word}_pile": cards(pile) for word, pile in zip(DECKS, s.piles, strict=True)}
    piles |= {f"{word}_discard": cards(pile[::-1]) for word, pile in zip(DECKS, s.discards, strict=True)}
    piles |= {f"{word}_row": cards(row) for word, row in zip(DECKS, s.rows, strict=False)}
    return Position(
        ruleset=s.created.ruleset if s.created else None,
        round=s.turn,
        phase=PHASE(s.phase),
        seats=[_side(s, seat) for seat in range(s.seats)],
        piles={**piles, "traps": cards(s.traps), "pending": cards(one_or_none(s.pending))},
        places={word: _place(s, place) for place, word in enumerate(e.PLACES)},
        game={
            "turn_order": list(s.order),
            "next_turn_order": list(s.next_order),
            "recalled": {word: _recalled(some) for word, some in zip(DECKS, s.recalled, strict=True)},
            "boarding": None if s.mission == e.NONE else _boarding(s),
        },
    )


def one_or_none(card: int) -> tuple[int, ...]:
    return () if card == e.NONE else (card,)


def _side(s: State, seat: int) -> Side:
    looked_at = [*chain.from_iterable(s.looked), *s.offer] if s.looker == seat else []
    return Side(
        seat=seat,
        conceded=s.gave_up(seat),
        score=s.score[seat] + s.bonus[seat],
        hand=cards(s.hands[seat]),
        piles={
            "upgrades": cards(s.attached[2 * seat] + s.attached[2 * seat + 1]),
            "taken_along": cards(s.along[seat]),
            "used": cards(s.used[seat]),
            "looked_at": cards(looked_at),
        },
        counts={
            "knowledge": s.knowledge[seat],
            "money": s.money[seat],
            "tree_tokens": s.tree_tokens[seat],
            "physical": s.condition[2 * seat],
            "psychic": s.condition[2 * seat + 1],
            "maximum_physical": s.maximum[2 * seat],
            "maximum_psychic": s.maximum[2 * seat + 1],
            "sesame": s.sesame[seat],
            "sarcophagus": s.sarcophagus[seat],
        },
        game={
            "preparation": bool(s.preparation[seat]),
            "synchron": bool(s.synchron[seat]),
            "critical_removal": bool(s.removal[seat]),
            "played": [word for number, word in enumerate(ACTIONS) if s.played[seat] >> number & 1],
            "chosen": _chosen(s.committed[seat]),
            "bid": None if s.bids[seat] == e.NONE else s.bids[seat],
        },
    )


def _chosen(committed: int) -> list[str | None]:
    """The sealed action: empty before the choice, ``None`` for anybody who may not know it."""
    return [] if committed == NOT_CHOSEN else [None if committed == UNKNOWN else ACTIONS[committed]]


def _place(s: State, place: int) -> Place:
    """A location with the token of its turn, or a level of the Tree with its card and marker."""
    seats, level = s.places[place], place - len(LOCATIONS)
    if level < 0:
        return Place(seats=seats, counts={"initiative": s.initiative[place]})
    owner = s.owners[level]
    return Place(
        cards=cards(s.tree_cards[level : level + 1]),
        seats=seats,
        owner=None if owner == e.NONE else owner,
        counts={"marker": s.limits[level]},
    )


def _boarding(s: State) -> Json:
    return {"card": CARD(s.mission), "participants": list(s.participants)}


def _recalled(recalled: Sequence[tuple[int, int, tuple[int, ...]]]) -> list[Json]:
    """Cards that a seat knows to lie at one of these places of the pile, counted from 0 at the top; -1 is the hand of
    the player who is looking at cards now."""
    return [{"seat": seat, "card": CARD(card), "places": list(places)} for seat, card, places in recalled]


MARK_STEP, MARK_AGENDA = as_rows(WORDS)


def fingerprint(s: State) -> bytes:
    """Every field by name as one JSON object with sorted keys and without spaces; nothing is left out.

    Under the first rules there was no ``recalled``: it is not among the fields of their positions.
    """
    found = dict(zip(NAMES, EVERYTHING(s), strict=True))
    found["step"], found["agenda"] = MARK_STEP(s.step), MARK_AGENDA(s.agenda)
    if s.first_rules:
        del found["recalled"]
    return compact(found)


ABOUT: Final = {
    "market": ("location",),
    "oracle_look": ("amount",),
    "put_back": ("deck",),
    "exchange": ("level",),
    "use_tree": ("level", "place"),
    "purchase": ("deck", "source"),
    "choose_action": ("round",),
}
"""Question -> the fields of its step that a reader wants to know."""
NAMED: Final = {"location": LOCATIONS, "deck": DECKS, "source": e.FROM}


def about(s: State) -> Json:
    """The public context of the open question: what its step says, and the card in question."""
    named: dict[str, Any] = {field: getattr(s.step, field) for field in ABOUT.get(s.question, ())}
    for field, words in NAMED.items():
        if field in named:
            named[field] = words[named[field]]
    if s.question in ("prize", "clear_slot"):
        named["card"] = CARD(s.pending)
    elif s.question in ("take_items", "use_items"):
        named |= {"card": CARD(s.mission), "traps": cards(s.traps)}
    elif s.question == "use_tree":
        named["card"] = CARD(s.tree_cards[s.step.level - 1])
    return named

"""Copies of a card, which nobody at a table can tell apart, on several phones.

A phone calls a card in its own hand by one of the copies. Another phone cannot know by which, and may give the same
name to a card that lies open. Then the first phone renames its own, back to when it was last hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from ..contract import Event, Game
from ..record.facts import decode_fact, encode_fact, texts_in
from ..record.record import encode_entry
from .joining import as_spectators_see
from .words import face_of

if TYPE_CHECKING:
    from .session import Entry

Pair = tuple[str, str]
"""Two copies that change their names."""
AT_ONCE = 2
"""So many pairs change for one entry at most."""


def pairs(copied: Iterable[str], named: Iterable[str]) -> Iterator[tuple[Pair, ...]]:
    """Which copies may change their names so that those ``named`` are free: the fewest changes first."""
    copies: dict[str, list[str]] = {}
    for card in sorted(copied):
        copies.setdefault(face_of(card), []).append(card)
    found = [(card, other) for card in sorted(set(named)) for other in copies.get(face_of(card), ()) if other != card]
    for number in range(1, AT_ONCE + 1):
        for chosen in combinations(found, number):
            if len({card for pair in chosen for card in pair}) == 2 * number:
                yield chosen


def called_otherwise(
    game: Game[Any], entries: Sequence[Entry], chosen: Iterable[Pair], at: int | None = None
) -> list[Entry]:
    """The entries with these copies in place of each other around number ``at`` (the last one): only as long as neither
    lies open, for what everybody has seen stays as it was told."""
    changed = list(entries)
    middle = len(changed) - 1 if at is None else at
    for card, other in chosen:
        names = {card: other, other: card}
        for way in (range(middle, -1, -1), range(middle + 1, len(changed))):
            for number in way:
                if names.keys() & named_in(game, as_spectators_see(game, changed[number].facts)):
                    break
                changed[number] = changed[number].renamed(game, names)
    return changed


def renamed_facts(game: Game[Any], facts: Sequence[Event], names: Mapping[str, str]) -> tuple[Event, ...]:
    """The facts with other copies in place of those."""
    return tuple(_renamed_fact(game, fact, names) for fact in facts)


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """A payload, or an answer (``card=acolyte.0``, ``unit:acolyte.0``), likewise."""
    if isinstance(value, str):
        head, card = _parted(value)
        return head + names.get(card, card)
    if isinstance(value, Mapping):
        return {key: renamed(part, names) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return type(value)([renamed(part, names) for part in value])
    return value


def copied(cards: Iterable[str]) -> frozenset[str]:
    """Those of which there are further copies."""
    number = Counter(map(face_of, cards))
    return frozenset(card for card in cards if number[face_of(card)] > 1)


def named_in(game: Game[Any], facts: Iterable[Event]) -> set[str]:
    """Every word of the facts, cards by name among them."""
    return {text for fact in facts for text in texts_in(encode_fact(game, fact))}


def _parted(text: str) -> tuple[str, str]:
    at = max(text.rfind("="), text.rfind(":")) + 1
    return text[:at], text[at:]


def _renamed_fact(game: Game[Any], fact: Event, names: Mapping[str, str]) -> Event:
    entry = encode_entry(game, fact, 0)
    return decode_fact(game, entry.kind, entry.version, renamed(entry.payload, names))

"""Short names: a word of the notation stands for one of the things that can be chosen here.

``Moth`` or ``Whi-Mo`` is the Whisper Moth where nothing else begins so; ``Acolyte-B`` the one of seat B. Case and
accents do not matter, and both languages are read.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

LIGATURES = str.maketrans({"ł": "l", "ß": "ss", "æ": "ae", "ø": "o", "đ": "d"})
MIN_STEM, MAX_ENDING = 3, 2
"""Letters that another form of a word has in common with it at least, and letters that it has beyond them at most."""
LONG_ENDING = 3
"""The same where a line as a whole can mean only one decision: ``zachowuje`` for ``zachowaj``."""
DENIALS = frozenset(["no", "not", "nothing", "nie", "nic", "niczego"])
"""What has one of them in its name is meant only by whoever says one: ``ocala`` is not ``Nie ocalaj``."""
_PIECE = re.compile(r"\w+(?:['’]\w+)*")


class Name(NamedTuple):
    """``main`` are the words of a name, ``more`` those that stand in brackets behind it: whose, where, how strong."""

    main: tuple[str, ...]
    more: tuple[str, ...]
    written: tuple[str, ...]
    """All of them as they are written."""


@lru_cache(4096)
def name_of(text: str) -> Name:
    main, _, more = text.partition("(")
    first, rest = _PIECE.findall(main), _PIECE.findall(more)
    return Name(tuple(map(plain, first)), tuple(map(plain, rest)), (*first, *rest))


@lru_cache(4096)
def plain(text: str) -> str:
    """Without case, accents and apostrophes: what is compared."""
    bare = unicodedata.normalize("NFKD", text.casefold().translate(LIGATURES))
    return "".join(sign for sign in bare if sign.isalnum())


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that can be chosen: its part of a decision, and its name in each language, one's own first."""

    part: str
    names: tuple[str, ...]


class Meant(NamedTuple):
    """What a word may stand for: one thing, or several with different names, or none."""

    things: Sequence[Thing]

    @property
    def one(self) -> Thing | None:
        return self.things[0] if len(self.things) == 1 else None


def meant(word: str, things: Sequence[Thing]) -> Meant:
    """The things that ``word`` fits best. Of things with the same name it is the first, or the one after ``#``."""
    text, _, count = word.partition("#")
    pieces = pieces_of(text)
    found: dict[tuple[str, ...], list[Thing]] = {}
    best: tuple[int, ...] = (0,)
    for thing, names in _not_denied(pieces, things):
        score = max((_score(pieces, name, language) for language, name in names), default=(0,))
        if score > best:
            best, found = score, {}
        if score == best and score > (0,):
            found.setdefault(thing.names, []).append(thing)
    number = int(count) if count.isdecimal() and len(count) < 4 else 1
    picked = [alike[number - 1] for alike in found.values() if 1 <= number <= len(alike)]
    return Meant(picked)


def continues(word: str, thing: Thing) -> bool:
    """Whether all pieces of ``word`` are words of the thing's name in one language, brackets left out."""
    if "#" in word:
        return False
    pieces = pieces_of(word)
    return any(_begins(pieces, name_of(name).main, str.startswith) for name in thing.names)


def fitting(word: str, things: Iterable[Thing]) -> frozenset[str]:
    """The parts of all things that ``word`` fits best, also in forms with longer endings."""
    pieces = pieces_of(word)
    scores = {
        thing.part: max((_score(pieces, name, language, LONG_ENDING) for language, name in names), default=(0,))
        for thing, names in _not_denied(pieces, tuple(things))
    }
    best = max(scores.values(), default=(0,))
    return frozenset(part for part, score in scores.items() if score == best > (0,))


def _not_denied(pieces: Sequence[str], things: Sequence[Thing]) -> Iterator[tuple[Thing, Sequence[tuple[int, str]]]]:
    """The things with those of their names, each with its language, that the pieces may mean: a name that says no only
    if they do, too, unless all things here say no in that language."""
    says_no = not DENIALS.isdisjoint(pieces)
    languages = range(max((len(thing.names) for thing in things), default=0))
    deny = [all(_denies(name) for thing in things for name in thing.names[n : n + 1]) for n in languages]
    for thing in things:
        yield thing, [(n, name) for n, name in enumerate(thing.names) if says_no or deny[n] or not _denies(name)]


def _denies(name: str) -> bool:
    return not DENIALS.isdisjoint(name_of(name).main)


def is_said(word: str, text: str) -> bool:
    """Whether each piece of ``word`` is a word of ``text``, perhaps in another form."""
    said = [plain(piece) for piece in _PIECE.findall(text)]
    return all(any(one == piece or _inflected(one, piece) for one in said) for piece in pieces_of(word))


def pieces_of(word: str) -> tuple[str, ...]:
    return tuple(plain(piece) for piece in _PIECE.findall(word.replace("_", " ")))


def _score(pieces: Sequence[str], text: str, language: int, ending: int = MAX_ENDING) -> tuple[int, ...]:
    """The better the larger; (0,) where it does not fit at all."""
    if not pieces or "" in pieces:
        return (0,)
    name = name_of(text)
    first = name.main[: len(pieces)]
    everything = (*name.main, *name.more)
    if pieces == name.main:
        return (7, -language)
    if len(first) == len(pieces) and all(map(str.startswith, first, pieces)):
        return (6, -language)
    if _begins(pieces, name.main, str.startswith):
        return (5 if set(pieces) <= set(name.main) else 4, -language)
    if _begins(pieces, everything, str.startswith):
        return (3, -language)

    def inflected(word: str, piece: str) -> bool:
        return _inflected(word, piece, ending)

    if _begins(pieces, everything, inflected):
        return (2 if _begins(pieces, name.main, inflected) else 1, -language)
    return (0,)


def _begins(pieces: Sequence[str], words: Sequence[str], fits: Callable[[str, str], bool]) -> bool:
    """Whether each piece fits a word, in the order of the words."""
    rest = iter(words)
    return all(any(fits(word, piece) for word in rest) for piece in pieces)


def _inflected(word: str, piece: str, ending: int = MAX_ENDING) -> bool:
    """Whether it is the word in another form, or its beginning: ``Wpływy`` for ``Wpływów``, ``Drzewo`` for ``Drzewu``.

    They have their beginning in common, at least three letters, and of what was written at most ``ending`` more.
    """
    same = next((n for n, (a, b) in enumerate(zip(word, piece, strict=False)) if a != b), min(len(word), len(piece)))
    return same >= MIN_STEM and len(piece) - same <= ending


def word_for(thing: Thing, things: Sequence[Thing]) -> str:
    """The shortest plain word that ``meant`` takes for ``thing`` among ``things``: without what all names have."""
    name = name_of(thing.names[0])
    others = [name_of(other.names[0]) for other in things if other.names != thing.names]
    common = set.intersection(*(set(other.main) for other in others)) if others else set()
    kept = [piece for piece, bare in zip(name.written, name.main, strict=False) if bare not in common]
    kept = kept or list(name.written[: len(name.main)])
    further = list(name.written[len(name.main) :])
    alike = [other for other in things if other.names == thing.names]
    number = "" if alike[0].part == thing.part else f"#{[other.part for other in alike].index(thing.part) + 1}"
    whole = list(name.written[: len(name.main)])
    for pieces in (
        kept,
        *([*kept, *more] for more in _fewest(further)),
        whole,
        *([*whole, *more] for more in _fewest(further)),
    ):
        word = "-".join(pieces) + number
        one = meant(word, things).one
        if one is not None and one.part == thing.part:
            return word
    return thing.part + number


def _fewest(words: Sequence[str]) -> Iterable[Sequence[str]]:
    """One word, or two, or all of them."""
    yield from ([word] for word in words)
    yield from ([first, second] for at, first in enumerate(words) for second in words[at + 1 :])
    yield words


def shown(things: Iterable[Thing]) -> str:
    """Their names, for an error."""
    names: Mapping[str, None] = dict.fromkeys(thing.names[0] for thing in things)
    listed = list(names)
    return ", ".join(listed[:8]) + (", …" if len(listed) > 8 else "")

"""Text search by a few words, in Polish and English: without an index on disk, over some hundred short texts.

Letters count without their marks ("zar" finds "Żar"), endings are tolerated ("Żarem", "Żaru"), the beginning of a word
is enough, and a rare word weighs more than a common one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from math import log
from typing import Final

from .folding import fold

WORD: Final = re.compile(r"[^\W_]+")
MAX_QUERY: Final = 200
MAX_WORDS: Final = 12

POLISH = """
iejszych iejszego owaniem owania owanie eniem enia enie aniem ania anie ciem owego owych owymi owie ami ach ego emu ymi
imi iom ych ich owi ony ona one any ana iem iu ie ia ej ym im ow om em ek uje uja aja ala ali yc ic ac ec a e i o u y
"""
ENGLISH = "ations ation ements ement ments ment ings ing ions ion edly ied ies ed es e s"
ENDINGS: Final = {"pl": POLISH.split(), "en": ENGLISH.split()}
"""Longest first; what is left keeps at least three letters."""

SMALL = """
a i o u w z ze we na do od po za czy co jak sie jest sa to ten ta nie lub albo gdy kto ile
the an of in on to is are and or if it when who how what can may do does be by with for at not
"""
SMALL_WORDS: Final = frozenset(SMALL.split())
"""They are looked for only where nothing else is asked."""

TITLE, TEXT, AROUND = 2.0, 1.0, 0.5
"""What a hit weighs: in a title, in the text, in what stands around it."""

ALL_THERE: Final = 4.0
"""What a text gains by having every word, and by having them side by side."""


@dataclass(frozen=True, slots=True)
class Document:
    """``id`` is the caller's own. ``title`` are the words that it is about; ``also`` are other words that lead to it,
    such as its chapter or its name in another language.
    """

    id: tuple[str, str]
    title: str
    text: str
    also: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    document: Document
    score: float
    whole: bool
    """Every word of the question is there."""


def words(text: str) -> list[str]:
    return [fold(found[0]) for found in WORD.finditer(text)]


@lru_cache(maxsize=16384)
def stem(word: str, language: str) -> str:
    """A folded word without its ending."""
    for ending in ENDINGS[language]:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def likeness(asked: str, word: str, language: str) -> float:
    """How similar a folded word is to one that was asked for: 1 for the same, 0 for another."""
    if asked == word:
        return 1.0
    if asked.isdigit() or word.isdigit():
        return 0.0
    one, other = stem(asked, language), stem(word, language)
    if one == other:
        return 0.9
    if len(asked) > 1 and word.startswith(asked):
        return 0.6
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) >= 4 and longer.startswith(shorter) and len(longer) - len(shorter) <= 2:
        return 0.5
    if len(shorter) >= 6 and shorter[:-2] == longer[: len(shorter) - 2] and len(longer) - len(shorter) <= 1:
        return 0.4
    return 0.0


def asked_words(query: str) -> list[str]:
    """The words to look for in a query, folded, each word once."""
    every = list(dict.fromkeys(words(query[:MAX_QUERY])))[:MAX_WORDS]
    return [word for word in every if word not in SMALL_WORDS] or every


class Finder:
    """The documents of one language, ready for searching."""

    def __init__(self, documents: Iterable[Document], language: str) -> None:
        self._language = language
        self._documents = tuple(documents)
        self._folded = tuple(" ".join(words(d.text)) for d in self._documents)
        self._places: dict[str, dict[int, float]] = {}
        for number, document in enumerate(self._documents):
            for text, weight in ((document.title, TITLE), (document.text, TEXT), (document.also, AROUND)):
                for word in set(words(text)):
                    places = self._places.setdefault(word, {})
                    places[number] = places.get(number, 0.0) + weight

    def find(self, query: str) -> list[Found]:
        """The best first; documents with every word, or, only if there are none, documents with some of them."""
        asked = asked_words(query)
        hits = [self._hits(word) for word in asked]
        scores = [0.0] * len(self._documents)
        counts = [0] * len(self._documents)
        for found in hits:
            rare = log(1 + len(self._documents) / (1 + len(found)))
            for number, weight in found.items():
                scores[number] += weight * rare
                counts[number] += 1
        most = max(counts, default=0)
        if not most:
            return []
        side_by_side = " ".join(asked)
        results = []
        for number, document in enumerate(self._documents):
            if counts[number] != most:
                continue
            score = scores[number]
            if len(asked) > 1 and side_by_side in self._folded[number]:
                score += ALL_THERE
            score *= 1 + 6 / (12 + len(self._folded[number].split()))
            results.append(Found(document, score, most == len(asked)))
        return sorted(results, key=lambda found: -found.score)

    def _hits(self, asked: str) -> dict[int, float]:
        found: dict[int, float] = {}
        for word, places in self._places.items():
            if like := likeness(asked, word, self._language):
                for number, weight in places.items():
                    found[number] = max(found.get(number, 0.0), weight * like)
        return found

    def near(self, query: str, most: int = 5) -> list[str]:
        """Words of the documents that are similar to those asked for and not found."""
        found: list[str] = []
        for asked in asked_words(query):
            found += get_close_matches(asked, list(self._spelt), n=3, cutoff=0.6)
        return [self._spelt[word] for word in dict.fromkeys(found)][:most]

    @property
    def _spelt(self) -> dict[str, str]:
        """From the folded word of a title to its spelling."""
        return {fold(word): word for d in self._documents for word in WORD.findall(d.title) if len(word) > 2}


def marked(text: str, query: str, language: str) -> Iterator[tuple[str, bool]]:
    """The text in pieces, with True for the pieces that were asked for."""
    asked: Sequence[str] = asked_words(query)
    end = 0
    for found in WORD.finditer(text):
        if any(likeness(one, fold(found[0]), language) for one in asked):
            if found.start() > end:
                yield text[end : found.start()], False
            yield found[0], True
            end = found.end()
    if end < len(text):
        yield text[end:], False

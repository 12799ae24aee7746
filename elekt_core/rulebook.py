"""A game's rules for people: chapters of numbered rules, open questions, and the words they use.

A game that has written its rules down gives one of these in each language (``Game.rulebook``); pages, the API and links
from log lines know it by this module only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from .messages import LANGUAGES

NUMBER = re.compile(r"\b[A-Z]+\d+(?:\.\d+){0,2}\b")
"""A rule (``E7.4``, ``Z8.7.1``) or a chapter (``E7``) in a text; it is one only if the book has it."""

RANGE = re.compile(r"\b([A-Z]+\d+)\.(\d+) (?:to|do) \1\.(\d+)\b")
"""``E9.15 to E9.18``: the rules between are meant too."""


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """What the printed rules leave open, how it is answered here, and why. ``source`` and ``confidence`` in words."""

    question: str
    answer: str
    why: str
    source: str
    confidence: str


@dataclass(frozen=True, slots=True)
class Rule:
    """``text`` is the whole rule in sentences. In a chapter with columns it may also stand as ``cells``.

    ``marks`` say in short where the rule comes from, ``sources`` in words.
    """

    number: str
    text: str
    cells: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    open: OpenQuestion | None = None

    @property
    def chapter(self) -> str:
        return self.number.partition(".")[0]


@dataclass(frozen=True, slots=True)
class Chapter:
    """``kind`` is ``"rules"``; ``"questions"`` lists every open question of the book, ``"words"`` its glossary."""

    id: str
    title: str
    rules: tuple[Rule, ...]
    columns: tuple[str, ...] = ()
    kind: str = "rules"


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the rules: what it means, the rule that explains it, its name in the notation.

    ``also`` are other forms of it; ``abroad`` is the word in the other languages. An ``everyday`` word stands in texts
    in other senses too.
    """

    id: str
    word: str
    meaning: str
    rule: str
    also: tuple[str, ...] = ()
    abroad: tuple[str, ...] = ()
    everyday: bool = False


ALPHABET: Final = " '„”-aąbcćdeęfghijklłmnńoópqrsśtuvwxyzźż"


def terms(entries: Iterable[Mapping[str, Any]], language: str) -> tuple[Term, ...]:
    """The entries of a glossary file in one language, in the order of its alphabet."""
    found = [
        Term(
            id=entry["id"],
            word=entry[language]["word"],
            meaning=entry[language]["meaning"],
            rule=entry["rule"],
            also=tuple(entry[language].get("also", ())),
            abroad=tuple(entry[other]["word"] for other in LANGUAGES if other != language),
            everyday=entry[language].get("everyday", False),
        )
        for entry in entries
    ]
    return tuple(sorted(found, key=lambda term: [ALPHABET.index(letter) for letter in term.word.lower()]))


def by_number(number: str) -> tuple[str, tuple[int, ...]]:
    """The sort key of a rule number: C1.9 comes before C1.10."""
    return number[:1], tuple(int(part) if part.isdigit() else 0 for part in number[1:].split("."))


@dataclass(frozen=True)
class Rulebook:
    language: str
    chapters: tuple[Chapter, ...]
    terms: tuple[Term, ...] = ()

    @cached_property
    def by_number(self) -> dict[str, Rule]:
        """All rules by number, in the order of the book."""
        return {rule.number: rule for chapter in self.chapters for rule in chapter.rules}

    @cached_property
    def by_chapter(self) -> dict[str, Chapter]:
        return {chapter.id: chapter for chapter in self.chapters}

    def rule(self, number: str) -> Rule | None:
        return self.by_number.get(number)

    def chapter(self, id_: str) -> Chapter | None:
        return self.by_chapter.get(id_)

    @property
    def questions(self) -> tuple[tuple[Rule, OpenQuestion], ...]:
        """The register of questions that the printed rules leave open."""
        return tuple((rule, rule.open) for rule in self.by_number.values() if rule.open is not None)

    @property
    def glossary(self) -> str:
        """The chapter that lists the words, ``""`` in a book without one."""
        return next((chapter.id for chapter in self.chapters if chapter.kind == "words"), "")

    def has(self, number: str) -> bool:
        return number in self.by_number or number in self.by_chapter

    def beside(self, number: str) -> tuple[str, str]:
        """The rules before and after this one, ``""`` at the ends of the book."""
        numbers = list(self.by_number)
        here = numbers.index(number)
        return numbers[here - 1] if here else "", numbers[here + 1] if here + 1 < len(numbers) else ""

    def mentions(self, number: str) -> tuple[Rule, ...]:
        """The rules whose text or open question names this one."""
        return tuple(self.by_number[other] for other in self._mentions.get(number, ()))

    @cached_property
    def _mentions(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for rule in self.by_number.values():
            for named in dict.fromkeys(self.named_in(rule)):
                if named != rule.number:
                    found.setdefault(named, []).append(rule.number)
        return found

    def named_in(self, rule: Rule) -> Iterator[str]:
        """The rule numbers of this book that a rule names."""
        asked = rule.open
        for text in (rule.text, *((asked.question, asked.answer, asked.why) if asked else ())):
            for found in RANGE.finditer(text):
                chapter, first, last = found[1], int(found[2]), int(found[3])
                yield from (n for i in range(first, last + 1) if (n := f"{chapter}.{i}") in self.by_number)
            yield from (found[0] for found in NUMBER.finditer(text) if self.has(found[0]))

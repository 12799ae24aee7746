"""Texts of the rules in which everything that can be looked up is a link: rules, cards, glossary words.

Words are found in any grammatical form: "Żarem" leads to Heat. A name that is written large is looked for large.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from elekt_core.contract import Game
from elekt_core.folding import fold
from elekt_core.rulebook import NUMBER, Rulebook
from elekt_core.searching import WORD, stem

Stems = tuple[str, ...]

TOKEN = re.compile(rf"(?P<code>`[^`]*`)|(?P<number>{NUMBER.pattern})|(?P<word>{WORD.pattern})")
MAX_GAP = 2
"""Characters between the words of one name: a space, a hyphen."""


@dataclass(frozen=True, slots=True)
class Target:
    """Something with a name: ``large`` if it is written with a capital letter."""

    address: str
    style: str
    title: str = ""
    large: bool = True


@lru_cache(maxsize=4096)
def rule_address(game: str, number: str) -> str:
    """The page of a rule or of a chapter."""
    return reverse("matches:rule", args=[game, number])


@lru_cache(maxsize=4096)
def card_address(game: str, card: str) -> str:
    """The page of one of the game's own cards."""
    return reverse("matches:card", args=[game, card])


def match_card_address(match: str, card: str) -> str:
    """The page of a card of a match that is played with a club's own cards."""
    return reverse("matches:match_card", args=[match, card])


class Linker:
    """Makes the links of one game's texts in one language."""

    def __init__(self, game: str, book: Rulebook, cards: Iterable[tuple[str, str]]) -> None:
        """``cards`` are ids and names."""
        self._game = game
        self._book = book
        self._cards = _by_first_stem(
            ((name, Target(card_address(game, card), "card-link")) for card, name in cards), book.language
        )
        self._terms = _by_first_stem(
            (
                (form, Target(rule_address(game, term.rule), "term", term.meaning, term.word[:1].isupper()))
                for term in book.terms
                if not term.everyday
                for form in (term.word, *term.also)
            ),
            book.language,
        )

    def __call__(self, text: str, *, here: str = "", terms: bool = True) -> SafeString:
        """``here`` is the rule to which the text belongs: it does not link to itself. A word is linked once."""
        names: list[Mapping[str, Sequence[tuple[Stems, Target]]]] = [self._cards, *((self._terms,) if terms else ())]
        tokens = list(TOKEN.finditer(text))
        seen = {rule_address(self._game, here)} if here else set()
        pieces: list[str] = []
        end = number = 0
        while number < len(tokens):
            token = tokens[number]
            length, html = self._link(text, tokens, number, names, seen)
            if html:
                pieces += (format_html("{}", text[end : token.start()]), html)
                end = tokens[number + length - 1].end()
            number += length
        pieces.append(format_html("{}", text[end:]))
        return mark_safe("".join(pieces))  # noqa: S308  every piece was escaped

    def _link(
        self,
        text: str,
        tokens: Sequence[re.Match[str]],
        at: int,
        names: Sequence[Mapping[str, Sequence[tuple[Stems, Target]]]],
        seen: set[str],
    ) -> tuple[int, SafeString | None]:
        """How many tokens from here belong together, and their link if they are one."""
        token = tokens[at]
        if token["code"]:
            return 1, format_html("<code>{}</code>", token[0].strip("`"))
        if token["number"]:
            if not self._book.has(token[0]):
                return 1, None
            address = rule_address(self._game, token[0])
            return 1, format_html('<a class="rule-link" href="{}" data-rule>{}</a>', address, token[0])
        for known in names:
            for stems, target in known.get(self._stem(token[0]), ()):
                if target.large and not token[0][:1].isupper():
                    continue
                if not self._continues(text, tokens, at, stems):
                    continue
                if target.address in seen:
                    return len(stems), None
                seen.add(target.address)
                said = text[token.start() : tokens[at + len(stems) - 1].end()]
                return len(stems), _anchor(target, said)
        return 1, None

    def _continues(self, text: str, tokens: Sequence[re.Match[str]], at: int, stems: Stems) -> bool:
        """Whether the words from here on are those of the name, side by side."""
        here = tokens[at : at + len(stems)]
        if len(here) < len(stems):
            return False
        for one, wanted in zip(here, stems, strict=True):
            if not one["word"] or self._stem(one[0]) != wanted:
                return False
        return all(second.start() - first.end() < MAX_GAP for first, second in pairwise(here))

    def _stem(self, word: str) -> str:
        return stem(fold(word), self._book.language)


def _anchor(target: Target, said: str) -> SafeString:
    if target.style == "term":
        return format_html('<a class="term" href="{}" title="{}" data-rule>{}</a>', target.address, target.title, said)
    return format_html('<a class="{}" href="{}">{}</a>', target.style, target.address, said)


def _by_first_stem(names: Iterable[tuple[str, Target]], language: str) -> Mapping[str, Sequence[tuple[Stems, Target]]]:
    """First stem -> the names that begin with it, the longest first."""
    found: dict[str, list[tuple[Stems, Target]]] = {}
    for name, target in names:
        stems = tuple(stem(fold(word), language) for word in WORD.findall(name))
        found.setdefault(stems[0], []).append((stems, target))
    return {first: sorted(entries, key=lambda entry: -len(entry[0])) for first, entries in found.items()}


@lru_cache(maxsize=16)
def linker(game: Game[Any], language: str) -> Linker | None:
    """None for a game without written rules."""
    book = game.rulebook(language)
    if book is None:
        return None
    return Linker(game.name, book, ((face.id, face.words.name) for face in game.gallery(language)))

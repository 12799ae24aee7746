"""The rules by number in Polish and English, and which of them each fact follows from.

Beside the texts (``pl.toml``, ``en.toml``) stand the questions that the printed rules leave open, or whose answer is
lost (``open.toml``), and the words (``glossary.toml``).
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

from ....rulebook import Chapter, OpenQuestion, Rule, Rulebook, terms

CONFIDENCE: Final = {
    "pl": {"ours": "nasza decyzja", "lost": "odtworzone"},
    "en": {"ours": "our own decision", "lost": "reconstructed"},
}
LISTS: Final = {
    "pl": (("Z27", "Słowa", "words"), ("Z28", "Pytania otwarte w instrukcji", "questions")),
    "en": (("Z27", "Words", "words"), ("Z28", "What the rulebook leaves open", "questions")),
}
"""Chapters without rules: id, title and kind."""


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))


@cache
def rulebook(language: str) -> Rulebook:
    """All rules in ``"pl"`` or ``"en"``."""
    book = _read(f"{language}.toml")
    asked = {entry["rule"]: entry for entry in _read("open.toml")["open"]}
    chapters = [_chapter(part, book["sources"], asked, language) for part in book["section"]]
    chapters += [Chapter(id_, title, (), kind=kind) for id_, title, kind in LISTS[language]]
    return Rulebook(language, tuple(chapters), terms(_read("glossary.toml")["term"], language))


def _chapter(part: dict[str, Any], said: dict[str, str], asked: dict[str, Any], language: str) -> Chapter:
    rules = tuple(_rule(number, text, said, asked.get(number), language) for number, text in part["rules"])
    return Chapter(part["id"], part["title"], rules)


def _rule(number: str, text: str, said: dict[str, str], entry: dict[str, Any] | None, language: str) -> Rule:
    if entry is None:
        return Rule(number, text, marks=("R",), sources=(said["R"],))
    mark = "lost" if entry.get("lost") else "ours"
    question, answer, why = entry[language]
    opened = OpenQuestion(question, answer, why, said[mark], CONFIDENCE[language][mark])
    return Rule(number, text, marks=(mark,), sources=(said[mark],), open=opened)

"""The rules of Elekt by number, in Polish and English: one book for pages, log lines and refusals.

Beside the texts (``pl.toml``, ``en.toml``) stands what is the same in every language: where each rule comes from
(``marks.toml``), the questions that the printed rules leave open (``ambiguities.toml``), the words (``glossary.toml``).
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from ....rulebook import Chapter, OpenQuestion, Rule, Rulebook, terms

KINDS = {"E25": "questions", "E26": "words"}
"""Chapters that are lists of their own."""


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))


@cache
def rulebook(language: str) -> Rulebook:
    """All rules in ``"pl"`` or ``"en"``."""
    book, marks = _read(f"{language}.toml"), _read("marks.toml")
    said, trust = book["sources"], book["confidence"]
    asked = {
        entry["rule"]: _open_question(entry[language], said[entry["mark"]], trust[entry["confidence"]])
        for entry in _read("ambiguities.toml")["ambiguity"]
    }
    chapters = tuple(_chapter(part, marks.get(part["id"], ()), said, asked) for part in book["section"])
    return Rulebook(language, chapters, terms(_read("glossary.toml")["term"], language))


def rules(language: str) -> tuple[Chapter, ...]:
    """All chapters in order."""
    return rulebook(language).chapters


def rule(number: str, language: str) -> str:
    """The text of one rule (``"E7.4"``), ``""`` if there is none with this number."""
    found = rulebook(language).rule(number)
    return "" if found is None else found.text


def _open_question(texts: list[str], source: str, confidence: str) -> OpenQuestion:
    question, answer, why = texts
    return OpenQuestion(question, answer, why, source, confidence)


def _chapter(part: dict[str, Any], marks: list[str], said: dict[str, str], asked: dict[str, OpenQuestion]) -> Chapter:
    columns = tuple(part.get("columns", ()))
    found = []
    for (number, *cells), mark in zip(part["rules"], marks, strict=True):
        row = tuple(cells) if len(cells) > 1 else ()
        sources = (said[mark],) if mark in said else tuple(said[word] for word in mark.split())
        text = _row_in_words(columns, row) if row else cells[0]
        found.append(Rule(number, text, row, tuple(mark.split()), sources, asked.get(number)))
    return Chapter(part["id"], part["title"], tuple(found), columns, KINDS.get(part["id"], "rules"))


def _row_in_words(columns: tuple[str, ...], row: tuple[str, ...]) -> str:
    """``Titles to win: 2 players – 7; 3 players – 6.``"""
    pairs = zip(columns[1:], row[1:], strict=True)
    said = "; ".join(f"{column} – {cell.removesuffix('.')}" for column, cell in pairs)
    return f"{row[0]}: {said}."

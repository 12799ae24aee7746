"""The rules of Elekt by number, in Polish and English, for the rules page and for refusals that cite them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

LANGUAGES = ("pl", "en")


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter: ``rules`` are ``(number, text)`` in order."""

    id: str
    title: str
    rules: tuple[tuple[str, str], ...]


@cache
def rules(language: str) -> tuple[Section, ...]:
    """All chapters in order, in ``"pl"`` or ``"en"``."""
    text = Path(__file__).with_name(f"{language}.toml").read_text(encoding="utf-8")
    return tuple(
        Section(part["id"], part["title"], tuple((number, sentence) for number, sentence in part["rules"]))
        for part in tomllib.loads(text)["section"]
    )


@cache
def _by_number(language: str) -> dict[str, str]:
    return {number: text for section in rules(language) for number, text in section.rules}


def rule(number: str, language: str) -> str:
    """The text of one rule (``"E7.4"``), ``""`` if there is none with this number."""
    return _by_number(language).get(number, "")

"""Card files for tests: the built-in one with something changed, so that each is a list of its own."""

from __future__ import annotations

from elekt_core.registry import get_game


def built_in() -> str:
    return get_game("elekt").built_in_cards()


def named(name: str) -> str:
    """The Symbiont has this name in English, and nothing else is changed."""
    return built_in().replace('name_en = "Symbiont"', f'name_en = "{name}"')


def broken() -> str:
    """Two flaws: line 12 says a wrong count, and a trigger is misspelt."""
    text = built_in().replace("missions = 17", "missions = 18", 1)
    return text.replace('trigger = "on_tie"', 'trigger = "on_tei"', 1)


def line_of(text: str, piece: str) -> int:
    return text[: text.index(piece)].count("\n") + 1

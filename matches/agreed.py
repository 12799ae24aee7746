"""What was agreed on before a match, in words: the ruleset, its options, and who plays that is no seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from django.conf import settings

from elekt_core.contract import Words
from elekt_core.errors import UnknownGame
from elekt_core.registry import get_game
from elekt_core.ruleset import Option, Ruleset, Value
from web import languages


@dataclass(frozen=True, slots=True)
class OptionShown:
    """An option as it was agreed, and whether that is what holds where nothing is said."""

    name: str
    value: str
    is_default: bool


@dataclass(frozen=True, slots=True)
class Agreed:
    """``automata`` are the names of the sides that the rules play, by their word; ``values`` has every option."""

    ruleset: str
    options: tuple[OptionShown, ...] = ()
    automata: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, Any] = field(default_factory=dict)
    is_default: bool = False
    """Whether it is the usual game by its first ruleset, nothing changed: nothing that needs to be said in a list."""

    @property
    def special(self) -> tuple[OptionShown, ...]:
        return tuple(option for option in self.options if not option.is_default)


def agreed(game: str, ruleset: str, options: Mapping[str, Any]) -> Agreed:
    """In the current language. What is no longer installed is named as it stands in the record."""
    try:
        rules = get_game(game).ruleset(ruleset)
    except UnknownGame:
        return Agreed(ruleset)
    values = tuple(_frozen(options.get(option.name, option.default)) for option in rules.options)
    return _agreed(game, rules, values, languages.current())


@lru_cache(maxsize=256)
def _agreed(game: str, ruleset: Ruleset, values: tuple[Any, ...], language: str) -> Agreed:
    words = get_game(game).words(language, ())
    said = {option.name: value for option, value in zip(ruleset.options, values, strict=True)}
    shown = [
        OptionShown(words.option(option.name), value_shown(words, option, value), value == _frozen(option.default))
        for option, value in zip(ruleset.options, values, strict=True)
        if (option.offered or value != _frozen(option.default)) and _counts(option, said)
    ]
    return Agreed(
        ruleset=words.ruleset(ruleset.name),
        options=tuple(shown),
        automata={name: words.automaton(name) for name in ruleset.automata},
        values=said,
        is_default=game == settings.DEFAULT_GAME
        and ruleset.ladder == get_game(game).ruleset().ladder
        and all(option.is_default for option in shown),
    )


def _counts(option: Option, said: Mapping[str, Any]) -> bool:
    return option.where is None or said[option.where[0]] == option.where[1]


def value_shown(words: Words, option: Option, value: Any) -> str:
    """A value, or a list of them, in words."""
    picked: tuple[Value, ...] = value if isinstance(value, tuple) else (value,)
    return ", ".join(words.option_value(option.name, one) for one in picked)


def _frozen(value: Any) -> Any:
    """JSON has lists where the ruleset has tuples."""
    return tuple(value) if isinstance(value, list) else value

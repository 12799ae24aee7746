"""Typed reading of a parsed card file: every error names the place and what was expected there."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from ...errors import CoreError


class Place:
    """A path into a card file, ``cards.toml: unit acolyte: ability``, and readers of the fields found there."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __truediv__(self, inner: str) -> Place:
        return Place(f"{self.path}: {inner}")

    def error(self, problem: str) -> CoreError:
        return CoreError("bad_cards", where=self.path, problem=problem)

    def only(self, table: Mapping[str, Any], fields: Collection[str]) -> None:
        """Refuse fields that nobody reads."""
        for field in table:
            if field not in fields:
                raise self.error(f"unknown field {field!r}; known are {', '.join(sorted(fields))}")

    def table(self, table: Mapping[str, Any], field: str) -> Mapping[str, Any]:
        value = table.get(field)
        if not isinstance(value, Mapping):
            raise self.error(f"{field!r} must be a table")
        return value

    def tables(self, table: Mapping[str, Any], field: str) -> Sequence[Mapping[str, Any]]:
        value = table.get(field, [])
        if not isinstance(value, list) or not all(isinstance(entry, Mapping) for entry in value):
            raise self.error(f"{field!r} must be a list of tables")
        return value

    def word(self, table: Mapping[str, Any], field: str, words: Sequence[str] = (), default: str | None = None) -> str:
        value = table.get(field, default)
        if not isinstance(value, str) or not (value or default == ""):
            raise self.error(f"{field!r} must be a word")
        if words and value != default and value not in words:
            raise self.error(f"{field!r} is {value!r}; known are {', '.join(words)}")
        return value

    def identifier(self, table: Mapping[str, Any], field: str) -> str:
        value = self.word(table, field)
        if not value.isidentifier() or value != value.lower():
            raise self.error(f"{field!r} must be lower-case letters, digits and underscores, not {value!r}")
        return value

    def words(self, table: Mapping[str, Any], field: str) -> Sequence[str]:
        value = table.get(field, [])
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            raise self.error(f"{field!r} must be a list of words")
        return value

    def index(self, word: str, words: Sequence[str], field: str) -> int:
        if word not in words:
            raise self.error(f"{field!r} has {word!r}; known are {', '.join(words)}")
        return words.index(word)

    def number(self, table: Mapping[str, Any], field: str, default: int | None = None, least: int = 0) -> int:
        value = table.get(field, default)
        if type(value) is not int or value < least:
            raise self.error(f"{field!r} must be a whole number, at least {least}")
        return value

    def flag(self, table: Mapping[str, Any], field: str) -> bool:
        value = table.get(field, False)
        if not isinstance(value, bool):
            raise self.error(f"{field!r} must be true or false")
        return value

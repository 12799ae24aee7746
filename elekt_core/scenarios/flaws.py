"""Reading what people wrote by hand: all flaws are reported at once, each with its place.

Positions and scenarios are read this way. A ``Reader`` stands on one value; what it cannot read it notes as a ``Flaw``
and gives a harmless value back, so that reading goes on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import BadSetup, CoreError
from ..kit.toml_lines import Path, Toml
from ..messages import LANGUAGES, sentence
from ..ruleset import nearest
from .messages import SORTS


@dataclass(frozen=True, slots=True)
class Flaw:
    """What is wrong at ``path``; ``rule`` is the rule or invariant that it breaks, ``""`` for a slip of the pen."""

    path: Path
    code: str
    rule: str
    data: Mapping[str, Any]

    @property
    def key(self) -> str:
        """The dotted path, such as ``zones.missions.rows.0.1``."""
        return ".".join(map(str, self.path))

    def text(self, language: str) -> str:
        """One sentence, without its place."""
        rule = f" [{self.rule}]" if self.rule else ""
        data = self.data
        if self.code == "wrong_sort":
            data = {name: SORTS[word][language == "pl"] for name, word in data.items()}
        return sentence(self.code, data, language) + rule

    def json(self) -> dict[str, Any]:
        return {"path": list(self.path), "code": self.code, "rule": self.rule, **self.data}


class BadPosition(BadSetup):
    """No match can begin in this position. ``flaws`` are all that is wrong with it, paths from the position's top."""

    def __init__(self, flaws: Iterable[Flaw]) -> None:
        self.flaws = tuple(flaws)
        first = self.flaws[0]
        more = len(self.flaws) - 1
        problems = {f"problem_{language}": first.text(language) for language in LANGUAGES}
        super().__init__("bad_position", first.rule, field="position", key=first.key, more=more, **problems)


class BadScenario(CoreError):
    """A scenario file cannot be read. ``flaws`` are all that is wrong with it, paths from the file's top."""

    def __init__(self, file: str, flaws: Iterable[Flaw], toml: Toml | None = None) -> None:
        self.flaws = tuple(flaws)
        self.toml = toml
        super().__init__("bad_scenario", file=file, count=len(self.flaws))

    def line(self, flaw: Flaw) -> int:
        """The line in the file."""
        return self.toml.line(flaw.path) if self.toml is not None else 1


class Reader:
    """One value of a document, its path, and the flaws found in the whole document so far."""

    __slots__ = ("flaws", "path", "value")

    def __init__(self, value: Any, path: Path = (), flaws: list[Flaw] | None = None) -> None:
        self.value = value
        self.path = path
        self.flaws: list[Flaw] = [] if flaws is None else flaws

    def flaw(self, code: str, rule: str = "", **data: Any) -> None:
        self.flaws.append(Flaw(self.path, code, rule, data))

    def at(self, key: str | int, value: Any) -> Reader:
        return Reader(value, (*self.path, key), self.flaws)

    def table(self, known: Collection[str]) -> Table:
        """The values present, by key; a key that is not ``known`` is a flaw."""
        return Table({key: inner for key, inner in self.entries().items() if inner.knows(key, known)})

    def knows(self, key: str, known: Collection[str]) -> bool:
        if key in known:
            return True
        self.flaw("unknown_key", key=key, known=", ".join(known), nearest=nearest(key, known))
        return False

    def entries(self) -> dict[str, Reader]:
        """All values of a table."""
        if not isinstance(self.value, Mapping):
            self.wrong("table")
            return {}
        return {str(key): self.at(key, inner) for key, inner in self.value.items()}

    def items(self) -> Sequence[Reader]:
        if not isinstance(self.value, list | tuple):
            self.wrong("list")
            return []
        return [self.at(number, inner) for number, inner in enumerate(self.value)]

    def word(self, known: Collection[str] = (), default: str = "") -> str:
        """One of the ``known`` words, any text if none are given."""
        if not isinstance(self.value, str):
            self.wrong("word" if known else "text")
            return default
        if known and self.value not in known:
            self.unknown(known)
            return default
        return self.value

    def words(self, known: Collection[str] = ()) -> Sequence[str]:
        found = [inner.word(known) for inner in self.items()]
        return [word for word in found if word]

    def unknown(self, known: Collection[str]) -> None:
        shown = ", ".join(known) if len(known) <= MAX_LIST else "…"
        self.flaw("unknown_word", value=str(self.value), known=shown, nearest=nearest(str(self.value), known))

    def number(self, least: int, most: int, rule: str = "", default: int = 0) -> int:
        if type(self.value) is not int:
            self.wrong("number")
            return default
        if not least <= self.value <= most:
            self.flaw("out_of_range", rule, value=self.value, least=least, most=most)
            return default
        return self.value

    def flag(self) -> bool:
        if not isinstance(self.value, bool):
            self.wrong("flag")
            return False
        return self.value

    def wrong(self, expected: str) -> None:
        """Note that the value is of another sort than ``expected`` (a word of ``SORTS``)."""
        self.flaw("wrong_sort", expected=expected, found=sort_of(self.value))


class Table(dict[str, Reader]):
    """The values present in a table, by key. A missing or unreadable value is its ``default``."""

    def number(self, key: str, least: int, most: int, rule: str = "", default: int = 0) -> int:
        return self[key].number(least, most, rule, default) if key in self else default

    def flag(self, key: str, default: bool = False) -> bool:
        return self[key].flag() if key in self else default

    def word(self, key: str, known: Collection[str], default: str = "") -> str:
        return self[key].word(known, default) if key in self else default

    def each(self, key: str) -> Sequence[Reader]:
        """The entries of a list, none if it is missing."""
        return self[key].items() if key in self else ()

    def table(self, key: str, known: Collection[str]) -> Table:
        """The table inside, an empty one if it is missing."""
        return self[key].table(known) if key in self else Table()


MAX_LIST = 20
"""Longer lists of known words are not told: the nearest one is."""


def sort_of(value: Any) -> str:
    """What a person would call this value, as a word of ``messages.SORTS``."""
    match value:
        case bool():
            return "flag"
        case int():
            return "number"
        case str():
            return "text"
        case list() | tuple():
            return "list"
        case Mapping():
            return "table"
        case _:
            return "other"

"""What is wrong with a game: each law and method once, with the first place where it fails."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from ..contract import Viewer
from ..errors import CoreError
from ..plain.game import PlainGame

PLAIN: Mapping[str, str] = {
    "start": "deal",
    "evolve": "fold",
    "awaiting": "asked",
    "options": "choices",
    "decide": "play",
    "outcome": "scores",
    "words": "texts",
}
"""What a plain game writes where the contract has another method."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A law that does not hold. ``times`` is how often that was seen, ``where`` the first place."""

    law: str
    method: str
    text: str
    where: str
    times: int = 1

    def __str__(self) -> str:
        more = f" (seen {self.times} times)" if self.times > 1 else ""
        return f"{self.law}: {self.text}\n    {self.where}{more}. Look at `{self.method}`."


class Stopped(Exception):
    """This game cannot be played on: what broke is among the findings."""


@dataclass
class Findings:
    """All findings so far, and the position in the current game."""

    plain: bool
    found: dict[tuple[str, str, str], Finding] = field(default_factory=dict)
    game: str = ""
    """The game at hand: its number, ruleset and seats."""
    event: int = 0
    endless: bool = False
    """One game did not end: others would take as long."""
    fact: str = ""
    """The newest fact, as its class writes it."""

    @classmethod
    def of(cls, game: Any) -> Findings:
        return cls(isinstance(game, PlainGame))

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.found.values())

    def note(self, law: str, method: str, text: str, *, subject: str = "") -> None:
        """``subject`` distinguishes findings of one law: the kind of a fact, a language."""
        key = (law, method, subject)
        known = self.found.get(key)
        if known is None:
            self.found[key] = Finding(law, self.named(method), text, self.where())
        else:
            self.found[key] = replace(known, times=known.times + 1)

    def where(self) -> str:
        after = f", after event {self.event} {shortened(self.fact)}" if self.event else ""
        return f"First in {self.game}{after}" if self.game else "Without any game"

    def named(self, method: str) -> str:
        """The method as the game's author knows it."""
        own = PLAIN.get(method) if self.plain else None
        return own or method

    @contextmanager
    def unbroken(self, law: str, method: str, doing: str, *, stops: bool = False) -> Iterator[None]:
        """Any error inside becomes a finding; the game is given up if it ``stops``."""
        try:
            yield
        except Stopped:
            raise
        except Exception as error:
            self.note(law, method, f"{doing} fails: {told(error)}", subject=type(error).__name__)
            if stops:
                raise Stopped from error


def told(error: Exception) -> str:
    """The error as a line, with the line of code that raised it."""
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    at = f" ({frame.tb_frame.f_code.co_filename.rpartition('/')[2]}:{frame.tb_lineno})" if frame else ""
    name = error.code if isinstance(error, CoreError) else type(error).__name__
    return f"{name}: {error}{at}"


def seen_by(viewer: Viewer) -> str:
    if isinstance(viewer, frozenset):
        return f"somebody who sees what seats {', '.join(map(str, sorted(viewer)))} see"
    return "a spectator" if viewer is None else f"seat {viewer}"


def shortened(value: object, most: int = 160) -> str:
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= most else f"{text[: most - 1]}…"


def first_difference(one: Any, other: Any, path: str = "") -> tuple[str, Any, Any] | None:
    """The first difference of two JSON values: the path, and the two values there."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in [*one, *(key for key in other if key not in one)]:
            if found := first_difference(one.get(key), other.get(key), f"{path}.{key}" if path else str(key)):
                return found
        return None
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        if len(one) != len(other):
            return path, list(one), list(other)
        for number, (left, right) in enumerate(zip(one, other, strict=True)):
            if found := first_difference(left, right, f"{path}[{number}]"):
                return found
        return None
    return None if one == other and type(one) is type(other) else (path or "it", one, other)

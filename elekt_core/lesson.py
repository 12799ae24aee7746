"""Guided games: a match that begins in a position chosen by the game, with a coach who comments.

A lesson is played like any other match; the coach only reads. What it says is a function of what the learner's seat
may know, so it gives nothing away and needs no memory of its own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .contract import Bot, Decision, Event, Game, SeatNo, Setup


@dataclass(frozen=True, slots=True)
class Tip:
    """Explains something that has just happened for the first time. ``rules`` are rule numbers for further reading."""

    title: str
    text: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Advice:
    """What the learner may do now. ``path`` are the parts of the suggested decision, empty if nothing is suggested."""

    text: str
    hint: str
    path: tuple[str, ...]
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Topic:
    """One thing that the lesson teaches; ``learned`` once it has happened in the game."""

    name: str
    title: str
    rule: str
    learned: bool


@dataclass(frozen=True, slots=True)
class Coaching:
    """``tips`` in the order in which things happened, ``advice`` while the learner is asked, ``topics`` in order."""

    tips: tuple[Tip, ...]
    advice: Advice | None
    topics: tuple[Topic, ...]

    @property
    def learned(self) -> int:
        return sum(topic.learned for topic in self.topics)


class Lesson(ABC):
    """One guided game."""

    id: str
    minutes: int
    """About how long it takes."""
    setup: Setup
    seat: SeatNo
    """The learner's."""
    tutor: Bot
    """Plays all other seats, and plays along."""

    @property
    def bot(self) -> str:
        """The tutor's name at a table. A lesson is held wherever it sits."""
        return f"tutor_{self.id}"

    @abstractmethod
    def title(self, language: str) -> str: ...

    @abstractmethod
    def summary(self, language: str) -> str: ...

    @abstractmethod
    def coach(
        self,
        game: Game[Any],
        events: Sequence[Event],
        view: Any,
        options: Sequence[Decision],
        language: str,
    ) -> Coaching:
        """The coach's comments in the position ``view`` after ``events``: all of the match, as the learner's seat may
        know them.

        ``options`` are what the learner can decide now, empty while somebody else is asked.
        """

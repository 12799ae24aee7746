"""What queries about training return: plain values, ready to show. Before the answer nothing in them says what is
best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from msgspec import Meta

from web.encoding import UNSHOWN, component

from ..play.shapes import AwaitingShown

Difficulty = Literal["", "easy", "medium", "hard"]
State = Literal["", "open", "due", "missed", "solved"]
BOUNDS: Final[Mapping[str, tuple[int, int]]] = {"easy": (0, 1400), "medium": (1400, 1600), "hard": (1600, 10_000)}
"""Ratings in points: from, and below."""


def difficulty_of(points: int) -> str:
    return next(name for name, (low, high) in BOUNDS.items() if low <= max(points, 0) < high)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which exercises are wanted. An empty field filters nothing."""

    game: Annotated[str, Meta(max_length=40)] = ""
    theme: Annotated[str, Meta(max_length=60, description="What the best choice gains.")] = ""
    phase: Annotated[str, Meta(max_length=40)] = ""
    difficulty: Annotated[Difficulty, Meta(description="By the exercise’s rating.")] = ""
    state: Annotated[State, Meta(description="Not answered yet, due again, missed or solved by you.")] = ""


@component("Exercise")
@dataclass(frozen=True, slots=True)
class Line:
    """An exercise in a list."""

    id: UUID
    game: str
    title: Annotated[str, UNSHOWN]
    ruleset: str
    seats: int
    kind: str
    question: str
    round: int
    phase: str
    phase_name: Annotated[str, UNSHOWN]
    rating: int
    difficulty: str
    state: Annotated[str, "`open`, `due`, `missed` or `solved`: by your latest answer."]


@component("Exercises")
@dataclass(frozen=True, slots=True)
class Listed:
    """A page of exercises, the easiest first."""

    exercises: Sequence[Line]
    count: int
    page: int
    pages: int


@component("Training")
@dataclass(frozen=True, slots=True)
class Progress:
    """How somebody stands in training. Nobody else sees it."""

    rating: int
    provisional: bool
    answers: int
    solved: int
    due: int


@component("ExerciseChoice")
@dataclass(frozen=True, slots=True)
class Told:
    """A choice in words, and what it loses in points with one decimal."""

    text: str
    lost: str
    error: str
    reasons: tuple[str, ...]
    line: tuple[str, ...]


@component("ExerciseSource")
@dataclass(frozen=True, slots=True)
class Source:
    """Where an exercise comes from. ``match`` only where everybody may see it; ``mine``: the asker has played it."""

    match: UUID | None
    at: int
    bots: tuple[str, ...] = ()
    mine: Annotated[bool, UNSHOWN] = False


@component("ExerciseExplained")
@dataclass(frozen=True, slots=True)
class Explained:
    """What whoever has answered is told."""

    right: bool
    gave_up: bool
    best: Mapping[str, Any]
    chosen: Mapping[str, Any] | None
    best_told: Told
    chosen_told: Told | None
    by_both: Annotated[bool, "Both judges have looked at the choice; else the quick one alone."]
    gap: Annotated[str, "What any other choice loses at least, in points."]
    theme: str
    theme_name: Annotated[str, UNSHOWN]
    gain: Annotated[int | None, "What it brought to your training rating, in points; null: it was not rated."]
    gain_told: Annotated[str, UNSHOWN]
    due_on: Annotated[date | None, "When it comes again; null: it does not."]
    source: Source
    judge: str


@component("ExerciseAsked")
@dataclass(frozen=True, slots=True)
class Asked:
    """An exercise to be solved: what its seat sees and may choose. ``explained`` is there once you have answered."""

    exercise: Line
    seat: int
    view: Mapping[str, Any]
    question: AwaitingShown | None
    options: Annotated[Sequence[Mapping[str, Any]], "Every choice, as it would be sent; at most 1000."]
    count: Annotated[int, "How many there are."]
    explained: Explained | None

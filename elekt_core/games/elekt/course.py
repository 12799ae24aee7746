"""Where handlers are found: what to do for each step, question, fact and effect. One table for all games of the base
rules, filled by the modules that know each part; a game with expansions has its own (``extended``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ...kit.driver import Course as Driven
from ...kit.driver import Handler as Handler

if TYPE_CHECKING:  # they fill this table
    from .card_lists import Expansion


class Course(Driven):
    """The tables of ``play``, ``facts``, ``effects``, ``agenda`` and ``decisions``, side by side."""

    def __init__(self) -> None:
        super().__init__()
        self.redactions: dict[type, Handler] = {}
        """Facts of expansions that not everybody may know."""
        self.events: dict[str, type] = {}
        self.targets: dict[str, Handler] = {}
        self.carry_out: dict[str, Handler] = {}
        self.kinds: dict[str, type] = {}
        """Word of a step -> its class."""
        self.marks: dict[type, int | str] = {}
        """Class of a step -> its number in a fingerprint, of an expansion's its word."""
        self.target_words: dict[str, str] = {}
        self.asked_beyond: frozenset[str] = frozenset()
        """Questions of expansions: their choice is a row of targets."""
        self.expansions: tuple[Expansion, ...] = ()

    def extended(self, expansions: Iterable[Expansion]) -> Course:
        """These tables plus what the expansions add. No expansion can replace an existing entry."""
        new = Course()
        for name, table in vars(self).items():
            setattr(new, name, dict(table) if isinstance(table, dict) else table)
        new.expansions = tuple(expansions)
        for x in new.expansions:
            new._add(x)
        return new

    def _add(self, x: Expansion) -> None:
        _enter(self.questions, x.questions, x.name)
        self.asked_beyond |= x.questions.keys()
        _enter(self.folds, {fact.event: fact.fold for fact in x.facts}, x.name)
        _enter(self.redactions, {fact.event: fact.redact for fact in x.facts if fact.redact}, x.name)
        _enter(self.events, {fact.kind: fact.event for fact in x.facts}, x.name)
        _enter(self.kinds, {word: step.kind for word, step in x.steps.items()}, x.name)
        _enter(self.marks, {step.kind: word for word, step in x.steps.items()}, x.name)
        _enter(self.steps, {step.kind: step.handler for step in x.steps.values()}, x.name)
        _enter(self.targets, {primitive.op: primitive.targets for primitive in x.primitives}, x.name)
        _enter(self.carry_out, {primitive.op: primitive.carry_out for primitive in x.primitives}, x.name)
        _enter(self.target_words, x.target_words, x.name)


def _enter(table: dict[Any, Any], more: Mapping[Any, Any], name: str) -> None:
    for key in more:
        if key in table:
            raise ValueError(f"expansion {name}: {key} is taken")
    table.update(more)


BASE = Course()

"""Where handlers are found: for each step, question, fact and effect what is to be done. One table for all games of the
base rules, filled by the modules that know each part; a game with expansions has one of its own (``extended``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # they fill this table
    from .card_lists import Expansion

Handler = Callable[..., Any]


class Course:
    """The tables of ``play``, ``facts``, ``effects``, ``options``, ``agenda`` and ``decisions``, side by side."""

    def __init__(self) -> None:
        self.steps: dict[Any, Handler] = {}
        self.answers: dict[str, Handler] = {}
        self.defaults: dict[str, Handler] = {}
        self.choices: dict[str, Handler] = {}
        self.rules: dict[str, str] = {}
        """Question -> the rule that asks it (E24.2)."""
        self.folds: dict[type, Handler] = {}
        self.redactions: dict[type, Handler] = {}
        """Facts of expansions that not everybody may know."""
        self.events: dict[str, type] = {}
        self.targets: dict[str, Handler] = {}
        self.carry_out: dict[str, Handler] = {}
        self.fields: dict[Any, tuple[str, tuple[str, ...]]] = {}
        self.target_words: dict[str, str] = {}
        self.asked_beyond: frozenset[str] = frozenset()
        """Questions of expansions: their choice is a row of targets."""
        self.expansions: tuple[Expansion, ...] = ()

    def extended(self, expansions: Iterable[Expansion]) -> Course:
        """These tables and what the expansions add. No expansion can replace what is there."""
        new = Course()
        for name, table in vars(self).items():
            setattr(new, name, dict(table) if isinstance(table, dict) else table)
        new.expansions = tuple(expansions)
        for x in new.expansions:
            new._add(x)
        return new

    def _add(self, x: Expansion) -> None:
        kinds = {question.kind: question for question in x.questions}
        _enter(self.answers, {kind: question.answer for kind, question in kinds.items()}, x.name)
        _enter(self.defaults, {kind: question.default for kind, question in kinds.items()}, x.name)
        _enter(self.choices, {kind: question.choices for kind, question in kinds.items()}, x.name)
        _enter(self.rules, {kind: question.rule for kind, question in kinds.items()}, x.name)
        self.asked_beyond |= kinds.keys()
        _enter(self.folds, {fact.event: fact.fold for fact in x.facts}, x.name)
        _enter(self.redactions, {fact.event: fact.redact for fact in x.facts if fact.redact}, x.name)
        _enter(self.events, {fact.kind: fact.event for fact in x.facts}, x.name)
        _enter(self.steps, {word: step.handler for word, step in x.steps.items()}, x.name)
        _enter(self.fields, {word: (word, step.fields) for word, step in x.steps.items()}, x.name)
        _enter(self.targets, {primitive.op: primitive.targets for primitive in x.primitives}, x.name)
        _enter(self.carry_out, {primitive.op: primitive.carry_out for primitive in x.primitives}, x.name)
        _enter(self.target_words, x.target_words, x.name)


def _enter(table: dict[Any, Any], more: Mapping[Any, Any], name: str) -> None:
    for key in more:
        if key in table:
            raise ValueError(f"expansion {name}: {key} is taken")
    table.update(more)


BASE = Course()

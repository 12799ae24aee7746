"""Sentences as data: one narrator fills the phrases of a language with the game's words for things.

A phrase is a text with places, ``"{seat} discarded {card}."``; a fact, a question or a refusal fills them with its
fields. What a game must say is how its fields are put into words.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from ..contract import Awaiting, Decision, Event, Json, Outcome
from ..ruleset import Value
from .notation import kind_of

Texts = Mapping[str, str]

PIECE: Final = re.compile("\ue000(?P<card>[^\ue001]*)\ue001(?P<name>[^\ue002]*)\ue002|(?P<between>[^\ue000]+)")
"""A sentence in which card names stand between marks that no name has (``Narrator.pieces``)."""


@dataclass(frozen=True, kw_only=True)
class Phrases:
    """One language. A game with other words adds fields."""

    title: str
    summary: str
    score_name: str
    hidden_card: str
    """A card nobody may know here."""
    events: Texts = field(default_factory=dict)
    """By the kind of the fact, with a variant after a colon."""
    questions: Texts = field(default_factory=dict)
    parts: Texts
    refusals: Texts
    refused: str
    """For a code that a newer rules engine may bring."""
    endings: Texts
    """By ``Outcome.termination``; ``{names}`` are those who have not won."""
    rulesets: Texts
    introductions: Texts = field(default_factory=dict)
    options: Texts = field(default_factory=dict)
    values: Texts = field(default_factory=dict)
    """Of options, by the value or by option and value (``"level:hard"``); one without a name stands as it is."""
    automata: Texts = field(default_factory=dict)


P = TypeVar("P", bound=Phrases)


class Narrator(ABC, Generic[P]):
    """The ``Words`` of contract.py."""

    def __init__(self, phrases: P, names: Sequence[str]) -> None:
        self.phrases = phrases
        self._names = names
        self._marking = False

    # --- what a game fills in --------------------------------------------------------------------------------

    def value(self, name: str, event: Any) -> str:
        """The value for a place of the fact's phrase: a field in words, or what the game makes of several."""
        return str(getattr(event, name))

    @abstractmethod
    def datum(self, name: str, value: Any) -> str:
        """A value of a question or a refusal, in words."""

    @abstractmethod
    def decision(self, decision: Decision, view: Any) -> str: ...

    @abstractmethod
    def part(self, part: str, view: Any) -> str: ...

    def variant(self, event: Event) -> str:
        """Which sentence of its kind to use, ``""`` for the usual one; a language without the variant uses that."""
        return ""

    # --- the contract ----------------------------------------------------------------------------------------

    def title(self) -> str:
        return self.phrases.title

    def summary(self) -> str:
        return self.phrases.summary

    def event(self, event: Event, after: Any) -> str:
        kind, phrases = kind_of(type(event)), self.phrases.events
        varied = f"{kind}:{self.variant(event)}"
        phrase = phrases[varied] if varied in phrases else phrases[kind]
        return phrase.format_map(_Places(self.value, event))

    def pieces(self, event: Event, after: Any) -> tuple[tuple[str, str], ...]:
        self._marking = True
        try:
            text = self.event(event, after)
        finally:
            self._marking = False
        return tuple((found["between"] or found["name"], found["card"] or "") for found in PIECE.finditer(text))

    def question(self, awaiting: Awaiting, view: Any) -> str:
        return self.phrases.questions[self.asked(awaiting, view)].format_map(Dashes(self.asked_about(awaiting, view)))

    def asked(self, awaiting: Awaiting, view: Any) -> str:
        """Which question is asked."""
        return awaiting.kind

    def asked_about(self, awaiting: Awaiting, view: Any) -> Json:
        """The values for the question's phrase."""
        return {name: self.datum(name, value) for name, value in awaiting.data.items()}

    def refusal(self, code: str, rule: str, data: Json) -> str:
        known = {name: self.datum(name, value) for name, value in data.items()}
        phrase = self.phrases.refusals.get(code, self.phrases.refused)
        return phrase.format_map(Dashes({"rule": rule, **known}))

    def ending(self, outcome: Outcome) -> str:
        losers = [self.player(seat) for seat, rank in enumerate(outcome.ranks) if rank > 1]
        return self.phrases.endings[self.end(outcome)].format(names=", ".join(losers))

    def end(self, outcome: Outcome) -> str:
        """Which sentence says why the game is over."""
        return outcome.termination

    def ruleset(self, name: str) -> str:
        return self.phrases.rulesets[name]

    def introduction(self, ruleset: str) -> str:
        return self.phrases.introductions.get(ruleset, "")

    def option(self, name: str) -> str:
        return self.phrases.options.get(name, name)

    def option_value(self, name: str, value: Value) -> str:
        values = self.phrases.values
        return values.get(f"{name}:{value}") or values.get(str(value), str(value))

    def automaton(self, name: str) -> str:
        return self.phrases.automata.get(name, name)

    def score_name(self) -> str:
        return self.phrases.score_name

    # --- naming ----------------------------------------------------------------------------------------------

    def player(self, seat: int) -> str:
        return self._names[seat]

    def players(self, seats: Sequence[int]) -> str:
        return ", ".join(map(self.player, seats))

    def is_seat(self, value: Any) -> bool:
        return isinstance(value, int) and 0 <= value < len(self._names)

    def marked(self, id_: str, name: str) -> str:
        """The name of a card, with its id beside it while a sentence is being made that will be cut into pieces."""
        return f"\ue000{id_}\ue001{name}\ue002" if self._marking else name


class _Places(dict[str, str]):
    """Only values for which a phrase has a place are put into words."""

    def __init__(self, value: Callable[[str, Event], str], event: Event) -> None:
        self._value, self._event = value, event

    def __missing__(self, name: str) -> str:
        return self._value(name, self._event)


class Dashes(dict[str, Any]):
    """A missing value is shown as a dash, never as an error about an error."""

    def __missing__(self, key: str) -> str:
        return "–"

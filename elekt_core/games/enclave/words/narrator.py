"""What the sentences of every language share: the names of things, and which values a phrase is filled with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ....contract import UNKNOWN, Awaiting, Decision, Event, Json
from ....ruleset import Value
from .. import events as e
from ..cards import ACTIONS, CARDS, DECKS, LOCATIONS, PRINTED
from ..decisions import parts
from ..state import State
from .card_text import card_text

Words = Mapping[str, str]


@dataclass(frozen=True)
class Phrases:
    """One language. Keys of ``events`` are kinds of facts, with a variant after a colon; ``{seat}``, ``{card}`` ... are
    filled in from the fact's fields."""

    card: str
    nobody: str
    deck_names: Words
    locations: Words
    phases: Words
    sources: Words
    categories: Words
    reasons: Words
    level: str
    events: Words
    questions: Words
    parts: Words
    refusals: Words
    rulesets: Words
    introduction: str
    options: Words
    values: Words


class Narrator:
    """The ``Words`` of contract.py."""

    def __init__(self, language: str, phrases: Phrases, names: Sequence[str]) -> None:
        self.language = language
        self.phrases = phrases
        self._names = names

    # --- the contract ----------------------------------------------------------------------------------------

    def event(self, event: Event, after: State) -> str:
        fields = dict(zip(event._fields, event, strict=True))  # type: ignore[attr-defined]  # a NamedTuple
        kind = e.kind_of(type(event))
        variant = _variant(event)
        phrase = self.phrases.events[f"{kind}:{variant}" if variant else kind]
        return phrase.format_map({name: self._value(name, value, event) for name, value in fields.items()})

    def pieces(self, event: Event, after: State) -> tuple[tuple[str, str], ...]:
        """In one piece: there is no gallery that a card's name could lead to."""
        text = self.event(event, after)
        return ((text, ""),) if text else ()

    def question(self, awaiting: Awaiting, view: State) -> str:
        data = {name: self._datum(name, value) for name, value in awaiting.data.items()}
        data["cards"] = self._cards(view.offer or tuple(card for pile in view.looked for card in pile))
        return self.phrases.questions[awaiting.kind].format_map(_Blanks(data))

    def decision(self, decision: Decision, view: State) -> str:
        return ", ".join(self.part(part, view) for part in parts(decision))

    def part(self, part: str, view: State) -> str:
        word, _, argument = part.partition(":")
        phrase = self.phrases.parts[word]
        if argument in CARDS.ids:
            return phrase.format_map(self._card_values(CARDS.ids[argument]))
        return phrase.format_map({"n": self._argument(word, argument)})

    def refusal(self, code: str, rule: str, data: Json) -> str:
        known = {name: self._datum(name, value) for name, value in data.items()}
        phrase = self.phrases.refusals.get(code, self.phrases.refusals["not_offered"])
        return phrase.format_map(_Blanks({"rule": rule, **known}))

    def ruleset(self, name: str) -> str:
        return self.phrases.rulesets[name]

    def introduction(self, ruleset: str) -> str:
        return self.phrases.introduction

    def option(self, name: str) -> str:
        return self.phrases.options[name]

    def option_value(self, name: str, value: Value) -> str:
        if value in CARDS.ids:
            return self.card(CARDS.ids[str(value)])
        return self.phrases.values[str(value)]

    def automaton(self, name: str) -> str:
        return name

    # --- naming ----------------------------------------------------------------------------------------------

    def player(self, seat: int) -> str:
        return self.phrases.nobody if seat == e.NONE else self._names[seat]

    def card(self, card: int) -> str:
        return self.phrases.card if card == UNKNOWN else PRINTED[card].names[self.language]

    def _cards(self, cards: Sequence[int]) -> str:
        return ", ".join(self.card(card) for card in cards) or "–"

    def _card_values(self, card: int) -> dict[str, str]:
        printed = PRINTED[card]
        text = card_text(printed, self.language)
        return {"card": self.card(card), "text": text, "value": str(printed.value)}

    def _place(self, place: int) -> str:
        if place < len(LOCATIONS):
            return self.phrases.locations[LOCATIONS[place]]
        return self.phrases.level.format(level=place - len(LOCATIONS) + 1)

    def _argument(self, word: str, argument: str) -> str:
        if word == "player":
            return self.player(int(argument))
        if word in ("location", "action"):
            return self.phrases.locations[argument]
        return self.phrases.values[argument] if word == "source" else argument

    def _value(self, name: str, value: Any, event: Event) -> str:
        """A field of a fact in words."""
        match name:
            case "seat" | "victim" | "partner":
                return self.player(value)
            case "seats" | "order" | "participants" if isinstance(value, tuple):
                return ", ".join(map(self.player, value))
            case "card":
                return self.card(value)
            case "cards" | "top" | "bottom":
                return self._cards(value)
            case "deck":
                return self.phrases.deck_names[DECKS[value]]
            case "location":
                return self.phrases.locations[LOCATIONS[value]]
            case "place":
                return self._place(value)
            case "phase":
                return self.phrases.phases[e.PHASES[value]]
            case "category":
                return self.phrases.categories[e.CATEGORIES[value]]
            case "reason":
                return self.phrases.reasons[e.REASONS[value]]
            case "source" if isinstance(event, e.KnowledgeGained | e.MoneyGained):
                return self.phrases.sources[e.SOURCES[value]]
            case "actions":
                return self._each([self.phrases.locations[ACTIONS[a]] if a != e.NONE else "" for a in value])
            case "amounts" | "points" | "scores":
                return self._each([str(n) for n in value])
            case "counts":
                found = zip(DECKS, value, strict=True)
                return ", ".join(f"{self.phrases.deck_names[deck]} {n}" for deck, n in found if n) or "–"
        return str(value)

    def _each(self, texts: Sequence[str]) -> str:
        """``Alice 3, Bob 2``; who has nothing is left out."""
        return ", ".join(f"{self.player(seat)} – {text}" for seat, text in enumerate(texts) if text)

    def _datum(self, name: str, value: Any) -> str:
        """A value of a question or a refusal in words."""
        if name == "card":
            return self.card(CARDS.ids.get(value, UNKNOWN))
        if name == "traps":
            return self._cards([CARDS.ids[trap] for trap in value])
        if name == "seat" and isinstance(value, int) and -1 <= value < len(self._names):
            return self.player(value)
        names = {"deck": self.phrases.deck_names, "location": self.phrases.locations}.get(name, {})
        return names.get(value, str(value)) if isinstance(value, str) else str(value)


def _variant(event: Event) -> str:
    """Which sentence of a kind it is."""
    match event:
        case e.TurnOrderSet(by_lot=by_lot):
            return "drawn" if by_lot else "set"
        case e.SynchronDeclared(partner=e.NONE):
            return "alone"
        case e.BoardingStarted(blind=blind, participants=participants):
            return "blind" if blind else "shared" if len(participants) > 1 else "open"
        case e.ProtectionUsed(token=True):
            return "token"
        case e.TrapsRevealed(cards=()) | e.ItemsTaken(cards=()):
            return "none"
    return ""


class _Blanks(dict[str, str]):
    """What is not said is told as a dash, never as an error about an error."""

    def __missing__(self, key: str) -> str:
        return "–"

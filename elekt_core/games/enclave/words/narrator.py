"""What the sentences of every language share: the names of things, and which values a phrase is filled with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ....contract import UNKNOWN, Awaiting, Decision, Event, Json, Outcome
from ....kit.notation import kind_of
from ....ruleset import Value
from .. import events as e
from ..cards import ACTIONS, CARDS, DECKS, LOCATIONS, PRINTED
from ..decisions import parts
from ..state import State
from .card_text import card_text
from .whole import ABOUT, TITLE, ending

Words = Mapping[str, str]

OPEN, BETWEEN, CLOSE = "\x02\x1f\x03"
"""Around the id and the name of a card in a sentence that is still to be cut into pieces."""


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

    def title(self) -> str:
        return TITLE

    def summary(self) -> str:
        return ABOUT[self.language]

    def event(self, event: Event, after: State) -> str:
        return "".join(piece for piece, _ in self.pieces(event, after))

    def pieces(self, event: Event, after: State) -> tuple[tuple[str, str], ...]:
        if not (text := self._sentence(event)):
            return ()
        plain, *named = text.split(OPEN)
        found = [(plain, "")]
        for one in named:
            id_, _, rest = one.partition(BETWEEN)
            name, _, behind = rest.partition(CLOSE)
            found += [(name, id_), (behind, "")]
        return tuple((piece, id_) for piece, id_ in found if piece)

    def _sentence(self, event: Event) -> str:
        """With marks around what names a card."""
        fields = dict(zip(event._fields, event, strict=True))  # type: ignore[attr-defined]  # a NamedTuple
        kind = kind_of(type(event))
        variant = _variant(event)
        phrase = self.phrases.events[f"{kind}:{variant}" if variant else kind]
        return phrase.format_map({name: self._value(name, value, event) for name, value in fields.items()})

    def question(self, awaiting: Awaiting, view: State) -> str:
        data = {name: self._datum(name, value) for name, value in awaiting.data.items()}
        data["cards"] = self._cards(view.offer or tuple(card for pile in view.looked for card in pile))
        return self.phrases.questions[awaiting.kind].format_map(_Blanks(data))

    def decision(self, decision: Decision, view: State) -> str:
        if decision.kind == "take_items" and not decision.choice:
            return self.phrases.parts["done:nothing"]
        said = [self.part(part, view) for part in parts(decision)]
        return f"{said[1]}: {said[0]}" if decision.kind == "market" and decision.choice else ", ".join(said)

    def part(self, part: str, view: State) -> str:
        word, _, argument = part.partition(":")
        phrase = self.phrases.parts["action:sealed" if word == "action" and _sealed(argument, view) else word]
        if argument in CARDS.ids:
            return phrase.format_map(self._card_values(CARDS.ids[argument]))
        return phrase.format_map({"n": self._argument(word, argument)})

    def refusal(self, code: str, rule: str, data: Json) -> str:
        known = {name: self._datum(name, value) for name, value in data.items()}
        phrase = self.phrases.refusals.get(code, self.phrases.refusals["not_offered"])
        return phrase.format_map(_Blanks({"rule": rule, **known}))

    def ending(self, outcome: Outcome) -> str:
        return ending(self.language, outcome, dict(enumerate(self._names)))

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

    def score_name(self) -> str:
        return self.phrases.reasons["victory_points"]

    # --- naming ----------------------------------------------------------------------------------------------

    def player(self, seat: int) -> str:
        return self.phrases.nobody if seat == e.NONE else self._names[seat]

    def card(self, card: int) -> str:
        return self.phrases.card if card == UNKNOWN else PRINTED[card].names[self.language]

    def _linked(self, card: int) -> str:
        name = self.card(card)
        return name if card < 0 else f"{OPEN}{PRINTED[card].id}{BETWEEN}{name}{CLOSE}"

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
        if word == "from":
            deck = self.phrases.deck_names[argument]
            return deck[:1].upper() + deck[1:]
        return self.phrases.values[argument] if word == "source" else argument

    def _value(self, name: str, value: Any, event: Event) -> str:
        """A field of a fact in words."""
        match name:
            case "seat" | "victim" | "partner":
                return self.player(value)
            case "seats" | "order" | "participants" if isinstance(value, tuple):
                return ", ".join(map(self.player, value))
            case "card":
                return self._linked(value)
            case "cards" | "top" | "bottom":
                return ", ".join(map(self._linked, value)) or "–"
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


def _sealed(action: str, view: State) -> bool:
    """Whether the seat whose view it is has chosen this action card already (Z8.4)."""
    own = [seat for seat in range(view.seats) if view.knows(seat)]
    return len(own) == 1 and view.committed[own[0]] == ACTIONS.index(action)


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

"""What the phrases of both languages share: the names of things, and the words that fill the gaps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ....contract import UNKNOWN, Awaiting, Decision, Event, Json
from ....kit import narration
from ....ruleset import Value
from .. import events as e
from ..cards import ACTIONS, CARDS, DECKS, LOCATIONS, PRINTED
from ..decisions import parts
from ..state import State
from .card_text import card_text

Words = Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class Phrases(narration.Phrases):
    language: str
    nobody: str
    deck_names: Words
    locations: Words
    phases: Words
    sources: Words
    categories: Words
    reasons: Words
    level: str


class Narrator(narration.Narrator[Phrases]):
    """The ``Words`` of contract.py."""

    # --- the log ---------------------------------------------------------------------------------------------

    def variant(self, event: Event) -> str:
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

    def value(self, name: str, event: Any) -> str:
        value = getattr(event, name)
        match name:
            case "seat" | "victim" | "partner":
                return self.player(value)
            case "seats" | "order" | "participants" if isinstance(value, tuple):
                return self.players(value)
            case "card":
                return self.card(value)
            case "cards" | "top" | "bottom":
                return ", ".join(map(self.card, value)) or "–"
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
            case "source" if isinstance(event, e.CardsOffered):
                return self._argument("source", e.FROM[value])
            case "actions":
                return self._each([self.phrases.locations[ACTIONS[a]] if a != e.NONE else "" for a in value])
            case "amounts" | "points" | "scores":
                return self._each([str(n) for n in value])
            case "counts":
                found = zip(DECKS, value, strict=True)
                return ", ".join(f"{self.phrases.deck_names[deck]} {n}" for deck, n in found if n) or "–"
        return str(value)

    def _each(self, texts: Sequence[str]) -> str:
        """``Alice 3, Bob 2``; players with nothing are left out."""
        return ", ".join(f"{self.player(seat)} – {text}" for seat, text in enumerate(texts) if text)

    # --- questions and answers -------------------------------------------------------------------------------

    def asked_about(self, awaiting: Awaiting, view: State) -> Json:
        offered = view.offer or tuple(card for pile in view.looked for card in pile)
        asked = {**super().asked_about(awaiting, view), "cards": self._cards(offered)}
        card = CARDS.ids.get(str(awaiting.data.get("card")), UNKNOWN)
        return asked if card == UNKNOWN else {**asked, "does": _sentence(self._card_values(card)["text"])}

    def decision(self, decision: Decision, view: State) -> str:
        if decision.kind == "take_items" and not decision.choice:
            return self.phrases.parts["done:nothing"]
        named = parts(decision)
        if named[-1] == "done" and len(named) > 1:
            return f"{self.phrases.parts[decision.kind]}: {', '.join(self.part(part, view) for part in named[:-1])}"
        said = [self.part(part, view) for part in named]
        return f"{said[1]}: {said[0]}" if decision.kind == "market" and decision.choice else ", ".join(said)

    def part(self, part: str, view: State) -> str:
        word, _, argument = part.partition(":")
        phrase = self.phrases.parts["action:sealed" if word == "action" and _sealed(argument, view) else word]
        if argument in CARDS.ids:
            return phrase.format_map(self._card_values(CARDS.ids[argument]))
        return phrase.format_map({"n": self._argument(word, argument)})

    def datum(self, name: str, value: Any) -> str:
        """A value of a question or a refusal in words."""
        if name == "card":
            return self.card(CARDS.ids.get(value, UNKNOWN))
        if name == "traps":
            return self._cards([CARDS.ids[trap] for trap in value])
        if name == "seat" and (value == e.NONE or self.is_seat(value)):
            return self.player(value)
        names = {"deck": self.phrases.deck_names, "location": self.phrases.locations}.get(name, {})
        return names.get(value, str(value)) if isinstance(value, str) else str(value)

    def option_value(self, name: str, value: Value) -> str:
        return self.card(CARDS.ids[str(value)]) if value in CARDS.ids else super().option_value(name, value)

    # --- naming ----------------------------------------------------------------------------------------------

    def player(self, seat: int) -> str:
        return self.phrases.nobody if seat == e.NONE else super().player(seat)

    def card(self, card: int) -> str:
        if card == UNKNOWN:
            return self.phrases.hidden_card
        return self.marked(PRINTED[card].id, PRINTED[card].names[self.phrases.language])

    def _cards(self, cards: Sequence[int]) -> str:
        return ", ".join(self.card(card) for card in cards) or "–"

    def _card_values(self, card: int) -> dict[str, str]:
        printed = PRINTED[card]
        text = card_text(printed, self.phrases.language)
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


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def _sealed(action: str, view: State) -> bool:
    """Whether the viewer's seat has already chosen this action card (Z8.4)."""
    own = [seat for seat in range(view.seats) if view.knows(seat)]
    return len(own) == 1 and view.committed[own[0]] == ACTIONS.index(action)

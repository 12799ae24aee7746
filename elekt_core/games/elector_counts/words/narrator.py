"""What the phrases of both languages share: the names of things, and the words that fill the gaps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ....contract import UNKNOWN, Awaiting, Decision, Event, Json
from ....kit import narration
from ..cards import CardSet
from ..decisions import parts
from ..events import REASONS, CardsDrawn, CardsPaid, CardsPassed, HandDealt
from ..state import NONE, State
from .card_text import STARTING, TYPE_LINES, name_of


@dataclass(frozen=True, kw_only=True)
class Phrases(narration.Phrases):
    language: str
    unit: str
    """One that is not on the table any more."""
    reasons: Mapping[str, str]
    """Why the game ended, as the log tells it."""
    cards: Callable[[int], str]
    """A number of cards."""
    cards_accusative: Callable[[int], str]
    shillings: Callable[[int], str]


class Narrator(narration.Narrator[Phrases]):
    """The ``Words`` of contract.py."""

    def __init__(self, cards: CardSet, phrases: Phrases, names: Sequence[str]) -> None:
        super().__init__(phrases, names)
        self._cards = cards
        self._ids = cards.ids

    # --- the log ---------------------------------------------------------------------------------------------

    def variant(self, event: Event) -> str:
        return "hidden" if isinstance(event, HandDealt | CardsDrawn) and UNKNOWN in event.cards else ""

    def value(self, name: str, event: Any) -> str:
        match name:
            case "by":
                return f" ({self.card(event.card)})" if event.card not in (NONE, UNKNOWN) else ""
            case "shillings":
                return self.phrases.shillings(event.shillings if isinstance(event, CardsPaid) else event.amount)
            case "number":
                number = event.number if isinstance(event, CardsPaid) else len(event.cards)
                return self.phrases.cards_accusative(number)
            case "reason":
                return self.phrases.reasons[REASONS[event.reason]].format(seat=self.player(event.seat))
        value = getattr(event, name)
        match name:
            case "seat" | "victim" | "former" | "attacker" | "defender":
                return self.player(value)
            case "to":
                return self.player(value) if isinstance(event, CardsPassed) else self.card(value)
            case "card" | "other" | "location":
                return self.card(value)
            case "cards" | "attackers" | "defenders":
                return self.listed(value)
            case "locations":
                return ", ".join(f"{self.player(seat)} – {self.card(at)}" for seat, at in enumerate(value))
            case "scores":
                return ", ".join(f"{self.player(seat)} {score}" for seat, score in enumerate(value))
        return str(value)

    # --- questions and answers -------------------------------------------------------------------------------

    def asked(self, awaiting: Awaiting, view: State) -> str:
        return "act_at_the_end" if awaiting.kind == "act" and view.end_phase else awaiting.kind

    def asked_about(self, awaiting: Awaiting, view: State) -> Json:
        data = {**super().asked_about(awaiting, view), "to": self.player(view.right(awaiting.seat))}
        return {**data, "unit": self.unit(int(awaiting.data["unit"]), view)} if "unit" in awaiting.data else data

    def decision(self, decision: Decision, view: State) -> str:
        kind, c = decision.kind, decision.choice
        if kind == "act":
            word, *rest = c
            if word in ("defend", "attack"):
                return f"{self.phrases.parts[word]}: {self.card(rest[0])} – {self.listed(rest[1:])}"
            if word == "support":
                aims = [self.part(aim, view) for aim in parts(self._cards, decision)[2:]]
                return f"{self.phrases.parts[word]}: {', '.join([self.card(rest[0]), *aims])}"
            if word == "buy":
                return f"{self.phrases.parts[word]}: {rest[0]}"
            return f"{self.phrases.parts[word]}: {self.listed(rest)}" if rest else self.phrases.parts[word]
        if kind == "pass_cards":
            return f"{self.phrases.parts['pass_cards']}: {self.listed(c)}"
        if kind == "take_from":
            return self.player(c[0])
        if kind in ("choose_target", "casualties"):
            units = ", ".join(self.unit(unit, view) for unit in c)
            if not units:
                return self.phrases.parts["nobody"]
            return f"{self.phrases.parts[kind]}: {units}" if kind == "casualties" else units
        if kind == "react":
            return self.card(c[0]) if c else self.phrases.parts["pass"]
        return self.phrases.parts[kind]

    def part(self, part: str, view: State) -> str:
        word, _, argument = part.partition(":")
        if not argument:
            return self.phrases.parts[word]
        match word:
            case "card" | "pile":
                return self.kind(argument)
            case "kept":
                return f"{self.phrases.parts['take']}: {self.kind(argument)}"
            case "location" | "to":
                return self.site(argument, view)
            case "unit":
                return self.unit(int(argument[1:]), view)
            case "seat":
                return self.player(int(argument))
            case "number":
                return self.phrases.cards_accusative(int(argument))
        raise KeyError(part)

    def datum(self, name: str, value: Any) -> str:
        if name in ("card", "location"):
            return self.named(value)
        return self.player(value) if name == "seat" and self.is_seat(value) else str(value)

    # --- naming ----------------------------------------------------------------------------------------------

    def card(self, card: int) -> str:
        if card == UNKNOWN:
            return self.phrases.hidden_card
        printed = self._cards.cards[card]
        return self.marked(printed.id, name_of(printed, self.phrases.language))

    def named(self, id_: Any) -> str:
        return self.card(self._ids[id_]) if id_ in self._ids else str(id_)

    def kind(self, id_: str) -> str:
        """``River Raiders (Attacker 2)``: enough to choose by, where the card itself is out of sight."""
        if id_ not in self._ids:
            return id_
        card = self._cards.cards[self._ids[id_]]
        kind = TYPE_LINES[self.phrases.language].get(card.kind, STARTING[self.phrases.language])
        return f"{self.named(id_)} ({kind}{f' {card.strength}' if card.strength else ''})"

    def listed(self, cards: Sequence[int]) -> str:
        """The cards by name, or their number where nobody may know them."""
        return self.phrases.cards(len(cards)) if UNKNOWN in cards else ", ".join(map(self.card, cards))

    def site(self, id_: str, view: State) -> str:
        """``Salt Market (Alice)``."""
        site = view.sites.get(self._ids.get(id_, NONE))
        return self.named(id_) if site is None else f"{self.named(id_)} ({self.player(site.owner)})"

    def unit(self, number: int, view: State) -> str:
        """``River Raiders (Salt Market)``; a unit that nobody may know is named by its place there."""
        location = view.site_of(number)
        if location == NONE:
            return f"{self.phrases.unit} {number}"
        site = view.sites[location]
        units = site.attackers if any(unit.number == number for unit in site.attackers) else site.defenders
        place = next(i for i, unit in enumerate(units, 1) if unit.number == number)
        card = units[place - 1].card
        name = f"{self.phrases.hidden_card} {place}" if card == UNKNOWN else self.card(card)
        return f"{name} ({self.card(location)})"

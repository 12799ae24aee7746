"""What the sentences of both languages share: names of players and cards, and which method tells which fact."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from ....contract import UNKNOWN, Awaiting, Decision, Event, Json, Outcome
from ....ruleset import Value
from ..cards import CardSet
from ..decisions import parts
from ..events import KINDS, REASONS, GameEnded
from ..state import NONE, State
from .card_text import STARTING, TYPE_LINES, name_of

PIECE = re.compile("\ue000(?P<card>[^\ue001]*)\ue001(?P<name>[^\ue002]*)\ue002|(?P<between>[^\ue000]+)")
"""A sentence in which card names stand between marks that no name has (``Narrator.pieces``)."""

METHODS = {event_class: kind for kind, event_class in KINDS.items()}


class Narrator(ABC):
    """The ``Words`` of contract.py: a method per event kind, a sentence per question, answer, part and refusal."""

    LANGUAGE: ClassVar[str]
    HIDDEN: ClassVar[str]
    """A card nobody may know here."""
    UNIT: ClassVar[str]
    """One that is not on the table any more."""
    PARTS: ClassVar[Mapping[str, str]]
    QUESTIONS: ClassVar[Mapping[str, str]]
    REFUSALS: ClassVar[Mapping[str, str]]
    REFUSED: ClassVar[str]
    """For a code that a newer rules engine may bring."""
    ENDINGS: ClassVar[Mapping[str, str]]
    """By the reason of the end, as the log tells it."""
    RESULTS: ClassVar[Mapping[str, str]]
    """The same for who looks at the result."""
    TITLE: ClassVar[str]
    ABOUT: ClassVar[str]
    POINTS: ClassVar[str]
    RULESETS: ClassVar[Mapping[str, tuple[str, str]]]
    """Name and introduction."""

    def __init__(self, cards: CardSet, names: Sequence[str]) -> None:
        self._cards = cards
        self._names = names
        self._ids = cards.ids
        self._marking = False

    # --- the contract ----------------------------------------------------------------------------------------

    def title(self) -> str:
        return self.TITLE

    def summary(self) -> str:
        return self.ABOUT

    def event(self, event: Event, after: State) -> str:
        tell: Callable[[Any, State], str] = getattr(self, METHODS[type(event)])
        return tell(event, after)

    def pieces(self, event: Event, after: State) -> tuple[tuple[str, str], ...]:
        self._marking = True
        try:
            text = self.event(event, after)
        finally:
            self._marking = False
        return tuple((found["between"] or found["name"], found["card"] or "") for found in PIECE.finditer(text))

    def question(self, awaiting: Awaiting, view: State) -> str:
        word = "act_at_the_end" if awaiting.kind == "act" and view.end_phase else awaiting.kind
        data = {
            key: self.named(value) if key in ("card", "location") else value for key, value in awaiting.data.items()
        }
        data["to"] = self.player(view.right(awaiting.seat))
        if "unit" in awaiting.data:
            data["unit"] = self.unit(int(awaiting.data["unit"]), view)
        return self.QUESTIONS[word].format_map(_Blanks(data))

    def decision(self, decision: Decision, view: State) -> str:
        kind, c = decision.kind, decision.choice
        if kind == "act":
            word, *rest = c
            if word in ("defend", "attack"):
                return f"{self.PARTS[word]}: {self.card(rest[0])} – {self.listed(rest[1:])}"
            if word == "support":
                aims = [self.part(aim, view) for aim in parts(self._cards, decision)[2:]]
                return f"{self.PARTS[word]}: {', '.join([self.card(rest[0]), *aims])}"
            if word == "buy":
                return f"{self.PARTS[word]}: {rest[0]}"
            return f"{self.PARTS[word]}: {self.listed(rest)}" if rest else self.PARTS[word]
        if kind == "pass_cards":
            return f"{self.PARTS['pass_cards']}: {self.listed(c)}"
        if kind == "take_from":
            return self.player(c[0])
        if kind in ("choose_target", "casualties"):
            return ", ".join(self.unit(unit, view) for unit in c) or self.PARTS["nobody"]
        if kind == "react":
            return self.card(c[0]) if c else self.PARTS["pass"]
        return self.PARTS[kind]

    def part(self, part: str, view: State) -> str:
        word, _, argument = part.partition(":")
        if not argument:
            return self.PARTS[word]
        match word:
            case "card" | "pile":
                return self.kind(argument)
            case "kept":
                return f"{self.PARTS['take']}: {self.kind(argument)}"
            case "location" | "to":
                return self.site(argument, view)
            case "unit":
                return self.unit(int(argument[1:]), view)
            case "seat":
                return self.player(int(argument))
            case "number":
                return self.cards(int(argument))
        raise KeyError(part)

    def refusal(self, code: str, rule: str, data: Json) -> str:
        known = {key: self._datum(key, value) for key, value in data.items()}
        return self.REFUSALS.get(code, self.REFUSED).format_map(_Blanks(known))

    def ending(self, outcome: Outcome) -> str:
        losers = [self.player(seat) for seat, rank in enumerate(outcome.ranks) if rank > 1]
        return self.RESULTS[outcome.termination].format(names=", ".join(losers))

    def ruleset(self, name: str) -> str:
        return self.RULESETS[name][0]

    def introduction(self, ruleset: str) -> str:
        return self.RULESETS[ruleset][1]

    def option(self, name: str) -> str:
        return name

    def option_value(self, name: str, value: Value) -> str:
        return str(value)

    def automaton(self, name: str) -> str:
        return name

    def score_name(self) -> str:
        return self.POINTS

    # --- naming ----------------------------------------------------------------------------------------------

    @abstractmethod
    def cards(self, n: int) -> str:
        """A number of cards, as an object."""

    def player(self, seat: int) -> str:
        return self._names[seat]

    def card(self, card: int) -> str:
        if card == UNKNOWN:
            return self.HIDDEN
        printed = self._cards.cards[card]
        name = name_of(printed, self.LANGUAGE)
        return f"\ue000{printed.id}\ue001{name}\ue002" if self._marking else name

    def named(self, id_: Any) -> str:
        return self.card(self._ids[id_]) if id_ in self._ids else str(id_)

    def kind(self, id_: str) -> str:
        """``River Raiders (Attacker 2)``: enough to choose by, where the card itself is out of sight."""
        if id_ not in self._ids:
            return id_
        card = self._cards.cards[self._ids[id_]]
        kind = TYPE_LINES[self.LANGUAGE].get(card.kind, STARTING[self.LANGUAGE])
        return f"{self.named(id_)} ({kind}{f' {card.strength}' if card.strength else ''})"

    def listed(self, cards: Sequence[int]) -> str:
        """The cards by name, or their number where nobody may know them."""
        if UNKNOWN in cards:
            return self.cards(len(cards))
        return ", ".join(self.card(card) for card in cards)

    def site(self, id_: str, view: State) -> str:
        """``Salt Market (Alice)``."""
        site = view.sites.get(self._ids.get(id_, NONE))
        return self.named(id_) if site is None else f"{self.named(id_)} ({self.player(site.owner)})"

    def unit(self, number: int, view: State) -> str:
        """``River Raiders (Salt Market)``; one that nobody may know by its place there."""
        location = view.site_of(number)
        if location == NONE:
            return f"{self.UNIT} {number}"
        site = view.sites[location]
        units = site.attackers if any(unit.number == number for unit in site.attackers) else site.defenders
        place = next(i for i, unit in enumerate(units, 1) if unit.number == number)
        card = units[place - 1].card
        name = f"{self.HIDDEN} {place}" if card == UNKNOWN else self.card(card)
        return f"{name} ({self.card(location)})"

    def told_end(self, event: GameEnded) -> str:
        return self.ENDINGS[REASONS[event.reason]].format(seat=self.player(event.seat))

    def scores(self, event: GameEnded) -> str:
        """``Alice 12, Bob 9``."""
        return ", ".join(f"{self.player(seat)} {score}" for seat, score in enumerate(event.scores))

    def _datum(self, key: str, value: Any) -> str:
        if key in ("card", "location"):
            return self.named(value)
        if key == "seat" and isinstance(value, int) and 0 <= value < len(self._names):
            return self.player(value)
        return str(value)


class _Blanks(dict[str, Any]):
    """What is not said is told as a dash, never as an error about an error."""

    def __missing__(self, key: str) -> str:
        return "–"

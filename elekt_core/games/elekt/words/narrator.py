"""What the sentences of every language share: names of players and cards, and which method tells which fact."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from ....contract import UNKNOWN, Awaiting, Decision, Event, Outcome
from ....kit import narration
from ....kit.notation import kind_of
from ....ruleset import Value
from ..active import listeners
from ..agenda import Discard, Save
from ..cards import Card
from ..costs import cost_of
from ..decisions import KEEP, REDRAW
from ..events import HousesChose, Step
from ..selectors import use_of
from ..state import State
from ..tables import Tables
from ..vocabulary import ATTRIBUTES, DIRECTIONS, NONE, ZONES
from .card_text import card_text


class Narrator(narration.Narrator[narration.Phrases]):
    """The ``Words`` of contract.py.

    A language has phrases for what is said as it stands. Its log and questions are methods, one per event kind,
    ``ask_`` and ``chose_`` methods per decision kind: they count Units, speak of the Houses in the plural, and
    expansions bring theirs.
    """

    LANGUAGE: ClassVar[str]
    PHRASES: ClassVar[narration.Phrases]
    ATTRIBUTE_NAMES: ClassVar[Mapping[str, str]]
    ZONE_NAMES: ClassVar[Mapping[str, str]]
    DIRECTION_NAMES: ClassVar[Mapping[str, str]]

    def __init__(self, tables: Tables, names: Sequence[str]) -> None:
        super().__init__(self.PHRASES, names)
        self._tables = tables
        self._cards = tables.cards

    # --- the contract ----------------------------------------------------------------------------------------

    def event(self, event: Event, after: State) -> str:
        tell: Callable[[Any, State], str] = getattr(self, kind_of(type(event)))
        text = tell(event, after)
        return self._in_plural(text) if after.solo is not None else text

    def question(self, awaiting: Awaiting, view: State) -> str:
        ask: Callable[[Awaiting, State], str] = getattr(self, f"ask_{awaiting.kind}")
        return ask(awaiting, view)

    def decision(self, decision: Decision, view: State) -> str:
        chosen: Callable[[Decision, State], str] = getattr(self, f"chose_{decision.kind}")
        return chosen(decision, view)

    def part(self, part: str, view: State) -> str:
        word, _, argument = part.partition(":")
        if word in KEEP:
            number = KEEP.index(word)
            drawn = view.drawn[number] if number < len(view.drawn) else UNKNOWN
            return self.keep(drawn)
        if word == REDRAW:
            return self.redraw(len(view.drawn))
        if not argument:
            unit = self.about(view).get("unit", UNKNOWN) if word in ("save", "let_go") else UNKNOWN
            return self.phrases.parts[word].format(unit=self.card(unit))
        match self._tables.course.target_words.get(word, word):
            case "card":
                return self.placed(self._cards.ids[argument], view)
            case "attribute":
                return self.token(argument) if word == "token" else self.ATTRIBUTE_NAMES[argument]
            case "seat":
                return self.player(int(argument))
            case "zone":
                return self.ZONE_NAMES[argument]
            case "direction":
                return self.DIRECTION_NAMES[argument]
        raise KeyError(part)

    def end(self, outcome: Outcome) -> str:
        scores = [*outcome.scores, *(automaton.score for automaton in outcome.automata)]
        tied = outcome.termination == "privilege_deck" and scores.count(max(scores)) > 1
        return f"{outcome.termination}_tied" if tied else outcome.termination

    def option_value(self, name: str, value: Value) -> str:
        return self._kinds([str(value)]) if name == "basics" else super().option_value(name, value)

    # --- what languages fill in ------------------------------------------------------------------------------

    @abstractmethod
    def name(self, card: Card) -> str: ...

    @abstractmethod
    def keep(self, card: int) -> str: ...

    @abstractmethod
    def redraw(self, drawn: int) -> str: ...

    @abstractmethod
    def token(self, attribute: str) -> str: ...

    @classmethod
    @abstractmethod
    def agreeing(cls, verb: str) -> str:
        """The verb of a sentence about one player, changed to agree with the Houses."""

    @classmethod
    def preceding(cls, verb: str) -> str:
        """The same for a word right before their name, which need not be a verb."""
        return verb

    # --- naming ----------------------------------------------------------------------------------------------

    def player(self, seat: int) -> str:
        return self._names[seat] if seat < len(self._names) else self.houses

    @property
    def houses(self) -> str:
        return self.automaton("houses")

    def subject(self, e: HousesChose) -> str:
        """What the Houses chose, before the reason."""
        named = self.card(e.card) if e.card != NONE else self.zone(e.zone) if e.zone != NONE else ""
        return f"{named} – " if named else ""

    def _in_plural(self, text: str) -> str:
        """The verb right after the name of the Houses, or right before it, in the plural."""
        text = re.sub(rf"({self.houses}(?: nie)? )(\w+)", lambda m: m[1] + self.agreeing(m[2]), text)
        return re.sub(rf"(\w+)((?: nim)? {self.houses})", lambda m: self.preceding(m[1]) + m[2], text)

    def card(self, card: int) -> str:
        if card == UNKNOWN:
            return self.phrases.hidden_card
        printed = self._cards.printed[card]
        return self.marked(printed.id, self.name(printed))

    def printed(self, card: int) -> Card:
        return self._cards.printed[card]

    def listed(self, cards: Sequence[int]) -> str:
        return ", ".join(self.card(card) for card in cards)

    def at(self, card: int, seat: int, zone: int = NONE) -> str:
        """``Acolyte (Alice, Missions Zone)``."""
        where = f", {self.zone(zone)}" if zone != NONE else ""
        return f"{self.card(card)} ({self.player(seat)}{where})"

    def placed(self, card: int, view: State) -> str:
        """The card, with owner and Zone if it stands in one."""
        if card < len(view.where) and view.in_zone(card):
            return self.at(card, view.owner(card), view.zone(card))
        return self.card(card)

    def of_whom(self, card: int, view: State, chooser: int) -> str:
        """The card, with its owner if it is a rival's Unit in a Zone: everybody has the same Basic Units."""
        if card < len(view.where) and view.in_zone(card) and view.owner(card) != chooser:
            return f"{self.card(card)} ({self.player(view.owner(card))})"
        return self.card(card)

    def zone(self, zone: int) -> str:
        return self.ZONE_NAMES[ZONES[zone]]

    def each(self, numbers: Sequence[int]) -> str:
        """``Alice 3, Bob 2``; seats with NONE are left out."""
        return ", ".join(f"{self.player(seat)} {n}" for seat, n in enumerate(numbers) if n != NONE)

    def _kinds(self, ids: Sequence[str]) -> str:
        """Cards by what is printed on them."""
        return ", ".join(self.name(card) for card in self._cards.cards if card.id in ids)

    def about(self, view: State) -> Mapping[str, Any]:
        """The fields of the step that asks (``agenda``)."""
        return self.arguments(view.step)

    def arguments(self, step: Step) -> Mapping[str, Any]:
        return step._asdict() if step else {}

    def asking_card(self, view: State) -> int:
        """The card that causes the question, UNKNOWN if there is none.

        A discard is asked by the step alone; the ability that caused it lies right beneath.
        """
        steps = (view.step, *view.agenda[-1:]) if type(view.step) is Discard else (view.step,)
        for step in steps:
            about = self.arguments(step)
            if "card" in about:
                return int(about["card"])
            if about.get("cards"):
                return int(about["cards"][-1])
        return UNKNOWN

    def does(self, card: int) -> str:
        """The card's text, shown after the question whether to use it."""
        return f" {card_text(self.printed(card), self.LANGUAGE).text}" if card != UNKNOWN else ""

    def tied(self, view: State) -> list[str]:
        """The players tied for the highest count, in court order."""
        seats = self.about(view).get("seats", 0)
        return [self.player(seat) for seat in view.order if seats >> seat & 1]

    def leaves(self, view: State) -> bool:
        """Whether a saved Unit is simply taken back to hand because no card changes that (E14.2, E19.3)."""
        return type(view.step) is Save and not listeners(self._tables, view, "on_saved", view.step.zone)

    def cost(self, view: State) -> int:
        """The Heat that the ability in question costs now, or that saving the Unit costs."""
        if type(view.step) is Save:
            return view.step.number
        return cost_of(use_of(self._tables, view, view.step))

    def targets(self, choice: Sequence[Any], view: State | None = None) -> str:
        """The targets of a use in words, ``Power token, Acolyte (Alice, Missions Zone)``; without a view the cards
        alone."""
        return ", ".join(self.target(word, value, view) for word, value in choice)

    def target(self, word: str, value: int, view: State | None) -> str:
        match self._tables.course.target_words[word]:
            case "card":
                return self.card(value) if view is None else self.placed(value, view)
            case "attribute":
                name = ATTRIBUTES[value]
                return self.token(name) if word == "token" else self.ATTRIBUTE_NAMES[name]
            case "seat":
                return self.player(value)
        return self.zone(value)

    def direction(self, direction: int) -> str:
        return next(self.DIRECTION_NAMES[word] for word, step in DIRECTIONS.items() if step == direction)

    def datum(self, key: str, value: Any) -> str:
        if key in ("unit", "card") and value in self._cards.ids:
            return self.card(self._cards.ids[value])
        if key == "zone" and value in self.ZONE_NAMES:
            return self.ZONE_NAMES[value]
        if key == "attribute" and value in self.ATTRIBUTE_NAMES:
            return self.ATTRIBUTE_NAMES[value]
        if key == "seat" and self.is_seat(value):
            return self.player(value)
        return str(value)

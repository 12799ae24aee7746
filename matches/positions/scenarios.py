"""The scenarios that ship with a game, ready to show: found by rule, card and words, and played move by move."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any

from elekt_core.contract import Awaiting, Game, SeatNo, Words
from elekt_core.errors import CoreError, IllegalDecision
from elekt_core.record.match import Batch
from elekt_core.registry import get_game
from elekt_core.scenarios.run import Report, run
from elekt_core.scenarios.scenario import Step, Variant, list_scenarios
from web import languages
from web.encoding import UNSHOWN, ShownAs

from ..play.shapes import AwaitingShown, SeatShown
from .analysis import CHANCE, seat_name, shown_seats
from .sources import scenario_of


@dataclass(frozen=True, slots=True)
class ScenarioShown:
    """A scenario in a list."""

    name: str
    title: str
    text: str
    rules: tuple[str, ...]
    cards: Annotated[tuple[tuple[str, str], ...], ShownAs(list[str], lambda cards: [id_ for id_, _ in cards])]
    """``(id, name)``."""
    variants: Annotated[int, UNSHOWN]
    haystack: Annotated[str, UNSHOWN]
    """All its words, in small letters."""


@dataclass(frozen=True, slots=True)
class Move:
    """A position of a scenario: the notes on it, the decisions that led there, what happened, and who is asked now."""

    number: int
    notes: tuple[str, ...]
    decisions: tuple[str, ...]
    happened: tuple[str, ...]
    possible: tuple[str, ...]
    """Decisions that the scenario expects to be offered here."""
    refused: tuple[tuple[str, str], ...]
    """What the scenario expects not to be possible: in words, and the rule that forbids it."""
    asked: tuple[AwaitingShown, ...]
    view: Any
    over: bool


@dataclass(frozen=True, slots=True)
class Played:
    """One way through a scenario, move by move."""

    variant: Variant
    title: str
    text: str
    moves: tuple[Move, ...]
    seats: tuple[SeatShown, ...]


# --- finding ------------------------------------------------------------------------------------------------


def shipped(game_name: str, *, rule: str = "", card: str = "", query: str = "") -> list[ScenarioShown]:
    """The scenarios of a game that show a rule (or one of a chapter), a card, and have all words of the query."""
    game = get_game(game_name)
    language = languages.current()
    found = [_shown(game, name, language) for name in list_scenarios(game).all]
    words = query.casefold().split()
    return [
        one
        for one in found
        if (not rule or any(known == rule or known.startswith(f"{rule}.") for known in one.rules))
        and (not card or card in dict(one.cards))
        and all(word in one.haystack for word in words)
    ]


def topics(game_name: str) -> tuple[list[tuple[str, int]], list[tuple[str, str, int]]]:
    """Rules, and cards by name, that scenarios show, each with its number of scenarios: for the filter."""
    game = get_game(game_name)
    index = list_scenarios(game)
    rules = sorted(((rule, len(found)) for rule, found in index.by_rule.items()), key=lambda one: _order(one[0]))
    called = card_names(game, languages.current())
    cards = sorted((called.get(card, card), card, len(found)) for card, found in index.by_card.items())
    return rules, [(card, name, count) for name, card, count in cards]


def _order(rule: str) -> tuple[Any, ...]:
    letter, numbers = rule[:1], rule[1:].split(".")
    return (letter, *(int(number) if number.isdigit() else 0 for number in numbers))


@lru_cache(maxsize=16)
def card_names(game: Game[Any], language: str) -> Mapping[str, str]:
    """Names of cards by id, as far as the game shows its cards."""
    return {face.id: face.words.name for face in game.gallery(language)}


@lru_cache(maxsize=2048)
def _shown(game: Game[Any], name: str, language: str) -> ScenarioShown:
    scenario, called = list_scenarios(game).all[name], card_names(game, language)
    cards = tuple((card, called.get(card, card)) for card in scenario.cards)
    title, text = _in(scenario.title, language), _in(scenario.text, language)
    told = [title, text, scenario.name, *scenario.rules, *scenario.cards, *(name for _, name in cards)]
    told += [_in(variant.title, language) for variant in scenario.variants]
    haystack = " ".join(told).casefold()
    return ScenarioShown(scenario.name, title, text, scenario.rules, cards, len(scenario.variants), haystack)


def _in(texts: Mapping[str, str], language: str) -> str:
    return texts.get(language, "").strip()


# --- move by move -------------------------------------------------------------------------------------------


def played(game_name: str, name: str, variant: str = "") -> tuple[ScenarioShown, Played]:
    """A scenario, and one way through it. Raises NotFound."""
    game = get_game(game_name)
    _scenario, chosen = scenario_of(game, name, variant)
    language = languages.current()
    return _shown(game, name, language), _played(game, name, chosen.name, language)


def variants(game_name: str, name: str) -> list[tuple[str, str]]:
    """Each way through a scenario: its name in addresses, and its title. Raises NotFound."""
    scenario, _ = scenario_of(get_game(game_name), name)
    language = languages.current()
    return [(one.name, _in(one.title, language) or _in(scenario.title, language)) for one in scenario.variants]


@lru_cache(maxsize=256)
def _played(game: Game[Any], name: str, variant_name: str, language: str) -> Played:
    scenario, variant = scenario_of(game, name, variant_name)
    play = _report(game, name).plays.get(variant_name)
    seats = shown_seats(variant.setup.seats)
    moves = () if play is None else _Teller(game, variant, play.batches, seats, language).moves()
    title = _in(variant.title, language) or _in(scenario.title, language)
    return Played(variant, title, _in(variant.text, language), moves, seats)


@lru_cache(maxsize=256)
def _report(game: Game[Any], name: str) -> Report:
    """The scenario ships with the game and never changes, so it is played once."""
    return run(list_scenarios(game).all[name])


class _Teller:
    """Goes through the batches of a scenario that was played, and says what its steps are about."""

    def __init__(
        self, game: Game[Any], variant: Variant, batches: Sequence[Batch], seats: tuple[SeatShown, ...], language: str
    ) -> None:
        self.game = game
        self.variant = variant
        self.left = list(batches)
        self.seats = seats
        self.language = language
        self.words: Words = game.words(language, [seat.name for seat in seats])
        self.state = game.initial()

    def moves(self) -> tuple[Move, ...]:
        """A step without a decision is about the position before it, so it belongs to that move."""
        found: list[Move] = []
        decisions, happened = self._go(1)
        about: list[Step] = []
        for step in self.variant.steps:
            if step.choose:
                found.append(self._move(len(found), about, decisions, happened, step))
                decisions, happened = self._go(len(step.choose))
                about = [step]
                if not happened and not decisions:
                    break
            else:
                about.append(step)
        found.append(self._move(len(found), about, decisions, happened, None))
        return tuple(found)

    def _go(self, batches: int) -> tuple[list[str], list[str]]:
        decisions, happened = [], []
        for batch in self.left[:batches]:
            if batch.decision is not None:
                decisions.append(self.words.decision(batch.decision, self.state))
            for event in batch.events:
                self.game.evolve(self.state, event)
                happened.append(self.words.event(event, self.state))
        del self.left[:batches]
        return decisions, [text for text in happened if text]

    def _move(
        self, number: int, about: Iterable[Step], decisions: list[str], happened: list[str], answer: Step | None
    ) -> Move:
        """``answer`` is the step whose decision comes next: the offers that it expects are expected here."""
        steps = list(about)
        asking = [step for step in (*steps, answer) if step is not None and not (step.choose and step is not answer)]
        asked = self.game.awaiting(self.state)
        return Move(
            number=number,
            notes=tuple(filter(None, (_in(step.note, self.language) for step in steps))),
            decisions=tuple(decisions),
            happened=tuple(happened),
            possible=tuple(self._possible(asking, asked)),
            refused=tuple(self._refused(asking, asked)),
            asked=tuple(self._asked(question) for question in asked),
            view=self.state.copy(),
            over=self.game.outcome(self.state) is not None,
        )

    def _asked(self, question: Awaiting) -> AwaitingShown:
        return AwaitingShown(
            seat=question.seat,
            name=seat_name(question.seat),
            kind=question.kind,
            rule=question.rule,
            question=self.words.question(question, self.state),
            data=question.data,
            stack=question.stack,
            optional=question.optional,
            mine=False,
        )

    def _possible(self, steps: Iterable[Step], asked: Sequence[Awaiting]) -> Iterable[str]:
        for step in steps:
            for one in (*step.expects.get("offered", ()), *step.expects.get("exact_offered", ())):
                seat = SeatNo(step.seat if step.seat is not None else asked[0].seat if asked else 0)
                yield self._told(one, seat)

    def _told(self, one: Any, seat: SeatNo) -> str:
        """A decision, or the beginning of one, in words."""
        if isinstance(one, Mapping):
            return self.words.decision(self.game.decode_decision(seat, one), self.state)
        options = self.game.options(self.state, seat)
        whole = next((option for option in options if " ".join(self.game.parts(option)) == one), None)
        if whole is not None:
            return self.words.decision(whole, self.state)
        return " – ".join(self.words.part(part, self.state) for part in one.split())

    def _refused(self, steps: Iterable[Step], asked: Sequence[Awaiting]) -> Iterable[tuple[str, str]]:
        for step in steps:
            for one in step.expects.get("refused", ()):
                seat = SeatNo(one.get("seat", step.seat if step.seat is not None else asked[0].seat if asked else 0))
                yield self._refusal(one["choose"], seat)
            for one in step.expects.get("not_offered", ()):
                yield self._told(one, SeatNo(asked[0].seat if asked else 0)), ""

    def _refusal(self, choose: Any, seat: SeatNo) -> tuple[str, str]:
        """What was tried, why it was refused, and by which rule."""
        wanted = self._tried(choose, seat)
        if isinstance(choose, str):
            for refusal in self.game.refusals(self.state, seat):
                if " ".join(refusal.parts) == choose:
                    why = self.words.refusal(refusal.code, refusal.rule, refusal.data)
                    return f"{wanted}: {why}", refusal.rule
            return wanted, ""
        try:
            self.game.decide(self.state, self.game.decode_decision(seat, choose), CHANCE)
        except IllegalDecision as error:
            return f"{wanted}: {self.words.refusal(error.code, error.rule, error.data)}", error.rule
        except CoreError:
            pass
        return wanted, ""

    def _tried(self, choose: Any, seat: SeatNo) -> str:
        try:
            return self._told(choose, seat)
        except (CoreError, LookupError, TypeError, ValueError):
            return str(choose)

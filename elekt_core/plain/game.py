"""A game whose rules alone are written: notation, steps, views, words and board follow from its types.

For small games, and for a first version of a large one: each method can be overridden when it is outgrown. A plain game
has a state that is a dataclass of numbers, texts and lists of them, and events that are ``NamedTuple`` classes of the
same. Cards are numbers from 0. ``docs/adding-a-game.md`` builds one.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Annotated, Any, ClassVar, Final, NamedTuple, Self, TypeVar

from .. import errors
from ..chance import Chance, SeededChance
from ..contract import (
    CONCEDE,
    UNKNOWN,
    Awaiting,
    Decision,
    Event,
    Game,
    Json,
    Outcome,
    SeatNo,
    Setup,
    Viewer,
    Words,
)
from ..kit.choices import Choice, options_of
from ..kit.dealing import Table
from ..kit.fields import (
    CARD,
    HIDDEN,
    KNOWN_TO_EACH,
    KNOWN_TO_SEAT,
    Cards,
    Known,
    Maybe,
    Notes,
    OneOf,
)
from ..kit.knowledge import Knowledge
from ..kit.notation import Notation, kind_of
from ..kit.payload_schema import Shapes, cards
from ..kit.position_shape import Position
from ..kit.states import state_writer
from .board import Layout, PlainBoard, SeatNumber, card_fields, card_names, seat_fields
from .words import NOBODY, USUAL, PlainWords


class GameCreated(NamedTuple):
    seats: int
    commitment: str


class DeckShuffled(NamedTuple):
    """The deck from the top."""

    cards: Annotated[Cards, HIDDEN]


class SeatConceded(NamedTuple):
    """The seat is out; the others play on (``PlayOnState``)."""

    seat: int


class GameEnded(NamedTuple):
    scores: tuple[int, ...]
    conceded: int
    seed: str


@dataclass
class PlainState:
    """The fields of every plain game; the game adds its own."""

    seats: int = 0
    draws: int = 0
    """How often chance was asked."""
    ended: GameEnded | None = None

    def copy(self) -> Self:
        new: Self = object.__new__(type(self))
        for name, value in vars(self).items():
            setattr(new, name, _copied(value))
        return new


@dataclass
class PlayOnState(PlainState):
    """For a game in which the others play on when somebody concedes."""

    out: Annotated[list[int], SeatNumber()] = field(default_factory=list)
    """Seats that have conceded, the first one first."""


S = TypeVar("S", bound=PlainState)


def sealed(values: Sequence[int]) -> Any:
    """The type of a list by seat of secret choices, ``NOBODY`` if nothing is chosen yet."""
    return Annotated[list[int], Known(each=True, open=(NOBODY,)), OneOf(values)]


class PlainGame(Game[S]):
    """A plain game (see the module). The methods that a game must write come first."""

    state: type[S]
    events: ClassVar[Sequence[type]] = ()
    """The game's own kinds of facts."""
    known_to_seat: ClassVar[Mapping[str, type | None]] = {}
    """Fields of the state that are lists by seat, each known to its seat alone (``{"hands": ...}``), with the kind of
    fact whose ``cards`` its ``seat`` alone learns, None where there is none. The types of fields can say the same, of
    any field of state and facts: ``Annotated[Card, KNOWN_TO_SEAT]``, ``Annotated[list[Card], HIDDEN]``, ``sealed``."""
    known_to_nobody: ClassVar[Sequence[str]] = ()
    """Fields of the state that are lists of cards which nobody knows (a deck)."""
    by_seat: ClassVar[Sequence[str]] = ()
    """Fields of the state that are lists by seat and known to all (the tricks that each has taken). The types can say
    the same, and that these are the points of the result: ``Annotated[list[int], BY_SEAT]``, ``POINTS``."""
    texts: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    """By language: see ``PlainWords``."""
    rule: ClassVar[str] = ""
    """The number that a refusal cites."""

    # --- what the rules are ---------------------------------------------------------------------------------

    @abstractmethod
    def deal(self, state: S, chance: Chance) -> Sequence[Event]:
        """The facts with which a match of ``state.seats`` begins."""

    @abstractmethod
    def fold(self, state: S, event: Event) -> None:
        """Fold one fact of the game's own into ``state``."""

    @abstractmethod
    def asked(self, state: S) -> Sequence[tuple[int, str]]:
        """Who must decide, and the kind of the decision: one seat, or several that choose at once."""

    @abstractmethod
    def choices(self, state: S, seat: int) -> Sequence[Choice]:
        """What a seat that is asked can choose, in a stable order, using only what that seat knows."""

    @abstractmethod
    def play(self, state: S, seat: int, choice: Choice, chance: Chance) -> Sequence[Event]:
        """The facts that follow from a legal choice. If several seats are asked, the last one's choice also brings what
        all have waited for.
        """

    @abstractmethod
    def scores(self, state: S) -> Sequence[int] | None:
        """The points by seat when the game is over, None while it goes on."""

    def after_conceding(self, state: S, seat: int, chance: Chance) -> Sequence[Event]:
        """The facts that follow when ``seat`` is out and the others play on: perhaps everybody was waiting for it."""
        return ()

    def reached(self, state: S) -> Sequence[int]:
        """The current points by seat, if a game ends because somebody has conceded."""
        return (0,) * state.seats

    def cards(self, seats: int) -> Sequence[int]:
        """Every card of a match, from which hidden ones are dealt anew: those that the deal shuffles."""
        state = self.initial()
        self.evolve(state, GameCreated(seats, ""))
        return [card for fact in self.deal(state, IN_ORDER) if isinstance(fact, DeckShuffled) for card in fact.cards]

    def shuffled(self, state: S, chance: Chance, cards: Sequence[int]) -> DeckShuffled:
        """The cards in a drawn order: at most one shuffle in a batch."""
        return DeckShuffled(tuple(cards[i] for i in chance.permutation(state.draws, len(cards))))

    # --- the contract ---------------------------------------------------------------------------------------

    @property
    def event_kinds(self) -> Mapping[str, type]:  # type: ignore[override]  # it follows from the classes
        conceded = (SeatConceded,) if self._plays_on else ()
        return {kind_of(kind): kind for kind in (GameCreated, DeckShuffled, *self.events, *conceded, GameEnded)}

    @property
    def event_versions(self) -> Mapping[str, int]:  # type: ignore[override]
        return {}

    def initial(self) -> S:
        return self.state()

    def start(self, setup: Setup, chance: Chance) -> tuple[Event, ...]:
        self.ruleset(setup.ruleset).agreed(setup.seats, setup.options)
        state, created = self.initial(), GameCreated(setup.seats, chance.commitment())
        self.evolve(state, created)
        return (created, *self.deal(state, chance))

    def evolve(self, state: S, event: Event) -> None:
        match event:
            case GameCreated(seats=seats):
                state.seats = seats
            case GameEnded():
                state.ended = event
            case DeckShuffled():
                state.draws += 1
                self.fold(state, event)
            case SeatConceded(seat=seat):
                state.out.append(seat)  # type: ignore[attr-defined]  # a PlayOnState
                self.fold(state, event)
            case _:
                self.fold(state, event)

    def awaiting(self, state: S) -> tuple[Awaiting, ...]:
        if state.ended is not None or not state.seats:
            return ()
        return tuple(Awaiting(SeatNo(seat), kind, self.rule, {}) for seat, kind in self.asked(state))

    def options(self, state: S, seat: SeatNo | None = None) -> Sequence[Decision]:
        for question in self.awaiting(state):
            if seat in (None, question.seat):
                return options_of(question.seat, question.kind, self.choices(state, question.seat))
        return ()

    def default(self, state: S, seat: SeatNo) -> Decision:
        return self.options(state, seat)[0]

    def decide(self, state: S, decision: Decision, chance: Chance) -> tuple[Event, ...]:
        if state.ended is not None:
            raise errors.MatchOver("game_over", self.rule)
        if decision.kind == CONCEDE:
            return self._concede(state, decision.seat, chance)
        asked = [(question.seat, question.kind) for question in self.awaiting(state)]
        if (decision.seat, decision.kind) not in asked:
            raise errors.NotYourTurn("not_your_turn", self.rule, seat=asked[0][0])
        if decision.choice not in self.choices(state, decision.seat):
            raise errors.IllegalDecision("not_offered", self.rule)
        return self._ended(state, tuple(self.play(state, decision.seat, decision.choice, chance)), chance)

    def _ended(self, state: S, facts: tuple[Event, ...], chance: Chance) -> tuple[Event, ...]:
        """The facts, and the end of the game if they lead to it."""
        after = state.copy()
        for fact in facts:
            self.evolve(after, fact)
        scores = self.scores(after)
        return facts if scores is None else (*facts, GameEnded(tuple(scores), NOBODY, chance.reveal()))

    @property
    def _plays_on(self) -> bool:
        return issubclass(self.state, PlayOnState)

    def _concede(self, state: S, seat: int, chance: Chance) -> tuple[Event, ...]:
        """The game is over; or the seat is out, and the game is over when one is left."""
        out: Sequence[int] = getattr(state, "out", ())
        if seat in out:
            raise errors.IllegalDecision("has_conceded", self.rule)
        if self._plays_on and len(out) + 2 < state.seats:
            left = state.copy()
            self.evolve(left, SeatConceded(seat))
            return self._ended(state, (SeatConceded(seat), *self.after_conceding(left, seat, chance)), chance)
        first = (SeatConceded(seat),) if self._plays_on else ()
        return (*first, GameEnded(tuple(self.reached(state)), seat, chance.reveal()))

    def view(self, state: S, viewer: Viewer) -> S:
        return self._knowledge.view(state, viewer)

    def redact(self, event: Event, viewer: Viewer) -> Event:
        redacted: Event = self._knowledge.redact(event, viewer)
        return redacted

    def redeal(self, view: S, chance: Chance) -> S:
        """Hidden cards become ``cards`` that lie nowhere in view: open ones lie in fields of ``list[Card]``."""
        dealt: S = self._table.dealt_anew(view, self.cards(view.seats), chance)
        return dealt

    @cached_property
    def _hidden_fields(self) -> Notes:
        """The hidden fields that the game lists, instead of marking them by their types."""
        hidden = dict.fromkeys(self.known_to_nobody, HIDDEN) | dict.fromkeys(self.known_to_seat, KNOWN_TO_EACH)
        return {name: (known, CARD) for name, known in hidden.items()}

    @cached_property
    def said(self) -> Mapping[type, Notes]:  # type: ignore[override]  # it follows from what the game lists
        told = {fact: {"cards": (KNOWN_TO_SEAT, CARD)} for fact in self.known_to_seat.values() if fact is not None}
        return {self.state: self._hidden_fields, **told}

    @cached_property
    def _knowledge(self) -> Knowledge[S]:
        return Knowledge(self.state, self.event_kinds.values(), self.said)

    @cached_property
    def _table(self) -> Table:
        return Table(self.state, self._hidden_fields)

    def outcome(self, state: S) -> Outcome | None:
        end = state.ended
        if end is None:
            return None
        out: list[int] = list(getattr(state, "out", ())) or [end.conceded]
        place = {seat: number for number, seat in enumerate(out)}
        worth = [(place.get(seat, len(out)), score) for seat, score in enumerate(end.scores)]
        ranks = tuple(1 + sum(other > own for other in worth) for own in worth)
        winner = SeatNo(ranks.index(1)) if ranks.count(1) == 1 else None
        return Outcome(winner, ranks, end.scores, "over" if end.conceded == NOBODY else "forfeit")

    # --- notation -------------------------------------------------------------------------------------------

    @cached_property
    def _notation(self) -> Notation:
        return Notation(self.event_kinds, number=Maybe(UNKNOWN), otherwise=(_encoded, _decoded))

    def encode_event(self, event: Event) -> Json:
        return self._notation.encode_event(event)

    def decode_event(self, kind: str, version: int, payload: Json) -> Event:
        event: Event = self._notation.decode_event(kind, version, payload)
        return event

    def payload_schemas(self) -> tuple[Mapping[str, Json], Mapping[str, Json]]:
        shapes = Shapes(self._notation, {})
        return {kind: shapes.payload(cls) for kind, cls in self.event_kinds.items()}, cards(None)

    def encode_decision(self, decision: Decision) -> Json:
        return {"kind": decision.kind} | ({"choice": list(decision.choice)} if decision.choice else {})

    def decode_decision(self, seat: SeatNo, data: Json) -> Decision:
        kind, choice = data.get("kind"), data.get("choice", [])
        if not isinstance(kind, str):
            raise errors.MalformedDecision("malformed", self.rule, field="kind")
        if not isinstance(choice, list) or not all(type(part) in (int, str) for part in choice):
            raise errors.MalformedDecision("malformed", self.rule, field="choice")
        return Decision(seat, kind, tuple(choice))

    @cached_property
    def _write_state(self) -> Callable[[S], Json]:
        return state_writer(self._notation, self.state, [one.name for one in fields(self.state)])

    def fingerprint(self, state: S) -> bytes:
        return json.dumps(self._write_state(state), sort_keys=True, separators=(",", ":")).encode()

    def describe(self, state: S) -> Position:
        """The fields by their declared types (``board``)."""
        names, end = [ruleset.name for ruleset in self.rulesets], state.ended
        conceded = [*getattr(state, "out", ()), *([end.conceded] if end else [])]
        return self._layout.position(state, names[0] if len(names) == 1 else None, conceded, end.scores if end else ())

    def parts(self, decision: Decision) -> tuple[str, ...]:
        return (f"{decision.kind}:{'.'.join(map(str, decision.choice))}",)

    def is_pass(self, decision: Decision) -> bool:
        return decision.choice == ("pass",)

    def concerns(self, event: Event, before: S, seat: SeatNo) -> bool:
        named = [getattr(event, name) for name in self._seat_fields[type(event)]]
        return seat in named if named else self.chapter(event) > 0

    # --- for pages ------------------------------------------------------------------------------------------

    def words(self, language: str, names: Sequence[str]) -> Words:
        return PlainWords(self.name, self._texts(language), names, self.kind_of, self._seat_fields)

    def things(self, event: Event) -> Sequence[str]:
        kind = type(event)
        seats = [getattr(event, name) for name in sorted(self._seat_fields[kind])]
        named = [f"seat:{seat}" for seat in seats if type(seat) is int and seat >= 0]
        return [*named, *(name for field in self._card_fields[kind] for name in card_names(getattr(event, field)))]

    def figures(self, view: S) -> Mapping[str, int]:
        return self._layout.figures(view)

    @cached_property
    def _card_fields(self) -> Mapping[type, Sequence[str]]:
        return {kind: sorted(card_fields(kind) - self._seat_fields[kind]) for kind in self.event_kinds.values()}

    @cached_property
    def _seat_fields(self) -> Mapping[type, frozenset[str]]:
        return {kind: seat_fields(kind) for kind in self.event_kinds.values()}

    def _texts(self, language: str) -> Mapping[str, str]:
        return {**USUAL[language], **self.texts.get("en", {}), **self.texts.get(language, {})}

    def board(self, view: S, language: str, told: Sequence[Event] = ()) -> PlainBoard:
        """The fields by their declared types (``board``)."""
        texts = self._texts(language)
        return self._layout.board(view, texts.get("title", self.name), texts, dict(self.asked(view)))

    @cached_property
    def _layout(self) -> Layout:
        left_out = {one.name for one in fields(PlainState)}
        return Layout(self.state, self._hidden_fields, {*self.known_to_seat, *self.by_seat}, left_out)


def _copied(value: Any) -> Any:
    return [_copied(one) for one in value] if isinstance(value, list) else value


IN_ORDER: Final = SeededChance(b"")
"""For a deal of which only the cards are looked at."""


def _encoded(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_encoded(one) for one in value]
    return None if type(value) is int and value == UNKNOWN else value


def _decoded(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_decoded(one) for one in value)
    return UNKNOWN if value is None else value

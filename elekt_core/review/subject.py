"""What is reviewed: the line of a match that is in force, and each decision as its seat saw it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from ..contract import CONCEDE, Decision, Event, Game, SeatNo, Setup, Viewer, sees
from ..errors import BadRecord
from ..record.match import Batch, fold
from ..record.record import Record, game_of
from ..record.replay import decode_entries
from ..record.takeback import BESIDE, Branch, Line, learned

WINDOW: Final = 12
"""So many batches before a decision are looked at for what rivals chose."""


@dataclass(frozen=True, eq=False)
class Subject:
    """A match, as far as it was played: the batches that are in force, without facts beside the game's own.

    ``ends`` says for each batch the number of its last event in the stream. A subject is compared by identity, and
    keeps its positions: use one object for all parts of a review in one process.
    """

    game: Game[Any]
    setup: Setup
    batches: Sequence[Batch]
    ends: Sequence[int]
    taught: frozenset[tuple[int, int]] = frozenset()
    """(batch, seat): the seat had seen cards in an undone branch that lay hidden again; its worlds do not know them."""
    is_open: bool = True
    viewer: Viewer = None
    """Who saw what is known of the match, where it is not open."""

    @property
    def seats(self) -> list[SeatNo]:
        """The seats of which it is known what each of them saw: these are judged."""
        return [SeatNo(seat) for seat in range(self.setup.seats) if self.is_open or sees(self.viewer, seat)]

    @property
    def tells_all(self) -> bool:
        """Whether it is known what every seat saw."""
        return len(self.seats) == self.setup.seats

    @cached_property
    def states(self) -> tuple[Any, ...]:
        """The position after each batch, as far as it is known; before batch ``k`` it is number ``k - 1``."""
        state = self.game.initial()
        if not self.is_open:
            state = self.game.view(state, self.viewer)
        found = []
        for batch in self.batches:
            fold(self.game, state, batch.events)
            found.append(state.copy())
        return tuple(found)

    @cached_property
    def memories(self) -> tuple[tuple[Any, ...], ...]:
        """What each seat remembers after each batch (``Game.remembered``), from what it was told."""
        memory: list[Any] = [None] * self.setup.seats
        found = []
        for batch in self.batches:
            for seat, known in enumerate(memory):
                memory[seat] = remembered(self.game, batch.events, SeatNo(seat), known)
            found.append(tuple(memory))
        return tuple(found)

    @cached_property
    def places(self) -> tuple[tuple[int, str], ...]:
        """(round, phase) after each batch; 0 and "" where a game has none."""
        positions = [self.game.describe(state) for state in self.states]
        return tuple([(position.round or 0, position.phase or "") for position in positions])

    @property
    def numbers(self) -> range:
        """The batches that may have a decision."""
        return range(1, len(self.batches))


@dataclass(frozen=True, slots=True)
class Chosen:
    """A choice of a rival as the mover saw it: what it was made in, the decision, the facts that followed."""

    dealt_from: Any
    """The mover's view before it, with what it remembered."""
    decision: Decision
    facts: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A decision to judge, and nothing that its seat could not know: whatever judges it gets this and no more."""

    game: Game[Any]
    number: int
    view: Any
    options: Sequence[Decision]
    played: Decision
    dealt_from: Any
    """The view with what the seat remembers in it (``Game.recalled``): worlds are dealt from it."""
    window: tuple[Chosen, ...]
    """Choices since the last hidden one, the oldest first, in view of the mover."""

    @property
    def seat(self) -> SeatNo:
        return self.played.seat

    @property
    def is_choice(self) -> bool:
        """Whether there was anything to choose. Giving up is not judged, nor what follows the end."""
        return len(self.options) > 1 and self.played in self.options


def asked(subject: Subject, number: int) -> Asked | None:
    """The decision of a batch; None if it has none."""
    played = subject.batches[number].decision
    if played is None:
        return None
    game, before = subject.game, subject.states[number - 1]
    view = game.view(before, played.seat)
    options: Sequence[Decision] = ()
    if played.kind != CONCEDE and game.outcome(view) is None:
        options = game.options(view, played.seat)
    dealt_from = game.recalled(view, subject.memories[number - 1][played.seat])
    return Asked(game, number, view, options, played, dealt_from, _window(subject, number, played.seat))


def remembered(game: Game[Any], facts: Iterable[Event], seat: SeatNo, memory: Any = None) -> Any:
    """What the seat remembers after these facts, and what it did before."""
    for fact in facts:
        memory = game.remembered(memory, game.redact(fact, seat))
    return memory


def _window(subject: Subject, number: int, seat: SeatNo) -> tuple[Chosen, ...]:
    """What happened just before in full view of the seat; choices with anything hidden in them end it."""
    game = subject.game
    found: list[Chosen] = []
    for earlier in range(number - 1, max(0, number - 1 - WINDOW), -1):
        batch = subject.batches[earlier]
        if batch.decision is None or batch.decision.kind == CONCEDE:
            break
        if any(game.redact(event, seat) != event for event in batch.events):
            break
        dealt_from = game.recalled(game.view(subject.states[earlier - 1], seat), subject.memories[earlier - 1][seat])
        found.append(Chosen(dealt_from, batch.decision, tuple(batch.events)))
    return tuple(reversed(found))


def subject_of(record: Record) -> Subject:
    """The subject of a record that is open or as seats saw it. Raises BadRecord and UnknownGame."""
    viewer = None if record.is_open else record.viewer
    if not record.is_open and viewer is None:
        raise BadRecord("needs_a_seat")
    game = game_of(record)
    line, facts, batches, spans = Line(), list[Event](), list[Batch](), list[tuple[int, int]]()
    for stored in record.batches:
        first = line.count
        events = decode_entries(game, stored.entries)
        for event in events:
            line.take(event)
        facts += events
        own = tuple(event for event in events if type(event) not in BESIDE)
        if own:
            data = stored.decision
            decision = None if data is None else _decision(game, dict(data))
            if decision is not None and not (record.is_open or sees(viewer, decision.seat)):
                decision = None
            batches.append(Batch(own, stored.state_hash or "", decision))
            spans.append((first, line.count))
    kept = [place for place, (first, _) in enumerate(spans) if line.in_force(first + 1)]
    setup = Setup(record.game, record.ruleset, record.seats, record.options)
    chosen, ends = [batches[place] for place in kept], [spans[place][1] for place in kept]
    return Subject(game, setup, chosen, ends, taught(game, facts, line, chosen, ends), record.is_open, viewer)


def _decision(game: Game[Any], data: dict[str, Any]) -> Decision:
    return game.decode_decision(SeatNo(data.pop("seat")), data)


def taught(
    game: Game[Any], facts: Sequence[Event], line: Line, batches: Sequence[Batch], ends: Sequence[int]
) -> frozenset[tuple[int, int]]:
    """Which seats decided with knowledge from an undone branch: from the takeback to the end of the match."""
    found: set[tuple[int, int]] = set()
    seats = {batch.decision.seat for batch in batches if batch.decision is not None}
    for branch in line.branches:
        for seat in sorted(seats):
            if _has_learned(game, facts, branch, seat):
                found |= {(number, seat) for number, end in enumerate(ends) if end > branch.taken_back}
    return frozenset(found)


def _has_learned(game: Game[Any], facts: Sequence[Event], branch: Branch, seat: SeatNo) -> bool:
    return bool(learned(game, facts, branch, seat))

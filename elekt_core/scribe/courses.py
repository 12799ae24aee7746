"""What may have happened: the decisions that worlds allow, each with the facts that the scribe would see of it.

The scribe is asked no more than what was seen: a part of a decision that the facts do not tell (which action lies face
down, which of two drawn cards was kept) is *unseen*, and nobody is asked for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..contract import CONCEDE, Decision, Event, Game, SeatNo, Setup, Viewer
from ..errors import CoreError
from ..kit.dealing import table_of
from .worlds import MATCH, Spot, World, hidden_spots, put

Shape = tuple[str, ...]
"""The words of a path of parts, without what they name: decisions of one shape ask the same things in order."""
TRIES = 2500
"""About so many decisions are carried out to see which parts of them show."""


@dataclass
class Course:
    """One way it may have gone: a decision in a world. ``decision`` is None where the match begins."""

    world: World
    decision: Decision | None
    path: tuple[str, ...]
    carry_out: Callable[[], tuple[Event, ...]]
    """The redacted facts; () where it cannot be carried out after all."""
    state: Any = None
    """The position in that world; None where the match begins."""
    raw: Callable[[], tuple[Event, ...]] = tuple
    """The facts with all that is hidden in that world: no phone is told them."""

    @cached_property
    def facts(self) -> tuple[Event, ...]:
        return self.carry_out()

    @property
    def seat(self) -> SeatNo | None:
        return None if self.decision is None else self.decision.seat

    @cached_property
    def shape(self) -> Shape:
        return tuple(part.partition(":")[0] for part in self.path)


class Beginning:
    """A match begins: everything that chance brings is in the first facts."""

    def __init__(self, game: Game[Any], setup: Setup, viewer: Viewer) -> None:
        self.game, self.setup, self.viewer = game, setup, viewer

    def in_world(self, world: World) -> Iterator[Course]:
        def raw() -> tuple[Event, ...]:
            return self.game.start(self.setup, world.draws(MATCH))

        yield Course(world, None, (), lambda: _redacted(self.game, raw(), self.viewer), raw=raw)

    def hidden(self, course: Course) -> dict[Spot, int]:
        return {}


class Deciding:
    """Somebody who is asked decides, or, where it says so, ``concedes``."""

    def __init__(
        self, game: Game[Any], view: Any, viewer: Viewer, holds: Callable[[Any], int], concedes: SeatNo | None = None
    ) -> None:
        self.game, self.view, self.viewer, self.concedes = game, view, viewer, concedes
        self.missing = holds
        """How many cards that were shown a position has elsewhere."""
        self._table = table_of(type(view), game.said.get(type(view)))
        self._cards: Counter[int] | None = None

    def in_world(self, world: World) -> Iterator[Course]:
        state = world.dealt(self.game, self.view)
        if state is None or not self._mended(world, state) or self.missing(state):
            return
        if self.concedes is not None:
            yield self._course(world, state, Decision(self.concedes, CONCEDE), (CONCEDE,))
            return
        for seat in dict.fromkeys(asked.seat for asked in self.game.awaiting(state)):
            for option in self.game.options(state, seat):
                yield self._course(world, state, option, self.game.parts(option))

    def _mended(self, world: World, state: Any) -> bool:
        """Whether it has the same cards as any deal, each once. A game may deal a pinned card a second time, for it
        knows of no deck in which some cards are seen: the second one becomes the card that was left over."""
        lying = Counter(self._table.lying(state))
        if not world.pins:
            self._cards = self._cards or lying
        if self._cards is None or lying == self._cards:
            return True
        twice, left = sorted((lying - self._cards).elements()), sorted((self._cards - lying).elements())
        if len(twice) != len(left):
            return False
        others: dict[int, list[int]] = {}
        for card, instead in zip(twice, left, strict=True):
            others.setdefault(card, []).append(instead)
        for spot, card in hidden_spots(self.view, state).items():
            if others.get(card) and spot not in world.pins:
                put(state, spot, others[card].pop())
        return not any(others.values())

    def hidden(self, course: Course) -> dict[Spot, int]:
        """What lies at each hidden place there."""
        return hidden_spots(self.view, course.state)

    def _course(self, world: World, state: Any, decision: Decision, path: tuple[str, ...]) -> Course:
        def raw() -> tuple[Event, ...]:
            try:
                return self.game.decide(state, decision, world.draws(MATCH))
            except CoreError:
                return ()

        return Course(world, decision, path, lambda: _redacted(self.game, raw(), self.viewer), state, raw)


def _redacted(game: Game[Any], facts: Iterable[Event], viewer: Viewer) -> tuple[Event, ...]:
    return tuple([game.redact(fact, viewer) for fact in facts])


def unseen_parts(courses: Sequence[Course]) -> frozenset[tuple[Shape, int]]:
    """The parts that the facts do not tell: other parts there lead to the very same facts."""
    found: set[tuple[Shape, int]] = set()
    first: dict[Any, Course] = {}
    for course in courses[:: max(1, len(courses) // TRIES)]:
        if not course.facts:
            continue
        seen = (course.seat, told(course.facts))
        other = first.setdefault(seen, course)
        if other.path == course.path:
            continue
        for one in (course, other):
            found |= {(one.shape, at) for at in _differing(course.path, other.path) if at < len(one.path)}
    return frozenset(found)


def _differing(one: Sequence[str], other: Sequence[str]) -> list[int]:
    length = max(len(one), len(other))
    return [at for at in range(length) if at >= min(len(one), len(other)) or one[at] != other[at]]


def told(facts: Iterable[Event]) -> tuple[Any, ...]:
    """What facts can be compared by: their classes matter."""
    return tuple([(type(fact), fact) for fact in facts])

"""What may have happened: the decisions that worlds allow, each with the facts that the scribe would see of it.

The scribe is asked no more than what was seen: a part of a decision that the facts do not tell (which action lies face
down, which of two drawn cards was kept) is *unseen*, and nobody is asked for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Protocol

from ..contract import CONCEDE, Decision, Event, Game, SeatNo, Setup, Viewer
from ..errors import CoreError
from ..kit.dealing import table_of
from ..record.replay import UNFOLDABLE
from .worlds import MATCH, Places, Spot, World, put

Path = tuple[str, ...]
"""A decision by its parts."""
Shape = tuple[str, ...]
"""The words of a path of parts, without what they name: decisions of one shape ask the same things in order."""
TRIES = 100
"""So many decisions of each shape are carried out to see which parts of them show."""


Wanted = Callable[[SeatNo | None, Path], bool]
"""Whether a decision of a seat is looked for."""


class Carrying(Protocol):
    """What carries a course out."""

    game: Game[Any]
    viewer: Viewer

    def carried_out(self, course: Course) -> tuple[Event, ...]: ...


@dataclass
class Course:
    """One way it may have gone: a decision in a world. ``decision`` is None where the match begins."""

    world: World
    decision: Decision | None
    path: Path
    by: Carrying
    state: Any = None
    """The position in that world; None where the match begins."""

    @cached_property
    def facts(self) -> tuple[Event, ...]:
        """As the scribe would see them; () where it cannot be carried out after all."""
        redact, viewer = self.by.game.redact, self.by.viewer
        return tuple([redact(fact, viewer) for fact in self.raw()])

    def raw(self) -> tuple[Event, ...]:
        """The facts with all that is hidden in that world: no phone is told them."""
        return self.by.carried_out(self)

    @property
    def seat(self) -> SeatNo | None:
        return None if self.decision is None else self.decision.seat

    @property
    def shape(self) -> Shape:
        return shape_of(self.path)


@lru_cache(4096)
def shape_of(path: Path) -> Shape:
    return tuple([part.partition(":")[0] for part in path])


class Beginning:
    """A match begins: everything that chance brings is in the first facts."""

    card_fields: frozenset[str] = frozenset()

    def __init__(self, game: Game[Any], setup: Setup, viewer: Viewer) -> None:
        self.game, self.setup, self.viewer = game, setup, viewer

    def in_world(self, world: World, wanted: Wanted | None = None) -> Iterator[Course]:
        yield Course(world, None, (), self)

    def carried_out(self, course: Course) -> tuple[Event, ...]:
        return self.game.start(self.setup, course.world.draws(MATCH))

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
        self.card_fields = self._table.fields
        self._cards: list[int] | None = None
        self._places = Places(view)
        self._lying: dict[int, tuple[Any, dict[Spot, int]]] = {}
        """With the position, lest another one gets its number."""
        self._parts: dict[Decision, Path] = {}

    def in_world(self, world: World, wanted: Wanted | None = None) -> Iterator[Course]:
        """All courses in that world, or those whose decision is wanted."""
        state = world.dealt(self.game, self.view)
        if state is None or not self._mended(world, state) or self.missing(state):
            return
        if self.concedes is not None:
            yield Course(world, Decision(self.concedes, CONCEDE), (CONCEDE,), self, state)
            return
        parts = self._parts
        for seat in dict.fromkeys(asked.seat for asked in self.game.awaiting(state)):
            for option in self.game.options(state, seat):
                if (path := parts.get(option)) is None:
                    path = parts[option] = self.game.parts(option)
                if wanted is None or wanted(seat, path):
                    yield Course(world, option, path, self, state)

    def _mended(self, world: World, state: Any) -> bool:
        """Whether it has the same cards as any deal, each once. A game may deal a pinned card a second time, for it
        knows of no deck in which some cards are seen: the second one becomes the card that was left over."""
        lying = sorted(self._table.lying(state))
        if not world.pins:
            self._cards = self._cards or lying
        if self._cards is None or lying == self._cards:
            return True
        there, known = Counter(lying), Counter(self._cards)
        twice, left = sorted((there - known).elements()), sorted((known - there).elements())
        if len(twice) != len(left):
            return False
        others: dict[int, list[int]] = {}
        for card, instead in zip(twice, left, strict=True):
            others.setdefault(card, []).append(instead)
        for spot, card in self._places.lying(state).items():
            if others.get(card) and spot not in world.pins:
                put(state, spot, others[card].pop())
        return not any(others.values())

    def hidden(self, course: Course) -> Mapping[Spot, int]:
        """What lies at each hidden place there."""
        lying = self._lying.get(id(course.state))
        if lying is None:
            lying = self._lying[id(course.state)] = course.state, self._places.lying(course.state)
        return lying[1]

    def carried_out(self, course: Course) -> tuple[Event, ...]:
        assert course.decision is not None
        try:
            return self.game.decide(course.state, course.decision, course.world.draws(MATCH))
        except CoreError:
            return ()
        except UNFOLDABLE:  # a card was pinned where no rule lays it
            if not course.world.pins:
                raise
            return ()


def unseen_parts(courses: Sequence[Course]) -> frozenset[tuple[Shape, int]]:
    """The parts that the facts do not tell: other parts there lead to the very same facts."""
    found: set[tuple[Shape, int]] = set()
    first: dict[Any, Course] = {}
    tried: Counter[Shape] = Counter()
    for course in courses:
        tried[course.shape] += 1
        if tried[course.shape] > TRIES or not course.facts:
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

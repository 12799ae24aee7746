"""What may lie where nobody at the table sees it: positions that look like the view, dealt anew around what is pinned.

A world is the view with some hidden cards pinned where they lie, the draws by which the rest is dealt anew (``redeal``)
and the draws of the match. Its neighbours have the same pins and other draws, or one pin more: between them each hidden
place holds whatever it may, so a few dozen worlds say what is possible next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from ..chance import Chance
from ..contract import UNKNOWN, Game
from ..kit.fields import hints_of
from ..record.replay import UNFOLDABLE

Spot = tuple[Any, ...]
"""A hidden place: a field of the position and the way to it there; or ``MATCH``, a draw, and a place of its order."""
DEALING, MATCH = 0, 1
MIXED = 24
"""So many worlds with quite other draws are looked at beside those that are turned by one place after another."""
FIRST_MIXED, APART = 1 << 20, 1 << 12
"""Draws of the seed for these, far from those of the worlds themselves."""
DRAWS = (1 << 32) - 5
"""A seed has no more of them; a game may number its own from far above, where a position is filled in."""
MAX_PLACES, MAX_OF_PILE = 4, 2
"""At so many spots at most each card that may lie there is tried."""
MAX_SHOWN = 8
"""Likewise, of cards that one fact turns up."""


@dataclass(slots=True)
class World:
    """Draws are noted as they are made: the same world again makes the same ones."""

    seed: Chance
    pins: Mapping[Spot, int] = field(default_factory=dict)
    orders: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)
    """By source and number. A single number that was drawn is an order, too: its first place is the number."""
    mix: int = 0

    def draws(self, source: int) -> Chance:
        return _Draws(self, source)

    def dealt(self, game: Game[Any], view: Any) -> Any:
        """The position, or None where there is none with these pins."""
        try:
            return game.redeal(pinned(view, self.pins) if self.pins else view, self.draws(DEALING))
        except (*UNFOLDABLE, StopIteration):
            return None

    def turned(self, by: int, kept: frozenset[Spot]) -> World:
        """What was drawn moved on by so many places, but for the match's draws that are kept."""
        return replace(self, orders={key: _turned(order, by, key, kept) for key, order in self.orders.items()})

    def mixed(self, number: int, kept: frozenset[Spot]) -> World:
        orders = {}
        for key, order in self.orders.items():
            free = _free(order, key, kept)
            draw = FIRST_MIXED + (self.mix + number) * APART + key[1] * 2 + key[0]
            places = self.seed.permutation(draw % DRAWS, len(free))
            orders[key] = _placed(order, free, [order[free[at]] for at in places])
        return replace(self, orders=orders, mix=self.mix + number)

    def around(self, kept: frozenset[Spot] = frozenset()) -> Iterator[World]:
        """Worlds with the same pins. Itself is the first."""
        yield self
        for by in range(1, max(map(len, self.orders.values()), default=0)):
            yield self.turned(by, kept)
        yield from self.far(kept)

    def far(self, kept: frozenset[Spot] = frozenset()) -> Iterator[World]:
        """Worlds with the same pins and quite other draws."""
        for number in range(1, MIXED + 1):
            yield self.mixed(number, kept)


@dataclass(frozen=True, slots=True)
class Rest:
    """What must stay for something to stay true: pins, and places of the match's orders."""

    world: World
    kept: frozenset[Spot]

    def others(self) -> Iterator[World]:
        """A few worlds in which everything that need not stay has moved."""
        for number in (1, 2):
            yield self.world.turned(number, self.kept)
            yield self.world.mixed(number, self.kept)


def resting(
    world: World, hidden: Mapping[Spot, int], holds: Callable[[World], bool], told: Iterable[Spot] = ()
) -> Rest:
    """The world with only those pins on which ``holds`` rests: what can be dealt anew without it is let go.

    It rests on places whose cards were ``told``, if on any; so those are let go last. With all others in place the last
    free card would lie where it must, pinned or not.
    """
    drawn = [(*key, at) for key, order in world.orders.items() if key[0] == MATCH for at in range(len(order))]
    named = [spot for spot in told if spot in hidden]
    others = [*drawn, *(spot for spot in hidden if spot not in set(named))]

    def resting_on(spots: Sequence[Spot]) -> Rest:
        kept = frozenset(spots)
        pins = {spot: card for spot, card in hidden.items() if spot in kept}
        orders = {key: order for key, order in world.orders.items() if key[0] == MATCH}
        return Rest(replace(world, pins=pins, orders=orders), kept)

    def suffices(spots: Sequence[Spot]) -> bool:
        rest = resting_on(spots)
        return holds(rest.world) and all(map(holds, rest.others()))

    def fewest(spots: list[Spot], beside: Sequence[Spot]) -> list[Spot]:
        """Those of the spots that are needed with those ``beside``."""
        if not spots or suffices(beside):
            return []
        size = len(spots)
        while size > 1:
            size = (size + 1) // 2
            at = 0
            while at < len(spots):
                fewer = spots[:at] + spots[at + size :]
                if suffices([*fewer, *beside]):
                    spots = fewer
                else:
                    at += size
        return spots

    needed = fewest(others, named)
    return resting_on([*fewest(named, needed), *needed])


class Places:
    """The hidden places of a view, found once for all the positions that look like it."""

    def __init__(self, view: Any) -> None:
        state_type: Any = type(view)
        self._alone: list[str] = []
        """Fields that are one hidden value."""
        self._rows: dict[Spot, list[tuple[Any, Spot]]] = {}
        """By the way to a row, its hidden places: where in the row, and where in the position."""
        for name in _fields(state_type):
            for spot in _hidden((name,), getattr(view, name, None)):
                if len(spot) == 1:
                    self._alone.append(name)
                else:
                    self._rows.setdefault(spot[:-1], []).append((spot[-1], spot))

    def lying(self, state: Any) -> dict[Spot, int]:
        """What lies at each of them in a position."""
        found: dict[Spot, Any] = {(name,): getattr(state, name) for name in self._alone}
        for (name, *way), spots in self._rows.items():
            row = getattr(state, name)
            for step in way:
                row = row[step]
            for at, spot in spots:
                found[spot] = row[at]
        return {spot: card for spot, card in found.items() if type(card) is int and card != UNKNOWN}


def _hidden(at: Spot, seen: Any) -> Iterator[Spot]:
    if isinstance(seen, list | tuple):
        for number, one in enumerate(seen):
            yield from _hidden((*at, number), one)
    elif isinstance(seen, dict):
        for key, one in seen.items():
            yield from _hidden((*at, key), one)
    elif type(seen) is int and seen == UNKNOWN:
        yield at


@cache
def _fields(state_type: Any) -> tuple[str, ...]:
    return tuple(hints_of(state_type, None))


def pinned(view: Any, pins: Mapping[Spot, int]) -> Any:
    """The view with some cards that it hides in their places."""
    state = view.copy()
    for spot, card in pins.items():
        put(state, spot, card)
    return state


def put(state: Any, spot: Spot, card: int) -> None:
    name, *path = spot
    setattr(state, name, _put(getattr(state, name), path, card))


def _put(value: Any, path: Sequence[Any], card: int) -> Any:
    if not path:
        return card
    if isinstance(value, dict):
        return {**value, path[0]: _put(value[path[0]], path[1:], card)}
    inner = [_put(one, path[1:], card) if at == path[0] else one for at, one in enumerate(value)]
    return inner if isinstance(value, list) else getattr(value, "_make", tuple)(inner)


class _Draws:
    """The draws of a world, as ``Chance``. A table has no seed, so nothing is promised and nothing revealed."""

    __slots__ = ("_source", "_world")

    def __init__(self, world: World, source: int) -> None:
        self._world, self._source = world, source

    def permutation(self, draw: int, size: int) -> Sequence[int]:
        orders = self._world.orders
        order = orders.get((self._source, draw))
        if order is None or len(order) != size:
            number = draw * 2 + self._source + self._world.mix * APART
            order = orders[self._source, draw] = tuple(self._world.seed.permutation(number % DRAWS, size))
        return order

    def pick(self, draw: int, size: int) -> int:
        return self.permutation(draw, size)[0]

    def commitment(self) -> str:
        return ""

    def reveal(self) -> str:
        return ""


def _free(order: Sequence[int], key: tuple[int, int], kept: frozenset[Spot]) -> Sequence[int]:
    """The places of an order that are not kept."""
    source, number = key
    held = {spot[2] for spot in kept if spot[0] == source and spot[1] == number} if kept else None
    return [at for at in range(len(order)) if at not in held] if held else range(len(order))


def _placed(order: Sequence[int], free: Sequence[int], values: Sequence[int]) -> tuple[int, ...]:
    if len(free) == len(order):
        return tuple(values)
    new = list(order)
    for at, value in zip(free, values, strict=True):
        new[at] = value
    return tuple(new)


def _turned(order: tuple[int, ...], by: int, key: tuple[int, int], kept: frozenset[Spot]) -> tuple[int, ...]:
    free = _free(order, key, kept)
    by %= len(free) or 1
    return _placed(order, free, [order[at] for at in (*free[by:], *free[:by])])

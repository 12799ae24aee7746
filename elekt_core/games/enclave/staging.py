"""How a boarding is shown while it is told: wounds by what brings them and what takes them off (Z14.4), and who gets
the mission, a prize or a Tree marker."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from ...contract import Event
from ...staged import NOTHING_STAGED, Crest, Staged, SumShown, Term
from . import boarding
from . import events as e
from .cards import BOARD, CARDS, PRINTED
from .foresight import KINDS
from .state import State


def staged(view: State, event: Event) -> Staged:
    """Wounds are counted where they are marked; those of participants who took none, with the end of the boarding."""
    match event:
        case e.WoundsTaken(seat, physical, psychic):
            return Staged(tuple(_sums(view, seat, (physical, psychic))))
        case e.BoardingSucceeded(seats) | e.BoardingFailed(seats):
            unhurt = [seat for seat in seats if not any(boarding.wounds_of(view, seat, kind) for kind in (0, 1))]
            sums = chain.from_iterable(_sums(view, seat, (0, 0)) for seat in unhurt)
            won = Crest(seats[0], CARDS.names[view.mission]) if isinstance(event, e.BoardingSucceeded) else None
            return Staged(tuple(sums), won)
        case e.PrizeKept(seat, card):
            return Staged(crest=Crest(seat, CARDS.names[card]))
        case e.TreeMarkerTaken(seat, level):
            return Staged(crest=Crest(seat, f"level:{level}"))
    return NOTHING_STAGED


def _sums(s: State, seat: int, wounds: tuple[int, int]) -> Iterator[SumShown]:
    """Of the kinds for which anything counts."""
    for kind, word in enumerate(KINDS):
        level = f"{word}.{seat}", _level(s, seat, kind, wounds[kind])
        terms = tuple(_as_far_as_it_goes([*_brought(s, kind), level, *_kept_off(s, kind)]))
        if terms:
            yield SumShown(seat, f"wounds.{word}", terms)


def _brought(s: State, kind: int) -> list[tuple[str, int]]:
    """The fixed trap of the mission and the revealed ones."""
    fixed = (CARDS.names[s.mission], PRINTED[s.mission].fixed[kind])
    return [fixed, *((CARDS.names[trap], PRINTED[trap].damage[kind]) for trap in s.traps)]


def _level(s: State, seat: int, kind: int, wounds: int) -> int:
    """What the level on which the participant stood at the reveal adds or takes off (Z14.6, Z14.7): where there are
    wounds, the marker has moved since."""
    if wounds:
        return wounds + boarding.protection(s)[kind] - boarding.damage(s)[kind]
    return s.critical(seat, kind) - s.super(seat, kind)


def _kept_off(s: State, kind: int) -> Iterator[tuple[str, int]]:
    """By the items and tokens of all participants (Z14.14)."""
    for seat in s.participants:
        yield from ((CARDS.names[card], -PRINTED[card].protect[kind]) for card in s.used[seat])
        if s.shielded[seat]:
            yield f"preparation:{seat}", -BOARD.preparation[kind]


def _as_far_as_it_goes(found: Iterable[tuple[str, int]]) -> Iterator[Term]:
    """Nothing takes off more than is left: a surplus is lost (Z14.3)."""
    left = 0
    for thing, n in found:
        if counted := max(n, -left):
            yield Term(thing, counted)
            left += counted

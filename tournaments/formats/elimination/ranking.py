"""The standings of an elimination: by how far each entrant came."""

from __future__ import annotations

from collections import Counter

from ..contract import EntrantNo, Stage, Standing
from .bracket import Bracket, Slot
from .fill import Filled, Filling, fill
from .options import bracket

_BEHIND = {"L": 1000, "W": 2000, "C": 3000}
"""More than a part can have levels. A loser of W sits in L afterwards, if there is an L."""


def standings(stage: Stage) -> list[Standing]:
    """Everyone by the last slot they played in; players eliminated in the same round, in the same way, share a rank.

    The third place and the consolation decide what they are played for; the consolation ranks behind all who went
    out later than in their first table. Of a table of 3-4 also the place counts. Somebody still in play is ranked
    as if they lost from now on, but before those who did. ``points`` are 2 for each table that they won.
    """
    tree = bracket(stage.plan, len(stage.entrants))
    filling = fill(tree, stage)
    keys = _keys(tree, filling)
    won = _won(filling)
    order = sorted((entrant.no for entrant in stage.entrants), key=lambda no: keys[no])
    better = Counter(keys.values())
    rank, ranks = 1, dict[tuple[int, int, int], int]()
    for key in sorted(better):
        ranks[key] = rank
        rank += better[key]
    return [Standing(ranks[keys[no]], no, 2 * won[no]) for no in order]


def _keys(tree: Bracket, filling: Filling) -> dict[EntrantNo, tuple[int, int, int]]:
    keys = {}
    for filled in filling.values():
        for entrant in filled.entrants:
            keys[entrant] = _key(tree, filled, entrant)
    return keys


def _key(tree: Bracket, filled: Filled, entrant: EntrantNo) -> tuple[int, int, int]:
    """Lower is better: the slot, whether the entrant is out, the place there."""
    if filled.places is None:
        return (_value(_worst(tree, filled.slot)), 0, 0)
    return (_value(filled.slot), 1, _place(filled, entrant))


def _place(filled: Filled, entrant: EntrantNo) -> int:
    places = filled.places or ()
    at = places.index(entrant) + 1 if entrant in places else len(filled.seats)
    result = filled.pairings[-1].result if filled.pairings else None
    if at <= filled.slot.through or result is None:
        return at
    of = dict(zip(filled.pairings[-1].seats, result.places, strict=True))
    beaten = places[filled.slot.through :]
    return filled.slot.through + 1 + sum(of[other] < of[entrant] for other in beaten if other in of)


def _worst(tree: Bracket, slot: Slot) -> Slot:
    """The slot where an entrant ends up by coming last from here on."""
    while (name := tree.leads.get((slot.name, len(slot.seats)))) is not None:
        slot = tree.slots[name]
    return slot


def _value(slot: Slot) -> int:
    """The order of parts, best first: the final, third place, W or L, C; later rounds before earlier ones."""
    if slot.part in ("F", "F2"):
        return 0
    if slot.part == "3rd":
        return 1
    return _BEHIND[slot.part] - slot.level


def _won(filling: Filling) -> Counter[EntrantNo]:
    """Tables from which an entrant advanced, by play or by walkover; seats empty from the start do not count. If others
    advanced than the result says, they are not credited with the table."""
    won: Counter[EntrantNo] = Counter()
    for filled in filling.values():
        if filled.pairings and filled.places:
            won.update((filled.earned or filled.places)[: filled.slot.through])
    return won

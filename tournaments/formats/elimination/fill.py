"""The bracket filled with players from a stage's results.

Nothing is remembered: when an earlier result is corrected, the next fold fills the bracket anew, and published
pairings that no longer fit are told by ``contradictions``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from elekt_core.chance import SeededChance

from ..contract import EntrantNo, Pairing, Plan, Result, Stage
from .bracket import Bracket, Feed, Slot
from .options import bracket

NOBODY = EntrantNo(0)
"""On a seat that stays empty, as nobody came from there."""
Seated = tuple[EntrantNo | None, ...]
"""None: not known yet."""


class Filled(NamedTuple):
    slot: Slot
    seats: Seated
    pairings: tuple[Pairing, ...] = ()
    """Those of this slot by exactly these entrants: more than one where a draw was replayed. The last one counts."""
    places: tuple[EntrantNo, ...] | None = None
    """Who took place 1, 2, ...; None while it is open, or drawn."""
    earned: tuple[EntrantNo, ...] = ()
    """The same by the result alone, where others have gone on, as an arbiter has kept it."""

    @property
    def entrants(self) -> tuple[EntrantNo, ...]:
        """The known entrants of the slot, in order of its seats."""
        return tuple([entrant for entrant in self.seats if entrant])

    @property
    def is_known(self) -> bool:
        return None not in self.seats

    @property
    def is_drawn(self) -> bool:
        """Played, but it is not decided who advances."""
        return self.places is None and bool(self.pairings) and self.pairings[-1].result is not None


Filling = Mapping[str, Filled]
"""By the name of the slot, in the bracket's order."""


def draw(stage: Stage) -> tuple[EntrantNo, ...]:
    """Entrants by their position in the draw, from position 1.

    ``seeding: standard`` is the stage's own order. ``drawn`` leaves the first ``protected`` where they are and draws
    the positions of the others by lot; byes go with positions, so the protected have them first.
    """
    entrants = tuple([entrant.no for entrant in stage.entrants])
    if stage.plan.settings.get("seeding", "standard") == "standard":
        return entrants
    protected = int(stage.plan.settings.get("protected", 0))
    lots = SeededChance(stage.seed).permutation(0, len(entrants) - protected)
    return entrants[:protected] + tuple(entrants[protected + lot] for lot in lots)


def fill(bracket: Bracket, stage: Stage, *, kept: bool = True) -> Filling:
    """Every slot as the results fill it. If an arbiter has kept a published table after a correction, the players who
    sit there count as having advanced (``kept`` False: those whom the results lead there)."""
    positions = draw(stage)
    rank = {entrant: position for position, entrant in enumerate(positions)}
    published: defaultdict[str, list[Pairing]] = defaultdict(list)
    for pairing in stage.pairings():
        published[pairing.slot].append(pairing)
    filling: dict[str, Filled] = {}
    for name, slot in bracket.slots.items():
        seats = _repeated(slot, filling) if slot.part == "F2" else _seats(slot, filling, positions)
        if None in seats:
            filling[name] = Filled(slot, seats)
            continue
        filled = _played(slot, seats, published.get(name, ()), stage.plan, rank)
        filling[name] = _as_kept(filled, bracket, published) if kept and filled.places else filled
    return filling


def _as_kept(filled: Filled, bracket: Bracket, published: Mapping[str, Sequence[Pairing]]) -> Filled:
    """Players already seated at a table fed by this one are moved to the place that leads there."""
    order = list(filled.places or ())
    for place in range(1, len(order) + 1):
        next_table = bracket.leads.get((filled.slot.name, place))
        if (
            next_table is None
            or next_table not in published
            or order[place - 1] in (sits := published[next_table][-1].seats)
        ):
            continue
        instead = [at for at, one in enumerate(order) if one in sits and _leads(filled, bracket, at) != next_table]
        if instead:
            order[place - 1], order[instead[0]] = order[instead[0]], order[place - 1]
    return filled if tuple(order) == filled.places else filled._replace(places=tuple(order), earned=filled.places or ())


def _leads(filled: Filled, bracket: Bracket, at: int) -> str | None:
    return bracket.leads.get((filled.slot.name, at + 1))


def _seats(slot: Slot, filling: Filling, positions: Sequence[EntrantNo]) -> Seated:
    if len(slot.seats) == 2:
        one, other = slot.seats
        return (_from(one, filling, positions), _from(other, filling, positions))
    return tuple([_from(feed, filling, positions) for feed in slot.seats])


def _from(feed: Feed, filling: Filling, positions: Sequence[EntrantNo]) -> EntrantNo | None:
    """The entrant who comes from that feed; None while unknown."""
    if not feed.slot:
        return positions[feed.place - 1]
    places = filling[feed.slot].places
    if places is None:
        return None
    entrant = places[feed.place - 1] if feed.place <= len(places) else NOBODY
    return NOBODY if feed.only and entrant != positions[feed.only - 1] else entrant


def _repeated(slot: Slot, filling: Filling) -> Seated:
    """The final is repeated if the winner of L won it."""
    final = filling["F"]
    if final.places is None:
        return (None,) * len(slot.seats)
    if len(final.places) > 1 and final.places[0] == final.seats[1]:
        return final.seats
    return (NOBODY,) * len(slot.seats)


def _played(
    slot: Slot, seats: Seated, published: Sequence[Pairing], plan: Plan, rank: Mapping[EntrantNo, int]
) -> Filled:
    entrants = [entrant for entrant in seats if entrant]
    if len(entrants) < 2:
        return Filled(slot, seats, (), tuple(entrants))
    here = set(entrants)
    fitting = tuple([pairing for pairing in published if set(pairing.seats) == here])
    if not fitting or fitting[-1].result is None:
        return Filled(slot, seats, fitting)
    return Filled(slot, seats, fitting, _places(fitting[-1], fitting[-1].result, slot.through, plan, rank))


def _places(
    pairing: Pairing, result: Result, through: int, plan: Plan, rank: Mapping[EntrantNo, int]
) -> tuple[EntrantNo, ...] | None:
    """Entrants in order of place; None if an advancing and an eliminated player are tied.

    Whoever did not turn up does not go on, not even where a place is free: NOBODY takes it. Where everybody
    goes on, or nobody, equal places are told apart by scores and then by the draw.
    """
    if len(pairing.seats) == 2 and not result.forfeited and result.places[0] != result.places[1]:
        winner, loser = pairing.seats if result.places[0] < result.places[1] else reversed(pairing.seats)
        return (winner, loser)
    draws = plan.settings.get("draws", "refuse")

    def key(seat: int) -> tuple[int, int]:
        score = -result.scores[seat] if result.scores and draws == "titles" else 0
        return (result.places[seat], score)

    seats = range(len(pairing.seats))
    order = sorted(seats, key=lambda seat: (*key(seat), rank[pairing.seats[seat]]))
    came = [seat for seat in order if seat not in result.forfeited]
    if draws != "seed" and len(came) > through and key(came[through - 1]) == key(came[through]):
        return None
    missed = [pairing.seats[seat] for seat in order if seat in result.forfeited]
    gaps = [NOBODY] * (through - len(came))
    return (*(pairing.seats[seat] for seat in came), *gaps, *missed)[: len(pairing.seats)]


def decides_nobody(stage: Stage, pairing: Pairing, result: Result) -> bool:
    """Whether that result of a table would leave open who advances, and no replay follows."""
    slot = bracket(stage.plan, len(stage.entrants)).slots.get(pairing.slot)
    if slot is None or stage.plan.settings.get("draws") == "replay":
        return False
    rank = {entrant: position for position, entrant in enumerate(draw(stage))}
    known = all(no in rank for no in pairing.seats)
    return known and _places(pairing, result, slot.through, stage.plan, rank) is None


def contradictions(stage: Stage) -> tuple[Pairing, ...]:
    """Published pairings that no longer follow from the results: other entrants belong there."""
    filling = fill(bracket(stage.plan, len(stage.entrants)), stage, kept=False)
    return tuple(pairing for pairing in stage.pairings() if not _fits(pairing, filling.get(pairing.slot)))


def _fits(pairing: Pairing, filled: Filled | None) -> bool:
    return filled is not None and filled.is_known and set(pairing.seats) == set(filled.entrants)

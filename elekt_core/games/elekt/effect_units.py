"""Effects on Units: between Zones, hands and piles (C1.35-C1.40, C1.47, C1.50, C1.56, C1.57)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from . import agenda as a
from . import events as e
from .active import BANS, all_in_force, barred, entry_barred, has_room
from .effect_targets import Choice, Pool, able_units, allowed, each
from .play import Play
from .reactions import after_swap
from .selectors import CHOSEN, Target, Use, players, units, value_of
from .tables import Op
from .vocabulary import NONE, ZONES


def one_unit(action: str) -> Callable[[Use, Op, Sequence[Target], Pool], list[Choice]]:
    """Targets of an effect on one Unit in a Zone."""

    def targets(use: Use, op: Op, chosen: Sequence[Target], pool: Pool) -> list[Choice]:
        able = able_units(use, action, units(use, op.target, op, chosen))
        if op.name == "suppress_ability":
            able = [unit for unit in able if not use.state.suppressed >> unit & 1]
        return each("unit", able) if op.target in CHOSEN else [()] * bool(able)

    return targets


def _the_units(use: Use, op: Op, targets: Choice) -> list[int]:
    """The chosen Unit, or those that the selector names, if they still stand in a Zone."""
    unit = value_of(targets, "unit")
    chosen = [unit] if unit != NONE else units(use, op.target, op, targets)
    return [unit for unit in chosen if use.state.in_zone(unit)]


def swap_targets(use: Use, op: Op, chosen: Sequence[Target], pool: Pool) -> list[Choice]:
    """E18.8: every pair of Units in different Zones."""
    pairs = swap_pairs(use, units(use, op.target, op, chosen), units(use, op.other, op, chosen), use.ability.rank)
    return [(("unit", x), ("with", y)) for x, y in pairs]


def swap_pairs(use: Use, here: Sequence[int], there: Sequence[int], rank: int) -> list[tuple[int, int]]:
    """E9.6 with the bars of C1.48."""
    s, t = use.state, use.tables

    if not t.statics[BANS["swap"]].reach[NONE] & all_in_force(s):
        return [(x, y) for x in here for y in there if s.where[x] // s.seats != s.where[y] // s.seats]

    def free(unit: int) -> bool:
        zone, owner = divmod(s.where[unit], s.seats)
        return barred(t, s, "swap", rank, zone, unit, owner) == NONE and entry_barred(t, s, "swap", rank, zone) == NONE

    able = [unit for unit in there if free(unit)]
    return [(x, y) for x in here if free(x) for y in able if s.zone(x) != s.zone(y)]


def swap(play: Play, use: Use, op: Op, targets: Choice) -> None:
    swap_units(play, value_of(targets, "unit"), value_of(targets, "with"))


def swap_units(play: Play, x: int, y: int) -> None:
    """E9.6-E9.9; then whatever reacts to a Unit that a swap brought (C1.20)."""
    s = play.state
    here, owner = divmod(s.where[x], s.seats)
    there = s.zone(y)
    reacting = after_swap(play, here, y, there, x)
    play.emit(e.fact(e.UnitsSwapped, (owner, x, here, s.position(x), y, there, s.position(y))))
    play.push_in_order(reacting)


def move_targets(use: Use, op: Op, chosen: Sequence[Target], pool: Pool) -> list[Choice]:
    """E18.7: the Zone limit applies; the Unit's Zone and the new one may bar it (C1.48)."""
    s, t = use.state, use.tables
    to = zone_named(use, op)
    able = [
        unit
        for unit in units(use, op.target, op, chosen)
        if s.zone(unit) != to and has_room(t, s, to, s.owner(unit)) and allowed(use, "move", unit)
    ]
    if entry_barred(t, s, "move", use.ability.rank, to) != NONE:
        able = []
    return each("unit", able) if op.target in CHOSEN else [()] * bool(able)


def move(play: Play, use: Use, op: Op, targets: Choice) -> None:
    s, to = play.state, zone_named(use, op)
    for unit in _the_units(use, op, targets):
        zone, owner = divmod(s.where[unit], s.seats)
        if zone == to or not has_room(play.tables, s, to, owner):  # several move: as many as fit
            continue
        play.emit(e.UnitMoved(owner, unit, zone, s.position(unit), to, len(s.row(to, owner)) + 1))


def place_targets(use: Use, op: Op, chosen: Sequence[Target], pool: Pool) -> list[Choice]:
    """E18.10, E18.13: from the seat's own hand, where there is room."""
    s, t = use.state, use.tables
    to = zone_named(use, op)
    if not has_room(t, s, to, use.actor):
        return []
    hand = units(use, op.target, op, chosen)
    return each("hand", [u for u in hand if barred(t, s, "place", use.ability.rank, to, u, use.actor) == NONE])


def place(play: Play, use: Use, op: Op, targets: Choice) -> None:
    to = zone_named(use, op)
    play.emit(e.UnitPlaced(use.actor, value_of(targets, "hand"), to, len(play.state.row(to, use.actor)) + 1))


def zone_named(use: Use, op: Op) -> int:
    return ZONES.index(op.to) if op.to in ZONES else use.zone


def return_to_hand(play: Play, use: Use, op: Op, targets: Choice) -> None:
    """C1.38; in another hand it has a new owner (E14.9)."""
    s = play.state
    for unit in _the_units(use, op, targets):
        zone, owner = divmod(s.where[unit], s.seats)
        if op.to == "owner" or owner == use.actor:
            play.emit(e.fact(e.UnitReturned, (owner, unit, zone, s.position(unit))))
        else:
            play.emit(e.UnitTaken(use.actor, unit, owner, zone, s.position(unit)))


def annihilate(play: Play, use: Use, op: Op, targets: Choice) -> None:
    for unit in reversed(_the_units(use, op, targets)):
        play.push(a.Designate(use.actor, unit, use.state.zone(unit), use.ability.rank, int(op.savable)))


def discard_unit(play: Play, use: Use, op: Op, targets: Choice) -> None:
    for unit in _the_units(use, op, targets):
        play.to_pile(unit)


def suppress(play: Play, use: Use, op: Op, targets: Choice) -> None:
    s = play.state
    for unit in _the_units(use, op, targets):
        zone, owner = divmod(s.where[unit], s.seats)
        play.emit(e.AbilitySuppressed(owner, unit, zone, s.position(unit)))


def stay_after_save(play: Play, use: Use, op: Op, targets: Choice) -> None:
    """E19.3: the Unit is not taken to hand; its owner's other offers to keep it lapse."""
    s, unit = play.state, use.unit
    zone, owner = divmod(s.where[unit], s.seats)
    assert type(play.agenda[-1]) is a.Saved
    play.agenda.pop()
    play.tell(e.UnitStayed(owner, unit, zone, s.position(unit)))


def pile_targets(use: Use, op: Op, chosen: Sequence[Target], pool: Pool) -> list[Choice]:
    return each("pile", [unit for unit in use.state.discard if ("pile", unit) not in chosen])


def recover(play: Play, use: Use, op: Op, targets: Choice) -> None:
    unit = value_of(targets, "pile")
    if unit in play.state.discard:
        play.emit(e.UnitRecovered(use.actor, unit))


def draw_targets(use: Use, op: Op, chosen: Sequence[Target], pool: Pool) -> list[Choice]:
    s = use.state
    return [()] if s.decks[3] or s.discard else []


def draw(play: Play, use: Use, op: Op, targets: Choice) -> None:
    for seat in players(use, op.player):
        play.draw_units(seat, op.amount)
        for unit in play.state.drawn:
            play.emit(e.UnitKept(seat, unit))


def stay_targets(use: Use, op: Op, chosen: Sequence[Target], pool: Pool) -> list[Choice]:
    return [()] if use.state.zone(use.unit) == use.zone else []

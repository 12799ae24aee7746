"""Which abilities are in force, which ones react, what is barred, and current values (E15, E16, C1.48, C1.54,
C1.55)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .state import NOWHERE, State
from .tables import Filter, Op, Tables
from .vocabulary import ACTIONS, INFLUENCES, MISSIONS, NONE, NUMBERS, PRIVILEGE_RANK, ZONES

MODIFIES = {what: f"modify:{what}" for what in NUMBERS}
BANS = {action: f"ban:{action}" for action in ACTIONS}

Found = list[tuple[int, int, Op]]
NOTHING: Found = []


def listeners(t: Tables, s: State, trigger: str, zone: int) -> list[tuple[int, int]]:
    """``(owner, card)`` of all active abilities with this trigger in the Zone (NONE: in all), in the order of
    E16.1-E16.3. The owner of a Mission or Influence is NONE.
    """
    mask = t.listens[trigger][zone]
    if zone == NONE:
        mask &= all_in_force(s)
    elif t.wide:
        mask &= s.active[zone] | all_in_force(s) & t.wide
    else:
        mask &= s.active[zone]
    return in_order(t, s, mask) if mask else []


def statics(t: Tables, s: State, key: str, zone: int) -> Found:
    """``(owner, card, effect)`` of the static effects in force in the Zone under a key of ``Tables.statics``, in the
    order of E16.1-E16.3."""
    static = t.statics[key]
    mask = static.reach[zone] & (s.active[zone] | all_in_force(s) & t.wide if t.wide else s.active[zone])
    if not mask:
        return NOTHING
    found = []
    for owner, card in in_order(t, s, mask):
        condition = t.abilities[card].condition
        if condition is None or holds(t, s, condition, card, owner, zone):
            for op in static.ops[card]:
                found.append((owner, card, op))
    return found


def in_order(t: Tables, s: State, mask: int) -> list[tuple[int, int]]:
    """``(owner, card)`` for a mask of cards in force: Privileges as they were acquired, Units from left to right, both
    by owners in court order; then Missions, then Influences (E16.1, E16.3).
    """
    if not mask & mask - 1:  # a single card, as nearly always
        card = mask.bit_length() - 1
        if card < t.units:
            return [(s.where[card] % s.seats, card)]
        if not mask & t.privileges:
            return [(NONE, card)]
        for seat in s.order:
            if card in s.acquired[seat]:
                return [(seat, card)]
    found = []
    if mask & t.privileges:
        for seat in s.order:
            for card in s.acquired[seat]:
                if mask >> card & 1:
                    found.append((seat, card))
    if mask & t.all_units:
        for seat in s.order:
            for place in (seat, s.seats + seat, 2 * s.seats + seat):
                for unit in s.rows[place]:
                    if mask >> unit & 1:
                        found.append((seat, unit))
    for z in (MISSIONS, INFLUENCES):
        card = s.face_up[z]
        if card != NONE and mask >> card & 1:
            found.append((NONE, card))
    for card in t.laid:
        if mask >> card & 1:
            found.append((NONE, card))
    return found


def in_force(t: Tables, s: State, card: int, owner: int, zone: int) -> bool:
    """Is the ability of this card active now, for this owner, from this Zone (E15.7, E15.10, E15.11)?"""
    if t.ranks[card] == PRIVILEGE_RANK:
        return card in s.acquired[owner]
    if card < t.units and (s.where[card] == NOWHERE or s.owner(card) != owner):
        return False
    if t.wide >> card & 1:
        return any(active >> card & 1 for active in s.active)
    return zone != NONE and bool(s.active[zone] >> card & 1)


def applies(op: Op, card: int, owner: int, unit: int, unit_owner: int) -> bool:
    """Does a static effect concern this Unit of the Zone?"""
    match op.target:
        case "this":
            return unit == card
        case "own":
            return unit_owner == owner
        case "other_own":
            return unit_owner == owner and unit != card
        case "other":
            return unit != card
        case _:
            return True


def concerned(t: Tables, s: State, op: Op, card: int, owner: int, zone: int) -> int:
    """The Units of the Zone that a static effect concerns, as a mask (Units elsewhere may be in it too)."""
    rule = op.filter
    if op.target == "all":
        mask = t.all_units
    else:
        mask = sum(1 << unit for seat, unit in s.units_in(zone) if applies(op, card, owner, unit, seat))
    if rule is None:
        return mask
    if rule.symbol == NONE and not rule.token:
        return mask & rule.printed
    return sum(1 << unit for _, unit in s.units_in(zone) if mask >> unit & 1 and passes(t, s, rule, unit))


def passes(t: Tables, s: State, rule: Filter | None, unit: int) -> bool:
    """C1.29."""
    if rule is None:
        return True
    if not rule.printed >> unit & 1:
        return False
    k = 4 * unit
    if rule.symbol != NONE and not t.symbols[k + rule.symbol] + s.tokens[k + rule.symbol]:
        return False
    return not rule.token or any(s.tokens[k : k + 4])


def holds(t: Tables, s: State, condition: Mapping[str, Any], card: int, owner: int, zone: int) -> bool:
    """C1.30."""
    if "zone" in condition and ZONES.index(condition["zone"]) != zone:
        return False
    if "other_own_units" in condition:
        if sum(unit != card for unit in s.row(zone, owner)) < condition["other_own_units"]:
            return False
    if "other_units" in condition:
        others = [unit for _, unit in s.units_in(zone) if unit != card]
        if len(others) < condition.get("min", 0):
            return False
        return "type" not in condition or all(t.types[unit] == condition["type"] for unit in others)
    return True


def barred(t: Tables, s: State, action: str, rank: int, zone: int, unit: int, owner: int) -> int:
    """The card that forbids this action with this Unit, or NONE.

    E16.2: the earlier class prevails, and within one class "cannot" does; so a card bars only what comes from its own
    class or a later one. ``rank`` is the class of what acts (RULES_RANK for the plain rules).
    """
    if not t.statics[BANS[action]].reach[zone] & (s.active[zone] | t.wide):
        return NONE
    return _barred_by(t, s, statics(t, s, BANS[action], zone), rank, unit, owner)


def _barred_by(t: Tables, s: State, bans: Found, rank: int, unit: int, owner: int) -> int:
    for holder, card, op in bans:
        if t.ranks[card] <= rank and applies(op, card, holder, unit, owner) and passes(t, s, op.filter, unit):
            return card
    return NONE


def not_barred(t: Tables, s: State, action: str, rank: int, zone: int, units: Sequence[int], owner: int) -> list[int]:
    """The owner's Units that no card bars: ``barred`` for many Units, looking for the cards only once."""
    bans = statics(t, s, BANS[action], zone)
    found = []
    for unit in units:
        if _barred_by(t, s, bans, rank, unit, owner) == NONE:
            found.append(unit)
    return found


def bars(t: Tables, s: State, action: str, zone: int) -> bool:
    """Could any card in force bar this action in the Zone? Usually none does, and no Unit needs a look."""
    return bool(t.statics[BANS[action]].reach[zone] & (s.active[zone] | t.wide))


def entry_barred(t: Tables, s: State, action: str, rank: int, zone: int) -> int:
    """The card that bars this Zone to Units that are swapped or moved (C1.48), or NONE."""
    for _, card, op in statics(t, s, BANS[action], zone):
        if t.ranks[card] <= rank and op.target == "all":
            return card
    return NONE


def number(t: Tables, s: State, what: str, base: int, zone: int, seat: int, unit: int = NONE) -> int:
    """A number after all its modifiers (C1.55): the first ``set``, then every ``add``, but not below the largest
    ``minimum``.

    ``seat`` is whose number it is, ``unit`` the Unit concerned (for filters).
    """
    if not t.statics[MODIFIES[what]].reach[zone] & (s.active[zone] | t.wide):
        return base
    value, change, least, fixed = base, 0, 0, False
    for owner, _, op in statics(t, s, MODIFIES[what], zone):
        if op.who != "all" and owner != seat:
            continue
        if unit != NONE and not passes(t, s, op.filter, unit):
            continue
        least = max(least, op.minimum)
        if not op.sets:
            change += op.amount
        elif not fixed:
            value, fixed = op.amount, True
    return max(value + change, least)


def all_in_force(s: State) -> int:
    """Mask of every card whose ability is in force anywhere."""
    here, there, court = s.active
    return here | there | court


def zone_limit(t: Tables, s: State, zone: int, seat: int) -> int:
    """E7.4, C4.6.12."""
    limit = s.game.zone_limit
    if not t.limits[zone] & (s.active[zone] | t.wide):
        return limit
    return number(t, s, "zone_limit", limit, zone, seat)


def has_room(t: Tables, s: State, zone: int, seat: int) -> bool:
    return len(s.rows[zone * s.seats + seat]) < zone_limit(t, s, zone, seat)

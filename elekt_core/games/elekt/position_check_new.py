"""What no match reaches, and a position that is set up now may not say unless it says that it means to.

Records begin in such positions from before these were looked at; they stay good, so ``position_check`` lets them pass.
"""

from __future__ import annotations

from .houses.setup import MASTERS
from .houses.solo import HOUSES
from .position_draft import GROUPS, Draft, at, broken
from .vocabulary import ASSIGNMENT, COURT, RECRUITMENT, ZONES


def check_new(d: Draft) -> None:
    """Note what no match reaches."""
    if d.phase == RECRUITMENT:
        _recruitment(d)
    else:
        _assigned(d)
    if d.t.reading.rounds_are_counted and not d.t.skips_power:
        _acquired(d)


def _recruitment(d: Draft) -> None:
    """E10.4: all Units have gone back to their hands. E7.2, E7.3: nobody has assigned or passed yet."""
    for number, row in enumerate(d.rows):
        if row:
            zone, seat = divmod(number, d.seats)
            broken(d, at(d, "zones", ZONES[zone], "rows", seat), "units_in_recruitment", "E10.4", value=len(row))
    for seat in range(d.seats):
        if d.assigned[seat]:
            broken(d, at(d, "players", seat, "assigned"), "not_assigned_yet", "E7.3", value=d.assigned[seat])
        if d.passed[seat]:
            broken(d, at(d, "players", seat, "passed"), "not_passed_yet", "E7.2")


def _assigned(d: Draft) -> None:
    """E7.1: who says that nobody was assigned has no Unit in a Zone. What is left out says nothing."""
    for seat in d.says_assigned:
        units = sum(len(d.rows[zone * d.seats + seat]) for zone in range(len(ZONES)))
        if units and not d.assigned[seat]:
            broken(d, at(d, "players", seat, "assigned"), "assigned_none", "E7.1", value=units)


def _acquired(d: Draft) -> None:
    """E9.15, E9.19: a Zone gives one card a round, and this round's once its Power is resolved, which a card of
    somebody's own may do in the assignment phase (E8.16)."""
    masters = {d.names[name] for name in MASTERS if name in d.names} if d.solo else set()
    for zone, group in enumerate(GROUPS):
        cards = [card for front in d.acquired for card in front if d.t.groups[card] == group and card not in masters]
        if d.solo and zone == COURT:
            cards = [card for card in d.acquired[1 - HOUSES] if d.t.groups[card] == group]
            cards += d.won
        early = d.t.power_is_extra and d.phase == ASSIGNMENT and not d.begins
        most = d.round - 1 + (early or d.stays(zone))
        if len(cards) > most:
            where = at(d, "round")
            broken(d, where, "too_many_acquired", "E9.15", group=group, value=len(cards), most=most, round=d.round)

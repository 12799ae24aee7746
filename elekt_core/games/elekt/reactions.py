"""Who reacts to what: the ``Ability`` steps for each event that triggers abilities, in the order of E16.1-E16.3.

They are collected when the event happens (E16.5); conditions, filters and costs are looked at when each one's turn
comes (E16.4).
"""

from __future__ import annotations

from collections.abc import Sequence

from . import agenda as a
from . import events as e
from .active import in_force, listeners
from .play import Play
from .vocabulary import COURT, NONE, PRIVILEGE_RANK, UNIT_RANK


def ability(
    actor: int, card: int, zone: int, unit: int = NONE, by: int = NONE, other: int = NONE, seats: int = 0
) -> a.Ability:
    """The step of an ability; ``selectors.Use`` explains its arguments."""
    return e.fact(a.Ability, (actor, card, zone, unit, by, other, seats))


def on_assign(play: Play, seat: int, unit: int, zone: int) -> list[a.Ability]:
    """E7.13, steps 2 to 4: Privileges; the Unit's own instant ability, then other Units; the Mission or Influence."""
    t, s = play.tables, play.state
    own = []
    if t.abilities[unit].trigger == "on_assign_self" and s.active[zone] >> unit & 1:
        own = [ability(seat, unit, zone, unit, seat)]
    if not t.listens["on_assign"][zone] & (s.active[zone] | t.wide):
        return own
    before: list[a.Ability] = []
    after: list[a.Ability] = []
    for owner, card in listeners(t, s, "on_assign", zone):
        who = t.abilities[card].who
        if card == unit or (who in ("own", "other_own") and owner != seat):
            continue
        actor = seat if owner == NONE else owner
        (before if t.ranks[card] == PRIVILEGE_RANK else after).append(ability(actor, card, zone, unit, seat))
    return before + own + after


def on_turn_end(play: Play, seat: int) -> list[a.Ability]:
    """C1.24: in whichever Zone the Unit stands."""
    t, s = play.tables, play.state
    here, there, court = s.active
    if not t.ends_turns & (here | there | court):
        return []
    return _own(play, seat, listeners(t, s, "own_assignment_turn_end", NONE))


def _own(play: Play, seat: int, found: Sequence[tuple[int, int]]) -> list[a.Ability]:
    """The abilities of the seat's own cards, each from where it stands."""
    return [ability(seat, card, _stands(play, card), by=seat) for owner, card in found if owner == seat]


def on_phase_start(play: Play, trigger: str) -> list[a.Ability]:
    """C1.23, E8.17. For a Mission or Influence the Sceptre holder acts."""
    t, s = play.tables, play.state
    return [
        ability(s.holder if owner == NONE else owner, card, _stands(play, card))
        for owner, card in listeners(t, s, trigger, NONE)
    ]


def on_recruit(play: Play, seat: int) -> list[a.Ability]:
    """C1.22."""
    found = listeners(play.tables, play.state, "recruit", NONE)
    return _own(play, seat, found) if found else []


def on_gathering(play: Play, seat: int) -> list[a.Ability]:
    """C1.25: Heat is gathered in the Court."""
    found = listeners(play.tables, play.state, "heat_gathering", COURT)
    if not found:
        return []
    return [ability(seat, card, COURT, by=seat) for owner, card in found if owner == seat]


def on_win(play: Play, trigger: str, zone: int, attribute: int, winner: int) -> tuple[int, ...]:
    """C1.11-C1.14: the winner's cards, and rules for whoever wins."""
    t = play.tables
    found = listeners(t, play.state, trigger, zone)
    if not found:
        return ()
    cards = []
    for owner, card in found:
        if owner in (winner, NONE) and attribute in t.abilities[card].attributes:
            cards.append(card)
    return tuple(cards)


def on_tie(play: Play, zone: int, attribute: int) -> tuple[tuple[int, int], ...]:
    """C1.15: ``(who acts, card)``. A Mission or Influence acts by itself; a choice that it leaves to a player goes to
    the Sceptre holder."""
    t, s = play.tables, play.state
    found = listeners(t, s, "on_tie", zone)
    if not found:
        return ()
    return tuple(
        (s.holder if owner == NONE and t.abilities[card].needs_actor else owner, card)
        for owner, card in found
        if attribute in t.abilities[card].attributes
    )


def guards(play: Play, unit: int, zone: int, by: int) -> list[tuple[int, int]]:
    """C1.16: ``(owner, card)`` of what may change which Unit is annihilated (E19.2)."""
    t, s = play.tables, play.state
    owner = s.owner(unit)
    return [
        (holder, card)
        for holder, card in listeners(t, s, "on_annihilation_target", zone)
        if holder == owner and not (t.abilities[card].by_opponent and by == owner)
    ]


def on_annihilated(play: Play, unit: int, zone: int, by: int) -> list[a.Ability]:
    """C1.19, E14.7, E14.8: collected while the Unit still stands there. For a Mission or Influence the annihilator
    acts."""
    t, s = play.tables, play.state
    victim_owner = s.owner(unit)
    steps = []
    for owner, card in listeners(t, s, "on_annihilated", zone):
        ability_ = t.abilities[card]
        who = ability_.who
        if (
            (who == "this" and card != unit)
            or (who == "other" and card == unit)
            or (who == "own" and owner != victim_owner)
        ):
            continue
        if ability_.by_opponent and by == (victim_owner if owner == NONE else owner):
            continue
        steps.append(ability(by if owner == NONE else owner, card, zone, unit, by))
    return steps


def on_saving(play: Play, trigger: str, unit: int, zone: int) -> tuple[tuple[int, int], ...]:
    """C1.17, C1.18: ``(who acts, card)``; for a Mission or Influence the Unit's owner acts."""
    t, s = play.tables, play.state
    owner = s.owner(unit)
    found = listeners(t, s, trigger, zone)
    if not found:
        return ()
    return tuple(
        (owner if holder == NONE else holder, card)
        for holder, card in found
        if t.abilities[card].who not in ("own", "") or holder in (owner, NONE)
    )


def after_swap(play: Play, zone: int, unit: int, other_zone: int, other: int) -> list[a.Ability]:
    """C1.20: ``unit`` is about to come into ``zone``, ``other`` into ``other_zone``, by one swap."""
    t, s = play.tables, play.state
    seat = s.owner(unit)
    found = [
        (holder, card, z, arriving)
        for z, arriving in sorted(((zone, unit), (other_zone, other)))
        for holder, card in listeners(t, s, "on_swap_in", z)
        if t.abilities[card].who != "own" or holder in (seat, NONE)
    ]
    if len(found) > 1:
        found.sort(key=lambda f: (t.ranks[f[1]], s.order.index(f[0]) if f[0] != NONE else 0))
    return [ability(seat if holder == NONE else holder, card, z, arriving, seat) for holder, card, z, arriving in found]


def still_acts(play: Play, step: a.Ability) -> bool:
    """E15.7: the card must still be in force; a Unit that reacts to its own annihilation works from where it was
    (E14.8)."""
    actor, card, zone, unit, _, _, _ = step
    t, s = play.tables, play.state
    if card < t.units and zone != NONE and s.active[zone] >> card & 1:
        return s.where[card] % s.seats == actor
    trigger = t.abilities[card].trigger
    if trigger == "on_annihilated" and unit == card:
        return True
    if trigger == "on_acquire_self":
        return card in s.acquired[actor]
    return in_force(t, s, card, actor, zone)


def _stands(play: Play, card: int) -> int:
    """The Zone of a Unit or of a face-up card, NONE for a Privilege."""
    t, s = play.tables, play.state
    if t.ranks[card] == UNIT_RANK:
        return s.zone(card)
    return s.face_up.index(card) if card in s.face_up else NONE

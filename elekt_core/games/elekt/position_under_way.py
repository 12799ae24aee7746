"""What is under way in a position before its phase goes on: an ability about to be used, a Unit about to be annihilated
or saved, cards to be discarded (docs/scenarios.md, ``under_way``).

Each entry becomes the step that play itself takes there, so whatever it may cause is offered and asked as in any match.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ...scenarios.flaws import Reader, Table
from . import agenda as a
from .active import in_force, number
from .events import Step
from .life import ELITE_SAVE_COST
from .position_draft import Draft
from .reactions import ability
from .state import State
from .tables import Tables
from .vocabulary import ASSIGNMENT, CONFRONTATION, NONE, RULES_RANK, UNIT_RANK, ZONES

WITH_UNIT: Final = ("on_assign", "on_annihilated", "on_swap_in")
"""Triggers of abilities that are about a Unit, which must be said."""
ALONE: Final = (
    *WITH_UNIT,
    "on_assign_self",
    "on_acquire_self",
    "assignment_phase_start",
    "confrontation_phase_start",
    "own_assignment_turn_end",
    "win_after",
)
"""Triggers of abilities that need nothing beneath them. The others belong to a tie, a win, a saving, a gathering or a
draw, which they change: a position begins with that."""

KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "ability": ("seat", "zone", "unit", "by"),
    "annihilate": ("by", "savable", "rank"),
    "save": ("cost",),
    "discard": ("seat",),
    "houses_lose": (),
}
"""What an entry can be, with what else it may say."""


def steps_under_way(draft: Draft, state: State) -> tuple[Step, ...]:
    """The steps above those of the phase, the next one last; flaws are noted. ``state`` is the position laid out."""
    if "under_way" not in draft.found:
        return ()
    reader = draft.found["under_way"]
    goes_on = draft.phase == ASSIGNMENT and not draft.begins
    listed = draft.phase == CONFRONTATION and (draft.to_resolve is not None or draft.from_zone != NONE)
    if not goes_on and not listed:
        reader.flaw("phase_not_under_way", "E5.1")
        return ()
    steps = [_step(draft, state, entry) for entry in reader.items()]
    return tuple([step for step in reversed(steps) if step])


def _step(draft: Draft, state: State, entry: Reader) -> Step:
    named = [kind for kind in KEYS if isinstance(entry.value, Mapping) and kind in entry.value]
    kind = named[0] if named else ""
    found = entry.table((kind, *KEYS[kind]) if kind else tuple(KEYS))
    if not kind:
        if isinstance(entry.value, Mapping) and not entry.value:
            entry.flaw("missing_key", key="ability")
        return ()
    match kind:
        case "ability":
            return _ability(draft, state, found)
        case "annihilate":
            return _annihilate(draft, state, found)
        case "save":
            return _save(draft, state, found)
        case "discard":
            seat = _seat(draft, found, "seat")
            return a.Discard(seat, found["discard"].number(1, 9)) if seat != NONE else ()
        case _:
            return _houses_lose(draft, found["houses_lose"])


def _seat(draft: Draft, found: Table, key: str, default: int = NONE) -> int:
    if key in found:
        return draft.seat(found[key])
    if default == NONE:
        found[next(iter(found))].flaw("missing_key", key=key)
    return default


def _ability(draft: Draft, state: State, found: Table) -> Step:
    """The ability of a card that is in force now: offered if it is optional, carried out if it is not."""
    t, reader = draft.t, found["ability"]
    card = draft.card(reader, ("unit", "mission", "influence", "privilege"))
    if card == NONE:
        return ()
    trigger = t.abilities[card].trigger
    if trigger not in ALONE:
        reader.flaw("needs_its_moment", "E16.1", card=t.names[card])
        return ()
    owner = _owner(t, state, card)
    actor = _seat(draft, found, "seat", state.holder if owner == NONE else owner)
    unit = draft.card(found["unit"], ("unit",)) if "unit" in found else NONE
    if trigger == "on_assign_self":
        unit = card
    elif trigger in WITH_UNIT and unit == NONE:
        reader.flaw("needs_a_unit", "C1.27", card=t.names[card])
        return ()
    zone = ZONES.index(found["zone"].word(ZONES, ZONES[0])) if "zone" in found else _zone(state, card, unit)
    step = ability(actor, card, zone, unit, _seat(draft, found, "by", actor))
    if not _is_in_force(t, state, step):
        reader.flaw("not_in_force", "E15.7", card=t.names[card])
        return ()
    return step


def _owner(t: Tables, s: State, card: int) -> int:
    """The card's owner, NONE if it lies on a board or nowhere."""
    if t.ranks[card] == UNIT_RANK:
        return s.owner(card) if s.in_zone(card) else NONE
    return next((seat for seat in range(s.seats) if card in s.acquired[seat]), NONE)


def _zone(s: State, card: int, unit: int) -> int:
    """The Zone where it happens: that of the Unit it is about, or that of the card itself."""
    if unit != NONE and s.in_zone(unit):
        return s.zone(unit)
    if card in s.face_up:
        return s.face_up.index(card)
    return s.zone(card) if card < len(s.where) and s.in_zone(card) else NONE


def _is_in_force(t: Tables, s: State, step: Step) -> bool:
    """E15.7; a Unit that reacts to its own annihilation works from where it was (E14.8)."""
    actor, card, zone, unit, *_ = step
    if actor == NONE:
        return False
    match t.abilities[card].trigger:
        case "on_acquire_self":
            return card in s.acquired[actor]
        case "on_annihilated" if unit == card:
            return True
        case _:
            return in_force(t, s, card, actor, zone)


def _annihilate(draft: Draft, state: State, found: Table) -> Step:
    """A Unit has just been designated (E14.5): guards, saving and reactions follow."""
    unit, by = _standing(draft, state, found["annihilate"]), _seat(draft, found, "by")
    if unit == NONE or by == NONE:
        return ()
    savable = found.flag("savable", True)
    rank = found.number("rank", 0, RULES_RANK, default=RULES_RANK)
    return a.Designate(by, unit, state.zone(unit), rank, int(savable))


def _save(draft: Draft, state: State, found: Table) -> Step:
    """Its owner must decide whether to save it (E14.2); without ``cost``, for what it costs there."""
    unit = _standing(draft, state, found["save"])
    if unit == NONE:
        return ()
    owner, zone = state.owner(unit), state.zone(unit)
    base = 0 if draft.t.basic[unit] else ELITE_SAVE_COST
    usual = number(draft.t, state, "save_cost", base, zone, owner, unit)
    cost = found.number("cost", 0, 9, default=usual)
    return a.Save(owner, cost, unit, zone, ())


def _standing(draft: Draft, state: State, reader: Reader) -> int:
    """A Unit that stands in a Zone, or NONE."""
    unit = draft.card(reader, ("unit",))
    if unit != NONE and not state.in_zone(unit):
        reader.flaw("not_in_a_zone", "E14.5", card=draft.t.names[unit])
        return NONE
    return unit


def _houses_lose(draft: Draft, reader: Reader) -> Step:
    """E21.26: the player has passed and chooses what the Houses lose."""
    if not draft.solo:
        reader.flaw("only_in_solo", "E21")
        return ()
    return a.HousesLose(0) if reader.flag() else ()


def write_step(t: Tables, step: Step) -> dict[str, Any] | None:
    """The entry of a step; None if the format cannot express it."""
    names = t.names
    match step:
        case a.Ability() if t.abilities[step.card].trigger in ALONE and step.with_ == NONE and not step.seats:
            said: dict[str, Any] = {"ability": names[step.card], "seat": step.seat}
            said |= {"zone": ZONES[step.zone]} if step.zone != NONE else {}
            said |= {"unit": names[step.unit]} if step.unit != NONE else {}
            return said | {"by": "nobody" if step.by == NONE else step.by}
        case a.Designate():
            savable = bool(step.savable)
            return {"annihilate": names[step.unit], "by": step.seat, "savable": savable, "rank": step.rank}
        case a.Save() if not step.cards:
            return {"save": names[step.unit], "cost": step.number}
        case a.Discard():
            return {"discard": step.number, "seat": step.seat}
        case a.HousesLose():
            return {"houses_lose": True}
    return None

"""The life of a Unit that is annihilated: designated, redirected, saved, or discarded (E14, E19.2, E19.3)."""

from __future__ import annotations

from typing import Any

from . import agenda as a
from . import events as e
from .active import barred, number
from .events import Step
from .play import ANSWERS, DEFAULTS, STEPS, Play
from .reactions import ability, guards, on_annihilated, on_saving
from .state import State
from .tables import Tables
from .vocabulary import NONE, RULES_RANK

ELITE_SAVE_COST = 1
"""E14.2; a Basic Unit is saved for nothing."""


def _designate(play: Play, step: Step) -> None:
    """E14.5, steps 1 and 2: a guard lets the owner choose which Unit it is (E19.2)."""
    _, by, unit, zone, _, savable = step
    s = play.state
    if s.zone(unit) != zone:
        return
    if not guards(play, unit, zone, by):
        _annihilate(play, by, unit, zone, bool(savable))
        return
    victims = victims_of(play.tables, s, step)
    if len(victims) == 1:
        _choose_victim(play, step, (victims[0],))
    else:
        play.ask(s.owner(unit), "choose_victim", step)


def victims_of(t: Tables, s: State, step: Step) -> list[int]:
    """E14.11: the owner's Units in this Zone that may be annihilated by what has this rank, left to right."""
    _, _, unit, zone, rank, _ = step
    owner = s.owner(unit)
    return [u for u in s.row(zone, owner) if barred(t, s, "annihilate", rank, zone, u, owner) == NONE]


def _choose_victim(play: Play, step: Step, choice: tuple[Any, ...]) -> None:
    _, by, unit, zone, _, savable = step
    s, chosen = play.state, choice[0]
    owner, guard = guards(play, unit, zone, by)[0]
    play.emit(e.AbilityUsed(owner, guard, zone))
    if chosen != unit:
        play.tell(e.AnnihilationRedirected(owner, unit, zone, s.position(unit), chosen, s.position(chosen)))
    savable_too = all(op.savable for op in play.tables.abilities[guard].ops)
    _annihilate(play, by, chosen, zone, bool(savable) and savable_too)


def _annihilate(play: Play, by: int, unit: int, zone: int, savable: bool) -> None:
    """The rest of step 2, and what follows it: saving (3-5), then the abilities that react (6)."""
    t, s = play.tables, play.state
    owner = s.owner(unit)
    play.push_in_order(on_annihilated(play, unit, zone, by))
    play.tell(e.fact(e.UnitAnnihilated, (owner, unit, zone, s.position(unit), by)))
    if not savable or barred(t, s, "save", RULES_RANK, zone, unit, owner) != NONE:
        play.to_pile(unit)
        return
    base = 0 if t.basic[unit] else ELITE_SAVE_COST
    cost = number(t, s, "save_cost", base, zone, owner, unit)
    play.agenda.append((a.SAVE, owner, cost, unit, zone, on_saving(play, "on_save_decision", unit, zone)))


def _save(play: Play, step: Step) -> None:
    """Step 3: what changes the cost is offered first (C1.17); then the owner decides, if they can pay."""
    _, owner, cost, unit, zone, cards = step
    if play.state.zone(unit) != zone:  # what was offered first took it away
        return
    if cards:
        actor, card = cards[0]
        play.push((*step[:5], cards[1:]), ability(actor, card, zone, unit, seats=cost))
    elif play.state.heat[owner] < cost:
        play.to_pile(unit)
    else:
        play.ask(owner, "save_unit", step)


def _save_unit(play: Play, step: Step, choice: tuple[Any, ...]) -> None:
    _, owner, cost, unit, zone, _ = step
    s = play.state
    if choice[0] == "let_go":
        play.to_pile(unit)
        return
    play.pay(owner, cost)
    keeping = on_saving(play, "on_saved", unit, zone)
    play.tell(e.fact(e.UnitSaved, (owner, unit, zone, s.position(unit))))
    play.push((a.SAVED, owner, unit, zone, keeping))


def _saved(play: Play, step: Step) -> None:
    """Steps 4 and 5: abilities before it is taken to hand, then it is (E19.3)."""
    _, owner, unit, zone, cards = step
    s = play.state
    if cards:
        actor, card = cards[0]
        play.push((*step[:4], cards[1:]), ability(actor, card, zone, unit, owner))
    elif s.zone(unit) == zone:
        play.emit(e.fact(e.UnitReturned, (owner, unit, zone, s.position(unit))))


def _default_save(t: Tables, s: State) -> tuple[Any, ...]:
    return ("let_go",) if s.step[2] else ("save",)


STEPS[a.DESIGNATE] = _designate
STEPS[a.SAVE] = _save
STEPS[a.SAVED] = _saved
ANSWERS["choose_victim"] = _choose_victim
ANSWERS["save_unit"] = _save_unit
DEFAULTS["choose_victim"] = lambda t, s: (victims_of(t, s, s.step)[0],)
DEFAULTS["save_unit"] = _default_save

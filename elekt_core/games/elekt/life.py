"""The life of a Unit that is annihilated: designated, redirected, saved, or discarded (E14, E19.2, E19.3)."""

from __future__ import annotations

from typing import Any

from ...kit.driver import Question
from . import agenda as a
from . import events as e
from .active import barred, number
from .play import QUESTIONS, STEPS, Play
from .reactions import ability, guards, on_annihilated, on_saving
from .state import State
from .tables import Tables
from .vocabulary import NONE, RULES_RANK

ELITE_SAVE_COST = 1
"""E14.2; a Basic Unit is saved for nothing."""


def _designate(play: Play, step: a.Designate) -> None:
    """E14.5, steps 1 and 2: a guard lets the owner choose which Unit it is (E19.2)."""
    by, unit, zone, _, savable = step
    s = play.state
    if s.zone(unit) != zone:
        return
    if not guards(play, unit, zone, by):
        _annihilate(play, by, unit, zone, bool(savable))
        return
    play.ask_in_view(s.owner(unit), "choose_victim", step)


def victims_of(t: Tables, s: State, step: a.Designate) -> list[int]:
    """E14.11: the owner's Units in this Zone that an effect of this rank may annihilate, left to right."""
    _, unit, zone, rank, _ = step
    owner = s.owner(unit)
    return [u for u in s.row(zone, owner) if barred(t, s, "annihilate", rank, zone, u, owner) == NONE]


def _choose_victim(play: Play, seat: int, step: a.Designate, choice: tuple[Any, ...]) -> None:
    by, unit, zone, _, savable = step
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
    play.agenda.append(e.fact(a.Save, (owner, cost, unit, zone, on_saving(play, "on_save_decision", unit, zone))))


def _save(play: Play, step: a.Save) -> None:
    """Step 3: what changes the cost is offered first (C1.17); then the owner decides, if they can pay."""
    owner, cost, unit, zone, cards = step
    if play.state.zone(unit) != zone:  # what was offered first took it away
        return
    if cards:
        actor, card = cards[0]
        play.push(step._replace(cards=cards[1:]), ability(actor, card, zone, unit, seats=cost))
    elif play.state.heat[owner] < cost:
        play.to_pile(unit)
    else:
        play.ask(owner, "save_unit", step)


def _save_unit(play: Play, seat: int, step: a.Save, choice: tuple[Any, ...]) -> None:
    owner, cost, unit, zone, _ = step
    s = play.state
    if choice[0] == "let_go":
        play.to_pile(unit)
        return
    play.pay(owner, cost)
    keeping = on_saving(play, "on_saved", unit, zone)
    play.tell(e.fact(e.UnitSaved, (owner, unit, zone, s.position(unit))))
    play.push(a.Saved(owner, unit, zone, keeping))


def _saved(play: Play, step: a.Saved) -> None:
    """Steps 4 and 5: abilities before it is taken to hand, then it is (E19.3)."""
    owner, unit, zone, cards = step
    s = play.state
    if cards:
        actor, card = cards[0]
        play.push(step._replace(cards=cards[1:]), ability(actor, card, zone, unit, owner))
    elif s.zone(unit) == zone:
        play.emit(e.fact(e.UnitReturned, (owner, unit, zone, s.position(unit))))


def _victims(t: Tables, s: State, seat: int, step: a.Designate) -> list[tuple[Any, ...]]:
    return [(unit,) for unit in victims_of(t, s, step)]


def _fates(t: Tables, s: State, seat: int, step: a.Save) -> list[tuple[Any, ...]]:
    return [("save",), ("let_go",)]


def _default_save(t: Tables, s: State, seat: int, step: a.Save) -> tuple[Any, ...]:
    return ("let_go",) if step.number else ("save",)


STEPS[a.Designate] = _designate
STEPS[a.Save] = _save
STEPS[a.Saved] = _saved
QUESTIONS["choose_victim"] = Question("E19.2", _victims, _choose_victim)
QUESTIONS["save_unit"] = Question("E14.2", _fates, _save_unit, _default_save)

"""Using an ability (E15, E16): is it in force, may it be used, with which targets, and what happens then.

What it costs says ``costs``; it is paid first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...kit.driver import Question
from . import agenda as a
from . import effects  # noqa: F401  it fills the tables of effects
from . import events as e
from .active import bars, has_room, holds, passes
from .costs import cost_of
from .course import Handler
from .effect_targets import Choice
from .effect_units import zone_named
from .play import QUESTIONS, STEPS, Play
from .reactions import still_acts
from .selectors import Use, use_of
from .state import State
from .tables import Op, Tables
from .vocabulary import NONE, UNIT_RANK

Plan = tuple[Choice | None, ...]
"""The targets of each effect of an ability, None for an effect that can do nothing."""


def run_ability(play: Play, step: a.Ability) -> None:
    """An ability's turn has come: offer it if it is optional, carry it out if it is not, skip it if it cannot be used.

    Conditions and costs are looked at now (E16.4). A mandatory ability that leaves a choice asks for it.
    """
    if not still_acts(play, step):
        return
    use = use_of(play.tables, play.state, step)
    if not may_be_used(use):
        return
    if play.state.uses >= play.tables.most_uses:
        play.tell(e.AbilityLapsed(use.actor, use.card, use.zone))
        return
    found, hidden = plans(use), use.ability.places and _depends_on_the_hand(use)
    if not found and not hidden:  # E15.8, E15.12: nothing it could do
        return
    if use.ability.optional:
        play.ask(use.actor, "use_instant" if use.ability.instant else "use_optional", step, ways(use, found))
    elif len(found) == 1 and not hidden:
        _perform(play, use, step, found[0])
    else:
        play.ask(use.actor, "use_optional", step, ways(use, found))


def _depends_on_the_hand(use: Use) -> bool:
    """Whether the targets depend on the Units in the player's hand, and others cannot see that there are none."""
    s, t = use.state, use.tables
    if not t.reading.hands_are_asked:
        return False
    for op in use.ability.ops:
        if op.name == "place" and s.hands[use.actor]:
            zone = zone_named(use, op)
            if has_room(t, s, zone, use.actor) and (op.filter is not None or bars(t, s, "place", zone)):
                return True
    return False


def may_be_used(use: Use, cost: int = NONE) -> bool:
    """Whether frequency (C1.4), filter (C1.29), condition (C1.30) and cost (E17.2; by default the usual one) allow
    it."""
    if not use.ability.unconditional and not _conditions_hold(use):
        return False
    if cost == NONE:
        cost = cost_of(use)
    return cost == 0 or (use.actor != NONE and use.state.heat[use.actor] >= cost)


def _conditions_hold(use: Use) -> bool:
    t, s, ability, bit = use.tables, use.state, use.ability, 1 << use.card
    if (ability.per_round and s.used_round & bit) or (ability.per_game and s.used_game & bit):
        return False
    if ability.filter is not None and not (s.zone(use.unit) == use.zone and passes(t, s, ability.filter, use.unit)):
        return False
    if ability.condition is not None and not holds(t, s, ability.condition, use.card, use.actor, use.zone):
        return False
    if ability.trigger == "on_save_decision" and not _cheaper(use):
        return False
    return not ability.removes_self or _there(use)


def _there(use: Use) -> bool:
    """C1.2: only a card that is on the table can be removed as a cost."""
    s = use.state
    if use.ability.rank == UNIT_RANK:
        return s.in_zone(use.card)
    return use.card in s.face_up or use.card in s.acquired[use.actor]


def _cheaper(use: Use) -> bool:
    """An ability that changes the cost of saving is offered only for a Unit it concerns, and while there is a cost
    (``use.by``)."""
    ops = [op for op in use.ability.ops if op.name == "modify"]
    return not ops or (use.seats > 0 and any(passes(use.tables, use.state, op.filter, use.unit) for op in ops))


def plans(use: Use) -> list[Plan]:
    """Every way to use the ability now, in a stable order; empty if its first effect has no legal target (E15.8).

    A later effect that can do nothing is passed over (E15.9).
    """
    ops = use.ability.ops
    if len(ops) > 1:
        return _long_plans(use)
    found: list[Plan] = []
    for choice in use.tables.course.targets[ops[0].name](use, ops[0], (), use.state.pool):
        found.append((choice,))
    return found


def _long_plans(use: Use) -> list[Plan]:
    """The plans of an ability with several effects."""
    ops, pool, targets = use.ability.ops, use.state.pool, use.tables.course.targets
    found: list[Plan] = []

    def extend(i: int, done: Plan, chosen: Choice, tokens: list[int]) -> None:
        if i == len(ops):
            found.append(done)
            return
        choices = targets[ops[i].name](use, ops[i], chosen, tokens)
        if not choices and i:
            extend(i + 1, (*done, None), chosen, tokens)
        for choice in choices:
            extend(i + 1, (*done, choice), chosen + choice, pool_after(ops[i].name, ops[i].attribute, choice, tokens))

    extend(0, (), (), list(pool))
    return found


def pool_after(op: str, attribute: int, choice: Choice, pool: list[int]) -> list[int]:
    """E13.6: a token that one effect frees can be used by the next."""
    change = {"attach": -1, "detach": 1}.get(op, 0)
    token = next((value for word, value in choice if word == "token"), attribute)
    if not change or token == NONE:
        return pool
    after = pool[:]
    after[token] += change
    return after


def targets_of(plan: Plan) -> Choice:
    """All targets of a plan in one sequence, as a decision names them."""
    if len(plan) == 1:
        return plan[0] or ()
    return tuple(target for part in plan if part for target in part)


def use_choices(t: Tables, s: State, seat: int, step: a.Ability) -> list[tuple[Any, ...]]:
    """The choices of ``use_instant`` or ``use_optional``."""
    use = use_of(t, s, step)
    return ways(use, plans(use))


def ways(use: Use, found: list[Plan]) -> list[tuple[Any, ...]]:
    """Plans as choices, with declining if the ability is optional or cannot be used."""
    choices: list[tuple[Any, ...]] = [()] if use.ability.optional or not found else []
    for plan in found:
        choices.append(("use", *targets_of(plan)))
    return choices


def _answer(play: Play, seat: int, step: a.Ability, choice: tuple[Any, ...]) -> None:
    use = use_of(play.tables, play.state, step)
    if not choice:
        play.tell(e.fact(e.AbilityDeclined, (use.actor, use.card, use.zone)))
        return
    targets = choice[1:]
    one = len(use.ability.ops) == 1
    _perform(play, use, step, (targets,) if one else next(p for p in plans(use) if targets_of(p) == targets))


def _perform(play: Play, use: Use, step: a.Ability, plan: Plan) -> None:
    """E15.9: pay, then carry out the effects from first to last, each with all it causes before the next (E16.6)."""
    cost = cost_of(use)
    play.emit(e.fact(e.AbilityUsed, (use.actor, use.card, use.zone)))
    play.pay(use.actor, cost)
    if use.ability.removes_self:
        remove_self(play, use)
    if use.ability.trigger == "win_replace":  # taken instead of the normal effect (E8.11 step 7)
        replaced = play.agenda.pop()
        assert type(replaced) is a.Effect
    if len(plan) == 1:
        op, targets = use.ability.ops[0], plan[0] or ()
        if not use.ability.removes_self or still_possible(use, op, targets, use.tables.course.targets):
            use.tables.course.carry_out[op.name](play, use, op, targets)
        return
    play.push_in_order(do_steps(use, step, plan))


def do_steps(use: Use, step: a.Ability | a.HousesChoice, plan: Plan) -> list[a.Do]:
    """One step for each effect that can do something."""
    used = step[: a.USED]
    return [a.Do(*used, i, _with_same(use, plan, i) + part) for i, part in enumerate(plan) if part is not None]


def _with_same(use: Use, plan: Plan, i: int) -> Choice:
    """The Unit chosen by the effects before the i-th, if the i-th is about the same one (``same``, C1.27)."""
    if use.ability.ops[i].target != "same":
        return ()
    chosen = [value for word, value in targets_of(plan[:i]) if word in ("unit", "from")]
    return (("unit", chosen[-1]),) if chosen else ()


def remove_self(play: Play, use: Use) -> None:
    """C1.2: a Privilege or an acquired card leaves the game (E14.10), a Unit goes to the discard pile."""
    if use.ability.rank == UNIT_RANK:
        play.to_pile(use.card)
    elif use.card in play.state.acquired[use.actor]:
        play.emit(e.CardRemoved(use.card, NONE, use.actor))
        play.titles_may_have_changed()
    else:
        play.emit(e.CardRemoved(use.card, play.state.face_up.index(use.card), NONE))


def _do(play: Play, step: a.Do) -> None:
    """One of several effects of an ability that has been paid for."""
    use = use_of(play.tables, play.state, step)
    op = use.ability.ops[step.index_]
    if still_possible(use, op, step.targets, use.tables.course.targets):
        use.tables.course.carry_out[op.name](play, use, op, step.targets)


def still_possible(use: Use, op: Op, targets: Choice, offered: Mapping[str, Handler]) -> bool:
    """E15.9: skip an effect that an earlier one made impossible. Only a club's own cards can cause that."""
    if not use.tables.bounded:
        return True
    chosen = targets[:1] if op.target == "same" else ()
    return targets[len(chosen) :] in offered[op.name](use, op, chosen, use.state.pool)


STEPS[a.Ability] = run_ability
STEPS[a.Do] = _do
QUESTIONS["use_instant"] = Question("E15.3", use_choices, _answer)
QUESTIONS["use_optional"] = Question("E16.4", use_choices, _answer)

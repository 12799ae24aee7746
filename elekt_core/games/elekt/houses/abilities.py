"""How the Houses use abilities: always when possible (E21.20-E21.23, E21.32, E21.39)."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from ....kit.driver import Question
from .. import agenda as a
from .. import events as e
from ..abilities import Plan, do_steps, pool_after, still_possible, targets_of
from ..active import holds, passes
from ..course import Handler
from ..effect_targets import NO_CHOICE, Choice, Pool
from ..play import QUESTIONS, Play
from ..reactions import still_acts
from ..selectors import Target, Use, players, use_of, value_of
from ..state import State
from ..tables import Op, Tables
from ..vocabulary import NONE
from .choices import Reason, narrowed, shown
from .costs import affordable, can_pay, cost, pay
from .heat import take
from .seals import watch
from .solo import HOUSES, PLAYER
from .steal import robbed, steal

if TYPE_CHECKING:
    from .table import SoloPlay


def run_ability(play: SoloPlay, step: a.Ability) -> None:
    """An ability of the Houses whose turn has come; it is used if it can be."""
    if not still_acts(play, step):
        return
    use = use_of(play.tables, play.state, step)
    if play.state.uses >= play.tables.most_uses:  # with a club's own cards there is a bound
        play.tell(e.AbilityLapsed(HOUSES, use.card, use.zone))
        return
    if use.ability.instant:
        _run_instant(play, use, step)
    elif affordable(use) is not None and (found := _plans(use))[0] and found[0][0][0] is not None:
        _go_on(play, use, step, *found)


def _run_instant(play: SoloPlay, use: Use, step: a.Ability) -> None:
    """E21.20, E21.21: even if it will change nothing (E21.22)."""
    s, rule, bit = use.state, use.ability, 1 << use.card
    if (rule.per_round and s.used_round & bit) or (rule.per_game and s.used_game & bit):
        return
    if not can_pay(use):
        play.because("no_heat", use.card)
        return
    met = rule.condition is None or holds(use.tables, s, rule.condition, use.card, use.actor, use.zone)
    met = met and (rule.filter is None or passes(use.tables, s, rule.filter, use.unit))
    found, reasons = _plans(use) if met else ([], [])
    _go_on(play, use, step, found or [(None,)], reasons)


def _plans(use: Use) -> tuple[list[Plan], list[Reason]]:
    """How the Houses can use it, with the reasons: one way, several where the player must decide, or none."""
    found: list[Plan] = []
    reasons: list[Reason] = []

    def extend(i: int, done: Plan, chosen: Choice, tokens: Pool) -> None:
        if i == len(use.ability.ops):
            found.append(done)
            return
        op = use.ability.ops[i]
        left, why = narrowed(use, op, _offers(use)[op.name](use, op, chosen, tokens))
        reasons.extend(reason for reason in why if reason not in reasons)
        if not left:
            extend(i + 1, (*done, None), chosen, tokens)
        for choice in left:
            extend(i + 1, (*done, choice), chosen + choice, pool_after(op.name, op.attribute, choice, list(tokens)))

    extend(0, (), (), list(use.state.pool))
    possible = [plan for plan in found if any(part is not None for part in plan)]
    return possible, reasons


def _go_on(play: SoloPlay, use: Use, step: a.Ability, found: list[Plan], reasons: Sequence[Reason]) -> None:
    if len(found) == 1:
        _perform(play, use, step, found[0], reasons)
        return
    alternatives = tuple(dict.fromkeys(shown(use.state, targets_of(plan)) for plan in found))
    play.ask(PLAYER, "houses_choice", a.HousesChoice(*step, alternatives))


def _chosen(play: Play, seat: int, step: a.HousesChoice, choice: tuple[Any, ...]) -> None:
    """The player has decided for the Houses (E21.40.3)."""
    use = use_of(play.tables, play.state, step)
    found, reasons = _plans(use)
    plan = next(plan for plan in found if shown(use.state, targets_of(plan)) == choice)
    _perform(play, use, step, plan, reasons)  # type: ignore[arg-type]  # a solo game has a SoloPlay


def _perform(play: SoloPlay, use: Use, step: a.Ability | a.HousesChoice, plan: Plan, reasons: Sequence[Reason]) -> None:
    """E15.9: pay, then the effects from first to last; what an instant ability changes is watched (E21.22)."""
    pay(play, use, cost(use))
    if use.ability.trigger == "win_replace":
        play.because("both_effects", use.card, use.zone)
    for why, card, zone in reasons:
        play.because(why, card, zone)
    if use.ability.instant:
        play.push(watch(play, use.card, use.zone))
    if len(plan) > 1:
        play.push_in_order(do_steps(use, step, plan))
    elif plan[0] is not None:
        _carry_out(play, use, use.ability.ops[0], plan[0])


def do(play: SoloPlay, step: a.Do) -> None:
    """One of several effects of an ability of the Houses."""
    use = use_of(play.tables, play.state, step)
    _carry_out(play, use, use.ability.ops[step.index_], step.targets)


def _carry_out(play: SoloPlay, use: Use, op: Op, targets: Choice) -> None:
    if still_possible(use, op, targets, _offers(use)):
        (CARRIED_OUT.get(op.name) or use.tables.course.carry_out[op.name])(play, use, op, targets)


def _offers(use: Use) -> ChainMap[str, Handler]:
    return ChainMap(OFFERS, use.tables.course.targets)


# --- effects that are others for the Houses -------------------------------------------------------------------


def _steal_offered(use: Use, op: Op, chosen: Sequence[Target], pool: Pool) -> list[Choice]:
    """E21.29: the Houses never swap."""
    return NO_CHOICE if robbed(use.state, use.zone) != NONE else []


def _steal(play: Any, use: Use, op: Op, targets: Choice) -> None:
    play.because("steal_instead", use.card, use.zone)
    steal(play, use.zone)


def _peek_offered(use: Use, op: Op, chosen: Sequence[Target], pool: Pool) -> list[Choice]:
    return NO_CHOICE


def _peek(play: Any, use: Use, op: Op, targets: Choice) -> None:
    """E21.42: the player's hand shows the Houses nothing."""
    play.because("sees_nothing", use.card)


def _take_heat(play: Any, use: Use, op: Op, targets: Choice) -> None:
    """E21.33: take Heat token by token."""
    seat = value_of(targets, "player")
    for victim in players(use, op.player) if seat == NONE else [seat]:
        take(play, victim, op.amount)


OFFERS: Final[dict[str, Handler]] = {"swap": _steal_offered, "peek_hand": _peek_offered}
CARRIED_OUT: Final[dict[str, Handler]] = {"swap": _steal, "peek_hand": _peek, "take_heat": _take_heat}
"""What stands in place of ``effects.TARGETS`` and ``effects.CARRY_OUT`` for the Houses."""


def _alternatives(t: Tables, s: State, seat: int, step: a.HousesChoice) -> Sequence[Choice]:
    return step.alternatives


QUESTIONS["houses_choice"] = Question("E21.40", _alternatives, _chosen)

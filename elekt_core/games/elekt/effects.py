"""The effect primitives (C1.D): which targets each can have, and what it does.

``TARGETS[op](use, op, chosen, pool)`` lists the choices that the effect offers, each a tuple of targets: ``[()]``
if there is nothing to choose, ``[]`` if it can do nothing at all. ``chosen`` are the targets of the effects before
it in the same use, ``pool`` the tokens that will then be there (E13.6). ``CARRY_OUT[op](play, use, op, targets)``
emits the facts. Here stand the effects on confrontations and numbers (C1.52, C1.53, C1.55) and the tables of all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any, Final

from . import agenda as a
from . import effect_players as players
from . import effect_tokens as tokens
from . import effect_units as units
from . import events as e
from .course import BASE
from .effect_targets import Choice, Pool
from .play import Play
from .selectors import Target, Use, value_of
from .tables import Op
from .vocabulary import NONE, POWER, ZONES


def confrontation_targets(use: Use, op: Op, chosen: Sequence[Target], pool: Pool) -> list[Choice]:
    """C1.52. One that is skipped already cannot be skipped again."""
    zones = range(3) if op.zone == "choose" else (ZONES.index(op.zone) if op.zone in ZONES else use.zone,)
    wanted = op.choices if op.attribute == NONE else (op.attribute,)
    found = []
    for zone, attribute in product(zones, wanted):
        if op.mode == "skip" and use.state.skips >> 4 * zone + attribute & 1:
            continue
        named = (("zone", zone),) if op.zone == "choose" else ()
        found.append(named + ((("attribute", attribute),) if op.attribute == NONE else ()))
    return found


def confrontation(play: Play, use: Use, op: Op, targets: Choice) -> None:
    zone = value_of(targets, "zone")
    if zone == NONE:
        zone = ZONES.index(op.zone) if op.zone in ZONES else use.zone
    attribute = value_of(targets, "attribute", op.attribute)
    if op.mode == "skip":
        play.emit(e.ConfrontationSkipped(zone, attribute))
    elif attribute != POWER or play.state.face_up[zone] != NONE:
        play.push(a.Confront(NONE, zone, (attribute,)))


def tie_targets(use: Use, op: Op, chosen: Sequence[Target], pool: Pool) -> list[Choice]:
    """E8.18: the winner must be among the tied (``use.seats``)."""
    return [()] if op.winner != "controller" or (use.actor != NONE and use.seats >> use.actor & 1) else []


def tie_break(play: Play, use: Use, op: Op, targets: Choice) -> None:
    tied = [seat for seat in play.state.order if use.seats >> seat & 1]
    match op.winner:
        case "controller":
            settle_tie(play, use.actor)
        case "highest_court":
            settle_tie(play, tied[0])
        case "lowest_court":
            settle_tie(play, tied[-1])
        case _:
            play.ask(use.actor, "tie_winner", a.Tie(use.actor, use.zone, play.agenda[-1].attribute, use.seats, ()))


def settle_tie(play: Play, winner: int) -> None:
    """The tie beneath is decided; the remaining tie abilities are not offered (E8.11 step 5)."""
    tie = play.agenda.pop()
    assert type(tie) is a.Tie
    play.push(a.Won(winner, tie.zone, tie.attribute, e.BY_ABILITY))


WAITING: Final[dict[str, Any]] = {"recruit_draw": a.Draw, "save_cost": a.Save, "heat_gather": a.Gathered}
"""A triggered ``modify`` changes the number in the step that waits for it beneath."""


def modify_targets(use: Use, op: Op, chosen: Sequence[Target], pool: Pool) -> list[Choice]:
    return [()]


def modify(play: Play, use: Use, op: Op, targets: Choice) -> None:
    for i in range(len(play.agenda) - 1, -1, -1):
        step = play.agenda[i]
        if type(step) is WAITING.get(op.what):
            value = op.amount if op.sets else step.number + op.amount
            play.agenda[i] = step._replace(number=max(value, op.minimum, 0))
            return


def nothing_to_do(use: Use, op: Op, chosen: Sequence[Target], pool: Pool) -> list[Choice]:
    """No targets, for effects that work only permanently or only as a replacement."""
    return []


def not_carried_out(play: Play, use: Use, op: Op, targets: Choice) -> None:
    raise AssertionError(f"{op.name} is never carried out as an effect")


TARGETS: Final[dict[str, Callable[[Use, Op, Sequence[Target], Pool], list[Choice]]]] = {
    "attach": tokens.attach_targets,
    "detach": tokens.detach_targets,
    "move_token": tokens.move_token_targets,
    "swap": units.swap_targets,
    "move": units.move_targets,
    "place": units.place_targets,
    "return_to_hand": units.one_unit("return"),
    "annihilate": units.one_unit("annihilate"),
    "discard_unit": units.one_unit("discard"),
    "discard_from_hand": players.discard_targets,
    "gain_heat": players.gain_targets,
    "lose_heat": players.lose_targets,
    "take_heat": players.take_targets,
    "suppress_ability": units.one_unit("suppress"),
    "stay_after_save": units.stay_targets,
    "confrontation": confrontation_targets,
    "tie_break": tie_targets,
    "modify": modify_targets,
    "draw_units": units.draw_targets,
    "recover_from_discard": units.pile_targets,
    "peek_hand": players.peek_targets,
    "exchange": players.exchange_targets,
    **dict.fromkeys(
        ("count_as", "add_symbols", "protect", "free_tokens", "forbid", "choose_annihilation_target"), nothing_to_do
    ),
}

CARRY_OUT: Final[dict[str, Callable[[Play, Use, Op, Choice], None]]] = {
    "attach": tokens.attach,
    "detach": tokens.detach,
    "move_token": tokens.move_token,
    "swap": units.swap,
    "move": units.move,
    "place": units.place,
    "return_to_hand": units.return_to_hand,
    "annihilate": units.annihilate,
    "discard_unit": units.discard_unit,
    "discard_from_hand": players.discard_from_hand,
    "gain_heat": players.gain_heat,
    "lose_heat": players.lose_heat,
    "take_heat": players.take_heat,
    "suppress_ability": units.suppress,
    "stay_after_save": units.stay_after_save,
    "confrontation": confrontation,
    "tie_break": tie_break,
    "modify": modify,
    "draw_units": units.draw,
    "recover_from_discard": units.recover,
    "peek_hand": players.peek,
    "exchange": players.exchange,
    **dict.fromkeys(
        ("count_as", "add_symbols", "protect", "free_tokens", "forbid", "choose_annihilation_target"), not_carried_out
    ),
}

BASE.targets.update(TARGETS)
BASE.carry_out.update(CARRY_OUT)

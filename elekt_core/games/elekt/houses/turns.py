"""The two sides' turns: recruitment (E21.13), and the assignment phase with the player's pass (E21.16, E21.26)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import agenda as a
from .. import events as e
from .. import recruitment
from ..assignment import after, assign_choices, must_pass
from ..reactions import on_turn_end
from ..vocabulary import NONE
from . import assign, hand
from .solo import HOUSES, PLAYER

if TYPE_CHECKING:
    from .table import SoloPlay


def recruit(play: SoloPlay, step: a.Recruit) -> None:
    """E21.13, in court order."""
    order, index = play.state.order, step.index_
    if index < len(order) and order[index] == HOUSES:
        play.push(a.Recruit(NONE, index + 1))
        hand.recruit(play)
    else:
        recruitment.recruit(play, step)


def turn(play: SoloPlay, step: a.Turn) -> None:
    """As in any game, but the Houses' turn is taken at once, and what follows a forced pass is a pass too (E21.26)."""
    s, (first, ended) = play.state, step
    if ended != NONE and (ending := on_turn_end(play, ended)):
        play.push(a.Turn(first, NONE))
        play.push_in_order(ending)
        return
    for side in (first, after(s, first)):
        if s.passed[side] or s.assigned[side] >= s.game.assignments:
            continue
        if side == HOUSES:
            assign.turn(play)
            return
        offered = assign_choices(play.tables, s, PLAYER)
        if len(offered) > 1 or not must_pass(play.tables, s, PLAYER, offered):
            play.ask(PLAYER, "assign_or_pass", a.Turn(PLAYER, NONE), offered)
            return
        ends = PLAYER if play.tables.reading.passing_ends_a_turn else NONE
        play.push(a.Turn(HOUSES, ends), a.HousesLose(PLAYER))
        play.emit(e.PlayerPassed(PLAYER, True))
        return
    play.push(a.ConfrontationPhase(NONE))

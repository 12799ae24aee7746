"""Phases I and II: initiative tokens (Z7), sealed action cards and markers (Z8)."""

from __future__ import annotations

from ...kit.choices import Choice
from . import agenda as a
from . import events as e
from .cards import ACTIONS, LOCATIONS
from .events import NONE
from .play import Play, question, takes
from .state import NOT_CHOSEN, State

CARDS_PLAYED = 4
"""Z8.1: so many rounds of planning."""
TO_THE_TREE = ACTIONS.index("tree")
LEVELS = 5


@takes(a.Turn)
def _turn(play: Play, step: a.Turn) -> None:
    """Z6.1."""
    number = step.number
    play.emit(e.TurnStarted(number))
    play.push_in_order([a.Initiative(0), a.Plan(0), a.Actions(), a.Tree(), a.TurnOver()])


# --- phase I ------------------------------------------------------------------------------------------------


def free_tokens(s: State) -> list[int]:
    return [number for number in range(1, len(LOCATIONS) + 1) if number not in s.initiative]


@takes(a.Initiative)
def _initiative(play: Play, step: a.Initiative) -> None:
    """Z7.2, Z7.3; the fifth token is placed automatically for the player whose turn it is (Z7.5)."""
    placed = step.placed
    s = play.state
    if placed == 0:
        play.emit(e.PhaseStarted(0))
    if placed < len(LOCATIONS):
        play.push(a.Initiative(placed + 1))
        play.ask_in_view(s.order[placed % s.seats], "place_token", step)


def _tokens(s: State, seat: int, step: a.Initiative) -> list[Choice]:
    free = [location for location, number in enumerate(s.initiative) if not number]
    return [(number, location) for number in free_tokens(s) for location in free]


def _why_no_token(s: State, seat: int, step: a.Initiative, choice: Choice) -> str:
    return "token_taken" if choice[0] not in free_tokens(s) else "location_has_token"


def _place_token(play: Play, seat: int, step: a.Initiative, choice: Choice) -> None:
    play.emit(e.InitiativeTokenPlaced(seat, *choice))


question("place_token", "Z7.2", _tokens, _place_token, _why_no_token)


# --- phase II -----------------------------------------------------------------------------------------------


@takes(a.Plan)
def _plan(play: Play, step: a.Plan) -> None:
    """Z8.2; the fifth round is for those who used Ultima Thule in the previous turn (Z8.8)."""
    number = step.round
    s = play.state
    if number == 0:
        play.emit(e.PhaseStarted(1))
    planners = [seat for seat in range(s.seats) if number < CARDS_PLAYED or has_extra(s, seat)]
    if planners and number <= CARDS_PLAYED:
        ask_planners(play, tuple(planners), number)


def has_extra(s: State, seat: int) -> bool:
    """Z18.13."""
    return 0 < s.extra[seat] == s.turn - 1


def ask_planners(play: Play, planners: tuple[int, ...], number: int) -> None:
    """Those who have not sealed a choice yet (Z8.4); players who gave up play the default."""
    s, sealed = play.state, a.Sealed(number, planners)
    for seat in planners:
        if s.committed[seat] == NOT_CHOSEN and s.gave_up(seat):
            play.emit(e.ActionCommitted(seat, _actions(s, seat, sealed)[0][0]))
    if open_ := tuple(seat for seat in planners if s.committed[seat] == NOT_CHOSEN):
        play.wait(open_, "choose_action", sealed)
    else:
        _reveal(play, planners, number)


def _reveal(play: Play, planners: tuple[int, ...], number: int) -> None:
    """Z8.2, Z8.3: all together, then the markers in turn order."""
    s = play.state
    actions = tuple(s.committed[seat] if seat in planners else NONE for seat in range(s.seats))
    play.emit(e.ActionsRevealed(actions))
    markers = [a.Marker(seat, actions[seat]) for seat in s.order if actions[seat] != NONE]
    play.push_in_order([*markers, a.Plan(number + 1)])


def _actions(s: State, seat: int, step: a.Sealed) -> list[Choice]:
    return [(action,) for action in range(len(ACTIONS)) if not s.played[seat] >> action & 1]


def _why_no_action(s: State, seat: int, step: a.Sealed, choice: Choice) -> str:
    return "action_played"


def _commit(play: Play, seat: int, step: a.Sealed, choice: Choice) -> None:
    """Seal a choice, or replace a sealed one, until the last player has chosen (Z8.4)."""
    number, planners = step
    play.emit(e.ActionCommitted(seat, choice[0]))
    ask_planners(play, planners, number)


question("choose_action", "Z8.2", _actions, _commit, _why_no_action)


@takes(a.Marker)
def _marker(play: Play, step: a.Marker) -> None:
    """Z8.3."""
    seat, action = step
    if action == TO_THE_TREE:
        play.ask_in_view(seat, "choose_level", step)
    else:
        play.emit(e.MarkerPlaced(seat, action))


def _levels(s: State, seat: int, step: a.Marker) -> list[Choice]:
    """Z8.7; the level of the turn marker first."""
    if s.turn > LEVELS:
        return [(level,) for level in range(1, LEVELS + 1)]
    reach = s.tree_tokens[seat]
    near = [level for level in range(1, LEVELS + 1) if level != s.turn and abs(level - s.turn) <= reach]
    return [(s.turn,), *((level,) for level in near)]


def _why_no_level(s: State, seat: int, step: a.Marker, choice: Choice) -> str:
    return "level_too_far" if 1 <= choice[0] <= LEVELS else "no_such_level"


def _choose_level(play: Play, seat: int, step: a.Marker, choice: Choice) -> None:
    play.emit(e.MarkerPlaced(seat, len(LOCATIONS) + choice[0] - 1))


question("choose_level", "Z8.7", _levels, _choose_level, _why_no_level)

"""E20: numbers by player count."""

from __future__ import annotations

import pytest

from elekt_core.chance import SeededChance
from elekt_core.contract import Setup
from elekt_core.games.elekt import game
from elekt_core.games.elekt.state import State

from ..builders import BASIC_KINDS, position
from .marks import rule


def begun(seats: int) -> State:
    state = game.initial()
    for event in game.start(Setup("elekt", "elekt-2e-r2", seats, {}), SeededChance(b"numbers")):
        game.evolve(state, event)
    return state


@rule("E20.1", "E20.2", "E20.3", "E20.4", "E20.5", "E20.6", "E20.7")
@pytest.mark.parametrize(("seats", "titles", "limit", "places"), [(2, 7, 3, 9), (3, 6, 2, 6), (4, 5, 2, 6)])
def test_the_numbers_of_the_table(seats: int, titles: int, limit: int, places: int) -> None:
    state = begun(seats)
    agreed = state.game
    assert agreed.titles_to_win == titles
    assert agreed.zone_limit == limit
    assert agreed.zone_limit * 3 == places
    assert agreed.assignments == 5
    assert len(state.decks[2]) + 1 == 6
    assert list(state.heat) == [2] * seats
    assert all(len(hand) == 4 for hand in state.hands)


@rule("E20.8")
@pytest.mark.parametrize("seats", [2, 3])
def test_empty_corners_have_no_effect(seats: int) -> None:
    state = begun(seats)
    assert len(state.rows) == 3 * seats  # a row for each player in each Zone, none for the absent
    assert sorted(state.order) == list(range(seats)) or state.order == ()


@rule("E20.9")
@pytest.mark.parametrize("holder", [0, 1])
def test_with_two_players_turns_alternate(holder: int) -> None:
    table = position(holder=holder, hands={0: BASIC_KINDS, 1: BASIC_KINDS})
    turns = []
    for zone in ("missions", "missions", "influences", "influences"):
        assert table.asked is not None
        turns.append(table.asked[0])
        table.assign(table.hand(turns[-1])[-2].split(".")[0], zone)  # the Dignitary, then the Nameless
        while table.asked[1] == "use_instant":
            table.decline()
    assert turns == [holder, 1 - holder, holder, 1 - holder]

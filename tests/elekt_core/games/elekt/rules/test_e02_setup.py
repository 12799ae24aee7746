"""E2: setup."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from elekt_core.chance import ListedChance, SeededChance
from elekt_core.contract import Setup
from elekt_core.errors import BadSetup
from elekt_core.games.elekt import events as e
from elekt_core.games.elekt import game
from elekt_core.games.elekt.state import State

from .marks import rule

NAMES = game.cards.names
SIZES = (17, 17, 12, 34, 34)
"""Draws of E2.11: Missions, Influences, Privileges, Elite deck, and once more the Elite deck."""


def deal(seats: int = 2, draws: Sequence[Sequence[int]] | None = None, **options: Any) -> tuple[State, tuple[Any, ...]]:
    chance = SeededChance(b"setup") if draws is None else ListedChance(draws)
    batch = game.start(Setup("elekt", "elekt-2e-r2", seats, options), chance)
    state = game.initial()
    for event in batch:
        game.evolve(state, event)
    return state, batch


def shuffled(batch: tuple[Any, ...], deck: int) -> list[e.DeckShuffled]:
    return [event for event in batch if isinstance(event, e.DeckShuffled) and event.deck == deck]


@rule("E2.1")
def test_three_boards_are_laid_out() -> None:
    state, _ = deal()
    assert len(state.face_up) == 3
    assert len(state.rows) == 3 * state.seats
    assert not any(state.rows)


@rule("E2.2", "E2.3")
def test_missions_and_influences_are_shuffled_into_face_down_decks() -> None:
    reverse = [list(range(n))[::-1] for n in SIZES]
    state, batch = deal(draws=reverse)
    for deck, group in ((0, "mission"), (1, "influence")):
        ids = game.cards.groups[group]
        assert shuffled(batch, deck)[0].cards == tuple(reversed(ids))  # the drawn order, from the top
        assert state.face_up[deck] == ids[-1]
        assert len(state.decks[deck]) == 16
        assert all(card == -1 for card in game.view(state, None).decks[deck])


@rule("E2.4")
def test_six_privileges_are_used_and_six_leave_the_game_unseen() -> None:
    state, batch = deal(draws=[list(range(n)) for n in SIZES])
    privileges = tuple(game.cards.groups["privilege"])
    event = shuffled(batch, 2)[0]
    assert event.cards == privileges[:6]
    assert event.aside == privileges[6:]
    assert state.aside == privileges[6:]
    assert set(game.view(state, None).aside) == {-1}


@rule("E2.5")
def test_the_top_card_of_each_deck_is_turned_up() -> None:
    state, batch = deal(draws=[list(range(n)) for n in SIZES])
    revealed = [event for event in batch if isinstance(event, e.CardRevealed)]
    assert [event.zone for event in revealed] == [0, 1, 2]
    assert [NAMES[event.card] for event in revealed] == [
        "mechanical_staldorg",
        "library_of_forbidden_books",
        "master_of_pacts",
    ]
    assert len(state.decks[2]) == 5


@rule("E2.7", "E20.7")
def test_each_player_starts_with_one_basic_unit_of_each_kind() -> None:
    for seats in (2, 3, 4):
        state, _ = deal(seats)
        for hand in state.hands:
            kinds = sorted(game.cards.printed[unit].id for unit in hand)
            assert kinds == ["acolyte", "assassin", "dignitary", "nameless"]
        everywhere = {unit for hand in state.hands for unit in hand} | set(state.decks[3])
        assert len(everywhere) == 34 + 4 * seats  # sets of absent players are in no deck and no hand


@rule("E2.8")
def test_the_elite_deck_holds_all_elite_units_and_the_discard_pile_is_empty() -> None:
    state, _ = deal()
    assert sorted(state.decks[3]) == sorted(game.cards.elites)
    assert state.discard == ()


@rule("E2.9", "E20.6")
def test_each_player_receives_two_heat() -> None:
    for seats in (2, 3, 4):
        state, batch = deal(seats)
        assert list(state.heat) == [2] * seats
        assert state.heat_pool == 13 - 2 * seats
        assert sum(isinstance(event, e.HeatDealt) for event in batch) == seats
    assert list(deal(2, heat_starting=3)[0].heat) == [3, 3]
    for bad in (0, 4):
        with pytest.raises(BadSetup):
            deal(2, heat_starting=bad)


@rule("E2.10", "E3.5")
def test_the_first_holder_is_found_and_asked_for_the_direction() -> None:
    state, batch = deal(3)
    drawn = next(event for event in batch if isinstance(event, e.FirstPlayerDrawn))
    assert (state.asked, state.question) == (drawn.holder, "set_direction")
    assert [option.choice for option in game.options(state)] == [("clockwise",), ("counter_clockwise",)]


@rule("E2.11")
def test_random_steps_come_in_their_fixed_order() -> None:
    _, batch = deal(4)
    random_steps = [event for event in batch if isinstance(event, e.DeckShuffled | e.FirstPlayerDrawn)]
    order = [event.deck if isinstance(event, e.DeckShuffled) else "first player" for event in random_steps]
    assert order == [0, 1, 2, 3, "first player", 3]


@rule("E2.12")
def test_all_players_start_with_the_same_set() -> None:
    state, _ = deal(4)
    sets = {tuple(sorted(game.cards.printed[unit].id for unit in hand)) for hand in state.hands}
    assert len(sets) == 1

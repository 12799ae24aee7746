"""E3: court position and Sceptre."""

from __future__ import annotations

import random

import pytest

from elekt_core.chance import ListedChance, SeededChance
from elekt_core.contract import SeatNo, Setup
from elekt_core.games.elekt import events as e
from elekt_core.games.elekt import game

from ..builders import position
from .marks import rule

POLISH = " aąbcćdeęfghijklłmnńoópqrsśtuvwxyzźż"
IDS = game.cards.ids


@rule("E3.1")
def test_the_holder_draws_and_assigns_first() -> None:
    table = position(seats=3, holder=2, phase="recruitment")
    assert table.asked == (2, "recruit")
    for _ in range(3):
        table.choose("keep_first")
    assert table.asked == (2, "assign_or_pass")


@rule("E3.2", "E3.3", "E3.4", "E6.2")
@pytest.mark.parametrize(
    ("seats", "holder", "direction", "order"),
    [
        (3, 1, "counter_clockwise", [1, 0, 2]),  # the illustration of E3.4
        (3, 1, "clockwise", [1, 2, 0]),
        (4, 2, "clockwise", [2, 3, 0, 1]),
        (4, 2, "counter_clockwise", [2, 1, 0, 3]),
    ],
)
def test_play_goes_from_the_holder_in_the_direction(seats: int, holder: int, direction: str, order: list[int]) -> None:
    table = position(seats=seats, holder=holder, direction=direction, phase="recruitment")
    asked = []
    for _ in range(seats):
        assert table.asked is not None
        asked.append(table.asked[0])
        table.choose("keep_first")
    assert asked == order
    assert list(table.state.order) == order


def drawing(seats: int, *names: str) -> e.FirstPlayerDrawn:
    """The draw for the Sceptre with these Elite Units on top of the deck."""
    elites = sorted(game.cards.elites)
    top = [elites.index(IDS[name]) for name in names]
    order = top + [i for i in range(34) if i not in top]
    draws = [list(range(17)), list(range(17)), list(range(12)), order, list(range(34))]
    batch = game.start(Setup("elekt", "elekt-2e-r2", seats, {}), ListedChance(draws))
    return next(event for event in batch if isinstance(event, e.FirstPlayerDrawn))


@rule("E3.5")
def test_the_first_name_takes_the_sceptre_and_the_cards_go_back() -> None:
    drawn = drawing(3, "web_wanderer", "animator_of_delight", "symbiont")
    assert [game.cards.names[unit] for unit in drawn.units] == ["web_wanderer", "animator_of_delight", "symbiont"]
    assert drawn.holder == 1  # Animator rozkoszy
    state = game.initial()
    for event in game.start(Setup("elekt", "elekt-2e-r2", 3, {}), SeededChance(b"first")):
        game.evolve(state, event)
    assert sorted(state.decks[3]) == sorted(game.cards.elites)
    assert state.discard == ()


@rule("E3.6")
def test_names_are_compared_in_polish() -> None:
    assert drawing(2, "wildclanner", "whisper_moth").holder == 1  # Ćma comes before Dzikoklanyta
    assert drawing(2, "ravenous_skarger", "body_thief").holder == 1  # Złodziej ciał before Żarłoczny Skarger
    assert drawing(2, "herald_of_his_name", "forger_of_history").holder == 1  # Fałszerz before Herold


@rule("E3.6", "E1.7")
def test_every_pair_of_names_has_an_order_by_the_polish_alphabet() -> None:
    def key(unit: int) -> list[int]:
        letters = game.cards.printed[unit].name_pl.lower()
        return [POLISH.index(letter) for letter in letters]

    ranked = sorted(game.cards.elites, key=lambda unit: game.tables.by_name[unit])
    assert ranked == sorted(game.cards.elites, key=key)
    assert len({tuple(key(unit)) for unit in ranked}) == 34


@rule("E3.7")
def test_the_sceptre_changes_hands_at_the_end_of_a_round_only() -> None:
    state, choose, chance = game.initial(), random.Random(1), SeededChance(b"sceptre")
    batch = game.start(Setup("elekt", "elekt-2e-r2", 3, {}), chance)
    changes = 0
    while True:
        for event in batch:
            game.evolve(state, event)
            if isinstance(event, e.SceptreSet) and state.round:
                changes += 1
                assert state.phase == 3, "outside the end of round phase"
        if game.outcome(state):
            break
        options = game.options(state)
        batch = game.decide(state, options[choose.randrange(len(options))], chance)
    assert changes >= 1


@rule("E3.8")
def test_with_two_players_the_direction_is_kept_and_changes_nothing() -> None:
    for direction in ("clockwise", "counter_clockwise"):
        table = position(holder=1, direction=direction, phase="recruitment")
        assert table.state.order == (1, 0)
        assert game.encode_state(table.state)["game"]["sceptre"]["direction"] == direction
    state = game.initial()
    for event in game.start(Setup("elekt", "elekt-2e-r2", 2, {}), SeededChance(b"two")):
        game.evolve(state, event)
    assert game.awaiting(state)[0].kind == "set_direction"
    assert len(game.options(state, SeatNo(state.asked))) == 2

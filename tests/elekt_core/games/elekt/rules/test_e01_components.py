"""E1: components."""

from __future__ import annotations

from collections import Counter

from elekt_core.chance import SeededChance
from elekt_core.contract import Setup
from elekt_core.games.elekt import game
from elekt_core.games.elekt.cards import Card
from elekt_core.games.elekt.state import State
from elekt_core.games.elekt.vocabulary import ATTRIBUTES, ZONES
from elekt_core.games.elekt.words import card_text

from ..builders import position
from .marks import rule


def group(name: str) -> list[Card]:
    return [card for card in game.cards.printed if card.group == name]


def units(kind: str) -> list[Card]:
    return [card for card in group("unit") if card.kind == kind]


def begun(seats: int = 2) -> State:
    state = game.initial()
    for event in game.start(Setup("elekt", "elekt-2e-r2", seats, {}), SeededChance(b"components")):
        game.evolve(state, event)
    return state


@rule("E1.1")
def test_three_zones_lie_in_a_row_in_the_order_of_resolution() -> None:
    assert ZONES == ("missions", "influences", "court")
    table = position(phase="confrontation", hands={})
    order = [event["zone"] for event in table.ever("confrontation_started")]
    assert order == sorted(order, key=ZONES.index)
    assert set(order) == set(ZONES)


@rule("E1.2", "E2.6")
def test_twenty_five_attribute_tokens_start_in_the_pool() -> None:
    pool = dict(zip(ATTRIBUTES, begun().pool, strict=True))
    assert pool == {"occultism": 6, "violence": 6, "cunning": 6, "power": 7}
    assert sum(pool.values()) == 25


@rule("E1.3")
def test_thirteen_heat_tokens() -> None:
    for seats in (2, 3, 4):
        state = begun(seats)
        assert state.heat_pool + sum(state.heat) == 13


@rule("E1.4")
def test_one_sceptre_with_a_holder_and_a_direction() -> None:
    table = position(holder=1, direction="counter_clockwise")
    sceptre = table.game.encode_state(table.state)["game"]["sceptre"]
    assert sceptre == {"holder": 1, "direction": "counter_clockwise", "order": [1, 0]}


@rule("E1.5")
def test_seventeen_missions_and_influences_and_twelve_privileges() -> None:
    assert (len(group("mission")), len(group("influence")), len(group("privilege"))) == (17, 17, 12)


@rule("E1.6")
def test_four_copies_of_four_basic_units() -> None:
    kinds = Counter(card.name_en for card in units("basic"))
    assert kinds == {"Acolyte": 4, "Nameless": 4, "Dignitary": 4, "Assassin": 4}
    assert {card.name_pl for card in units("basic")} == {"Akolita", "Bezimienny", "Dygnitarz", "Zabójca"}


@rule("E1.7")
def test_thirty_four_elite_units_with_different_names() -> None:
    assert len(units("elite")) == 34
    assert len({card.name_pl for card in units("elite")}) == 34


@rule("E1.8")
def test_ninety_six_game_cards() -> None:
    assert len(game.cards.printed) == 96


@rule("E1.9")
def test_four_attributes() -> None:
    assert set(ATTRIBUTES) == {"occultism", "cunning", "violence", "power"}


@rule("E1.10")
def test_a_unit_shows_name_type_symbols_and_ability() -> None:
    types = set()
    for card in group("unit"):
        types.add(card.type)
        words = card_text(card, "en")
        assert words.name
        assert words.text
        assert words.symbols
        assert sum(card.symbols) >= 1
    assert types == {"spectre", "cultist", "none"}
    assert all(card_text(card, "en").type_line.startswith("Basic Unit") for card in units("basic"))


@rule("E1.11")
def test_a_mission_or_influence_has_one_or_two_titles_of_its_own() -> None:
    cards = group("mission") + group("influence")
    assert all(1 <= len(card.titles) <= 2 for card in cards)
    names = [title.pl for card in cards for title in card.titles]
    assert len(set(names)) == len(names)


@rule("E1.12")
def test_a_privilege_has_no_titles() -> None:
    assert all(not card.titles for card in group("privilege"))
    table = position(phase="confrontation", only=("court", "power"), zones={"court": {0: ["dignitary"]}})
    assert table.happened("card_acquired")
    assert table.state.titles == (0, 0)

"""E18: keywords."""

from __future__ import annotations

from ..builders import position
from .marks import rule

FULL = {"court": {0: ["dignitary", "assassin"]}}


@rule("E18.1")
def test_a_unit_is_discarded_to_the_pile_any_other_card_out_of_the_game() -> None:
    table = position(phase="recruitment", deck=["symbiont", "necrarch"]).choose("keep_first")
    assert table.discard() == ["necrarch"]
    dagger = position(
        hands={0: ["dignitary"]}, zones={"court": {1: ["acolyte"]}}, acquired={0: ["hidden_dagger"]}, passed=[1]
    ).assign("dignitary", "court")
    dagger.choose("use", "unit:acolyte.1")
    assert dagger.game.cards.ids["hidden_dagger"] in dagger.state.removed
    assert "hidden_dagger" not in dagger.discard()


@rule("E18.2", "C1.43")
def test_discarded_heat_goes_to_the_pool() -> None:
    mechs = {"missions": "mechs_steal_heat"}
    table = position(hands={0: ["dignitary"], 1: ["acolyte"]}, face_up=mechs, heat=[2, 2]).assign(
        "dignitary", "missions"
    )
    assert table.heat() == [1, 2]
    assert table.state.heat_pool == 13 - 3


@rule("E18.3", "C1.44")
def test_taken_heat_comes_from_another_player() -> None:
    zones = {"court": {0: ["marrow_leech"], 1: ["dignitary"]}, "missions": {2: ["acolyte"]}}
    table = position(seats=3, phase="confrontation", only=("court", "violence"), zones=zones, heat=[0, 2, 2]).decline()
    assert table.paths() == ["decline", "use player:1"]  # seat 2 has no Unit in the Zone
    table.choose("use", "player:1")
    assert table.happened("heat_taken") == [{"seat": 0, "victim": 1, "amount": 1}]


@rule("E18.5", "C1.32")
def test_an_attached_token_comes_from_the_pool() -> None:
    table = position(hands={0: ["acolyte", "nameless"]}, passed=[1]).assign("acolyte", "court").choose("use")
    assert table.tokens("acolyte") == {"power": 1}
    assert table.state.pool[3] == 6


@rule("E18.7", "C1.36")
def test_a_moved_unit_is_not_assigned_and_the_zone_limit_applies() -> None:
    zones = {"missions": {0: ["acolyte"]}, **FULL}
    full = position(hands={0: ["nameless", "symbiont"]}, zones=zones, passed=[1]).assign("nameless", "court")
    assert full.asked == (0, "assign_or_pass")  # three Units stand there, nothing can be moved in
    table = position(hands={0: ["nameless", "symbiont"]}, zones={"missions": {0: ["acolyte"]}}, passed=[1], heat=[3, 0])
    table.assign("nameless", "court").choose("use", "unit:acolyte.0")
    moved = table.happened("unit_moved")[0]
    assert (moved["unit"], moved["zone"]) == ("acolyte.0", "court")
    assert table.state.assigned[0] == 1
    assert table.asked == (0, "assign_or_pass")


@rule("E18.8", "C1.35")
def test_swapped_units_change_places_and_are_not_assigned() -> None:
    zones = {"missions": {0: ["acolyte"]}, "court": {0: ["dignitary"]}}
    table = position(hands={0: ["duchess_of_the_shroud", "symbiont"]}, zones=zones, passed=[1], heat=[3, 0])
    table.assign("duchess_of_the_shroud", "court").choose("use", "unit:dignitary.0", "with:acolyte.0")
    assert table.row("court", 0) == ["acolyte.0", "duchess_of_the_shroud"]
    assert table.row("missions", 0) == ["dignitary.0"]
    assert table.state.assigned[0] == 1


@rule("E18.9")
def test_assigning_puts_a_unit_from_hand_in_a_zone_in_the_assignment_phase() -> None:
    table = position(hands={0: ["acolyte", "nameless"]}, passed=[1]).assign("acolyte", "influences")
    assert table.hand(0) == ["nameless.0"]
    assert table.row("influences", 0) == ["acolyte.0"]
    assert table.asked == (0, "use_instant")
    table.decline().refused("unit_not_in_hand", 0, {"kind": "assign_or_pass", "unit": "acolyte.0", "zone": "court"})


@rule("E18.13")
def test_the_zone_limit_applies_to_placing() -> None:
    table = position(hands={0: ["crypt_midwife", "symbiont"]}, zones=FULL, passed=[1]).assign("crypt_midwife", "court")
    assert table.asked == (0, "assign_or_pass")  # three Units stand there


@rule("E18.14")
def test_moved_and_placed_units_go_to_the_right_end() -> None:
    zones = {"court": {0: ["dignitary"]}, "missions": {0: ["assassin"]}}
    moved = position(hands={0: ["nameless", "symbiont"]}, zones=zones, passed=[1]).assign("nameless", "court")
    moved.choose("use", "unit:assassin.0")
    assert moved.row("court", 0) == ["dignitary.0", "nameless.0", "assassin.0"]
    placed = position(
        hands={0: ["crypt_midwife", "symbiont", "acolyte"]}, zones={"court": {0: ["dignitary"]}}, passed=[1]
    )
    placed.assign("crypt_midwife", "court").choose("use", "hand:symbiont")
    assert placed.row("court", 0) == ["dignitary.0", "crypt_midwife", "symbiont"]

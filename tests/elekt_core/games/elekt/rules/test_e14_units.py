"""E14: the life of a Unit: annihilate, save, discard, return."""

from __future__ import annotations

from typing import Any

import pytest

from elekt_core.kit.notation import kind_of

from ..builders import Table, position
from .marks import rule

Zones = dict[str, dict[int, list[str]]]


def violence(zones: Zones, zone: str = "court", **more: Any) -> Table:
    return position(phase="confrontation", only=(zone, "violence"), zones=zones, **more)


def fate(table: Table) -> list[str]:
    """What happened to the Unit, in order."""
    kinds = (
        "unit_annihilated",
        "unit_saved",
        "unit_stayed",
        "unit_returned",
        "unit_discarded",
        "heat_paid",
        "token_attached",
    )
    return [kind for kind in (kind_of(type(event)) for event in table.log) if kind in kinds]


@rule("E14.1", "E18.11", "C1.39")
def test_annihilating_designates_a_unit_and_its_owner_may_save_it() -> None:
    table = violence({"court": {0: ["scarifist_guard"], 1: ["dignitary"]}}).choose("unit:dignitary.1")
    assert table.happened("unit_annihilated")[0]["unit"] == "dignitary.1"
    assert table.asked == (1, "save_unit")
    assert table.discard() == []


@rule("E14.2", "E18.12")
@pytest.mark.parametrize(("unit", "cost"), [("symbiont", 1), ("dignitary", 0)])
def test_saving_costs_one_heat_for_an_elite_unit_and_nothing_for_a_basic_one(unit: str, cost: int) -> None:
    table = violence({"court": {0: ["scarifist_guard"], 1: [unit]}}, heat=[0, 2])
    name = table.row("court", 1)[0]
    table.choose(f"unit:{name}")
    assert table.paths() == ["save", "let_go"]
    table.choose("save")
    assert table.ever("heat_paid") == ([{"seat": 1, "amount": cost}] if cost else [])
    assert table.hand(1) == [name]


@rule("E14.2", "E12.6")
def test_an_elite_unit_cannot_be_saved_without_heat() -> None:
    table = violence({"court": {0: ["scarifist_guard"], 1: ["symbiont"]}}, heat=[2, 0]).choose("unit:symbiont")
    assert table.asked != (1, "save_unit")
    assert table.discard() == ["symbiont"]


@rule("E14.3")
def test_a_unit_that_is_not_saved_is_discarded() -> None:
    table = violence({"court": {0: ["scarifist_guard"], 1: ["dignitary"]}})
    table.choose("unit:dignitary.1").choose("let_go")
    assert table.discard() == ["dignitary.1"]


@rule("E14.4", "C1.40", "E18.1")
def test_a_discarded_unit_goes_to_the_pile_and_cannot_be_saved() -> None:
    zones: Zones = {"missions": {1: ["dignitary"]}}
    hands = {0: ["nameless", "acolyte"]}
    table = position(zones=zones, hands=hands, face_up={"missions": "mechanical_staldorg"}, passed=[1])
    table.assign("nameless", "missions")
    assert table.discard() == ["acolyte.0"]  # a Basic Unit like any other, nobody was asked
    thief = position(hands={0: ["body_thief"]}, zones=zones, passed=[1]).assign("body_thief", "missions")
    thief.choose("use", "unit:dignitary.1")
    assert thief.discard() == ["body_thief"]
    assert thief.ever("unit_annihilated") == []


@rule("E14.5")
def test_the_steps_of_an_annihilation_come_in_order() -> None:
    zones: Zones = {"court": {0: ["scarifist_guard", "wildclanner"], 1: ["symbiont"]}}
    table = violence(zones, heat=[0, 2]).choose("unit:symbiont").choose("save")
    assert fate(table) == ["unit_annihilated", "heat_paid", "unit_saved", "unit_returned", "token_attached"]


@rule("E14.5", "E19.3", "C1.50")
def test_step_four_keeps_a_saved_unit_in_the_zone() -> None:
    zones: Zones = {"court": {0: ["scarifist_guard"], 1: ["symbiont", "dark_exarch"]}}
    table = violence(zones, heat=[0, 3], tokens={"symbiont": ["power"]}).choose("unit:symbiont").choose("save")
    assert table.asked == (1, "use_optional")
    table.choose("use")
    assert [event["amount"] for event in table.ever("heat_paid")] == [1, 1]
    assert table.ever("unit_stayed")[0]["position"] == 1
    assert table.ever("unit_returned") == []


@rule("E14.6", "E24.2")
def test_saving_a_basic_unit_is_a_decision_with_save_as_default() -> None:
    table = violence({"court": {0: ["scarifist_guard"], 1: ["dignitary"]}}).choose("unit:dignitary.1")
    assert table.asked == (1, "save_unit")
    assert table.game.default(table.state, table.game.awaiting(table.state)[0].seat).choice == ("save",)
    elite = violence({"court": {0: ["scarifist_guard"], 1: ["symbiont"]}}).choose("unit:symbiont")
    assert elite.game.default(elite.state, elite.game.awaiting(elite.state)[0].seat).choice == ("let_go",)


@rule("E14.7")
@pytest.mark.parametrize("answer", ["save", "let_go"])
def test_when_annihilated_reacts_to_saved_units_too_after_their_fate(answer: str) -> None:
    zones: Zones = {"court": {0: ["scarifist_guard", "wildclanner"], 1: ["dignitary"]}}
    table = violence(zones, tokens={"dignitary": ["power"] * 7}).choose("unit:dignitary.1").choose(answer)
    attached = table.ever("token_attached")
    assert [(event["unit"], event["attribute"]) for event in attached] == [
        ("wildclanner", "power")
    ]  # from the pool again


@rule("E14.8")
def test_an_ability_about_its_own_annihilation_works_from_the_zone_it_was_in() -> None:
    zones: Zones = {"court": {0: ["scarifist_guard"], 1: ["gallows_bride"]}}
    table = violence(zones, tokens={"scarifist_guard": ["violence"]}, heat=[0, 0]).choose("unit:gallows_bride")
    assert table.discard() == ["gallows_bride"]
    assert table.asked == (1, "use_optional")
    table.choose("use", "unit:scarifist_guard")
    assert [event["unit"] for event in table.ever("unit_annihilated")] == ["gallows_bride", "scarifist_guard"]


@rule("E14.9")
def test_a_unit_changes_owner_only_with_the_hand() -> None:
    table = position(hands={0: ["body_thief", "acolyte"]}, zones={"court": {1: ["dignitary"]}}, passed=[1])
    table.assign("body_thief", "court").choose("use", "unit:dignitary.1")
    assert table.hand(0) == ["acolyte.0", "dignitary.1"]
    table.choose("unit:dignitary.1", "zone:missions")
    assert table.row("missions", 0) == ["dignitary.1"]


@rule("E14.9")
def test_a_player_may_hold_two_of_a_kind() -> None:
    table = position(hands={0: ["body_thief", "dignitary"]}, zones={"court": {1: ["dignitary"]}}, passed=[1])
    table.assign("body_thief", "court").choose("use", "unit:dignitary.1")
    assert table.hand(0) == ["dignitary.0", "dignitary.1"]


@rule("E14.10")
def test_discarded_missions_influences_and_privileges_leave_the_game() -> None:
    table = position(phase="confrontation", acquired={0: ["hidden_dagger"]})
    removed = {event["card"] for event in table.ever("card_removed")}
    assert len(removed) == 3  # nobody was anywhere
    assert {table.game.cards.names[card] for card in table.state.removed} == removed
    assert table.discard() == []
    dagger = position(
        hands={0: ["acolyte", "nameless"]},
        zones={"court": {1: ["dignitary"]}},
        acquired={0: ["hidden_dagger"]},
        heat=[0, 0],
    ).assign("acolyte", "missions")
    dagger.choose("use", "unit:dignitary.1")
    assert dagger.acquired(0) == []
    assert dagger.happened("card_removed")[0]["card"] == "hidden_dagger"


@rule("E14.11", "C1.48")
def test_a_protected_unit_cannot_be_designated_by_violence_or_a_unit() -> None:
    zones: Zones = {"court": {0: ["scarifist_guard"], 1: ["misty_crawler", "dignitary"]}}
    table = violence(zones)
    assert table.paths() == ["decline", "unit:scarifist_guard", "unit:dignitary.1"]
    table.refused("unit_protected", 0, {"kind": "annihilate_unit", "unit": "misty_crawler"})
    carver = position(hands={0: ["bone_carver"]}, zones={"court": {1: ["misty_crawler", "dignitary"]}}, passed=[1])
    carver.assign("bone_carver", "court")
    assert carver.paths() == ["decline", "use unit:dignitary.1"]


@rule("E14.11")
def test_a_protected_unit_cannot_be_chosen_by_a_replacement() -> None:
    zones: Zones = {
        "court": {0: ["gallows_bride", "marrow_leech"], 1: ["scarifist_guard", "misty_crawler", "dignitary"]},
    }
    table = violence(zones).choose("unit:dignitary.1")
    assert table.asked == (1, "choose_victim")
    assert table.paths() == ["unit:scarifist_guard", "unit:dignitary.1"]


@rule("E14.11", "E16.2")
def test_a_privilege_reaches_a_protected_unit() -> None:
    zones: Zones = {"court": {1: ["misty_crawler", "dignitary"]}}
    table = position(hands={0: ["acolyte"]}, zones=zones, acquired={0: ["hidden_dagger"]}, heat=[0, 0])
    table.assign("acolyte", "missions")
    assert "use unit:misty_crawler" in table.paths()


@rule("E14.11")
def test_nothing_happens_if_no_unit_can_be_designated() -> None:
    table = position(hands={0: ["bone_carver", "acolyte"]}, zones={"court": {0: ["misty_crawler"]}}, passed=[1])
    table.assign("bone_carver", "court")
    assert table.asked == (0, "assign_or_pass")  # the Crawler is protected beside another Unit of its owner

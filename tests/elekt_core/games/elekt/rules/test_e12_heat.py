"""E12: Heat."""

from __future__ import annotations

from ..builders import position
from .marks import rule


@rule("E12.1")
def test_heat_pays_for_abilities_and_for_saving_elite_units() -> None:
    table = position(hands={0: ["acolyte"]}, heat=[2, 0]).assign("acolyte", "court").choose("use")
    assert table.happened("heat_paid") == [{"seat": 0, "amount": 1}]
    zones = {"court": {0: ["scarifist_guard"], 1: ["symbiont"]}}
    table = position(phase="confrontation", only=("court", "violence"), zones=zones, heat=[0, 2])
    table.choose("unit:symbiont").choose("save")
    assert {"seat": 1, "amount": 1} in table.ever("heat_paid")


@rule("E12.2", "E12.3")
def test_nobody_has_more_than_three_and_the_excess_stays_in_the_pool() -> None:
    zones = {"missions": {0: ["dignitary"]}}
    table = position(phase="confrontation", zones=zones, face_up={"missions": "plundered_caravan"}, heat=[2, 3])
    assert table.ever("heat_gained")[0] == {"seat": 0, "amount": 1}  # the card says 2
    assert table.heat()[0] == 3
    full = position(phase="confrontation", zones=zones, face_up={"missions": "plundered_caravan"}, heat=[3, 3])
    assert full.ever("heat_gained") == []
    assert full.state.heat_pool == 13 - 6


@rule("E12.4", "E18.3")
def test_who_takes_heat_takes_only_what_fits() -> None:
    zones = {"court": {0: ["marrow_leech"], 1: ["dignitary"]}}
    table = position(phase="confrontation", only=("court", "violence"), zones=zones, heat=[2, 2]).decline()
    assert table.asked == (0, "use_optional")
    table.choose("use", "player:1")
    assert table.happened("heat_taken") == [{"seat": 0, "victim": 1, "amount": 1}]
    full = position(phase="confrontation", only=("court", "violence"), zones=zones, heat=[3, 2]).decline()
    assert full.asked != (0, "use_optional") or full.choose("use", "player:1").happened("heat_taken") == []
    assert full.ever("heat_taken") == []


@rule("E12.5")
def test_four_players_at_the_limit_leave_one_heat_in_the_pool() -> None:
    table = position(seats=4, heat=[3, 3, 3, 3], hands={0: ["acolyte"]})
    assert table.state.heat_pool == 1


@rule("E12.6", "E17.2")
def test_paying_needs_the_full_amount() -> None:
    table = position(
        hands={0: ["bone_carver", "dignitary"]}, zones={"court": {1: ["nameless"]}}, heat=[1, 0], passed=[1]
    )
    table.assign("bone_carver", "court")  # its ability costs 2
    assert table.asked == (0, "assign_or_pass")
    rich = position(hands={0: ["bone_carver"]}, zones={"court": {1: ["nameless"]}}, heat=[2, 0], passed=[1])
    assert rich.assign("bone_carver", "court").asked == (0, "use_instant")


@rule("E12.6", "E17.2", "E18.2")
def test_discarding_does_as_much_as_possible() -> None:
    zones = {"missions": {0: ["dignitary"]}}
    for heat, discarded in ((2, [{"seat": 0, "amount": 2}]), (0, [])):
        table = position(phase="confrontation", zones=zones, face_up={"missions": "blood_audit"}, heat=[heat, 0])
        assert table.ever("heat_discarded") == discarded


@rule("E12.7")
def test_paid_heat_is_not_given_back() -> None:
    zones = {"missions": {0: ["acolyte"], 1: ["dignitary"]}}
    hands = {0: ["bone_carver", "nameless"]}
    table = position(hands=hands, zones=zones, heat=[2, 2], passed=[1]).assign("bone_carver", "missions")
    table.choose("use", "unit:dignitary.1").choose("save")  # the Unit is saved, the Heat is gone
    assert table.heat()[0] == 0
    assert table.hand(1) == ["dignitary.1"]

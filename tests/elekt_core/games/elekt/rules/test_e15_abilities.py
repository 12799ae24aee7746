"""E15: abilities."""

from __future__ import annotations

from ..builders import Table, position
from .marks import rule


@rule("E15.1")
def test_an_ability_works_in_its_own_zone_only() -> None:
    zones = {"court": {0: ["demiurge_of_heat"]}, "missions": {0: ["acolyte"]}}
    table = position(phase="confrontation", only=("missions", "occultism"), zones=zones, heat=[0, 0]).decline()
    assert table.ever("confrontation_won")[0]["seat"] == 0
    assert table.ever("heat_gained") == []  # the Demiurge stands in another Zone
    zones = {"court": {1: ["nameless"]}, "missions": {1: ["dignitary"]}}
    carver = position(hands={0: ["bone_carver"]}, zones=zones, passed=[1]).assign("bone_carver", "court")
    assert carver.paths() == ["decline", "use unit:nameless.1"]


@rule("E15.2", "C1.27")
def test_this_another_any_and_own_units() -> None:
    zones = {"court": {0: ["acolyte", "dignitary"], 1: ["assassin"]}}
    hands = {0: ["animator_of_delight", "ecclesiast", "duchess_of_the_shroud"]}
    another = position(zones=zones, hands=hands, passed=[1]).assign("animator_of_delight", "court")
    assert another.paths() == ["decline", "use unit:dignitary.0"]  # another Unit with a permanent ability
    any_cultist = position(zones=zones, hands=hands, passed=[1]).assign("ecclesiast", "court")
    assert any_cultist.paths() == ["decline", "use unit:acolyte.0", "use unit:ecclesiast", "use unit:assassin.1"]
    own = position(zones={**zones, "missions": {0: ["nameless"], 1: ["nameless"]}}, hands=hands, passed=[1])
    own.assign("duchess_of_the_shroud", "court")
    here = {path.split()[1] for path in own.paths() if path.startswith("use")}
    assert here == {"unit:acolyte.0", "unit:dignitary.0", "unit:duchess_of_the_shroud"}


@rule("E15.3", "C1.9")
def test_an_instant_ability_is_offered_right_after_assigning_only() -> None:
    table = position(hands={0: ["acolyte", "nameless"]}, passed=[1]).assign("acolyte", "court")
    assert table.asked == (0, "use_instant")
    table.choose("use")
    assert table.tokens("acolyte") == {"power": 1}
    table.passes()
    assert len(table.ever("ability_used")) == 1  # never again in the rest of the round


@rule("E15.4", "C1.2", "C1.60")
def test_the_cost_is_paid_first_and_once() -> None:
    table = position(hands={0: ["acolyte"]}, heat=[3, 0], passed=[1]).assign("acolyte", "court").choose("use")
    kinds = [event.__class__.__name__ for event in table.events[:3]]
    assert kinds == ["AbilityUsed", "HeatPaid", "TokenAttached"]
    assert table.happened("heat_paid") == [{"seat": 0, "amount": 1}]
    assert len(table.ever("token_attached")) == 1


@rule("E15.5", "C1.3")
def test_declined_it_cannot_be_used_later() -> None:
    table = position(hands={0: ["acolyte", "dignitary"]}, passed=[1]).assign("acolyte", "court").decline()
    assert table.happened("ability_declined")[0]["card"] == "acolyte.0"
    table.assign("dignitary", "court")
    assert table.ever("ability_used") == []


@rule("E15.6", "C1.37", "E18.10")
def test_a_placed_or_moved_unit_does_not_use_its_instant_ability() -> None:
    table = position(hands={0: ["crypt_midwife", "acolyte", "dignitary"]}, heat=[3, 0], passed=[1])
    table.assign("crypt_midwife", "court").choose("use", "hand:acolyte.0")
    assert table.row("court", 0) == ["crypt_midwife", "acolyte.0"]
    assert table.asked == (0, "assign_or_pass")
    zones = {"missions": {0: ["assassin"]}}
    moved = position(hands={0: ["nameless", "dignitary"]}, zones=zones, heat=[3, 0], passed=[1])
    moved.assign("nameless", "court").choose("use", "unit:assassin.0")
    assert moved.asked == (0, "assign_or_pass")


@rule("E15.7", "C1.1", "C1.8")
def test_a_permanent_ability_works_while_the_unit_is_in_the_zone() -> None:
    for zone, power in (("court", 2), ("missions", 1)):
        table = position(phase="confrontation", only=(zone, "power"), zones={zone: {0: ["dignitary"]}})
        assert table.ever("confrontation_scored")[0]["counts"][0] == power


@rule("E15.8")
def test_an_instant_ability_without_a_target_is_not_offered() -> None:
    table = position(hands={0: ["body_thief", "acolyte"]}, passed=[1]).assign("body_thief", "court")
    assert table.asked == (0, "assign_or_pass")
    assert table.row("court", 0) == ["body_thief"]  # it stays (E19.4)


@rule("E15.9", "C1.61")
def test_effects_are_carried_out_from_first_to_last() -> None:
    table = position(hands={0: ["body_thief"]}, zones={"court": {1: ["dignitary"]}}, passed=[1])
    table.assign("body_thief", "court").choose("use", "unit:dignitary.1")
    kinds = [event.__class__.__name__ for event in table.events[:4]]
    assert kinds == ["AbilityUsed", "HeatPaid", "UnitTaken", "UnitDiscarded"]


@rule("E15.9", "E13.4")
def test_a_later_effect_that_became_impossible_is_passed_over() -> None:
    tokens = {"necrarch": ["power"] * 7, "symbiont": ["occultism"] * 6, "confessor": ["cunning"] * 6 + ["violence"] * 6}
    zones = {"court": {0: ["necrarch"]}, "missions": {0: ["symbiont", "confessor"]}}
    table = position(zones=zones, hands={0: ["salt_alchemist"]}, tokens=tokens, passed=[1])
    table.assign("salt_alchemist", "court")
    assert table.paths() == ["decline", "use unit:necrarch token:power token:power"]  # only what was freed is there


@rule("E15.10", "C1.5")
def test_a_mission_changes_the_rules_of_its_own_zone_only() -> None:
    zones = {"missions": {0: ["acolyte"]}, "influences": {0: ["symbiont"]}}
    table = position(phase="confrontation", zones=zones, face_up={"missions": "famine_procession"})
    started = [event["zone"] for event in table.ever("confrontation_started")]
    assert started[-1] == "influences"  # nothing could be attached in Missions; here it can
    assert table.asked == (0, "attach_tokens")


@rule("E15.11")
def test_a_privilege_works_for_its_owner_only_and_wherever_it_says() -> None:
    hands = {0: ["dignitary", "nameless"], 1: ["dignitary", "nameless"]}
    table = position(hands=hands, acquired={1: ["keeper_of_the_privy_seal"]}).assign("dignitary", "missions")
    assert table.asked == (1, "assign_or_pass")  # not offered for seat 0's Unit
    table.assign("dignitary", "influences")
    assert table.asked == (1, "use_optional")


@rule("E15.12", "C1.3")
def test_text_without_may_is_mandatory_even_if_it_hurts() -> None:
    zones = {"missions": {0: ["dignitary"]}}
    table = position(phase="confrontation", zones=zones, face_up={"missions": "blood_audit"}, heat=[3, 0])
    assert table.ever("heat_discarded") == [{"seat": 0, "amount": 3}]


def suppress_demiurge() -> Table:
    """Seat 1's Animator stops the ability of seat 0's Demiurge."""
    table = position(
        hands={0: ["acolyte"], 1: ["animator_of_delight"]},
        zones={"court": {0: ["demiurge_of_heat"]}},
        turn=1,
        passed=[0],
    )
    table.assign("animator_of_delight", "court")
    return table


@rule("E15.13", "C1.47")
def test_a_suppressed_ability_neither_triggers_nor_counts() -> None:
    table = suppress_demiurge().choose("use", "unit:demiurge_of_heat")
    assert table.happened("ability_suppressed")[0]["unit"] == "demiurge_of_heat"
    zones = {"court": {0: ["demiurge_of_heat"]}}
    quiet = position(
        phase="confrontation", only=("court", "occultism"), zones=zones, suppressed=["demiurge_of_heat"], heat=[0, 0]
    ).decline()
    assert quiet.ever("heat_gained") == []
    zones = {"court": {0: ["dignitary"]}}
    counted = position(phase="confrontation", only=("court", "power"), zones=zones, suppressed=["dignitary"])
    assert counted.ever("confrontation_scored")[0]["counts"][0] == 1


@rule("E15.13")
def test_suppression_ends_when_the_unit_leaves_even_if_its_cause_has_left_before() -> None:
    table = position(
        phase="round_end",
        zones={"court": {0: ["demiurge_of_heat"]}},
        suppressed=["demiurge_of_heat"],
        deck=["necrarch", "confessor", "dark_exarch", "misty_crawler"],
    )
    assert table.state.suppressed == 0
    assert "demiurge_of_heat" in table.hand(0)
    zones = {"court": {0: ["dignitary"], 1: ["animator_of_delight"]}}
    gone = position(hands={1: ["body_thief"]}, zones=zones, suppressed=["dignitary"], turn=1, passed=[0])
    gone.assign("body_thief", "court").choose("use", "unit:animator_of_delight")  # the cause leaves
    assert gone.row("court", 1) == []
    assert gone.state.suppressed == 1 << gone.id("dignitary")


@rule("C1.7")
def test_a_trigger_may_be_about_certain_confrontations_only() -> None:
    zones = {"court": {0: ["demiurge_of_heat"]}}
    table = position(phase="confrontation", only=("court", "power"), zones=zones, heat=[0, 0])
    assert table.ever("confrontation_won")[0]["seat"] == 0
    assert table.ever("ability_used") == []  # the Demiurge speaks of Occultism
    table = position(phase="confrontation", only=("court", "occultism"), zones=zones, heat=[0, 0]).decline()
    assert table.ever("heat_gained") == [{"seat": 0, "amount": 1}]

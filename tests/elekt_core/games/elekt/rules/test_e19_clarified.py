"""E19: clarified cards."""

from __future__ import annotations

from typing import Any

import pytest

from ..builders import Table, position
from .marks import rule

Zones = dict[str, dict[int, list[str]]]


def confront(zone: str, attribute: str, zones: Zones, **more: Any) -> Table:
    return position(phase="confrontation", only=(zone, attribute), zones=zones, **more)


@rule("E19.1")
def test_the_forger_ends_the_game_at_once() -> None:
    mine = ["duel_of_regents", "march_of_the_drowned", "trial_of_masks", "lost_signet"]  # 6 Titles
    table = confront(
        "court",
        "cunning",
        {"court": {0: ["forger_of_history"]}},
        acquired={0: mine, 1: ["blood_audit", "court_of_mirrors"]},
    )
    assert table.asked == (0, "use_optional")
    table.choose("use", "give:trial_of_masks", "take:blood_audit")
    assert table.happened("heat_paid") == [{"seat": 0, "amount": 2}]
    end = table.happened("game_ended")[0]
    assert (end["winner"], end["scores"]) == (0, [7, 3])


@rule("E19.2")
def test_the_guards_owner_chooses_among_own_units_there_and_the_chosen_one_cannot_be_saved() -> None:
    zones: Zones = {
        "court": {0: ["marrow_leech", "assassin"], 1: ["scarifist_guard", "dignitary"]},
        "missions": {1: ["acolyte"]},
    }
    table = confront("court", "violence", zones, heat=[0, 3]).choose("unit:scarifist_guard")
    assert table.asked == (1, "choose_victim")
    assert table.paths() == ["unit:scarifist_guard", "unit:dignitary.1"]  # it cannot be declined
    table.choose("unit:dignitary.1")
    assert table.ever("annihilation_redirected")[0]["other"] == "dignitary.1"
    assert table.ever("unit_saved") == []
    assert table.discard() == ["dignitary.1"]


@rule("E19.2")
def test_the_guard_does_not_answer_its_owners_own_annihilation() -> None:
    zones: Zones = {"court": {0: ["scarifist_guard", "dignitary"]}}
    table = confront("court", "violence", zones).choose("unit:dignitary.0")
    assert table.asked == (0, "save_unit")


@rule("E19.2")
def test_the_guard_answers_a_privilege_too() -> None:
    zones: Zones = {"court": {1: ["scarifist_guard", "dignitary"]}}
    table = position(hands={0: ["acolyte"]}, zones=zones, acquired={0: ["hidden_dagger"]}, heat=[0, 0])
    table.assign("acolyte", "missions").choose("use", "unit:dignitary.1")
    assert table.asked == (1, "choose_victim")


@rule("E19.3")
@pytest.mark.parametrize(("unit", "paid"), [("dark_exarch", 2), ("dignitary", 1)])
def test_the_exarch_keeps_any_own_unit_in_its_zone_for_one_more_heat(unit: str, paid: int) -> None:
    zones: Zones = {"court": {0: ["scarifist_guard"], 1: ["dark_exarch", "dignitary"]}}
    table = confront("court", "violence", zones, heat=[0, 3], tokens={unit: ["power"]})
    name = "dark_exarch" if unit == "dark_exarch" else "dignitary.1"
    table.choose(f"unit:{name}").choose("save")
    assert table.asked == (1, "use_optional")
    table.choose("use")
    assert sum(event["amount"] for event in table.ever("heat_paid")) == paid
    assert table.ever("unit_stayed")[0]["unit"] == name
    assert table.ever("token_detached") == []


@rule("E19.3")
def test_without_the_heat_the_exarch_is_not_offered() -> None:
    zones: Zones = {"court": {0: ["scarifist_guard"], 1: ["dark_exarch"]}}
    table = confront("court", "violence", zones, heat=[0, 1]).choose("unit:dark_exarch").choose("save")
    assert table.hand(1) == ["dark_exarch"]


@rule("E19.4")
def test_the_body_thief_takes_another_unit_and_is_discarded() -> None:
    zones: Zones = {"court": {0: ["acolyte"], 1: ["symbiont"]}}
    table = position(hands={0: ["body_thief", "nameless"]}, zones=zones, tokens={"symbiont": ["violence"]}, passed=[1])
    table.assign("body_thief", "court")
    assert table.paths() == ["decline", "use unit:acolyte.0", "use unit:symbiont"]
    table.choose("use", "unit:symbiont")
    assert table.hand(0) == ["nameless.0", "symbiont"]
    assert table.state.pool[2] == 6
    assert table.discard() == ["body_thief"]
    assert table.ever("unit_annihilated") == []


@rule("E19.5")
def test_violence_is_resolved_again_in_the_confrontation_phase() -> None:
    zones: Zones = {"missions": {1: ["assassin"]}}
    table = position(hands={0: ["ravenous_skarger"]}, zones=zones, passed=[1]).assign("ravenous_skarger", "missions")
    table.choose("use").decline()
    assert table.asked == (0, "annihilate_unit")  # now in the confrontation phase
    started = [
        e for e in table.ever("confrontation_started") if (e["zone"], e["attribute"]) == ("missions", "violence")
    ]
    assert len(started) == 2


@rule("E19.5")
def test_abilities_about_violence_apply_to_the_extra_confrontation() -> None:
    zones: Zones = {"missions": {0: ["marrow_leech"], 1: ["dignitary"]}}
    table = position(hands={0: ["ravenous_skarger"]}, zones=zones, heat=[1, 2], passed=[1])
    table.assign("ravenous_skarger", "missions").choose("use").decline()
    assert table.asked == (0, "use_optional")
    assert table.choose("use", "player:1").happened("heat_taken")


@rule("E19.6", "C1.41")
def test_the_packs_discard_what_there_is_after_acquiring() -> None:
    zones: Zones = {"missions": {0: ["dignitary"]}}
    packs = {"missions": "werewolf_packs"}
    empty = position(phase="confrontation", zones=zones, face_up=packs)
    assert empty.acquired(0) == ["werewolf_packs"]
    assert empty.discard() == []
    one = position(phase="confrontation", zones=zones, face_up=packs, hands={0: ["acolyte"]})
    assert one.discard() == ["acolyte.0"]
    three = position(phase="confrontation", zones=zones, face_up=packs, hands={0: ["acolyte", "nameless", "assassin"]})
    assert three.asked == (0, "discard_from_hand")
    three.choose("unit:assassin.0", "unit:acolyte.0")
    assert three.discard() == ["assassin.0", "acolyte.0"]


@rule("E19.8", "C1.51")
def test_the_harbinger_frees_tokens_in_its_own_zone_only() -> None:
    zones: Zones = {"court": {0: ["necrarch"]}, "missions": {0: ["plague_harbinger"]}}
    table = confront("court", "occultism", zones)
    tokens = [{"attribute": "power", "unit": "necrarch"}] * 2
    table.refused("tokens_must_differ", 0, {"kind": "attach_tokens", "tokens": tokens})


@rule("E19.9")
def test_the_mechs_take_a_heat_after_assigning_there() -> None:
    mechs = {"missions": "mechs_steal_heat"}
    table = position(hands={0: ["dignitary", "nameless"], 1: ["dignitary"]}, face_up=mechs).assign(
        "dignitary", "missions"
    )
    assert table.happened("heat_discarded") == [{"seat": 0, "amount": 1}]
    table.assign("dignitary", "court")
    assert table.happened("heat_discarded") == []

"""E16: timing and priority."""

from __future__ import annotations

from typing import Any

import pytest

from elekt_core.kit.notation import kind_of

from ..builders import Table, position
from .marks import rule

Zones = dict[str, dict[int, list[str]]]


def confront(zone: str, attribute: str, zones: Zones, **more: Any) -> Table:
    return position(phase="confrontation", only=(zone, attribute), zones=zones, **more)


def asking(table: Table) -> str:
    """The card on whose account the open question is asked."""
    name: str = table.game.cards.names[table.state.step.card]
    return name


@rule("E16.1")
def test_a_privilege_comes_before_an_influence() -> None:
    zones: Zones = {"influences": {0: ["nameless"], 1: ["nameless"]}}
    more: dict[str, Any] = {"face_up": {"influences": "gallery_of_whispers"}, "acquired": {1: ["master_of_spies"]}}
    table = confront("influences", "cunning", zones, **more)
    assert (table.asked, asking(table)) == ((1, "use_optional"), "master_of_spies")
    table.decline()
    assert table.ever("confrontation_won")[0] == {
        "zone": "influences",
        "attribute": "cunning",
        "seat": 0,
        "how": "ability",
    }


@rule("E16.1")
def test_a_unit_comes_before_a_mission() -> None:
    zones: Zones = {"missions": {0: ["ash_lamplighter"]}}
    table = position(
        hands={0: ["dignitary", "acolyte"]},
        zones=zones,
        face_up={"missions": "burning_archives"},
        heat=[3, 0],
        passed=[1],
    ).assign("dignitary", "missions")
    assert asking(table) == "ash_lamplighter"
    table.decline()
    assert asking(table) == "burning_archives"


@rule("E16.2", "C1.62", "C1.54")
def test_a_mission_prevails_over_the_plain_effect_and_a_unit_over_the_mission() -> None:
    famine = {"missions": "famine_procession"}
    table = confront("missions", "occultism", {"missions": {0: ["necrarch"]}}, face_up=famine)
    assert table.ever("confrontation_won")[0]["seat"] == 0
    assert not any("token:" in path for path in table.paths())
    assert table.ever("token_attached") == []
    acolyte = position(hands={0: ["acolyte"]}, face_up=famine, passed=[1]).assign("acolyte", "missions")
    acolyte.choose("use")
    assert acolyte.happened("token_attached")[0]["unit"] == "acolyte.0"


@rule("E16.2")
def test_a_units_confrontation_takes_place_where_a_mission_has_abolished_it() -> None:
    truce = {"missions": "truce_of_ashes"}
    table = position(hands={0: ["ravenous_skarger"]}, zones={"missions": {1: ["dignitary"]}}, face_up=truce, passed=[1])
    table.assign("ravenous_skarger", "missions").choose("use")
    assert table.asked == (0, "annihilate_unit")
    table.decline()
    started = [
        e for e in table.ever("confrontation_started") if e["zone"] == "missions" and e["attribute"] == "violence"
    ]
    assert len(started) == 1  # none in the confrontation phase


@rule("E16.2", "C1.55")
def test_a_cheaper_saving_does_not_lift_a_ban_on_saving() -> None:
    zones: Zones = {"missions": {0: ["scarifist_guard"], 1: ["warden_of_the_last_gate"]}}
    table = confront("missions", "violence", zones, face_up={"missions": "night_of_knives"})
    table.choose("unit:warden_of_the_last_gate")
    assert table.ever("unit_saved") == []
    assert table.discard() == ["warden_of_the_last_gate"]


@rule("E16.3")
@pytest.mark.parametrize("row", [["shadow_tamer", "web_wanderer"], ["web_wanderer", "shadow_tamer"]])
def test_one_owners_units_act_from_left_to_right(row: list[str]) -> None:
    zones: Zones = {"court": {0: [*row, "nameless"]}, "missions": {0: ["dignitary"]}}
    table = confront("court", "cunning", zones).choose("unit:nameless.0", "with:dignitary.0")
    order = []
    while table.asked == (0, "use_optional"):
        order.append(asking(table))
        table.decline()
    assert order == row


@rule("E16.3")
@pytest.mark.parametrize(("holder", "first"), [(0, "biometric_anomaly"), (1, "wildclanner")])
def test_owners_act_in_court_order(holder: int, first: str) -> None:
    zones: Zones = {"court": {0: ["biometric_anomaly", "acolyte"], 1: ["wildclanner", "scarifist_guard"]}}
    table = confront("court", "violence", zones, holder=holder, heat=[0, 0]).choose("unit:biometric_anomaly")
    assert table.asked == (0, "use_optional")
    done = {"wildclanner"} if table.ever("token_attached") else set()
    assert (first == "wildclanner") == ("wildclanner" in done)


@rule("E16.4")
def test_costs_are_looked_at_when_the_turn_of_an_ability_comes() -> None:
    table = position(
        hands={0: ["acolyte", "nameless"]}, acquired={0: ["keeper_of_the_privy_seal"]}, heat=[1, 0], passed=[1]
    ).assign("acolyte", "court")
    assert asking(table) == "keeper_of_the_privy_seal"
    table.choose("use")
    assert table.asked == (0, "assign_or_pass")  # the Heat is gone, the Acolyte's own ability is not offered


@rule("E16.4")
def test_a_condition_is_looked_at_when_the_turn_of_an_ability_comes() -> None:
    hands = {0: ["dignitary", "nameless"]}
    library = {"influences": "library_of_forbidden_books"}
    zones: Zones = {"influences": {0: ["ash_lamplighter"]}}
    table = position(hands=hands, zones=zones, face_up=library, heat=[1, 0], passed=[1]).assign(
        "dignitary", "influences"
    )
    table.choose("use")  # the Lamplighter gives the Dignitary an Occultism token; now the Library concerns it too
    assert table.tokens("dignitary") == {"occultism": 2}


@rule("E16.5")
def test_a_card_that_comes_later_does_not_react_to_what_happened_before() -> None:
    table = position(hands={0: ["crypt_midwife", "ash_lamplighter", "nameless"]}, heat=[3, 0], passed=[1])
    table.assign("crypt_midwife", "court").choose("use", "hand:ash_lamplighter")
    assert table.row("court", 0) == ["crypt_midwife", "ash_lamplighter"]
    assert table.asked == (0, "assign_or_pass")  # the Lamplighter was not there when the Midwife was assigned


@rule("E16.6")
def test_everything_an_event_causes_is_finished_before_the_next_waiting_ability() -> None:
    zones: Zones = {"court": {0: ["ashen_knight", "wildclanner", "dignitary"], 1: ["gallows_bride"]}}
    table = confront("court", "violence", zones, holder=1, heat=[0, 0]).choose("unit:gallows_bride")
    assert asking(table) == "gallows_bride"  # first in court order, before the Wildclanner
    table.choose("use", "unit:dignitary.0")
    assert table.asked == (0, "save_unit")
    assert table.ever("token_attached") == []  # the Wildclanner still waits with the first annihilation
    table.choose("save")
    assert [event["unit"] for event in table.happened("token_attached")] == ["wildclanner", "wildclanner"]


@rule("E16.7")
def test_an_ability_reacts_once_to_the_same_event() -> None:
    zones: Zones = {"court": {0: ["web_wanderer", "nameless"]}, "missions": {0: ["dignitary", "acolyte"]}}
    table = confront("court", "cunning", zones).choose("unit:nameless.0", "with:dignitary.0")
    assert asking(table) == "web_wanderer"
    table.choose("use", "unit:dignitary.0", "with:acolyte.0")
    assert table.asked != (0, "use_optional")  # the second swap is not a new win
    assert len(table.ever("units_swapped")) == 2


@rule("E16.8")
def test_titles_are_looked_at_before_anything_else() -> None:
    zones: Zones = {"missions": {0: ["dignitary"]}}
    table = position(phase="confrontation", zones=zones, face_up={"missions": "plundered_caravan"}, heat=[0, 0])
    kinds = [kind_of(type(event)) for event in table.log]
    at = kinds.index("card_acquired")
    assert kinds[at : at + 4] == ["card_acquired", "titles_changed", "ability_used", "heat_gained"]

"""E8: confrontation phase in general."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from elekt_core.games.elekt.cards import CARD_FILE, read_cards
from elekt_core.games.elekt.game import Elekt
from elekt_core.kit.notation import kind_of

from ..builders import Table, position
from .marks import rule

Zones = dict[str, dict[int, list[str]]]


def confront(zone: str, attribute: str, zones: Zones, **more: Any) -> Table:
    """One confrontation by itself."""
    return position(phase="confrontation", only=(zone, attribute), zones=zones, **more)


def counts(table: Table) -> list[int | None]:
    """Of the first confrontation, by seat."""
    found: list[int | None] = table.ever("confrontation_scored")[0]["counts"]
    return found


def winner(table: Table) -> int | None:
    won = table.ever("confrontation_won")
    return int(won[0]["seat"]) if won else None


@rule("E8.1")
def test_zones_from_left_to_right_and_attributes_in_their_order() -> None:
    table = position(phase="confrontation")
    order = [(event["zone"], event["attribute"]) for event in table.ever("confrontation_started")]
    attributes = ["occultism", "cunning", "violence", "power"]
    assert order == [(zone, a) for zone in ("missions", "influences", "court") for a in attributes]


@rule("E8.2")
def test_without_a_unit_in_the_zone_nobody_takes_part() -> None:
    table = confront("missions", "power", {"missions": {1: ["dignitary"]}, "court": {0: ["dignitary", "necrarch"]}})
    assert table.ever("confrontation_started")[0]["participants"] == [1]
    assert counts(table) == [None, 1]


@rule("E8.3")
def test_taking_part_is_checked_for_each_confrontation() -> None:
    table = position(phase="confrontation", zones={"missions": {0: ["scarifist_guard"], 1: ["acolyte"]}}, heat=[0, 0])
    while table.asked != (0, "annihilate_unit"):
        table.decline()
    table.choose("unit:acolyte.1").choose("save")
    started = {event["attribute"]: event["participants"] for event in table.ever("confrontation_started")[:4]}
    assert started["violence"] == [0, 1]
    assert started["power"] == [0]


@rule("E8.4", "E13.1")
def test_symbols_on_cards_and_tokens_of_own_units_in_the_zone_are_counted() -> None:
    zones: Zones = {"court": {0: ["necrarch", "acolyte"], 1: ["crypt_midwife"]}, "missions": {0: ["confessor"]}}
    table = confront("court", "occultism", zones, tokens={"crypt_midwife": ["occultism", "occultism", "power"]})
    assert counts(table) == [3, 4]
    assert winner(table) == 1


@rule("E8.5")
def test_symbols_taken_away_do_not_go_below_zero_per_unit() -> None:
    zones: Zones = {"missions": {0: ["acolyte", "demiurge_of_heat"]}}
    table = confront("missions", "power", zones, face_up={"missions": "march_of_the_drowned"})
    assert counts(table)[0] == 1  # Acolyte 0 - 1 stays 0, the Demiurge keeps 1


@rule("E8.5")
def test_counts_also_as_is_not_chained_and_a_symbol_keeps_counting_for_itself() -> None:
    zones: Zones = {"influences": {0: ["rust_marionette"]}}
    temple = {"influences": "temple_to_the_emperor"}
    assert counts(confront("influences", "violence", zones, face_up=temple))[0] == 2
    assert counts(confront("influences", "cunning", zones, face_up=temple))[0] == 2
    assert counts(confront("influences", "power", zones, face_up=temple))[0] == 0


@rule("E8.5")
def test_added_symbols_are_counted_before_counts_also_as() -> None:
    zones: Zones = {"missions": {0: ["demiurge_of_heat"]}}  # a Spectre without Violence
    table = confront("missions", "violence", zones, face_up={"missions": "hunt_for_the_apostate"})
    assert counts(table)[0] == 1


@rule("E8.6")
def test_strictly_more_symbols_win() -> None:
    zones: Zones = {"court": {0: ["necrarch"], 1: ["acolyte"], 2: ["nameless"]}}
    table = confront("court", "occultism", zones, seats=3)
    assert counts(table) == [2, 1, 0]
    assert winner(table) == 0


@rule("E8.7")
@pytest.mark.parametrize(
    ("attribute", "unit"), [("occultism", "acolyte"), ("cunning", "nameless"), ("violence", "assassin")]
)
def test_a_shared_highest_count_is_a_tie_without_winner_or_effect(attribute: str, unit: str) -> None:
    table = confront("court", attribute, {"court": {0: [unit], 1: [unit]}})
    assert table.ever("confrontation_tied")[0]["tied"] == [0, 1]
    assert winner(table) is None
    assert not [e for e in table.ever("effect_declined") if e["attribute"] == attribute]


@rule("E8.8", "E0.2")
def test_zero_for_all_is_not_resolved_and_no_tie() -> None:
    zones: Zones = {"court": {0: ["dignitary"], 1: ["dignitary"]}}
    more: dict[str, Any] = {"acquired": {0: ["master_of_pacts"]}}
    second = confront("court", "occultism", zones, **more)
    assert second.ever("confrontation_void") == [{"zone": "court", "attribute": "occultism"}]
    assert second.ever("confrontation_tied") == []
    assert second.asked != (0, "use_optional")  # nothing that reacts to ties happens
    first = confront("court", "occultism", zones, edition=1, **more)
    assert first.asked == (0, "use_optional")  # the first edition calls it a tie (E23.2)


@rule("E8.8")
def test_a_sole_participant_without_symbols_does_not_win() -> None:
    table = confront("court", "occultism", {"court": {0: ["dignitary"]}})
    assert len(table.ever("confrontation_void")) == 1
    assert winner(table) is None


@rule("E8.9")
def test_a_sole_participant_with_a_symbol_wins() -> None:
    table = confront("court", "occultism", {"court": {0: ["acolyte"]}})
    assert winner(table) == 0
    assert table.asked == (0, "attach_tokens")


@rule("E8.10")
def test_power_is_won_even_when_all_have_nothing() -> None:
    table = confront("court", "power", {"court": {0: ["acolyte"], 1: ["acolyte"]}}, holder=1)
    assert counts(table) == [0, 0]
    assert winner(table) == 1


@rule("E8.11")
def test_the_steps_of_a_confrontation_come_in_order() -> None:
    zones: Zones = {"court": {0: ["symbiont", "demiurge_of_heat", "acolyte"], 1: ["nameless"]}}
    table = confront("court", "occultism", zones, heat=[0, 0])
    table.choose("token:power", "unit:nameless.1", "done")
    assert table.asked == (0, "use_optional")  # step 8: the Symbiont extends the effect
    table.choose("use", "unit:nameless.1", "token:violence")
    kinds = ("confrontation_started", "confrontation_scored", "confrontation_won", "token_attached", "heat_gained")
    happened = [kind for kind in (kind_of(type(event)) for event in table.log) if kind in kinds]
    assert happened[:6] == [
        "confrontation_started",
        "confrontation_scored",
        "confrontation_won",
        "token_attached",
        "token_attached",
        "heat_gained",  # step 9: the Demiurge reacts to the win
    ]


@rule("E8.11", "E16.1")
def test_tie_abilities_are_offered_by_priority_until_one_names_a_winner() -> None:
    zones: Zones = {"court": {0: ["midnight_bellringer"], 1: ["demiurge_of_heat", "dignitary"]}}
    table = confront(
        "court", "power", zones, acquired={1: ["steward_of_the_court"]}, tokens={"midnight_bellringer": ["power"]}
    )
    assert counts(table) == [3, 3]  # the Dignitary counts double in the Court
    assert table.asked == (1, "use_optional")  # the Privilege before the Unit
    table.choose("use")
    assert winner(table) == 1


@rule("E8.12")
def test_who_declines_the_effect_has_won_all_the_same() -> None:
    table = confront("court", "occultism", {"court": {0: ["demiurge_of_heat"]}}, heat=[0, 0])
    table.decline()
    assert len(table.ever("effect_declined")) == 1
    assert table.ever("heat_gained")[0] == {"seat": 0, "amount": 1}


@rule("E8.12")
def test_an_extension_that_attaches_tokens_is_open_after_a_declined_occultism_effect() -> None:
    table = confront("court", "occultism", {"court": {0: ["symbiont"]}}).decline()
    assert table.asked == (0, "use_optional")
    table.choose("use", "unit:symbiont", "token:power")
    assert table.happened("token_attached")[0]["attribute"] == "power"


@rule("E8.12")
@pytest.mark.parametrize("instead", [False, True])
def test_other_extensions_are_lost_with_a_declined_or_replaced_effect(instead: bool) -> None:
    zones: Zones = {"court": {0: ["shadow_tamer", "carrion_courier"]}, "missions": {0: ["dignitary"]}}
    table = confront("court", "cunning", zones)
    assert table.asked == (0, "use_optional")  # the Courier's alternative
    if instead:
        table.choose("use")
    else:
        table.decline().decline()
    assert table.asked != (0, "use_optional")  # the Tamer has no swap to extend
    assert table.ever("units_swapped") == []


@rule("E8.13")
def test_units_that_move_in_the_middle_change_the_next_confrontation_only() -> None:
    zones: Zones = {"missions": {0: ["carrion_courier"], 1: ["nameless"]}, "court": {0: ["dignitary"]}}
    table = position(phase="confrontation", zones=zones)
    table.decline()  # the alternative
    table.choose("unit:carrion_courier", "with:dignitary.0")
    won = [
        (event["attribute"], event["seat"]) for event in table.ever("confrontation_won") if event["zone"] == "missions"
    ]
    assert won == [("cunning", 0), ("power", 0)]  # Cunning stands; Power is won by the Dignitary who came
    power = [event for event in table.ever("confrontation_scored") if event["attribute"] == "power"]
    assert power[0]["counts"] == [1, 0]


@rule("E8.14", "E19.7")
def test_a_confrontation_that_comes_first_is_not_resolved_again() -> None:
    for card, order in (
        ("propaganda_office", ["cunning", "occultism", "violence", "power"]),
        ("ironworks", ["violence", "occultism", "cunning", "power"]),
    ):
        table = position(phase="confrontation", face_up={"influences": card})
        started = [e["attribute"] for e in table.ever("confrontation_started") if e["zone"] == "influences"]
        assert started == order


def with_power_first() -> Elekt:
    """The card set with an Office of Propaganda that puts Power first."""
    data = tomllib.loads(CARD_FILE.read_text(encoding="utf-8"))
    office = next(card for card in data["influence"] if card["id"] == "propaganda_office")
    office["ability"]["effects"][0]["attribute"] = "power"
    return Elekt(read_cards(data, "power first"))


@rule("E8.15")
def test_the_order_is_settled_when_the_zone_begins_even_if_the_card_is_acquired() -> None:
    table = position(
        game=with_power_first(),
        phase="confrontation",
        zones={"influences": {0: ["dignitary"]}},
        face_up={"influences": "propaganda_office"},
    )
    started = [e["attribute"] for e in table.ever("confrontation_started") if e["zone"] == "influences"]
    assert started == ["power", "occultism", "cunning", "violence"]
    assert table.acquired(0) == ["propaganda_office"]


@rule("E8.15")
def test_skip_removes_a_confrontation() -> None:
    table = position(phase="confrontation", face_up={"missions": "truce_of_ashes"})
    started = [e["attribute"] for e in table.ever("confrontation_started") if e["zone"] == "missions"]
    assert started == ["occultism", "cunning", "power"]


@rule("E8.16", "E19.5")
def test_a_confrontation_in_the_assignment_phase_uses_the_units_that_stand_there() -> None:
    table = position(
        hands={0: ["ravenous_skarger", "acolyte"], 1: ["bone_carver"]}, zones={"missions": {1: ["assassin"]}}
    ).assign("ravenous_skarger", "missions")
    table.choose("use")
    assert counts(table) == [2, 1]
    assert table.asked == (0, "annihilate_unit")
    table.choose("unit:assassin.1").choose("save")
    assert table.asked == (1, "assign_or_pass")


@rule("E8.17")
def test_abilities_at_the_start_of_the_phase_come_before_the_missions() -> None:
    table = position(phase="confrontation", acquired={0: ["grand_inquisitor"]})
    assert table.asked == (0, "use_optional")
    assert table.ever("confrontation_started") == []


@rule("E8.18")
def test_a_tie_ability_works_without_a_unit_there_and_names_a_tied_player() -> None:
    zones: Zones = {"court": {1: ["acolyte"], 2: ["acolyte"]}}
    table = confront("court", "occultism", zones, seats=3, acquired={0: ["master_of_pacts"]})
    assert table.asked == (0, "use_optional")
    table.choose("use")
    assert table.asked == (0, "tie_winner")
    assert table.paths() == ["seat:1", "seat:2"]
    table.refused("not_tied", 0, {"kind": "tie_winner", "player": 0})
    table.choose("seat:2")
    assert winner(table) == 2

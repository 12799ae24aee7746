"""E9: the four confrontations."""

from __future__ import annotations

from typing import Any

import pytest

from ..builders import Table, position
from .marks import rule

Zones = dict[str, dict[int, list[str]]]


def confront(zone: str, attribute: str, zones: Zones, **more: Any) -> Table:
    return position(phase="confrontation", only=(zone, attribute), zones=zones, **more)


# --- Occultism ---------------------------------------------------------------------------------------------------


@rule("E9.1", "E9.4")
def test_two_different_tokens_on_one_unit_or_two_own_or_others() -> None:
    zones: Zones = {"court": {0: ["necrarch"], 1: ["nameless"]}}
    table = confront("court", "occultism", zones)
    assert table.asked == (0, "attach_tokens")
    assert len(table.paths()) == 1 + 4 * 2 + 4 * 3 * 2 * 2  # none, one, or an ordered pair of different tokens
    options = table.game.options(table.state)
    assert [*options] == [options[number] for number in range(len(options))]  # they are made as they are read
    table.choose("token:power", "unit:necrarch", "token:violence", "unit:nameless.1")
    attached = [(event["attribute"], event["unit"]) for event in table.happened("token_attached")]
    assert attached == [("power", "necrarch"), ("violence", "nameless.1")]


@rule("E9.1")
def test_two_equal_tokens_are_refused() -> None:
    table = confront("court", "occultism", {"court": {0: ["necrarch"]}})
    tokens = [{"attribute": "power", "unit": "necrarch"}] * 2
    table.refused("tokens_must_differ", 0, {"kind": "attach_tokens", "tokens": tokens})


@rule("E9.2")
def test_a_token_that_is_not_in_the_pool_cannot_be_attached() -> None:
    table = confront("court", "occultism", {"court": {0: ["necrarch"]}}, tokens={"necrarch": ["power"] * 7})
    assert not any("token:power" in path for path in table.paths())
    tokens = [{"attribute": "power", "unit": "necrarch"}]
    table.refused("no_token_left", 0, {"kind": "attach_tokens", "tokens": tokens})


@rule("E9.3")
def test_none_one_or_two_tokens_are_attached() -> None:
    lengths = {len(path.replace("done", "").split()) // 2 for path in one_unit().paths()}
    assert lengths == {0, 1, 2}


def one_unit(*gone: str) -> Table:
    """One Unit that wins Occultism; of the attributes in ``gone`` all tokens lie on a Unit elsewhere."""
    sizes = {"occultism": 6, "cunning": 6, "violence": 6, "power": 7}
    tokens = {"confessor": [attribute for attribute in gone for _ in range(sizes[attribute])]}
    return confront("court", "occultism", {"court": {0: ["necrarch"]}, "missions": {0: ["confessor"]}}, tokens=tokens)


@rule("E9.3")
def test_with_one_attribute_left_at_most_one_and_with_none_nothing() -> None:
    table = one_unit("occultism", "violence", "power")
    assert table.paths() == ["done", "token:cunning unit:necrarch done"]
    assert one_unit("occultism", "cunning", "violence", "power").ever("token_attached") == []


@rule("E9.4")
def test_tokens_are_placed_in_the_order_of_the_list() -> None:
    for first, second in (("power", "cunning"), ("cunning", "power")):
        table = one_unit().choose(f"token:{first}", "unit:necrarch", f"token:{second}", "unit:necrarch")
        assert [event["attribute"] for event in table.happened("token_attached")] == [first, second]


@rule("E9.5")
def test_a_unit_can_bear_any_number_of_tokens() -> None:
    on = ["occultism"] * 5 + ["violence"] * 5 + ["cunning"] * 5 + ["power"] * 6
    table = confront("court", "occultism", {"court": {0: ["necrarch"]}}, tokens={"necrarch": on})
    table.choose("token:power", "unit:necrarch", "token:cunning", "unit:necrarch")
    assert len(table.happened("token_attached")) == 2


# --- Cunning -----------------------------------------------------------------------------------------------------


@rule("E9.6", "E13.2")
def test_the_winner_may_swap_own_units_and_tokens_stay_on_them() -> None:
    zones: Zones = {"missions": {0: ["web_wanderer"]}, "court": {0: ["dignitary"], 1: ["nameless"]}}
    table = position(phase="confrontation", zones=zones, tokens={"web_wanderer": ["power"], "dignitary": ["violence"]})
    assert table.asked == (0, "swap_units")
    assert table.paths() == ["decline", "unit:web_wanderer with:dignitary.0"]
    table.choose("unit:web_wanderer", "with:dignitary.0")
    assert table.row("court", 0) == ["web_wanderer"]
    assert table.row("missions", 0) == ["dignitary.0"]
    assert table.tokens("web_wanderer") == {"power": 1}
    assert table.tokens("dignitary") == {"violence": 1}


@rule("E9.7")
def test_without_an_own_unit_elsewhere_there_is_no_swap() -> None:
    zones: Zones = {"missions": {0: ["confessor"]}, "court": {1: ["nameless"]}}
    table = confront("missions", "cunning", zones)
    assert table.ever("confrontation_won")[0]["seat"] == 0
    assert table.ever("units_swapped") == []
    assert table.asked is None or table.asked[1] != "swap_units"


@rule("E9.8", "E15.6")
def test_swapped_units_do_not_use_instant_abilities() -> None:
    zones: Zones = {"missions": {0: ["confessor"]}, "court": {0: ["acolyte"]}}
    table = position(phase="confrontation", zones=zones, heat=[3, 3])
    while table.asked != (0, "swap_units"):
        table.decline()
    table.choose("unit:confessor", "with:acolyte.0")
    assert table.asked != (0, "use_instant")
    assert table.ever("ability_used") == []


@rule("E9.9")
def test_full_zones_and_bans_on_assigning_do_not_matter_for_a_swap() -> None:
    zones: Zones = {
        "missions": {0: ["confessor", "nameless", "dignitary"]},
        "court": {0: ["acolyte", "assassin", "necrarch"]},
    }
    table = confront("missions", "cunning", zones, face_up={"missions": "eclipse_vigil"})
    assert "unit:nameless.0 with:acolyte.0" in table.paths()  # a Cultist may be swapped in
    assert len(table.paths()) == 1 + 3 * 3


@rule("E9.10")
def test_the_other_zone_may_be_resolved_already() -> None:
    zones: Zones = {"missions": {0: ["dignitary"]}, "court": {0: ["confessor"]}}
    table = confront("court", "cunning", zones)
    table.choose("unit:confessor", "with:dignitary.0")
    assert table.happened("units_swapped")[0]["other_zone"] == "missions"


# --- Violence ----------------------------------------------------------------------------------------------------


@rule("E9.11", "E9.13")
def test_the_winner_may_annihilate_any_one_unit_of_the_zone_an_own_one_too() -> None:
    zones: Zones = {"court": {0: ["scarifist_guard"], 1: ["nameless"]}, "missions": {1: ["dignitary"]}}
    table = confront("court", "violence", zones)
    assert table.asked == (0, "annihilate_unit")
    assert table.paths() == ["decline", "unit:scarifist_guard", "unit:nameless.1"]


@rule("E9.12")
def test_its_owner_may_save_it() -> None:
    table = confront("court", "violence", {"court": {0: ["scarifist_guard"], 1: ["nameless"]}})
    table.choose("unit:nameless.1")
    assert table.asked == (1, "save_unit")
    assert table.paths() == ["save", "let_go"]


@rule("E9.14")
def test_only_one_unit_is_annihilated() -> None:
    zones: Zones = {"court": {0: ["scarifist_guard"], 1: ["nameless", "dignitary"]}}
    table = confront("court", "violence", zones).choose("unit:nameless.1").choose("let_go")
    assert [event["unit"] for event in table.ever("unit_annihilated")] == ["nameless.1"]


# --- Power -------------------------------------------------------------------------------------------------------


@rule("E9.15")
def test_the_winner_of_power_acquires_the_face_up_card_without_a_choice() -> None:
    table = position(
        phase="confrontation", zones={"missions": {0: ["dignitary"]}}, face_up={"missions": "trial_of_masks"}
    )
    assert table.ever("card_acquired")[0] == {"seat": 0, "card": "trial_of_masks", "zone": "missions"}
    assert table.acquired(0) == ["trial_of_masks"]


@rule("E9.16", "E20.9")
@pytest.mark.parametrize(("unit", "count"), [("dignitary", 2), ("acolyte", 0)])
@pytest.mark.parametrize("holder", [0, 1])
def test_a_shared_highest_count_goes_to_the_highest_court_position(unit: str, count: int, holder: int) -> None:
    table = confront("court", "power", {"court": {0: [unit], 1: [unit]}}, holder=holder)
    assert table.ever("confrontation_scored")[0]["counts"] == [count, count]
    assert table.ever("confrontation_won")[0] == {
        "zone": "court",
        "attribute": "power",
        "seat": holder,
        "how": "court",
    }


@rule("E9.16")
def test_only_the_tied_players_are_compared() -> None:
    zones: Zones = {"court": {0: ["acolyte"], 1: ["dignitary"], 2: ["dignitary"]}}
    table = confront("court", "power", zones, seats=3, holder=0, direction="counter_clockwise")
    assert table.ever("confrontation_won")[0]["seat"] == 2  # court order 0, 2, 1


@rule("E9.17")
def test_the_only_player_in_the_zone_wins_with_nothing() -> None:
    table = confront("court", "power", {"court": {1: ["acolyte"]}})
    assert table.ever("confrontation_scored")[0]["counts"] == [None, 0]
    assert table.ever("confrontation_won")[0]["seat"] == 1


@rule("E9.18")
def test_with_nobody_there_the_card_leaves_the_game() -> None:
    table = confront("missions", "power", {"court": {0: ["dignitary"]}}, face_up={"missions": "trial_of_masks"})
    assert table.ever("confrontation_won") == []
    assert table.ever("card_removed")[0]["card"] == "trial_of_masks"
    assert table.game.cards.ids["trial_of_masks"] in table.state.removed


@rule("E9.19")
def test_every_round_takes_the_face_up_card_from_every_board() -> None:
    before = position(phase="confrontation", zones={"missions": {0: ["dignitary"]}, "court": {1: ["dignitary"]}})
    gone = before.ever("card_acquired") + before.ever("card_removed")
    assert sorted(event["zone"] for event in gone) == ["court", "influences", "missions"]


@rule("E9.20")
def test_the_ability_of_a_mission_ends_when_it_leaves_the_board() -> None:
    table = position(
        phase="confrontation",
        zones={"missions": {0: ["dignitary"]}, "court": {0: ["nameless"]}},
        face_up={"missions": "mechs_steal_heat"},
        deck=["symbiont", "necrarch", "confessor", "dark_exarch"],
        heat=[1, 1],
    )
    assert table.acquired(0)[0] == "mechs_steal_heat"
    card = table.game.cards.ids["mechs_steal_heat"]
    assert not any(active >> card & 1 for active in table.state.active)


@rule("E9.21", "E11.3")
def test_an_effect_after_acquiring_comes_after_the_title_check() -> None:
    face_up = {"missions": "blood_audit"}
    table = position(phase="confrontation", zones={"missions": {0: ["dignitary"]}}, face_up=face_up, heat=[3, 0])
    kinds = [event.__class__.__name__ for event in table.log]
    assert kinds.index("CardAcquired") < kinds.index("TitlesChanged") < kinds.index("HeatDiscarded")
    six = {0: ["duel_of_regents", "march_of_the_drowned", "mechanical_staldorg"]}  # Titles; 2 more make 8
    table = position(
        phase="confrontation", zones={"missions": {0: ["dignitary"]}}, face_up=face_up, heat=[3, 0], acquired=six
    )
    assert table.ever("game_ended")[0]["reason"] == "titles"
    assert table.ever("heat_discarded") == []


@rule("E9.22", "E15.11")
def test_a_privilege_on_the_board_affects_nothing_and_an_acquired_one_does() -> None:
    zones: Zones = {"court": {0: ["acolyte"], 1: ["acolyte"]}}
    on_board = confront("court", "occultism", zones, face_up={"court": "master_of_pacts"})
    assert len(on_board.ever("confrontation_tied")) == 1
    acquired = confront("court", "occultism", zones, acquired={1: ["master_of_pacts"]})
    assert acquired.asked == (1, "use_optional")


@rule("E9.23")
def test_without_a_face_up_card_power_is_skipped_and_the_rest_is_resolved() -> None:
    table = position(phase="confrontation", face_up={"missions": None})
    started = [e["attribute"] for e in table.ever("confrontation_started") if e["zone"] == "missions"]
    assert started == ["occultism", "cunning", "violence"]

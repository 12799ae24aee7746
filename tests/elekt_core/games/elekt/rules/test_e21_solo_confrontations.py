"""E21.27-E21.32: what the Houses do when they win, save and use permanent abilities."""

from __future__ import annotations

from typing import Any

import pytest

from ..solo import Gambit, gambit
from .marks import card, rule
from .scenes import with_ability

Zones = dict[str, dict[int, list[str]]]


def confronting(zone: str, attribute: str, zones: Zones, **more: Any) -> Gambit:
    return gambit(phase="confrontation", only=(zone, attribute), zones=zones, **more)


def attached(table: Gambit) -> list[tuple[str, str]]:
    """(attribute, Unit) in the order in which the tokens were placed."""
    return [(event["attribute"], event["unit"]) for event in table.ever("token_attached")]


def stolen(table: Gambit) -> list[tuple[str, str, str]]:
    """(attribute, from, to)."""
    return [(event["attribute"], event["other"], event["unit"]) for event in table.ever("token_stolen")]


# --- HOUSES-ATTACH ------------------------------------------------------------------------------------------


@rule("E21.27")
def test_the_list_begins_with_power_and_each_token_goes_on_the_unit_with_the_fewest() -> None:
    table = confronting("missions", "occultism", {"missions": {1: ["necrarch", "wildclanner"]}})
    assert attached(table) == [("power", "necrarch"), ("violence", "wildclanner")]
    assert "token_order E21.27" in table.reasons()


@rule("E21.27", "E9.2")
@pytest.mark.parametrize(
    ("pool", "chosen"),
    [
        ({}, ["power", "violence"]),
        ({"power": 0}, ["violence", "cunning"]),
        ({"power": 0, "violence": 0}, ["cunning", "occultism"]),
        ({"power": 0, "violence": 0, "cunning": 0}, ["occultism"]),  # the two must differ
        ({"power": 0, "violence": 0, "cunning": 0, "occultism": 0}, []),
    ],
)
def test_each_token_is_the_first_of_the_list_that_is_available_and_allowed(
    pool: dict[str, int], chosen: list[str]
) -> None:
    zones: Zones = {"missions": {1: ["necrarch", "wildclanner"]}, "court": {0: ["dignitary"]}}
    table = confronting("missions", "occultism", zones, pool=pool)
    assert [attribute for attribute, _ in attached(table)] == chosen


@rule("E21.27")
def test_tokens_that_lie_there_already_count_and_the_leftmost_is_first_among_equals() -> None:
    zones: Zones = {"missions": {1: ["necrarch", "wildclanner"]}}
    table = confronting("missions", "occultism", zones, tokens={"necrarch": ["cunning"]})
    assert attached(table) == [("power", "wildclanner"), ("violence", "necrarch")]
    table = confronting("missions", "occultism", zones, tokens={"necrarch": ["cunning", "violence", "power"]})
    assert attached(table) == [("power", "wildclanner"), ("violence", "wildclanner")]


@rule("E21.27", "E21.41")
def test_the_players_units_get_none() -> None:
    zones: Zones = {"missions": {0: ["dignitary"], 1: ["necrarch"]}}
    table = confronting("missions", "occultism", zones, tokens={"necrarch": ["cunning"]})
    assert attached(table) == [("power", "necrarch"), ("violence", "necrarch")]


@rule("E21.27")
@card("symbiont")
def test_the_token_of_an_extension_is_sorted_in_before_any_is_placed() -> None:
    """Power, Violence, and one of any attribute: Power. Sorted Power, Power, Violence."""
    table = confronting("missions", "occultism", {"missions": {1: ["symbiont", "demiurge_of_heat"]}})
    assert attached(table) == [("power", "symbiont"), ("power", "demiurge_of_heat"), ("violence", "symbiont")]


@rule("E21.27")
def test_an_extension_takes_what_the_effect_has_left() -> None:
    zones: Zones = {"missions": {1: ["symbiont", "demiurge_of_heat"]}, "court": {0: ["dignitary"]}}
    table = confronting("missions", "occultism", zones, pool={"power": 1})
    assert attached(table) == [("power", "symbiont"), ("violence", "demiurge_of_heat"), ("violence", "symbiont")]


@rule("E21.27", "C1.32")
@card("hall_of_astrologers")
def test_the_restriction_of_an_extension_is_kept() -> None:
    """The Hall's token must differ from the others of this win."""
    zones: Zones = {"influences": {1: ["necrarch", "wildclanner"]}}
    table = confronting("influences", "occultism", zones, face_up={"influences": "hall_of_astrologers"})
    assert attached(table) == [("power", "necrarch"), ("violence", "wildclanner"), ("cunning", "necrarch")]


@rule("E21.27", "E19.8")
@card("plague_harbinger")
def test_where_a_card_frees_the_tokens_both_are_power() -> None:
    table = confronting("missions", "occultism", {"missions": {1: ["plague_harbinger", "wildclanner"]}})
    assert attached(table) == [("power", "plague_harbinger"), ("power", "wildclanner")]


@rule("E21.27", "E16.2")
@card("famine_procession")
def test_what_bars_the_plain_effect_leaves_the_extension_of_a_unit() -> None:
    zones: Zones = {"missions": {1: ["demiurge_of_heat", "symbiont"]}}
    table = confronting("missions", "occultism", zones, face_up={"missions": "famine_procession"})
    assert attached(table) == [("power", "demiurge_of_heat")]


@rule("E21.27")
def test_an_extension_that_names_attribute_and_unit_is_followed() -> None:
    named = with_ability(
        "symbiont",
        {"op": "attach", "attribute": "occultism", "count": 1, "target": "this"},
        trigger="win_extend",
        attributes=["occultism"],
        optional=True,
    )
    table = confronting("missions", "occultism", {"missions": {1: ["necrarch", "symbiont"]}}, game=named)
    assert attached(table) == [("power", "necrarch"), ("violence", "symbiont"), ("occultism", "symbiont")]


@rule("E21.27")
@pytest.mark.parametrize(("unit", "target"), [("ecclesiast", "bone_carver"), ("assassin", "assassin.0")])
def test_an_instant_ability_attaches_by_the_same_rule(unit: str, target: str) -> None:
    """Ecclesiast: 1 Power on any Cultist here. Bone Carver is one without tokens, left of it."""
    zones: Zones = {"missions": {0: ["acolyte"], 1: ["bone_carver"]}}
    table = gambit(hands={0: ["dignitary"], 1: [unit]}, zones=zones, turn=1, heat=(0, 1))
    assert [name for _, name in attached(table)] == [target]


# --- HOUSES-STEAL -------------------------------------------------------------------------------------------


@rule("E21.28", "E9.6")
def test_the_houses_steal_a_token_and_never_swap() -> None:
    zones: Zones = {"missions": {0: ["dignitary", "symbiont"], 1: ["web_wanderer"]}, "court": {1: ["necrarch"]}}
    table = confronting("missions", "cunning", zones, tokens={"dignitary": ["occultism"], "symbiont": ["power"]})
    assert stolen(table)[0] == ("occultism", "dignitary.0", "web_wanderer")  # the first Unit, not the best token
    assert table.ever("units_swapped") == []


@rule("E21.28")
@pytest.mark.parametrize(
    ("tokens", "taken"),
    [
        (["occultism", "cunning", "violence", "power"], "power"),
        (["occultism", "cunning", "violence"], "violence"),
        (["occultism", "cunning"], "cunning"),
        (["occultism"], "occultism"),
    ],
)
def test_of_several_tokens_they_take_the_first_of_the_list(tokens: list[str], taken: str) -> None:
    zones: Zones = {"missions": {0: ["dignitary"], 1: ["forger_of_history"]}}
    table = confronting("missions", "cunning", zones, tokens={"dignitary": tokens})
    assert stolen(table) == [(taken, "dignitary.0", "forger_of_history")]


@rule("E21.28")
def test_a_stolen_token_goes_on_their_unit_with_the_fewest() -> None:
    zones: Zones = {"missions": {0: ["dignitary"], 1: ["forger_of_history", "necrarch"]}}
    tokens = {"dignitary": ["power"], "forger_of_history": ["violence"]}
    assert stolen(confronting("missions", "cunning", zones, tokens=tokens)) == [("power", "dignitary.0", "necrarch")]
    tokens = {"dignitary": ["power"]}
    assert stolen(confronting("missions", "cunning", zones, tokens=tokens))[0][2] == "forger_of_history"


@rule("E21.28")
def test_a_first_unit_without_token_is_passed_over() -> None:
    zones: Zones = {"missions": {0: ["dignitary", "acolyte"], 1: ["forger_of_history"]}}
    table = confronting("missions", "cunning", zones, tokens={"acolyte": ["power"]})
    assert stolen(table) == [("power", "acolyte.0", "forger_of_history")]


@rule("E21.28")
def test_without_a_token_of_the_players_in_the_zone_nothing_happens() -> None:
    zones: Zones = {"missions": {0: ["dignitary"], 1: ["forger_of_history"]}, "court": {0: ["acolyte"]}}
    table = confronting("missions", "cunning", zones, tokens={"acolyte": ["power"]})
    assert stolen(table) == []
    assert "nothing_to_steal E21.28" in table.reasons()


@rule("E21.29")
@card("shadow_tamer", "web_wanderer")
@pytest.mark.parametrize("unit", ["shadow_tamer", "web_wanderer"])
def test_an_ability_that_acts_after_a_swap_takes_one_more_token(unit: str) -> None:
    zones: Zones = {"missions": {0: ["dignitary"], 1: [unit]}, "court": {1: ["necrarch"]}}
    table = confronting("missions", "cunning", zones, tokens={"dignitary": ["power", "violence", "violence"]})
    assert [attribute for attribute, _, _ in stolen(table)] == ["power", "violence"]
    assert (attached(table), table.ever("units_swapped")) == ([], [])
    assert {"seat": 1, "card": unit, "zone": "missions"} in table.ever("ability_used")


@rule("E21.29", "E21.21", "E21.22")
@card("duchess_of_the_shroud")
def test_any_other_swap_of_theirs_becomes_a_theft_too() -> None:
    zones: Zones = {"missions": {0: ["dignitary"]}, "court": {1: ["necrarch"]}}
    more: dict[str, Any] = {"hands": {0: ["acolyte"], 1: ["duchess_of_the_shroud"]}, "turn": 1, "zones": zones}
    table = gambit(**more, tokens={"dignitary": ["power"]})
    assert stolen(table) == [("power", "dignitary.0", "duchess_of_the_shroud")]
    assert "steal_instead E21.29" in table.reasons()
    table = gambit(**more)
    assert table.ever("units_swapped") == []
    assert table.happened("seal_gained")  # used, and nothing to take


# --- HOUSES-ANNIHILATE --------------------------------------------------------------------------------------


def annihilated(table: Gambit) -> list[str]:
    return [event["unit"] for event in table.ever("unit_annihilated")]


@rule("E21.30")
@pytest.mark.parametrize(
    ("mine", "victim", "why"),
    [
        (["dignitary", "symbiont"], "symbiont", "first_elite E21.30"),
        (["necrarch", "symbiont"], "necrarch", "first_elite E21.30"),
        (["dignitary", "acolyte"], "dignitary.0", "first_basic E21.30"),
    ],
)
def test_they_annihilate_the_first_elite_unit_else_the_first_basic_one(mine: list[str], victim: str, why: str) -> None:
    zones: Zones = {"missions": {0: mine, 1: ["scarifist_guard", "gallows_bride"]}}
    table = confronting("missions", "violence", zones)
    assert annihilated(table) == [victim]
    assert why in table.reasons()


@rule("E21.30")
def test_they_never_choose_their_own() -> None:
    table = confronting("missions", "violence", {"missions": {1: ["scarifist_guard", "gallows_bride"]}})
    assert annihilated(table) == []
    assert "nobody_to_annihilate E21.30" in table.reasons()


@rule("E21.30", "E14.11")
@card("misty_crawler")
def test_a_protected_unit_is_passed_over() -> None:
    """The Crawler cannot be annihilated beside another Unit of its owner."""
    zones: Zones = {"missions": {0: ["misty_crawler", "dignitary"], 1: ["scarifist_guard"]}}
    assert annihilated(confronting("missions", "violence", zones)) == ["dignitary.0"]


@rule("E21.30", "E14.2")
def test_the_player_may_save_and_the_guard_of_the_player_works() -> None:
    zones: Zones = {"missions": {0: ["symbiont"], 1: ["ashen_knight"]}}
    table = confronting("missions", "violence", zones, heat=(1, 0))
    assert table.asked == (0, "save_unit")
    table.choose("save")
    assert "symbiont" in table.hand(0)
    zones = {"missions": {0: ["symbiont", "scarifist_guard"], 1: ["ashen_knight", "gallows_bride"]}}
    table = confronting("missions", "violence", zones)
    assert table.asked == (0, "choose_victim")


@rule("E21.30", "E14.7")
def test_abilities_of_theirs_annihilate_by_the_same_rule() -> None:
    """Gallows Bride: when an opponent annihilates it, annihilate one Unit of that opponent here."""
    zones: Zones = {"missions": {0: ["marrow_leech", "assassin"], 1: ["gallows_bride"]}}
    table = confronting("missions", "violence", zones).choose("unit:gallows_bride")
    if table.asked == (0, "use_optional"):
        table.decline()
    assert annihilated(table) == ["gallows_bride", "marrow_leech"]
    table = gambit(
        hands={0: ["acolyte"], 1: ["bone_carver"]},
        turn=1,
        heat=(0, 1),
        zones={"missions": {0: ["dignitary", "symbiont"], 1: ["necrarch"]}},
    )
    assert annihilated(table) == ["symbiont"]


@rule("E21.31")
@card("gilded_asylum", "warden_of_the_last_gate")
@pytest.mark.parametrize("heat", [0, 2])
def test_the_houses_never_save_their_units_even_for_nothing(heat: int) -> None:
    zones: Zones = {"influences": {0: ["marrow_leech"], 1: ["warden_of_the_last_gate"]}}
    table = confronting("influences", "violence", zones, face_up={"influences": "gilded_asylum"}, heat=(0, heat))
    table.choose("unit:warden_of_the_last_gate")
    assert table.ever("unit_saved") == []
    assert "warden_of_the_last_gate" in table.discard()
    assert "never_saves E21.31" in [f"{x['why']} {x['rule']}" for x in table.ever("houses_chose")]


@rule("E21.31", "E14.4")
def test_a_basic_unit_in_their_hands_is_not_saved_either() -> None:
    zones: Zones = {"missions": {0: ["marrow_leech"], 1: ["dignitary"]}}
    table = confronting("missions", "violence", zones).choose("unit:dignitary.0")
    assert table.discard() == ["dignitary.0"]


# --- permanent abilities ------------------------------------------------------------------------------------


@rule("E21.32")
@card("ash_lamplighter")
def test_a_permanent_ability_is_used_whenever_possible_for_one_heat_less() -> None:
    """Ash Lamplighter: after another own Unit is assigned here, for 1 attach Occultism to it."""
    zones: Zones = {"missions": {1: ["ash_lamplighter"]}}
    table = gambit(hands={0: ["acolyte"], 1: ["symbiont"]}, zones=zones, turn=1)
    assert attached(table) == [("occultism", "symbiont")]
    assert table.ever("heat_paid") == []


@rule("E21.32")
def test_without_the_heat_it_is_not_used() -> None:
    dear = with_ability(
        "ash_lamplighter",
        {"op": "attach", "attribute": "occultism", "count": 1, "target": "subject"},
        trigger="on_assign",
        who="other_own",
        cost=2,
        optional=True,
    )
    zones: Zones = {"missions": {1: ["ash_lamplighter"]}}
    given: dict[str, Any] = {"hands": {0: ["acolyte"], 1: ["symbiont"]}, "zones": zones, "turn": 1, "game": dear}
    assert attached(gambit(**given, heat=(0, 0))) == []
    table = gambit(**given, heat=(0, 1))
    assert attached(table) == [("occultism", "symbiont")]
    assert table.heat() == [0, 0]


@rule("E21.32", "E8.11")
@card("carrion_courier")
def test_an_alternative_is_carried_out_besides_the_normal_effect_which_comes_first() -> None:
    """Carrion Courier: instead of the swap, draw a Unit."""
    zones: Zones = {"missions": {0: ["dignitary"], 1: ["carrion_courier"]}}
    table = confronting("missions", "cunning", zones, tokens={"dignitary": ["power"]}, deck=["symbiont"])
    assert stolen(table) == [("power", "dignitary.0", "carrion_courier")]
    assert {"seat": 1, "units": ["symbiont"]} in table.ever("units_drawn")
    kinds = [type(event).__name__ for event in table.log]
    assert kinds.index("TokenStolen") < kinds.index("UnitsDrawn")
    assert "both_effects E21.32" in table.reasons()


@rule("E21.32")
@card("forger_of_history")
def test_an_alternative_that_they_cannot_use_is_not_spoken_of() -> None:
    """Forger of History: without Heat, or without cards to exchange, the normal effect is all."""
    zones: Zones = {"missions": {0: ["dignitary"], 1: ["forger_of_history"]}}
    acquired = {0: ["lost_signet"], 1: ["trial_of_masks"]}
    cases: list[dict[str, Any]] = [{"acquired": acquired}, {"heat": (0, 1)}]
    for more in cases:
        table = confronting("missions", "cunning", zones, tokens={"dignitary": ["power"]}, **more)
        assert stolen(table) == [("power", "dignitary.0", "forger_of_history")]
        assert "both_effects E21.32" not in table.reasons()
        assert table.ever("ability_used") == []


@rule("E21.32", "E21.22")
def test_win_effects_and_permanent_abilities_bring_no_seal() -> None:
    zones: Zones = {"missions": {0: ["dignitary"], 1: ["web_wanderer"]}}
    table = confronting("missions", "cunning", zones)  # nothing to steal
    assert table.ever("seal_gained") == []


@rule("E21.32", "E8.11")
@card("demiurge_of_heat", "marrow_leech")
def test_abilities_that_react_to_winning_come_last() -> None:
    table = confronting("missions", "occultism", {"missions": {1: ["demiurge_of_heat"]}})
    kinds = [type(event).__name__ for event in table.log]
    assert kinds.index("TokenAttached") < kinds.index("HeatGained")
    zones: Zones = {"missions": {0: ["dignitary"], 1: ["marrow_leech"]}}
    table = confronting("missions", "violence", zones, heat=(2, 0))
    table.choose("save")
    assert table.ever("heat_taken") == []  # the player has no Unit there any more
    zones = {"missions": {0: ["dignitary", "acolyte"], 1: ["marrow_leech"]}}
    table = confronting("missions", "violence", zones, heat=(2, 0)).choose("save")
    assert table.ever("heat_taken") == [{"seat": 1, "victim": 0, "amount": 1}]


@rule("E21.32", "E8.12")
def test_an_extension_that_attaches_nothing_needs_a_normal_effect() -> None:
    extra = with_ability(
        "marrow_leech",
        {"op": "gain_heat", "player": "controller", "amount": 1},
        trigger="win_extend",
        attributes=["violence"],
        optional=True,
    )
    table = confronting("missions", "violence", {"missions": {1: ["marrow_leech"]}}, game=extra)
    assert table.ever("heat_gained") == []
    zones: Zones = {"missions": {0: ["dignitary"], 1: ["marrow_leech"]}}
    table = confronting("missions", "violence", zones, game=extra).choose("let_go")
    assert table.ever("heat_gained") == [{"seat": 1, "amount": 1}]


@rule("E21.32")
@card("biometric_anomaly")
def test_a_reaction_to_their_own_loss_is_used() -> None:
    """Biometric Anomaly: when it is annihilated, 1 token of any attribute on another own Unit here."""
    zones: Zones = {"missions": {0: ["marrow_leech", "assassin"], 1: ["biometric_anomaly", "necrarch"]}}
    table = confronting("missions", "violence", zones).choose("unit:biometric_anomaly")
    assert ("power", "necrarch") in attached(table)

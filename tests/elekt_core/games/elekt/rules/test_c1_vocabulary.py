"""C1: the vocabulary in which cards are written, also in ways that no card of the base set uses."""

from __future__ import annotations

import pytest

from ..builders import position
from .marks import rule
from .scenes import Zones, assigning, confronting, scores, tokens_of, winners, with_ability

ATTACH_POWER = {"op": "attach", "attribute": "power", "count": 1, "target": "this"}
HEAT = {"op": "gain_heat", "player": "controller", "amount": 1}

# --- C1.A: the frame of an ability --------------------------------------------------------------------------


@rule("C1.2", "E14.10", "E18.1")
def test_a_unit_that_is_removed_as_part_of_the_cost_goes_to_the_discard_pile() -> None:
    draw = {"op": "draw_units", "player": "controller", "count": 2}
    game = with_ability("confessor", draw, trigger="on_assign_self", extra_cost="remove_self", optional=True)
    table = assigning("confessor", "missions", game=game, deck=["symbiont", "dark_exarch"]).choose("use")
    assert table.discard() == ["confessor"]
    assert table.hand(0) == ["symbiont", "dark_exarch"]


@rule("C1.3", "E15.12")
def test_a_mandatory_instant_ability_is_carried_out_without_asking() -> None:
    game = with_ability("confessor", ATTACH_POWER, trigger="on_assign_self", optional=False)
    table = assigning("confessor", "missions", game=game)
    assert tokens_of(table) == [("power", "confessor")]
    assert table.asked == (1, "assign_or_pass")


@rule("C1.3", "C1.61")
def test_a_mandatory_ability_that_leaves_a_choice_asks_for_it_and_cannot_be_declined() -> None:
    attach = {**ATTACH_POWER, "target": "any"}
    game = with_ability("confessor", attach, trigger="on_assign_self", optional=False)
    table = assigning("confessor", "missions", {"missions": {1: ["dignitary"]}}, game=game)
    assert table.paths() == ["use unit:confessor", "use unit:dignitary.1"]


@rule("C1.4")
@pytest.mark.parametrize(("frequency", "times"), [("unlimited", 2), ("once_per_round", 1), ("once_per_game", 1)])
def test_how_often_an_ability_acts_in_a_round(frequency: str, times: int) -> None:
    attach = {**ATTACH_POWER, "target": "subject"}
    game = with_ability("symbiont", attach, trigger="on_assign", who="other_own", frequency=frequency)
    zones = {"court": {0: ["symbiont"]}}
    hands = {0: ["dignitary", "dark_exarch"]}
    table = position(zones=zones, hands=hands, passed=[1], game=game)
    table.assign("dignitary", "court").assign("dark_exarch", "court")
    assert [event["unit"] for event in table.ever("token_attached")] == ["dignitary.0", "dark_exarch"][:times]


@rule("C1.4", "E10.8")
@pytest.mark.parametrize(("frequency", "again"), [("once_per_round", True), ("once_per_game", False)])
def test_a_new_round_brings_back_what_is_used_once_per_round_only(frequency: str, again: bool) -> None:
    peek = {"op": "peek_hand", "player": "choose_opponent"}
    game = with_ability(
        "web_of_informers", peek, trigger="assignment_phase_start", zone="any", frequency=frequency, optional=True
    )
    hands = {0: ["acolyte"], 1: ["nameless"]}
    table = position(phase="assignment_start", hands=hands, acquired={0: ["web_of_informers"]}, game=game)
    table.choose("use", "player:1")
    while table.state.round == 1 or table.state.question == "recruit":
        table.choose(*table.paths()[0].split())
    assert (table.asked == (0, "use_optional")) == again


@rule("C1.5", "E15.1")
@pytest.mark.parametrize(("zone", "gains"), [("this", 0), ("any", 1), ("court", 1), ("influences", 0)])
def test_an_ability_works_in_its_own_zone_in_a_named_one_or_everywhere(zone: str, gains: int) -> None:
    game = with_ability("demiurge_of_heat", HEAT, trigger="win_after", attributes=["violence"], zone=zone)
    zones: Zones = {"missions": {0: ["demiurge_of_heat"]}, "court": {0: ["assassin"]}}
    table = confronting("court", "violence", zones, game=game).decline()
    assert len(table.ever("heat_gained")) == gains


@rule("C1.7")
def test_without_attributes_a_trigger_is_about_every_confrontation() -> None:
    game = with_ability("demiurge_of_heat", HEAT, trigger="win_after")
    zones: Zones = {"missions": {0: ["demiurge_of_heat", "assassin", "nameless"]}}
    board = {"missions": "truce_of_ashes"}
    for attribute in ("occultism", "cunning", "violence", "power"):
        table = confronting("missions", attribute, zones, game=game, heat=[0, 0], face_up=board)
        if table.state.question != "recruit":
            table.decline()
        assert len(table.ever("heat_gained")) == 1


# --- C1.B: triggers -----------------------------------------------------------------------------------------


@rule("C1.10")
@pytest.mark.parametrize(
    ("who", "assigner", "reacts"),
    [
        ("any", 0, True),
        ("any", 1, True),
        ("own", 0, True),
        ("own", 1, False),
        ("other_own", 0, True),
        ("other_own", 1, False),
    ],
)
def test_whose_assignment_triggers(who: str, assigner: int, reacts: bool) -> None:
    game = with_ability("dark_exarch", HEAT, trigger="on_assign", who=who)
    hands = {assigner: ["dignitary"], 1 - assigner: ["acolyte"]}
    table = position(turn=assigner, zones={"court": {0: ["dark_exarch"]}}, hands=hands, game=game)
    table.assign("dignitary", "court")
    assert table.happened("heat_gained") == ([{"seat": 0, "amount": 1}] if reacts else [])


@rule("C1.11", "E8.11")
@pytest.mark.parametrize(("attribute", "question"), [("occultism", "attach_tokens"), ("violence", "annihilate_unit")])
def test_any_effect_of_a_win_can_be_replaced(attribute: str, question: str) -> None:
    game = with_ability("symbiont", HEAT, trigger="win_replace", attributes=[attribute], optional=True)
    zones: Zones = {"missions": {0: ["symbiont"]}}
    assert confronting("missions", attribute, zones, game=game).decline().asked == (0, question)
    used = confronting("missions", attribute, zones, game=game).choose("use")
    assert used.state.question == "recruit"
    assert used.happened("heat_gained") == [{"seat": 0, "amount": 1}]


@rule("C1.12", "E8.12")
@pytest.mark.parametrize(("decline", "reacts"), [(True, False), (False, True)])
def test_an_extension_that_attaches_nothing_needs_the_effect(decline: bool, reacts: bool) -> None:
    game = with_ability("symbiont", HEAT, trigger="win_extend", attributes=["occultism"])
    table = confronting("missions", "occultism", {"missions": {0: ["symbiont"]}}, game=game)
    if decline:
        table.decline()
    else:
        table.choose("token:power", "unit:symbiont", "done")
    assert bool(table.happened("heat_gained")) == reacts


@rule("C1.13", "C1.28")
def test_a_mission_that_reacts_to_a_win_acts_for_the_winner() -> None:
    game = with_ability("truce_of_ashes", {**HEAT, "player": "winner"}, trigger="win_after", attributes=["violence"])
    board = {"missions": "truce_of_ashes"}
    table = confronting("missions", "violence", {"missions": {1: ["assassin"]}}, game=game, face_up=board).decline()
    assert table.happened("heat_gained") == [{"seat": 1, "amount": 1}]


@rule("C1.19")
@pytest.mark.parametrize(("who", "victim", "reacts"), [
    ("this", "dark_exarch", True), ("this", "dignitary.1", False),
    ("other", "dark_exarch", False), ("other", "dignitary.1", True), ("other", "bone_carver", True),
    ("any", "dark_exarch", True), ("any", "bone_carver", True),
    ("own", "dignitary.1", True), ("own", "bone_carver", False),
])  # fmt: skip
def test_whose_annihilation_triggers(who: str, victim: str, reacts: bool) -> None:
    game = with_ability("dark_exarch", HEAT, trigger="on_annihilated", who=who)
    zones = {"court": {0: ["assassin"], 1: ["dark_exarch", "dignitary"]}, "missions": {0: ["nameless"]}}
    if victim == "bone_carver":
        zones = {"court": {0: ["ravenous_skarger", "bone_carver"], 1: ["dark_exarch"]}}
        table = confronting("court", "violence", zones, game=game, heat=[2, 0]).choose("unit:bone_carver")
    else:
        table = assigning("bone_carver", "court", zones, game=game, heat=[2, 0]).choose("use", f"unit:{victim}")
    if table.state.question == "save_unit":
        table.choose("let_go")
    assert bool(table.happened("heat_gained")) == reacts


@rule("C1.20")
def test_a_unit_may_react_to_a_swap_that_brings_one() -> None:
    game = with_ability("dark_exarch", {**ATTACH_POWER, "target": "subject"}, trigger="on_swap_in", who="own")
    zones: Zones = {"missions": {0: ["nameless"]}, "court": {0: ["dark_exarch", "acolyte"]}}
    table = confronting("missions", "cunning", zones, game=game).choose("unit:nameless.0", "with:acolyte.0")
    assert tokens_of(table) == [("power", "nameless.0")]


@rule("C1.21", "C1.28")
def test_an_acquired_privilege_may_act_at_once() -> None:
    game = with_ability("web_of_informers", {**HEAT, "player": "acquirer"}, trigger="on_acquire_self")
    board = {"court": "web_of_informers"}
    table = confronting("court", "power", {"court": {1: ["dignitary"]}}, game=game, face_up=board, heat=[0, 0])
    assert table.ever("heat_gained") == [{"seat": 1, "amount": 1}]


@rule("C1.23", "E8.17")
@pytest.mark.parametrize("trigger", ["assignment_phase_start", "confrontation_phase_start"])
def test_a_unit_or_a_mission_may_act_when_a_phase_begins(trigger: str) -> None:
    phase = trigger.removesuffix("_phase_start").replace("assignment", "assignment_start")
    mission = with_ability("truce_of_ashes", HEAT, trigger=trigger)
    table = position(
        phase=phase, game=mission, holder=1, hands={1: ["acolyte"]}, face_up={"missions": "truce_of_ashes"}, heat=[0, 0]
    )
    assert table.ever("heat_gained")[0] == {"seat": 1, "amount": 1}  # the holder acts for it
    if phase == "confrontation":
        unit = with_ability("dark_exarch", HEAT, trigger=trigger)
        table = position(phase=phase, game=unit, zones={"court": {0: ["dark_exarch"]}}, heat=[0, 0])
        assert table.ever("heat_gained")[0] == {"seat": 0, "amount": 1}


@rule("C1.24")
def test_a_unit_may_act_at_the_end_of_its_owners_turn() -> None:
    game = with_ability("dark_exarch", HEAT, trigger="own_assignment_turn_end")
    zones = {"court": {0: ["dark_exarch"], 1: ["nameless"]}}
    table = assigning("acolyte", "missions", zones, game=game)
    assert table.ever("heat_gained") == []
    table.decline()
    assert table.happened("heat_gained") == [{"seat": 0, "amount": 1}]
    assert table.assign("acolyte", "missions").decline().happened("heat_gained") == []  # not for an opponent's turn


@rule("C1.25", "C1.5")
@pytest.mark.parametrize(("zone", "heat"), [("court", 2), ("missions", 0)])
def test_a_unit_in_the_court_may_act_when_heat_is_gathered(zone: str, heat: int) -> None:
    game = with_ability("dark_exarch", HEAT, trigger="heat_gathering")
    table = position(phase="round_end", zones={zone: {0: ["dark_exarch"]}}, heat=[0, 0], game=game)
    assert table.heat() == [heat, 0]


# --- C1.C: selectors ----------------------------------------------------------------------------------------


@rule("C1.27")
def test_all_units_of_a_zone_at_once() -> None:
    attach = {**ATTACH_POWER, "target": "all"}
    game = with_ability("confessor", attach, trigger="on_assign_self", optional=True)
    zones = {"missions": {0: ["acolyte"], 1: ["dignitary"]}, "court": {1: ["nameless"]}}
    table = assigning("confessor", "missions", zones, game=game).choose("use")
    assert tokens_of(table) == [("power", "acolyte.0"), ("power", "confessor"), ("power", "dignitary.1")]


@rule("C1.27", "E13.4")
def test_one_token_for_each_unit_while_there_are_any() -> None:
    attach = {**ATTACH_POWER, "target": "all"}
    game = with_ability("confessor", attach, trigger="on_assign_self", optional=True)
    zones = {"missions": {0: ["acolyte"], 1: ["dignitary"]}, "court": {1: ["nameless"]}}
    table = assigning("confessor", "missions", zones, game=game, tokens={"nameless": ["power"] * 6}).choose("use")
    assert tokens_of(table) == [("power", "acolyte.0")]


@rule("C1.28", "C1.41")
def test_each_opponent_discards_from_hand_in_court_order() -> None:
    discard = {"op": "discard_from_hand", "player": "each_opponent", "count": 1, "choice": "owner"}
    game = with_ability("confessor", discard, trigger="on_assign_self", optional=True)
    hands = {0: ["confessor"], 1: ["acolyte", "nameless"], 2: ["symbiont"], 3: []}
    table = position(seats=4, hands=hands, game=game, direction="counter_clockwise").assign("confessor", "missions")
    table.choose("use")
    assert table.discard() == ["symbiont"]  # seat 2 has no choice, and comes before seat 1
    assert table.asked == (1, "discard_from_hand")
    table.choose("unit:nameless.1")
    assert table.discard() == ["symbiont", "nameless.1"]


@rule("C1.28")
def test_an_opponent_is_chosen_here_or_anywhere() -> None:
    zones = {"missions": {1: ["dignitary"]}, "court": {2: ["dignitary"]}}
    hands = {0: ["confessor"], 1: ["acolyte"]}
    for selector, wanted in (("choose_opponent", ["1", "2"]), ("choose_opponent_in_zone", ["1"])):
        lose = {"op": "lose_heat", "player": selector, "amount": 1}
        game = with_ability("confessor", lose, trigger="on_assign_self", optional=True)
        table = position(seats=3, zones=zones, hands=hands, game=game).assign("confessor", "missions")
        assert table.paths() == ["decline", *(f"use player:{seat}" for seat in wanted)]


@rule("C1.29")
@pytest.mark.parametrize(
    ("rule_", "wanted"),
    [
        ({"type": "cultist"}, ["acolyte.1"]),
        ({"type": "none"}, ["dignitary.1"]),
        ({"kind": "basic"}, ["acolyte.1", "dignitary.1"]),
        ({"kind": "elite"}, ["symbiont"]),
        ({"symbol": "violence"}, ["acolyte.1", "symbiont"]),
        ({"token": True}, ["acolyte.1"]),
        ({"ability": "instant"}, ["acolyte.1"]),
        ({"ability": "permanent"}, ["dignitary.1", "symbiont"]),
        ({"min_cost": 1}, ["acolyte.1"]),
        ({"kind": "basic", "ability": "permanent"}, ["dignitary.1"]),
    ],
)
def test_filters(rule_: dict[str, object], wanted: list[str]) -> None:
    back = {"op": "return_to_hand", "target": "other", "to": "owner", "filter": rule_}
    game = with_ability("confessor", back, trigger="on_assign_self", optional=True)
    zones = {"missions": {1: ["acolyte", "dignitary", "symbiont"]}}
    table = assigning("confessor", "missions", zones, game=game, tokens={"acolyte": ["violence"]}, other=["nameless"])
    assert table.paths() == ["decline", *(f"use unit:{unit}" for unit in wanted)]


# --- C1.D: primitives ---------------------------------------------------------------------------------------


@rule("C1.32", "E13.4")
def test_several_tokens_go_to_one_unit_as_far_as_the_pool_has_them() -> None:
    attach = {**ATTACH_POWER, "count": 3}
    game = with_ability("confessor", attach, trigger="on_assign_self", optional=True)
    zones = {"court": {1: ["dignitary"]}}
    for on_board, got in ((0, 3), (5, 2)):
        tokens = {"dignitary": ["power"] * on_board}
        table = assigning("confessor", "missions", zones, game=game, tokens=tokens).choose("use")
        assert table.tokens("confessor") == {"power": got}


@rule("C1.38", "E14.9")
@pytest.mark.parametrize(("to", "holder"), [("owner", 1), ("controller", 0)])
def test_a_returned_unit_goes_to_its_owners_or_the_controllers_hand(to: str, holder: int) -> None:
    back = {"op": "return_to_hand", "target": "other", "to": to}
    game = with_ability("confessor", back, trigger="on_assign_self", optional=True)
    zones = {"missions": {1: ["dignitary"]}}
    table = assigning("confessor", "missions", zones, game=game, tokens={"dignitary": ["power"]})
    table.choose("use", "unit:dignitary.1")
    assert "dignitary.1" in table.hand(holder)
    assert table.state.pool[3] == 7
    assert table.happened("unit_annihilated") == []


@rule("C1.39")
def test_an_annihilation_that_cannot_be_saved_from() -> None:
    kill = {"op": "annihilate", "target": "other", "savable": False}
    game = with_ability("confessor", kill, trigger="on_assign_self", optional=True)
    table = assigning("confessor", "missions", {"missions": {1: ["dignitary"]}}, game=game)
    assert table.choose("use", "unit:dignitary.1").discard() == ["dignitary.1"]


@rule("C1.44", "E12.4")
@pytest.mark.parametrize(("mine", "theirs", "taken"), [(0, 3, 2), (2, 3, 1), (0, 1, 1)])
def test_heat_is_taken_as_far_as_it_is_there_and_fits(mine: int, theirs: int, taken: int) -> None:
    take = {"op": "take_heat", "player": "choose_opponent", "amount": 2}
    game = with_ability("confessor", take, trigger="on_assign_self", optional=True)
    table = assigning("confessor", "missions", game=game, heat=[mine, theirs]).choose("use", "player:1")
    assert table.heat() == [mine + taken, theirs - taken]


@rule("C1.45", "E8.5")
def test_one_symbol_counts_once_however_many_rules_say_so() -> None:
    count = {"op": "count_as", "from": "cunning", "to": "power", "target": "own"}
    game = with_ability("dark_exarch", count, trigger="static")
    zones: Zones = {"influences": {0: ["dark_exarch", "carrion_courier"], 1: ["nameless"]}}
    both = confronting("influences", "power", zones, game=game, face_up={"influences": "temple_to_the_emperor"})
    assert scores(both) == [[3, 1]]  # 1 printed, the Courier's 2 Cunning once
    one = confronting("influences", "power", zones, game=game)
    assert scores(one) == [[3, 0]]  # own Units only


@rule("C1.46", "E8.5")
def test_symbols_are_added_up_before_they_are_cut_at_0() -> None:
    fewer = {"op": "add_symbols", "attribute": "power", "amount": -2, "target": "other"}
    game = with_ability("dark_exarch", fewer, trigger="static")
    zones: Zones = {"court": {0: ["dark_exarch"], 1: ["dignitary", "ecclesiast"]}}
    assert scores(confronting("court", "power", zones, game=game)) == [[1, 0]]  # 1 + 1 - 2, and 2 - 2


@rule("C1.48", "E16.2")
@pytest.mark.parametrize(("action", "thief"), [("return", False), ("annihilate", True)])
def test_a_unit_may_protect_others_from_units(action: str, thief: bool) -> None:
    protect = {"op": "protect", "target": "other_own", "from": [action]}
    game = with_ability("dark_exarch", protect, trigger="static")
    zones = {"missions": {1: ["dark_exarch", "dignitary"]}}
    table = assigning("body_thief", "missions", zones, game=game)
    assert ("use unit:dignitary.1" in table.paths()) == thief
    assert "use unit:dark_exarch" in table.paths()
    table = assigning("bone_carver", "missions", zones, game=game)
    assert ("use unit:dignitary.1" in table.paths()) != thief


@rule("C1.54", "E16.2")
def test_a_units_forbid_binds_units_missions_and_the_plain_effect_but_no_privilege() -> None:
    game = with_ability("dark_exarch", {"op": "forbid", "action": "attach", "who": "all"}, trigger="static")
    zones = {"missions": {1: ["dark_exarch"]}}
    assert assigning("acolyte", "missions", zones, game=game, other=["nameless"]).asked == (1, "assign_or_pass")
    archives = {"missions": "burning_archives"}
    assert assigning("dignitary", "missions", zones, game=game, face_up=archives).asked == (1, "assign_or_pass")
    plain = confronting("missions", "occultism", zones, game=game)
    assert winners(plain) == [1]
    assert plain.state.question == "recruit"
    keeper = assigning("dignitary", "missions", zones, game=game, acquired={0: ["keeper_of_the_privy_seal"]})
    assert tokens_of(keeper.choose("use")) == [("power", "dignitary.0")]


@rule("C1.54")
def test_a_forbid_for_the_owners_units_only() -> None:
    game = with_ability("dark_exarch", {"op": "forbid", "action": "save", "who": "own"}, trigger="static")
    zones: Zones = {"missions": {0: ["ravenous_skarger", "dignitary"], 1: ["dark_exarch", "acolyte"]}}
    theirs = confronting("missions", "violence", zones, game=game).choose("unit:acolyte.1")
    assert theirs.discard() == ["acolyte.1"]
    mine = confronting("missions", "violence", zones, game=game).choose("unit:dignitary.0")
    assert mine.asked == (0, "save_unit")


@rule("C1.55")
def test_a_set_number_comes_first_and_added_ones_sum_up() -> None:
    game = with_ability(
        "dark_exarch", {"op": "modify", "what": "save_cost", "add": 1, "who": "all", "minimum": 0}, trigger="static"
    )
    board = {"influences": "gilded_asylum"}
    zones: Zones = {"influences": {0: ["ravenous_skarger"], 1: ["symbiont", "dark_exarch"]}}
    table = confronting("influences", "violence", zones, game=game, face_up=board).choose("unit:symbiont")
    assert table.choose("save").happened("heat_paid") == [{"seat": 1, "amount": 1}]  # 0 + 1
    zones = {"court": zones["influences"]}
    table = confronting("court", "violence", zones, game=game, heat=[2, 1]).choose("unit:symbiont")
    assert "symbiont" in table.discard()  # 1 + 1 is more than there is


@rule("C1.55", "C4.6.12")
def test_the_limit_in_force_is_the_base_plus_all_changes_but_at_least_1() -> None:
    lower = {"op": "modify", "what": "zone_limit", "add": -1, "who": "all", "minimum": 1}
    game = with_ability("dark_exarch", lower, trigger="static")
    zones = {"missions": {1: ["dark_exarch"]}}
    board = {"missions": "duel_of_regents"}
    hands = {0: ["acolyte"], 1: ["nameless"]}
    table = position(seats=3, zones=zones, hands=hands, face_up=board, game=game)  # 2 - 1 - 1
    assert "unit:acolyte.0 zone:missions" in table.paths()
    both = {"court": {1: ["dark_exarch"], 0: ["dignitary", "nameless"]}}
    hands = {0: ["acolyte"], 1: ["assassin"]}
    for privileges, room in (({0: ["heir_presumptive"]}, False), ({}, False)):
        table = position(seats=3, zones=both, hands=hands, acquired=privileges, game=game)  # 2 - 1 + 1, 2 - 1
        assert ("unit:acolyte.0 zone:court" in table.paths()) == room


@rule("C1.56", "E6.4", "E6.8")
def test_units_are_drawn_as_many_as_there_are() -> None:
    draw = {"op": "draw_units", "player": "controller", "count": 3}
    game = with_ability("confessor", draw, trigger="on_assign_self", optional=True)
    table = position(hands={0: ["confessor"]}, passed=[1], elite_deck=["symbiont"], game=game)
    pile = len(table.discard())
    assert pile > 2
    table.assign("confessor", "missions").choose("use")
    assert [len(event["units"]) for event in table.happened("units_drawn")[:2]] == [1, 2]  # reshuffled in between
    assert table.hand(0)[0] == "symbiont"
    assert table.ever("deck_reshuffled")


@rule("C1.57")
def test_several_units_are_recovered_one_after_another() -> None:
    recover = {"op": "recover_from_discard", "player": "controller", "count": 2}
    game = with_ability("confessor", recover, trigger="on_assign_self", optional=True)
    pile = ["symbiont", "dark_exarch", "necrarch"]
    table = assigning("confessor", "missions", game=game, discard=pile)
    assert "use pile:symbiont pile:symbiont" not in table.paths()
    table.choose("use", "pile:necrarch", "pile:symbiont")
    assert table.hand(0) == ["necrarch", "symbiont"]
    assert table.discard() == ["dark_exarch"]


@rule("C1.61", "E15.9")
def test_effects_come_in_list_order_and_a_later_one_is_tried_though_the_one_before_it_did_less() -> None:
    lose = {"op": "lose_heat", "player": "controller", "amount": 3}
    game = with_ability("confessor", ATTACH_POWER, lose, HEAT, trigger="on_assign_self", optional=True)
    table = assigning("confessor", "missions", game=game, heat=[1, 2]).choose("use")
    assert table.kinds() == ["ability_used", "token_attached", "heat_discarded", "heat_gained"]
    without = assigning("confessor", "missions", game=game, heat=[0, 2]).choose("use")
    assert without.kinds() == ["ability_used", "token_attached", "heat_gained"]


@rule("C1.33", "E15.9")
def test_a_token_that_an_effect_before_took_away_is_not_detached_again() -> None:
    detach = {"op": "detach", "attribute": "power", "count": 1, "target": "other"}
    game = with_ability("confessor", detach, detach, trigger="on_assign_self", optional=True)
    zones = {"missions": {1: ["dignitary"]}}
    table = assigning("confessor", "missions", zones, game=game, tokens={"dignitary": ["power"]})
    table.choose("use", "unit:dignitary.1", "unit:dignitary.1")
    assert len(table.happened("token_detached")) == 1
    assert table.state.pool[3] == 7


@rule("C1.34", "E15.9")
def test_a_token_is_not_moved_from_a_unit_that_has_left() -> None:
    back = {"op": "return_to_hand", "target": "other", "to": "owner"}
    move = {"op": "move_token", "attribute": "power", "from": "other", "to": "this"}
    game = with_ability("confessor", back, move, trigger="on_assign_self", optional=True)
    zones = {"missions": {1: ["dignitary"]}}
    table = assigning("confessor", "missions", zones, game=game, tokens={"dignitary": ["power"]})
    table.choose("use", "unit:dignitary.1", "from:dignitary.1")
    assert table.hand(1) == ["acolyte.1", "dignitary.1"]
    assert table.happened("token_moved") == []


@rule("C1.34", "C1.27")
def test_a_token_may_be_moved_from_the_unit_itself_to_another() -> None:
    move = {"op": "move_token", "attribute": "any", "from": "this", "to": "other"}
    game = with_ability("symbiont", move, trigger="win_after", attributes=["violence"], optional=True)
    zones: Zones = {"missions": {0: ["symbiont", "assassin"]}}
    table = confronting("missions", "violence", zones, game=game, tokens={"symbiont": ["power"]}).decline()
    assert table.paths() == ["decline", "use token:power unit:assassin.0"]
    table.choose("use", "token:power", "unit:assassin.0")
    assert [(event["other"], event["unit"]) for event in table.happened("token_moved")] == [("symbiont", "assassin.0")]


@rule("C1.36", "E18.7")
def test_of_several_units_as_many_are_moved_as_there_is_room_for() -> None:
    move = {"op": "move", "target": "all", "to": "court"}
    game = with_ability("confessor", move, trigger="on_assign_self", optional=True)
    zones = {"missions": {0: ["acolyte"]}, "court": {0: ["dignitary", "nameless"]}}
    table = assigning("confessor", "missions", zones, game=game).choose("use")
    assert table.row("court", 0) == ["dignitary.0", "nameless.0", "acolyte.0"]
    assert table.row("missions", 0) == ["confessor"]


@rule("C1.2", "C1.5")
def test_a_face_up_card_that_is_its_own_cost_leaves_its_own_board() -> None:
    game = with_ability(
        "truce_of_ashes", {**HEAT, "player": "winner"}, trigger="win_after", attributes=["violence"], zone="any",
        extra_cost="remove_self", optional=True,
    )  # fmt: skip
    board = {"missions": "truce_of_ashes"}
    table = confronting("court", "violence", {"court": {0: ["assassin"]}}, game=game, face_up=board).decline()
    table.choose("use")
    assert table.happened("card_removed")[0] == {"card": "truce_of_ashes", "zone": "missions", "seat": None}

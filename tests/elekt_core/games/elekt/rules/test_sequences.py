"""Where several cards meet: what comes first, what is finished before what, and what no longer happens."""

from __future__ import annotations

import pytest

from elekt_core.kit.notation import kind_of

from ..builders import Table, position
from .marks import card, rule
from .scenes import Zones, assigning, confronting, scores, tokens_of, winners

# --- a Unit is assigned (E7.13, E7.14) ----------------------------------------------------------------------


def duel_of_skarger_and_bride(mission: str) -> Table:
    """The Skarger's owner wins its Violence confrontation, the Bride falls and takes the Skarger with her."""
    zones = {"missions": {0: ["assassin"], 1: ["gallows_bride"]}}
    board = {"missions": mission}
    table = assigning("ravenous_skarger", "missions", zones, hand=["dignitary", "symbiont"], face_up=board)
    table.choose("use").choose("unit:gallows_bride").choose("let_go")
    assert table.asked == (1, "use_optional")
    return table.choose("use", "unit:ravenous_skarger").choose("let_go")


@card("ravenous_skarger", "gallows_bride", "mechanical_staldorg")
@rule("E7.13", "E7.14", "E16.6")
def test_the_staldorg_waits_until_all_that_the_unit_caused_is_over_and_comes_though_the_unit_is_gone() -> None:
    table = duel_of_skarger_and_bride("mechanical_staldorg")
    assert table.discard() == ["gallows_bride", "ravenous_skarger"]
    assert table.asked == (0, "discard_from_hand")  # it concerns the player


@card("ravenous_skarger", "gallows_bride", "burning_archives")
@rule("E7.14")
def test_the_archives_concern_the_unit_and_pass_over_it_when_it_is_gone() -> None:
    assert duel_of_skarger_and_bride("burning_archives").asked == (1, "assign_or_pass")


@card("nameless", "ash_lamplighter")
@rule("E16.5", "E15.1")
def test_a_unit_that_comes_to_the_zone_only_now_does_not_react_to_the_assignment() -> None:
    table = assigning("nameless", "missions", {"court": {0: ["ash_lamplighter"]}}, heat=[3, 2])
    table.choose("use", "unit:ash_lamplighter")
    assert table.row("missions", 0) == ["nameless.0", "ash_lamplighter"]
    assert table.asked == (1, "assign_or_pass")


@card("duchess_of_the_shroud", "ash_lamplighter")
@rule("E15.7", "E16.5")
def test_a_unit_that_has_left_the_zone_no_longer_reacts() -> None:
    zones = {"missions": {0: ["ash_lamplighter"]}, "court": {0: ["dignitary"]}}
    table = assigning("duchess_of_the_shroud", "missions", zones, heat=[3, 2])
    table.choose("use", "unit:ash_lamplighter", "with:dignitary.0")
    assert table.asked == (1, "assign_or_pass")


@card("animator_of_delight", "ash_lamplighter")
@rule("E15.13", "C1.47")
def test_a_waiting_ability_that_is_stopped_is_not_offered() -> None:
    zones = {"missions": {0: ["ash_lamplighter"]}}
    table = assigning("animator_of_delight", "missions", zones, heat=[3, 2])
    assert table.choose("use", "unit:ash_lamplighter").asked == (1, "assign_or_pass")
    declined = assigning("animator_of_delight", "missions", zones, heat=[3, 2]).decline()
    assert declined.asked == (0, "use_optional")  # the instant ability came first, then the Lamplighter


@card("hidden_dagger", "burning_archives", "acolyte")
@rule("E7.13", "C1.24")
def test_privilege_own_ability_mission_and_end_of_turn_come_in_this_order() -> None:
    privileges = {0: ["hidden_dagger", "keeper_of_the_privy_seal"]}
    zones = {"missions": {0: ["ash_lamplighter"], 1: ["dignitary"]}}
    board = {"missions": "burning_archives"}
    table = assigning("acolyte", "missions", zones, acquired=privileges, face_up=board, heat=[3, 2], other=["nameless"])
    asked = []
    while table.asked and table.asked[0] == 0:
        asked.append(table.game.cards.names[table.state.step.card])
        table.decline()
    assert asked == ["keeper_of_the_privy_seal", "acolyte.0", "ash_lamplighter", "burning_archives", "hidden_dagger"]


@rule("E7.7", "E7.6")
def test_a_forced_pass_stays_a_pass_when_a_unit_comes_back_to_the_hand() -> None:
    zones = {"missions": {1: ["dignitary"]}}
    table = position(zones=zones, hands={0: ["acolyte", "bone_carver", "nameless"]}, heat=[3, 2])
    table.assign("acolyte", "court").decline()
    assert table.ever("player_passed") == [{"seat": 1, "forced": True}]
    table.assign("bone_carver", "missions").choose("use", "unit:dignitary.1").choose("save")
    assert table.hand(1) == ["dignitary.1"]
    assert table.asked == (0, "assign_or_pass")
    table.passes()
    assert table.happened("phase_started")[0] == {"phase": "confrontation"}


# --- limits (C4.6.12) ---------------------------------------------------------------------------------------


@card("duel_of_regents", "nameless", "crypt_midwife")
@rule("E18.7", "E18.13", "C4.6.12")
def test_moving_and_placing_obey_the_limit_in_force() -> None:
    board = {"missions": "duel_of_regents"}
    zones = {"missions": {0: ["dignitary"]}, "court": {0: ["assassin"]}}  # 3 - 1, one stands there, one comes
    assert assigning("nameless", "missions", zones, face_up=board).asked == (1, "assign_or_pass")
    table = assigning("crypt_midwife", "missions", zones, hand=["symbiont"], face_up=board)
    assert table.asked == (1, "assign_or_pass")


@card("heir_presumptive", "crypt_midwife", "nameless")
@rule("E18.13", "C4.6.12")
def test_the_heir_has_room_for_one_more_to_be_placed_or_moved_to_the_court() -> None:
    zones = {"court": {0: ["dignitary", "acolyte"]}, "missions": {0: ["assassin"]}}
    privilege = {0: ["heir_presumptive"]}
    placed = assigning("crypt_midwife", "court", zones, hand=["symbiont"], acquired=privilege)
    assert placed.choose("use", "hand:symbiont").row("court", 0)[-2:] == ["crypt_midwife", "symbiont"]
    moved = assigning("nameless", "court", zones, acquired=privilege).choose("use", "unit:assassin.0")
    assert len(moved.row("court", 0)) == 4
    assert assigning("nameless", "court", zones).asked == (1, "assign_or_pass")


@card("duel_of_regents")
@rule("E9.9", "C4.6.12")
def test_a_swap_needs_no_room() -> None:
    board = {"missions": "duel_of_regents"}
    zones: Zones = {"missions": {0: ["nameless", "acolyte", "assassin"]}, "court": {0: ["dignitary"]}}
    table = confronting("missions", "cunning", zones, face_up=board)
    assert "unit:nameless.0 with:dignitary.0" in table.paths()


# --- annihilation (E14.5) -----------------------------------------------------------------------------------


@card("gallows_bride", "wildclanner", "tannery_of_souls", "bone_carver")
@rule("E16.6", "E16.3", "E16.1", "E14.5")
def test_what_the_brides_answer_causes_is_finished_before_the_others_react_to_her_own_fall() -> None:
    zones = {"influences": {1: ["gallows_bride"], 2: ["wildclanner"]}}
    board = {"influences": "tannery_of_souls"}
    hands = {0: ["bone_carver"], 1: ["acolyte"]}
    table = position(seats=3, zones=zones, hands=hands, face_up=board, heat=[2, 0, 0])
    table.assign("bone_carver", "influences").choose("use", "unit:gallows_bride")
    assert table.asked == (1, "use_optional")  # nobody has Heat to save; the Bride comes first in court order
    table.choose("use", "unit:bone_carver")
    told = [(kind_of(type(event)), getattr(event, "seat", None)) for event in table.events]
    wanted = [
        ("ability_used", 1),  # the Bride
        ("unit_annihilated", 0),
        ("unit_discarded", 0),
        ("ability_used", 2),  # the Wildclanner, for the Bone Carver
        ("token_attached", 2),
        ("ability_used", 1),  # the Tannery, for the Bone Carver
        ("heat_gained", 1),
        ("ability_used", 2),  # the Wildclanner, for the Bride
        ("token_attached", 2),
        ("ability_used", 0),  # the Tannery, for the Bride
        ("heat_gained", 0),
    ]
    assert told[: len(wanted)] == wanted
    assert table.tokens("wildclanner") == {"power": 2}


@card("scarifist_guard", "gallows_bride")
@rule("E19.2", "E14.8", "C1.26")
def test_the_bride_chosen_by_the_guards_owner_reacts_to_the_opponent_who_annihilated() -> None:
    zones = {"missions": {0: ["dignitary"], 1: ["gallows_bride", "scarifist_guard", "acolyte"]}}
    table = assigning("bone_carver", "missions", zones, other=["nameless"]).choose("use", "unit:acolyte.1")
    table.choose("unit:gallows_bride")
    assert table.discard() == ["gallows_bride"]  # she cannot be saved
    assert table.paths() == ["decline", "use unit:dignitary.0", "use unit:bone_carver"]


@card("hidden_dagger", "gallows_bride")
@rule("E14.8", "C1.27")
def test_the_bride_reaches_the_daggers_owner_in_her_own_zone_only() -> None:
    zones = {"missions": {1: ["gallows_bride"]}, "court": {0: ["dignitary"]}}
    privilege = {0: ["hidden_dagger"]}
    table = assigning("dark_exarch", "influences", zones, acquired=privilege, heat=[2, 0])
    assert table.choose("use", "unit:gallows_bride").asked == (1, "assign_or_pass")
    zones = {"missions": {0: ["symbiont"], 1: ["gallows_bride"]}, "court": {0: ["dignitary"]}}
    table = assigning("dark_exarch", "influences", zones, acquired=privilege, heat=[2, 0])
    assert table.choose("use", "unit:gallows_bride").paths() == ["decline", "use unit:symbiont"]


@card("dark_exarch", "wildclanner")
@rule("E14.7", "E19.3")
def test_the_wildclanner_reacts_to_a_unit_that_stays() -> None:
    zones = {"missions": {0: ["wildclanner"], 1: ["symbiont", "dark_exarch"]}}
    table = assigning("bone_carver", "missions", zones, tokens={"symbiont": ["power"] * 6})
    table.choose("use", "unit:symbiont").choose("save")
    assert tokens_of(table) == []  # not before the fate of the Unit is settled
    table.choose("use")
    assert table.kinds()[-2:] == ["ability_used", "token_attached"]
    assert table.tokens("symbiont") == {"power": 6}
    assert table.tokens("wildclanner") == {"power": 1}


@card("biometric_anomaly", "dark_exarch")
@rule("E14.7", "E14.8")
def test_the_anomaly_that_stays_reacts_and_still_means_another_unit() -> None:
    zones = {"missions": {1: ["biometric_anomaly", "dark_exarch"]}}
    table = assigning("bone_carver", "missions", zones)
    table.choose("use", "unit:biometric_anomaly").choose("save").choose("use")
    assert {path.split()[1] for path in table.paths()[1:]} == {"unit:dark_exarch"}


@card("captain_of_the_watch", "dark_exarch")
@rule("E16.1", "E19.3")
def test_a_free_saving_still_leaves_the_exarch_to_be_paid() -> None:
    zones = {"missions": {1: ["symbiont", "dark_exarch"]}}
    privilege = {1: ["captain_of_the_watch"]}
    table = assigning("bone_carver", "missions", zones, acquired=privilege, heat=[2, 1])
    table.choose("use", "unit:symbiont").choose("use").choose("save").choose("use")
    assert table.row("missions", 1) == ["symbiont", "dark_exarch"]
    assert table.heat() == [0, 0]


@card("night_of_knives", "dark_exarch")
@rule("C4.6.11", "E16.2")
def test_where_nobody_may_save_nobody_stays() -> None:
    zones = {"missions": {1: ["symbiont", "dark_exarch"]}}
    table = assigning("bone_carver", "missions", zones, face_up={"missions": "night_of_knives"})
    assert table.choose("use", "unit:symbiont").discard() == ["symbiont"]
    assert table.row("missions", 1) == ["dark_exarch"]


@card("misty_crawler", "gallows_bride")
@rule("E14.11", "E16.2")
def test_the_brides_answer_cannot_name_the_protected_crawler() -> None:
    zones = {"missions": {0: ["misty_crawler", "dignitary"], 1: ["gallows_bride"]}}
    table = assigning("bone_carver", "missions", zones, heat=[2, 0]).choose("use", "unit:gallows_bride")
    assert table.paths() == ["decline", "use unit:dignitary.0", "use unit:bone_carver"]


@card("misty_crawler", "animator_of_delight")
@rule("E15.13", "E14.11")
def test_a_crawler_whose_ability_is_stopped_is_not_protected() -> None:
    zones: Zones = {"missions": {0: ["ravenous_skarger"], 1: ["misty_crawler", "dignitary"]}}
    table = confronting("missions", "violence", zones, suppressed=["misty_crawler"])
    assert "unit:misty_crawler" in table.paths()


@card("scarifist_guard", "dark_exarch", "gallows_bride", "warden_of_the_last_gate", "wildclanner")
@rule("E15.13")
@pytest.mark.parametrize("stopped", ["scarifist_guard", "dark_exarch", "gallows_bride", "wildclanner"])
def test_stopped_units_do_not_react_to_an_annihilation(stopped: str) -> None:
    victim = stopped if stopped == "gallows_bride" else "dignitary.1"
    zones = {"missions": {1: list(dict.fromkeys(["dignitary", stopped]))}}
    table = assigning("bone_carver", "missions", zones, suppressed=[stopped]).choose("use", f"unit:{victim}")
    assert table.asked == (1, "save_unit")
    table.choose("let_go" if victim == stopped else "save")
    assert table.asked == (1, "assign_or_pass")
    assert tokens_of(table) == []


# --- stopped abilities (E15.13) -----------------------------------------------------------------------------


@card("dignitary", "animator_of_delight")
@rule("E15.13")
def test_a_stopped_ability_works_again_when_the_unit_has_left_its_zone() -> None:
    zones: Zones = {"missions": {0: ["nameless", "dignitary"]}, "court": {0: ["acolyte"]}}
    table = position(phase="confrontation", zones=zones, suppressed=["dignitary"])
    while table.state.question and table.asked != (0, "swap_units"):
        table.decline()
    table.choose("unit:dignitary.0", "with:acolyte.0")
    while table.state.question in ("attach_tokens", "swap_units", "annihilate_unit"):
        table.decline()
    court = next(
        event
        for event in table.ever("confrontation_scored")
        if (event["zone"], event["attribute"]) == ("court", "power")
    )
    assert court["counts"] == [2, None]


@card("rust_marionette", "midnight_bellringer", "ashen_knight", "animator_of_delight")
@rule("E15.13")
def test_stopped_abilities_neither_count_nor_decide() -> None:
    zones: Zones = {"missions": {0: ["rust_marionette"], 1: ["nameless"]}}
    assert scores(confronting("missions", "cunning", zones, suppressed=["rust_marionette"])) == [[0, 1]]
    zones = {"missions": {0: ["ecclesiast"], 1: ["midnight_bellringer"]}}
    assert winners(confronting("missions", "power", zones, suppressed=["midnight_bellringer"])) == [0]
    knight = position(
        phase="round_end", zones={"court": {0: ["ashen_knight"]}}, heat=[0, 0], suppressed=["ashen_knight"]
    )
    assert knight.heat() == [1, 0]


@card("plague_harbinger", "symbiont", "demiurge_of_heat", "animator_of_delight")
@rule("E15.13")
def test_stopped_abilities_bring_nothing_for_a_win() -> None:
    zones: Zones = {"missions": {0: ["plague_harbinger", "symbiont", "demiurge_of_heat"]}}
    stopped = ["plague_harbinger", "symbiont", "demiurge_of_heat"]
    table = confronting("missions", "occultism", zones, suppressed=stopped)
    equal = [{"attribute": "power", "unit": "symbiont"}] * 2
    table.refused("tokens_must_differ", 0, {"kind": "attach_tokens", "tokens": equal})
    table.choose("token:power", "unit:symbiont", "done")
    assert table.state.question == "recruit"
    assert table.ever("heat_gained") == []


# --- confrontations -----------------------------------------------------------------------------------------


@card("symbiont", "demiurge_of_heat", "hall_of_astrologers")
@rule("E8.11", "E8.12", "E16.1")
def test_effect_extensions_and_reactions_of_a_win_come_in_this_order() -> None:
    zones: Zones = {"influences": {0: ["demiurge_of_heat", "symbiont"]}}
    table = confronting("influences", "occultism", zones, face_up={"influences": "hall_of_astrologers"}, heat=[0, 0])
    told = []
    table.choose("token:power", "unit:symbiont", "done")
    for answer in (("use", "unit:symbiont", "token:power"), ("use", "unit:symbiont", "token:cunning")):
        told.append(table.game.cards.names[table.state.step.card])
        assert table.ever("heat_gained") == []
        table.choose(*answer)
    assert told == ["symbiont", "hall_of_astrologers"]
    assert table.ever("heat_gained") == [{"seat": 0, "amount": 1}]


@card("carrion_courier", "shadow_tamer", "web_wanderer")
@rule("E8.12", "C1.14")
def test_after_a_replaced_swap_nothing_extends_it() -> None:
    zones: Zones = {"missions": {0: ["carrion_courier", "shadow_tamer", "web_wanderer"]}, "court": {0: ["acolyte"]}}
    table = confronting("missions", "cunning", zones).choose("use")
    assert table.state.question == "recruit"
    assert table.ever("units_swapped") == []


@card("carrion_courier", "forger_of_history")
@rule("C1.11", "E16.3")
def test_of_two_replacements_the_left_one_is_offered_first_and_one_is_enough() -> None:
    zones: Zones = {"missions": {0: ["forger_of_history", "carrion_courier"]}, "court": {0: ["acolyte"]}}
    acquired = {0: ["truce_of_ashes"], 1: ["night_of_knives"]}
    table = confronting("missions", "cunning", zones, acquired=acquired)
    assert table.paths()[1] == "use give:truce_of_ashes take:night_of_knives"
    both = confronting("missions", "cunning", zones, acquired=acquired).decline()
    assert both.paths() == ["decline", "use"]
    table.choose("use", "give:truce_of_ashes", "take:night_of_knives")
    assert table.state.question == "recruit"


@card("lost_signet", "shadow_tamer")
@rule("E16.6", "C1.20")
def test_the_signet_acts_before_the_extension_of_the_same_swap() -> None:
    zones: Zones = {"missions": {0: ["shadow_tamer", "dignitary"]}, "court": {0: ["acolyte"]}}
    table = confronting("missions", "cunning", zones, face_up={"missions": "lost_signet"})
    table.choose("unit:dignitary.0", "with:acolyte.0")
    assert tokens_of(table) == [("power", "acolyte.0")]
    assert table.asked == (0, "use_optional")


@card("lost_signet", "web_wanderer")
@rule("E16.7", "C4.6.8")
def test_the_signet_acts_for_each_swap() -> None:
    zones: Zones = {"missions": {0: ["web_wanderer", "dignitary"]}, "court": {0: ["acolyte", "assassin"]}}
    table = confronting("missions", "cunning", zones, face_up={"missions": "lost_signet"})
    table.choose("unit:dignitary.0", "with:acolyte.0").choose("use", "unit:acolyte.0", "with:assassin.0")
    assert [event["unit"] for event in table.ever("token_attached")] == ["acolyte.0", "assassin.0"]


@card("ravenous_skarger", "marrow_leech", "master_of_swords")
@rule("E19.5", "E8.16")
def test_abilities_about_violence_apply_to_the_confrontation_that_the_skarger_calls_up() -> None:
    zones = {"missions": {0: ["marrow_leech"], 1: ["dignitary"]}}
    table = assigning("ravenous_skarger", "missions", zones, heat=[2, 2]).choose("use").decline()
    assert table.paths() == ["decline", "use player:1"]
    zones = {"missions": {1: ["scarifist_guard"]}}
    tied = assigning("ravenous_skarger", "missions", zones, acquired={1: ["master_of_swords"]}).choose("use")
    assert tied.asked == (1, "use_optional")
    tied.choose("use").choose("seat:1")
    assert tied.asked == (1, "annihilate_unit")
    tied.decline()
    assert tied.asked == (1, "assign_or_pass")


@card("nameless")
@rule("E8.3", "E8.13")
def test_a_unit_that_leaves_after_a_win_changes_the_next_confrontation_not_this_one() -> None:
    zones: Zones = {"missions": {0: ["nameless"], 1: ["acolyte"]}, "court": {0: ["assassin"]}}
    table = position(phase="confrontation", zones=zones)
    table.decline()  # seat 1 wins Occultism in the Missions
    table.choose("unit:nameless.0", "with:assassin.0")
    here = [event["counts"] for event in table.ever("confrontation_scored") if event["zone"] == "missions"]
    assert here[:3] == [[0, 1], [1, 0], [1, 0]]  # Occultism, Cunning, then Violence with the Assassin


@card("demiurge_of_heat", "famine_procession")
@rule("E8.12")
def test_a_win_whose_effect_is_barred_is_still_a_win() -> None:
    zones: Zones = {"missions": {0: ["demiurge_of_heat"]}}
    table = confronting("missions", "occultism", zones, face_up={"missions": "famine_procession"}, heat=[0, 0])
    assert table.ever("heat_gained") == [{"seat": 0, "amount": 1}]


@card("master_of_pacts", "trial_of_masks")
@rule("E23.2", "E8.8")
@pytest.mark.parametrize(("edition", "winner"), [(1, [1]), (2, [])])
def test_nought_to_nought_is_a_tie_in_the_first_edition_only(edition: int, winner: list[int]) -> None:
    zones: Zones = {"missions": {0: ["dignitary"], 1: ["dignitary"]}}
    board = {"missions": "trial_of_masks"}
    table = confronting("missions", "violence", zones, face_up=board, edition=edition)
    assert winners(table) == winner
    master = confronting("missions", "occultism", zones, acquired={0: ["master_of_pacts"]}, edition=edition)
    assert (master.asked == (0, "use_optional")) == (edition == 1)


@rule("E23.3", "E8.9")
@pytest.mark.parametrize("edition", [1, 2])
def test_a_sole_participant_without_symbols_wins_in_no_edition(edition: int) -> None:
    table = confronting("missions", "violence", {"missions": {0: ["dignitary"]}}, edition=edition)
    assert table.ever("confrontation_void") == [{"zone": "missions", "attribute": "violence"}]


@card("forger_of_history")
@rule("E11.3", "E19.1")
def test_when_the_forger_has_enough_titles_nothing_more_happens() -> None:
    zones: Zones = {"missions": {0: ["forger_of_history"]}, "court": {0: ["dignitary"]}}
    acquired = {0: ["mechanical_staldorg", "blood_audit", "truce_of_ashes"], 1: ["exchange_of_favours"]}
    board = {"missions": "night_of_knives"}
    table = position(seats=3, phase="confrontation", zones=zones, acquired=acquired, face_up=board)
    table.choose("use", "give:truce_of_ashes", "take:exchange_of_favours")
    assert table.kinds()[-3:] == ["cards_exchanged", "titles_changed", "game_ended"]
    assert table.state.titles == (6, 1, 0)

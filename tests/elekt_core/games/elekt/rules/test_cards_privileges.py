"""Every Privilege does what its text says (elekt-cards.md C4.5)."""

from __future__ import annotations

import pytest

from elekt_core.contract import SeatNo

from ..builders import position
from .marks import card, rule
from .scenes import Zones, assigning, confronting, tokens_of, winners

MASTERS = [
    ("master_of_pacts", "occultism", "acolyte"),
    ("master_of_spies", "cunning", "nameless"),
    ("master_of_swords", "violence", "assassin"),
]

# --- ties ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("master", "attribute", "unit"), MASTERS)
@card("master_of_pacts", "master_of_spies", "master_of_swords")
@rule("C4.6.17", "E8.18", "C1.53", "E8.11", "E15.11")
def test_a_master_names_the_winner_of_a_tie_from_outside_for_1_heat(master: str, attribute: str, unit: str) -> None:
    zones = {"court": {0: [unit], 1: [unit], 3: ["dignitary"]}}
    table = confronting("court", attribute, zones, seats=4, acquired={2: [master]})
    assert table.asked == (2, "use_optional")
    table.choose("use")
    assert table.asked == (2, "tie_winner")
    assert table.heat()[2] == 1
    assert table.paths() == ["seat:0", "seat:1"]  # the tied ones, not seats 2 and 3
    table.refused("not_tied", 2, {"kind": "tie_winner", "player": 3})
    table.choose("seat:1")
    assert table.happened("confrontation_won")[0]["seat"] == 1
    assert table.happened("confrontation_tied") == []


@pytest.mark.parametrize(("master", "attribute", "unit"), MASTERS)
@card("master_of_pacts", "master_of_spies", "master_of_swords")
def test_a_master_has_no_word_in_other_ties_and_none_without_heat(master: str, attribute: str, unit: str) -> None:
    zones: Zones = {"court": {0: [unit], 1: [unit]}}
    poor = confronting("court", attribute, zones, acquired={0: [master]}, heat=[0, 2])
    assert winners(poor) == []
    declined = confronting("court", attribute, zones, acquired={0: [master]}).choose("decline")
    assert winners(declined) == []
    assert declined.happened("confrontation_tied") == [{"zone": "court", "attribute": attribute, "tied": [0, 1]}]
    for other, _, _ in MASTERS:
        if other != master:
            assert confronting("court", attribute, zones, acquired={0: [other]}).ever("confrontation_tied")


@card("master_of_pacts")
@rule("E8.8")
def test_no_symbols_at_all_are_no_tie_for_a_master() -> None:
    zones = {"court": {0: ["dignitary"], 1: ["dignitary"]}}
    table = confronting("court", "occultism", zones, acquired={0: ["master_of_pacts"]})
    assert table.ever("confrontation_void") == [{"zone": "court", "attribute": "occultism"}]


@card("steward_of_the_court")
@rule("C1.53", "E9.16")
def test_the_steward_wins_a_tie_on_power_for_1_heat_if_tied_himself() -> None:
    zones = {"court": {0: ["dignitary"], 1: ["dignitary"], 2: ["nameless"]}}
    table = confronting("court", "power", zones, seats=3, acquired={1: ["steward_of_the_court"]})
    assert table.asked == (1, "use_optional")
    assert table.paths() == ["decline", "use"]
    table.choose("use")
    assert winners(table) == [1]
    assert table.happened("heat_paid") == [{"seat": 1, "amount": 1}]
    declined = confronting("court", "power", zones, seats=3, acquired={1: ["steward_of_the_court"]}).choose("decline")
    assert winners(declined) == [0]
    assert winners(confronting("court", "power", zones, seats=3, acquired={2: ["steward_of_the_court"]})) == [0]


@card("steward_of_the_court", "midnight_bellringer")
@rule("C4.6.19", "E16.1")
def test_the_steward_is_offered_before_the_bellringer_acts() -> None:
    zones = {"missions": {0: ["ecclesiast"], 1: ["midnight_bellringer"]}}
    privilege = {0: ["steward_of_the_court"]}
    table = confronting("missions", "power", zones, acquired=privilege)
    assert table.asked == (0, "use_optional")
    assert winners(table.choose("use")) == [0]
    assert winners(confronting("missions", "power", zones, acquired=privilege).choose("decline")) == [1]


@card("master_of_swords", "trial_of_masks")
@rule("E16.1", "E8.11")
def test_a_master_is_offered_before_the_mission_decides() -> None:
    zones = {"missions": {0: ["assassin"], 1: ["assassin"]}}
    board = {"missions": "trial_of_masks"}
    table = confronting("missions", "violence", zones, acquired={0: ["master_of_swords"]}, face_up=board)
    table.choose("use").choose("seat:0")
    assert winners(table) == [0]
    table = confronting("missions", "violence", zones, acquired={0: ["master_of_swords"]}, face_up=board)
    assert winners(table.choose("decline")) == [1]


# --- phases -------------------------------------------------------------------------------------------------


@card("treasurer_of_embers")
@rule("C1.25", "E10.3", "E12.2")
@pytest.mark.parametrize(("heat", "units", "after"), [(0, 0, 1), (0, 1, 2), (1, 2, 3), (2, 1, 3), (3, 1, 3)])
def test_the_treasurer_gains_1_heat_more_when_heat_is_gathered(heat: int, units: int, after: int) -> None:
    zones = {"court": {0: ["dignitary", "nameless"][:units], 1: ["acolyte"]}}
    table = position(phase="round_end", zones=zones, heat=[heat, 0], acquired={0: ["treasurer_of_embers"]})
    assert table.heat() == [after, 1]


@card("lord_chamberlain")
@rule("C4.6.21", "C1.22", "C1.55", "E6.1")
def test_the_chamberlain_draws_3_and_keeps_1() -> None:
    deck = ["symbiont", "necrarch", "dark_exarch", "confessor"]
    privilege = {0: ["lord_chamberlain"]}
    table = position(phase="recruitment", deck=deck, acquired=privilege)
    assert table.paths() == ["keep_first", "keep_second", "keep_third", "redraw"]
    table.choose("keep_third")
    assert table.hand(0) == ["dark_exarch"]
    assert table.discard() == ["symbiont", "necrarch"]
    assert table.paths() == ["keep_first", "keep_second", "redraw"]  # the next player draws 2
    table = position(phase="recruitment", deck=deck, acquired=privilege).choose("redraw")
    assert table.hand(0) == ["confessor"]
    assert table.discard() == ["symbiont", "necrarch", "dark_exarch"]


@card("web_of_informers")
@rule("C1.23", "C1.58", "C1.4")
def test_the_informers_show_one_opponents_hand_at_the_start_of_the_assignment_phase() -> None:
    hands = {0: ["acolyte"], 1: ["symbiont"], 2: ["nameless", "dignitary"]}
    table = position(seats=3, phase="assignment_start", hands=hands, acquired={1: ["web_of_informers"]})
    assert table.asked == (1, "use_optional")  # before the first turn, which is seat 0's
    assert sorted(table.paths()) == ["decline", "use player:0", "use player:2"]
    table.choose("use", "player:2")
    assert table.happened("hand_shown") == [{"seat": 1, "owner": 2, "units": ["nameless.2", "dignitary.2"]}]
    shown = next(event for event in table.events if type(event).__name__ == "HandShown")
    for viewer in (SeatNo(0), None):
        assert table.game.encode_event(table.game.redact(shown, viewer))["units"] == [None, None]
    assert table.asked == (0, "assign_or_pass")
    assert table.heat() == [2, 2, 2]


@card("grand_inquisitor")
@rule("C4.6.13", "C1.23", "C1.52", "E8.15", "E8.17")
def test_the_inquisitor_skips_one_confrontation_for_1_heat_before_the_first_zone() -> None:
    zones = {"court": {0: ["assassin", "nameless"], 1: ["dignitary"]}}
    table = position(phase="confrontation", zones=zones, acquired={1: ["grand_inquisitor"]})
    assert table.asked == (1, "use_optional")
    assert table.ever("confrontation_started") == []
    assert len(table.paths()) == 1 + 3 * 3  # a Zone and Occultism, Cunning or Violence
    table.choose("use", "zone:court", "attribute:violence")
    court = [event["attribute"] for event in table.ever("confrontation_started") if event["zone"] == "court"]
    assert court == ["occultism", "cunning", "power"]
    assert table.happened("heat_paid") == [{"seat": 1, "amount": 1}]


@card("grand_inquisitor", "ravenous_skarger")
@rule("E16.2")
def test_a_skipped_confrontation_is_back_in_the_next_round() -> None:
    zones = {"court": {0: ["assassin"], 1: ["dignitary"]}}
    table = position(phase="confrontation", zones=zones, acquired={1: ["grand_inquisitor"]})
    table.choose("use", "zone:court", "attribute:violence")
    while table.state.question != "recruit":
        table.choose(*table.paths()[0].split())
    assert table.state.skips == 0


# --- assigning ----------------------------------------------------------------------------------------------


@card("keeper_of_the_privy_seal")
@rule("C1.4", "C1.10", "E7.13", "E10.8")
def test_the_keeper_attaches_a_power_token_to_an_assigned_unit_once_per_round_before_its_own_ability() -> None:
    privilege = {0: ["keeper_of_the_privy_seal"]}
    table = assigning("acolyte", "court", hand=["dignitary"], other=["nameless", "assassin"], acquired=privilege)
    assert table.asked == (0, "use_optional")
    table.choose("use")
    assert tokens_of(table) == [("power", "acolyte.0")]
    assert table.heat() == [1, 2]
    assert table.asked == (0, "use_instant")  # step 3 comes after step 2
    table.decline()
    assert table.asked == (1, "assign_or_pass")
    table.assign("nameless", "missions")  # not for an opponent's Unit
    assert table.asked == (0, "assign_or_pass")
    table.assign("dignitary", "influences")
    assert table.asked == (1, "assign_or_pass")  # used this round


@card("keeper_of_the_privy_seal")
@rule("C1.4")
def test_a_declined_keeper_may_be_used_for_a_later_unit() -> None:
    privilege = {0: ["keeper_of_the_privy_seal"]}
    table = assigning("symbiont", "court", hand=["dignitary"], acquired=privilege).choose("decline")
    table.passes().assign("dignitary", "missions")
    assert table.asked == (0, "use_optional")


@card("heir_presumptive")
@rule("C1.55", "C1.5", "E7.4")
@pytest.mark.parametrize(("seats", "limit"), [(2, 4), (3, 3)])
def test_the_heirs_unit_limit_is_higher_by_1_in_the_court_only(seats: int, limit: int) -> None:
    units = ["dignitary", "nameless", "acolyte", "symbiont"]
    privilege = {0: ["heir_presumptive"]}
    hands = {0: ["assassin"], 1: ["assassin"]}
    for zone, most in (("court", limit), ("missions", limit - 1)):
        full = position(seats=seats, zones={zone: {0: units[:most]}}, hands=hands, acquired=privilege)
        assert f"unit:assassin.0 zone:{zone}" not in full.paths()
        room = position(seats=seats, zones={zone: {0: units[: most - 1]}}, hands=hands, acquired=privilege)
        assert f"unit:assassin.0 zone:{zone}" in room.paths()
    opponent = position(
        seats=seats,
        turn=1,
        zones={"court": {1: ["dignitary", "nameless", "acolyte"][: limit - 1]}},
        hands=hands,
        acquired=privilege,
    )
    assert "unit:assassin.1 zone:court" not in opponent.paths()


@card("hidden_dagger")
@rule("C4.6.14", "C1.24", "C1.2", "E7.13", "E14.10")
def test_the_dagger_leaves_the_game_and_annihilates_any_unit_in_any_zone() -> None:
    zones = {"missions": {1: ["symbiont"]}, "court": {0: ["acolyte"], 1: ["dignitary"]}}
    privilege = {0: ["hidden_dagger", "web_of_informers"]}
    table = assigning("dark_exarch", "influences", zones, acquired=privilege)
    assert table.asked == (0, "use_optional")
    assert len(table.paths()) == 1 + 4
    table.choose("use", "unit:symbiont")
    assert table.happened("card_removed") == [{"card": "hidden_dagger", "zone": None, "seat": 0}]
    assert table.acquired(0) == ["web_of_informers"]
    assert table.heat() == [2, 2]
    assert table.asked == (1, "save_unit")
    assert table.choose("let_go").discard() == ["symbiont"]
    assert table.asked == (1, "assign_or_pass")


@card("hidden_dagger")
@rule("C1.24")
def test_the_dagger_is_offered_at_the_end_of_its_owners_turns_only() -> None:
    zones = {"court": {1: ["dignitary"]}}
    privilege = {0: ["hidden_dagger"]}
    hands = {0: ["symbiont"], 1: ["nameless", "assassin"]}
    table = position(turn=1, zones=zones, hands=hands, acquired=privilege).assign("assassin", "missions").decline()
    assert table.asked == (0, "assign_or_pass")
    table = assigning("acolyte", "missions", zones, acquired=privilege, other=["nameless"])
    assert table.asked == (0, "use_instant")  # the Unit's own ability comes first
    assert table.decline().asked == (0, "use_optional")


@card("hidden_dagger")
@rule("C1.24", "E7.13", "E7.1")
def test_the_dagger_is_offered_after_passing_and_the_seat_is_not_asked_again() -> None:
    zones, hands = {"court": {1: ["dignitary"]}}, {0: ["symbiont"], 1: ["nameless", "assassin"]}
    table = position(turn=0, zones=zones, hands=hands, acquired={0: ["hidden_dagger"]}).passes()
    assert table.asked == (0, "use_optional")
    table.choose("use", "unit:dignitary.1")
    assert table.happened("card_removed")[0]["card"] == "hidden_dagger"
    while table.asked == (1, "save_unit"):
        table.choose("save")
    table.assign("nameless", "missions")
    assert table.asked == (1, "assign_or_pass")


@card("hidden_dagger")
@rule("E7.7", "E7.13")
def test_the_dagger_is_offered_after_a_pass_that_was_forced() -> None:
    zones, hands = {"court": {1: ["dignitary"]}}, {0: [], 1: ["nameless", "assassin"]}
    table = position(turn=1, zones=zones, hands=hands, acquired={0: ["hidden_dagger"]}).assign("assassin", "missions")
    table.decline()
    assert table.asked == (0, "use_optional")
    assert table.happened("player_passed") == [{"seat": 0, "forced": True}]


@card("hidden_dagger", "misty_crawler")
@rule("C4.6.14", "E14.11", "E16.2")
def test_the_dagger_reaches_a_protected_unit() -> None:
    zones = {"missions": {1: ["misty_crawler", "dignitary"]}}
    table = assigning("dark_exarch", "influences", zones, acquired={0: ["hidden_dagger"]})
    table.choose("use", "unit:misty_crawler")
    assert table.happened("unit_annihilated")[0]["unit"] == "misty_crawler"


@card("hidden_dagger", "scarifist_guard", "wildclanner")
@rule("C4.6.14", "E19.2", "E14.5")
def test_the_guard_and_reactions_apply_to_the_dagger() -> None:
    zones = {"missions": {0: ["wildclanner"], 1: ["dignitary", "scarifist_guard"]}}
    table = assigning("dark_exarch", "influences", zones, acquired={0: ["hidden_dagger"]})
    table.choose("use", "unit:dignitary.1")
    assert table.asked == (1, "choose_victim")
    table.choose("unit:scarifist_guard")
    assert table.discard() == ["scarifist_guard"]
    assert tokens_of(table) == [("power", "wildclanner")]


# --- saving -------------------------------------------------------------------------------------------------


@card("captain_of_the_watch")
@rule("C1.17", "C1.4", "C1.55")
def test_the_captain_makes_saving_an_elite_unit_free_once_per_round() -> None:
    zones = {"missions": {1: ["symbiont", "confessor"]}}
    privilege = {1: ["captain_of_the_watch"]}
    table = assigning("bone_carver", "missions", zones, heat=[2, 0], acquired=privilege)
    table.choose("use", "unit:symbiont")
    assert table.asked == (1, "use_optional")
    table.choose("use")
    assert table.asked == (1, "save_unit")
    table.choose("save")
    assert table.hand(1) == ["acolyte.1", "symbiont"]
    assert table.heat() == [0, 0]
    used = assigning("bone_carver", "missions", zones, heat=[2, 0], acquired=privilege, used=["captain_of_the_watch"])
    assert used.choose("use", "unit:symbiont").discard() == ["symbiont"]


@card("captain_of_the_watch")
@pytest.mark.parametrize("unit", ["dignitary", "symbiont"])
def test_the_captain_is_not_asked_where_saving_is_free_anyway(unit: str) -> None:
    board = {"influences": "gilded_asylum"}
    zones = {"influences": {1: [unit]}}
    privilege = {1: ["captain_of_the_watch"]}
    table = assigning("bone_carver", "influences", zones, acquired=privilege, face_up=board)
    table.choose(*table.paths()[1].split())
    assert table.asked == (1, "save_unit")


@card("captain_of_the_watch")
def test_the_captain_serves_only_its_owner() -> None:
    zones = {"missions": {1: ["symbiont"]}}
    table = assigning("bone_carver", "missions", zones, acquired={0: ["captain_of_the_watch"]}, heat=[2, 0])
    assert table.choose("use", "unit:symbiont").discard() == ["symbiont"]

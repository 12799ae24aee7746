"""Every Unit's ability does what its text says (elekt-cards.md C4.1, C4.2)."""

from __future__ import annotations

import pytest

from elekt_core.contract import SeatNo

from ..builders import position
from .marks import card, rule
from .scenes import assigning, confronting, scores, tokens_of, winners

# --- Basic Units --------------------------------------------------------------------------------------------


@card("acolyte")
def test_an_acolyte_attaches_a_power_token_to_itself_for_1_heat() -> None:
    table = assigning("acolyte", "missions", other=["nameless"])
    assert table.paths() == ["decline", "use"]
    table.choose("use")
    assert table.tokens("acolyte") == {"power": 1}
    assert table.heat() == [1, 2]


@card("nameless")
def test_a_nameless_moves_another_unit_of_its_owner_to_its_zone_for_1_heat() -> None:
    zones = {"court": {0: ["acolyte"], 1: ["dignitary"]}, "missions": {0: ["assassin"]}}
    table = assigning("nameless", "missions", zones, face_up={"missions": "lost_signet"})
    assert table.paths() == ["decline", "use unit:acolyte.0"]  # not one that stands here, not another player's
    table.choose("use", "unit:acolyte.0")
    assert table.row("missions", 0) == ["assassin.0", "nameless.0", "acolyte.0"]
    assert table.heat() == [1, 2]
    assert tokens_of(table) == []  # it was moved, not swapped in
    assert table.asked == (1, "assign_or_pass")  # nor assigned: the Acolyte's instant ability is not offered


@card("nameless")
def test_a_nameless_cannot_move_a_unit_to_a_zone_that_is_full() -> None:
    zones = {"court": {0: ["acolyte"]}, "missions": {0: ["assassin", "dignitary"]}}
    assert assigning("nameless", "missions", zones).asked == (1, "assign_or_pass")


@card("dignitary")
@pytest.mark.parametrize(("zone", "power"), [("missions", 1), ("influences", 1), ("court", 2)])
def test_a_dignitary_has_one_more_power_in_the_court_only(zone: str, power: int) -> None:
    table = confronting(zone, "power", {zone: {0: ["dignitary"], 1: ["dignitary"]}})
    assert scores(table) == [[power, power]]


@card("assassin")
def test_an_assassin_attaches_a_violence_token_to_itself_for_1_heat() -> None:
    table = assigning("assassin", "court").choose("use")
    assert table.tokens("assassin") == {"violence": 1}
    assert table.heat() == [1, 2]


# --- Elite Units: instant -----------------------------------------------------------------------------------


@card("animator_of_delight")
def test_the_animator_stops_the_permanent_ability_of_another_unit() -> None:
    zones = {"court": {0: ["dignitary"], 1: ["acolyte", "dark_exarch"]}, "missions": {1: ["symbiont"]}}
    table = assigning("animator_of_delight", "court", zones, other=["nameless"])
    assert table.paths() == ["decline", "use unit:dignitary.0", "use unit:dark_exarch"]  # here, permanent, not itself
    table.choose("use", "unit:dignitary.0")
    assert table.happened("ability_suppressed") == [{"seat": 0, "unit": "dignitary.0", "zone": "court", "position": 1}]
    assert table.heat() == [1, 2]


@card("animator_of_delight")
def test_a_stopped_ability_does_not_count() -> None:
    table = confronting("court", "power", {"court": {0: ["dignitary"], 1: ["nameless"]}}, suppressed=["dignitary"])
    assert scores(table) == [[1, 0]]


@card("ecclesiast")
def test_the_ecclesiast_attaches_a_power_token_to_any_cultist_here() -> None:
    zones = {"missions": {0: ["symbiont"], 1: ["acolyte", "nameless"]}, "court": {0: ["assassin"]}}
    table = assigning("ecclesiast", "missions", zones, other=["dignitary"])
    assert table.paths() == ["decline", "use unit:ecclesiast", "use unit:acolyte.1"]
    table.choose("use", "unit:acolyte.1")
    assert tokens_of(table) == [("power", "acolyte.1")]
    assert table.heat() == [1, 2]


@card("herald_of_his_name")
def test_the_herald_gets_a_power_token_among_cultists_only() -> None:
    table = assigning("herald_of_his_name", "missions", {"missions": {0: ["acolyte"], 1: ["assassin"]}}).choose("use")
    assert tokens_of(table) == [("power", "herald_of_his_name")]
    assert table.heat() == [2, 2]  # free


@card("herald_of_his_name")
@rule("C4.6.5", "C1.30")
def test_the_herald_gets_nothing_beside_a_unit_that_is_no_cultist_or_in_an_empty_zone() -> None:
    beside = {"missions": {0: ["acolyte"], 1: ["nameless"]}}
    assert assigning("herald_of_his_name", "missions", beside).asked == (1, "assign_or_pass")
    assert assigning("herald_of_his_name", "missions").asked == (1, "assign_or_pass")
    elsewhere = {"court": {0: ["acolyte"]}}
    assert assigning("herald_of_his_name", "missions", elsewhere).asked == (1, "assign_or_pass")


@card("necrarch")
@rule("C4.6.20", "C1.57")
def test_the_necrarch_takes_any_unit_from_the_discard_pile_for_2_heat() -> None:
    # Basic Units included; it belongs to them from then on
    table = assigning("necrarch", "court", discard=["symbiont", "dignitary", "dark_exarch"])
    assert table.paths() == ["decline", "use pile:symbiont", "use pile:dignitary.0", "use pile:dark_exarch"]
    table.choose("use", "pile:symbiont")  # from anywhere in the pile
    assert table.hand(0) == ["symbiont"]
    assert table.discard() == ["dignitary.0", "dark_exarch"]
    assert table.heat() == [0, 2]


@card("necrarch")
def test_the_necrarch_may_take_a_basic_unit_of_another_player() -> None:
    table = position(
        hands={0: ["necrarch"], 1: ["acolyte"]}, zones={"missions": {1: ["dignitary"]}}, discard=["nameless"]
    )
    assert table.discard() == ["nameless.0"]
    table.assign("necrarch", "missions").choose("use", "pile:nameless.0")
    assert table.hand(0) == ["nameless.0"]


@card("necrarch")
@rule("E15.8")
def test_the_necrarch_has_nothing_to_take_from_an_empty_pile_and_cannot_be_used_without_2_heat() -> None:
    assert assigning("necrarch", "court").asked == (1, "assign_or_pass")
    assert assigning("necrarch", "court", discard=["symbiont"], heat=[1, 2]).asked == (1, "assign_or_pass")


@card("confessor")
@rule("C1.58")
def test_the_confessor_looks_at_the_hand_of_one_opponent() -> None:
    hands = {0: ["confessor"], 1: ["acolyte", "symbiont"], 2: ["nameless"]}
    table = position(seats=3, hands=hands).assign("confessor", "missions")
    assert table.paths() == ["decline", "use player:1", "use player:2"]
    table.choose("use", "player:1")
    assert table.happened("hand_shown") == [{"seat": 0, "owner": 1, "units": ["acolyte.1", "symbiont"]}]
    assert table.heat() == [2, 2, 2]
    shown = next(event for event in table.events if type(event).__name__ == "HandShown")
    for viewer in (SeatNo(2), None):  # nobody else sees a card
        assert table.game.encode_event(table.game.redact(shown, viewer))["units"] == [None, None]


@card("serpent_mouthed_liar")
@rule("C4.6.3", "C1.59")
def test_the_liar_gives_a_unit_and_takes_a_random_one_of_the_hand_before() -> None:
    hands = {0: ["serpent_mouthed_liar", "acolyte", "dignitary"], 1: ["symbiont", "dark_exarch"]}
    table = position(hands=hands, draws=[1]).assign("serpent_mouthed_liar", "court")
    assert table.paths() == ["decline", "use give:acolyte.0 player:1", "use give:dignitary.0 player:1"]
    table.choose("use", "give:acolyte.0", "player:1")
    assert table.hand(0) == ["dignitary.0", "dark_exarch"]  # draw 1 of the two cards there were
    assert table.hand(1) == ["symbiont", "acolyte.0"]
    assert table.heat() == [1, 2]


@card("serpent_mouthed_liar")
@pytest.mark.parametrize(("hand", "other"), [([], ["symbiont"]), (["acolyte"], [])])
def test_the_liar_needs_a_unit_in_both_hands(hand: list[str], other: list[str]) -> None:
    table = assigning("serpent_mouthed_liar", "court", hand=hand, other=other)
    assert table.asked != (0, "use_instant")


@card("body_thief")
@rule("E19.4", "E14.9", "C1.38", "C1.40")
def test_the_body_thief_takes_another_unit_into_its_users_hand_and_is_discarded() -> None:
    zones = {"missions": {0: ["dignitary"], 1: ["symbiont"]}, "court": {1: ["dark_exarch"]}}
    table = assigning("body_thief", "missions", zones, tokens={"symbiont": ["power", "violence"]})
    assert table.paths() == ["decline", "use unit:dignitary.0", "use unit:symbiont"]  # here, not itself
    table.choose("use", "unit:symbiont")
    assert table.hand(0) == ["symbiont"]
    assert table.discard() == ["body_thief"]
    assert list(table.state.pool) == [6, 6, 6, 7]
    assert table.row("missions", 0) == ["dignitary.0"]
    assert table.happened("unit_annihilated") == []  # discarded: it cannot be saved
    assert table.asked == (1, "assign_or_pass")
    assert table.heat() == [1, 2]


@card("body_thief")
@rule("E19.4")
def test_the_body_thief_stays_where_nobody_else_is() -> None:
    table = assigning("body_thief", "missions", {"court": {1: ["symbiont"]}})
    assert table.asked == (1, "assign_or_pass")
    assert table.row("missions", 0) == ["body_thief"]


@card("ravenous_skarger")
@rule("E19.5", "E8.16", "C1.52")
def test_the_skarger_calls_up_a_violence_confrontation_at_once() -> None:
    zones = {"missions": {1: ["assassin", "nameless"]}, "court": {1: ["scarifist_guard"]}}
    table = assigning("ravenous_skarger", "missions", zones).choose("use")
    assert table.happened("confrontation_scored") == [{"zone": "missions", "attribute": "violence", "counts": [2, 1]}]
    assert table.asked == (0, "annihilate_unit")
    assert table.heat() == [1, 2]
    table.choose("unit:assassin.1").choose("let_go")
    assert table.discard() == ["assassin.1"]
    table.passes()  # the confrontation phase: Violence is resolved again
    assert table.asked == (1, "swap_units")
    table.decline()
    again = [event for event in table.ever("confrontation_scored") if event["zone"] == "missions"]
    assert [event["attribute"] for event in again].count("violence") == 2


@card("duchess_of_the_shroud")
@rule("C1.35", "E18.8")
def test_the_duchess_swaps_an_own_unit_here_with_an_own_unit_elsewhere() -> None:
    zones = {"missions": {0: ["dignitary"], 1: ["nameless"]}, "court": {0: ["acolyte", "assassin"], 1: ["symbiont"]}}
    table = assigning(
        "duchess_of_the_shroud", "missions", zones, tokens={"acolyte": ["violence"]}, other=["dark_exarch"]
    )
    assert table.paths() == [
        "decline",
        "use unit:dignitary.0 with:acolyte.0",
        "use unit:dignitary.0 with:assassin.0",
        "use unit:duchess_of_the_shroud with:acolyte.0",
        "use unit:duchess_of_the_shroud with:assassin.0",
    ]
    table.choose("use", "unit:dignitary.0", "with:acolyte.0")
    assert table.row("missions", 0) == ["acolyte.0", "duchess_of_the_shroud"]  # exactly the other's place
    assert table.row("court", 0) == ["dignitary.0", "assassin.0"]
    assert table.tokens("acolyte") == {"violence": 1}
    assert table.heat() == [1, 2]
    assert table.asked == (1, "assign_or_pass")  # a swapped Unit is not assigned


@card("bone_carver")
@rule("C1.39", "E18.11")
def test_the_bone_carver_annihilates_another_unit_for_2_heat() -> None:
    zones = {"missions": {0: ["dignitary"], 1: ["symbiont"]}, "court": {1: ["nameless"]}}
    table = assigning("bone_carver", "missions", zones)
    assert table.paths() == ["decline", "use unit:dignitary.0", "use unit:symbiont"]
    table.choose("use", "unit:symbiont")
    assert table.asked == (1, "save_unit")
    assert table.heat() == [0, 2]
    table.choose("save")
    assert table.heat() == [0, 1]
    assert table.hand(1) == ["acolyte.1", "symbiont"]


@card("tithe_collector")
@rule("C1.43", "C1.28")
def test_the_tithe_collector_makes_each_opponent_here_discard_1_heat() -> None:
    zones = {"missions": {0: ["dignitary"], 1: ["dignitary"], 2: ["dignitary"]}, "court": {3: ["dignitary"]}}
    hands = {0: ["tithe_collector"], 1: ["acolyte"]}
    table = position(seats=4, zones=zones, hands=hands, heat=[2, 2, 0, 2]).assign("tithe_collector", "missions")
    table.choose("use")
    assert table.heat() == [2, 1, 0, 2]  # seat 2 has none to discard (E17.2), seat 3 is not here
    assert table.happened("heat_discarded") == [{"seat": 1, "amount": 1}]


@card("crypt_midwife")
@rule("C1.37", "E18.10", "E18.13", "E18.14")
def test_the_midwife_places_a_unit_from_hand() -> None:
    zones = {"missions": {0: ["dignitary"]}}
    table = assigning("crypt_midwife", "missions", zones, hand=["assassin", "symbiont"])
    assert table.paths() == ["decline", "use hand:assassin.0", "use hand:symbiont"]
    table.choose("use", "hand:assassin.0")
    assert table.row("missions", 0) == ["dignitary.0", "crypt_midwife", "assassin.0"]
    assert table.hand(0) == ["symbiont"]
    assert table.state.assigned[0] == 1  # the placed Unit does not count (E7.9)
    assert table.asked == (1, "assign_or_pass")  # its instant ability is not used
    full = {"missions": {0: ["dignitary", "nameless"]}}
    assert assigning("crypt_midwife", "missions", full, hand=["assassin"]).asked == (1, "assign_or_pass")


@card("whisper_moth")
def test_the_moth_returns_another_own_unit_from_any_zone_to_hand() -> None:
    zones = {"missions": {0: ["dignitary"], 1: ["symbiont"]}, "court": {0: ["acolyte"]}}
    table = assigning("whisper_moth", "missions", zones, tokens={"acolyte": ["power"]}, other=["dark_exarch"])
    assert table.paths() == ["decline", "use unit:dignitary.0", "use unit:acolyte.0"]
    table.choose("use", "unit:acolyte.0")
    assert table.hand(0) == ["acolyte.0"]
    assert table.state.pool[3] == 7
    assert table.heat() == [2, 2]
    assert table.happened("unit_annihilated") == []


@card("salt_alchemist")
@rule("C1.27", "E13.6")
def test_the_alchemist_exchanges_a_token_on_a_unit() -> None:
    zones = {"missions": {0: ["dignitary"], 1: ["symbiont"]}}
    tokens = {"symbiont": ["power"] * 7, "dignitary": ["violence"]}
    table = assigning("salt_alchemist", "missions", zones, tokens=tokens)
    assert "use unit:symbiont token:power token:power" in table.paths()  # the freed token is there again
    assert "use unit:dignitary.0 token:violence token:power" not in table.paths()  # all Power is on the Symbiont
    assert not any("unit:salt_alchemist" in path for path in table.paths())  # it bears no token
    table.choose("use", "unit:symbiont", "token:power", "token:cunning")
    assert table.tokens("symbiont") == {"power": 6, "cunning": 1}
    assert table.heat() == [1, 2]


@card("oathbreaker")
@rule("C1.34")
def test_the_oathbreaker_moves_a_token_from_another_unit_to_itself() -> None:
    zones = {"missions": {0: ["dignitary"], 1: ["symbiont"]}, "court": {0: ["nameless"]}}
    tokens = {"symbiont": ["power", "cunning"], "nameless": ["violence"]}
    table = assigning("oathbreaker", "missions", zones, tokens=tokens)
    assert table.paths() == ["decline", "use from:symbiont token:cunning", "use from:symbiont token:power"]
    table.choose("use", "from:symbiont", "token:power")
    assert table.tokens("oathbreaker") == {"power": 1}
    assert table.tokens("symbiont") == {"cunning": 1}
    assert table.kinds() == ["ability_used", "heat_paid", "token_moved"]  # not through the pool
    assert table.heat() == [1, 2]


# --- Elite Units: permanent, about winning ------------------------------------------------------------------


@card("demiurge_of_heat")
@rule("C1.13", "C1.42", "E8.12")
@pytest.mark.parametrize("answer", [("done",), ("token:power", "unit:demiurge_of_heat", "done")])
def test_the_demiurge_gains_1_heat_for_winning_occultism_even_if_the_effect_is_declined(
    answer: tuple[str, ...],
) -> None:
    table = confronting("missions", "occultism", {"missions": {0: ["demiurge_of_heat"], 1: ["nameless"]}})
    table.choose(*answer)
    assert table.happened("heat_gained") == [{"seat": 0, "amount": 1}]


@card("demiurge_of_heat")
def test_the_demiurge_gains_nothing_for_another_win_another_zone_or_an_opponents_win() -> None:
    here = {"missions": {0: ["demiurge_of_heat"], 1: ["necrarch"]}}
    table = confronting("missions", "occultism", here).choose("done")
    assert table.ever("heat_gained") == []
    elsewhere = {"missions": {0: ["demiurge_of_heat"]}, "court": {0: ["necrarch"]}}
    assert confronting("court", "occultism", elsewhere).choose("done").ever("heat_gained") == []
    power = confronting("missions", "power", here, face_up={"missions": "truce_of_ashes"})
    assert power.ever("heat_gained") == []


@card("forger_of_history")
@rule("C1.11", "E19.1")
def test_the_forger_exchanges_acquired_cards_instead_of_the_swap_for_2_heat() -> None:
    zones = {"missions": {0: ["forger_of_history"]}, "court": {0: ["dignitary"]}}
    acquired = {0: ["truce_of_ashes", "web_of_informers"], 1: ["mechanical_staldorg", "hidden_dagger"]}
    table = confronting("missions", "cunning", zones, acquired=acquired)
    assert table.asked == (0, "use_optional")
    assert table.paths() == ["decline", "use give:truce_of_ashes take:mechanical_staldorg"]  # never Privileges
    table.choose("use", "give:truce_of_ashes", "take:mechanical_staldorg")
    assert table.acquired(0) == ["web_of_informers", "mechanical_staldorg"]
    assert table.acquired(1) == ["hidden_dagger", "truce_of_ashes"]
    assert table.happened("titles_changed") == [{"titles": [2, 1]}]
    assert table.happened("heat_paid") == [{"seat": 0, "amount": 2}]
    assert "swap_units" not in [event.question for event in table.log if type(event).__name__ == "Awaiting"]


@card("forger_of_history")
@rule("C4.6.2")
def test_the_forger_declined_leaves_the_swap_and_needs_a_card_on_both_sides() -> None:
    zones = {"missions": {0: ["forger_of_history"]}, "court": {0: ["dignitary"]}}
    both = {0: ["truce_of_ashes"], 1: ["night_of_knives"]}
    assert confronting("missions", "cunning", zones, acquired=both).choose("decline").asked == (0, "swap_units")
    for acquired in ({0: ["truce_of_ashes"]}, {1: ["night_of_knives"]}):
        assert confronting("missions", "cunning", zones, acquired=acquired).asked == (0, "swap_units")
    assert confronting("missions", "cunning", zones, acquired=both, heat=[1, 2]).asked == (0, "swap_units")


@card("carrion_courier")
@rule("C1.56", "C1.11")
def test_the_courier_draws_a_unit_instead_of_the_swap() -> None:
    zones = {"missions": {0: ["carrion_courier"]}, "court": {0: ["dignitary"]}}
    table = confronting("missions", "cunning", zones, deck=["symbiont"])
    assert table.asked == (0, "use_optional")
    table.choose("use")
    assert table.happened("units_drawn")[0] == {"seat": 0, "units": ["symbiont"]}
    assert table.happened("unit_kept") == [{"seat": 0, "unit": "symbiont"}]
    assert table.ever("units_swapped") == []
    declined = confronting("missions", "cunning", zones).choose("decline")
    assert declined.asked == (0, "swap_units")


@card("symbiont")
@rule("C1.12", "C1.32", "E8.12")
def test_the_symbiont_attaches_one_more_token_that_may_be_equal() -> None:
    zones = {"missions": {0: ["symbiont"], 1: ["nameless"]}}
    table = confronting("missions", "occultism", zones)
    table.choose("token:power", "unit:symbiont", "token:violence", "unit:symbiont")
    assert table.asked == (0, "use_optional")
    assert "use unit:nameless.1 token:power" in table.paths()
    table.choose("use", "unit:symbiont", "token:power")
    assert tokens_of(table) == [("power", "symbiont")]
    declined = confronting("missions", "occultism", zones).choose("done")
    assert declined.asked == (0, "use_optional")  # an extension that attaches is left after a declined effect


@card("plague_harbinger")
@rule("E19.8", "C1.51", "E17.1")
def test_with_the_harbinger_the_tokens_need_not_differ() -> None:
    zones = {"missions": {0: ["plague_harbinger"]}, "court": {0: ["necrarch"]}}
    table = confronting("missions", "occultism", zones)
    table.choose("token:power", "unit:plague_harbinger", "token:power", "unit:plague_harbinger")
    assert tokens_of(table) == [("power", "plague_harbinger")] * 2
    court = confronting("court", "occultism", zones)  # only in its Zone
    assert "token:power unit:necrarch token:power unit:necrarch" not in court.paths()


@card("plague_harbinger")
def test_the_harbinger_frees_nobody_elses_tokens_and_not_more_than_the_pool_has() -> None:
    zones = {"missions": {0: ["necrarch", "symbiont"], 1: ["plague_harbinger"]}}
    table = confronting("missions", "occultism", zones)
    equal = [{"attribute": "power", "unit": "necrarch"}] * 2
    table.refused("tokens_must_differ", 0, {"kind": "attach_tokens", "tokens": equal})
    zones = {"missions": {0: ["plague_harbinger"]}, "court": {0: ["necrarch"]}}
    table = confronting("missions", "occultism", zones, tokens={"necrarch": ["power"] * 6})
    assert "token:power unit:plague_harbinger token:power unit:plague_harbinger" not in table.paths()


@card("shadow_tamer")
@rule("C1.14")
def test_the_tamer_attaches_a_token_to_one_of_the_swapped_units() -> None:
    zones = {"missions": {0: ["shadow_tamer", "dignitary"]}, "court": {0: ["acolyte", "assassin"]}}
    table = confronting("missions", "cunning", zones).choose("unit:dignitary.0", "with:acolyte.0")
    assert table.asked == (0, "use_optional")
    assert {path.split()[1] for path in table.paths()[1:]} == {"unit:dignitary.0", "unit:acolyte.0"}
    table.choose("use", "unit:dignitary.0", "token:violence")
    assert tokens_of(table) == [("violence", "dignitary.0")]


@card("shadow_tamer")
@rule("E8.12")
def test_without_a_swap_the_tamer_attaches_nothing() -> None:
    zones = {"missions": {0: ["shadow_tamer"]}, "court": {0: ["acolyte"]}}
    table = confronting("missions", "cunning", zones).choose("decline")
    assert table.ever("ability_used") == []
    assert table.state.question == "recruit"


@card("shadow_tamer")
@rule("E15.7", "E15.1")
def test_a_tamer_that_swapped_itself_away_no_longer_acts() -> None:
    zones = {"missions": {0: ["shadow_tamer"]}, "court": {0: ["acolyte"]}}
    table = confronting("missions", "cunning", zones).choose("unit:shadow_tamer", "with:acolyte.0")
    assert table.ever("token_attached") == []
    assert table.state.question == "recruit"


@card("web_wanderer")
@rule("C4.6.8", "E16.7", "C1.14")
def test_the_wanderer_makes_one_more_swap_which_is_no_new_win() -> None:
    zones = {"missions": {0: ["web_wanderer", "dignitary"]}, "court": {0: ["acolyte", "assassin"]}}
    table = confronting("missions", "cunning", zones).choose("unit:dignitary.0", "with:acolyte.0")
    assert table.asked == (0, "use_optional")
    assert "use unit:acolyte.0 with:assassin.0" in table.paths()
    table.choose("use", "unit:acolyte.0", "with:assassin.0")
    assert len(table.ever("units_swapped")) == 2
    assert table.state.question == "recruit"  # not a third time


@card("web_wanderer")
@rule("E15.7", "E15.1")
def test_a_wanderer_that_swapped_itself_away_makes_no_further_swap() -> None:
    zones = {"missions": {0: ["web_wanderer", "dignitary"]}, "court": {0: ["acolyte", "assassin"]}}
    table = confronting("missions", "cunning", zones).choose("unit:web_wanderer", "with:acolyte.0")
    assert len(table.ever("units_swapped")) == 1
    assert table.state.question == "recruit"


@card("marrow_leech")
@rule("C1.44", "E18.3", "C1.28")
def test_the_leech_takes_1_heat_from_an_opponent_in_the_zone() -> None:
    zones = {"missions": {0: ["marrow_leech"], 1: ["acolyte"], 2: ["acolyte"]}, "court": {3: ["acolyte"]}}
    table = confronting("missions", "violence", zones, seats=4, heat=[2, 2, 0, 2]).choose("decline")
    assert table.asked == (0, "use_optional")
    assert table.paths() == ["decline", "use player:1"]  # seat 2 has no Heat, seat 3 is not here
    table.choose("use", "player:1")
    assert table.happened("heat_taken") == [{"seat": 0, "victim": 1, "amount": 1}]
    assert table.heat()[:2] == [3, 1]


@card("marrow_leech")
@rule("E12.4")
def test_a_leech_at_the_limit_takes_nothing() -> None:
    zones = {"missions": {0: ["marrow_leech"], 1: ["acolyte"]}}
    table = confronting("missions", "violence", zones, heat=[3, 2]).choose("decline")
    assert table.ever("heat_taken") == []
    assert table.state.question == "recruit"


# --- Elite Units: permanent, about annihilation -------------------------------------------------------------


@card("biometric_anomaly")
@rule("C4.6.7", "C1.19", "E14.8")
@pytest.mark.parametrize("answer", ["save", "let_go"])
def test_the_annihilated_anomaly_attaches_a_token_to_another_own_unit_even_if_saved(answer: str) -> None:
    zones = {"missions": {0: ["ravenous_skarger"], 1: ["dignitary", "biometric_anomaly"]}, "court": {1: ["acolyte"]}}
    table = confronting("missions", "violence", zones).choose("unit:biometric_anomaly").choose(answer)
    assert table.asked == (1, "use_optional")
    assert {path.split()[1] for path in table.paths()[1:]} == {"unit:dignitary.1"}
    table.choose("use", "unit:dignitary.1", "token:cunning")
    assert tokens_of(table) == [("cunning", "dignitary.1")]


@card("biometric_anomaly")
@rule("E14.7")
def test_the_anomalys_own_tokens_are_back_in_the_pool_when_it_reacts() -> None:
    zones = {"missions": {0: ["ravenous_skarger"], 1: ["dignitary", "biometric_anomaly"]}}
    table = confronting("missions", "violence", zones, tokens={"biometric_anomaly": ["power"] * 7})
    table.choose("unit:biometric_anomaly").choose("let_go")
    assert "use unit:dignitary.1 token:power" in table.paths()


@card("wildclanner")
@rule("C1.19", "E14.7")
@pytest.mark.parametrize("answer", ["save", "let_go"])
def test_the_wildclanner_gets_a_power_token_when_another_unit_here_is_annihilated(answer: str) -> None:
    zones = {"missions": {0: ["ravenous_skarger", "wildclanner"], 1: ["dignitary"]}}
    table = confronting("missions", "violence", zones).choose("unit:dignitary.1").choose(answer)
    assert tokens_of(table) == [("power", "wildclanner")]
    kinds = table.kinds()
    assert kinds.index("unit_returned" if answer == "save" else "unit_discarded") < kinds.index("token_attached")


@card("wildclanner")
def test_the_wildclanner_gets_nothing_for_itself_or_for_another_zone() -> None:
    zones = {"missions": {0: ["ravenous_skarger", "wildclanner"], 1: ["dignitary"]}}
    table = confronting("missions", "violence", zones).choose("unit:wildclanner").choose("let_go")
    assert table.ever("token_attached") == []
    zones = {"missions": {0: ["ravenous_skarger"], 1: ["dignitary"]}, "court": {0: ["wildclanner"]}}
    table = confronting("missions", "violence", zones).choose("unit:dignitary.1").choose("let_go")
    assert table.ever("token_attached") == []


@card("scarifist_guard")
@rule("E19.2", "C1.16", "C1.49")
@pytest.mark.parametrize("victim", ["acolyte.1", "scarifist_guard", "dignitary.1"])
def test_the_guards_owner_chooses_which_unit_an_opponent_annihilates_and_it_cannot_be_saved(victim: str) -> None:
    zones = {"missions": {0: ["ravenous_skarger", "wildclanner"], 1: ["acolyte", "scarifist_guard", "dignitary"]}}
    table = confronting("missions", "violence", zones).choose("unit:dignitary.1")
    assert table.asked == (1, "choose_victim")
    assert table.paths() == ["unit:acolyte.1", "unit:scarifist_guard", "unit:dignitary.1"]  # it cannot be declined
    table.choose(f"unit:{victim}")
    assert table.happened("unit_annihilated")[0]["unit"] == victim
    assert table.discard() == [victim]
    assert table.happened("unit_saved") == []
    assert len(table.happened("annihilation_redirected")) == (victim != "dignitary.1")


@card("scarifist_guard")
@rule("E19.2", "C1.26")
def test_the_guard_does_not_change_an_annihilation_by_its_owner_or_in_another_zone() -> None:
    zones = {"missions": {0: ["ravenous_skarger", "scarifist_guard", "dignitary"], 1: ["nameless"]}}
    assert confronting("missions", "violence", zones).choose("unit:dignitary.0").asked == (0, "save_unit")
    zones = {"missions": {0: ["ravenous_skarger"], 1: ["dignitary"]}, "court": {1: ["scarifist_guard"]}}
    assert confronting("missions", "violence", zones).choose("unit:dignitary.1").asked == (1, "save_unit")
    zones = {"missions": {0: ["ravenous_skarger"], 1: ["scarifist_guard"], 2: ["dignitary"]}}
    table = confronting("missions", "violence", zones, seats=3, tokens={"ravenous_skarger": ["violence"]})
    assert table.choose("unit:dignitary.2").asked == (2, "save_unit")  # another player's Unit


@card("scarifist_guard", "misty_crawler")
@rule("C4.6.6", "E14.11", "E19.2")
def test_the_guards_owner_cannot_choose_the_protected_crawler() -> None:
    zones = {"missions": {0: ["ravenous_skarger", "wildclanner"], 1: ["misty_crawler", "scarifist_guard", "dignitary"]}}
    table = confronting("missions", "violence", zones).choose("unit:dignitary.1")
    assert table.paths() == ["unit:scarifist_guard", "unit:dignitary.1"]


@card("misty_crawler")
@rule("C1.48", "C1.30", "E14.11")
def test_the_crawler_cannot_be_annihilated_beside_another_own_unit() -> None:
    zones = {"missions": {0: ["ravenous_skarger"], 1: ["misty_crawler", "dignitary"]}}
    table = confronting("missions", "violence", zones)
    assert table.paths() == ["decline", "unit:ravenous_skarger", "unit:dignitary.1"]
    error = table.refused("unit_protected", 0, {"kind": "annihilate_unit", "unit": "misty_crawler"})
    assert error.rule == "E14.11"


@card("misty_crawler")
@rule("C4.6.4")
def test_the_last_crawler_of_its_owner_can_be_annihilated() -> None:
    zones = {"missions": {0: ["ravenous_skarger", "dignitary"], 1: ["misty_crawler"]}, "court": {1: ["dignitary"]}}
    assert "unit:misty_crawler" in confronting("missions", "violence", zones).paths()


@card("dark_exarch")
@rule("E19.3", "C1.18", "C1.50")
@pytest.mark.parametrize(("unit", "heat"), [("symbiont", 2), ("dark_exarch", 2), ("dignitary.1", 1)])
def test_the_exarch_keeps_a_saved_unit_in_the_zone_for_1_more_heat(unit: str, heat: int) -> None:
    zones = {"missions": {0: ["ravenous_skarger", "wildclanner"], 1: ["symbiont", "dark_exarch", "dignitary"]}}
    table = confronting("missions", "violence", zones, heat=[2, 3], tokens={unit.split(".")[0]: ["cunning"]})
    table.choose(f"unit:{unit}").choose("save")
    assert table.asked == (1, "use_optional")
    assert table.heat() == [2, 3 - (heat - 1)]
    table.choose("use")
    assert sum(event["amount"] for event in table.ever("heat_paid")) == heat
    assert [event["unit"] for event in table.happened("unit_stayed")] == [unit]
    returned = next(event["units"] for event in table.happened("units_returned") if event["seat"] == 1)
    assert returned == ["symbiont", "dark_exarch", "dignitary.1"]  # nobody moved
    assert table.ever("unit_returned") == []


@card("dark_exarch")
@rule("E13.2")
def test_a_unit_that_stays_keeps_its_tokens() -> None:
    zones = {"missions": {1: ["symbiont", "dark_exarch"]}}
    table = assigning("bone_carver", "missions", zones, tokens={"symbiont": ["cunning"]})
    table.choose("use", "unit:symbiont").choose("save").choose("use")
    assert table.tokens("symbiont") == {"cunning": 1}
    assert table.row("missions", 1) == ["symbiont", "dark_exarch"]


@card("dark_exarch")
def test_the_exarch_helps_no_opponent_and_no_other_zone() -> None:
    zones = {"missions": {0: ["dark_exarch"], 1: ["symbiont"]}}
    table = assigning("bone_carver", "missions", zones).choose("use", "unit:symbiont").choose("save")
    assert table.hand(1) == ["acolyte.1", "symbiont"]
    zones = {"missions": {1: ["symbiont"]}, "court": {1: ["dark_exarch"]}}
    table = assigning("bone_carver", "missions", zones).choose("use", "unit:symbiont").choose("save")
    assert table.asked == (1, "assign_or_pass")


@card("warden_of_the_last_gate")
@rule("C1.55")
def test_the_warden_saves_own_elite_units_here_for_nothing() -> None:
    zones = {"missions": {1: ["symbiont", "warden_of_the_last_gate"]}}
    table = assigning("bone_carver", "missions", zones, heat=[2, 0]).choose("use", "unit:symbiont")
    assert table.asked == (1, "save_unit")
    table.choose("save")
    assert table.heat() == [0, 0]
    assert table.hand(1) == ["acolyte.1", "symbiont"]
    itself = assigning("bone_carver", "missions", zones, heat=[2, 0]).choose("use", "unit:warden_of_the_last_gate")
    assert itself.asked == (1, "save_unit")  # it still stands there


@card("warden_of_the_last_gate")
def test_the_warden_lowers_no_cost_for_opponents_or_elsewhere() -> None:
    zones = {"missions": {0: ["warden_of_the_last_gate"], 1: ["symbiont"]}}
    table = assigning("bone_carver", "missions", zones, heat=[2, 0]).choose("use", "unit:symbiont")
    assert table.discard() == ["symbiont"]
    zones = {"missions": {1: ["symbiont"]}, "court": {1: ["warden_of_the_last_gate"]}}
    table = assigning("bone_carver", "missions", zones, heat=[2, 0]).choose("use", "unit:symbiont")
    assert table.discard() == ["symbiont"]


@card("gallows_bride")
@rule("C1.26", "E14.8")
@pytest.mark.parametrize("answer", ["save", "let_go"])
def test_the_bride_annihilated_by_an_opponent_annihilates_a_unit_of_that_opponent_here(answer: str) -> None:
    zones = {"missions": {0: ["dignitary"], 1: ["gallows_bride"], 2: ["nameless"]}, "court": {0: ["acolyte"]}}
    hands = {0: ["bone_carver"], 1: ["acolyte"]}
    table = position(seats=3, zones=zones, hands=hands).assign("bone_carver", "missions")
    table.choose("use", "unit:gallows_bride").choose(answer)
    assert table.asked == (1, "use_optional")
    assert table.paths() == ["decline", "use unit:dignitary.0", "use unit:bone_carver"]
    table.choose("use", "unit:bone_carver")
    assert table.happened("unit_annihilated")[0]["by"] == 1
    assert table.discard()[-1] == "bone_carver"  # its owner has no Heat left to save it


@card("gallows_bride")
def test_the_bride_annihilated_by_her_owner_does_not_react() -> None:
    zones = {"missions": {0: ["gallows_bride"], 1: ["nameless"]}}
    table = assigning("bone_carver", "missions", zones).choose("use", "unit:gallows_bride")
    assert table.asked == (1, "assign_or_pass")  # no Heat is left to save her
    assert table.discard() == ["gallows_bride"]


# --- Elite Units: permanent, the rest -----------------------------------------------------------------------


@card("ash_lamplighter")
@rule("C1.10")
def test_the_lamplighter_attaches_an_occultism_token_to_another_unit_assigned_here() -> None:
    zones = {"missions": {0: ["ash_lamplighter"]}}
    table = assigning("dignitary", "missions", zones)
    assert table.asked == (0, "use_optional")
    table.choose("use")
    assert tokens_of(table) == [("occultism", "dignitary.0")]
    assert table.heat() == [1, 2]


@card("ash_lamplighter")
def test_the_lamplighter_does_not_react_to_itself_to_opponents_or_to_other_zones() -> None:
    assert assigning("ash_lamplighter", "missions").asked == (1, "assign_or_pass")
    opponents = {"missions": {1: ["ash_lamplighter"]}}
    assert assigning("dignitary", "missions", opponents).asked == (1, "assign_or_pass")
    elsewhere = {"court": {0: ["ash_lamplighter"]}}
    assert assigning("dignitary", "missions", elsewhere).asked == (1, "assign_or_pass")


@card("rust_marionette")
@rule("C1.45", "E8.5")
def test_the_marionettes_violence_counts_as_cunning_too() -> None:
    zones = {"missions": {0: ["rust_marionette", "assassin"], 1: ["nameless"]}}
    tokens = {"rust_marionette": ["violence"]}
    assert scores(confronting("missions", "cunning", zones, tokens=tokens)) == [[3, 1]]  # not the Assassin's
    assert scores(confronting("missions", "violence", zones, tokens=tokens)) == [[4, 0]]  # it keeps counting


@card("midnight_bellringer")
@rule("C1.15", "C1.53")
def test_the_bellringer_wins_ties_on_power_against_a_higher_court_position() -> None:
    zones = {"missions": {0: ["ecclesiast"], 1: ["midnight_bellringer"]}}
    table = confronting("missions", "power", zones)
    assert winners(table) == [1]
    assert table.ever("confrontation_won")[0]["how"] == "ability"
    assert table.ever("confrontation_tied") == []


@card("midnight_bellringer")
@rule("E8.18")
def test_the_bellringer_does_not_win_a_tie_of_others_or_another_attribute() -> None:
    zones = {
        "missions": {
            0: ["ecclesiast", "dignitary"],
            1: ["midnight_bellringer"],
            2: ["ashen_knight", "animator_of_delight"],
        }
    }
    assert winners(confronting("missions", "power", zones, seats=3)) == [0]
    zones = {"missions": {0: ["acolyte"], 1: ["midnight_bellringer"]}}
    assert winners(confronting("missions", "occultism", zones)) == []


@card("ashen_knight")
@rule("C4.6.15", "E10.3", "C1.25")
def test_the_knight_in_the_court_is_not_counted_when_heat_is_gathered() -> None:
    zones = {"court": {0: ["ashen_knight", "dignitary"], 1: ["nameless", "acolyte"]}}
    table = position(phase="round_end", zones=zones, heat=[0, 0])
    assert table.happened("heat_gathered") == [
        {"seat": 0, "counted": 1, "amount": 1},
        {"seat": 1, "counted": 2, "amount": 2},
    ]
    alone = position(phase="round_end", zones={"court": {0: ["ashen_knight"]}}, heat=[0, 0])
    assert alone.heat() == [0, 0]
    elsewhere = position(
        phase="round_end", zones={"court": {0: ["dignitary"]}, "missions": {0: ["ashen_knight"]}}, heat=[0, 0]
    )
    assert elsewhere.heat() == [1, 0]

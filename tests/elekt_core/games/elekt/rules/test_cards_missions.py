"""Every Mission does what its text says (elekt-cards.md C4.3)."""

from __future__ import annotations

import pytest

from ..builders import position
from .marks import card, rule
from .scenes import Zones, assigning, confronting, scores, tokens_of, winners

# --- after assigning ----------------------------------------------------------------------------------------


@card("mechanical_staldorg")
@rule("C1.41", "E17.2", "E18.1")
def test_the_staldorg_takes_one_unit_from_the_assigners_hand() -> None:
    board = {"missions": "mechanical_staldorg"}
    table = assigning("dark_exarch", "missions", hand=["dignitary", "symbiont"], face_up=board)
    assert table.asked == (0, "discard_from_hand")
    assert table.paths() == ["unit:dignitary.0", "unit:symbiont"]  # it may be a Basic Unit
    table.choose("unit:dignitary.0")
    assert table.discard() == ["dignitary.0"]
    assert table.hand(0) == ["symbiont"]
    assert table.asked == (1, "assign_or_pass")
    assert assigning("dark_exarch", "missions", face_up=board).discard() == []  # nothing left: nothing happens
    assert assigning("dark_exarch", "court", hand=["dignitary"], face_up=board).discard() == []


@card("mechs_steal_heat")
@rule("E19.9", "E17.2")
def test_the_mechs_take_1_heat_of_the_assigner_after_the_units_own_ability() -> None:
    board = {"missions": "mechs_steal_heat"}
    table = assigning("dark_exarch", "missions", face_up=board)
    assert table.heat() == [1, 2]
    assert table.happened("heat_discarded") == [{"seat": 0, "amount": 1}]
    spent = assigning("assassin", "missions", face_up=board, heat=[1, 2]).choose("use")
    assert spent.tokens("assassin") == {"violence": 1}  # the Heat was spent before the Mechs came
    assert spent.happened("heat_discarded") == []
    assert assigning("dark_exarch", "court", face_up=board).heat() == [2, 2]


@card("burning_archives")
@rule("C1.6", "C1.31")
def test_the_archives_let_the_assigner_attach_any_token_for_1_heat() -> None:
    board = {"missions": "burning_archives"}
    table = assigning("dark_exarch", "missions", face_up=board)
    assert table.asked == (0, "use_optional")
    words = ["occultism", "cunning", "violence", "power"]
    assert table.paths() == ["decline", *(f"use token:{word}" for word in words)]
    table.choose("use", "token:violence")
    assert tokens_of(table) == [("violence", "dark_exarch")]
    assert table.heat() == [1, 2]
    assert assigning("dark_exarch", "missions", face_up=board, heat=[0, 2]).asked == (1, "assign_or_pass")


@card("burning_archives")
@rule("E7.14")
def test_the_archives_offer_nothing_for_a_unit_that_has_left() -> None:
    zones = {"missions": {1: ["symbiont"]}}
    table = assigning("body_thief", "missions", zones, face_up={"missions": "burning_archives"}, heat=[3, 2])
    table.choose("use", "unit:symbiont")
    assert table.asked == (1, "assign_or_pass")


# --- all the time -------------------------------------------------------------------------------------------


@card("siege_of_the_salt_gate")
@rule("C1.52", "E8.15")
def test_the_siege_removes_the_cunning_confrontation_of_its_zone() -> None:
    zones = {"missions": {0: ["dignitary"]}, "influences": {0: ["acolyte"]}}
    table = position(phase="confrontation", zones=zones, face_up={"missions": "siege_of_the_salt_gate"})
    if table.asked == (0, "attach_tokens"):
        table.decline()
    started = [(event["zone"], event["attribute"]) for event in table.ever("confrontation_started")]
    assert [attribute for zone, attribute in started if zone == "missions"] == ["occultism", "violence", "power"]
    assert [attribute for zone, attribute in started if zone == "influences"] == [
        "occultism",
        "cunning",
        "violence",
        "power",
    ]


@card("truce_of_ashes", "ravenous_skarger")
@rule("C4.6.23", "E16.2", "E8.15")
def test_the_truce_removes_violence_but_not_the_one_that_the_skarger_calls_up() -> None:
    board = {"missions": "truce_of_ashes"}
    table = assigning("ravenous_skarger", "missions", {"missions": {1: ["dignitary"]}}, face_up=board).choose("use")
    assert table.asked == (0, "annihilate_unit")
    table.decline().passes()
    here = [event["attribute"] for event in table.ever("confrontation_started") if event["zone"] == "missions"]
    assert here == ["violence", "occultism", "cunning", "power"]  # in the assignment phase, and never again


@card("famine_procession")
@rule("C4.6.10", "C1.54", "C1.62", "E16.2")
def test_in_the_famine_the_plain_effect_attaches_nothing() -> None:
    zones = {"missions": {0: ["necrarch"]}}
    table = confronting("missions", "occultism", zones, face_up={"missions": "famine_procession"})
    assert winners(table) == [0]
    assert table.state.question == "recruit"
    assert table.ever("token_attached") == []


@card("famine_procession", "acolyte", "keeper_of_the_privy_seal", "symbiont")
@rule("C4.6.10", "C1.62", "E16.2")
def test_in_the_famine_abilities_of_units_and_privileges_still_attach() -> None:
    board: dict[str, str | None] = {"missions": "famine_procession"}
    acolyte = assigning("acolyte", "missions", face_up=board).choose("use")
    assert acolyte.tokens("acolyte") == {"power": 1}
    privilege = {0: ["keeper_of_the_privy_seal"]}
    keeper = assigning("dignitary", "missions", face_up=board, acquired=privilege).choose("use")
    assert keeper.tokens("dignitary") == {"power": 1}
    symbiont = confronting("missions", "occultism", {"missions": {0: ["symbiont"]}}, face_up=board)
    assert symbiont.asked == (0, "use_optional")
    assert tokens_of(symbiont.choose("use", "unit:symbiont", "token:power")) == [("power", "symbiont")]


@card("duel_of_regents")
@rule("C4.6.12", "C1.55", "E7.4")
@pytest.mark.parametrize(("seats", "limit"), [(2, 2), (3, 1), (4, 1)])
def test_the_duel_lowers_the_unit_limit_of_its_zone_by_1(seats: int, limit: int) -> None:
    standing = ["dignitary", "nameless"][:limit]
    zones = {"missions": {0: standing}, "court": {0: ["acolyte"]}}
    board = {"missions": "duel_of_regents"}
    table = position(seats=seats, zones=zones, hands={0: ["assassin"]}, face_up=board)
    assert "unit:assassin.0 zone:missions" not in table.paths()
    error = table.refused("zone_full", 0, {"kind": "assign_or_pass", "unit": "assassin.0", "zone": "missions"})
    assert error.data["limit"] == limit
    fewer = {"missions": {0: standing[1:]}}
    table = position(seats=seats, zones=fewer, hands={0: ["assassin"]}, face_up=board)
    assert "unit:assassin.0 zone:missions" in table.paths()


@card("night_of_knives")
@rule("C4.6.11", "C1.54")
@pytest.mark.parametrize("unit", ["dignitary", "symbiont", "warden_of_the_last_gate"])
def test_in_the_night_of_knives_nobody_is_saved(unit: str) -> None:
    zones = {"missions": {1: [unit]}}
    board = {"missions": "night_of_knives"}
    acquired = {1: ["captain_of_the_watch"]}
    table = assigning("bone_carver", "missions", zones, face_up=board, acquired=acquired)
    full = table.paths()[-1].split()
    table.choose(*full)
    assert table.discard() == [full[-1].removeprefix("unit:")]
    assert table.ever("ability_used")[1:] == []  # no cost is lowered where nobody may save
    assert table.asked == (1, "assign_or_pass")


@card("pilgrimage_of_the_blind")
@rule("C1.45", "E8.5")
def test_on_the_pilgrimage_occultism_counts_as_power_too() -> None:
    zones = {"missions": {0: ["necrarch"], 1: ["dignitary"]}}
    board = {"missions": "pilgrimage_of_the_blind"}
    tokens = {"necrarch": ["occultism", "power"]}
    assert scores(confronting("missions", "power", zones, face_up=board, tokens=tokens)) == [[4, 1]]
    occultism = confronting("missions", "occultism", zones, face_up=board, tokens=tokens)
    assert scores(occultism) == [[3, 0]]


@card("hunt_for_the_apostate")
@rule("C1.46", "C1.29")
def test_in_the_hunt_each_spectre_has_one_more_violence() -> None:
    zones = {"missions": {0: ["symbiont", "plague_harbinger"], 1: ["assassin", "nameless"]}}
    table = confronting("missions", "violence", zones, face_up={"missions": "hunt_for_the_apostate"})
    assert scores(table) == [[3, 1]]  # 1 + 1 and 0 + 1; a Cultist and a Unit without a type have what is printed


@card("eclipse_vigil")
@rule("C1.54", "C1.29")
def test_cultists_cannot_be_assigned_to_the_vigil() -> None:
    board = {"missions": "eclipse_vigil"}
    table = position(hands={0: ["acolyte", "dignitary", "symbiont"]}, face_up=board)
    to_missions = [path for path in table.paths() if path.endswith("zone:missions")]
    assert to_missions == ["unit:dignitary.0 zone:missions", "unit:symbiont zone:missions"]
    error = table.refused(
        "assignment_forbidden", 0, {"kind": "assign_or_pass", "unit": "acolyte.0", "zone": "missions"}
    )
    assert error.rule == "C1.54"
    assert error.data["card"] == "eclipse_vigil"


@card("eclipse_vigil")
@rule("E9.9", "E18.7", "E18.10")
def test_cultists_may_still_be_moved_placed_or_swapped_to_the_vigil() -> None:
    board = {"missions": "eclipse_vigil"}
    zones: Zones = {"court": {0: ["assassin"]}}
    moved = assigning("nameless", "missions", zones, face_up=board).choose("use", "unit:assassin.0")
    assert moved.row("missions", 0) == ["nameless.0", "assassin.0"]
    swapped = confronting("missions", "cunning", {"missions": {0: ["nameless"]}, **zones}, face_up=board)
    assert "unit:nameless.0 with:assassin.0" in swapped.paths()


@card("trial_of_masks")
@rule("C4.6.18", "C1.53", "C1.15")
@pytest.mark.parametrize(
    ("attribute", "rows"),
    [
        ("occultism", {0: ["acolyte"], 1: ["acolyte"], 2: ["dignitary"]}),
        ("cunning", {0: ["nameless"], 1: ["nameless"], 2: ["dignitary"]}),
        ("violence", {0: ["assassin"], 1: ["assassin"], 2: ["dignitary"]}),
    ],
)
def test_the_trial_gives_ties_to_the_lowest_court_position_among_the_tied(
    attribute: str, rows: dict[int, list[str]]
) -> None:
    board = {"missions": "trial_of_masks"}
    table = confronting("missions", attribute, {"missions": rows}, seats=3, face_up=board)
    assert winners(table) == [1]  # the order is 0, 1, 2, and seat 2 is not tied
    other = confronting("missions", attribute, {"missions": rows}, seats=3, face_up=board, holder=1)
    assert winners(other) == [0]  # the order is 1, 2, 0


@card("trial_of_masks")
@rule("E8.8")
def test_the_trial_leaves_power_and_confrontations_without_symbols_alone() -> None:
    board = {"missions": "trial_of_masks"}
    zones = {"missions": {0: ["dignitary"], 1: ["dignitary"]}}
    assert winners(confronting("missions", "power", zones, face_up=board)) == [0]
    assert winners(confronting("missions", "violence", zones, face_up=board)) == []


@card("march_of_the_drowned")
@rule("C1.46", "E8.5")
def test_in_the_march_basic_units_have_one_power_fewer_but_not_below_0() -> None:
    zones = {"missions": {0: ["dignitary", "nameless"], 1: ["ecclesiast", "acolyte"]}}
    board = {"missions": "march_of_the_drowned"}
    tokens = {"acolyte": ["power", "power"]}
    assert scores(confronting("missions", "power", zones, face_up=board, tokens=tokens)) == [[0, 3]]


@card("lost_signet")
@rule("C1.20")
def test_the_signet_gives_a_power_token_to_a_unit_that_a_swap_brings() -> None:
    board = {"missions": "lost_signet"}
    zones = {"missions": {0: ["nameless"]}, "court": {0: ["acolyte"]}}
    table = confronting("missions", "cunning", zones, face_up=board).choose("unit:nameless.0", "with:acolyte.0")
    assert tokens_of(table) == [("power", "acolyte.0")]
    from_there = {"missions": {0: ["acolyte"]}, "court": {0: ["nameless"]}}
    table = confronting("court", "cunning", from_there, face_up=board).choose("unit:nameless.0", "with:acolyte.0")
    assert tokens_of(table) == [("power", "nameless.0")]  # won in another Zone, brought here
    by_ability = assigning("duchess_of_the_shroud", "missions", {"court": {0: ["acolyte"]}}, face_up=board)
    by_ability.choose("use", "unit:duchess_of_the_shroud", "with:acolyte.0")
    assert tokens_of(by_ability) == [("power", "acolyte.0")]


# --- after acquiring ----------------------------------------------------------------------------------------


@card("werewolf_packs")
@rule("E19.6", "C1.21", "C1.41")
def test_the_packs_take_two_units_from_the_hand_of_who_acquired_them() -> None:
    board = {"missions": "werewolf_packs"}
    zones = {"missions": {0: ["dignitary"]}}
    hands = {0: ["acolyte", "symbiont", "assassin"]}
    table = confronting("missions", "power", zones, face_up=board, hands=hands)
    assert table.ever("card_acquired") == [{"seat": 0, "card": "werewolf_packs", "zone": "missions"}]
    assert table.asked == (0, "discard_from_hand")
    assert len(table.paths()) == 6  # two of three, in an order
    table.choose("unit:assassin.0", "unit:symbiont")
    assert [event["unit"] for event in table.happened("unit_discarded")] == ["assassin.0", "symbiont"]


@card("werewolf_packs")
@rule("E19.6", "E17.2")
@pytest.mark.parametrize("hand", [[], ["symbiont"]])
def test_the_packs_take_only_as_many_as_there_are(hand: list[str]) -> None:
    zones = {"missions": {0: ["dignitary"]}}
    table = confronting("missions", "power", zones, face_up={"missions": "werewolf_packs"}, hands={0: hand})
    assert table.state.acquired[0] == (table.id("werewolf_packs"),)
    assert [event["unit"] for event in table.ever("unit_discarded")] == hand


@card("blood_audit")
@rule("E17.2", "C1.43")
@pytest.mark.parametrize("heat", [0, 1, 3])
def test_the_audit_takes_all_heat_of_who_acquired_it(heat: int) -> None:
    table = confronting(
        "missions", "power", {"missions": {0: ["dignitary"]}}, face_up={"missions": "blood_audit"}, heat=[heat, 2]
    )
    assert table.ever("heat_discarded") == ([{"seat": 0, "amount": heat}] if heat else [])
    assert table.heat() == [0, 2]


@card("plundered_caravan")
@rule("C1.42", "E12.3")
@pytest.mark.parametrize(("heat", "gained"), [(0, 2), (1, 2), (2, 1), (3, 0)])
def test_the_caravan_brings_2_heat_up_to_the_limit(heat: int, gained: int) -> None:
    table = confronting(
        "missions", "power", {"missions": {0: ["dignitary"]}}, face_up={"missions": "plundered_caravan"}, heat=[heat, 2]
    )
    assert sum(event["amount"] for event in table.ever("heat_gained")) == gained
    assert table.heat() == [heat + gained, 2]

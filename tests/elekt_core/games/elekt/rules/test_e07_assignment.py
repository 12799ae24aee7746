"""E7: assignment phase."""

from __future__ import annotations

import pytest

from elekt_core.chance import SeededChance
from elekt_core.checking.asking import leak
from elekt_core.contract import SeatNo
from elekt_core.games.elekt import game
from elekt_core.games.elekt.assignment import assign_choices, must_pass

from ...asking import dealt_anew
from ..builders import BASIC_KINDS, position
from .marks import rule

FIVE = [*BASIC_KINDS, "dark_exarch"]
OTHER_FIVE = [*BASIC_KINDS, "demiurge_of_heat"]


@rule("E7.1")
def test_players_take_single_turns_in_court_order_round_and_round() -> None:
    hands = dict.fromkeys(range(3), BASIC_KINDS)
    table = position(seats=3, holder=1, direction="counter_clockwise", hands=hands)
    turns = []
    for unit, zone in (("dignitary", "court"), ("dignitary", "missions"), ("dignitary", "influences")):
        turns.append(table.asked)
        table.assign(unit, zone)
    assert turns == [(1, "assign_or_pass"), (0, "assign_or_pass"), (2, "assign_or_pass")]
    assert table.asked == (1, "assign_or_pass")
    table.passes()
    assert table.happened("player_passed") == [{"seat": 1, "forced": False}]


@rule("E7.2")
def test_who_passes_has_no_more_turns_in_the_phase() -> None:
    table = position(hands={0: BASIC_KINDS, 1: BASIC_KINDS}).passes()
    for _ in range(2):
        assert table.asked == (1, "assign_or_pass")
        table.assign(table.hand(1)[0].split(".")[0], "court")
        if table.asked == (1, "use_instant"):
            table.decline()


@rule("E7.3", "E20.3")
def test_five_assignments_at_most_then_the_phase_ends() -> None:
    table = position(hands={0: [*FIVE, "necrarch"]}, assigned=[4, 0])
    assert table.ever("player_passed") == []
    table.assign("dignitary", "court")
    assert table.hand(0)[-1] == "necrarch"
    assert table.ever("player_passed") == [{"seat": 1, "forced": True}]  # seat 0 is finished and does not pass
    assert table.happened("phase_started") == [{"phase": "confrontation"}, {"phase": "round_end"}]


@rule("E7.4", "E20.2")
@pytest.mark.parametrize(("seats", "limit"), [(2, 3), (3, 2), (4, 2)])
def test_nobody_assigns_beyond_the_zone_limit(seats: int, limit: int) -> None:
    standing = ["dignitary", "nameless", "acolyte"][:limit]
    table = position(
        seats=seats, zones={"court": {0: standing}, "missions": {1: ["dignitary"]}}, hands={0: ["assassin"]}
    )
    assert table.paths() == ["pass", "unit:assassin.0 zone:missions", "unit:assassin.0 zone:influences"]
    error = table.refused("zone_full", 0, {"kind": "assign_or_pass", "unit": "assassin.0", "zone": "court"})
    assert error.rule == "E7.4"
    assert error.data["limit"] == limit


@rule("E7.5")
def test_a_unit_that_is_discarded_does_not_give_its_assignment_back() -> None:
    table = position(
        hands={0: ["body_thief", "dignitary"]}, assigned=[4, 5], zones={"court": {1: ["nameless"]}}
    ).assign("body_thief", "court")
    table.choose("use", "unit:nameless.1")
    assert "body_thief" in table.discard()
    assert table.happened("phase_started")[0] == {"phase": "confrontation"}  # no sixth assignment


@rule("E7.6")
def test_a_unit_that_comes_back_may_be_assigned_again_at_the_price_of_another_assignment() -> None:
    table = position(hands={0: ["whisper_moth", "acolyte"]}, zones={"missions": {0: ["dignitary"]}}, passed=[1])
    table.assign("whisper_moth", "court").choose("use", "unit:dignitary.0")
    assert table.hand(0) == ["acolyte.0", "dignitary.0"]
    table.assign("dignitary", "influences")
    assert table.state.assigned[0] == 2
    assert [event["unit"] for event in table.ever("unit_assigned")] == ["whisper_moth", "dignitary.0"]


@rule("E7.7")
def test_who_has_nothing_to_assign_is_passed_for_good() -> None:
    table = position(
        hands={0: ["bone_carver", "dignitary", "acolyte"]}, zones={"court": {1: ["nameless"]}}, heat=[2, 2]
    ).assign("dignitary", "missions")
    assert table.happened("player_passed") == [{"seat": 1, "forced": True}]
    table.assign("bone_carver", "court").choose("use", "unit:nameless.1")
    assert table.asked == (1, "save_unit")
    table.choose("save")
    assert table.hand(1) == ["nameless.1"]
    assert table.asked == (0, "assign_or_pass")
    table.passes()
    assert table.hand(1)[0] == "nameless.1"
    assert len(table.ever("unit_assigned")) == 2


FULL = {
    "missions": {0: ["oathbreaker", "body_thief", "marrow_leech"]},
    "influences": {0: ["dignitary", "nameless", "assassin"]},
    "court": {0: ["necrarch", "symbiont", "confessor"]},
}
ONLY_MISSIONS = {**FULL, "missions": {1: ["nameless"]}}
"""With the Vigil of the Eclipse there, no Cultist can be assigned."""


@rule("E7.7")
def test_full_zones_force_a_pass_too() -> None:
    table = position(hands={0: ["acolyte"]}, zones=FULL, passed=[1])
    assert table.ever("player_passed")[0] == {"seat": 0, "forced": True}


@rule("E7.7")
def test_who_holds_units_that_no_zone_takes_is_asked_for_the_pass() -> None:
    """A pass made for Alice would tell that she holds Cultists alone."""
    table = position(hands={0: ["acolyte"]}, zones=ONLY_MISSIONS, face_up={"missions": "eclipse_vigil"}, passed=[1])
    assert table.asked == (0, "assign_or_pass")
    assert table.paths() == ["pass"]
    state = table.state.copy()
    assert not must_pass(game.tables_of(state), state, 0, [()])
    state.game = state.game._replace(ruleset="elekt-2e-r1")
    assert must_pass(game.tables_of(state), state, 0, [()]), "as it was before"
    table.passes()
    assert table.ever("player_passed")[0] == {"seat": 0, "forced": False}
    nothing = position(hands={0: []}, zones=ONLY_MISSIONS, face_up={"missions": "eclipse_vigil"}, passed=[1])
    assert nothing.ever("player_passed")[0] == {"seat": 0, "forced": True}


@rule("E7.7")
def test_others_are_told_alike_whatever_is_in_the_hand() -> None:
    table = position(
        hands={0: ["acolyte", "whisper_moth"], 1: ["acolyte"]},
        zones={"influences": FULL["influences"], "court": FULL["court"]},
        face_up={"missions": "eclipse_vigil"},
        passed=[1],
    )
    decision = next(one for one in game.options(table.state) if one.choice)
    others = [dealt_anew(game, table.state, SeatNo(1), SeededChance(n.to_bytes(2))) for n in range(2000)]
    legal = [other for other in others if decision in game.options(other)]
    assert legal
    assert any(len(assign_choices(game.tables_of(other), other, 0)) > 2 for other in legal), "others hold more choices"
    assert not any(leak(game, table.state, other, decision, SeatNo(1), table.chance) for other in legal)


@rule("E7.8")
def test_a_player_may_pass_while_able_to_assign() -> None:
    table = position(hands={0: BASIC_KINDS, 1: BASIC_KINDS})
    assert table.paths()[0] == "pass"
    table.passes()
    assert table.state.passed[0]


@rule("E7.9")
def test_placed_units_are_not_counted_as_assignments() -> None:
    table = position(hands={0: ["crypt_midwife", "dignitary", "assassin"]}, passed=[1])
    table.assign("crypt_midwife", "court").choose("use", "hand:dignitary.0")
    assert table.row("court", 0) == ["crypt_midwife", "dignitary.0"]
    assert list(table.state.assigned) == [1, 0]


@rule("E7.10")
def test_the_last_player_goes_on_turn_after_turn() -> None:
    table = position(hands={0: FIVE}, passed=[1])
    for zone in ("court", "missions", "influences", "court"):
        assert table.asked == (0, "assign_or_pass")
        unit = table.hand(0)[-1].split(".")[0]
        table.assign(unit, zone)
        while table.asked == (0, "use_instant"):
            table.decline()
    assert list(table.state.assigned) == [4, 0]


@rule("E7.11")
def test_units_stand_in_a_row_and_close_up() -> None:
    table = position(hands={0: ["whisper_moth"]}, zones={"court": {0: ["dignitary", "nameless"]}}, passed=[1]).assign(
        "whisper_moth", "court"
    )
    assert table.row("court", 0) == ["dignitary.0", "nameless.0", "whisper_moth"]
    assert table.happened("unit_assigned")[0]["position"] == 3
    table.choose("use", "unit:dignitary.0")
    assert table.row("court", 0) == ["nameless.0", "whisper_moth"]


@rule("E7.11")
def test_a_swapped_unit_takes_exactly_the_others_place() -> None:
    zones = {"missions": {0: ["symbiont", "necrarch"]}, "court": {0: ["dignitary", "confessor"]}}
    table = position(zones=zones, hands={0: ["duchess_of_the_shroud", "acolyte"]}, passed=[1])
    table.assign("duchess_of_the_shroud", "missions").choose("use", "unit:symbiont", "with:confessor")
    swapped = table.happened("units_swapped")[0]
    assert (swapped["position"], swapped["other_position"]) == (1, 2)
    assert table.row("missions", 0) == ["confessor", "necrarch", "duchess_of_the_shroud"]
    assert table.row("court", 0) == ["dignitary.0", "symbiont"]


@rule("E7.12")
def test_the_instant_ability_is_decided_right_after_assigning() -> None:
    table = position(hands={0: ["acolyte", "nameless"], 1: ["assassin"]}).assign("acolyte", "court")
    assert table.asked == (0, "use_instant")
    table.decline()
    assert table.asked == (1, "assign_or_pass")
    assert not [path for path in table.paths() if path.startswith("use")]


@rule("E7.13", "E16.1")
def test_a_turn_goes_privilege_own_ability_other_units_face_up_card_end_of_turn() -> None:
    table = position(
        hands={0: ["acolyte", "nameless"], 1: ["assassin"]},
        zones={"missions": {0: ["ash_lamplighter"]}},
        acquired={0: ["keeper_of_the_privy_seal", "hidden_dagger"]},
        face_up={"missions": "burning_archives"},
        heat=[3, 3],
    ).assign("acolyte", "missions")
    offered = []
    while table.asked != (1, "assign_or_pass"):
        assert table.asked is not None
        offered.append((table.asked[1], table.game.cards.names[table.state.step.card]))
        table.decline()
    assert offered == [
        ("use_optional", "keeper_of_the_privy_seal"),
        ("use_instant", "acolyte.0"),
        ("use_optional", "ash_lamplighter"),
        ("use_optional", "burning_archives"),
        ("use_optional", "hidden_dagger"),
    ]


@rule("E7.14")
def test_what_concerns_the_player_still_happens_when_the_unit_has_left() -> None:
    zones = {"missions": {1: ["dignitary"]}}
    table = position(hands={0: ["body_thief"]}, zones=zones, face_up={"missions": "mechs_steal_heat"}, passed=[1])
    table.assign("body_thief", "missions").choose("use", "unit:dignitary.1")
    assert table.happened("heat_discarded") == [{"seat": 0, "amount": 1}]


@rule("E7.14")
def test_what_concerns_the_unit_is_skipped_when_it_has_left() -> None:
    zones = {"missions": {1: ["dignitary"]}}
    table = position(
        hands={0: ["body_thief", "nameless"]},
        zones=zones,
        face_up={"missions": "burning_archives"},
        heat=[3, 0],
        passed=[1],
    )
    table.assign("body_thief", "missions").choose("use", "unit:dignitary.1")
    assert table.asked == (0, "assign_or_pass")  # the Archives would have concerned the Body Thief

"""E21.15-E21.26: the Houses assign, use instant abilities and gain Seals; the player passes."""

from __future__ import annotations

import pytest

from ..solo import Gambit, gambit
from .marks import card, rule
from .scenes import with_ability

SIX = ["confessor", "necrarch", "symbiont", "rust_marionette", "wildclanner", "shadow_tamer"]
QUIET = ["symbiont", "rust_marionette", "wildclanner", "shadow_tamer", "plague_harbinger", "scarifist_guard"]
"""Units of the Houses without an instant ability."""


def houses_turn(*hand: str, **more: object) -> Gambit:
    """The Houses have the next turn; then the player, who has an Acolyte, is asked."""
    given = {"hands": {0: ["acolyte"], 1: hand or QUIET}, "turn": 1, **more}
    return gambit(**given)  # type: ignore[arg-type]  # what ``gambit`` takes


# --- HOUSES-ASSIGN ------------------------------------------------------------------------------------------


@rule("E21.15", "E20.2", "E7.4")
def test_the_limit_is_two_units_for_each_side() -> None:
    table = gambit(hands={0: ["acolyte"]}, zones={"missions": {0: ["nameless", "dignitary"]}}, assigned=(2, 2))
    refusals = table.game.refusals(table.state, 0)  # type: ignore[arg-type]
    assert [(r.parts, r.code, r.data["limit"]) for r in refusals if len(r.parts) > 1] == [
        (("unit:acolyte.0", "zone:missions"), "zone_full", 2)
    ]
    full = {"missions": {1: ["necrarch", "confessor"]}}
    assert houses_turn("symbiont", zones=full, memory="missions").assigned_to() == [("symbiont", "influences")]


@rule("E21.15", "E7.11")
def test_a_second_unit_of_the_houses_stands_right_of_the_first() -> None:
    table = houses_turn("symbiont", zones={"court": {1: ["necrarch"]}}, memory="court")
    assert table.row("court", 1) == ["necrarch", "symbiont"]
    assert table.happened("unit_assigned")[0]["position"] == 2


@rule("E21.16", "E7.10")
def test_the_houses_make_five_assignments_also_after_the_player_passed() -> None:
    table = gambit(hands={0: ["acolyte"], 1: [*QUIET]})
    table.passes().choose("heat")
    assert [unit for unit, _ in table.assigned_to()] == QUIET[:5]
    assert table.kinds().index("unit_assigned") < table.kinds().index("phase_started")


@rule("E21.17")
def test_with_an_empty_hand_they_draw_one_unit_and_play_it() -> None:
    table = gambit(hands={0: ["acolyte"]}, turn=1, deck=["symbiont", "necrarch"])
    assert table.happened("units_drawn") == [{"seat": 1, "units": ["symbiont"]}]
    assert table.assigned_to() == [("symbiont", "missions")]


@rule("E21.17")
def test_without_deck_and_pile_the_turn_is_lost_but_counts() -> None:
    elites = everyone_but()
    zones = {"court": {0: elites[:2]}}
    table = gambit(hands={0: [*elites[2:], "acolyte"]}, zones=zones, turn=1, elite_deck=[], assigned=(2, 0))
    # the Basic Units that nobody holds are in the pile: it becomes the deck when a draw needs it (E6.5)
    assert table.happened("deck_reshuffled")
    basics = ["nameless", "dignitary", "assassin"]
    table = gambit(hands={0: [*elites[2:], "acolyte", *basics]}, zones=zones, turn=1, elite_deck=[], assigned=(2, 0))
    assert table.happened("houses_turn_lost") == [{"rule": "E21.17"}]
    assert table.state.assigned[1] == 1
    assert table.asked == (0, "assign_or_pass")


def everyone_but(*names: str) -> list[str]:
    from elekt_core.games.elekt import game

    out = {"serpent_mouthed_liar", "body_thief", *names}
    return [game.cards.names[unit] for unit in game.cards.elites if game.cards.names[unit] not in out]


@rule("E21.17")
@pytest.mark.parametrize("zone", ["missions", "influences", "court"])
def test_they_follow_the_player_to_the_zone_of_the_last_assignment(zone: str) -> None:
    table = gambit(hands={0: ["dignitary", "acolyte"], 1: ["symbiont"]}).assign("dignitary", zone)
    assert table.assigned_to() == [("symbiont", zone)]
    assert table.reasons() == ["last_zone E21.17"]
    assert table.chosen("last_zone") == [zone]


@rule("E21.17")
def test_it_is_the_last_assignment_not_the_last_unit_that_came() -> None:
    """A Unit that an ability moves was not assigned (E15.6): Nameless comes to the Court and moves Dignitary there."""
    zones = {"influences": {0: ["dignitary"]}}
    table = gambit(hands={0: ["nameless", "acolyte"], 1: ["symbiont"]}, zones=zones, heat=(1, 0)).assign(
        "nameless", "court"
    )
    table.choose("use", "unit:dignitary.0")
    assert table.row("court", 0) == ["nameless.0", "dignitary.0"]
    assert table.assigned_to() == [("symbiont", "court")]


@rule("E21.17")
def test_where_the_last_zone_is_full_they_take_the_first_free_place_from_missions_on() -> None:
    full = {"court": {1: ["necrarch", "confessor"]}, "missions": {1: ["bone_carver", "ecclesiast"]}}
    table = houses_turn("symbiont", zones=full, memory="court")
    assert table.assigned_to() == [("symbiont", "influences")]
    assert table.reasons() == ["first_free_zone E21.17"]


@rule("E21.17", "E7.13")
def test_the_other_steps_of_a_turn_follow_and_what_a_mission_offers_is_always_used() -> None:
    table = houses_turn("symbiont", memory="missions", face_up={"missions": "burning_archives"}, heat=(0, 1))
    assert table.happened("ability_used") == [{"seat": 1, "card": "burning_archives", "zone": "missions"}]
    assert table.heat() == [0, 0]  # a Mission asks its full cost
    assert table.tokens("symbiont") == {"power": 1}  # E21.27: Power is the first on the list
    table = houses_turn("symbiont", memory="missions", face_up={"missions": "burning_archives"}, heat=(0, 0))
    assert table.happened("ability_used") == []


@rule("E21.17")
@card("mechs_steal_heat")
def test_a_mission_that_takes_heat_after_assigning_takes_theirs() -> None:
    table = houses_turn("symbiont", memory="missions", face_up={"missions": "mechs_steal_heat"}, heat=(2, 2))
    assert table.heat() == [2, 1]


@rule("E21.18")
def test_the_memory_is_empty_at_the_start_of_each_assignment_phase() -> None:
    table = gambit(phase="assignment_start", holder=1, memory="court", hands={0: ["acolyte"], 1: ["symbiont"]})
    assert table.assigned_to() == [("symbiont", "missions")]
    assert table.reasons() == ["no_memory E21.18"]


@rule("E21.18")
def test_without_memory_they_go_to_the_first_free_place_from_the_left() -> None:
    full = {"missions": {1: ["necrarch", "confessor"]}}
    table = houses_turn("symbiont", zones=full)
    assert table.assigned_to() == [("symbiont", "influences")]
    assert table.reasons() == ["no_memory E21.18"]


@rule("E21.19")
@card("eclipse_vigil")
def test_where_a_card_forbids_the_unit_they_take_the_first_allowed_zone() -> None:
    """Necrarch is a Cultist, and none may be assigned under the Vigil."""
    table = houses_turn("necrarch", memory="missions", face_up={"missions": "eclipse_vigil"})
    assert table.assigned_to() == [("necrarch", "influences")]
    assert table.reasons()[0] == "zone_forbidden E21.19"
    table = houses_turn("symbiont", memory="missions", face_up={"missions": "eclipse_vigil"})
    assert table.assigned_to() == [("symbiont", "missions")]  # a Spectre


@rule("E21.19")
def test_a_unit_that_fits_nowhere_goes_under_the_pile_and_the_next_one_is_tried() -> None:
    full = {"influences": {1: ["bone_carver", "shadow_tamer"]}, "court": {1: ["oathbreaker", "wildclanner"]}}
    table = houses_turn(
        "necrarch", "ecclesiast", "symbiont", "rust_marionette", zones=full, face_up={"missions": "eclipse_vigil"}
    )
    assert table.happened("houses_units_passed_over") == [{"number": 2}]
    assert table.assigned_to() == [("symbiont", "missions")]
    assert table.hand(1) == ["rust_marionette", "necrarch", "ecclesiast"]


@rule("E21.19", "E21.16")
def test_if_no_unit_fits_the_turn_is_lost_but_counts() -> None:
    full = {"influences": {1: ["bone_carver", "shadow_tamer"]}, "court": {1: ["oathbreaker", "wildclanner"]}}
    table = houses_turn("necrarch", "ecclesiast", zones=full, face_up={"missions": "eclipse_vigil"}, assigned=(0, 4))
    assert table.happened("houses_turn_lost") == [{"rule": "E21.19"}]
    assert (table.assigned_to(), table.state.assigned[1]) == ([], 5)
    assert table.hand(1) == ["necrarch", "ecclesiast"]


# --- instant abilities and Seals ----------------------------------------------------------------------------


@rule("E21.20")
def test_an_instant_ability_is_always_used() -> None:
    table = houses_turn("tithe_collector", zones={"missions": {0: ["dignitary"]}}, heat=(2, 0))
    assert table.happened("ability_used") == [{"seat": 1, "card": "tithe_collector", "zone": "missions"}]
    assert table.heat() == [1, 0]
    assert table.solo.seals == 0


@rule("E21.21")
@pytest.mark.parametrize(
    ("unit", "heat", "paid"), [("ecclesiast", 0, 0), ("ecclesiast", 1, 0), ("necrarch", 1, 1), ("necrarch", 2, 1)]
)
def test_the_cost_is_lower_by_one_and_not_below_nothing(unit: str, heat: int, paid: int) -> None:
    """Printed: Ecclesiast 1, Necrarch 2."""
    table = houses_turn(unit, heat=(0, heat), discard=["symbiont"], zones={"court": {0: ["dignitary"]}})
    assert sum(event["amount"] for event in table.happened("heat_paid")) == paid
    assert table.heat()[1] == heat - paid
    assert table.happened("ability_used")[0]["card"] == unit


@rule("E21.21", "E21.23")
def test_without_the_heat_the_ability_is_not_carried_out_and_brings_no_seal() -> None:
    table = houses_turn("necrarch", heat=(0, 0), discard=["symbiont"])
    assert table.happened("ability_used") == []
    assert table.discard() == ["symbiont"]
    assert table.happened("seal_gained") == []
    assert table.reasons()[-1] == "no_heat E21.21"


@rule("E21.21", "C1.55")
@card("choir_of_the_mute")
def test_a_card_that_raises_the_cost_is_counted_first() -> None:
    """Necrarch costs 2, in the Choir's Zone 3, for the Houses 2."""
    more = {"memory": "influences", "face_up": {"influences": "choir_of_the_mute"}, "discard": ["symbiont"]}
    assert houses_turn("necrarch", heat=(0, 1), **more).happened("ability_used") == []
    assert houses_turn("necrarch", heat=(0, 2), **more).heat() == [0, 0]


@rule("E21.22", "E15.8")
def test_an_ability_that_changes_nothing_brings_a_seal_from_the_pool() -> None:
    """Nobody in the Zone has Heat to discard."""
    table = houses_turn("tithe_collector", zones={"missions": {0: ["dignitary"]}}, heat=(0, 1))
    assert table.happened("ability_used") == [{"seat": 1, "card": "tithe_collector", "zone": "missions"}]
    assert table.happened("seal_gained") == [{"card": "tithe_collector", "seals": 1}]
    assert table.solo.seals == 1
    assert table.pool()["occultism"] == 5


@rule("E21.22", "E21.25")
def test_without_an_occultism_token_in_the_pool_there_is_no_seal() -> None:
    zones = {"missions": {0: ["dignitary"]}, "court": {0: ["assassin"]}}
    table = houses_turn("tithe_collector", zones=zones, pool={"occultism": 0})
    assert table.happened("seal_gained") == []
    assert table.reasons()[-1] == "no_seal_left E21.22"


@rule("E21.22", "C4.6.5")
@card("herald_of_his_name")
def test_an_ability_whose_condition_is_not_met_changes_nothing() -> None:
    """Herald: if all other Units here are Cultists, and there is one."""
    assert houses_turn("herald_of_his_name").happened("seal_gained")
    spectre = {"missions": {0: ["ravenous_skarger"]}}
    assert houses_turn("herald_of_his_name", zones=spectre).happened("seal_gained")
    cultist = {"missions": {0: ["acolyte"]}}
    table = gambit(hands={0: ["dignitary"], 1: ["herald_of_his_name"]}, turn=1, zones=cultist)
    assert table.tokens("herald_of_his_name") == {"power": 1}
    assert table.happened("seal_gained") == []


@rule("E21.23")
def test_a_paid_cost_is_no_change() -> None:
    """Bone Carver pays 1 and finds nobody to annihilate."""
    table = houses_turn("bone_carver", heat=(0, 1))
    assert table.happened("heat_paid") == [{"seat": 1, "amount": 1}]
    assert table.happened("seal_gained") == [{"card": "bone_carver", "seals": 1}]


@rule("E21.23")
def test_a_unit_without_instant_ability_brings_no_seal() -> None:
    table = houses_turn("symbiont")
    assert (table.happened("ability_used"), table.happened("seal_gained")) == ([], [])


@rule("E21.23", "E21.42")
def test_looking_at_cards_changes_nothing() -> None:
    table = houses_turn("confessor")
    assert table.happened("hand_shown") == []
    assert table.happened("seal_gained") == [{"card": "confessor", "seals": 1}]


@rule("E21.23")
@pytest.mark.parametrize(
    ("unit", "zones", "heat", "tokens", "what"),
    [
        ("ecclesiast", {}, 0, {}, "token_attached"),
        ("animator_of_delight", {"missions": {0: ["scarifist_guard"]}}, 0, {}, "ability_suppressed"),
        ("whisper_moth", {"court": {1: ["symbiont"]}}, 0, {}, "unit_returned"),
        ("bone_carver", {"missions": {0: ["dignitary"]}}, 1, {}, "unit_annihilated"),
        ("oathbreaker", {"missions": {0: ["dignitary"]}}, 0, {"dignitary": ["power"]}, "token_moved"),
        ("duchess_of_the_shroud", {"missions": {0: ["dignitary"]}}, 0, {"dignitary": ["power"]}, "token_stolen"),
        ("crypt_midwife", {}, 0, {}, "unit_placed"),
    ],
)
def test_a_change_of_units_tokens_places_or_abilities_brings_no_seal(
    unit: str, zones: dict[str, dict[int, list[str]]], heat: int, tokens: dict[str, list[str]], what: str
) -> None:
    table = gambit(hands={0: ["acolyte"], 1: [unit, "wildclanner"]}, turn=1, zones=zones, heat=(0, heat), tokens=tokens)
    if table.asked == (0, "save_unit"):
        table.choose("let_go")
    assert table.ever(what)
    assert table.ever("seal_gained") == []


@rule("E21.23", "E8.16", "E19.5")
@card("ravenous_skarger")
def test_an_extra_confrontation_counts_by_what_came_of_it() -> None:
    """2:3 Violence: the player wins and annihilates nobody. Nothing has changed."""
    zones = {"missions": {0: ["rust_marionette", "assassin"]}}
    table = houses_turn("ravenous_skarger", zones=zones, memory="missions")
    assert table.asked == (0, "annihilate_unit")
    table.decline()
    assert table.happened("seal_gained") == [{"card": "ravenous_skarger", "seals": 1}]
    table = houses_turn("ravenous_skarger", zones=zones, memory="missions").choose("unit:ravenous_skarger")
    assert table.ever("unit_discarded")
    assert table.ever("seal_gained") == []


@rule("E21.23", "E19.5")
def test_a_unit_that_is_saved_has_changed_its_place() -> None:
    """Skarger's confrontation is won by the Houses; what they annihilate goes back to hand."""
    table = houses_turn("ravenous_skarger", zones={"missions": {0: ["assassin"]}}, memory="missions")
    assert table.asked == (0, "save_unit")
    table.choose("save")
    assert "assassin.0" in table.hand(0)
    assert table.ever("seal_gained") == []


@rule("E21.24")
def test_the_third_seal_makes_a_title_marked_by_the_top_privilege() -> None:
    table = houses_turn("confessor", seals=2)
    top = table.game.cards.names
    (converted,) = table.happened("seals_converted")
    assert (converted["seals"], converted["marked"]) == (3, True)
    assert (table.solo.seals, table.titles()) == (0, (0, 1))
    assert table.pool()["occultism"] == 6
    assert len(table.state.decks[2]) == 4  # there were 5 under the face-up one
    assert [top[card_] for card_ in table.solo.drawn] == [converted["card"]]
    assert table.game.view(table.state, 0).solo.drawn == (-1,)  # type: ignore[arg-type, union-attr]


@rule("E21.24")
def test_without_a_privilege_the_title_is_only_counted() -> None:
    table = houses_turn("confessor", seals=2, privileges_left=0)
    (converted,) = table.happened("seals_converted")
    assert (converted["marked"], converted["card"]) == (False, None)
    assert table.titles() == (0, 1)
    assert (table.solo.drawn, table.solo.counted) == ((), 1)


@rule("E21.24", "E11.3")
def test_the_title_of_three_seals_can_end_the_game() -> None:
    mine = ["duel_of_regents", "march_of_the_drowned", "blood_audit"]
    table = houses_turn("confessor", seals=2, acquired={1: mine})
    assert table.happened("game_ended")[0]["winner"] == 1


@rule("E21.25")
def test_seals_are_missing_in_the_pool() -> None:
    table = houses_turn("confessor", seals=1)
    assert table.pool()["occultism"] == 4
    assert table.solo.seals == 2


# --- the player's pass --------------------------------------------------------------------------------------


@rule("E21.26", "E24.2")
@pytest.mark.parametrize(("choice", "heat", "seals"), [("heat", 0, 2), ("seals", 2, 0)])
def test_at_a_pass_the_player_chooses_what_the_houses_lose(choice: str, heat: int, seals: int) -> None:
    table = gambit(hands={0: ["acolyte"], 1: [*QUIET]}, heat=(0, 2), seals=2).passes()
    assert table.asked == (0, "houses_lose")
    assert table.paths() == ["heat", "seals"]
    before = table.state.heat_pool
    table.choose(choice)
    assert (table.heat()[1], table.solo.seals) == (heat, seals)
    assert table.state.heat_pool == before + 2 - heat
    assert table.happened("seals_lost") == ([{"seals": 2}] if choice == "seals" else [])
    assert table.pool()["occultism"] == 6 - seals


@rule("E21.26")
def test_the_choice_is_made_even_if_there_is_nothing_to_lose() -> None:
    table = gambit(hands={0: ["acolyte"], 1: [*QUIET]}).passes()
    assert (table.asked, table.paths()) == ((0, "houses_lose"), ["heat", "seals"])
    table.choose("seals")
    assert table.happened("seals_lost") == []
    assert len(table.assigned_to()) == 5


@rule("E21.26", "E7.7")
def test_a_forced_pass_is_a_pass() -> None:
    table = gambit(hands={1: [*QUIET]}, heat=(0, 1))
    assert table.happened("player_passed") == [{"seat": 0, "forced": True}]
    assert table.asked == (0, "houses_lose")
    assert table.choose("heat").heat() == [0, 0]


@rule("E21.26", "E7.8")
def test_who_made_five_assignments_does_not_pass() -> None:
    table = gambit(hands={0: ["dignitary", "acolyte"], 1: [*QUIET]}, assigned=(4, 4)).assign("dignitary", "court")
    assert table.happened("player_passed") == []
    assert "houses_lose" not in {table.asked and table.asked[1]}
    assert table.happened("phase_started") == [{"phase": "confrontation"}]


@rule("E21.26", "E24.2")
def test_a_player_who_does_not_answer_takes_the_heat() -> None:
    table = gambit(hands={0: ["acolyte"], 1: [*QUIET]}).passes()
    assert table.game.default(table.state, 0).choice == ("heat",)  # type: ignore[arg-type]


@rule("E21.26")
def test_each_pass_is_asked_about_once() -> None:
    table = gambit(hands={0: ["acolyte"], 1: [*QUIET]}, heat=(0, 1)).passes().choose("heat")
    assert table.ever("player_passed") == [{"seat": 0, "forced": False}]
    assert table.happened("phase_started")[0] == {"phase": "confrontation"}


@rule("E21.20", "E15.6")
def test_a_unit_that_is_placed_does_not_use_its_instant_ability() -> None:
    table = houses_turn("crypt_midwife", "confessor", memory="court")
    assert table.row("court", 1) == ["crypt_midwife", "confessor"]
    assert [event["card"] for event in table.happened("ability_used")] == ["crypt_midwife"]
    assert table.happened("seal_gained") == []


@rule("E21.22")
def test_an_ability_with_two_effects_is_watched_to_the_end_of_both() -> None:
    two = with_ability(
        "confessor",
        {"op": "peek_hand", "player": "choose_opponent"},
        {"op": "lose_heat", "player": "each_opponent", "amount": 1},
        trigger="on_assign_self",
        kind="instant",
        optional=True,
    )
    assert houses_turn("confessor", game=two, heat=(1, 0)).happened("seal_gained") == []
    assert houses_turn("confessor", game=two, heat=(0, 0)).happened("seal_gained")

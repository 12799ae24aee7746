"""E21.40-E21.43: doubts. What is left open the player decides for the Houses."""

from __future__ import annotations

from typing import Any

import pytest

from elekt_core.contract import Decision, SeatNo
from elekt_core.errors import NotYourTurn
from elekt_core.games.elekt import game as base_game
from elekt_core.games.elekt.game import Elekt

from ..own_lists import changed
from ..solo import Gambit, gambit
from .marks import card, rule
from .scenes import with_ability

Zones = dict[str, dict[int, list[str]]]


def assigning(unit: str, zones: Zones, *hand: str, **more: Any) -> Gambit:
    """The Houses assign this Unit to the Missions."""
    return gambit(hands={0: ["acolyte"], 1: [unit, *hand]}, zones=zones, turn=1, memory="missions", **more)


@rule("E21.40")
@card("oathbreaker")
def test_a_rule_that_fits_is_followed_first() -> None:
    """Oathbreaker moves a token to itself: the player's first Unit with one, by the list of E21.28."""
    zones: Zones = {"missions": {0: ["dignitary", "assassin"], 1: ["symbiont"]}}
    tokens = {"assassin": ["occultism", "violence"], "symbiont": ["power"]}
    table = assigning("oathbreaker", zones, tokens=tokens)
    (moved,) = table.happened("token_moved")
    assert (moved["other"], moved["unit"], moved["attribute"]) == ("assassin.0", "oathbreaker", "violence")
    assert table.asked == (0, "assign_or_pass")


@rule("E21.40")
@card("whisper_moth")
def test_which_unit_is_the_first_possible_from_the_left() -> None:
    zones: Zones = {"influences": {1: ["symbiont", "wildclanner"]}, "court": {1: ["necrarch"]}}
    table = assigning("whisper_moth", zones)
    assert [event["unit"] for event in table.happened("unit_returned")] == ["symbiont"]
    assert table.chosen("first_from_left") == ["symbiont"]


@rule("E21.40")
@card("nameless")
def test_which_zone_is_the_first_possible_from_the_left() -> None:
    zones: Zones = {"influences": {1: ["symbiont"]}, "court": {1: ["necrarch", "wildclanner"]}}
    table = assigning("nameless", zones)
    (moved,) = table.happened("unit_moved")
    assert (moved["unit"], moved["zone"]) == ("symbiont", "missions")


@rule("E21.40")
@card("scarifist_guard")
def test_their_guard_gives_the_leftmost_unit() -> None:
    zones: Zones = {"missions": {0: ["marrow_leech", "assassin"], 1: ["necrarch", "scarifist_guard"]}}
    table = gambit(phase="confrontation", only=("missions", "violence"), zones=zones)
    table.choose("unit:scarifist_guard")
    assert table.ever("annihilation_redirected")[0]["other"] == "necrarch"
    assert "necrarch" in table.discard()


@rule("E21.40", "E24.2")
@card("plague_market")
def test_anything_else_the_player_decides() -> None:
    """Plague Market: detach 1 token from any Unit here. The Unit is a rule's matter, which token is not."""
    zones: Zones = {"influences": {0: ["dignitary", "assassin"], 1: ["symbiont"]}}
    tokens = {"dignitary": ["occultism", "power"], "assassin": ["violence"], "symbiont": ["power"]}
    table = gambit(
        hands={0: ["acolyte"], 1: ["wildclanner"]},
        zones=zones,
        turn=1,
        memory="influences",
        tokens=tokens,
        face_up={"influences": "plague_market"},
    )
    assert table.asked == (0, "houses_choice")
    assert table.paths() == ["unit:dignitary.0 token:occultism", "unit:dignitary.0 token:power"]
    assert table.game.awaiting(table.state)[0].rule == "E21.40"
    default = table.game.default(table.state, SeatNo(0))
    assert default == table.game.options(table.state)[0]  # the first one offered
    table.choose("unit:dignitary.0", "token:occultism")
    assert [(x["unit"], x["attribute"]) for x in table.happened("token_detached")] == [("dignitary.0", "occultism")]
    assert table.asked == (0, "assign_or_pass")


@rule("E21.40")
def test_nobody_is_asked_where_nothing_is_open() -> None:
    zones: Zones = {"influences": {0: ["dignitary"]}}
    table = gambit(
        hands={0: ["acolyte"], 1: ["wildclanner"]},
        zones=zones,
        turn=1,
        memory="influences",
        tokens={"dignitary": ["power"]},
        face_up={"influences": "plague_market"},
    )
    assert table.asked == (0, "assign_or_pass")
    assert [x["attribute"] for x in table.happened("token_detached")] == ["power"]


@rule("E21.40", "E21.32")
@card("forger_of_history")
def test_the_player_chooses_which_cards_the_houses_exchange() -> None:
    """Forger of History costs 2, the Houses 1; it comes besides the theft (E21.32)."""
    zones: Zones = {"missions": {0: ["dignitary"], 1: ["forger_of_history"]}}
    acquired = {0: ["lost_signet", "blood_audit"], 1: ["trial_of_masks"]}
    table = gambit(phase="confrontation", only=("missions", "cunning"), zones=zones, acquired=acquired, heat=(0, 1))
    assert table.asked == (0, "houses_choice")
    assert table.paths() == ["give:trial_of_masks take:lost_signet", "give:trial_of_masks take:blood_audit"]
    table.choose("give:trial_of_masks", "take:lost_signet")
    assert table.heat()[1] == 0
    assert table.acquired(1) == ["lost_signet"]
    assert sorted(table.acquired(0)) == ["blood_audit", "trial_of_masks"]


@rule("E21.40", "E24.2")
def test_only_what_is_open_can_be_chosen_and_only_by_the_player() -> None:
    zones: Zones = {"influences": {0: ["dignitary"], 1: ["symbiont"]}}
    table = gambit(
        hands={0: ["acolyte"], 1: ["wildclanner"]},
        zones=zones,
        turn=1,
        memory="influences",
        tokens={"dignitary": ["occultism", "power"], "symbiont": ["power"]},
        face_up={"influences": "plague_market"},
    )
    targets = [{"unit": "symbiont"}, {"token": "power"}]
    table.refused("not_offered", 0, {"kind": "houses_choice", "targets": targets})
    with pytest.raises(NotYourTurn):
        table.game.decide(table.state, Decision(SeatNo(0), "assign_or_pass", ()), table.chance)
    choice = table.game.options(table.state)[0].choice
    error = table.refused("malformed", 1, {"kind": "houses_choice", "targets": []})
    assert error.data["field"] == "seat"
    assert choice


@rule("E21.40", "E21.41")
@card("salt_alchemist")
def test_an_ability_with_two_effects_leaves_open_only_what_no_rule_settles() -> None:
    """Salt Alchemist: detach a token (whose: the player's; which: open), then attach one of any attribute there."""
    zones: Zones = {"missions": {0: ["dignitary"]}}
    table = assigning("salt_alchemist", zones, tokens={"dignitary": ["occultism", "cunning"]})
    assert table.asked == (0, "houses_choice")
    assert table.paths() == [
        "unit:dignitary.0 token:occultism token:power",
        "unit:dignitary.0 token:cunning token:power",
    ]
    table.choose("unit:dignitary.0", "token:cunning", "token:power")
    assert table.tokens("dignitary") == {"occultism": 1, "power": 1}
    assert table.happened("seal_gained") == []


# --- whose Unit ---------------------------------------------------------------------------------------------


@rule("E21.41")
@card("animator_of_delight")
def test_a_harmful_effect_goes_to_the_player() -> None:
    zones: Zones = {"missions": {0: ["assassin", "scarifist_guard"], 1: ["symbiont"]}}
    table = assigning("animator_of_delight", zones)
    assert [x["unit"] for x in table.happened("ability_suppressed")] == ["scarifist_guard"]


@rule("E21.41", "E21.22")
def test_without_a_possible_unit_on_the_right_side_nothing_changes() -> None:
    """Only the Houses have a Unit with a permanent ability here."""
    zones: Zones = {"missions": {0: ["assassin"], 1: ["symbiont"]}}
    table = assigning("animator_of_delight", zones)
    assert table.happened("ability_suppressed") == []
    assert "no_right_unit E21.41" in table.reasons()
    assert table.happened("seal_gained")


@rule("E21.41")
def test_a_helpful_effect_goes_to_their_own() -> None:
    """Ecclesiast may mean any Cultist; the player's Assassin stands there without a token."""
    zones: Zones = {"missions": {0: ["assassin"]}}
    table = assigning("ecclesiast", zones)
    assert [x["unit"] for x in table.happened("token_attached")] == ["ecclesiast"]


@rule("E21.41", "E21.28")
def test_a_token_is_moved_from_the_player_only() -> None:
    zones: Zones = {"missions": {0: ["dignitary"], 1: ["symbiont"]}}
    table = assigning("oathbreaker", zones, tokens={"symbiont": ["power"]})
    assert table.happened("token_moved") == []
    assert table.happened("seal_gained")


@rule("E21.41")
def test_an_effect_on_own_units_alone_follows_its_text() -> None:
    zones: Zones = {"court": {0: ["dignitary"], 1: ["symbiont"]}}
    table = assigning("whisper_moth", zones)  # "another of your Units"
    assert [x["unit"] for x in table.happened("unit_returned")] == ["symbiont"]


# --- piles and hands ----------------------------------------------------------------------------------------


@rule("E21.42")
@card("mechanical_staldorg")
def test_a_discard_from_hand_takes_the_top_of_the_pile() -> None:
    table = assigning("symbiont", {}, "necrarch", "wildclanner", face_up={"missions": "mechanical_staldorg"})
    assert table.discard() == ["necrarch"]
    assert table.hand(1) == ["wildclanner"]
    assert "top_of_pile E21.42" in table.reasons()


@rule("E21.42")
@card("necrarch")
def test_of_the_discard_pile_they_take_the_top_card() -> None:
    table = assigning("necrarch", {}, heat=(0, 1), discard=["symbiont", "dignitary"])
    assert table.happened("unit_recovered") == [{"seat": 1, "unit": "dignitary.0"}]
    assert table.hand(1) == ["dignitary.0"]


@rule("E21.42")
@card("crypt_midwife")
def test_of_their_hand_they_place_the_top_card() -> None:
    table = assigning("crypt_midwife", {}, "wildclanner", "symbiont")
    assert table.row("missions", 1) == ["crypt_midwife", "wildclanner"]


@rule("E21.42", "C1.58")
@card("web_of_informers", "confessor")
def test_the_player_may_be_shown_their_hand_but_not_its_order() -> None:
    hand = ["symbiont", "necrarch", "wildclanner"]
    table = gambit(hands={0: ["confessor", "acolyte"], 1: hand}).assign("confessor", "court").choose("use", "player:1")
    (shown,) = table.happened("hand_shown")
    assert (shown["seat"], shown["owner"]) == (0, 1)
    assert shown["units"] == sorted(hand, key=lambda name: table.game.cards.ids[name]) != hand
    view = table.game.view(table.state, SeatNo(0))
    assert view.hands[1] == (-1, -1)


@rule("E21.42")
def test_the_players_hand_is_not_shown_to_them() -> None:
    table = assigning("confessor", {})
    assert table.happened("hand_shown") == []
    assert "sees_nothing E21.42" in table.reasons()


@rule("E21.43", "E21.42")
def test_an_ability_of_the_player_that_makes_them_discard_takes_the_top_card() -> None:
    """A rule covers this one, so the player does not decide it."""
    robber = with_ability(
        "confessor",
        {"op": "discard_from_hand", "player": "choose_opponent", "count": 1},
        trigger="on_assign_self",
        kind="instant",
        optional=True,
    )
    hand = ["wildclanner", "necrarch", "symbiont"]
    table = gambit(hands={0: ["confessor", "acolyte"], 1: hand}, game=robber).assign("confessor", "court")
    table.choose("use", "player:1")
    assert table.discard() == ["wildclanner"]


@rule("E21.43")
def test_a_decision_of_theirs_in_an_ability_of_the_player_that_no_rule_covers_is_the_players() -> None:
    """The Mission acts for who annihilated: the Houses. Which attribute it attaches is settled; which confrontation
    it calls off is not."""
    mission = with_ability(
        "lost_signet",
        {"op": "confrontation", "mode": "skip", "attribute": "choose", "choices": ["cunning", "violence"]},
        trigger="on_annihilated",
        who="any",
        optional=False,
    )
    zones: Zones = {"missions": {0: ["dignitary"], 1: ["rust_marionette"]}}
    table = gambit(
        phase="confrontation",
        only=("missions", "violence"),
        zones=zones,
        game=mission,
        face_up={"missions": "lost_signet"},
    )
    table.choose("save")
    assert table.asked == (0, "houses_choice")
    assert table.paths() == ["attribute:cunning", "attribute:violence"]
    table.choose("attribute:cunning")
    assert table.happened("confrontation_skipped") == [{"zone": "missions", "attribute": "cunning"}]


@rule("E21.43")
def test_the_houses_are_never_asked_anything() -> None:
    """Every question of the rules has a procedure of theirs, or goes to the player."""
    from elekt_core.games.elekt.decisions import KINDS
    from elekt_core.games.elekt.houses.answers import PROCEDURES

    answered_by_their_own_course = {
        "recruit",
        "assign_or_pass",
        "use_instant",
        "use_optional",
        "attach_tokens",
        "swap_units",
        "annihilate_unit",
    }
    of_the_player = {"set_direction", "houses_lose", "houses_choice", "name_herald", "concede"}
    assert set(PROCEDURES) | answered_by_their_own_course | of_the_player == set(KINDS)


# --- a club's own cards ---------------------------------------------------------------------------------------


def own_card(group: str, name: str, *effects: dict[str, Any], **ability: Any) -> Elekt:
    """A club's own list: the built-in one, but this card has another ability."""
    kind = "permanent" if group == "unit" else "rule"
    return base_game.with_cards(
        changed(group, name, ability={"kind": kind, **ability, "effects": [dict(effect) for effect in effects]})
    )


@rule("E21.42", "E15.9")
def test_a_card_of_their_pile_that_an_earlier_effect_took_is_not_placed() -> None:
    """The top of the pile was to be placed, but the effect before has discarded it."""
    hasty = own_card(
        "unit",
        "crypt_midwife",
        {"op": "discard_from_hand", "player": "controller", "count": 1},
        {"op": "place", "target": "hand_unit", "to": "this_zone"},
        kind="instant",
        trigger="on_assign_self",
        optional=True,
    )
    table = assigning("crypt_midwife", {}, "wildclanner", "symbiont", game=hasty)
    assert table.discard() == ["wildclanner"]
    assert table.row("missions", 1) == ["crypt_midwife"]
    assert table.hand(1) == ["symbiont"]
    assert table.happened("seal_gained") == []


@rule("E9.23", "E21.32")
def test_a_prize_that_a_tie_ability_of_theirs_gave_away_is_acquired_once() -> None:
    """Each tie on Power calls up another confrontation on it before it is settled."""
    again = own_card(
        "unit",
        "symbiont",
        {"op": "confrontation", "mode": "extra", "attribute": "power"},
        trigger="on_tie",
        attributes=["power"],
        frequency="once_per_round",
    )
    for holder in (0, 1):
        table = gambit(
            phase="confrontation",
            only=("missions", "power"),
            zones={"missions": {0: ["acolyte"], 1: ["symbiont"]}},
            holder=holder,
            game=again,
        )
        assert [event["seat"] for event in table.ever("card_acquired")] == [holder]
        assert [event["seat"] for event in table.ever("confrontation_won")] == [holder, holder]


@rule("E21.27", "C1.61")
def test_an_extension_of_two_tokens_brings_both() -> None:
    two = own_card(
        "unit",
        "symbiont",
        {"op": "attach", "attribute": "any", "count": 2, "target": "any"},
        trigger="win_extend",
        attributes=["occultism"],
        optional=True,
    )
    zones: Zones = {"missions": {1: ["symbiont", "demiurge_of_heat"]}}
    table = gambit(phase="confrontation", only=("missions", "occultism"), zones=zones, game=two)
    attached = [(event["attribute"], event["unit"]) for event in table.ever("token_attached")]
    assert attached == [
        ("power", "symbiont"),
        ("power", "demiurge_of_heat"),
        ("power", "symbiont"),
        ("violence", "demiurge_of_heat"),
    ]

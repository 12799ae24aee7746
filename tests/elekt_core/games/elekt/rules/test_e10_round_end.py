"""E10: end of round phase."""

from __future__ import annotations

from elekt_core.games.elekt.vocabulary import ZONES

from ..builders import Table, position
from .marks import rule


def kinds(table: Table) -> list[str]:
    return [event.__class__.__name__ for event in table.log]


@rule("E10.1")
def test_sceptre_heat_return_reveal_in_this_order() -> None:
    table = position(phase="round_end", crowned=1, zones={"court": {0: ["dignitary"]}}, face_up=dict.fromkeys(ZONES))
    assert table.asked == (1, "give_sceptre")
    table.choose("seat:1", "direction:clockwise")
    order = kinds(table)
    steps = ["SceptreSet", "HeatGathered", "UnitsReturned", "CardRevealed"]
    assert [order.index(step) for step in steps] == sorted(order.index(step) for step in steps)
    assert order.index("RoundStarted") > order.index("CardRevealed")


@rule("E10.2", "E10.6")
def test_the_winner_of_the_privilege_names_any_holder_and_any_direction() -> None:
    table = position(seats=3, phase="round_end", crowned=2, holder=0)
    assert table.asked == (2, "give_sceptre")
    assert table.paths() == [
        f"seat:{seat} direction:{d}" for seat in range(3) for d in ("clockwise", "counter_clockwise")
    ]
    table.choose("seat:1", "direction:counter_clockwise")
    assert table.state.holder == 1
    assert list(table.state.order) == [1, 0, 2]


@rule("E10.2")
def test_nobody_is_asked_if_nobody_acquired_the_privilege() -> None:
    table = position(seats=3, phase="round_end", holder=2, direction="counter_clockwise")
    assert table.ever("sceptre_set") == []
    assert list(table.state.order) == [2, 1, 0]


@rule("E10.6")
def test_holder_and_direction_may_both_stay() -> None:
    table = position(phase="round_end", crowned=0, holder=1).choose("seat:1", "direction:clockwise")
    assert table.state.order == (1, 0)


@rule("E10.3", "E12.2", "E12.3")
def test_each_unit_in_the_court_gives_a_heat_up_to_the_limit_in_the_new_court_order() -> None:
    zones = {
        "court": {0: ["dignitary", "acolyte"], 1: ["dignitary", "acolyte", "nameless"]},
        "missions": {0: ["necrarch"]},
    }
    table = position(phase="round_end", crowned=0, zones=zones, heat=[0, 1]).choose("seat:1", "direction:clockwise")
    gathered = table.happened("heat_gathered")
    assert [(event["seat"], event["counted"], event["amount"]) for event in gathered] == [(1, 3, 2), (0, 2, 2)]
    assert table.heat() == [2, 3]


@rule("E10.4", "E13.3")
def test_all_units_return_to_hand_and_their_tokens_to_the_pool() -> None:
    zones = {"missions": {0: ["symbiont"], 1: ["acolyte"]}, "court": {0: ["dignitary"]}}
    tokens = {"symbiont": ["power", "power"], "acolyte": ["violence"]}
    table = position(phase="round_end", zones=zones, tokens=tokens, hands={0: ["nameless"]})
    assert table.hand(0) == ["nameless.0", "symbiont", "dignitary.0"]
    assert table.hand(1) == ["acolyte.1"]
    assert list(table.state.pool) == [6, 6, 6, 7]
    assert not any(table.state.rows)


@rule("E10.5")
def test_the_top_card_of_each_deck_is_turned_up() -> None:
    table = position(phase="round_end", face_up=dict.fromkeys(ZONES))
    revealed = table.ever("card_revealed")
    assert [event["zone"] for event in revealed] == list(ZONES)
    assert [table.face_up(zone) for zone in ZONES] == [event["card"] for event in revealed]


@rule("E10.7")
def test_an_empty_deck_leaves_its_zone_without_a_card() -> None:
    table = position(phase="round_end", crowned=0, face_up=dict.fromkeys(ZONES))
    table.state.removed += table.state.decks[0]
    table.state.decks[0] = ()
    table.choose("seat:0", "direction:clockwise")
    assert table.face_up("missions") is None
    assert table.face_up("influences") is not None


@rule("E10.7", "E11.2")
def test_with_the_last_privilege_the_game_ends_instead() -> None:
    table = position(phase="round_end", crowned=0, face_up=dict.fromkeys(ZONES), privileges_left=0)
    table.choose("seat:0", "direction:clockwise")
    assert table.ever("game_ended")[0]["reason"] == "privilege_deck"
    assert table.ever("card_revealed") == []


@rule("E10.8", "C1.4")
def test_once_per_round_begins_anew_with_recruitment() -> None:
    table = position(phase="round_end", acquired={0: ["keeper_of_the_privy_seal"]}, used=["keeper_of_the_privy_seal"])
    table.choose("keep_first").choose("keep_first")
    while table.asked == (1, "assign_or_pass"):
        table.passes()
    assert table.asked == (0, "assign_or_pass")
    unit = table.hand(0)[0]
    table.choose(f"unit:{unit}", "zone:court")
    assert table.asked == (0, "use_optional")
    assert table.game.cards.names[table.state.step.card] == "keeper_of_the_privy_seal"

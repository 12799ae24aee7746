"""E21.33-E21.39: Heat, Titles, Sceptre, the return and what cards offer."""

from __future__ import annotations

from typing import Any

import pytest

from elekt_core.games.elekt import events as e

from ..solo import Gambit, gambit
from .marks import card, rule
from .scenes import with_ability

Zones = dict[str, dict[int, list[str]]]


def confronting(zone: str, attribute: str, zones: Zones, **more: Any) -> Gambit:
    return gambit(phase="confrontation", only=(zone, attribute), zones=zones, **more)


@rule("E21.33", "E21.35", "E16.8")
def test_three_heat_become_the_top_face_down_privilege() -> None:
    table = confronting("missions", "occultism", {"missions": {1: ["demiurge_of_heat"]}}, heat=(0, 2))
    assert table.face_up("court") == "treasurer_of_embers"  # not the one that is fought for
    kinds = [type(event).__name__ for event in table.log]
    i = kinds.index("HeatGained")
    assert kinds[i : i + 4] == ["HeatGained", "HeatDiscarded", "HousesPrivilegeDrawn", "TitlesChanged"]
    assert table.ever("heat_discarded") == [{"seat": 1, "amount": 3}]
    assert table.titles() == (0, 1)
    assert len(table.state.decks[2]) == 4
    (drawn,) = [event for event in table.log if isinstance(event, e.HousesPrivilegeDrawn)]
    assert table.solo.drawn == (drawn.card,)


@rule("E21.33")
def test_nobody_sees_the_privilege_that_was_drawn() -> None:
    table = confronting("missions", "occultism", {"missions": {1: ["demiurge_of_heat"]}}, heat=(0, 2))
    (drawn,) = [event for event in table.log if isinstance(event, e.HousesPrivilegeDrawn)]
    for viewer in (None, 0):
        fact: Any = table.game.redact(drawn, viewer)  # type: ignore[arg-type]  # a plain number will do
        assert fact.card == -1
        seen = table.game.view(table.state, viewer)  # type: ignore[arg-type]
        assert seen.solo is not None
        assert seen.solo.drawn == (-1,)


@rule("E21.33")
def test_without_a_face_down_privilege_the_heat_is_discarded_for_nothing() -> None:
    zones: Zones = {"missions": {1: ["demiurge_of_heat"]}}
    table = confronting("missions", "occultism", zones, heat=(0, 2), privileges_left=0)
    assert table.ever("heat_discarded") == [{"seat": 1, "amount": 3}]
    assert table.ever("houses_privilege_drawn") == []
    assert table.titles() == (0, 0)
    assert "no_privilege_left E21.33" in table.reasons()


@rule("E21.33", "E21.39")
@card("black_mint")
@pytest.mark.parametrize(("heat", "left", "drawn"), [(0, 0, 1), (1, 1, 1), (2, 2, 1)])
def test_heat_comes_token_by_token(heat: int, left: int, drawn: int) -> None:
    """Black Mint: 3 Heat. What is beyond the third comes after the discard."""
    zones: Zones = {"influences": {1: ["ecclesiast"]}}
    table = confronting("influences", "power", zones, heat=(0, heat), face_up={"influences": "black_mint"})
    assert table.acquired(1) == ["black_mint"]
    assert table.heat()[1] == left
    assert len(table.ever("houses_privilege_drawn")) == drawn
    assert sum(event["amount"] for event in table.ever("heat_gained")) == 3


@rule("E21.33", "E12.5")
def test_the_pool_of_heat_still_limits_what_they_gain() -> None:
    table = confronting("influences", "power", {"influences": {1: ["ecclesiast"]}}, heat=(3, 1))
    assert table.state.heat_pool + sum(table.heat()) == 13


@rule("E21.33", "E18.3")
def test_heat_taken_from_the_player_comes_token_by_token_too() -> None:
    greedy = with_ability(
        "marrow_leech",
        {"op": "take_heat", "player": "choose_opponent_in_zone", "amount": 3},
        trigger="win_after",
        attributes=["violence"],
        optional=True,
    )
    zones: Zones = {"missions": {0: ["dignitary", "acolyte"], 1: ["marrow_leech"]}}
    table = confronting("missions", "violence", zones, heat=(3, 2), game=greedy).choose("let_go")
    assert [event["amount"] for event in table.ever("heat_taken")] == [1, 2]
    assert table.heat() == [0, 2]
    assert len(table.ever("houses_privilege_drawn")) == 1


@rule("E21.33", "E11.3")
def test_a_drawn_privilege_can_end_the_game() -> None:
    zones: Zones = {"missions": {1: ["demiurge_of_heat"]}}
    mine = ["duel_of_regents", "march_of_the_drowned", "blood_audit"]
    table = confronting("missions", "occultism", zones, heat=(0, 2), acquired={1: mine})
    (end,) = table.ever("game_ended")
    assert (end["winner"], end["scores"]) == (1, [0, 7])


@rule("E21.34", "E10.3")
@pytest.mark.parametrize(("heat", "left", "drawn"), [(0, 2, 0), (1, 0, 1), (2, 1, 1)])
def test_the_houses_gather_heat_for_their_units_in_the_court(heat: int, left: int, drawn: int) -> None:
    zones: Zones = {"court": {1: ["necrarch", "symbiont"]}, "missions": {1: ["wildclanner"]}}
    table = gambit(phase="round_end", zones=zones, heat=(0, heat))
    gathered = [event for event in table.happened("heat_gathered") if event["seat"] == 1]
    assert gathered[0]["counted"] == 2
    assert table.heat()[1] == left
    assert len(table.happened("houses_privilege_drawn")) == drawn


@rule("E21.35", "E9.15")
def test_a_privilege_that_they_acquire_lies_face_down_and_is_a_title() -> None:
    table = confronting("court", "power", {"court": {1: ["ecclesiast"]}}, face_up={"court": "steward_of_the_court"})
    assert table.titles() == (0, 1)
    assert "steward_of_the_court" not in table.acquired(1)
    assert [table.game.cards.names[won] for won in table.solo.won] == ["steward_of_the_court"]
    assert "counts_as_title E21.35" in table.reasons()


@rule("E21.35")
@card("steward_of_the_court")
def test_they_use_no_privilege_but_those_from_setup() -> None:
    """With the Steward in use they would win this tie on Power; so it goes to the higher court position."""
    zones: Zones = {"missions": {0: ["dignitary"], 1: ["midnight_bellringer"]}}
    table = confronting("missions", "power", zones, won=["steward_of_the_court"], suppressed=["midnight_bellringer"])
    table = confronting(
        "missions",
        "power",
        {"missions": {0: ["dignitary", "demiurge_of_heat"], 1: ["midnight_bellringer"]}},
        won=["steward_of_the_court"],
        suppressed=["midnight_bellringer"],
    )
    assert [(event["seat"], event["how"]) for event in table.ever("confrontation_won")] == [(0, "court")]


@rule("E21.35", "C1.59")
def test_a_privilege_that_an_exchange_brings_them_lies_face_down_too() -> None:
    forger = with_ability(
        "forger_of_history",
        {"op": "exchange", "what": "acquired_card", "kinds": ["mission", "privilege"], "partner": "opponent"},
        trigger="win_replace",
        attributes=["cunning"],
        optional=True,
    )
    zones: Zones = {"missions": {0: ["forger_of_history"], 1: ["necrarch"]}}
    acquired = {0: ["grand_inquisitor"], 1: ["trial_of_masks"]}
    table = confronting("missions", "cunning", zones, acquired=acquired, game=forger)
    assert table.asked == (0, "use_optional")
    table.choose("use", "give:grand_inquisitor", "take:trial_of_masks")
    assert table.titles() == (1, 1)
    assert (table.acquired(0), table.acquired(1)) == (["trial_of_masks"], [])


@rule("E21.36", "E9.22")
@card("treasurer_of_embers")
def test_the_players_privileges_work_and_are_no_titles() -> None:
    zones: Zones = {"court": {0: ["dignitary"]}}
    table = gambit(phase="round_end", zones=zones, acquired={0: ["treasurer_of_embers"]}, hands={0: ["acolyte"]})
    assert table.heat()[0] == 2
    assert table.titles() == (0, 0)


@rule("E21.37", "E10.2")
def test_the_houses_take_the_sceptre_when_they_win_the_court() -> None:
    table = confronting("court", "power", {"court": {1: ["ecclesiast"]}})
    assert {"holder": 1, "direction": "clockwise"} in table.ever("sceptre_set")
    assert "takes_sceptre E21.37" in table.reasons()
    assert (table.state.holder, table.state.order) == (1, (1, 0))


@rule("E21.37")
@pytest.mark.parametrize("to", [0, 1])
def test_the_player_decides_where_the_player_won_it(to: int) -> None:
    table = confronting("court", "power", {"court": {0: ["dignitary"]}})
    assert table.asked == (0, "give_sceptre")
    table.choose(f"seat:{to}", "direction:clockwise")
    assert table.state.holder == to


@rule("E21.38", "E10.4")
def test_their_units_return_and_the_pile_is_shuffled() -> None:
    zones: Zones = {"missions": {1: ["necrarch", "symbiont"]}, "court": {1: ["wildclanner"]}}
    table = gambit(phase="round_end", zones=zones, hands={1: ["confessor"]})
    kinds = table.kinds()
    returned = kinds.index("units_returned")
    assert kinds[returned + 1] == "houses_hand_shuffled"
    assert sorted(table.happened("houses_hand_shuffled")[0]["units"]) == [
        "confessor",
        "necrarch",
        "symbiont",
        "wildclanner",
    ]


@rule("E21.38")
def test_the_order_after_the_return_is_drawn_by_chance() -> None:
    zones: Zones = {"missions": {1: ["necrarch", "symbiont"]}}
    orders = set()
    for seed in range(20):
        table = gambit(phase="round_end", zones=zones, hands={1: ["confessor"]}, seed=bytes([seed]))
        orders.add(tuple(table.happened("houses_hand_shuffled")[0]["units"]))
    assert len(orders) > 3


@rule("E21.39", "E9.21")
@card("plundered_caravan", "werewolf_packs", "blood_audit")
def test_what_a_card_offers_after_it_was_acquired_is_used() -> None:
    zones: Zones = {"missions": {1: ["ecclesiast"]}}
    table = confronting("missions", "power", zones, face_up={"missions": "plundered_caravan"})
    assert table.heat()[1] == 2
    table = confronting(
        "missions",
        "power",
        zones,
        face_up={"missions": "werewolf_packs"},
        hands={1: ["necrarch", "symbiont", "confessor"]},
    )
    assert table.discard()[:2] == ["necrarch", "symbiont"]  # the top of the pile (E21.42)
    table = confronting("missions", "power", zones, face_up={"missions": "blood_audit"}, heat=(1, 2))
    assert table.heat() == [1, 0]


@rule("E21.39")
@card("exchange_of_favours")
def test_an_acquired_card_of_the_players_gives_the_houses_heat() -> None:
    zones: Zones = {"influences": {0: ["dignitary"]}}
    table = confronting("influences", "power", zones, face_up={"influences": "exchange_of_favours"}, heat=(0, 2))
    assert table.heat() == [0, 0]
    assert len(table.ever("houses_privilege_drawn")) == 1

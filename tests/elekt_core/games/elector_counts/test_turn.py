"""K5-K8, K12-K14, K18: the turn, its simple actions, and its end."""

from __future__ import annotations

import pytest

from elekt_core.games.elector_counts import events as e
from elekt_core.games.elector_counts.game import game

from .builders import At, names, ns, position, refused, refused_act
from .marks import shows

FOUR = ("militia",) * 4


@shows("K5.3", "K8.1", "K8.2")
def test_a_location_is_played_for_the_shillings_it_shows_as_often_as_one_likes() -> None:
    table = position(hands=[["salt_market", "twin_lakes", "eagle_castle", "militia", "militia", "militia"]])
    for location in ("salt_market", "twin_lakes", "eagle_castle"):
        table.act("location", location)
    assert table.state.shillings[0] == 4 + 2 + 1
    assert table.state.pool == 30 - 7
    assert names(list(table.state.sites)) == ["salt_market", "twin_lakes", "eagle_castle"]


@shows("K5.4")
def test_a_short_pool_is_emptied_first_and_the_taker_chooses_from_whom_the_rest_comes() -> None:
    table = position(seats=3, hands=[["salt_market", *["militia"] * 5]], shillings=[1, 8, 20])
    table.act("location", "salt_market")
    assert table.one(e.ShillingsGained).amount == 1
    assert [option.choice for option in game.options(table.state)] == [(1,), (2,)]
    assert table.default == (2,), "the richest"
    for giver in (1, 2):
        table.do("take_from", giver)
    refused(table, "no_shillings_there", "K5.4", "take_from", 0)
    table.do("take_from", 1)
    assert table.state.shillings == [1 + 4, 6, 19]
    assert table.state.question == "act"


@shows("K5.4")
def test_what_nobody_has_is_lost_and_one_giver_is_not_asked_about() -> None:
    table = position(hands=[["salt_market", "copper_pits", *["militia"] * 5]], shillings=[24, 6])
    table.act("location", "salt_market")
    assert table.state.shillings == [28, 2]
    table.act("location", "copper_pits")
    assert table.state.shillings == [30, 0]


@shows("K5.1", "K5.5", "K6.2")
def test_actions_are_free_in_kind_and_order_and_each_is_finished_first() -> None:
    table = position(At("toll_bridge", 0), hands=[["militia", "salt_market", "war_chest", "crossbowmen", *FOUR]])
    table.play("war_chest").act("defend", "toll_bridge", "militia").act("location", "salt_market")
    table.act("buy", 1).act("sell", "militia").act("reserve", "militia")
    assert table.state.question == "act"
    assert table.state.asked == 0
    kinds = {option.choice[0] for option in game.options(table.state)}
    assert {"end_turn", "defend", "buy", "sell", "reserve", "take"} <= kinds


@shows("K6.4", "K18.4")
def test_a_turn_may_end_without_an_action_and_the_left_neighbour_follows() -> None:
    table = position(seats=3, turn=1).end(*["militia"] * 3)
    assert table.one(e.TurnStarted).seat == 2
    assert table.state.asked == 2


@shows("K6.5")
def test_nobody_else_acts() -> None:
    table = position(seats=3)
    refused(table, "not_your_turn", "K6.5", "act", "end_turn", seat=1)
    refused(table, "another_question", "K5.5", "take_from", 1)


@shows("K18.1", "K18.2", "K18.5")
def test_three_cards_go_to_the_right_and_the_rest_is_discarded_for_nothing() -> None:
    table = position(seats=4, turn=1, hands=[[], ["militia", "sappers", "pikemen", "castellan", "militia"]])
    table.act("end_turn")
    refused(table, "pass_three", "K18.1", "pass_cards", *ns(["militia", "sappers"]))
    refused(table, "pass_three", "K18.1", "pass_cards", *ns(["militia", "sappers", "sappers"]))
    table.do("pass_cards", *ns(["militia", "sappers", "castellan"]))
    assert table.hand(0) == ["militia", "sappers", "castellan"]
    assert table.discard == ["pikemen", "militia"]
    assert table.state.shillings == [0] * 4


@shows("K18.3", "K24.1")
@pytest.mark.parametrize(("seats", "drawn"), [(2, 4), (3, 3), (4, 2)])
def test_reinforcements_are_drawn_after_passing(seats: int, drawn: int) -> None:
    table = position(seats=seats).end(*["militia"] * 3)
    assert len(table.one(e.CardsDrawn).cards) == drawn
    assert table.hand(0) == ["crossbowmen"] * drawn
    assert table.one(e.CardsPassed).to == seats - 1


@shows("K18.2")
def test_the_reserve_stays_when_the_hand_is_discarded() -> None:
    table = position(reserves=[["sappers"]]).end(*["militia"] * 3)
    assert names(table.state.reserves[0]) == ["sappers"]


# --- K7 ---


@shows("K7.1", "K7.2", "K7.3")
def test_three_cards_must_be_within_reach_after_every_action() -> None:
    table = position(At("twin_lakes", 0), hands=[["ropewalk_harbour", "militia", "sappers"]], shillings=[1])
    refused_act(table, "three_cards", "K7.1", "defend", "twin_lakes", "militia")
    refused_act(table, "three_cards", "K7.1", "sell", "militia")
    assert table.offers("defend") == table.offers("sell") == []
    table.act("location", "ropewalk_harbour")
    assert table.state.shillings[0] == 4
    refused_act(table, "too_few_to_pass", "K7.4", "end_turn")
    table.act("buy", 1)
    assert ("end_turn",) in [option.choice for option in game.options(table.state)]


@shows("K7.2")
def test_money_does_not_count_where_a_conflict_starts_but_the_reserve_does() -> None:
    at = At("twin_lakes", 1, defenders=["militia"])
    rich = position(at, hands=[["iron_veterans", "militia", "militia"]], shillings=[20])
    refused_act(rich, "three_cards", "K7.1", "attack", "twin_lakes", "iron_veterans")
    kept = position(at, hands=[["iron_veterans", "militia", "militia"]], reserves=[["sappers"]])
    kept.act("attack", "twin_lakes", "iron_veterans")
    assert kept.told(e.ConflictStarted)


@shows("K7.2")
def test_cards_to_buy_must_be_there() -> None:
    table = position(hands=[["salt_market", "militia", "militia"]], deck=[], end_revealed=True, shillings=[8])
    refused_act(table, "three_cards", "K7.1", "location", "salt_market")


@shows("K7.4")
def test_who_cannot_have_three_cards_passes_all() -> None:
    table = position(hands=[["militia", "sappers"], []], reserves=[["pikemen"]], deck=[], end_revealed=True)
    refused_act(table, "too_few_to_pass", "K7.4", "end_turn")
    assert table.default == ("take", *ns(["pikemen"]))
    table.state.reserves[0] = ()
    table.act("end_turn")
    assert table.hand(1) == ["militia", "sappers"]


# --- K12 ---


@shows("K12.1", "K12.2", "K12.4", "K6.3", "K12.3")
def test_the_reserve_holds_two_cards_and_gives_them_back_at_any_time() -> None:
    table = position(hands=[["sappers", "pikemen", "castellan", *FOUR]])
    table.act("reserve", "sappers").act("reserve", "pikemen")
    refused_act(table, "reserve_full", "K12.1", "reserve", "castellan")
    assert table.hand(0) == ["castellan", *FOUR]
    table.act("take", "sappers")
    assert table.hand(0) == ["castellan", *FOUR, "sappers"]
    refused_act(table, "not_in_reserve", "K12.3", "take", "sappers")
    table.act("reserve", "sappers")
    assert names(table.state.reserves[0]) == ["pikemen", "sappers"]


@shows("K12.5", "K19.4")
def test_nothing_is_reserved_in_the_end_phase_and_taking_is_no_action() -> None:
    table = position(end_phase=True, reserves=[["sappers"]])
    refused_act(table, "no_reserve_now", "K12.5", "reserve", "militia")
    table.act("take", "sappers")
    assert table.state.asked == 0
    table.act("sell", "sappers")
    assert table.state.asked == 1


# --- K13, K14 ---


@shows("K13.1", "K13.3")
def test_cards_are_paid_together_and_then_drawn() -> None:
    table = position(shillings=[9], deck=["sappers", "pikemen", *["militia"] * 30])
    refused_act(table, "too_few_shillings", "K13.1", "buy", 3)
    table.act("buy", 2)
    assert [type(event) for event in table.events[:2]] == [e.CardsPaid, e.CardsDrawn]
    assert table.state.shillings[0] == 1
    assert table.hand(0)[-2:] == ["sappers", "pikemen"]


@shows("K13.2", "K21.3")
def test_no_more_cards_are_bought_than_there_are() -> None:
    table = position(shillings=[20], deck=["sappers"], discard=["pikemen"], end_revealed=True)
    refused_act(table, "too_few_cards", "K13.2", "buy", 3)
    assert table.offers("buy") == [(1,), (2,)]
    empty = position(shillings=[20], deck=[], end_revealed=True)
    refused_act(empty, "too_few_cards", "K13.2", "buy", 1)


@shows("K14.1", "K14.2")
def test_one_or_two_cards_of_any_kind_are_sold_in_the_chosen_order() -> None:
    table = position(hands=[["war_chest", "eagle_castle", "sappers", *FOUR]])
    table.act("sell", "eagle_castle", "war_chest")
    assert table.discard == ["eagle_castle", "war_chest"]
    assert table.state.shillings[0] == 4
    table.act("sell", "sappers")
    assert table.state.shillings[0] == 6
    refused_act(table, "sell_one_or_two", "K14.1", "sell", "militia", "militia", "militia")
    refused_act(table, "not_in_hand", "K6.2", "sell", "sappers")

"""K19-K21: the End card, the End phase, the end and the points."""

from __future__ import annotations

import pytest

from elekt_core.games.elector_counts import events as e
from elekt_core.games.elector_counts.game import game

from .builders import PLACES, At, Table, n, names, position, refused, refused_act
from .marks import shows

REST = ("crossbowmen",) * 20


def ended(table: Table) -> str:
    outcome = game.outcome(table.state)
    return "" if outcome is None else outcome.termination


# --- K19 ---


@shows("K19.1", "K19.2")
def test_the_end_card_revealed_in_an_action_lets_the_turn_go_on() -> None:
    table = position(shillings=[8], deck=["sappers", "pikemen", *REST[1:]], hands=[["militia"] * 3])
    table.act("buy", 2)
    kinds = [type(event) for event in table.events]
    assert kinds[:4] == [e.CardsPaid, e.CardsDrawn, e.EndCardRevealed, e.CardsDrawn]
    assert table.hand(0)[-2:] == ["sappers", "pikemen"], "it is no card of the hand"
    table.end(*["militia"] * 3)
    assert len(table.hand(0)) == 7, "the starting hand size"
    assert table.one(e.EndPhaseStarted).seat == 1


@shows("K19.3")
@pytest.mark.parametrize(("seats", "size"), [(2, 7), (3, 6), (4, 5)])
def test_revealed_with_the_reinforcements_the_hand_is_as_large_in_all(seats: int, size: int) -> None:
    table = position(seats=seats, deck=["sappers", *REST])
    table.end(*["militia"] * 3)
    assert table.told(e.EndCardRevealed)
    assert len(table.hand(0)) == size
    assert table.hand(0)[0] == "sappers"
    assert table.state.end_phase


@shows("K19.1")
def test_the_end_card_is_not_revealed_before_it_would_be_drawn() -> None:
    table = position(shillings=[4], deck=["sappers", *REST])
    table.act("buy", 1)
    assert not table.told(e.EndCardRevealed)


@shows("K19.4", "K19.7")
def test_a_turn_of_the_end_phase_is_one_action_and_nothing_else() -> None:
    table = position(end_phase=True, hands=[["militia"], ["sappers"]], shillings=[4])
    table.act("sell", "militia")
    assert not any(table.told(kind) for kind in (e.CardsPassed, e.CardsDrawn, e.SurplusDiscarded))
    assert table.state.asked == 1
    assert table.hand(0) == []
    assert game.awaiting(table.state)[0].rule == "K19.4"


@shows("K19.5")
def test_nobody_passes_in_the_end_phase() -> None:
    table = position(end_phase=True)
    refused_act(table, "must_act", "K19.5", "end_turn")
    assert table.default == ("sell", n("militia"))


@shows("K19.6", "K20.4")
def test_the_game_ends_when_who_is_to_act_has_no_card_and_cannot_buy_one() -> None:
    poor = position(end_phase=True, hands=[["militia"], []], shillings=[0, 3])
    assert ended(poor.act("sell", "militia")) == "no_action"
    rich = position(end_phase=True, hands=[["militia"], []], shillings=[0, 4])
    assert ended(rich.act("sell", "militia")) == ""
    assert [option.choice for option in game.options(rich.state)] == [("buy", 1)]


@shows("K19.6", "K23.1")
def test_reserve_cards_count_and_must_be_taken() -> None:
    table = position(end_phase=True, hands=[["militia"], []], reserves=[[], ["sappers"]])
    table.act("sell", "militia")
    assert ended(table) == ""
    assert [option.choice for option in game.options(table.state)] == [("take", n("sappers"))]
    assert table.default == ("take", n("sappers"))


@shows("K19.8", "K21.2", "K21.4")
def test_the_discard_pile_becomes_the_deck() -> None:
    table = position(end_revealed=True, shillings=[8], deck=["sappers"], discard=["pikemen", "castellan"])
    table.state.laid[1] = (n("field_granary"),)
    draws = table.state.draws
    table.act("buy", 2)
    assert len(table.one(e.DeckReshuffled).cards) == 2
    assert table.state.draws == draws + 1
    assert table.hand(0)[-2] == "sappers"
    assert sorted([*table.hand(0)[-1:], *names(table.state.deck)]) == ["castellan", "pikemen"]
    assert table.state.discard == ()
    assert names(table.state.laid[1]) == ["field_granary"]


@shows("K19.9")
def test_tokens_are_looked_at_before_the_lack_of_cards() -> None:
    forts = [At(place, 1, fort=True) for place in PLACES[:5]]
    assert ended(position(*forts, end_phase=True, hands=[["militia"], []]).act("sell", "militia")) == "fortifications"


@shows("K19.10", "K15.8")
def test_the_same_situation_twice_ends_the_game() -> None:
    table = position(
        At("salt_market", 0, ["iron_veterans"], 1, up=True),
        At("twin_lakes", 1, ["iron_veterans"], 0, up=True),
        end_phase=True,
        hands=[["captain_of_the_watch"], ["captain_of_the_watch"]],
    )
    for location in ("salt_market", "twin_lakes", "salt_market"):
        assert ended(table) == ""
        table.act("defend", location, "captain_of_the_watch")
        assert table.told(e.UnitsRetreated)
    assert ended(table) == "repetition"


# --- K20 ---


@shows("K20.1")
@pytest.mark.parametrize(
    ("forts", "sieges", "reason"),
    [(5, 0, "fortifications"), (6, 1, "fortifications"), (0, 5, "sieges"), (4, 4, "tokens"), (4, 3, ""), (3, 4, "")],
)
def test_enough_tokens_in_play_end_the_game(forts: int, sieges: int, reason: str) -> None:
    own = [At(place, 1, fort=True) for place in PLACES[:forts]]
    foreign = [At(place, 0, ["river_raiders"], 1) for place in PLACES[forts : forts + sieges]]
    assert ended(position(*own, *foreign).end(*["militia"] * 3)) == reason


@shows("K20.2", "K6.1")
def test_tokens_count_at_the_start_of_the_own_turn_only() -> None:
    forts = [At(place, 0, fort=True) for place in PLACES[:5]]
    table = position(*forts)
    table.act("sell", "militia").end(*["militia"] * 3)
    assert ended(table) == "", "another player's turn begins"
    table.act("end_turn")
    if table.state.question == "pass_cards":
        table.do("pass_cards", *table.default)
    assert ended(table) == "fortifications"


@shows("K20.3", "K20.5", "K20.6")
def test_who_ends_the_game_does_not_win_by_it() -> None:
    forts = [At(place, 1, fort=True) for place in (*PLACES[:4], "salt_market")]  # 1 point each
    castles = [At(place, 0) for place in ("eagle_castle", "cathedral_city", "university_town")]  # 4 points each
    table = position(*forts, *castles, shillings=[0, 20], reserves=[[], ["militia"]]).end(*["militia"] * 3)
    outcome = game.outcome(table.state)
    assert outcome is not None
    assert (outcome.termination, outcome.scores, outcome.winner) == ("fortifications", (12, 5), 0)


@shows("K20.8")
def test_the_example_of_the_rulebook() -> None:
    own = [At("horse_fair", 0), At("twin_lakes", 0), At("eagle_castle", 0, ["river_raiders"], 1)]
    table = position(*own, At("salt_market", 1, ["old_bridge"], 0), end_phase=True, hands=[["militia"], []])
    table.act("sell", "militia")
    assert game.outcome(table.state).scores == (2 + 3 + 1, 4)  # type: ignore[union-attr]  # it is over


@shows("K20.7")
def test_equal_players_share_the_victory() -> None:
    table = position(
        At("salt_market", 0), At("copper_pits", 1), end_phase=True, seats=3, hands=[["militia"], [], []]
    ).act("sell", "militia")
    outcome = game.outcome(table.state)
    assert outcome is not None
    assert (outcome.winner, outcome.ranks) == (None, (1, 1, 3))


@shows("K23.2")
def test_who_gives_up_is_last_and_the_others_play_on() -> None:
    table = position(At("eagle_castle", 0), seats=3)
    table.decide(0, "concede")
    assert ended(table) == ""
    assert table.state.asked == 1, "the default ends the turn"
    refused(table, "already_conceded", "K23.2", "concede", seat=0)
    table.decide(2, "concede")
    outcome = game.outcome(table.state)
    assert outcome is not None
    assert (outcome.termination, outcome.winner, outcome.ranks) == ("forfeit", 1, (2, 1, 3))
    refused(table, "game_over", "K20.4", "act", "end_turn", seat=1)


# --- K21 ---


@shows("K21.1")
def test_there_is_one_open_pile_in_order() -> None:
    table = position(hands=[["sappers", "war_chest", *["militia"] * 4]])
    table.act("sell", "sappers").play("war_chest").end(*["militia"] * 3)
    assert table.discard == ["sappers", "war_chest", "militia"]
    assert game.view(table.state, None).discard == table.state.discard


@shows("K21.3")
def test_what_cannot_be_drawn_is_not_drawn() -> None:
    table = position(end_revealed=True, deck=["sappers"]).end(*["militia"] * 3)
    assert len(table.hand(0)) == 4, "the sappers and the surplus of this turn"

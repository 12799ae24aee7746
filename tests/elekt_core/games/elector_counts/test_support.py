"""K11: support cards."""

from __future__ import annotations

from elekt_core.contract import SeatNo
from elekt_core.games.elector_counts import events as e
from elekt_core.games.elector_counts.game import game
from elekt_core.games.elector_counts.state import DOWN, UP

from .builders import PLACES, At, Table, n, names, ns, position, refused_act
from .marks import ability, shows

SPARE = ("militia",) * 3


def holding(support: str, *at: At, **more: object) -> Table:
    """Seat 0 holds the card and three Militia."""
    return position(*at, hands=[[support, *SPARE]], **more)  # type: ignore[arg-type]  # what position takes


def no_effect(table: Table, support: str, *target: str) -> None:
    refused_act(table, "no_effect", "K11.2", "support", support, (ns(target),))


@shows("K11.1", "K11.5")
@ability("support_war_chest")
def test_war_chest_gains_three_shillings_and_is_discarded() -> None:
    table = holding("war_chest")
    table.play("war_chest")
    assert table.state.shillings[0] == 3
    assert table.discard == ["war_chest"]
    few = position(hands=[["war_chest", "militia", "militia"]])
    refused_act(few, "three_cards", "K7.1", "support", "war_chest", ((),))


@shows("K11.2", "K5.4")
def test_a_card_that_changes_nothing_is_not_played() -> None:
    no_effect(holding("war_chest", shillings=[30, 0]), "war_chest")
    no_effect(holding("contribution"), "contribution")
    no_effect(position(hands=[["change_of_plans"]], end_phase=True), "change_of_plans")
    no_effect(holding("undermined_walls", At("salt_market", 0, fort=True)), "undermined_walls")
    no_effect(holding("forced_march", discard=["militia"]), "forced_march")
    no_effect(holding("ambush", At("salt_market", 1, ["river_raiders"], 0)), "ambush")
    no_effect(holding("scouts_report", At("salt_market", 0, defenders=["militia"])), "scouts_report")


@ability("support_contribution")
@shows("K11.1")
def test_contribution_takes_one_from_each_other() -> None:
    table = holding("contribution", seats=4, shillings=[0, 4, 0, 1])
    table.play("contribution")
    assert table.state.shillings == [2, 3, 0, 0]


@ability("support_katrin_bokha")
@shows("K11.1")
def test_katrin_bokha_takes_two_from_two_others() -> None:
    table = holding("katrin_bokha", seats=4, shillings=[0, 4, 0, 1])
    assert table.offers("support") == [(n("katrin_bokha"), (pair,)) for pair in ((1, 2), (1, 3), (2, 3))]
    table.play("katrin_bokha", 1, 3)
    assert table.state.shillings == [3, 2, 0, 0]


@ability("support_scouts_report")
@shows("K22.4", "K11.1")
def test_scouts_see_what_lies_face_down_and_nobody_else_does() -> None:
    at = At("salt_market", 1, ["river_raiders", "toll_breakers"], 2)
    table = holding("scouts_report", at, seats=3)
    table.play("scouts_report", "salt_market")
    assert names(table.one(e.FaceDownSeen).cards) == ["river_raiders", "toll_breakers"]
    seen = [[unit.card for unit in game.view(table.state, v).sites[n("salt_market")].attackers] for v in _VIEWERS]
    known = list(ns(["river_raiders", "toll_breakers"]))
    assert seen == [known, [-1, -1], known, [-1, -1]]
    assert {unit.face for unit in table.site("salt_market").attackers} == {DOWN}


_VIEWERS = (SeatNo(0), SeatNo(1), SeatNo(2), None)


@ability("support_ambush")
@shows("K17.4", "K11.1")
def test_ambush_discards_an_attacker_unseen_and_the_last_ends_the_attack() -> None:
    table = holding("ambush", At("salt_market", 0, ["river_raiders", "toll_breakers"], 1))
    assert table.offers("support") == [(n("ambush"), ((0,),)), (n("ambush"), ((1,),))]
    table.play("ambush", 1)
    assert table.discard == ["toll_breakers", "ambush"]
    assert table.site("salt_market").siege
    last = holding("ambush", At("salt_market", 0, ["night_outriders"], 1))
    last.play("ambush", 0)
    assert last.one(e.SiegeReturned).seat == 1
    assert last.discard[0] == "night_outriders", "it does not retreat (K15.8)"


@ability("support_change_of_plans")
@shows("K11.1")
def test_change_of_plans_draws_a_new_hand() -> None:
    table = holding("change_of_plans", deck=["sappers", "pikemen", "castellan", *["militia"] * 25])
    table.play("change_of_plans")
    assert table.hand(0) == ["sappers", "pikemen", "castellan"]
    assert table.discard == [*SPARE, "change_of_plans"]


@ability("support_field_granary")
@shows("K11.4", "K12.1")
def test_a_granary_stays_and_enlarges_the_reserve() -> None:
    table = holding("field_granary", reserves=[["sappers", "pikemen"]])
    table.play("field_granary")
    assert table.discard == []
    assert names(table.state.laid[0]) == ["field_granary"]
    table.state.hands[0] += ns(["castellan"])
    table.act("reserve", "castellan")
    refused_act(table, "reserve_full", "K12.1", "reserve", "militia")


@ability("support_undermined_walls")
@shows("K11.1")
def test_undermined_walls_remove_a_foreign_fortification() -> None:
    at = (At("salt_market", 0, fort=True), At("eagle_castle", 1, fort=True), At("twin_lakes", 1))
    table = holding("undermined_walls", *at)
    assert table.offers("support") == [(n("undermined_walls"), ((n("eagle_castle"),),))]
    table.play("undermined_walls", "eagle_castle")
    assert not table.site("eagle_castle").fort
    assert table.state.forts(1) == 0


@ability("support_forced_march")
@shows("K11.1")
def test_forced_march_recovers_an_attacker() -> None:
    table = holding("forced_march", discard=["river_raiders", "militia", "iron_veterans", "river_raiders"])
    refused_act(table, "bad_target", "K11.1", "support", "forced_march", (ns(["militia"]),))
    table.play("forced_march", "river_raiders")
    assert table.hand(0) == [*SPARE, "river_raiders"]
    assert table.discard == ["river_raiders", "militia", "iron_veterans", "forced_march"]


@ability("support_mercenary_captain")
@shows("K11.6")
def test_the_captain_takes_over_an_attack_with_all_that_belongs_to_it() -> None:
    at = (At("salt_market", 2, ["river_raiders"], 1), At("eagle_castle", 0, ["old_bridge"], 1))
    table = holding("mercenary_captain", *at, seats=3)
    assert table.offers("support") == [(n("mercenary_captain"), ((n("salt_market"),),))]
    table.play("mercenary_captain", "salt_market")
    site = table.site("salt_market")
    assert (site.attacker, site.siege) == (0, True)
    assert (table.state.sieges(0), table.state.sieges(1)) == (1, 1)
    seen = [game.view(table.state, v).sites[n("salt_market")].attackers[0].card for v in (*_VIEWERS[:3], None)]
    assert seen == [n("river_raiders"), n("river_raiders"), -1, -1], "the former player keeps his knowledge"


@ability("support_mercenary_captain")
@shows("K11.6")
def test_the_captain_needs_an_own_siege_token() -> None:
    at = [At(place, 1, ["old_bridge"], 0) for place in PLACES[:7]]
    no_effect(
        holding("mercenary_captain", *at, At("salt_market", 2, ["torch_bearers"], 1), seats=3), "mercenary_captain"
    )


@ability("support_misleading_cartography")
@shows("K11.7")
def test_cartography_moves_an_attack_as_it_lies() -> None:
    at = (
        At("salt_market", 1, ["river_raiders"], 2),
        At("eagle_castle", 0),
        At("twin_lakes", 0, defenders=["militia"]),
        At("horse_fair", 0, fort=True),
        At("copper_pits", 2),
        At("toll_bridge", 3, ["old_bridge"], 1, up=True),
    )
    table = holding("misleading_cartography", *at, seats=4)
    moves = {targets[0] for _, targets in table.offers("support")}
    assert moves == {
        (n("salt_market"), n("eagle_castle")),
        (n("toll_bridge"), n("eagle_castle")),
        (n("toll_bridge"), n("copper_pits")),
    }
    table.play("misleading_cartography", "salt_market", "eagle_castle")
    there, left = table.site("eagle_castle"), table.site("salt_market")
    assert (there.attacker, there.siege, there.attackers[0].face) == (2, True, DOWN)
    assert (left.attacker, left.siege, left.attackers) == (-2, False, ())
    assert not table.told(e.ConflictStarted)
    assert table.site("toll_bridge").attackers[0].face == UP


@shows("K11.3")
def test_a_reaction_is_no_action() -> None:
    refused_act(holding("rallying_horn"), "reaction_only", "K11.3", "support", "rallying_horn", ((),))

"""K3.4, K9, K10, K17: units and tokens at locations."""

from __future__ import annotations

from elekt_core.games.elector_counts import events as e
from elekt_core.games.elector_counts.state import DOWN, UP

from .builders import PLACES, At, n, names, ns, position, refused_act
from .marks import ability, shows

SPARE = ("militia",) * 3


@shows("K9.1", "K9.5")
def test_defenders_of_one_action_go_face_down_to_one_own_location() -> None:
    table = position(At("twin_lakes", 0, defenders=["sappers"], fort=True), At("salt_market", 1))
    table.state.hands[0] = ns(["militia", "pikemen", *SPARE])
    refused_act(table, "not_your_location", "K9.1", "defend", "salt_market", "militia")
    table.act("defend", "twin_lakes", "militia", "pikemen")
    units = table.site("twin_lakes").defenders
    assert names([unit.card for unit in units]) == ["sappers", "militia", "pikemen"]
    assert {unit.face for unit in units} == {DOWN}
    assert not table.told(e.ConflictStarted)


@shows("K9.2", "K9.4")
def test_defenders_of_one_location_have_different_names_new_and_old() -> None:
    table = position(At("twin_lakes", 0, defenders=["sappers"]), hands=[["sappers", "pikemen", "pikemen", *SPARE]])
    refused_act(table, "same_name", "K9.2", "defend", "twin_lakes", "sappers")
    refused_act(table, "same_name", "K9.2", "defend", "twin_lakes", "pikemen", "pikemen")
    assert table.offers("defend") == [
        (n("twin_lakes"), *ns(chosen)) for chosen in (["pikemen"], ["militia"], ["pikemen", "militia"])
    ]


@shows("K9.3", "K9.4")
def test_one_garrison_at_a_location() -> None:
    hand = ["castle_garrison", "border_garrison", *SPARE]
    table = position(At("twin_lakes", 0, defenders=["town_garrison"]), At("salt_market", 0), hands=[hand])
    refused_act(table, "two_garrisons", "K9.3", "defend", "twin_lakes", "castle_garrison")
    refused_act(table, "two_garrisons", "K9.3", "defend", "salt_market", "castle_garrison", "border_garrison")
    table.act("defend", "salt_market", "border_garrison")


@shows("K9.6", "K17.5")
def test_defending_an_attacked_location_starts_a_conflict_at_once() -> None:
    table = position(At("twin_lakes", 0, ["river_raiders"], 1), hands=[["militia", *SPARE]])
    table.act("defend", "twin_lakes", "militia")
    kinds = [type(event) for event in table.events]
    assert kinds.index(e.DefendersPlaced) < kinds.index(e.UnitsRevealed), "they are named before anything is turned up"


@shows("K9.7", "K10.8")
def test_no_action_moves_or_takes_back_a_unit() -> None:
    table = position(At("twin_lakes", 0, defenders=["sappers"]), At("salt_market", 1, ["torch_bearers"], 0))
    table.act("end_turn")
    assert names([unit.card for unit in table.site("twin_lakes").defenders]) == ["sappers"]
    assert names([unit.card for unit in table.site("salt_market").attackers]) == ["torch_bearers"]


@shows("K10.1", "K10.3")
def test_only_locations_of_others_that_nobody_else_attacks() -> None:
    at = (At("twin_lakes", 0), At("salt_market", 1, ["torch_bearers"], 2), At("eagle_castle", 1))
    table = position(*at, seats=3, hands=[["torch_bearers", "militia", *SPARE]])
    refused_act(table, "own_location", "K10.3", "attack", "twin_lakes", "torch_bearers")
    refused_act(table, "attacked_by_another", "K10.3", "attack", "salt_market", "torch_bearers")
    refused_act(table, "not_attacker", "K10.1", "attack", "eagle_castle", "militia")
    refused_act(table, "not_on_the_table", "K10.1", "attack", "cathedral_city", "torch_bearers")
    assert table.offers("attack") == [(n("eagle_castle"), n("torch_bearers"))]


@shows("K10.2", "K15.9")
@ability("attacker_border_riders", "attacker_heavy_lancers", "attacker_stirland_revenge", "attacker_old_bridge")
def test_attackers_share_a_name_or_an_ally_group() -> None:
    hand = [
        "border_riders",
        "heavy_lancers",
        "stirland_revenge",
        "old_bridge",
        "great_bombard",
        "great_bombard",
        *SPARE,
    ]
    table = position(
        At("salt_market", 1), At("eagle_castle", 1), At("twin_lakes", 1), At("copper_pits", 1), hands=[hand]
    )
    refused_act(table, "not_allied", "K10.2", "attack", "salt_market", "border_riders", "old_bridge")
    refused_act(table, "not_allied", "K10.2", "attack", "salt_market", "border_riders", "great_bombard")
    table.act("attack", "salt_market", "border_riders", "heavy_lancers")
    table.act("attack", "eagle_castle", "stirland_revenge")
    refused_act(table, "not_allied", "K10.2", "attack", "salt_market", "old_bridge")
    table.act("attack", "eagle_castle", "old_bridge")
    table.act("attack", "twin_lakes", "great_bombard", "great_bombard")
    assert len(table.site("twin_lakes").attackers) == 2


@shows("K10.4", "K17.1")
def test_an_attack_on_an_empty_location_lies_face_down_under_one_siege_token() -> None:
    table = position(At("salt_market", 1), hands=[["river_raiders", "toll_breakers", *SPARE]])
    table.act("attack", "salt_market", "river_raiders", "toll_breakers")
    site = table.site("salt_market")
    assert (site.siege, site.attacker, len(site.attackers)) == (True, 0, 2)
    assert {unit.face for unit in site.attackers} == {DOWN}
    assert table.state.sieges(0) == 1
    assert not table.told(e.ShillingsTaken), "they act on being revealed"


@shows("K10.5", "K17.1")
def test_an_own_attack_is_strengthened_without_a_second_token() -> None:
    table = position(At("salt_market", 1, ["river_raiders"], 0, up=True), hands=[["toll_breakers", *SPARE]])
    table.act("attack", "salt_market", "toll_breakers")
    assert not table.told(e.SiegePlaced)
    assert [unit.face for unit in table.site("salt_market").attackers] == [UP, DOWN]


@shows("K10.6")
def test_an_attack_on_defenders_is_a_conflict_at_once() -> None:
    table = position(At("salt_market", 1, defenders=["militia"]), hands=[["river_raiders", *SPARE]])
    table.act("attack", "salt_market", "river_raiders")
    assert table.one(e.ConflictStarted) == e.ConflictStarted(0, n("salt_market"), 0, 1)


@shows("K10.7", "K17.2", "K22.3")
def test_a_fortification_absorbs_one_attack_and_the_defenders_stay_untouched() -> None:
    at = At("salt_market", 1, defenders=["militia"], fort=True)
    table = position(at, hands=[["old_bridge", "border_riders", *SPARE]])
    refused_act(table, "not_allied", "K10.2", "attack", "salt_market", "old_bridge", "border_riders")
    table.act("attack", "salt_market", "old_bridge")
    site = table.site("salt_market")
    assert (site.fort, site.siege, site.attackers) == (False, False, ())
    assert [unit.face for unit in site.defenders] == [DOWN]
    assert table.discard == ["old_bridge"]
    assert table.state.forts(1) == 0
    assert not table.told(e.ConflictStarted)
    table.act("attack", "salt_market", "border_riders")
    assert table.told(e.ConflictStarted)


@shows("K10.9")
def test_without_a_siege_token_no_new_attack_begins() -> None:
    at = [At(place, 1, ["river_raiders"], 0) for place in PLACES[:7]]
    more = (At("eagle_castle", 1), At("twin_lakes", 1, defenders=["militia"]), At("salt_market", 1, fort=True))
    table = position(*at, *more, hands=[["toll_breakers", "toll_breakers", *SPARE]])
    refused_act(table, "no_siege_token", "K10.9", "attack", "eagle_castle", "toll_breakers")
    refused_act(table, "no_siege_token", "K10.9", "attack", "twin_lakes", "toll_breakers")
    table.act("attack", "copper_pits", "toll_breakers").act("attack", "salt_market", "toll_breakers")


@shows("K3.4")
def test_a_location_stays_with_its_owner_whatever_happens() -> None:
    table = position(At("salt_market", 1, defenders=["militia"]), hands=[["iron_veterans", *SPARE]])
    table.act("attack", "salt_market", "iron_veterans")
    assert table.site("salt_market").owner == 1
    assert table.site("salt_market").attacker == 0


@shows("K17.3", "K17.5")
def test_the_owner_fights_an_attack_as_often_as_he_can() -> None:
    at = At("salt_market", 0, ["iron_veterans", "iron_veterans"], 1)
    table = position(at, hands=[["militia", "crossbowmen", *SPARE]])
    table.act("defend", "salt_market", "militia").do("react").act("defend", "salt_market", "crossbowmen")
    site = table.site("salt_market")
    assert (len(site.attackers), site.defenders, site.fort, site.siege) == (2, (), False, True)


@shows("K15.10")
def test_units_are_put_down_in_the_order_of_the_hand() -> None:
    table = position(At("salt_market", 0), hands=[["sappers", "pikemen", *SPARE]])
    refused_act(table, "order_of_hand", "K15.10", "defend", "salt_market", "pikemen", "sappers")

"""K15, K16: conflicts and keywords."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from elekt_core.contract import Decision, Refusal, SeatNo
from elekt_core.games.elector_counts import events as e
from elekt_core.games.elector_counts.cards import KEYWORDS
from elekt_core.games.elector_counts.game import game
from elekt_core.games.elector_counts.state import UP
from elekt_core.record.match import as_offered

from .builders import PLACES, At, Table, n, names, ns, position, refused
from .marks import ability, shows

SPARE = ("militia",) * 3
PLACE = "salt_market"


def attack(attackers: Sequence[str], defenders: Sequence[str], *, hand: Sequence[str] = SPARE, **more: object) -> Table:
    """Seat 0 attacks the location of seat 1, with just enough cards left that no reaction can be played."""
    at = At(PLACE, 1, defenders=defenders)
    table = position(at, hands=[[*attackers, *hand]], **more)  # type: ignore[arg-type]  # what position takes
    return table.act("attack", PLACE, *attackers)


def defend(defenders: Sequence[str], attackers: Sequence[str], *, up: bool = False, **more: object) -> Table:
    """Seat 0 defends a location of its own against the attack of seat 1."""
    at = At(PLACE, 0, attackers, 1, up=up)
    table = position(at, hands=[[*defenders, *SPARE]], **more)  # type: ignore[arg-type]  # what position takes
    return table.act("defend", PLACE, *defenders)


# --- the course of a conflict -------------------------------------------------------------------------------


@shows("K16.1", "K16.2")
def test_all_units_there_take_part_and_are_turned_up() -> None:
    table = position(At(PLACE, 0, ["river_raiders"], 1, up=True), hands=[["sappers", "pikemen", *SPARE]])
    table.act("defend", PLACE, "sappers", "pikemen")
    revealed = table.one(e.UnitsRevealed)
    assert names(revealed.attackers) == ["river_raiders"]
    assert names(revealed.defenders) == ["sappers", "pikemen"]


@shows("K15.1", "K16.3", "K16.4", "K16.5")
def test_keywords_act_in_their_order() -> None:
    assert KEYWORDS == ("counter", "assassinate", "gain", "steal", "retreat", "ally")
    table = defend(
        ["pikemen", "masked_bodyguard", "tax_warden"],
        ["heavy_lancers", "hired_knife", "river_raiders"],
        shillings=[5, 5],
    )
    order = [type(x) for x in table.events if isinstance(x, _ACTS)]
    assert order == [e.UnitCountered, e.UnitAssassinated, e.ShillingsGained, e.ShillingsTaken]
    assert table.discard[:3] == ["pikemen", "heavy_lancers", "hired_knife"]


_ACTS = e.UnitCountered | e.UnitAssassinated | e.ShillingsGained | e.ShillingsTaken


@shows("K15.2", "K5.2")
@ability("defender_pikemen", "attacker_great_bombard", "defender_sappers", "attacker_battering_ram")
@pytest.mark.parametrize(
    ("attacker", "defender"),
    [
        ("heavy_lancers", "pikemen"),
        ("great_bombard", "sappers"),
        ("battering_ram", "sappers"),
        ("battering_ram", "castle_garrison"),
    ],
)
def test_a_counter_removes_both_and_neither_counts(attacker: str, defender: str) -> None:
    table = attack([attacker], [defender])
    countered = table.one(e.UnitCountered)
    assert sorted(names([countered.card, countered.other])) == sorted([attacker, defender])
    won = table.one(e.ConflictWonByDefender)
    assert (won.attack, won.defence) == (0, 0)


@shows("K15.2")
def test_one_counter_takes_one_card_with_it() -> None:
    table = attack(["heavy_lancers", "heavy_lancers"], ["pikemen"])
    assert len(table.told(e.UnitCountered)) == 1
    assert table.one(e.ConflictWonByAttacker).attack == 4


@shows("K15.3")
@ability("attacker_hired_knife", "attacker_champion_duelist", "defender_masked_bodyguard")
def test_an_assassin_removes_one_card_and_stays() -> None:
    knife = attack(["hired_knife"], ["castellan", "captain_of_the_watch"])
    assert knife.state.question == "choose_target"
    knife.do("choose_target", 0)
    assert names([knife.one(e.UnitAssassinated).other]) == ["castellan"]
    assert knife.one(e.ConflictWonByDefender).attack == 1
    duellist = attack(["champion_duelist"], ["captain_of_the_watch", "castellan"])
    assert names([duellist.one(e.UnitAssassinated).other]) == ["captain_of_the_watch"]
    guard = attack(["champion_duelist"], ["masked_bodyguard"])
    assert names([guard.one(e.UnitAssassinated).other]) == ["champion_duelist"]


@shows("K15.4", "K23.1")
def test_the_player_of_the_keyword_chooses_among_different_cards() -> None:
    both = defend(["sappers"], ["great_bombard", "battering_ram"])
    assert (both.state.asked, both.state.question) == (0, "choose_target")
    assert [option.choice for option in game.options(both.state)] == [(0,), (1,)]
    assert both.default == (0,), "the Bombard is the strongest"
    refused(both, "not_a_target", "K15.4", "choose_target", 2)
    own = Refusal(("unit:u2",), "not_a_target", "K15.4", {})
    assert game.refusals(both.state, SeatNo(0)) == (own,), "the Sappers lie there, too"
    both.do("choose_target", 1)
    assert names([both.one(e.UnitCountered).other]) == ["battering_ram"]


@shows("K15.4", "K6.5")
def test_the_other_player_is_asked_for_the_target_of_his_card() -> None:
    table = attack(["great_bombard", "great_bombard"], ["sappers"])
    assert not table.told(e.Awaiting) or table.state.question != "choose_target", "copies are one card"
    asked = defend(["castellan", "captain_of_the_watch"], ["hired_knife"])
    assert (asked.state.asked, asked.state.question) == (1, "choose_target")
    assert asked.default == (1,), "the Castellan is the strongest"


@shows("K15.5")
@ability("attacker_red_sash", "attacker_torch_bearers", "defender_border_garrison", "defender_tax_warden")
@pytest.mark.parametrize(("name", "amount"), [("red_sash", 1), ("torch_bearers", 2)])
def test_gain_takes_shillings_when_the_card_is_revealed(name: str, amount: int) -> None:
    table = attack([name], ["border_garrison", "tax_warden"])
    assert table.state.shillings == [amount, 1 + 2]


@shows("K15.6")
@ability("attacker_broken_wheel", "attacker_river_raiders", "attacker_toll_breakers")
@pytest.mark.parametrize(("name", "amount"), [("broken_wheel", 1), ("river_raiders", 1), ("toll_breakers", 2)])
def test_steal_takes_from_the_defending_player_as_far_as_he_has(name: str, amount: int) -> None:
    assert attack([name], ["militia"], shillings=[0, 5]).state.shillings == [amount, 5 - amount]
    assert attack([name], ["militia"], shillings=[0, 1]).state.shillings == [1, 0]
    assert attack([name], ["militia"], shillings=[3, 0]).state.shillings == [3, 0]


@shows("K15.7")
def test_gain_and_steal_act_only_when_turned_up_and_counters_always() -> None:
    old = defend(["tax_warden"], ["torch_bearers", "torch_bearers", "toll_breakers"], up=True, shillings=[4, 0])
    assert old.state.shillings == [4 + 2, 0]
    counter = defend(["pikemen"], ["heavy_lancers"], up=True)
    assert counter.told(e.UnitCountered)


@shows("K15.8")
@ability("attacker_last_lantern", "attacker_night_outriders", "defender_captain_of_the_watch")
def test_the_defeated_retreat_to_the_hand() -> None:
    lost = attack(["night_outriders"], ["castellan"])
    assert lost.hand(0) == [*SPARE, "night_outriders"]
    lantern = attack(["last_lantern", "old_bridge"], ["castellan"])
    assert lantern.hand(0) == [*SPARE, "last_lantern"]
    assert lantern.discard == ["castellan", "old_bridge"]
    captain = attack(["iron_veterans"], ["captain_of_the_watch"])
    assert captain.hand(1)[-1] == "captain_of_the_watch"


@shows("K15.8")
def test_who_is_not_defeated_in_a_conflict_does_not_retreat() -> None:
    won = attack(["night_outriders"], ["captain_of_the_watch"])
    assert won.discard == ["captain_of_the_watch"], "discarded after a won defence"
    casualty = attack(["night_outriders", "border_riders"], ["crossbowmen"])
    assert casualty.discard == ["crossbowmen", "night_outriders"], "a casualty of the winner"
    killed = attack(["hired_knife"], ["captain_of_the_watch"])
    assert killed.discard == ["captain_of_the_watch"], "removed by an assassin"


@shows("K15.10")
def test_of_one_keyword_the_active_player_acts_first() -> None:
    first = attack(["hired_knife"], ["masked_bodyguard", "castellan"])
    assert names([x.card for x in first.told(e.UnitAssassinated)]) == ["hired_knife", "masked_bodyguard"]
    second = defend(["masked_bodyguard", "castellan"], ["hired_knife"])
    assert names([x.card for x in second.told(e.UnitAssassinated)]) == ["masked_bodyguard"], "the removed do not act"


# --- reactions ----------------------------------------------------------------------------------------------


@shows("K11.3", "K16.6", "K16.7")
@ability("support_rallying_horn")
def test_the_active_player_may_react_and_adds_strength() -> None:
    table = attack(["border_riders"], ["castellan"], hand=["rallying_horn", *SPARE])
    assert (table.state.asked, table.state.question) == (0, "react")
    refused(table, "no_reaction", "K16.6", "react", n("militia"))
    table.do("react", n("rallying_horn"))
    won = table.one(e.ConflictWonByAttacker)
    assert (won.attack, won.defence) == (3 + 2, 4)
    assert table.discard[0] == "rallying_horn"


@shows("K16.6", "K7.1")
def test_a_reaction_must_leave_three_cards_but_not_in_the_end_phase() -> None:
    short = attack(["border_riders"], ["castellan"], hand=["rallying_horn", "militia", "militia"])
    assert short.state.question == "act"
    assert short.told(e.ConflictWonByDefender)
    late = position(At(PLACE, 1, defenders=["castellan"]), hands=[["border_riders", "rallying_horn"]], end_phase=True)
    late.act("attack", PLACE, "border_riders").do("react", n("rallying_horn"))
    assert late.told(e.ConflictWonByAttacker)
    assert late.state.asked == 1


@shows("K16.6")
def test_reactions_follow_one_another() -> None:
    hand = ["rallying_horn", "rallying_horn", *SPARE]
    table = attack(["old_bridge"], ["crossbowmen", "pikemen"], hand=hand)
    table.do("react", n("rallying_horn")).do("react", n("rallying_horn"))
    assert table.one(e.ConflictWonByAttacker).attack == 2 + 4


@shows("K16.6", "K22.5")
def test_being_asked_for_a_reaction_tells_nothing_about_the_hand() -> None:
    with_, without = (attack(["old_bridge"], ["militia"], hand=[x, *SPARE]) for x in ("rallying_horn", "sappers"))
    assert [game.redact(event, None) for event in with_.events] == [
        game.redact(event, None) for event in without.events
    ]
    assert [option.choice for option in game.options(without.state)] == [()]


# --- the count ----------------------------------------------------------------------------------------------


@shows("K16.8", "K16.15", "K17.2")
def test_an_equal_defence_wins_everything_is_discarded_and_a_fortification_stands() -> None:
    table = attack(["old_bridge", "stirland_revenge"], ["crossbowmen", "militia"])
    assert table.discard == ["crossbowmen", "militia", "old_bridge", "stirland_revenge"]
    site = table.site(PLACE)
    assert (site.fort, site.siege, site.attackers, site.defenders) == (True, False, (), ())


@shows("K16.8", "K17.4")
def test_a_siege_token_returns_when_the_attack_is_beaten_off() -> None:
    table = defend(["castellan"], ["river_raiders"])
    assert table.one(e.SiegeReturned).seat == 1
    assert table.one(e.FortificationPlaced).seat == 0
    assert table.state.sieges(1) == 0


@shows("K16.9", "K16.14")
def test_casualties_come_as_near_to_the_defence_as_they_can() -> None:
    table = attack(["border_riders", "night_outriders"], ["pikemen", "militia"])
    won = table.one(e.ConflictWonByAttacker)
    assert (won.attack, won.defence) == (5, 4)
    assert names(table.one(e.CasualtiesDiscarded).cards) == ["border_riders"]
    site = table.site(PLACE)
    assert [(unit.card, unit.face) for unit in site.attackers] == [(n("night_outriders"), UP)]
    assert (site.siege, site.fort, site.defenders) == (True, False, ())
    assert table.one(e.SiegePlaced).seat == 0


@shows("K16.10", "K23.1")
def test_the_attacker_chooses_among_equal_sets() -> None:
    table = attack(["red_sash", "old_bridge", "stirland_revenge"], ["pikemen"])
    assert (table.state.asked, table.state.question) == (0, "casualties")
    assert [option.choice for option in game.options(table.state)] == [(1,), (2, 3)]
    assert table.default == (1,), "the fewest cards"
    refused(table, "other_casualties", "K16.9", "casualties", 2)
    refusals = game.refusals(table.state, SeatNo(0))
    assert {refusal.parts for refusal in refusals} == {
        (f"unit:u{unit.number}",) for unit in table.site(PLACE).defenders
    }
    turned = Decision(SeatNo(0), "casualties", (3, 2))
    assert as_offered(game, table.state, turned).choice == (2, 3)  # a set, in whatever order
    table.do("casualties", 2, 3)
    assert names([unit.card for unit in table.site(PLACE).attackers]) == ["red_sash"]


@shows("K16.10")
def test_of_copies_the_first_are_lost_without_a_question() -> None:
    table = attack(["old_bridge", "old_bridge", "old_bridge"], ["crossbowmen"])
    assert table.one(e.CasualtiesDiscarded).units == (1,)


@shows("K16.11")
def test_added_strength_of_the_defence_counts_for_casualties_and_of_the_attack_does_not() -> None:
    table = attack(["border_riders"], ["castellan"], hand=["rallying_horn", *SPARE])
    table.do("react", n("rallying_horn"))
    site = table.site(PLACE)
    assert (site.attackers, site.siege, site.fort) == ((), False, False), "all attackers are lost, the attack ends"
    horn = position(
        At(PLACE, 0, ["heavy_lancers", "night_outriders"], 1), hands=[["crossbowmen", "rallying_horn", *SPARE]]
    )
    horn.act("defend", PLACE, "crossbowmen").do("react", n("rallying_horn"))
    assert horn.one(e.ConflictWonByAttacker).defence == 4
    assert names(horn.one(e.CasualtiesDiscarded).cards) == ["heavy_lancers"]


@shows("K16.12")
def test_nought_to_nought_is_a_win_of_the_defence() -> None:
    table = attack(["heavy_lancers"], ["pikemen"])
    assert table.one(e.ConflictWonByDefender).defence == 0
    assert table.site(PLACE).fort


@shows("K16.7", "K11.2")
def test_a_side_without_cards_has_nothing_and_cannot_be_strengthened() -> None:
    table = attack(["heavy_lancers"], ["pikemen"], hand=["rallying_horn", *SPARE])
    assert table.state.question == "act"
    assert table.told(e.ConflictWonByDefender)


@shows("K16.13")
def test_without_a_token_no_fortification_is_placed() -> None:
    forts = [At(place, 1, fort=True) for place in PLACES[:7]]
    table = position(*forts, At(PLACE, 1, defenders=["castellan"]), hands=[["river_raiders", *SPARE]])
    table.act("attack", PLACE, "river_raiders")
    assert table.told(e.ConflictWonByDefender)
    assert not table.told(e.FortificationPlaced)


@shows("K17.4")
def test_an_attack_that_loses_its_last_attacker_loses_its_token() -> None:
    table = position(At(PLACE, 0, ["heavy_lancers"], 1), hands=[["pikemen", *SPARE]])
    table.act("defend", PLACE, "pikemen")
    assert table.one(e.SiegeReturned).seat == 1
    assert table.discard == list(names(ns(["pikemen", "heavy_lancers"])))

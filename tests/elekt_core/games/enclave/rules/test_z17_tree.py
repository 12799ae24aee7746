"""Z17 and Z18: the Tree and its fifteen cards."""

from __future__ import annotations

import pytest

from elekt_core.contract import UNKNOWN
from elekt_core.games.enclave import agenda as a
from elekt_core.games.enclave import events as e
from elekt_core.games.enclave import game

from .marks import shows
from .scenes import ALICE, BOB, CHARLIE, Scene, card, cards

TALISMAN, INFUSION, HOOD = "office_healing_talisman", "office_bitter_infusion", "knife_lead_hood"


@shows("Z17.1", "Z17.2")
def test_levels_are_resolved_upwards_and_places_in_order() -> None:
    scene = Scene(3, 6)
    scene.s.knowledge = [1, 1, 1]
    scene.s.places[5:] = [(), (), (2, 0), (), (1,)]
    scene.begin(a.Tree())
    asked = []
    while not scene.over:
        asked.append((*scene.asked, scene.s.step.level))
        scene.answer(*scene.choices[0])
    assert [one for one in asked if one[1] == "exchange"] == [
        (2, "exchange", 3),
        (0, "exchange", 3),
        (1, "exchange", 5),
    ]
    assert asked[1][:2] == (2, "use_tree"), "exchange first, then the card"
    assert not any(scene.s.places)


@shows("Z17.3", "Z17.4", "Z17.5", "Z17.6", "Z17.8", "Z1.4")
def test_the_example_of_exchanging() -> None:
    """Z17.8: the marker stands at 4; 3 by the first, the second takes the marker and keeps 1 Knowledge."""
    scene = Scene(3, 3)
    scene.s.limits[2] = 4
    scene.s.score = [5, 0, 0]
    scene.s.knowledge = [3, 2, 3]
    scene.visit(ALICE, 3).answer(3).answer()
    assert (scene.s.limits[2], scene.s.score[ALICE], scene.s.knowledge[ALICE]) == (1, 8, 0)
    scene.visit(BOB, 3)
    scene.refused("tree_limit", "Z17.3", 2)
    scene.refused("knowledge_lacking", "Z17.3", 3)
    scene.answer(1)
    assert scene.facts(e.TreeMarkerTaken) == [e.TreeMarkerTaken(BOB, 3)]
    assert (scene.s.owners[2], scene.s.knowledge[BOB]) == (BOB, 1)
    scene.answer().visit(CHARLIE, 3)
    assert scene.asked == (CHARLIE, "use_tree"), "no exchange without a marker, but the card"


@shows("Z17.7")
def test_knowledge_from_the_card_comes_after_the_exchange() -> None:
    scene = Scene(2, 5).hand(ALICE, TALISMAN)
    scene.s.knowledge[ALICE] = 1
    scene.visit(ALICE, 5).answer(1).answer("card", card(TALISMAN))
    assert (scene.s.knowledge[ALICE], scene.s.score[ALICE]) == (2, 1)
    assert scene.over


@shows("Z18.1", "Z18.2", "Z22.1", "Z25.1")
def test_loki_steals_a_random_card_that_only_thief_and_victim_know() -> None:
    stolen = set()
    for seed in range(12):
        scene = Scene(3, seed=seed)
        scene.s.discards[1] += scene.s.hands[CHARLIE]
        scene.s.hands[CHARLIE] = ()
        hand = scene.s.hands[BOB]
        scene.visit(ALICE, 1)
        assert scene.choices == [(), ("player", BOB)], "nobody with an empty hand"
        scene.refused("empty_hand", "Z18.2", "player", CHARLIE)
        scene.refused("tree_card_not_usable", "Z18.1", "player", ALICE)
        scene.answer("player", BOB)
        fact = scene.facts(e.CardStolen)[0]
        stolen.add(hand.index(fact.card))
        assert game.redact(fact, BOB) == game.redact(fact, ALICE) == fact
        assert game.redact(fact, None) == game.redact(fact, CHARLIE) == fact._replace(card=UNKNOWN)
        assert scene.s.hands[ALICE][-1] == fact.card
        assert scene.over, "once per visit"
    assert len(stolen) > 1


@pytest.mark.parametrize(
    ("name", "deck", "top"),
    [
        ("tree_warsztat_u_anzelma", "knife_square", ("knife_felt_boots", "knife_deep_hold")),
        ("tree_stragan_mamy_lou", "office", (TALISMAN, "office_bone_surgery")),
    ],
)
@shows("Z18.3", "Z18.3.1", "Z18.3.2", "Z18.3.3")
def test_buying_from_a_pile(name: str, deck: str, top: tuple[str, str]) -> None:
    scene = Scene(3).tree(1, name).on_top(deck, *top)
    scene.s.money[ALICE] = 6
    scene.visit(ALICE, 1)
    assert scene.choices == [(), ("source", "pile")], "the discard pile is empty"
    scene.answer("source", "pile")
    first, second = cards(*top)
    assert game.view(scene.s, ALICE).offer == (first, second)
    assert game.view(scene.s, BOB).offer == (UNKNOWN, UNKNOWN)
    scene.refused("money_lacking", "Z12.5", second, (first,))
    assert set(scene.choices) == {(-1, (first, second)), (-1, (second, first)), (first, (second,))}
    scene.answer(first, (second,))
    assert scene.facts(e.CardBought)[0] in [game.redact(fact, BOB) for fact in scene.told]
    assert first in scene.s.hands[ALICE]
    number = 1 if deck == "knife_square" else 0
    assert scene.s.piles[number][0] == second
    assert game.view(scene.s, BOB).piles[number][0] == UNKNOWN
    scene.checked()


@shows("Z18.3.3", "Z4.2", "Z21.3")
def test_an_upgrade_bought_from_the_discard_pile_is_attached() -> None:
    scene = Scene(3).tree(1, "tree_stragan_mamy_lou")
    scene.s.discards[0] = tuple([scene.take(name) for name in (TALISMAN, INFUSION, "office_bone_surgery")])
    scene.s.money[ALICE] = 20
    scene.visit(ALICE, 1).answer("source", "discard")
    bone, infusion = cards("office_bone_surgery", INFUSION)
    assert scene.s.offer == (bone, infusion)
    assert game.view(scene.s, BOB).offer == (bone, infusion), "a discard pile is public"
    scene.answer(bone, (infusion,))
    assert scene.s.attached[0] == (bone,)
    assert scene.s.discards[0] == cards(TALISMAN, INFUSION)


@pytest.mark.parametrize(("place", "money", "gain"), [(0, 6, (3, -6)), (1, 3, (2, -3)), (2, 0, (1, 0)), (3, 0, (0, 3))])
@shows("Z18.4")
def test_the_lizard_pays_by_place(place: int, money: int, gain: tuple[int, int]) -> None:
    scene = Scene(4).tree(2, "tree_jego_wysokosc_jaszczur")
    scene.s.money[ALICE] = money
    scene.visit(ALICE, 2, place).answer("use")
    assert (scene.s.knowledge[ALICE], scene.s.money[ALICE] - money) == gain
    if money:
        poor = Scene(4).tree(2, "tree_jego_wysokosc_jaszczur")
        poor.s.money[ALICE] = money - 1
        assert poor.visit(ALICE, 2, place).over


@shows("Z18.5", "Z4.5", "Z4.8")
def test_mr_woo_buys_an_attached_prospector_upgrade_for_twice_its_value() -> None:
    scene = Scene(2).tree(2, "tree_kolekcja_pana_woo").attach(ALICE, "prize_second_heart", "prize_crystal_lens")
    scene.levels(ALICE, 2, 0)
    scene.s.money[ALICE] = 0
    scene.visit(ALICE, 2)
    assert scene.choices == [(), ("card", card("prize_second_heart"))]
    scene.answer("card", card("prize_second_heart"))
    assert scene.s.money[ALICE] == 16, "sesame is not added"
    assert scene.condition(ALICE) == (-1, 0)
    assert scene.s.discards[4] == cards("prize_second_heart")


@shows("Z18.6")
def test_alba_pays_seven_for_each_knowledge() -> None:
    scene = Scene(2)
    scene.s.knowledge[ALICE], scene.s.money[ALICE] = 3, 0
    scene.visit(ALICE, 2).answer(0).answer("amount", 2)
    assert (scene.s.knowledge[ALICE], scene.s.money[ALICE]) == (1, 14)


@shows("Z18.7")
def test_doctor_tertius_restores_both_conditions() -> None:
    scene = Scene(2).attach(ALICE, "office_bone_surgery").levels(ALICE, -5, -2).visit(ALICE, 3).answer("use")
    assert scene.condition(ALICE) == (3, 0)


@shows("Z18.8", "Z18.9", "Z18.10", "Z13.5")
def test_the_boarding_for_angelos_has_its_own_traps_and_rewards() -> None:
    scene = (
        Scene(2, 3).tree(3, "tree_abordaz_dla_angelosa").on_top("trap", "trap_wire_thicket", "trap_endless_staircase")
    )
    scene.s.preparation[ALICE] = 2
    scene.s.synchron[BOB] = 2
    angelos, missions = scene.s.tree_cards[2], scene.s.rows[2]
    scene.visit(ALICE, 3).answer("use").answer()
    assert scene.s.participants == (ALICE,)
    scene.answer((), 1)
    assert scene.condition(ALICE) == (-2, -2)
    assert scene.s.knowledge[ALICE] == 2
    assert scene.asked == (ALICE, "prize")
    scene.answer("sell")
    assert (scene.s.tree_cards[2], scene.s.rows[2]) == (angelos, missions)
    scene.checked()


@shows("Z18.11", "Z14.16")
def test_the_synchron_is_caught_for_the_next_turn() -> None:
    scene = Scene(2, 3).tree(3, "tree_lap_synchron").visit(ALICE, 3).answer("use")
    assert scene.s.synchron[ALICE] == 3


@shows("Z18.12", "Z11.5")
def test_amber_svensen_shows_up_to_six_cards() -> None:
    scene = Scene(2, 4).visit(ALICE, 4).answer("use")
    assert scene.asked == (ALICE, "oracle_look")
    assert max(map(sum, scene.choices)) == 6
    scene.answer(2, 0, 1, 3, 0)
    for _ in range(3):
        assert scene.s.question == "put_back"
        scene.answer(*scene.choices[-1])
    assert scene.over


@shows("Z18.13")
def test_ultima_thule_counts_for_the_next_turn() -> None:
    scene = Scene(2, 4).tree(4, "tree_ultima_thule").visit(ALICE, 4).answer("use")
    assert scene.s.extra[ALICE] == 4


@shows("Z18.14", "Z2.6")
def test_akunen_gives_the_token_once() -> None:
    scene = Scene(2, 4).tree(4, "tree_akunen").visit(ALICE, 4).answer("use")
    assert scene.s.removal == [1, 0]
    assert scene.visit(ALICE, 4).over


@shows("Z18.15", "Z18.15.1")
def test_the_foxes_take_a_healing_item() -> None:
    scene = Scene(2, 5).hand(ALICE, "prize_regenerating_gel", HOOD).visit(ALICE, 5)
    assert scene.choices == [(), ("card", card("prize_regenerating_gel"))]
    scene.answer("card", card("prize_regenerating_gel"))
    assert scene.s.knowledge[ALICE] == 2
    assert scene.s.discards[4] == cards("prize_regenerating_gel")


@shows("Z18.15.2")
def test_jakub_tyllo_takes_a_tree_token_once_in_a_game() -> None:
    scene = Scene(2, 5).tree(5, "tree_jakub_tyllo")
    assert scene.visit(ALICE, 5).over, "without a token"
    scene.s.tree_tokens[ALICE] = 2
    scene.visit(ALICE, 5).answer("use")
    assert (scene.s.tree_tokens[ALICE], scene.s.knowledge[ALICE]) == (1, 4)
    scene.visit(ALICE, 5).answer(0)
    assert scene.over


@shows("Z18.16")
def test_the_order_exchanges_one_knowledge_on_another_level() -> None:
    scene = Scene(2, 5).tree(5, "tree_zakon_kranca_swiata")
    scene.s.knowledge[ALICE] = 2
    scene.s.limits = [1, 0, 7, 7, 7]
    scene.s.owners[1] = BOB
    scene.visit(ALICE, 5).answer(1)
    assert scene.choices == [(), ("level", 1), ("level", 3), ("level", 4)]
    scene.answer("level", 1)
    assert (scene.s.limits[0], scene.s.owners[0], scene.s.score[ALICE]) == (0, ALICE, 2)

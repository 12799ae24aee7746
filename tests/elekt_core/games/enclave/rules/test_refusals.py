"""What a player may look for and cannot choose says why, with its rule, at the second step as well."""

from __future__ import annotations

from elekt_core.games.enclave import agenda as a
from elekt_core.games.enclave import game
from elekt_core.games.enclave.cards import CARDS

from .marks import shows
from .scenes import ALICE, BOB, CHARLIE, ENCLAVE, ORACLE, Scene, card

NAMES = CARDS.names


def rules_of(scene: Scene) -> dict[tuple[str, ...], tuple[str, str]]:
    return {one.parts: (one.code, one.rule) for one in game.refusals(scene.s, ALICE)}


@shows("Z11.5", "Z11.7")
def test_a_pile_says_how_many_cards_can_be_looked_at() -> None:
    scene = Scene(2)
    scene.s.piles[3] = scene.s.piles[3][:1]
    scene.location(ORACLE, ALICE)
    refused = rules_of(scene)
    assert refused[("from:office",) * 4] == ("look_too_many", "Z11.5")
    assert refused[("from:trap",) * 2] == ("pile_too_small", "Z11.7")
    scene.answer(2, 1, 0, 0, 0)
    first, second = scene.s.looked[1], scene.s.looked[0]
    later = second if scene.s.step.deck == 1 else first
    assert rules_of(scene)[f"top:{NAMES[later[0]]}",] == ("another_pile", "Z11.5")


@shows("Z13.1", "Z21.6")
def test_what_is_no_mission_cannot_be_boarded() -> None:
    scene = Scene(2)
    scene.s.box += scene.s.piles[2]
    scene.s.piles[2] = ()
    scene.location(ENCLAVE, ALICE)
    refused = rules_of(scene)
    assert refused["blind",] == ("no_mission_left", "Z21.6")
    assert refused[f"board:{NAMES[scene.s.rows[0][0]]}",] == ("mission_not_open", "Z13.1")


@shows("Z14.1", "Z13.6")
def test_what_a_sarcophagus_cannot_hold_and_a_token_of_this_turn_are_refused() -> None:
    scene = Scene(2, turn=2).hand(ALICE, "knife_padded_coat", "knife_lead_hood", "knife_scale_vest")
    scene.s.preparation[ALICE] = 2
    scene.location(ENCLAVE, ALICE).answer("board", scene.s.rows[2][0])
    items = tuple(f"item:{NAMES[one]}" for one in scene.s.items(ALICE, "protective"))
    assert rules_of(scene)[*items, "done"] == ("sarcophagus_full", "Z14.1")
    scene.answer(*scene.s.items(ALICE, "protective")[:1])
    assert rules_of(scene)["with_token", "done"] == ("no_valid_preparation", "Z13.6")


@shows("Z4.3")
def test_an_upgrade_of_the_other_type_clears_no_slot() -> None:
    scene = Scene(2).attach(ALICE, "knife_arm_tattoo", "office_gland_surgery", "knife_inner_rack")
    scene.s.pending = scene.take("knife_brow_tattoo")
    scene.begin(a.Attach(ALICE))
    assert rules_of(scene)["remove:knife_inner_rack",] == ("another_slot", "Z4.3")


@shows("Z12.5", "Z18.3.3")
def test_a_card_of_an_offer_may_be_too_dear() -> None:
    scene = Scene(3).tree(1, "tree_stragan_mamy_lou").on_top("office", "office_healing_talisman", "office_bone_surgery")
    scene.s.money[ALICE] = 0
    scene.visit(ALICE, 1).answer("source", "pile")
    assert rules_of(scene)["offered:office_healing_talisman",] == ("money_lacking", "Z12.5")


@shows("Z17.3", "Z18.2", "Z18.3.3", "Z18.5", "Z18.15.1", "Z18.16", "Z17.5")
def test_what_a_tree_card_cannot_be_used_for_says_why() -> None:
    thief = Scene(3)
    thief.s.discards[1] += thief.s.hands[CHARLIE]
    thief.s.hands[CHARLIE] = ()
    assert rules_of(thief.visit(ALICE, 1))["player:2",] == ("empty_hand", "Z18.2")
    buyer = Scene(2).tree(1, "tree_stragan_mamy_lou").visit(ALICE, 1)
    assert rules_of(buyer)["source:discard",] == ("no_cards_there", "Z18.3.3")
    seller = Scene(2).tree(2, "tree_kolekcja_pana_woo").attach(ALICE, "knife_arm_tattoo", "knife_inner_rack")
    assert rules_of(seller.visit(ALICE, 2))["card:knife_inner_rack",] == ("prospector_upgrades_only", "Z18.5")
    foxes = Scene(2).hand(ALICE, "office_healing_talisman", "knife_padded_coat").visit(ALICE, 5)
    assert rules_of(foxes)[f"card:{NAMES[card('knife_padded_coat')]}",] == ("healing_items_only", "Z18.15.1")
    order = Scene(2).tree(5, "tree_zakon_kranca_swiata")
    order.s.knowledge[ALICE], order.s.limits[0], order.s.owners[0] = 2, 0, BOB
    order.visit(ALICE, 5)
    assert rules_of(order)["amount:3",] == ("knowledge_lacking", "Z17.3")
    refused = rules_of(order.answer(0))
    assert (refused["level:5",], refused["level:1",]) == (("this_level", "Z18.16"), ("marker_gone", "Z17.5"))

"""Z16: hand and healing."""

from __future__ import annotations

from elekt_core.contract import UNKNOWN
from elekt_core.games.enclave import agenda as a
from elekt_core.games.enclave import events as e
from elekt_core.games.enclave import game

from .marks import shows
from .scenes import ALICE, BOB, ENCLAVE, OFFICE, Scene, card

TALISMAN, INFUSION, HOOD = "office_healing_talisman", "office_bitter_infusion", "knife_lead_hood"


@shows("Z16.3", "Z16.4", "Z16.6", "Z16.2")
def test_anybody_heals_while_somebody_else_is_asked_and_the_question_stays() -> None:
    scene = Scene(2).hand(BOB, INFUSION, HOOD).levels(BOB, -4, -1).location(OFFICE, ALICE)
    before = scene.s.question_as_asked()
    assert [option.kind for option in game.options(scene.s, BOB)] == ["heal"]
    scene.answer(card(INFUSION), seat=BOB, kind="heal")
    assert scene.facts(e.Healed) == [e.Healed(BOB, card(INFUSION), 2, 1)], "surplus is lost"
    assert scene.condition(BOB) == (-2, 0)
    assert scene.s.question_as_asked() == before
    assert scene.s.discards[0][-1] == card(INFUSION)


@shows("Z16.3")
def test_healing_in_planning_leaves_sealed_choices_alone() -> None:
    scene = Scene(2).hand(BOB, INFUSION).levels(BOB, -4, -1).begin(a.Plan(0))
    scene.answer(3, seat=BOB).answer(card(INFUSION), seat=BOB, kind="heal")
    assert (scene.s.waiting, scene.s.committed[BOB]) == ((ALICE,), 3)


@shows("Z16.3")
def test_nobody_heals_from_the_reveal_of_traps_to_the_end_of_the_boarding() -> None:
    scene = (
        Scene(2).hand(BOB, TALISMAN).levels(BOB, -3, 0).row("mission", "mission_glass_orchard", "mission_outer_garden")
    )
    scene.location(ENCLAVE, ALICE).answer("board", scene.s.rows[2][0])
    assert [option.kind for option in game.options(scene.s, BOB)] == ["heal"], "not before the reveal"
    scene.on_top("trap", "trap_wire_thicket").answer(*scene.s.hands[ALICE][:1])
    scene.refused("heal_in_boarding", "Z16.3", card(TALISMAN), seat=BOB, kind="heal")
    assert game.options(scene.s, BOB) == []
    scene.answer(scene.s.along[ALICE], 0)
    assert scene.asked == (ALICE, "prize")
    scene.refused("heal_in_boarding", "Z16.3", card(TALISMAN), seat=BOB, kind="heal")
    scene.answer("sell").answer(card(TALISMAN), seat=BOB, kind="heal")
    assert scene.condition(BOB) == (0, 0)


@shows("Z16.5")
def test_a_card_that_would_change_nothing_is_not_used() -> None:
    scene = Scene(2).hand(ALICE, TALISMAN).levels(ALICE, 0, -3).location(OFFICE, ALICE)
    scene.refused("heals_nothing", "Z16.5", card(TALISMAN), kind="heal")
    assert [refusal.code for refusal in game.refusals(scene.s, ALICE) if refusal.parts[0].startswith("heal")] == [
        "heals_nothing"
    ]


@shows("Z16.2")
def test_protective_items_do_not_heal_and_nobody_heals_with_a_strange_card() -> None:
    scene = Scene(2).levels(ALICE, -3, -3).location(OFFICE, ALICE)
    for one in (scene.s.hands[ALICE][0], card(TALISMAN)):
        scene.refused("not_a_healing_item", "Z16.2", one, kind="heal")


@shows("Z22.1", "Z22.2")
def test_a_hand_is_known_to_its_owner_alone_and_its_size_to_all() -> None:
    scene = Scene(3).hand(BOB, TALISMAN, HOOD)
    for viewer in (ALICE, None):
        assert game.view(scene.s, viewer).hands[BOB] == (UNKNOWN, UNKNOWN)
    assert game.view(scene.s, BOB).hands[BOB] == scene.s.hands[BOB]
    for viewer in (ALICE, BOB, None):
        view = game.view(scene.s, viewer)
        assert [set(pile) for pile in view.piles] == [{UNKNOWN}] * 5
        assert (view.discards, view.rows, view.money) == (scene.s.discards, scene.s.rows, scene.s.money)

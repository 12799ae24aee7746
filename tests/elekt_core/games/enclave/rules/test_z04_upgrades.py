"""Z4: upgrades."""

from __future__ import annotations

from elekt_core.games.enclave import events as e

from .marks import shows
from .scenes import ALICE, KNIFE_SQUARE, OFFICE, Scene, card


def shop(scene: Scene, deck: str, *row: str) -> Scene:
    scene.row(deck, *row)
    scene.s.money[ALICE] = 100
    return scene.location(OFFICE if deck == "office" else KNIFE_SQUARE, ALICE)


@shows("Z4.1", "Z4.2", "Z4.4", "Z4.5")
def test_a_bought_upgrade_is_attached_and_moves_the_level_with_the_maximum() -> None:
    scene = shop(Scene().levels(ALICE, -2, 0), "office", "office_muscle_surgery", "office_bone_surgery")
    scene.answer("buy", card("office_muscle_surgery"))
    assert scene.condition(ALICE) == (0, 0)
    scene.answer("buy", card("office_bone_surgery"))
    assert scene.s.maximum[0] == 5
    assert scene.condition(ALICE) == (3, 0)
    assert card("office_bone_surgery") not in scene.s.hands[ALICE]
    scene.checked()


@shows("Z4.4", "Z3.7", "Z3.8")
def test_machine_upgrades_add_up_to_their_limits() -> None:
    scene = Scene().attach(ALICE, "prize_resonance_coil", "knife_deep_hold")
    assert scene.s.sarcophagus[ALICE] == 5
    scene = Scene().attach(ALICE, "prize_crystal_lens", "prize_twin_core")
    assert (scene.s.sesame[ALICE], scene.s.sarcophagus[ALICE]) == (5, 3)


@shows("Z4.3", "Z3.9", "Z4.8")
def test_a_third_upgrade_of_a_type_needs_a_slot_cleared() -> None:
    scene = Scene().attach(ALICE, "office_gland_surgery", "knife_arm_tattoo", "knife_copper_filter")
    scene.levels(ALICE, 0, 0)
    shop(scene, "knife_square", "knife_brow_tattoo", "knife_felt_boots", "knife_inner_rack")
    scene.answer("buy", card("knife_brow_tattoo"))
    assert scene.asked == (ALICE, "clear_slot")
    old, other = card("office_gland_surgery"), card("knife_arm_tattoo")
    assert scene.choices == [(old,), (other,)]
    scene.refused("another_slot", "Z4.3", card("knife_copper_filter"))
    money = scene.s.money[ALICE]
    scene.answer(old)
    assert scene.s.discards[0][-1] == old
    assert scene.s.money[ALICE] == money
    assert scene.s.attached[0] == (other, card("knife_brow_tattoo"))
    scene.answer("buy", card("knife_inner_rack"))
    assert len(scene.s.attached[1]) == 2
    assert not [choice for choice in scene.choices if choice and choice[0] == "remove"]


@shows("Z4.6", "Z4.7", "Z3.3", "Z3.6")
def test_replacing_removes_first_and_then_attaches() -> None:
    """The example of Z4.6: maximum 1, current -5; +1 is replaced by +2."""
    scene = Scene().attach(ALICE, "office_gland_surgery", "knife_spine_tattoo").levels(ALICE, -5, 0)
    shop(scene, "knife_square", "knife_arm_tattoo", "knife_felt_boots", "knife_inner_rack")
    scene.answer("buy", card("knife_arm_tattoo")).answer(card("office_gland_surgery"))
    assert scene.s.maximum[0] == 2
    assert scene.condition(ALICE)[0] == -3
    assert not scene.facts(e.WoundsTaken)
    assert not scene.facts(e.Healed)

"""Z13 to Z15: boarding the Enclave, shared boardings, rewards."""

from __future__ import annotations

import pytest

from elekt_core.games.enclave import agenda as a
from elekt_core.games.enclave import events as e
from elekt_core.games.enclave import game
from elekt_core.games.enclave.boarding import begin_boarding
from elekt_core.games.enclave.cards import BOARD, PRINTED
from elekt_core.games.enclave.play import play_on

from .marks import shows
from .scenes import ALICE, BOB, CHARLIE, ENCLAVE, Scene, card, cards, carried_out

COAT, HOOD, VEST, MEDALLION = "knife_padded_coat", "knife_lead_hood", "knife_scale_vest", "knife_focus_medallion"
GARDEN = "mission_outer_garden"
"""One trap; 1 Knowledge and 3 money."""
IRON = "mission_iron_conservatory"
"""Two traps, fixed 4 physical; 3 Knowledge and 2 prizes."""


def mission(name: str, *traps: str, seats: int = 2, turn: int = 1) -> Scene:
    """That mission lies leftmost, these traps come."""
    row = {"mission_quiet_arcade", "mission_glass_orchard", "mission_marble_baths", "mission_lantern_bridge"} - {name}
    scene = Scene(seats, turn).row("mission", name, *sorted(row)[: seats - 1]).on_top("trap", *traps)
    for seat in range(seats):
        scene.s.knowledge[seat], scene.s.money[seat] = 0, 0
    return scene


def boarded(scene: Scene, seat: int = ALICE, *items: str) -> Scene:
    """The seat boards the leftmost mission with these items from hand."""
    scene.location(ENCLAVE, seat).answer("board", scene.s.rows[2][0])
    return scene.answer(*cards(*items))


@shows("Z13.1", "Z13.2", "Z13.3", "Z14.8")
def test_a_player_boards_openly_or_blindly_prepares_or_passes() -> None:
    scene = Scene(3).levels(ALICE, -5, -5).location(ENCLAVE, ALICE, BOB, CHARLIE)
    row = scene.s.rows[2]
    assert scene.choices == [(), *(("board", one) for one in row), ("blind",), ("prepare",)]
    scene.refused("mission_not_open", "Z13.1", "board", scene.s.piles[2][0])
    scene.answer("prepare")
    assert scene.s.preparation == [1, 0, 0]
    scene.answer()
    assert scene.facts(e.BoardingPassed) == [e.BoardingPassed(BOB)]
    assert len(scene.s.rows[2]) == 3


@shows("Z13.1", "Z13.4", "Z14.1")
def test_a_blind_boarding_is_against_the_top_of_the_pile() -> None:
    scene = Scene(2).on_top("mission", GARDEN).on_top("trap", "trap_wire_thicket")
    scene.location(ENCLAVE, ALICE).answer("blind")
    assert scene.s.mission == card(GARDEN)
    assert len(scene.s.rows[2]) == 2
    scene.answer()
    assert scene.s.discards[2] == (card(GARDEN),)


@shows("Z14.1", "Z14.2", "Z14.3", "Z13.4", "Z21.7", "Z16.2", "Z21.1")
def test_steps_of_a_boarding() -> None:
    scene = mission("mission_clockwork_chapel", "trap_wire_thicket", "trap_choir_of_whispers")
    chapel, thicket, choir = cards("mission_clockwork_chapel", "trap_wire_thicket", "trap_choir_of_whispers")
    scene.location(ENCLAVE, ALICE).answer("board", chapel)
    assert scene.asked == (ALICE, "take_items")
    scene.refused("sarcophagus_full", "Z14.1", *scene.s.hands[ALICE][:3])
    scene.refused("not_a_protective_item", "Z16.2", scene.s.hands[BOB][0])
    vest, hood = card(VEST), card(HOOD)
    scene.answer(hood, vest)
    assert game.view(scene.s, BOB).along[ALICE] == (hood, vest), "items taken along are public"
    assert scene.s.traps == (thicket, choir)
    assert len(scene.choices) == 4
    scene.refused("not_taken_along", "Z14.1", cards(COAT), 0)
    scene.answer((vest,), 0)
    assert scene.condition(ALICE) == (0, -4)
    assert scene.s.discards[3] == (thicket, choir)
    assert scene.s.discards[1][-1] == vest
    assert hood in scene.s.hands[ALICE]
    assert vest not in scene.s.hands[ALICE]
    scene.checked()


@shows("Z14.4", "Z14.5", "Z14.13", "Z14.10", "Z15.2")
def test_the_example_of_the_rules() -> None:
    """Z14.13: one trap of 5 physical, fixed 2 psychic, protection 3 physical: wounds 2 and 2, success."""
    scene = boarded(mission("mission_paper_archive", "trap_scalding_mist"), ALICE, COAT).answer(cards(COAT), 0)
    assert scene.facts(e.WoundsTaken) == [e.WoundsTaken(ALICE, 2, 2)]
    assert scene.condition(ALICE) == (-2, -2)
    assert (scene.s.knowledge[ALICE], scene.s.money[ALICE]) == (2, 3)


@shows("Z14.5")
def test_surplus_protection_helps_no_other_kind_and_heals_nothing() -> None:
    scene = boarded(mission(GARDEN, "trap_wire_thicket").levels(ALICE, -1, -1), ALICE, VEST, MEDALLION)
    scene.answer(cards(VEST, MEDALLION), 0)
    assert scene.condition(ALICE) == (-1, -1)


@shows("Z14.9", "Z15.1")
def test_reaching_a_critical_level_fails_and_gives_one_knowledge() -> None:
    scene = boarded(mission(GARDEN, "trap_wire_thicket"))
    assert scene.facts(e.BoardingFailed) == [e.BoardingFailed((ALICE,))]
    assert (scene.s.knowledge[ALICE], scene.s.money[ALICE]) == (1, 0)
    assert scene.condition(ALICE) == (-4, 0)


@pytest.mark.parametrize(("level", "value"), [(-4, 1), (-5, 2)])
@shows("Z14.6", "Z14.9", "Z14.11", "Z3.6")
def test_a_critical_level_adds_its_value_and_any_wound_fails(level: int, value: int) -> None:
    scene = boarded(mission(GARDEN, "trap_choir_of_whispers").levels(ALICE, level, 0), ALICE, MEDALLION)
    scene.answer(cards(MEDALLION), 0)
    assert scene.facts(e.WoundsTaken) == [e.WoundsTaken(ALICE, value, 0)], "even where the sum is 0"
    assert scene.facts(e.BoardingFailed)
    assert scene.condition(ALICE) == (-5, 0)


@shows("Z14.10")
def test_a_critical_kind_without_a_wound_does_not_spoil_it() -> None:
    scene = boarded(mission(GARDEN, "trap_choir_of_whispers").levels(ALICE, -4, 0), ALICE, COAT, MEDALLION)
    scene.answer(cards(COAT, MEDALLION), 0)
    assert scene.facts(e.BoardingSucceeded)
    assert scene.condition(ALICE) == (-4, 0)


@pytest.mark.parametrize(("level", "value"), [(4, 1), (5, 2)])
@shows("Z14.7")
def test_a_super_level_takes_its_value_off_the_whole_sum(level: int, value: int) -> None:
    scene = mission("mission_marble_baths", "trap_choir_of_whispers").attach(
        ALICE, "office_bone_surgery", "knife_arm_tattoo"
    )
    scene.levels(ALICE, level, 0)
    boarded(scene, ALICE, MEDALLION).answer(cards(MEDALLION), 0)
    assert scene.condition(ALICE) == (level - (2 - value), 0), "the fixed trap of 2 is lowered"


@shows("Z14.7")
def test_a_super_level_does_not_take_off_more_than_there_is() -> None:
    scene = mission(GARDEN, "trap_choir_of_whispers").attach(ALICE, "office_bone_surgery", "knife_arm_tattoo")
    boarded(scene.levels(ALICE, 5, 0), ALICE, MEDALLION).answer(cards(MEDALLION), 0)
    assert scene.condition(ALICE) == (5, 0)


@shows("Z14.12", "Z18.14")
def test_with_the_removal_token_only_falling_off_the_track_fails() -> None:
    scene = mission(GARDEN, "trap_wire_thicket").levels(ALICE, -1, -5)
    scene.s.removal[ALICE] = 1
    boarded(scene)
    assert scene.facts(e.BoardingSucceeded)
    assert scene.condition(ALICE) == (-5, -5)
    scene = mission(GARDEN, "trap_wire_thicket").levels(ALICE, -2, 0)
    scene.s.removal[ALICE] = 1
    boarded(scene)
    assert scene.facts(e.BoardingFailed)
    assert scene.condition(ALICE) == (-5, 0)


@shows("Z13.5", "Z13.6", "Z13.7", "Z14.1", "Z2.6")
def test_the_preparation_token_protects_in_the_next_turn_beyond_the_sarcophagus() -> None:
    scene = mission(GARDEN, "trap_burning_hymn", turn=2)
    scene.s.preparation[ALICE] = 2
    boarded(scene, ALICE, COAT, HOOD)
    scene.refused("no_valid_preparation", "Z13.6", (), 1)
    scene = mission(GARDEN, "trap_burning_hymn", turn=3)
    scene.s.preparation[ALICE] = 2
    boarded(scene, ALICE, COAT, HOOD).answer((), 1)
    assert scene.condition(ALICE) == (-1, -1)
    assert scene.s.preparation[ALICE] == 0
    assert BOARD.preparation == (2, 2)


@shows("Z13.8", "Z2.6")
def test_preparing_again_returns_the_old_token() -> None:
    scene = Scene(2, 3)
    scene.s.preparation[ALICE] = 2
    scene.location(ENCLAVE, ALICE).answer("prepare")
    assert [type(fact) for fact in scene.told[:2]] == [e.PreparationReturned, e.PreparationTaken]
    assert scene.s.preparation[ALICE] == 3


# --- Synchron -------------------------------------------------------------------------------------------------


def shared(*traps: str, mission_name: str = GARDEN) -> Scene:
    """Charlie caught the Synchron in the turn before; Alice and Bob stand in the Enclave."""
    scene = mission(mission_name, *traps, seats=3, turn=2)
    scene.s.synchron[CHARLIE] = 1
    return scene.location(ENCLAVE, ALICE, BOB)


@shows("Z13.10", "Z14.14", "Z14.15", "Z14.16", "Z23.3")
def test_a_shared_boarding_adds_protection_and_a_trap_and_rewards_everybody() -> None:
    scene = shared("trap_wire_thicket", "trap_choir_of_whispers")
    assert scene.asked == (CHARLIE, "synchron")
    assert scene.choices == [(), (ALICE,), (BOB,)]
    scene.refused("not_offered", "Z23.1", CHARLIE)
    scene.answer(ALICE)
    assert scene.s.synchron[CHARLIE] == 0
    scene.answer("board", card(GARDEN))
    assert scene.s.participants == (ALICE, CHARLIE)
    assert scene.asked == (ALICE, "take_items")
    scene.answer(card(COAT))
    assert scene.asked == (CHARLIE, "take_items")
    hood = next(one for one in scene.s.hands[CHARLIE] if PRINTED[one].id == HOOD)
    scene.answer(hood)
    assert len(scene.s.traps) == 2
    scene.answer(cards(COAT), 0).answer((hood,), 0)
    assert scene.condition(ALICE) == scene.condition(CHARLIE) == (-1, -1)
    assert (scene.s.knowledge, scene.s.money) == ([1, 0, 1], [3, 0, 3])
    gained = [fact.seat for fact in scene.facts(e.KnowledgeGained)]
    assert gained == [ALICE, CHARLIE], "whose mission it is comes first"
    assert scene.asked == (BOB, "enclave")


@shows("Z14.14")
def test_personal_levels_count_for_their_owner_and_one_failure_is_everybodys() -> None:
    scene = shared("trap_choir_of_whispers", "trap_endless_staircase").levels(CHARLIE, -5, 0)
    scene.answer(ALICE).answer("board", card(GARDEN))
    medallion, other = (
        next(one for one in scene.s.hands[seat] if PRINTED[one].id == MEDALLION) for seat in (ALICE, CHARLIE)
    )
    scene.answer(medallion).answer(other).answer((medallion,), 0).answer((other,), 0)
    assert scene.facts(e.WoundsTaken) == [e.WoundsTaken(CHARLIE, 2, 0)]
    assert scene.facts(e.BoardingFailed) == [e.BoardingFailed((ALICE, CHARLIE))]
    assert scene.s.knowledge == [1, 0, 1]


@shows("Z14.15", "Z14.16")
def test_the_token_is_lost_where_the_partner_does_not_board() -> None:
    scene = shared().answer(ALICE).answer("prepare")
    assert scene.s.partner == [-1, -1, -1]
    scene.answer("board", scene.s.rows[2][0])
    assert scene.s.participants == (BOB,)


@shows("Z14.16", "Z14.14")
def test_a_token_that_was_not_used_goes_back_at_the_end_of_the_phase() -> None:
    scene = Scene(3, 2)
    scene.s.synchron = [2, 1, 0]
    scene.s.initiative = [1, 2, 3, 4, 5]
    scene.begin(a.Actions())
    assert scene.facts(e.SynchronReturned) == [e.SynchronReturned(BOB)]
    assert scene.s.synchron == [2, 0, 0], "a token of this turn is for the next one"


# --- rewards --------------------------------------------------------------------------------------------------


def rewarded(scene: Scene, *rewards: tuple[str, int], seat: int = ALICE) -> Scene:
    return scene.begin(*(a.Reward(seat, *reward) for reward in rewards))


@shows("Z15.2", "Z15.3")
def test_rewards_come_in_the_order_of_the_rules() -> None:
    order = ["gain_knowledge", "gain_money", "gain_tree_token", "draw_prize", "oracle_peek"]
    for one in PRINTED:
        ops = [op for op, _ in one.rewards]
        assert ops == sorted(ops, key=order.index)
    scene = boarded(mission("mission_hall_of_echoes", "trap_wire_thicket"), ALICE, VEST).answer(cards(VEST), 0)
    assert scene.asked == (ALICE, "oracle_look")
    assert scene.s.knowledge[ALICE] == 1
    scene.answer(0, 0, 0, 1, 0)
    assert scene.asked == (ALICE, "put_back")
    assert scene.s.next_order == scene.s.order, "no initiative"


@shows("Z15.4", "Z15.5", "Z2.5")
def test_a_tree_token_is_kept_or_declined_for_two_knowledge() -> None:
    scene = rewarded(Scene(3), ("gain_tree_token", 2))
    scene.answer("keep").answer("knowledge")
    assert (scene.s.tree_tokens[ALICE], scene.s.knowledge[ALICE]) == (1, 2)
    scene = Scene(3)
    scene.s.tree_tokens = [0, 4, 6]
    rewarded(scene, ("gain_tree_token", 1))
    assert (scene.s.tree_tokens[ALICE], scene.s.knowledge[ALICE]) == (0, 2)


@shows("Z15.6", "Z15.7", "Z15.8", "Z4.1", "Z3.7")
def test_prizes_are_drawn_and_decided_one_by_one() -> None:
    scene = Scene(2).on_top("prize", "prize_crystal_lens", "prize_engine_schematic")
    scene.s.money[ALICE] = 0
    rewarded(scene, ("draw_prize", 2))
    assert scene.asked == (ALICE, "prize")
    assert scene.s.pending == card("prize_crystal_lens")
    scene.answer("keep")
    assert scene.s.sesame[ALICE] == 3
    scene.answer("sell")
    assert scene.s.money[ALICE] == 10 + 3
    assert scene.s.discards[4] == cards("prize_engine_schematic")


@shows("Z15.8", "Z16.1")
def test_kept_prizes_by_kind() -> None:
    names = ("prize_purifier_schematic", "prize_panacea_ampoule", "prize_phase_shield")
    scene = rewarded(Scene(2).on_top("prize", *names), ("draw_prize", 3))
    scene.answer("keep").answer("keep").answer("keep")
    assert scene.s.knowledge[ALICE] == 2
    assert scene.s.discards[4] == cards(names[0])
    assert scene.s.hands[ALICE][4:] == cards(*names[1:])
    scene.checked()


@shows("Z15.9", "Z21.6")
def test_missing_prizes_are_lost() -> None:
    scene = Scene(2)
    scene.s.box += scene.s.piles[4]
    scene.s.piles[4] = scene.s.seen[4] = ()
    rewarded(scene, ("draw_prize", 2))
    assert scene.over


@shows("Z21.6")
def test_missing_traps_deal_nothing_and_without_missions_nobody_jumps_blindly() -> None:
    scene = mission(IRON)
    scene.s.box += scene.s.piles[3]
    scene.s.piles[3] = scene.s.seen[3] = ()
    boarded(scene, ALICE, VEST).answer(cards(VEST), 0)
    assert scene.condition(ALICE) == (0, 0)
    assert scene.asked == (ALICE, "prize")
    scene = Scene(2)
    scene.s.box += scene.s.piles[2]
    scene.s.piles[2] = scene.s.seen[2] = ()
    scene.location(ENCLAVE, ALICE)
    scene.refused("no_mission_left", "Z21.6", "blind")


@shows("Z14.1", "Z21.3")
def test_the_trap_pile_is_renewed_in_the_middle_of_a_reveal() -> None:
    scene = mission("mission_inner_court").pile("trap", "trap_wire_thicket")
    play = play_on(scene.s, scene.chance)
    play.agenda = [a.Plan(0)]
    begin_boarding(play, ALICE, scene.s.rows[2][0], False, ())
    carried_out(scene, play)
    scene.answer()
    revealed = [one for fact in scene.facts(e.TrapsRevealed) for one in fact.cards]
    assert len(set(revealed)) == 3
    assert revealed[0] == card("trap_wire_thicket")
    scene.checked()

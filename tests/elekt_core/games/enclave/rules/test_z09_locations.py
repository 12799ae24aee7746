"""Z9 to Z12: the action phase, Shepherd, Oracle, markets."""

from __future__ import annotations

from elekt_core.contract import UNKNOWN
from elekt_core.games.enclave import agenda as a
from elekt_core.games.enclave import events as e
from elekt_core.games.enclave import game
from elekt_core.games.enclave.cards import CARDS

from .marks import shows
from .scenes import ALICE, BOB, CHARLIE, ENCLAVE, KNIFE_SQUARE, OFFICE, ORACLE, SHEPHERD, Scene, card, cards


@shows("Z9.1", "Z9.2", "Z9.3")
def test_locations_are_resolved_by_their_tokens_and_empty_ones_skipped() -> None:
    scene = Scene(2)
    scene.s.initiative = [5, 3, 2, 1, 4]
    scene.s.places[SHEPHERD], scene.s.places[OFFICE] = (BOB, ALICE), (BOB,)
    scene.begin(a.Actions())
    assert scene.asked == (BOB, "market")
    scene.answer()
    assert [fact.location for fact in scene.facts(e.LocationStarted)] == [SHEPHERD]
    assert not any(scene.s.places)


@shows("Z10.2", "Z10.3", "Z9.2", "Z9.3")
def test_the_shepherd_pays_by_place() -> None:
    scene = Scene(4)
    scene.location(SHEPHERD, 2, 0, 3, 1)
    assert scene.s.knowledge == [1] * 4
    assert scene.s.money == [8 + 4, 9 + 2, 10 + 5, 11 + 3]
    assert scene.over


@shows("Z11.1", "Z11.2", "Z11.3")
def test_the_oracle_decides_the_order_of_the_next_turn() -> None:
    scene = Scene(4).location(ORACLE, 3, 1)
    assert scene.s.next_order == (3, 1, 0, 2)
    assert scene.s.order == (0, 1, 2, 3)


@shows("Z11.4", "Z11.5", "Z11.6", "Z11.7", "Z11.8", "Z11.9")
def test_looking_at_cards() -> None:
    scene = Scene(3).on_top("trap", "trap_burning_hymn", "trap_wire_thicket").on_top("prize", "prize_symbiont")
    scene.location(ORACLE, ALICE, BOB)
    assert scene.asked == (ALICE, "oracle_look")
    assert scene.choices[0] == (0, 0, 0, 0, 0)
    assert max(map(sum, scene.choices)) == 3
    scene.refused("look_too_many", "Z11.5", 0, 0, 0, 3, 1)
    scene.answer(0, 0, 0, 2, 1)
    seen = cards("trap_burning_hymn", "trap_wire_thicket", "prize_symbiont")
    fact = scene.facts(e.CardsLookedAt)[0]
    assert fact.cards == seen
    assert game.redact(fact, BOB).cards == (UNKNOWN,) * 3  # type: ignore[attr-defined]
    assert game.view(scene.s, ALICE).looked[3] == seen[:2]
    assert game.view(scene.s, BOB).looked[3] == (UNKNOWN,) * 2
    scene.refused("put_back_all", "Z11.5", (seen[0],), ())
    scene.answer((seen[1],), (seen[0],))
    back = game.redact(scene.facts(e.CardsPutBack)[0], BOB)
    assert back == e.CardsPutBack(ALICE, 3, (UNKNOWN,), (UNKNOWN,))
    scene.answer((seen[2],), ())
    assert (scene.s.piles[3][0], scene.s.piles[3][-1], scene.s.piles[4][0]) == (seen[1], seen[0], seen[2])
    assert scene.asked == (BOB, "oracle_look"), "the next one begins when all cards are back"
    assert game.view(scene.s, ALICE).piles[3][0] == seen[1]
    assert game.view(scene.s, BOB).piles[3][0] == UNKNOWN


@shows("Z11.7")
def test_nobody_looks_at_more_cards_than_a_pile_has() -> None:
    scene = Scene(2).pile("trap", "trap_wire_thicket")
    scene.location(ORACLE, ALICE)
    scene.refused("pile_too_small", "Z11.7", 0, 0, 0, 2, 0)
    scene.answer(0, 0, 0, 0, 0)
    assert scene.over


@shows("Z12.1", "Z12.2", "Z12.3", "Z12.4", "Z12.8")
def test_first_operations_come_before_second_ones_and_who_passes_is_out() -> None:
    scene = Scene(3).location(OFFICE, CHARLIE, ALICE, BOB)
    asked = []
    for choice in (("discard", 0), None, ("discard", 0), None, ("discard", 0)):
        asked.append(scene.asked)
        scene.answer(*(("discard", scene.s.rows[0][0]) if choice else ()))
    assert [seat for seat, _ in asked] == [CHARLIE, ALICE, BOB, CHARLIE, BOB]
    assert scene.over


@shows("Z12.5", "Z12.6", "Z12.7", "Z12.9", "Z21.5", "Z9.4")
def test_a_bought_item_goes_to_the_hand_and_the_row_closes_up() -> None:
    scene = Scene(3).row("office", "office_bitter_infusion", "office_healing_talisman", "office_mask_of_relief")
    scene.on_top("office", "office_bone_surgery", "office_nerve_surgery")
    scene.s.rows[0] += (scene.take("office_muscle_surgery"),)
    scene.s.money[ALICE] = 8
    a, b, c, d = scene.s.rows[0]
    scene.location(OFFICE, ALICE, BOB)
    scene.answer("buy", b)
    assert scene.s.money[ALICE] == 2
    assert scene.s.hands[ALICE][-1] == b
    assert scene.s.rows[0] == (a, c, d, card("office_bone_surgery"))
    scene.answer("discard", a)
    assert scene.s.rows[0] == (c, d, *cards("office_bone_surgery", "office_nerve_surgery"))
    assert scene.s.discards[0][-1:] == (a,)
    scene.checked()


@shows("Z12.5")
def test_a_card_that_is_too_dear_is_not_sold() -> None:
    scene = Scene(2).row("office", "office_healing_talisman", "office_healing_ointment", "office_mask_of_relief")
    scene.s.money[ALICE] = 5
    scene.location(OFFICE, ALICE)
    scene.refused("money_lacking", "Z12.5", "buy", card("office_healing_talisman"))
    scene.refused("not_in_row", "Z12.2", "buy", card("office_bone_surgery"))
    refused = {refusal.parts[0]: refusal.rule for refusal in game.refusals(scene.s, ALICE)}
    assert {"offered:office_healing_talisman", "offered:office_mask_of_relief"} <= set(refused)
    elsewhere = {f"offered:{CARDS.names[one]}" for deck in (1, 2) for one in scene.s.rows[deck]}
    assert {thing for thing, rule in refused.items() if rule == "Z12.2"} == elsewhere
    assert {thing for thing, rule in refused.items() if rule == "Z16.2"} == {
        f"item:{CARDS.names[one]}" for one in scene.s.items(ALICE, "protective")
    }


@shows("Z9.4", "Z9.5", "Z13.9")
def test_missions_are_laid_anew_when_all_have_acted() -> None:
    scene = Scene(2)
    scene.s.initiative = [5, 4, 3, 2, 1]
    scene.s.places[ENCLAVE], scene.s.places[KNIFE_SQUARE] = (ALICE, BOB), (ALICE,)
    left, right = scene.s.rows[2]
    scene.begin(a.Actions()).answer("board", left)
    while scene.s.question in ("take_items", "use_items", "prize", "tree_token", "oracle_look"):
        scene.answer(*scene.choices[0])
    assert [*scene.s.rows[2]] == [right]
    scene.answer("prepare")
    assert scene.s.rows[2][0] == right
    assert len(scene.s.rows[2]) == 2
    assert scene.s.waiting == (ALICE,)

"""Z22.3: being asked, or not, tells nothing of a hand; under the first ruleset it did."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from elekt_core.chance import SeededChance
from elekt_core.checking.asking import leak
from elekt_core.contract import Decision
from elekt_core.games.enclave import events as e
from elekt_core.games.enclave import game
from tests.elekt_core.games.asking import dealt_anew

from .marks import shows
from .scenes import ALICE, BOB, ENCLAVE, Scene, card

FIRST, SECOND = "enclave-r1", "enclave-r2"
TALISMAN, INFUSION, VEST = "office_healing_talisman", "office_bitter_infusion", "knife_scale_vest"
GEL, CLOAK = "prize_regenerating_gel", "prize_mirror_cloak"
"""Prizes: behind somebody's back a card of this deck heals or protects."""
FOXES, WORKSHOP, LOKI = "tree_mowiace_lisy", "tree_warsztat_u_anzelma", "tree_loki"


def boards_with(*hand: str) -> Callable[[str], Scene]:
    """Alice is about to board with this hand; what she takes along is asked next."""
    return lambda ruleset: Scene(2, ruleset=ruleset).hand(ALICE, *hand).location(ENCLAVE, ALICE)


def visits_the_foxes(*hand: str) -> Callable[[str], Scene]:
    def scene(ruleset: str) -> Scene:
        made = Scene(2, ruleset=ruleset).tree(5, FOXES).hand(ALICE, *hand)
        made.s.knowledge[ALICE] = 2
        return made.visit(ALICE, 5)

    return scene


def looks_in_the_workshop(ruleset: str) -> Scene:
    """One card is left to look at, of 4 money, and there are 3."""
    scene = Scene(2, ruleset=ruleset).tree(1, WORKSHOP).pile("knife_square", VEST)
    scene.s.box += scene.s.discards[1]
    scene.s.discards[1] = ()
    scene.s.money[ALICE] = 3
    return scene.visit(ALICE, 1)


def _answers(scene: Scene) -> list[tuple[object, ...]]:
    return [option.choice for option in game.options(scene.s, ALICE) if option.kind != "heal"]


CASES = {
    "boarding without a protective item": (boards_with(GEL), ("board",), "take_items", ()),
    "the Foxes without a healing item": (visits_the_foxes(CLOAK), (0,), "use_tree", ()),
    "an offer that cannot be paid": (looks_in_the_workshop, ("source", "pile"), "purchase", (-1, (card(VEST),))),
}


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
@shows("Z22.3")
def test_a_question_with_one_answer_is_asked_where_others_cannot_see_that_there_is_one(
    case: tuple[Callable[[str], Scene], tuple[object, ...], str, tuple[object, ...]],
) -> None:
    made, answer, question, only = case
    asked = made(SECOND)
    asked.answer(*_whole(asked, answer))
    assert asked.asked == (ALICE, question)
    assert _answers(asked) == [only]
    assert game.default(asked.s, ALICE).choice == only
    silent = made(FIRST)
    silent.answer(*_whole(silent, answer))
    assert silent.s.question != question


def _whole(scene: Scene, answer: tuple[object, ...]) -> tuple[object, ...]:
    if answer == ("board",):
        return ("board", scene.s.rows[2][0])
    if answer[0] == "source" and scene.s.question == "exchange":
        scene.answer(0)
    return answer


@shows("Z22.3")
def test_nobody_is_asked_where_all_can_see_that_there_is_one_answer() -> None:
    empty = boards_with()(SECOND)
    empty.answer("board", empty.s.rows[2][0])
    assert empty.facts(e.ItemsTaken) == [e.ItemsTaken(ALICE, ())]
    foxes = visits_the_foxes()(SECOND).answer(0)
    assert foxes.s.question == "choose_action", "an empty hand has nothing to give"
    bare = Scene(2).tree(4, "tree_akunen")
    bare.s.removal[ALICE] = 1
    assert bare.visit(ALICE, 4).s.question == "choose_action", "the token lies there for all to see"


@shows("Z16.3")
def test_a_thief_is_still_asked_when_the_victim_has_healed_the_last_card_away() -> None:
    for ruleset, asked in ((SECOND, (ALICE, "use_tree")), (FIRST, None)):
        scene = Scene(2, ruleset=ruleset).tree(1, LOKI).hand(BOB, INFUSION).levels(BOB, -4, -1).visit(ALICE, 1)
        if scene.s.question == "exchange":
            scene.answer(0)
        assert _answers(scene) == [(), ("player", BOB)]
        before = scene.s.question_as_asked()
        scene.answer(card(INFUSION), seat=BOB, kind="heal")
        if asked:
            assert scene.s.question_as_asked() == before
            assert _answers(scene) == [()]
        else:
            assert scene.s.question == "choose_action"


@shows("Z16.3")
def test_who_heals_before_the_foxes_stays_asked_and_who_gives_up_is_not() -> None:
    scene = visits_the_foxes(INFUSION)(SECOND).levels(ALICE, -4, -1).answer(0)
    scene.answer(card(INFUSION), kind="heal")
    assert scene.asked == (ALICE, "use_tree")
    assert _answers(scene) == [()]
    scene = Scene(3).hand(ALICE, TALISMAN).location(ENCLAVE, ALICE)
    scene.answer("board", scene.s.rows[2][0]).answer(kind="concede")
    assert scene.facts(e.ItemsTaken) == [e.ItemsTaken(ALICE, ())]


def test_the_law_of_asking_finds_what_the_first_ruleset_told() -> None:
    """So that the law is known to see it: of other cards behind Bob's back some make a question come or go."""
    for made, answer, _, _ in CASES.values():
        for ruleset, told in ((FIRST, True), (SECOND, False)):
            scene = made(ruleset)
            decision = Decision(ALICE, scene.s.question, _whole(scene, answer))
            others = [dealt_anew(game, scene.s, BOB, SeededChance(bytes([n]))) for n in range(40)]
            found = [leak(game, scene.s, other, decision, BOB, scene.chance) for other in others]
            assert any(found) == told, (answer, ruleset, found)

"""Z6 to Z8: the turn, initiative tokens, sealed action cards."""

from __future__ import annotations

import pytest

from elekt_core.contract import UNKNOWN, Decision
from elekt_core.errors import NotYourTurn
from elekt_core.games.enclave import agenda as a
from elekt_core.games.enclave import events as e
from elekt_core.games.enclave import game
from elekt_core.games.enclave.cards import ACTIONS

from .marks import shows
from .scenes import ALICE, BOB, CHARLIE, Scene, card

TREE = ACTIONS.index("tree")


@pytest.mark.parametrize(("seats", "placing"), [(2, [0, 1, 0, 1, 0]), (3, [0, 1, 2, 0, 1]), (4, [0, 1, 2, 3, 0])])
@shows("Z7.1", "Z7.2", "Z7.3", "Z7.5", "Z6.1", "Z6.2")
def test_tokens_are_placed_in_turn_order_and_the_fifth_goes_by_itself(seats: int, placing: list[int]) -> None:
    scene = Scene(seats)
    told = []
    while scene.s.question == "place_token":
        scene.answer(*scene.choices[0])
        told += scene.facts(e.InitiativeTokenPlaced)
    assert [fact.seat for fact in told] == placing
    assert sorted(scene.s.initiative) == [1, 2, 3, 4, 5]
    assert scene.s.question == "choose_action"


@shows("Z7.2", "Z7.4", "Z7.6")
def test_any_token_goes_on_any_free_location_and_nobody_passes() -> None:
    scene = Scene(2).answer(4, 2)
    scene.refused("token_taken", "Z7.2", 4, 0)
    scene.refused("location_has_token", "Z7.2", 1, 2)
    scene.refused("not_offered", "Z23.1")
    assert scene.s.initiative == [0, 0, 4, 0, 0]


def planning(seats: int = 2, turn: int = 1) -> Scene:
    return Scene(seats, turn).begin(a.Plan(0))


@shows("Z8.1", "Z8.2", "Z8.4", "Z8.5", "Z23.1", "Z22.1")
def test_choices_are_sealed_until_the_last_and_revealed_together() -> None:
    scene = planning(3)
    assert [question.seat for question in game.awaiting(scene.s)] == [ALICE, BOB, CHARLIE]
    scene.answer(4, seat=BOB)
    assert scene.s.waiting == (ALICE, CHARLIE)
    assert game.view(scene.s, BOB).committed[BOB] == 4
    assert game.view(scene.s, ALICE).committed[BOB] == UNKNOWN
    assert game.view(scene.s, None).committed[BOB] == UNKNOWN
    sealed = scene.facts(e.ActionCommitted)[0]
    assert game.redact(sealed, ALICE) == e.ActionCommitted(BOB, UNKNOWN)
    assert game.redact(sealed, BOB) == sealed
    assert not scene.s.places[4]
    scene.answer(1, seat=CHARLIE)
    assert not scene.facts(e.ActionsRevealed)
    scene.answer(1, seat=ALICE)
    assert scene.facts(e.ActionsRevealed) == [e.ActionsRevealed((1, 4, 1))]
    assert scene.s.places[1] == (ALICE, CHARLIE)
    scene.refused("not_offered", "Z23.1")


@shows("Z8.4")
def test_a_sealed_choice_may_be_changed_until_the_last_has_chosen() -> None:
    scene = planning(2).answer(4, seat=BOB)
    assert [option.choice for option in game.options(scene.s, BOB)] == [(n,) for n in range(6)]
    scene.answer(0, seat=BOB, kind="choose_action")
    assert scene.s.waiting == (ALICE,)
    scene.answer(2, seat=ALICE)
    assert scene.facts(e.ActionsRevealed) == [e.ActionsRevealed((2, 0))]


@shows("Z22.3", "Z8.4")
def test_what_others_are_sent_does_not_depend_on_the_sealed_card() -> None:
    sent = []
    for action in range(6):
        scene = planning(3).answer(action, seat=BOB)
        for viewer in (ALICE, CHARLIE, None):
            view = game.view(scene.s, viewer)
            facts = tuple(game.redact(fact, viewer) for fact in scene.told)
            sent.append((viewer, game.encode_state(view), game.fingerprint(view), facts, game.awaiting(view)))
    assert all(one in sent[:3] for one in sent)


@shows("Z8.2", "Z8.1", "Z8.6")
def test_a_card_is_played_once_a_turn() -> None:
    scene = planning(2).plan(("shepherd", "oracle"))
    scene.refused("action_played", "Z8.2", 0, seat=ALICE)
    assert (1,) in scene.choices


@shows("Z8.3", "Z8.6")
def test_earlier_rounds_come_first_and_then_the_turn_order() -> None:
    scene = planning(3)
    scene.plan(("oracle", "office", "shepherd"), ("shepherd", "shepherd", "office"), ("office", "oracle", "oracle"))
    assert scene.s.places[:3] == [(CHARLIE, ALICE, BOB), (ALICE, BOB, CHARLIE), (BOB, CHARLIE, ALICE)]


@shows("Z8.7", "Z8.7.1", "Z8.7.3", "Z8.7.4")
def test_the_tree_level_is_that_of_the_turn_or_as_far_as_tree_tokens_reach() -> None:
    scene = planning(2, turn=3)
    scene.s.tree_tokens[ALICE] = 1
    scene.plan(("tree", "tree"))
    assert scene.asked == (ALICE, "choose_level")
    assert sorted(scene.choices) == [(2,), (3,), (4,)]
    scene.refused("level_too_far", "Z8.7.1", 5)
    scene.refused("no_such_level", "Z8.7", 6)
    scene.answer(4)
    assert scene.s.tree_tokens[ALICE] == 1
    assert scene.s.places[8] == (ALICE,)
    assert scene.s.places[7] == (BOB,), "without a token there is nothing to choose"


@shows("Z8.7.2")
def test_in_turn_6_any_level_may_be_chosen() -> None:
    scene = planning(2, turn=6).plan(("tree", "shepherd"))
    assert scene.choices == [(1,), (2,), (3,), (4,), (5,)]


def four_rounds(scene: Scene) -> Scene:
    return scene.plan(("shepherd",) * 3, ("oracle",) * 3, ("office",) * 3, ("knife_square",) * 3)


@shows("Z8.2", "Z8.1")
def test_four_cards_are_played() -> None:
    scene = Scene(3, 2).begin(a.Plan(0))
    four_rounds(scene)
    assert all(bin(played).count("1") == 4 for played in scene.s.played)
    assert scene.s.question == "choose_action"
    assert scene.s.step.round == 0, "that is the planning beneath the scene"


@shows("Z8.8", "Z18.13")
def test_ultima_thule_gives_a_fifth_round_to_who_used_it_in_the_previous_turn() -> None:
    scene = Scene(3, 2)
    scene.s.extra[:2] = [1, 0]
    four_rounds(scene.begin(a.Plan(0)))
    assert (scene.s.waiting, scene.s.step.round) == ((ALICE,), 4)
    scene.answer(4)
    assert scene.s.places[4] == (ALICE,)
    late = Scene(3, 3)
    late.s.extra[0] = 1
    assert four_rounds(late.begin(a.Plan(0))).s.step.round == 0


def test_nobody_answers_for_another_or_another_question() -> None:
    scene = Scene(2)
    for decision in (Decision(BOB, "place_token", (1, 1)), Decision(ALICE, "choose_action", (1,))):
        with pytest.raises(NotYourTurn):
            game.decide(scene.s, decision, scene.chance)


@shows("Z23.2")
def test_who_gives_up_plays_the_defaults_in_planning() -> None:
    scene = planning(3).answer(5, seat=BOB)
    scene.answer(seat=CHARLIE, kind="concede")
    assert scene.s.waiting == (ALICE,)
    scene.hand(CHARLIE, "office_healing_talisman").levels(CHARLIE, -3, -3)
    scene.refused("not_your_turn", "Z23.1", 3, seat=CHARLIE, kind="choose_action")
    scene.refused("not_your_turn", "Z23.1", card("office_healing_talisman"), seat=CHARLIE, kind="heal")
    scene.answer(1, seat=ALICE)
    assert scene.facts(e.ActionsRevealed) == [e.ActionsRevealed((1, 5, 0))]
    assert game.options(scene.s, CHARLIE) == ()

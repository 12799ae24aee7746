"""Z1, Z19 to Z21: rotation, the end of the game, piles."""

from __future__ import annotations

import pytest

from elekt_core.contract import Outcome
from elekt_core.errors import MatchOver
from elekt_core.games.enclave import agenda as a
from elekt_core.games.enclave import events as e
from elekt_core.games.enclave import game
from elekt_core.games.enclave.ending import bonus_points
from elekt_core.games.enclave.play import play_on
from elekt_core.kit.driver import Over

from .marks import shows
from .scenes import ALICE, BOB, OFFICE, Scene, card


def ended(scene: Scene) -> Outcome:
    """The turn is over and so is the game."""
    play = play_on(scene.s, scene.chance)
    play.agenda = [a.TurnOver()]
    with pytest.raises(Over):
        play.run()
    scene.told = play.events
    outcome = game.outcome(scene.s)
    assert outcome is not None
    assert not game.awaiting(scene.s)
    return outcome


@shows("Z19.2", "Z19.3", "Z19.4", "Z19.5", "Z19.6", "Z8.9", "Z1.2", "Z6.2")
def test_rotation() -> None:
    scene = Scene(3, 2)
    s = scene.s
    s.preparation, s.next_order, s.played = [1, 2, 0], (2, 0, 1), [15, 15, 15]
    s.initiative = [1, 2, 3, 4, 5]
    rows, tops = [*s.rows], [pile[0] for pile in s.piles[:3]]
    scene.begin(a.TurnOver())
    assert [s.rows[n] for n in range(3)] == [(*rows[n][1:], tops[n]) for n in range(3)]
    assert [s.discards[n] for n in range(3)] == [rows[n][:1] for n in range(3)]
    assert [fact.deck for fact in scene.facts(e.RowRotated)] == [0, 1, 2]
    assert s.turn == 3
    assert s.preparation == [0, 2, 0]
    assert s.order == (2, 0, 1)
    assert s.played == [0, 0, 0]
    assert s.initiative == [0] * 5
    assert scene.asked == (2, "place_token")


@shows("Z1.2", "Z1.3", "Z19.1", "Z20.4")
def test_the_game_ends_after_turn_6_without_rotation() -> None:
    scene = Scene(2, 6)
    scene.s.score = [3, 2]
    scene.s.money = [0, 0]
    outcome = ended(scene)
    assert (outcome.winner, outcome.ranks, outcome.termination) == (ALICE, (1, 2), "victory_points")
    assert not scene.facts(e.RowRotated)
    with pytest.raises(MatchOver):
        scene.answer(seat=ALICE, kind="concede")


@shows("Z20.1", "Z20.3", "Z1.3", "Z19.1")
def test_four_tree_tokens_win_at_the_end_of_a_turn() -> None:
    scene = Scene(3, 3)
    scene.s.tree_tokens = [3, 4, 0]
    scene.s.score = [6, 0, 7]
    scene.s.money = [50, 0, 0]
    outcome = ended(scene)
    assert (outcome.winner, outcome.ranks, outcome.scores) == (BOB, (3, 1, 2), (6, 0, 7))
    assert outcome.termination == "tree_tokens"
    assert not scene.facts(e.BonusPointsAwarded)


@shows("Z20.1")
def test_a_token_given_away_before_the_end_of_the_turn_does_not_win() -> None:
    scene = Scene(2, 5).tree(5, "tree_jakub_tyllo")
    scene.s.tree_tokens[ALICE] = 4
    scene.visit(ALICE, 5).answer("use").begin(a.TurnOver())
    assert game.outcome(scene.s) is None


@shows("Z20.2")
def test_two_players_with_four_tokens_are_ranked_by_tokens_points_and_knowledge() -> None:
    def ranks(tokens: list[int], score: list[int], knowledge: list[int]) -> tuple[int, ...]:
        scene = Scene(3, 6)
        scene.s.tree_tokens, scene.s.score, scene.s.knowledge = tokens, score, knowledge
        return ended(scene).ranks

    assert ranks([4, 5, 0], [9, 1, 5], [0, 0, 0]) == (2, 1, 3)
    assert ranks([4, 4, 0], [1, 2, 5], [0, 0, 0]) == (2, 1, 3)
    assert ranks([4, 4, 0], [2, 2, 5], [1, 0, 0]) == (1, 2, 3)
    assert ranks([4, 4, 0], [2, 2, 5], [1, 1, 0]) == (1, 1, 3)


@shows("Z20.5", "Z20.7", "Z20.9")
def test_bonus_points_of_a_category() -> None:
    assert bonus_points([6, 6, 2]) == (1, 1, 0)
    assert bonus_points([0, 1, 0]) == (0, 2, 0)
    assert bonus_points([0, 0, 0]) == (0, 0, 0)


@shows("Z20.5", "Z20.6", "Z15.5")
def test_all_four_categories_count() -> None:
    scene = Scene(3, 6).hand(BOB, "prize_phase_shield", "knife_felt_boots").attach(BOB, "prize_symbiont")
    scene.attach(ALICE, "prize_twin_core")
    scene.s.owners = [0, 0, 1, -1, -1]
    scene.s.tree_tokens, scene.s.money = [0, 0, 3], [4, 4, 1]
    ended(scene)
    told = [(fact.category, fact.points) for fact in scene.facts(e.BonusPointsAwarded)]
    assert told == [(0, (2, 0, 0)), (1, (0, 0, 2)), (2, (1, 1, 0)), (3, (0, 2, 0))]
    assert ended_scores(scene) == (3, 3, 2)


def ended_scores(scene: Scene) -> tuple[int, ...]:
    outcome = game.outcome(scene.s)
    assert outcome is not None
    return outcome.scores


@shows("Z20.8")
def test_ties_are_broken_by_tree_tokens_and_unused_knowledge() -> None:
    def result(tokens: list[int], knowledge: list[int], score: list[int]) -> Outcome:
        scene = Scene(2, 6)
        scene.s.tree_tokens, scene.s.knowledge, scene.s.score, scene.s.money = tokens, knowledge, score, [0, 0]
        return ended(scene)

    assert result([2, 1], [0, 9], [3, 5]).ranks == (1, 2)
    assert result([1, 1], [1, 2], [3, 3]).ranks == (2, 1)
    shared = result([1, 1], [2, 2], [3, 3])
    assert (shared.ranks, shared.winner) == ((1, 1), None)


# --- giving up ------------------------------------------------------------------------------------------------


@shows("Z23.2")
def test_with_two_players_giving_up_ends_the_game() -> None:
    scene = Scene(2).answer(seat=ALICE, kind="concede")
    outcome = game.outcome(scene.s)
    assert outcome is not None
    assert (outcome.winner, outcome.ranks, outcome.termination) == (BOB, (2, 1), "forfeit")


@shows("Z23.2", "Z23.1")
def test_with_more_players_the_seat_plays_the_defaults_and_comes_last() -> None:
    scene = Scene(3).answer(seat=ALICE, kind="concede")
    assert scene.s.initiative[0] == 1, "the lowest number on the first free location"
    assert scene.asked == (BOB, "place_token")
    scene.refused("already_conceded", "Z23.2", seat=ALICE, kind="concede")
    scene.s.turn, scene.s.tree_tokens, scene.s.score = 6, [5, 0, 0], [9, 5, 0]
    assert ended(scene).ranks == (3, 1, 2)


@shows("Z23.1")
def test_the_default_is_the_first_option_of_every_question() -> None:
    scene = Scene(2)
    for _ in range(60):
        default = game.default(scene.s, game.awaiting(scene.s)[0].seat)
        assert default == game.options(scene.s)[0]
        scene.answer(*default.choice)


# --- piles ----------------------------------------------------------------------------------------------------


@shows("Z21.2", "Z21.4", "Z21.5", "Z25.2")
def test_a_pile_of_fewer_than_three_takes_its_discard_pile_in() -> None:
    scene = Scene(2).row("office", "office_healing_talisman", "office_mask_of_relief", "office_bone_surgery")
    scene.pile("office", "office_bitter_infusion", "office_nerve_surgery", "office_muscle_surgery")
    in_discards = set(scene.s.discards[0])
    assert in_discards
    scene.location(OFFICE, ALICE).answer("discard", card("office_healing_talisman"))
    fact = scene.facts(e.PileShuffled)[0]
    left = {card("office_nerve_surgery"), card("office_muscle_surgery"), card("office_healing_talisman")}
    assert set(fact.cards) == in_discards | left
    assert scene.s.discards[0] == ()
    assert scene.s.rows[0][-1] == card("office_bitter_infusion"), "the replacement was drawn before"
    assert set(game.redact(fact, ALICE).cards) == {-1}  # type: ignore[attr-defined]


@shows("Z21.6", "Z12.7")
def test_a_row_stays_short_and_is_filled_up_later() -> None:
    scene = Scene(2)
    scene.s.box += scene.s.piles[0]
    scene.s.piles[0] = scene.s.seen[0] = ()
    first = scene.s.rows[0][0]
    scene.location(OFFICE, ALICE).answer("discard", first)
    assert len(scene.s.rows[0]) == 3, "its own discard is all there is"
    scene.s.money[ALICE] = 100
    bought = next(choice for choice in scene.choices if choice and choice[0] == "buy")
    scene.answer(*bought)
    assert len(scene.s.rows[0]) == 2


@shows("Z22.1", "Z21.4")
def test_what_somebody_saw_is_known_until_the_pile_is_shuffled() -> None:
    scene = Scene(2).begin(a.Look(ALICE, 3)).answer(0, 0, 0, 2, 0)
    scene.answer(*scene.choices[0])
    assert game.view(scene.s, ALICE).piles[3][:2] == scene.s.piles[3][:2]
    play_on(scene.s, scene.chance).shuffle(3, scene.s.piles[3])
    assert set(game.view(scene.s, ALICE).piles[3]) == {-1}

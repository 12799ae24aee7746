"""What is known of a player from the rounds so far."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tournaments.formats.contract import (
    Bye,
    Entrant,
    EntrantNo,
    Pairing,
    Penalty,
    Plan,
    Result,
    Round,
    RoundNo,
    Stage,
)
from tournaments.formats.dutch.player import Colour, Float, Player, players_of

WIN, DRAW, LOSS = Result((1, 2)), Result((1, 1)), Result((2, 1))
BLACK_ABSENT = Result((1, 2), forfeited=frozenset({1}))


def stage_with(*rounds: tuple[list[tuple[int, int, Result]], dict[int, Bye]], players: int = 6) -> Stage:
    made = tuple(
        Round(
            RoundNo(no),
            tuple(
                Pairing(RoundNo(no), table, (EntrantNo(white), EntrantNo(black)), result=result)
                for table, (white, black, result) in enumerate(games, 1)
            ),
            {EntrantNo(who): bye for who, bye in byes.items()},
        )
        for no, (games, byes) in enumerate(rounds, 1)
    )
    return Stage(Plan("dutch"), tuple(Entrant(EntrantNo(no)) for no in range(1, players + 1)), made)


def known(stage: Stage, rounds: int = 9) -> dict[int, Player]:
    return {player.no: player for player in players_of(stage, rounds)}


def test_players_are_ranked_by_score_and_then_by_pairing_number() -> None:
    stage = stage_with(([(1, 4, LOSS), (5, 2, DRAW), (3, 6, WIN)], {}))
    assert [player.no for player in players_of(stage, 5)] == [3, 4, 2, 5, 1, 6]


def test_pairing_numbers_follow_the_order_of_entrants_and_not_their_numbers() -> None:
    stage = stage_with(players=3)
    turned = replace(stage, entrants=stage.entrants[::-1])
    assert [(player.no, player.tpn) for player in players_of(turned, 5)] == [(3, 1), (2, 2), (1, 3)]


def test_only_who_has_arrived_has_a_pairing_number() -> None:
    """C.04.2, 2.4. Of 1 to 6, 2 stays away from round one with half a point, 4 with none; 4 comes to round two."""
    before = replace(stage_with(), absent={EntrantNo(2): Bye.HALF, EntrantNo(4): Bye.ZERO})
    assert {no: one.tpn for no, one in known(before).items()} == {1: 1, 3: 2, 5: 3, 6: 4}
    after = stage_with(([(1, 5, WIN), (6, 3, WIN)], {2: Bye.HALF, 4: Bye.ZERO}))
    second = replace(after, absent={EntrantNo(2): Bye.ZERO})
    assert {no: one.tpn for no, one in known(second).items()} == {1: 1, 3: 2, 4: 3, 5: 4, 6: 5}


def test_who_had_the_bye_or_did_not_appear_at_a_table_keeps_the_number() -> None:
    after = stage_with(([(1, 4, BLACK_ABSENT), (2, 3, WIN)], {5: Bye.PAIRING, 6: Bye.ZERO}))
    second = replace(after, absent={EntrantNo(no): Bye.ZERO for no in (4, 5)})
    assert {no: one.tpn for no, one in known(second).items()} == {1: 1, 2: 2, 3: 3, 6: 6}


def test_a_forfeited_game_has_no_opponent_and_no_colour_and_rules_out_a_bye() -> None:
    found = known(stage_with(([(1, 2, BLACK_ABSENT), (3, 4, WIN)], {5: Bye.ZERO, 6: Bye.ZERO})))
    assert (found[1].met, found[1].colours, found[1].may_have_bye, found[1].unplayed) == (frozenset(), (), False, 1)
    assert (found[2].may_have_bye, found[2].floats[0]) == (True, Float.NONE)
    assert (set(found[3].met), found[3].colours[0], found[3].unplayed) == ({4}, Colour.WHITE, 0)


@pytest.mark.parametrize(
    ("bye", "may_have_bye", "floated"),
    [
        (Bye.PAIRING, False, Float.DOWN),
        (Bye.FULL, False, Float.DOWN),
        (Bye.HALF, True, Float.DOWN),
        (Bye.ZERO, True, Float.NONE),
    ],
)
def test_what_a_round_without_a_game_leaves_behind(bye: Bye, may_have_bye: bool, floated: Float) -> None:
    """1.4.3 and 1.4.4: a downfloat for more than a loss is worth, and nothing else; C2 for as much as a win."""
    found = known(stage_with(([(1, 2, WIN)], {3: bye})))[3]
    assert (found.may_have_bye, found.floats) == (may_have_bye, (floated, Float.NONE))


def test_a_cheap_pairing_bye_rules_out_another_one_all_the_same() -> None:
    stage = stage_with(([(1, 2, WIN)], {3: Bye.PAIRING}))
    scoring = replace(stage.plan.scoring, byes={**stage.plan.scoring.byes, Bye.PAIRING: 1})
    assert not known(replace(stage, plan=replace(stage.plan, scoring=scoring)))[3].may_have_bye


def test_floats_compare_the_scores_before_the_game() -> None:
    stage = stage_with(
        ([(1, 2, WIN), (3, 4, WIN), (5, 6, DRAW)], {}),
        ([(2, 1, WIN), (3, 5, LOSS), (4, 6, DRAW)], {}),
        ([(1, 3, WIN), (5, 2, WIN)], {4: Bye.HALF, 6: Bye.ZERO}),
    )
    floats: dict[int, Any] = {no: player.floats for no, player in known(stage).items()}
    assert floats[5] == (Float.DOWN, Float.UP)  # 1½ against 1, after ½ against 1
    assert floats[2] == (Float.UP, Float.UP)
    assert floats[1] == (Float.NONE, Float.DOWN)
    assert floats[4] == (Float.DOWN, Float.UP)
    assert floats[6] == (Float.NONE, Float.DOWN)


def test_a_penalty_counts_from_its_round_on() -> None:
    stage = stage_with(([(1, 2, WIN), (3, 4, WIN)], {}), ([(1, 3, DRAW), (2, 4, DRAW)], {}), players=4)
    assert known(stage)[1].floats == (Float.NONE, Float.NONE)
    before = replace(stage, penalties=(Penalty(EntrantNo(1), RoundNo(1), 1),))
    assert (known(before)[1].score, known(before)[1].floats[0], known(before)[3].floats[0]) == (2, "up", "down")
    later = replace(stage, penalties=(Penalty(EntrantNo(1), RoundNo(2), 1),))
    assert (known(later)[1].score, known(later)[1].floats[0]) == (2, Float.NONE)


def test_topscorers_exist_before_the_final_round_only() -> None:
    stage = stage_with(([(1, 2, WIN), (3, 4, DRAW)], {}), players=4)
    assert [player.no for player in players_of(stage, 2) if player.is_topscorer] == [1]
    assert not any(player.is_topscorer for player in players_of(stage, 3))


def test_who_is_absent_is_not_paired() -> None:
    stage = replace(stage_with(players=4), absent={EntrantNo(2): Bye.HALF})
    assert [player.no for player in players_of(stage, 3)] == [1, 3, 4]

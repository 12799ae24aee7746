"""Repeats and second byes: FIDE C.04.3, C1 (a forfeited game is no game) and C2 (a bye, or a win without playing)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tournaments.formats.breaches import breaches, new, of_proposal
from tournaments.formats.contract import Bye, EntrantNo, Pairing, Plan, Proposal, Reason, Result, Round, RoundNo, Stage

from .test_repair import stage

WIN, BLACK_ABSENT, NOBODY = (
    Result((1, 2)),
    Result((1, 2), forfeited=frozenset({1})),
    Result((1, 1), forfeited=frozenset({0, 1})),
)


def round_of(no: int, *games: tuple[int, int, Result | None], **byes: int) -> Round:
    pairings = tuple(
        Pairing(RoundNo(no), table, (EntrantNo(white), EntrantNo(black)), result=result)
        for table, (white, black, result) in enumerate(games, 1)
    )
    return Round(RoundNo(no), pairings, {EntrantNo(who): Bye(bye) for bye, who in byes.items()})


def of(*rounds: Round, form: str = "dutch") -> Stage:
    return stage(Plan(form), 5, rounds=rounds)


def test_two_who_have_played_meet_again() -> None:
    found = breaches(of(round_of(1, (1, 2, WIN), (3, 4, WIN)), round_of(2, (4, 3, None), (1, 5, WIN))))
    assert found == [Reason("breach_repeat", {"entrant": 3, "other": 4, "round": 2, "before": 1})]


@pytest.mark.parametrize("first", [BLACK_ABSENT, NOBODY])
def test_a_forfeited_game_is_none_until_it_turns_out_that_it_was_played(first: Result) -> None:
    before = of(round_of(1, (1, 2, first)), round_of(2, (1, 2, WIN)))
    assert breaches(before) == []
    after = of(round_of(1, (1, 2, WIN)), round_of(2, (1, 2, WIN)))
    assert new(before, after) == [Reason("breach_repeat", {"entrant": 1, "other": 2, "round": 2, "before": 1})]
    assert new(after, after) == []


@pytest.mark.parametrize(
    "first",
    [round_of(1, (1, 2, WIN), pairing=5), round_of(1, (1, 2, WIN), full=5), round_of(1, (5, 2, BLACK_ABSENT))],
    ids=["bye", "full bye", "forfeit"],
)
def test_a_bye_after_a_bye_or_a_win_without_playing(first: Round) -> None:
    second = round_of(2, (1, 3, WIN), pairing=5)
    assert breaches(of(first, second)) == [Reason("breach_bye", {"entrant": 5, "round": 2, "before": 1})]
    proposed = Proposal(second.pairings, second.byes)
    assert list(of_proposal(of(first), proposed)) == breaches(of(first, second))


@pytest.mark.parametrize("first", [round_of(1, (1, 2, WIN), half=5), round_of(1, (2, 5, BLACK_ABSENT))])
def test_who_had_less_than_a_win_may_have_the_bye(first: Round) -> None:
    assert breaches(of(first, round_of(2, (1, 3, WIN), pairing=5))) == []


def test_a_win_without_playing_after_a_bye_breaks_nothing() -> None:
    assert breaches(of(round_of(1, (1, 2, WIN), pairing=5), round_of(2, (5, 1, BLACK_ABSENT)))) == []


def test_where_repeats_are_no_breach_there_are_none() -> None:
    twice = of(round_of(1, (1, 2, WIN)), round_of(2, (1, 2, WIN)))
    assert breaches(replace(twice, plan=Plan("round_robin"))) == ()

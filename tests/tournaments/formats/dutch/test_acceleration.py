"""Accelerated pairings: the Baku acceleration as FIDE C.04.5 has it, and lists as reports have them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tournaments.formats.contract import BadPlan, Bye, Entrant, EntrantNo, Pairing, Plan, Result, Round, RoundNo, Stage
from tournaments.formats.dutch import DUTCH
from tournaments.formats.dutch.acceleration import virtual
from tournaments.formats.dutch.colours import allocate
from tournaments.formats.dutch.player import Colour, players_of
from tournaments.simulation import Crowd, simulate

from .peers import caissify, rank_by_score


def plan(rounds: int, **settings: Any) -> Plan:
    return Plan("dutch", rounds=rounds, settings={"initial_colour": "white", **settings})


def field(players: int) -> tuple[Entrant, ...]:
    return tuple(Entrant(EntrantNo(no)) for no in range(1, players + 1))


def extra(players: int, rounds: int) -> list[list[int]]:
    """Half-points of everybody, by round."""
    points = virtual(Stage(plan(rounds, acceleration="baku"), field(players)), rounds)
    return [[int(points(EntrantNo(no), round_no)) for no in range(1, players + 1)] for round_no in range(1, rounds + 1)]


def test_nine_rounds_are_accelerated_as_the_rule_says() -> None:
    """C.04.5.1: three rounds with one point, two with half a point, for the first half of 16."""
    upper = [2] * 8 + [0] * 8
    assert extra(16, 9) == [*[upper] * 3, *[[one // 2 for one in upper]] * 2, *[[0] * 16] * 4]


@pytest.mark.parametrize(
    ("players", "group"), [(4, 2), (5, 4), (8, 4), (9, 6), (16, 8), (17, 10), (18, 10), (20, 10), (161, 82)]
)
def test_the_first_group_is_twice_a_quarter_rounded_up(players: int, group: int) -> None:
    assert sum(points > 0 for points in extra(players, 9)[0]) == group


@pytest.mark.parametrize(
    ("rounds", "by_round"), [(5, [2, 2, 1, 0, 0]), (6, [2, 2, 1, 0, 0, 0]), (7, [2, 2, 1, 1, 0, 0, 0]), (1, [2])]
)
def test_half_of_the_rounds_are_accelerated_and_half_of_these_by_a_whole_point(
    rounds: int, by_round: list[int]
) -> None:
    assert [points[0] for points in extra(16, rounds)] == by_round


def test_the_first_round_pairs_quarters() -> None:
    """GA among itself, GB among itself: 1-5, 2-6, ... and 9-13, ..."""
    proposal = DUTCH.pair(Stage(plan(9, acceleration="baku"), field(16)))
    met = {frozenset(pairing.seats) for pairing in proposal.pairings}
    assert met == {frozenset({no, no + 4}) for no in (1, 2, 3, 4, 9, 10, 11, 12)}


def test_who_comes_late_is_in_the_group_that_the_place_in_the_list_says() -> None:
    """The last of GA stays the last: of 1 to 8 without 2, that is 5; 2 comes late and stands above."""
    early = [no for no in range(1, 9) if no != 2]
    tables = tuple(
        Pairing(RoundNo(1), at + 1, (EntrantNo(early[at]), EntrantNo(early[at + 3])), result=Result((1, 2)))
        for at in range(3)
    )
    first = Round(RoundNo(1), tables, {EntrantNo(8): Bye.PAIRING, EntrantNo(2): Bye.ZERO})
    stage = Stage(plan(9, acceleration="baku"), field(8), (first,))
    points = virtual(stage, 9)
    assert [no for no in range(1, 9) if points(EntrantNo(no), 2)] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("seed", range(6))
def test_an_accelerated_event_is_paired_as_another_program_pairs_the_same_scores(seed: int) -> None:
    """From the second round on: its first one knows no scores. Of 14 players 1 to 8 are GA, in 7 rounds 2, 2, 1, 1."""

    def baku(no: EntrantNo, round_no: int) -> Fraction:
        return Fraction([2, 2, 1, 1, 0, 0, 0][round_no - 1], 2) if no <= 8 else Fraction(0)

    stage = simulate(plan(7, acceleration="baku"), [2000.0 - 10 * no for no in range(14)], seed, Crowd(draws=0.3))
    for at in range(1, 5):
        now = replace(stage, rounds=stage.rounds[:at])
        expected = sorted(map(str, rank_by_score(now, caissify(now, extra=baku), extra=baku)))
        ours = [pairing.seats for pairing in DUTCH.pair(now).pairings]
        assert sorted(map(str, ours)) == expected, at + 1


@pytest.mark.parametrize("bye", [Bye.ZERO, Bye.HALF, Bye.FULL])
def test_the_group_is_the_same_before_the_first_round_and_after_it(bye: Bye) -> None:
    """C.04.5.1: the list of players to be paired. Of 1 to 12 without 2, 3, 4 and 11 that are 8, so 1, 5, 6 and 7."""
    away = {EntrantNo(no): bye for no in (2, 3, 4, 11)}
    before = Stage(plan(9, acceleration="baku"), field(12), absent=away)
    group = [no for no in range(1, 13) if virtual(before, 9)(EntrantNo(no), 1)]
    assert [no for no in group if no not in away] == [1, 5, 6, 7]
    proposal = DUTCH.pair(before)
    assert {frozenset(pairing.seats) for pairing in proposal.pairings} == {
        frozenset(pair) for pair in [(1, 6), (5, 7), (8, 10), (9, 12)]
    }
    pairings = tuple(replace(pairing, result=Result((1, 2))) for pairing in proposal.pairings)
    after = replace(before, rounds=(Round(RoundNo(1), pairings, proposal.byes),), absent={})
    assert [no for no in range(1, 13) if virtual(after, 9)(EntrantNo(no), 2)] == group


def test_a_list_of_points_gives_the_same_tables_as_the_rule_it_came_from() -> None:
    stage = simulate(plan(5, acceleration="baku"), [2000.0 - no for no in range(12)], 3)
    listed = plan(5, accelerations=[[2, 1, 2, 1, 6], [1, 3, 3, 1, 6]])
    for at in range(5):
        now = replace(stage, rounds=stage.rounds[:at])
        assert DUTCH.pair(now).pairings == DUTCH.pair(replace(now, plan=listed)).pairings


def test_points_for_the_pairing_do_not_count_in_the_standings() -> None:
    stage = simulate(plan(5, acceleration="baku"), [2000.0 - no for no in range(12)], 3)
    assert sum(row.points for row in DUTCH.standings(stage)) == 5 * 12


@pytest.mark.parametrize(
    "settings",
    [
        {"acceleration": "tokyo"},
        {"accelerations": "all"},
        {"accelerations": [[1, 2, 3]]},
        {"accelerations": [[1, 2, 3, 4, "5"]]},
        {"accelerations": [[2, 1, 2, 1, 6]], "acceleration": "baku"},
    ],
    ids=["unknown", "no list", "too short", "a text", "both"],
)
def test_an_acceleration_that_cannot_be_is_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(BadPlan):
        DUTCH.check(plan(5, **settings), 12)


def test_colours_do_not_depend_on_points_for_the_pairing() -> None:
    one, other = players_of(Stage(plan(9, acceleration="baku"), field(16)), 9)[:2]
    assert allocate(one, other, Colour.WHITE).white is one

"""Schedules for tables of 3-4, against known designs and against what no schedule can beat."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.sampling import sample
from tournaments.formats.round_robin import balanced
from tournaments.formats.round_robin.seats import seated

DESIGNS = [
    (7, 4, 4, 7, 2),  # the complements of the lines of Fano's plane
    (9, 3, 3, 4, 1),  # the affine plane of order 3
    (9, 4, 4, 9, 3),  # whist for 9, 12 + 1 and 16 + 1
    (13, 4, 4, 13, 3),
    (17, 4, 4, 17, 3),
    (15, 3, 3, 7, 1),  # Kirkman's schoolgirls (1850)
    *sample([], [(21, 3, 3, 10, 1)]),  # Kirkman's problem for twenty-one
    (16, 4, 4, 5, 1),  # the affine plane of order 4
    (16, 3, 3, 16, 2),
]


@pytest.mark.parametrize(("entrants", "seats", "least", "rounds", "meetings"), DESIGNS)
def test_where_a_design_is_known_everyone_meets_everyone_equally_often(
    entrants: int, seats: int, least: int, rounds: int, meetings: int
) -> None:
    assert balanced.rounds_needed(entrants, seats, least) == rounds
    found = balanced.quality(balanced.schedule(entrants, seats, least, rounds), entrants)
    assert (found.meetings_least, found.meetings_most, found.excess) == (meetings, meetings, 0)
    assert found.byes_spread == 0
    assert found.seats_spread <= 1


LONGER = [
    (6, 4, 3, 10, 4),  # all ten ways to divide six into threes
    (8, 4, 4, 7, 3),  # the points and planes of the affine space of order 2
    (12, 4, 4, 11, 3),  # whist for 12, 20 and 24
    (20, 4, 4, 19, 3),
    (24, 4, 4, 23, 3),
    (16, 4, 4, 10, 2),
]


@pytest.mark.parametrize(("entrants", "seats", "least", "rounds", "meetings"), LONGER)
def test_in_more_rounds_than_needed_the_longer_design_is_found(
    entrants: int, seats: int, least: int, rounds: int, meetings: int
) -> None:
    found = balanced.quality(balanced.schedule(entrants, seats, least, rounds), entrants)
    assert (found.meetings_least, found.meetings_most) == (meetings, meetings)
    assert found.seats_spread <= 1


NEARLY = [(5, 3, 3), (8, 3, 3), (11, 3, 3), (18, 3, 3), (15, 4, 3), (14, 4, 4), (18, 4, 4), (22, 4, 4), (23, 3, 3)]


@pytest.mark.parametrize(("entrants", "seats", "least"), NEARLY)
def test_elsewhere_meetings_differ_by_one_where_that_can_be_reached(entrants: int, seats: int, least: int) -> None:
    rounds = balanced.rounds_needed(entrants, seats, least)
    found = balanced.quality(balanced.schedule(entrants, seats, least, rounds), entrants)
    assert found.excess == 0
    assert found.byes_spread == 0


@pytest.mark.parametrize(("entrants", "seats", "least"), [(7, 3, 2), (10, 4, 3)])
@pytest.mark.parametrize("rounds", sample([3], [1, 4]))
def test_any_number_of_rounds_can_be_played(entrants: int, seats: int, least: int, rounds: int) -> None:
    found = balanced.schedule(entrants, seats, least, rounds)
    assert len(found) == rounds
    for one in found:
        assert tuple(sorted(map(len, one), reverse=True)) == balanced.sizes(entrants, seats, least)
        assert max(Counter(no for table in one for no in table).values()) == 1
    assert balanced.quality(found, entrants).byes_spread <= 1
    assert balanced.quality(found, entrants).meetings_most <= rounds


def test_tables_of_a_round_leave_the_fewest_without_one() -> None:
    assert balanced.sizes(5, 4, 3) == (4,)
    assert balanced.sizes(10, 4, 3) == (4, 3, 3)
    assert balanced.sizes(11, 4, 4) == (4, 4)
    assert balanced.sizes(17, 4, 3) == (4, 4, 3, 3, 3)
    assert balanced.sizes(2, 4, 3) == ()


def test_seats_are_balanced_whatever_the_tables_are() -> None:
    """König's theorem: with full tables the counts of two seats differ by one at most, for everyone."""
    for entrants, size in ((8, 4), (9, 3), (12, 4), (15, 3), (16, 4)):
        rounds = [
            [tuple((start + shift * no) % entrants for no in range(size)) for start in range(0, entrants, size)]
            for shift in (1, 5, 7, 11, 1, 1, 5)
        ]
        rounds = [one for one in rounds if len({no for table in one for no in table}) == entrants]
        assert balanced.quality(seated(rounds, entrants, size), entrants).seats_spread <= 1

"""The published tables: FIDE Handbook C.05, Annex 1, "Details of Berger Table"."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pytest

from tournaments.formats.round_robin import berger

PUBLISHED = {
    4: """1-4, 2-3
          4-3, 1-2
          2-4, 3-1""",
    6: """1-6, 2-5, 3-4
          6-4, 5-3, 1-2
          2-6, 3-1, 4-5
          6-5, 1-4, 2-3
          3-6, 4-2, 5-1""",
    8: """1-8, 2-7, 3-6, 4-5
          8-5, 6-4, 7-3, 1-2
          2-8, 3-1, 4-7, 5-6
          8-6, 7-5, 1-4, 2-3
          3-8, 4-2, 5-1, 6-7
          8-7, 1-6, 2-5, 3-4
          4-8, 5-3, 6-2, 7-1""",
    10: """1-10, 2-9, 3-8, 4-7, 5-6
           10-6, 7-5, 8-4, 9-3, 1-2
           2-10, 3-1, 4-9, 5-8, 6-7
           10-7, 8-6, 9-5, 1-4, 2-3
           3-10, 4-2, 5-1, 6-9, 7-8
           10-8, 9-7, 1-6, 2-5, 3-4
           4-10, 5-3, 6-2, 7-1, 8-9
           10-9, 1-8, 2-7, 3-6, 4-5
           5-10, 6-4, 7-3, 8-2, 9-1""",
    12: """1-12, 2-11, 3-10, 4-9, 5-8, 6-7
           12-7, 8-6, 9-5, 10-4, 11-3, 1-2
           2-12, 3-1, 4-11, 5-10, 6-9, 7-8
           12-8, 9-7, 10-6, 11-5, 1-4, 2-3
           3-12, 4-2, 5-1, 6-11, 7-10, 8-9
           12-9, 10-8, 11-7, 1-6, 2-5, 3-4
           4-12, 5-3, 6-2, 7-1, 8-11, 9-10
           12-10, 11-9, 1-8, 2-7, 3-6, 4-5
           5-12, 6-4, 7-3, 8-2, 9-1, 10-11
           12-11, 1-10, 2-9, 3-8, 4-7, 5-6
           6-12, 7-5, 8-4, 9-3, 10-2, 11-1""",
    14: """1-14, 2-13, 3-12, 4-11, 5-10, 6-9, 7-8
           14-8, 9-7, 10-6, 11-5, 12-4, 13-3, 1-2
           2-14, 3-1, 4-13, 5-12, 6-11, 7-10, 8-9
           14-9, 10-8, 11-7, 12-6, 13-5, 1-4, 2-3
           3-14, 4-2, 5-1, 6-13, 7-12, 8-11, 9-10
           14-10, 11-9, 12-8, 13-7, 1-6, 2-5, 3-4
           4-14, 5-3, 6-2, 7-1, 8-13, 9-12, 10-11
           14-11, 12-10, 13-9, 1-8, 2-7, 3-6, 4-5
           5-14, 6-4, 7-3, 8-2, 9-1, 10-13, 11-12
           14-12, 13-11, 1-10, 2-9, 3-8, 4-7, 5-6
           6-14, 7-5, 8-4, 9-3, 10-2, 11-1, 12-13
           14-13, 1-12, 2-11, 3-10, 4-9, 5-8, 6-7
           7-14, 8-6, 9-5, 10-4, 11-3, 12-2, 13-1""",
    16: """1-16, 2-15, 3-14, 4-13, 5-12, 6-11, 7-10, 8-9
           16-9, 10-8, 11-7, 12-6, 13-5, 14-4, 15-3, 1-2
           2-16, 3-1, 4-15, 5-14, 6-13, 7-12, 8-11, 9-10
           16-10, 11-9, 12-8, 13-7, 14-6, 15-5, 1-4, 2-3
           3-16, 4-2, 5-1, 6-15, 7-14, 8-13, 9-12, 10-11
           16-11, 12-10, 13-9, 14-8, 15-7, 1-6, 2-5, 3-4
           4-16, 5-3, 6-2, 7-1, 8-15, 9-14, 10-13, 11-12
           16-12, 13-11, 14-10, 15-9, 1-8, 2-7, 3-6, 4-5
           5-16, 6-4, 7-3, 8-2, 9-1, 10-15, 11-14, 12-13
           16-13, 14-12, 15-11, 1-10, 2-9, 3-8, 4-7, 5-6
           6-16, 7-5, 8-4, 9-3, 10-2, 11-1, 12-15, 13-14
           16-14, 15-13, 1-12, 2-11, 3-10, 4-9, 5-8, 6-7
           7-16, 8-6, 9-5, 10-4, 11-3, 12-2, 13-1, 14-15
           16-15, 1-14, 2-13, 3-12, 4-11, 5-10, 6-9, 7-8
           8-16, 9-7, 10-6, 11-5, 12-4, 13-3, 14-2, 15-1""",
}


def read(text: str) -> tuple[tuple[tuple[int, ...], ...], ...]:
    return tuple(
        tuple(tuple(int(no) for no in duel.split("-")) for duel in line.split(",")) for line in text.splitlines()
    )


@pytest.mark.parametrize("size", PUBLISHED)
def test_berger_tables_are_those_that_fide_publishes(size: int) -> None:
    assert berger.berger(size) == read(PUBLISHED[size])


@pytest.mark.parametrize("size", PUBLISHED)
def test_of_an_odd_field_the_highest_number_is_the_bye(size: int) -> None:
    expected = [[duel for duel in one if size not in duel] for one in read(PUBLISHED[size])]
    assert [list(one) for one in berger.berger(size - 1)] == expected


def test_everyone_meets_everyone_once_in_each_cycle_with_both_colours() -> None:
    for entrants in range(2, 41):
        met = Counter(duel for one in berger.cycles(entrants, 2) for duel in one)
        pairs = list(combinations(range(1, entrants + 1), 2))
        assert met == Counter(pairs + [(black, white) for white, black in pairs])


def test_colours_of_a_cycle_differ_by_one_at_most() -> None:
    for entrants in range(2, 41):
        white = Counter(duel[0] for one in berger.berger(entrants) for duel in one)
        black = Counter(duel[1] for one in berger.berger(entrants) for duel in one)
        assert all(abs(white[no] - black[no]) <= 1 for no in range(1, entrants + 1))


def longest_run(rounds: berger.Schedule, no: int) -> int:
    colours = [duel.index(no) for one in rounds for duel in one if no in duel]
    run = longest = 1
    for before, now in pairwise(colours):
        run = run + 1 if before == now else 1
        longest = max(longest, run)
    return longest


def test_the_last_two_rounds_are_exchanged_so_that_nobody_has_a_colour_three_times_in_a_row() -> None:
    """Annex 1: recommended for double-round tournaments."""
    for size in range(4, 21, 2):
        numbers = range(1, size + 1)
        assert max(longest_run(berger.cycles(size, 2), no) for no in numbers) == 2
        assert max(longest_run(berger.cycles(size, 2, exchange=False), no) for no in numbers) == 3

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from tests.sampling import sample
from tests.tournaments.formats import playing
from tests.tournaments.formats.playing import plan, stage
from tournaments.formats.contract import BadPlan, EntrantNo
from tournaments.formats.elimination import duels
from tournaments.formats.groups import GROUPS, group_standings, groups, qualifiers
from tournaments.formats.play_off import Qualifier, seeded


def members(entrants: int, **settings: Any) -> dict[str, list[int]]:
    found = groups(stage(plan("groups", **settings), entrants))
    return {name: [int(one.no) for one in group.entrants] for name, group in found.items()}


def test_groups_are_dealt_in_a_snake() -> None:
    assert members(8, groups=2) == {"A": [1, 4, 5, 8], "B": [2, 3, 6, 7]}
    assert members(10, groups=3) == {"A": [1, 6, 7], "B": [2, 5, 8], "C": [3, 4, 9, 10]}


def test_from_pots_each_group_has_one_of_each() -> None:
    found = members(16, groups=4, dealt="pots")
    for group in found.values():
        assert [(no - 1) // 4 for no in group] == [0, 1, 2, 3]
    assert found == members(16, groups=4, dealt="pots")


@pytest.mark.parametrize(("seats", "least", "fields"), [(2, 2, (8, 13)), (4, 3, sample((8,), (8, 13)))])
def test_everyone_meets_those_of_their_group_only(seats: int, least: int, fields: Sequence[int]) -> None:
    for entrants in fields:
        before = stage(plan("groups", seats, least, groups=2), entrants)
        after = playing.played(GROUPS, before, Random(entrants))
        home = {one.no: name for name, group in groups(before).items() for one in group.entrants}
        assert all({home[no] for no in one.seats} == {one.slot} for one in after.pairings())
        assert playing.nobody_twice(after)
        assert len(after.rounds) == GROUPS.rounds(after.plan, entrants)
        assert sorted(one.entrant for one in GROUPS.standings(after)) == list(range(1, entrants + 1))
        for one in after.rounds:
            assert {no for table in one.pairings for no in table.seats} | set(one.byes) == set(home)


def test_the_winners_of_the_groups_stand_before_the_second_ones() -> None:
    after = playing.played(GROUPS, stage(plan("groups", groups=3), 11), Random(3))
    places = {one.entrant: place for table in group_standings(after).values() for place, one in enumerate(table, 1)}
    assert [places[one.entrant] for one in GROUPS.standings(after)] == [1] * 3 + [2] * 3 + [3] * 3 + [4] * 2


def test_two_of_each_group_of_four_meet_across_as_in_a_world_cup() -> None:
    """A winner meets the second one of another group, and those of one group only in the final."""
    after = playing.played(GROUPS, stage(plan("groups", groups=4), 16))
    chosen = qualifiers(after, 2)
    assert len(chosen) == 8
    tables = group_standings(after)
    home = {one.entrant: name for name, table in tables.items() for one in table[:2]}
    winners = {table[0].entrant for table in tables.values()}
    assert set(chosen[:4]) == winners
    order = [chosen[seed - 1] for seed in duels.seed_order(8)]
    for first, second in zip(order[::2], order[1::2], strict=True):
        assert (first in winners) != (second in winners)
    for half in (order[:4], order[4:]):
        assert Counter(home[no] for no in half) == Counter("ABCD")


def test_the_best_of_the_rest_come_in_by_points_per_table() -> None:
    """Groups of three and four: with 2 tables each and with 3, two wins of two count for more than two of three."""
    after = playing.played(GROUPS, stage(plan("groups", groups=3), 10))
    third = {name: table[2] for name, table in group_standings(after).items()}
    assert {name: one.points for name, one in third.items()} == {"A": 0, "B": 0, "C": 2}
    chosen = qualifiers(after, 2, 1)
    assert len(chosen) == 7
    assert chosen[-1] == third["C"].entrant


def test_nobody_changes_a_tier_for_being_apart() -> None:
    line = [Qualifier(EntrantNo(no), "AABB"[no - 1], [1, 2, 1, 2][no - 1]) for no in (1, 3, 2, 4)]
    found = seeded(line)
    assert found[:2] == (1, 3)
    assert found[2:] == (2, 4), "the second of A is the third seed, in the half of the second seed, who is of B"


@pytest.mark.parametrize(
    ("settings", "entrants", "field"),
    [({"groups": 4}, 7, "entrants"), ({"groups": 99}, 300, "settings.groups"), ({"dealt": "hat"}, 8, "settings.dealt")],
)
def test_a_bad_plan_is_named(settings: dict[str, Any], entrants: int, field: str) -> None:
    with pytest.raises(BadPlan) as refused:
        GROUPS.check(plan("groups", **settings), entrants)
    assert refused.value.field == field


def test_who_has_left_does_not_go_on_and_the_next_one_of_the_same_group_moves_up() -> None:
    after = playing.played(GROUPS, stage(plan("groups", groups=2), 8))
    first, second = ([row.entrant for row in table] for table in group_standings(after).values())
    assert set(qualifiers(after, 2)) == {*first[:2], *second[:2]}
    assert set(qualifiers(after, 2, gone=[first[0]])) == {*first[1:3], *second[:2]}
    assert set(qualifiers(after, 2, gone=first[:2])) == {*first[2:4], *second[:2]}
    assert set(qualifiers(after, 2, gone=first[:3])) == {first[3], *second[:3]}  # the group has nobody more
    assert len(qualifiers(after, 2, 1, gone=[second[3]])) == 5

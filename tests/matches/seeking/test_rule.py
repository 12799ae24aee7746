"""Who is seated with whom: compared with a plain search over all tables that the rule's words allow."""

from __future__ import annotations

from itertools import combinations
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from matches.seeking.rule import ANYBODY, BOTS_AFTER, CORRESPONDENCE, LIVE, Pace, Seating, Waiting, arrange

NOW = 1000.0
SIZES = st.integers(2, 4)


def who(n: int) -> UUID:
    return UUID(int=n)


def waiting(n: int, rating: int = 1500, waited: float = 0, widest: int = ANYBODY, bots: bool = False) -> Waiting:
    return Waiting(who(n), rating, NOW - waited, widest, bots)


def people(*tables: tuple[int, ...]) -> list[Seating]:
    return [Seating(tuple(map(who, table))) for table in tables]


@st.composite
def queues(draw: st.DrawFn) -> list[Waiting]:
    drawn = draw(
        st.lists(st.tuples(st.integers(1000, 2000), st.integers(0, 130), st.sampled_from([100, 300, ANYBODY])))
    )
    return [waiting(n, rating, waited, widest) for n, (rating, waited, widest) in enumerate(drawn[:9])]


pairs = st.sets(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=6)


def reach(one: Waiting) -> int:
    """In the words of docs/seeking.md: 100 points, 25 more after every five seconds, everybody after two minutes."""
    waited = NOW - one.since
    return one.widest if waited >= 120 else min(100 + 25 * (int(waited) // 5), one.widest)


def may(table: tuple[Waiting, ...], apart: set[frozenset[UUID]]) -> bool:
    return all(
        abs(one.rating - other.rating) <= min(reach(one), reach(other)) and frozenset((one.who, other.who)) not in apart
        for one, other in combinations(table, 2)
    )


@given(queues(), SIZES, pairs)
def test_nobody_sits_twice_every_two_fit_and_whoever_waited_longest_comes_first(
    queue: list[Waiting], size: int, kept: set[tuple[int, int]]
) -> None:
    apart = {frozenset((who(one), who(other))) for one, other in kept if one != other}
    left = sorted(queue, key=lambda one: (one.since, str(one.who)))
    by_id = {one.who: one for one in queue}
    for table in arrange(queue, size=size, now=NOW, apart=apart):
        possible = [some for some in combinations(left, size) if may(some, apart)]
        first = next(one for one in left if any(one in some for some in possible))
        assert table.people[0] == first.who
        chosen = tuple(by_id[one] for one in table.people)
        assert may(chosen, apart)
        distances = [sorted(abs(one.rating - first.rating) for one in some) for some in possible if first in some]
        assert (
            sorted(abs(one.rating - first.rating) for one in chosen)[: 2 if size == 2 else 1]
            == min(distances)[: 2 if size == 2 else 1]
        )
        assert len({*table.people}) == size
        left = [one for one in left if one.who not in table.people]
    assert not any(may(some, apart) for some in combinations(left, size))


def test_the_range_widens_with_the_time_somebody_has_waited() -> None:
    assert [LIVE.range_after(waited) for waited in (0, 4.9, 5, 60, 119)] == [100, 100, 125, 400, 675]
    assert LIVE.range_after(120) == ANYBODY
    assert LIVE.range_after(120, widest=200) == LIVE.range_after(60, widest=200) == 200
    assert [CORRESPONDENCE.range_after(hours * 3600) for hours in (0, 1, 23, 24)] == [200, 250, 1350, ANYBODY]


def test_a_clock_that_was_set_back_does_not_narrow_a_range() -> None:
    assert LIVE.range_after(-500) == LIVE.first


def test_both_must_be_in_range_of_each_other() -> None:
    patient, new = waiting(1, 1500, waited=110), waiting(2, 1650)
    assert arrange([patient, new], size=2, now=NOW) == []
    assert arrange([patient, waiting(2, 1600)], size=2, now=NOW) == people((1, 2))


def test_the_nearest_in_strength_is_taken_not_the_one_who_came_next() -> None:
    queue = [waiting(1, 1500, waited=9), waiting(2, 1590, waited=8), waiting(3, 1490, waited=1)]
    assert arrange(queue, size=2, now=NOW) == people((1, 3))


def test_of_two_equally_near_the_one_who_has_waited_longer_is_taken() -> None:
    queue = [waiting(1, 1500, waited=9), waiting(2, 1450, waited=1), waiting(3, 1550, waited=2)]
    assert arrange(queue, size=2, now=NOW) == people((1, 3))


def test_a_table_of_four_is_found_although_the_nearest_do_not_go_together() -> None:
    queue = [waiting(n, rating, waited=20 - n) for n, rating in enumerate((1500, 1495, 1505, 1490, 1510, 1300), 1)]
    apart = {frozenset((who(2), who(3))), frozenset((who(2), who(4)))}
    assert arrange(queue, size=4, now=NOW, apart=apart) == people((1, 3, 4, 5))


def test_pairs_that_are_kept_apart_wait_for_others() -> None:
    assert arrange([waiting(1), waiting(2)], size=2, now=NOW, apart={frozenset((who(1), who(2)))}) == []


def test_bots_come_only_to_those_who_want_them_and_only_after_a_minute() -> None:
    for seats in (2, 3, 4):
        assert arrange([waiting(1, waited=BOTS_AFTER, bots=True)], size=seats, now=NOW) == [
            Seating((who(1),), bots=seats - 1)
        ]
        assert arrange([waiting(1, waited=BOTS_AFTER - 1, bots=True)], size=seats, now=NOW) == []
        assert arrange([waiting(1, waited=BOTS_AFTER * 10)], size=seats, now=NOW) == []


def test_people_come_before_bots_and_as_many_as_want_bots_sit_together() -> None:
    queue = [waiting(1, waited=70, bots=True), waiting(2, waited=65, bots=True), waiting(3, waited=62)]
    assert arrange(queue, size=3, now=NOW) == people((1, 2, 3))
    assert arrange(queue, size=4, now=NOW) == [Seating((who(1), who(2)), bots=2)]


def test_another_pace_can_be_given() -> None:
    assert arrange([waiting(1, 1500), waiting(2, 1600)], size=2, now=NOW, pace=Pace(50, 0, 1, 600)) == []

"""Laws of the pure parts: when a flag falls that does not count nights and holidays, what lag and outages give back."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elekt_core.record.clocks import INCREMENT, Clocks, ClocksSet
from matches.clocks import lag
from matches.clocks.course import Course, falls_at
from matches.clocks.offtimes import MAX_OFF, Hours, time_off
from matches.clocks.outages import later, overlap

HOUR = 3_600_000
DAY = 24 * HOUR
WARSAW = ZoneInfo("Europe/Warsaw")
AWAY = (date(2026, 3, 3), date(2026, 3, 5))


def instant(*when: int) -> int:
    return int(datetime(*when, tzinfo=WARSAW).timestamp() * 1000)  # type: ignore[arg-type,misc]


@pytest.mark.parametrize(
    ("hours", "start", "allowed", "falls"),
    [
        (Hours("Europe/Warsaw"), (2026, 3, 2, 12), DAY, (2026, 3, 3, 12)),
        # Monday noon: 10 hours until the night, then 14 from 8 o'clock
        (Hours("Europe/Warsaw", nights=True), (2026, 3, 2, 12), DAY, (2026, 3, 3, 22)),
        (Hours("Europe/Warsaw", weekends=True), (2026, 3, 6, 12), DAY, (2026, 3, 9, 12)),
        (Hours("Europe/Warsaw", weekends=True), (2026, 3, 7, 12), DAY, (2026, 3, 10, 0)),
        (
            Hours("Europe/Warsaw", holidays=(AWAY,)),
            (2026, 3, 2, 12),
            DAY,
            (2026, 3, 6, 12),
        ),
        # the night to the 29th has an hour less
        (Hours("Europe/Warsaw", nights=True), (2026, 3, 28, 21), 2 * HOUR, (2026, 3, 29, 9)),
    ],
)
def test_a_flag_falls_when_so_much_has_counted(
    hours: Hours, start: tuple[int, ...], allowed: int, falls: tuple[int, ...]
) -> None:
    begun = instant(*start)
    off = time_off(hours, begun, allowed)
    assert begun + allowed + off == instant(*falls)


@given(
    st.integers(1_600_000_000_000, 1_900_000_000_000),
    st.integers(HOUR, 14 * DAY),
    st.sampled_from(["Europe/Warsaw", "America/New_York", "Pacific/Auckland", "Asia/Kolkata", "UTC"]),
    st.booleans(),
    st.booleans(),
)
@settings(max_examples=60, deadline=None)
def test_more_time_never_falls_earlier_and_never_beyond_the_bound(
    start: int, allowed: int, zone: str, nights: bool, weekends: bool
) -> None:
    hours = Hours(zone, nights, weekends)
    off, more = time_off(hours, start, allowed), time_off(hours, start, allowed + HOUR)
    assert 0 <= off <= more <= MAX_OFF / timedelta(milliseconds=1)
    if not hours.are_any:
        assert off == 0
    falls = datetime.fromtimestamp((start + allowed + off - 1) / 1000, ZoneInfo(zone))
    if off < MAX_OFF / timedelta(milliseconds=1):
        assert not (weekends and falls.weekday() >= 5)
        assert not (nights and not 8 <= falls.hour < 22)


@given(st.integers(0, 10**9), st.one_of(st.none(), st.integers(-(10**9), 10**9)))
def test_nobody_wins_more_than_the_cap_whatever_their_browser_says(elapsed: int, thought: int | None) -> None:
    assert 0 <= lag.credit(elapsed, thought) <= lag.CAP


@given(st.lists(st.integers(1, 100), min_size=2, max_size=12), st.integers(0, 400), st.integers(0, 400))
def test_outages_give_back_no_more_than_has_passed(steps: list[int], since: int, length: int) -> None:
    edges = [sum(steps[: n + 1]) for n in range(len(steps))]
    spans = list(zip(edges[::2], edges[1::2], strict=False))
    found = overlap(spans, since, since + length)
    assert 0 <= found <= length
    middle = since + length // 2
    assert found == overlap(spans, since, middle) + overlap(spans, middle, since + length)


@given(
    st.sampled_from(["increment", "delay", "per_decision"]),
    st.integers(0, 60_000),
    st.integers(0, 30_000),
    st.lists(st.tuples(st.integers(0, 90_000), st.sets(st.integers(0, 2)), st.integers(0, 500)), max_size=12),
    st.lists(st.integers(1, 80_000), min_size=2, max_size=8),
)
@settings(max_examples=150, deadline=None)
def test_every_fact_of_a_course_may_follow(
    mode: str, base: int, extra: int, decisions: list[tuple[int, set[int], int]], outages: list[int]
) -> None:
    """Whatever happens: decisions in time and flags, several seats at once, outages, pauses."""
    edges = [sum(outages[: n + 1]) for n in range(len(outages))]
    spans = list(zip(edges[::2], edges[1::2], strict=False))
    course = Course(Clocks(), spans)
    course.set(ClocksSet(mode, (base,) * 3, extra))
    course.settle(0, {0})
    now = 0
    for passed, asked, credit in decisions:
        now = max(now + passed, course.clocks.last)
        running = sorted(course.clocks.running)
        due = {seat: falls_at(course.clocks, seat, spans) or 0 for seat in running}
        if not running:
            course.settle(now, asked)
        elif min(due.values()) + lag.CAP < now:
            course.fell(min(running, key=lambda seat: due[seat]))
            course.settle(now, asked)
        elif credit % 7 == 0:
            course.pause(now)
            course.resume(now + credit, asked)
        else:
            course.decided(running[0], now, asked, credit=min(credit, passed))
    judged = Clocks()
    for fact in course.facts:
        judged.check(fact)
        judged.evolve(fact)
    assert judged.left == course.clocks.left
    assert all(left >= 0 for left in judged.left)


def test_an_increment_is_given_for_a_decision_alone() -> None:
    """Not to a seat whose clock stands because something was taken back, or a bot sits in for it."""
    course = Course(Clocks())
    course.set(ClocksSet(INCREMENT, (60_000,) * 3, 20_000))
    course.settle(0, {0, 2})
    course.settle(5_000, {1, 2})
    assert [course.clocks.left_at(seat, 5_000) for seat in range(3)] == [55_000, 60_000, 55_000]
    assert sorted(course.clocks.running) == [1, 2]
    course.decided(1, 9_000, {0})
    assert [course.clocks.left_at(seat, 9_000) for seat in range(3)] == [55_000, 76_000, 51_000]
    course.settle(10_000, ())
    assert course.clocks.left == [54_000, 76_000, 51_000]
    judged = Clocks()
    for fact in course.facts:
        judged.check(fact)
        judged.evolve(fact)
    assert judged.left == course.clocks.left


def test_an_outage_counts_for_a_flag_only_if_it_began_before_that_fell() -> None:
    assert later([(10, 20), (35, 50)], 0, 30) == 55
    assert later([(10, 20), (45, 50)], 0, 30) == 40
    assert later([(10, 20)], 15, 30) == 35
    assert later([], 0, 30) == 30

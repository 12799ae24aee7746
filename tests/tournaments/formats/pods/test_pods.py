"""Swiss in pods: laws that every event keeps, and divisions that are known to be the best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sampling import sample
from tournaments.formats.contract import (
    BadPlan,
    Bye,
    CannotPair,
    Entrant,
    EntrantNo,
    Pairing,
    Plan,
    Result,
    Round,
    RoundNo,
    Stage,
)
from tournaments.formats.pods import PODS
from tournaments.formats.sizes import divide
from tournaments.simulation import Crowd, simulate


def plan(seats: int = 4, least: int = 3, rounds: int = 0, **chosen: str) -> Plan:
    return Plan("pods", seats, least, rounds, settings=chosen)


def field(players: int) -> tuple[Entrant, ...]:
    return tuple(Entrant(EntrantNo(no)) for no in range(1, players + 1))


def meetings(stage: Stage) -> Counter[tuple[EntrantNo, ...]]:
    return Counter(pair for one in stage.pairings() for pair in combinations(sorted(one.seats), 2))


def repeats(stage: Stage) -> int:
    return sum(count - 1 for count in meetings(stage).values())


def seated_at_random(players: int, sizes: Sequence[int], rounds: int, seed: int, wanted: Plan) -> Stage:
    """Rounds that nobody has paired with care."""
    dice, played = Random(seed), []
    for no in range(1, rounds + 1):
        order = [one.no for one in field(players)]
        dice.shuffle(order)
        tables, first = [], 0
        for number, size in enumerate(sizes, 1):
            places = tuple(dice.sample(range(1, size + 1), size))
            tables.append(Pairing(RoundNo(no), number, tuple(order[first : first + size]), result=Result(places)))
            first += size
        played.append(Round(RoundNo(no), tuple(tables), dict.fromkeys(order[first:], Bye.PAIRING)))
    return Stage(wanted, field(players), tuple(played))


def divisions(players: Sequence[int], sizes: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to seat all players at tables of these sizes."""
    if not players:
        yield []
        return
    for size in set(sizes):
        left = list(sizes)
        left.remove(size)
        for others in combinations(players[1:], size - 1):
            table = (players[0], *others)
            for more in divisions([p for p in players if p not in table], tuple(left)):
                yield [table, *more]


@pytest.mark.parametrize(
    ("players", "seats", "least", "tables"),
    [
        (7, 4, 3, (4, 3)),
        (9, 4, 3, (3, 3, 3)),
        (10, 4, 3, (4, 3, 3)),
        (13, 4, 3, (4, 3, 3, 3)),
        (6, 4, 2, (3, 3)),
        (5, 4, 2, (3, 2)),
        (5, 4, 3, None),
        (9, 4, 4, None),
    ],
)
def test_the_fewest_tables_seat_everybody_and_none_is_shorter_than_it_must_be(
    players: int, seats: int, least: int, tables: tuple[int, ...] | None
) -> None:
    assert divide(players, seats, least) == tables


@pytest.mark.parametrize(
    ("wanted", "players", "named", "code"),
    [
        (plan(), 5, "entrants", "field_does_not_divide"),
        (plan(), 2, "entrants", "too_few_entrants"),
        (plan(seats=5), 20, "seats", "out_of_range"),
        (plan(least=1), 20, "least", "out_of_range"),
        (plan(rounds=-1), 20, "rounds", "out_of_range"),
        (plan(tables="round"), 20, "settings.tables", "unknown_setting"),
        (plan(byes="never"), 20, "settings.byes", "not_one_of"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused_by_name(wanted: Plan, players: int, named: str, code: str) -> None:
    with pytest.raises(BadPlan) as refused:
        PODS.check(wanted, players)
    assert (refused.value.field, refused.value.reason.code) == (named, code)


def test_five_players_are_shown_what_would_work() -> None:
    with pytest.raises(BadPlan) as refused:
        PODS.check(plan(), 5)
    shown = refused.value.reason.data
    assert (shown["fewer"], shown["more"], shown["byes"]) == (4, 6, 1)
    for seats, least in shown["sizes"]:
        PODS.check(plan(seats, least), 5)
    PODS.check(plan(byes="allowed"), 5)


events = st.builds(
    lambda players, seed, search, crowd: simulate(plan(byes="allowed", search=search), [1500.0] * players, seed, crowd),
    st.integers(3, 40),
    st.integers(0, 1000),
    st.sampled_from(["quick", "quick", "quick", "full"]),
    st.sampled_from([Crowd(), Crowd(leaves=0.08, late=0.2, draws=0.1)]),
)


@settings(max_examples=6, deadline=None)
@given(events)
def test_in_every_round_everybody_has_one_table_or_a_bye_and_all_tables_have_an_allowed_size(stage: Stage) -> None:
    for one in stage.rounds:
        seated = [no for pairing in one.pairings for no in pairing.seats]
        assert len(seated) == len(set(seated))
        assert not set(seated) & set(one.byes)
        assert all(3 <= len(pairing.seats) <= 4 for pairing in one.pairings)
        given_byes = sum(bye is Bye.PAIRING for bye in one.byes.values())
        assert given_byes == (1 if len(seated) == 4 and given_byes else 0)
    assert {one.no for one in stage.entrants} == {row.entrant for row in PODS.standings(stage)}


@settings(max_examples=15, deadline=None)
@given(st.integers(6, 9), st.integers(0, 10_000), st.integers(1, 2))
def test_the_last_round_of_a_tiny_field_has_the_fewest_repeats_of_all_divisions(
    players: int, seed: int, before: int
) -> None:
    sizes = divide(players, 4, 3)
    assert sizes is not None
    stage = seated_at_random(players, sizes, before, seed, plan(rounds=before + 1))
    met = meetings(stage)

    def again(tables: Sequence[tuple[int, ...]]) -> int:
        return sum(met[EntrantNo(p), EntrantNo(q)] for table in tables for p, q in combinations(sorted(table), 2))

    proposed = [pairing.seats for pairing in PODS.pair(stage).pairings]
    assert again(proposed) == min(again(one) for one in divisions(range(1, players + 1), sizes))


@pytest.mark.parametrize(
    ("players", "seats", "least", "rounds"),
    [(9, 3, 3, 4), (12, 3, 3, 4), (16, 4, 3, 5), *sample([], [(28, 4, 3, 5)]), (40, 4, 3, 6), (9, 2, 2, 5)],
)
def test_nobody_meets_twice_where_a_schedule_without_repeats_exists(
    players: int, seats: int, least: int, rounds: int
) -> None:
    """Affine planes of order 3 and 4, and the social golfer problem's easy cases."""
    stage = simulate(plan(seats, least, rounds), [1500.0 + no for no in range(players)], 1)
    assert len(stage.rounds) == rounds
    assert repeats(stage) == 0


def test_eight_players_in_fours_repeat_no_more_than_two_rounds_must() -> None:
    """Of two old tables of four, each new one has at least two from each: two repeats a table."""
    stage = simulate(plan(rounds=2), [1500.0] * 8, 3)
    assert repeats(stage) == 4


def test_the_same_stage_gives_the_same_round_and_another_seed_another_one() -> None:
    stage = seated_at_random(18, (4, 4, 4, 3, 3), 1, 5, plan(rounds=2))
    assert PODS.pair(stage) == PODS.pair(stage)
    assert PODS.pair(replace(stage, rounds=())) != PODS.pair(replace(stage, rounds=(), seed=bytes([1] * 32)))


def test_equal_scores_meet_in_the_second_round_of_a_field_of_64() -> None:
    """Sixteen winners, sixteen seconds, ...: four tables of each, and every table of them without a repeat."""
    stage = simulate(plan(rounds=2), [1500.0] * 64, 1)
    first, second = stage.rounds
    place = {
        no: pairing.result.places[seat]
        for pairing in first.pairings
        for seat, no in enumerate(pairing.seats)
        if pairing.result
    }
    assert all(len({place[no] for no in pairing.seats}) == 1 for pairing in second.pairings)
    assert {pairing.reason.code for pairing in second.pairings if pairing.reason} == {"pods_same_score"}


def test_byes_go_round_before_anybody_has_a_second_one() -> None:
    stage = simulate(plan(4, 4, 5), [1500.0] * 5, 2)
    byes = Counter(no for one in stage.rounds for no, bye in one.byes.items() if bye is Bye.PAIRING)
    assert byes == {one.no: 1 for one in stage.entrants}


def test_short_tables_are_shared_out() -> None:
    """Three tables of three in each of three rounds for 13 players: 27 places, so somebody has three."""
    stage = simulate(plan(rounds=3), [1500.0] * 13, 1)
    short = Counter(no for one in stage.pairings() if len(one.seats) == 3 for no in one.seats)
    assert sum(short.values()) == 27
    assert max(short.values()) - min(short[one.no] for one in stage.entrants) <= 2


def test_over_four_rounds_nobody_sits_on_a_seat_more_than_twice() -> None:
    stage = simulate(plan(4, 4, 4), [1500.0] * 32, 1)
    seats = Counter((no, seat) for one in stage.pairings() for seat, no in enumerate(one.seats))
    assert max(seats.values()) <= 2


def test_the_lowest_of_those_without_a_bye_has_the_bye_and_is_told_so() -> None:
    stage = seated_at_random(9, (4, 4), 1, 1, plan(4, 4, 3))
    proposal = PODS.pair(stage)
    (out,) = proposal.byes
    points = {row.entrant: row.points for row in PODS.standings(stage)}
    fresh = [no for no in points if no not in stage.rounds[0].byes]
    assert out in fresh
    assert points[out] == min(points[no] for no in fresh)
    assert proposal.bye_reasons[out].code == "pods_bye"


def test_who_is_absent_is_not_paired_and_who_comes_late_is() -> None:
    stage = seated_at_random(8, (4, 4), 1, 1, plan(rounds=3))
    stage = replace(stage, entrants=field(9), absent={EntrantNo(2): Bye.HALF})
    proposal = PODS.pair(stage)
    seated = {no for pairing in proposal.pairings for no in pairing.seats}
    assert seated == {one.no for one in field(9)} - {2}
    assert proposal.byes == {2: Bye.HALF}


def test_a_round_waits_for_the_last_one_and_ends_with_the_plan() -> None:
    stage = seated_at_random(8, (4, 4), 1, 1, plan(rounds=1))
    assert PODS.is_over(stage)
    with pytest.raises(CannotPair, match="stage_is_over"):
        PODS.pair(stage)
    one = stage.rounds[0]
    waiting = replace(stage, rounds=(replace(one, pairings=(replace(one.pairings[0], result=None),)),))
    assert not PODS.is_over(waiting)
    with pytest.raises(CannotPair, match="round_not_finished"):
        PODS.pair(waiting)
    with pytest.raises(CannotPair, match="too_few_present"):
        PODS.pair(Stage(plan(), field(4), absent={EntrantNo(1): Bye.ZERO, EntrantNo(2): Bye.ZERO}))

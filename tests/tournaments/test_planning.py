"""What the planner and the simulator promise; expected values from the strength model and by counting."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest

from tournaments import planning
from tournaments.formats.contract import Plan
from tournaments.planner.options import DOUBTS, MAX_MINUTES, MAX_PLAYERS, MAX_TABLES
from tournaments.planning import Evening, kendall, plan, simulations, strengths
from tournaments.simulation import Crowd, order_of, result_of, simulate

ROUND_ROBIN = Plan("round_robin")


def test_a_duel_is_won_as_often_as_elo_says() -> None:
    """200 points: 1 / (1 + 10 ** (-200 / 400)) = 0.7597."""
    dice = Random(1)
    won = sum(order_of([1700, 1500], dice)[0] == 0 for _ in range(20_000))
    assert won / 20_000 == pytest.approx(0.7597, abs=0.01)


def test_orders_at_a_table_of_three_come_as_often_as_plackett_and_luce_say() -> None:
    power = [4.0, 2.0, 1.0]
    strong = [1500.0, 1379.588, 1259.176]  # 400 * log10(2) apart
    dice, count = Random(2), 30_000
    seen = Counter(tuple(order_of(strong, dice)) for _ in range(count))
    for a, b, c in permutations(range(3)):
        expected = power[a] / 7 * power[b] / (power[b] + power[c])
        assert seen[a, b, c] / count == pytest.approx(expected, abs=0.012)


def test_ties_share_the_place_and_leave_out_the_next() -> None:
    dice = Random(3)
    assert result_of([1500, 1500, 1500], 1.0, dice).places == (1, 1, 1)
    assert sorted(result_of([1500, 1500, 1500], 0.0, dice).places) == [1, 2, 3]


@pytest.mark.parametrize(
    "wanted", [Plan("pods", 4, 3, settings={"search": "quick"}), Plan("single_elimination"), Plan("double_elimination")]
)
def test_a_simulated_stage_comes_to_its_end_and_is_the_same_again(wanted: Plan) -> None:
    from tournaments.formats.registry import format_of

    strong = [1500.0 - 10 * no for no in range(11)]
    stage = simulate(wanted, strong, 7)
    assert format_of(wanted.format).is_over(stage)
    assert stage == simulate(wanted, strong, 7)
    assert stage != simulate(wanted, strong, 8)
    assert all(pairing.result for pairing in stage.pairings())


def test_people_leave_and_come_late() -> None:
    wanted = Plan("pods", 4, 3, settings={"search": "quick"})
    stage = simulate(wanted, [1500.0] * 30, 1, Crowd(leaves=0.1, late=0.2))
    everybody = {one.no for one in stage.entrants}
    first, last = ({no for p in one.pairings for no in p.seats} for one in (stage.rounds[0], stage.rounds[-1]))
    assert len(everybody) == 30
    assert first < everybody
    assert last - first
    assert first - last


def test_kendalls_tau_is_what_its_definition_gives() -> None:
    assert kendall([1, 2, 3, 4], [1, 2, 3, 4]) == 1
    assert kendall([1, 2, 3, 4], [4, 3, 2, 1]) == -1
    assert kendall([1, 2, 3], [1, 3, 2]) == pytest.approx(1 / 3)
    assert kendall([1, 1, 2], [1, 2, 3]) == pytest.approx(2 / 6**0.5)  # tau-b: 2 agree, 2 of 3 and 3 of 3 are no ties
    assert kendall([1, 1], [1, 2]) == 0


def test_the_standard_error_says_how_many_simulations_there_are() -> None:
    assert [simulations(doubt) for doubt in (0.5, 0.1, 0.05)] == [1, 25, 100]


def test_a_round_robin_of_many_is_simulated_a_few_times_and_says_so() -> None:
    """64 have 63 rounds of 32 tables: 2016. 25,000 tables are enough of one option, so 12 simulations of 25."""
    (many,) = plan(Evening(64, 24, seats=2, minutes_per_game=1, minutes_between=0), plans=[ROUND_ROBIN], doubt=0.1)
    assert (many.rounds, many.tables, many.simulations) == (63, 32, 12)
    (few,) = plan(Evening(8, 24, seats=2, minutes_per_game=1, minutes_between=0), plans=[ROUND_ROBIN], doubt=0.1)
    assert (few.rounds, few.simulations) == (7, 25)


def test_what_is_most_to_simulate_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """All formats for 128 at 64 tables. A round robin has 128 * 127 / 2 = 8128 tables: 4 simulations, the fewest there
    are. Nothing else has more than 14 rounds of 64, so the standard error of 0.2 decides: 1 / (4 * 0.04), 7."""
    played = Counter[str]()

    def count(evening: Evening, wanted: Plan, number: int) -> planning._Event:
        played[wanted.format] += 1
        tables = 8128 if wanted.format == "round_robin" else 14 * 64
        return planning._Event(best=1, order=1, rounds=1, tables=64, minutes=1, games=1, played=tables)

    monkeypatch.setattr(planning, "_play", count)
    most = Evening(MAX_PLAYERS, MAX_MINUTES // 60, seats=2, tables=MAX_TABLES)
    plan(most, doubt=dict(DOUBTS)[MAX_PLAYERS])
    others = ("dutch", "club_swiss", "single_elimination", "double_elimination")
    assert (MAX_PLAYERS, MAX_TABLES) == (128, 64)
    assert played == {"round_robin": 4, **dict.fromkeys(others, 7)}


def test_strengths_are_the_quantiles_of_the_normal_curve() -> None:
    """Of two players they are at -0.6745 and 0.6745 standard deviations, the quartiles."""
    assert strengths(Evening(2, 3, spread=100)) == pytest.approx([1567.45, 1432.55], abs=0.01)


def test_an_evening_is_counted_in_rounds_tables_and_minutes() -> None:
    """16 in fours: 4 tables, by itself 4 rounds of 45 minutes with 10 between; in 3 hours only 3 fit."""
    wanted = [Plan("pods", 4, 3, settings={"search": "quick"})]
    (four,) = plan(Evening(16, 4), plans=wanted, doubt=0.5)
    assert (four.rounds, four.tables, four.minutes, four.fits, four.games) == (4, 4, 4 * 45 + 3 * 10, True, 4)
    (three,) = plan(Evening(16, 3), plans=wanted, doubt=0.5)
    assert (three.rounds, three.minutes, three.plan.rounds) == (3, 3 * 45 + 2 * 10, 3)
    (shifts,) = plan(Evening(16, 4, tables=2), plans=wanted, doubt=0.5)
    assert (shifts.rounds, shifts.minutes) == (2, 2 * 2 * 45 + 10)
    (short,) = plan(Evening(16, Fraction(1, 2)), plans=wanted, doubt=0.5)
    assert (short.rounds, short.fits) == (1, False)


def test_a_knockout_of_eight_takes_three_waves_and_fourteen_places_at_tables() -> None:
    (option,) = plan(Evening(8, 3, seats=2), plans=[Plan("single_elimination")], doubt=0.5)
    assert (option.rounds, option.tables, option.games) == (3, 4, 14 / 8)


def test_five_players_are_told_why_pods_do_not_work_for_them() -> None:
    (option,) = plan(Evening(5, 3), plans=[Plan("pods", 4, 3)], doubt=0.5)
    assert option.refused is not None
    assert (option.refused.code, option.fits, option.simulations) == ("field_does_not_divide", False, 0)


def test_who_is_far_stronger_wins_more_often_and_the_answer_is_always_the_same() -> None:
    wanted = [Plan("single_elimination")]
    even = Evening(8, 3, seats=2, spread=1)
    (close,) = plan(even, plans=wanted, doubt=0.1)
    (far,) = plan(replace(even, spread=2000), plans=wanted, doubt=0.1)
    assert far.best_wins > 0.9 > 0.5 > close.best_wins
    assert far.order > close.order
    assert plan(even, plans=wanted, doubt=0.1) == [close]


def test_what_fits_comes_first() -> None:
    options = plan(Evening(8, 2, seats=2), doubt=0.5)
    assert [one.fits for one in options] == sorted((one.fits for one in options), reverse=True)
    assert len({one.plan.format for one in options}) == len(options) > 1

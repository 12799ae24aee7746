"""Which comes first, equal scores or no repeats: the tables of a round, and who is put back where after a change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sampling import sample
from tournaments import plans
from tournaments.formats import breaches
from tournaments.formats.contract import (
    EDITION,
    Bye,
    Entrant,
    EntrantNo,
    Pairing,
    Plan,
    Proposal,
    Reason,
    Result,
    Round,
    RoundNo,
    Stage,
)
from tournaments.formats.pods import PODS, exchanges
from tournaments.formats.pods.cost import repeats
from tournaments.formats.pods.exchanges import Exchange, Exchanges
from tournaments.formats.pods.field import field_of
from tournaments.formats.pods.places import LEFT_OUT, out_of_place, seated
from tournaments.formats.repair import repair
from tournaments.presets import Wish, pods
from tournaments.scoring import History
from tournaments.simulation import simulate


def plan_of(first: str, rounds: int = 4) -> Plan:
    return plans.read(pods(Wish(4, rounds, 0, first=first))[0].plan)


def played(first: str, players: int, rounds: int, seed: int) -> Stage:
    """That many rounds of more."""
    strengths = [Random(seed).gauss(1500, 200) for _ in range(players)]
    plan = plan_of(first, rounds)
    stage = simulate(replace(plan, settings={**plan.settings, "search": "quick"}), strengths, seed)
    return replace(stage, plan=replace(stage.plan, rounds=rounds + 3))


def swapped(proposal: Proposal, one: EntrantNo, other: EntrantNo) -> list[Pairing]:
    """As an arbiter does it."""
    seats = {one: other, other: one}
    found = []
    for pairing in proposal.pairings:
        new = tuple(seats.get(no, no) for no in pairing.seats)
        changed = replace(pairing, seats=new, reason=Reason("by_hand"))
        found.append(pairing if new == pairing.seats else changed)
    return found


def scores_of(stage: Stage, pairings: Sequence[Pairing]) -> list[list[float]]:
    points = History(stage).points
    return [sorted((float(points[no]) for no in one.seats), reverse=True) for one in pairings]


def apart(stage: Stage, pairings: Sequence[Pairing]) -> float:
    return sum(one[0] - one[-1] for one in scores_of(stage, pairings))


def met_again(stage: Stage, pairings: Sequence[Pairing]) -> int:
    before = Counter(frozenset((a, b)) for one in stage.pairings() for a in one.seats for b in one.seats if a < b)
    return sum(before[frozenset((a, b))] > 0 for one in pairings for a in one.seats for b in one.seats if a < b)


@settings(max_examples=sample(10, 100), deadline=None)
@given(st.integers(6, 40), st.integers(1, 4), st.integers(0, 1000))
def test_nobody_sits_below_a_player_with_fewer_points_where_scores_come_first(
    players: int, rounds: int, seed: int
) -> None:
    stage = played("scores", players, rounds, seed)
    proposal = PODS.pair(stage)
    from_the_top = [score for table in scores_of(stage, proposal.pairings) for score in table]
    assert from_the_top == sorted(from_the_top, reverse=True)
    assert out_of_place(stage, proposal.pairings) == ()
    assert repair(stage, [], proposal.pairings).pairings == proposal.pairings


@settings(max_examples=sample(8, 60), deadline=None)
@given(st.integers(8, 30), st.integers(1, 3), st.integers(0, 1000))
def test_a_round_as_it_was_paired_is_left_alone_where_new_opponents_come_first(
    players: int, rounds: int, seed: int
) -> None:
    stage = played("repeats", players, rounds, seed)
    proposal = PODS.pair(stage)
    assert out_of_place(stage, proposal.pairings) == ()
    assert repair(stage, [], proposal.pairings).pairings == proposal.pairings


@pytest.mark.parametrize("first", ["scores", "repeats"])
@pytest.mark.parametrize("seed", range(sample(1, 20)))
def test_a_leader_who_was_swapped_to_the_last_table_is_put_back(first: str, seed: int) -> None:
    stage = played(first, 16, 2, seed)
    proposal = PODS.pair(stage)
    points = History(stage).points
    top = max(proposal.pairings[0].seats, key=points.__getitem__)
    last = min(proposal.pairings[-1].seats, key=points.__getitem__)
    changed = swapped(proposal, top, last)
    found = out_of_place(stage, changed)
    named = {no for one in found for name in ("entrant", "other") if (no := one.data.get(name))}
    assert named >= {top, last} if first == "scores" else named
    repaired = repair(stage, [], changed)
    costs = [(met_again(stage, tables), apart(stage, tables)) for tables in (repaired.pairings, changed)]
    if first == "scores":
        costs = [(round(scores), again) for again, scores in costs]
    assert costs[0] < costs[1]
    assert top in repaired.pairings[0].seats or first == "repeats"
    assert out_of_place(stage, repaired.pairings) == ()
    assert repair(stage, [], repaired.pairings).pairings == repaired.pairings


def test_tables_that_have_begun_stay_and_the_others_are_ordered_among_themselves() -> None:
    stage = played("scores", 16, 2, 1)
    proposal = PODS.pair(stage)
    changed = swapped(proposal, proposal.pairings[1].seats[0], proposal.pairings[3].seats[0])
    repaired = repair(stage, [changed[0], changed[1]], changed[2:])
    assert list(repaired.pairings[:2]) == changed[:2]
    assert out_of_place(stage, repaired.pairings[2:]) == ()
    from_the_top = [score for table in scores_of(stage, repaired.pairings[2:]) for score in table]
    assert from_the_top == sorted(from_the_top, reverse=True)


@settings(max_examples=sample(8, 100), deadline=None)
@given(st.integers(8, 28), st.sampled_from(["scores", "repeats"]), st.integers(0, 1000), st.data())
def test_a_repair_seats_everybody_and_leaves_nobody_out_of_place(
    players: int, first: str, seed: int, data: st.DataObject
) -> None:
    """Some leave, and two are swapped: what is repaired can be repaired no further."""
    stage = played(first, players, 2, seed)
    published = PODS.pair(stage)
    numbers = [no for one in published.pairings for no in one.seats]
    one, other = (data.draw(st.sampled_from(numbers)) for _ in range(2))
    gone = data.draw(st.sets(st.sampled_from(numbers), max_size=2))
    stage = replace(stage, absent=dict.fromkeys(gone, Bye.ZERO))
    repaired = repair(stage, [], swapped(published, one, other))
    seated = [no for table in repaired.pairings for no in table.seats]
    out = [no for no, bye in repaired.byes.items() if bye is Bye.PAIRING]
    assert sorted([*seated, *out]) == sorted(set(numbers) - gone)
    assert all(3 <= len(table.seats) <= 4 for table in repaired.pairings)
    if first == "scores":
        assert out_of_place(stage, repaired.pairings) == ()


def by_hand(stage: Stage, seed: int) -> list[Pairing]:
    """Everybody at a table of four, by lot."""
    numbers = [one.no for one in stage.entrants]
    Random(seed).shuffle(numbers)
    tables = [tuple(numbers[at : at + 4]) for at in range(0, len(numbers), 4)]
    round_no = RoundNo(len(stage.rounds) + 1)
    return [Pairing(round_no, no, seats, reason=Reason("by_hand")) for no, seats in enumerate(tables, 1)]


@pytest.mark.parametrize("seed", range(sample(3, 20)))
@pytest.mark.parametrize("touched", [[0], [1, 3], list(range(7))])
def test_each_exchange_is_the_best_of_all_there_are(seed: int, touched: list[int]) -> None:
    stage = played("repeats", 28, 3, seed)
    field = field_of(stage)
    tables = seated(field, by_hand(stage, seed))
    open_tables = set(touched)

    def faults(some: Sequence[Sequence[int]]) -> tuple[int, int]:
        levels = [[field.levels[p] for p in table] for table in some]
        return sum(repeats(field, table) for table in some), sum((max(one) - min(one)) ** 2 for one in levels)

    before, made = [list(table) for table in tables], 0
    for done in Exchanges(field, tables, touched):
        after, all_of_them = faults(before), []
        for at in open_tables:
            for other in range(len(before)):
                for p, q in product(before[at], before[other]):
                    changed = [[q if a == p else p if a == q else a for a in table] for table in before]
                    repeated, apart = faults(changed)
                    if at != other:
                        all_of_them.append((repeated - after[0], apart - after[1], p, q))
        assert done == min(all_of_them)
        open_tables |= {at for at, table in enumerate(before) if done.one in table or done.other in table}
        before, made = [list(table) for table in tables], made + 1
    assert made


def test_in_a_large_field_each_table_is_compared_with_the_nearest_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stage = played("repeats", 40, 3, 1)
    tables = by_hand(stage, 1)
    whole = out_of_place(stage, tables)
    assert len(whole) > 2
    assert all(one.code != LEFT_OUT for one in whole)
    monkeypatch.setattr(exchanges, "MAX_COMPARED", 40)
    near = out_of_place(stage, tables)
    assert near[-1] == Reason(LEFT_OUT, {"round": 4, "nearest": 4})
    assert all(abs(one.data["table"] - one.data["to"]) <= 5 for one in near[:-1])
    assert LEFT_OUT not in {one.code for one in breaches.of_proposal(stage, Proposal(tuple(tables), {}))}
    monkeypatch.setattr(exchanges, "MAX_COMPARED", 2_500)
    monkeypatch.setattr(exchanges, "MAX_STEPS", 2)
    assert out_of_place(stage, tables) == (*whole[:2], Reason(LEFT_OUT, {"round": 4, "nearest": 9}))


def test_after_an_exchange_only_its_two_tables_are_looked_at_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    stage, looks = played("repeats", 40, 3, 1), list[tuple[int, int]]()
    real = Exchanges._between

    def counted(self: Exchanges, at: int, other: int) -> Exchange | None:
        looks.append((at, other))
        return real(self, at, other)

    monkeypatch.setattr(Exchanges, "_between", counted)
    found = out_of_place(stage, by_hand(stage, 1))
    assert len(looks) == 10 * 9 + len(found) * 2 * 9


def test_two_left_over_meet_new_opponents_where_these_come_first() -> None:
    """Whoever is left of a table that broke up joins one whose players are new to them, though more tables change."""
    stage = played("repeats", 24, 2, 4)
    published = PODS.pair(stage)
    gone = published.pairings[3].seats[:2]
    stage = replace(stage, absent=dict.fromkeys(gone, Bye.ZERO))
    repaired = repair(stage, [], published.pairings)
    assert met_again(stage, repaired.pairings) == 0


def test_a_swap_that_takes_a_leader_from_the_top_table_is_said_before_it_is_made() -> None:
    stage = played("scores", 16, 2, 1)
    proposal = PODS.pair(stage)
    points = History(stage).points
    top = max(proposal.pairings[0].seats, key=points.__getitem__)
    last = min(proposal.pairings[-1].seats, key=points.__getitem__)
    assert breaches.of_proposal(stage, proposal) == []
    found = breaches.of_proposal(stage, replace(proposal, pairings=tuple(swapped(proposal, top, last))))
    assert {(one.code, one.data["entrant"], one.data["belongs"]) for one in found} >= {("place_by_score", top, 1)}


def test_a_plan_of_the_first_edition_knows_no_places() -> None:
    stage = played("repeats", 16, 2, 1)
    proposal = PODS.pair(stage)
    changed = swapped(proposal, proposal.pairings[0].seats[0], proposal.pairings[-1].seats[0])
    old = replace(stage, plan=replace(stage.plan, edition=1))
    assert (out_of_place(old, changed), list(repair(old, [], changed).pairings)) == ((), changed)
    assert stage.plan.edition == EDITION
    assert "edition" not in plans.plain(old.plan)
    assert plans.read(plans.plain(old.plan)) == old.plan


def test_a_late_entrant_without_points_sits_at_the_last_table() -> None:
    stage = played("scores", 15, 2, 3)
    published = PODS.pair(stage)
    late = replace(stage, entrants=(*stage.entrants, Entrant(EntrantNo(16))))
    repaired = repair(late, [], published.pairings)
    assert 16 in repaired.pairings[-1].seats
    assert out_of_place(late, repaired.pairings) == ()


def test_the_first_round_is_drawn_and_nobody_is_out_of_place() -> None:
    stage = Stage(plan_of("scores"), tuple(Entrant(EntrantNo(no)) for no in range(1, 9)))
    proposal = PODS.pair(stage)
    assert {one.reason.code for one in proposal.pairings if one.reason} == {"pods_drawn"}
    changed = swapped(proposal, proposal.pairings[0].seats[0], proposal.pairings[1].seats[0])
    assert out_of_place(stage, changed) == ()


def test_a_corrected_result_puts_the_new_leader_at_the_first_table() -> None:
    """The reason of each table holds the scores it was paired with."""
    stage = played("scores", 16, 1, 5)
    published = PODS.pair(stage)
    first = stage.rounds[0].pairings[0]
    assert first.result is not None
    turned = Result(tuple(5 - place for place in first.result.places))
    corrected = Round(RoundNo(1), (replace(first, result=turned), *stage.rounds[0].pairings[1:]))
    after = replace(stage, rounds=(corrected,))
    leader = first.seats[turned.places.index(1)]
    assert leader in {one.data["entrant"] for one in out_of_place(after, published.pairings)}
    repaired = repair(after, [], published.pairings)
    assert leader in repaired.pairings[0].seats
    assert sum(a != b for a, b in zip(repaired.pairings, published.pairings, strict=True)) <= 4

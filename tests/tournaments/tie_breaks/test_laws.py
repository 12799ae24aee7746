"""What holds for every tie-break of every stage, duels and tables of three and four."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sampling import sample
from tests.tournaments.stages import stages
from tournaments.formats.contract import Round, Stage
from tournaments.scoring import History, Kind
from tournaments.standings import explain, standings
from tournaments.tie_breaks import Field, find, names

CODES = [*names(), "ARO-U1400", "TPR-U1400", "PTP-U1400", "APPO-U1400", "SB-C1-P-V2024", "KS-L60", "TPN-R"]
any_stage = st.one_of(stages(2), stages(3), stages(4))


@pytest.mark.parametrize("codes", [CODES[at::4] for at in range(4)], ids=str)
@settings(max_examples=sample(20, 40))
@given(stage=any_stage, data=st.data())
def test_the_parts_add_up_to_the_value_that_the_standings_show(
    codes: list[str], stage: Stage, data: st.DataObject
) -> None:
    asked = replace(stage, plan=replace(stage.plan, tie_breaks=tuple(codes)))
    row = data.draw(st.sampled_from(standings(asked)))
    for code, value in zip(codes, row.tie_breaks, strict=True):
        explained = explain(asked, row.entrant, code)
        total = Fraction(sum(part.value for part in explained.parts)) / explained.divisor
        rounded = Fraction((2 * total + 1) // 2) if explained.whole else total
        assert explained.value == value == rounded + explained.plus, code


@given(any_stage, st.randoms(use_true_random=False))
def test_the_order_of_tables_and_byes_does_not_matter(stage: Stage, chance: random.Random) -> None:
    def shuffled(one: Round) -> Round:
        pairings = chance.sample(one.pairings, len(one.pairings))
        return replace(one, pairings=tuple(pairings), byes=dict(chance.sample(list(one.byes.items()), len(one.byes))))

    asked = replace(stage, plan=replace(stage.plan, tie_breaks=("BH-C1", "DE", "SB-M1", "OMW", "GSD")))
    other = replace(asked, rounds=tuple(shuffled(one) for one in asked.rounds))
    assert standings(other) == standings(asked)


@given(any_stage, st.randoms(use_true_random=False))
def test_the_seeding_orders_shared_places_only(stage: Stage, chance: random.Random) -> None:
    asked = replace(stage, plan=replace(stage.plan, tie_breaks=("DE", "BH")))
    other = replace(asked, entrants=tuple(chance.sample(asked.entrants, len(asked.entrants))))
    assert {row.entrant: row for row in standings(other)} == {row.entrant: row for row in standings(asked)}


@given(any_stage)
def test_ranks_say_how_many_are_better(stage: Stage) -> None:
    rows = standings(replace(stage, plan=replace(stage.plan, tie_breaks=("BH", "WIN"))))
    keys = {row.entrant: (row.points, *row.tie_breaks) for row in rows}
    assert [row.rank for row in rows] == [1 + sum(key > keys[row.entrant] for key in keys.values()) for row in rows]
    assert sorted(row.entrant for row in rows) == sorted(entrant.no for entrant in stage.entrants)


@given(any_stage)
def test_an_earlier_round_looks_the_same_whatever_came_later(stage: Stage) -> None:
    """The organiser can look at round 3 as it was on Tuesday."""
    for last in range(len(stage.rounds) + 1):
        then = replace(stage, rounds=stage.rounds[:last], penalties=())
        field = Field(History(replace(stage, penalties=())))
        progressive = {no: find("PS").explained(field, no).parts for no in field.games}
        scores = {no: parts[last - 1].worth if last else 0 for no, parts in progressive.items()}
        assert scores == {row.entrant: row.points for row in standings(then)}


@given(stages(2))
def test_duels_hand_out_one_standard_point_a_game(stage: Stage) -> None:
    field = Field(History(stage))
    std = find("STD")
    total = sum(
        part.value
        for no in field.games
        for part in std.explained(field, no).parts
        if any(game.round == part.round and game.kind is Kind.PLAYED for game in field.games[no])
    )
    assert total == 2 * sum(
        one.result is not None and not one.result.forfeited for one in stage.pairings() if len(one.seats) == 2
    )


@given(any_stage)
def test_beaten_and_beating_are_two_sides_of_one_thing(stage: Stage) -> None:
    won = {
        (game.round, game.pairing.table, no, other): half
        for no, games in History(stage).games.items()
        for game in games
        if game.pairing is not None and game.kind is Kind.PLAYED
        for other, half in zip(game.opponents, game.won, strict=True)
    }
    for (number, table, no, other), half in won.items():
        assert won[number, table, other, no] == 2 - half

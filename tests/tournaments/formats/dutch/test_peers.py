"""Whole tournaments, round by round against an independent engine, and against the words of the rules."""

from __future__ import annotations

import warnings
from collections import Counter
from itertools import combinations

import pytest

from tests.sampling import sample
from tournaments.formats.dutch.colours import allocate
from tournaments.formats.dutch.player import Colour, players_of

from .build import ours
from .facts import facts, prefers_and_how_much, white_of
from .literal import Literal
from .peers import caissify, rank_by_score
from .play import Chances, positions

ROUGH = Chances(absent=0.12, half_bye=0.06, full_bye=0.03, withdraws=0.03, late=0.15, forfeit=0.1)


@pytest.mark.parametrize(
    ("players", "rounds", "seeds"),
    sample(
        [(5, 4, range(4)), (8, 6, range(4)), (11, 7, range(2)), (16, 9, range(1, 2)), (25, 7, range(1))],
        [
            (5, 4, range(6)),
            (8, 6, range(6)),
            (11, 7, range(4)),
            (16, 9, range(3)),
            (25, 7, range(2)),
            (40, 7, range(1)),
        ],
    ),
)
def test_an_independent_engine_pairs_the_same(players: int, rounds: int, seeds: range) -> None:
    seen = 0
    for seed in seeds:
        for stage in positions(ours, players, rounds, seed, ROUGH if seed % 2 else Chances()):
            try:
                mine = ours(stage)
            except LookupError:
                continue
            with warnings.catch_warnings(action="ignore"):
                theirs = rank_by_score(stage, caissify(stage))
            assert set(mine) == set(theirs), (seed, len(stage.rounds) + 1)
            seen += 1
    assert seen >= len(seeds) * (rounds - 2)


@pytest.mark.parametrize(
    ("players", "seeds"), sample([(4, 20), (6, 10), (7, 8), (9, 4)], [(4, 20), (6, 20), (7, 20), (9, 12)])
)
def test_the_rules_word_for_word_pair_the_same(players: int, seeds: int) -> None:
    for seed in range(seeds):
        for stage in positions(ours, players, players - 2, seed, ROUGH if seed % 2 else Chances()):
            field = players_of(stage, stage.plan.rounds)
            try:
                literal = Literal(field).pair()
            except LookupError:
                with pytest.raises(LookupError):
                    ours(stage)
                continue
            assert {frozenset(no for no in pair if no is not None) for pair in ours(stage)} == literal, seed


def test_what_is_known_of_a_player_is_what_the_bare_results_say() -> None:
    """Number, points, opponents, colours, floats and byes, counted a second time from who sat where (facts.py)."""
    seen = 0
    for seed in range(sample(20, 60)):
        for stage in positions(ours, 12, 7, seed, ROUGH):
            known = {one.no: one for one in players_of(stage, stage.plan.rounds)}
            told = {own.no: own for own in facts(stage)}
            assert known.keys() == told.keys()
            for no, own in told.items():
                one, last = known[no], [*own.floats[-2:][::-1], "none", "none"][:2]
                assert (one.tpn, one.score, set(one.met)) == (own.number, 2 * own.score, own.met), seed
                assert [colour.name.lower() for colour in one.colours] == own.colours, seed
                assert [floated.value or "none" for floated in one.floats] == last, seed
                assert (one.may_have_bye, one.unplayed) == (not own.without_playing, own.unplayed), seed
                wanted = (one.prefers.name.lower() if one.prefers else "", int(one.strength))
                assert wanted == prefers_and_how_much(own)[:2], seed
                seen += 1
    assert seen > sample(700, 2000)


def test_colours_are_those_that_the_bare_results_give() -> None:
    """Article 5.2, written a second time (facts.py), of all pairs of all rounds."""
    rules = Counter[str]()
    for seed in range(sample(20, 60)):
        for stage in positions(ours, 13, 7, seed, ROUGH):
            told = {own.no: own for own in facts(stage)}
            known = {one.no: one for one in players_of(stage, stage.plan.rounds)}
            for one, other in combinations(sorted(known.values(), key=lambda one: (-one.score, one.tpn)), 2):
                ours_, rule = allocate(one, other, Colour.WHITE)[::2]
                assert (ours_.no, rule) == white_of(told[one.no], told[other.no], "white"), (seed, one, other)
                rules[rule] += 1
    assert rules.keys() == {"5.2.1", "5.2.2", "5.2.3", "5.2.4", "5.2.5"}


def test_rank_by_score_changes_colours_only_where_a_higher_number_ranks_higher() -> None:
    for stage in positions(ours, 20, 7, 1):
        field = {own.no: own for own in facts(stage)}
        for white, black in set(caissify(stage)) - set(rank_by_score(stage, caissify(stage))):
            assert black is not None
            higher, lower = sorted((field[white], field[black]), key=lambda own: (-own.score, own.number))
            assert higher.number > lower.number
            assert white_of(higher, lower, "white")[1] in ("5.2.4", "5.2.5")

"""Whole tournaments, round by round against an independent engine, and against the words of the rules."""

from __future__ import annotations

import warnings

import pytest

from tournaments.formats.dutch.colours import allocate
from tournaments.formats.dutch.player import Colour, players_of

from .build import ours
from .literal import Literal
from .peers import caissify, rank_by_score
from .play import Chances, positions

ROUGH = Chances(absent=0.12, half_bye=0.06, full_bye=0.03, withdraws=0.03, late=0.15, forfeit=0.1)


@pytest.mark.parametrize(
    ("players", "rounds", "seeds"),
    [(5, 4, range(12)), (8, 6, range(12)), (11, 7, range(8)), (16, 9, range(5)), (25, 7, range(3)), (40, 7, range(1))],
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


@pytest.mark.parametrize(("players", "seeds"), [(4, 20), (6, 20), (7, 20), (9, 12)])
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


def test_rank_by_score_changes_colours_only_where_a_higher_number_ranks_higher() -> None:
    for stage in positions(ours, 20, 7, 1):
        field = {one.no: one for one in players_of(stage, 7)}
        for white, black in set(caissify(stage)) - set(rank_by_score(stage, caissify(stage))):
            assert black is not None
            higher, lower = sorted((field[white], field[black]), key=lambda one: (-one.score, one.tpn))
            assert higher.tpn > lower.tpn
            assert allocate(higher, lower, Colour.WHITE).rule in ("5.2.4", "5.2.5")

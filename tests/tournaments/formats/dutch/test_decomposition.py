"""The quick way, and criteria in turns, come to the same pairs as all criteria in one number."""

from __future__ import annotations

import pytest

from tournaments.formats.dutch import best, engine

from .build import ours
from .play import Chances, positions
from .test_peers import ROUGH


@pytest.mark.parametrize(("players", "seeds"), [(10, range(12)), (30, range(5)), (75, range(2)), (130, range(1))])
def test_the_quick_way_pairs_as_weights_do(players: int, seeds: range) -> None:
    for seed in seeds:
        for stage in positions(ours, players, 8, seed, ROUGH if seed % 2 else Chances()):
            try:
                assert ours(stage) == ours(stage, quickly=False), (seed, len(stage.rounds) + 1)
            except LookupError:
                with pytest.raises(LookupError):
                    ours(stage, quickly=False)


def test_criteria_in_turns_pair_as_all_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = 0
    for seed in range(8):
        for stage in positions(ours, 24, 7, seed, ROUGH):
            at_once = ours(stage, quickly=False)
            with monkeypatch.context() as narrow:
                narrow.setattr(best, "LIMIT", 1 << 48)
                assert ours(stage, quickly=False) == at_once
                narrow.setattr(best, "LIMIT", 1 << 20)
                try:
                    assert ours(stage, quickly=False) == at_once
                except best.TooWide:
                    turns += 1
    assert turns, "a limit that is never met tests nothing"


def test_criteria_that_do_not_fit_are_refused_and_not_rounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best, "LIMIT", 4)
    stage = next(iter(positions(ours, 30, 7, 1)))
    with pytest.raises(best.TooWide):
        ours(stage, quickly=False)


def test_a_narrow_view_pairs_as_everybody_weighed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(10):
        for stage in positions(ours, 10 + seed, 7, seed, ROUGH if seed % 2 else Chances()):
            try:
                monkeypatch.setattr(engine, "WHOLE", 0)
                narrow = ours(stage, quickly=False)
            except LookupError:
                continue
            with monkeypatch.context() as wide:
                wide.setattr(engine, "views", lambda bracket: iter(()))
                assert ours(stage, quickly=False) == narrow, (seed, len(stage.rounds) + 1)

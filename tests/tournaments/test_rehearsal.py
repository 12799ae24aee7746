"""Whole tournaments of each format, with drop-outs, late entries, no-shows and corrections."""

from __future__ import annotations

import json
from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tournaments.presets import PRESETS, Wish
from tournaments.rehearsal import Rates, prove, rehearse
from tournaments.stages import digest
from tournaments.state import Status

EVENTFUL = Rates(leaves=0.03, late=0.1, corrections=0.4, no_shows=0.03, draws=0.1)
CASES = [
    ("pods", 4, 16),
    ("pods", 4, 11),
    ("pods", 3, 14),
    ("swiss", 2, 13),
    ("club_swiss", 2, 12),
    ("knockout", 2, 21),
    ("knockout", 4, 24),
    ("double_knockout", 2, 11),
    ("double_knockout", 4, 12),
    ("round_robin", 2, 8),
    ("round_robin", 4, 9),
    ("groups", 2, 16),
]


@pytest.mark.parametrize(("preset", "seats", "players"), CASES)
def test_a_whole_tournament_breaks_no_law(preset: str, seats: int, players: int) -> None:
    rates = replace(EVENTFUL, late=0.0) if preset == "double_knockout" else EVENTFUL
    for seed in range(2 if preset == "pods" else 8):
        done = rehearse(PRESETS[preset](Wish(seats, 4, 4)), players, seed, rates)
        assert prove(done) == []
        assert done.state.status is Status.CLOSED, done.stopped


def test_corrections_and_repairs_do_occur() -> None:
    done = [rehearse(PRESETS["pods"](Wish()), 16, seed, EVENTFUL) for seed in range(4)]
    assert sum(one.corrected for one in done) > 1
    knocked = [rehearse(PRESETS["knockout"](Wish(2)), 16, seed, EVENTFUL) for seed in range(8)]
    assert sum(one.repaired for one in knocked) > 0


def test_the_same_seed_gives_the_same_tournament() -> None:
    once, again, other = (rehearse(PRESETS["round_robin"](Wish(2)), 8, seed, EVENTFUL) for seed in (5, 5, 6))
    assert digest(once.state) == digest(again.state)
    assert digest(once.state) != digest(other.state)


def test_a_stream_that_lacks_an_event_is_found_out() -> None:
    done = rehearse(PRESETS["knockout"](Wish(2)), 4, 1)
    del done.stream[-2]
    assert prove(done) == ["the stream folds to another state"]


def test_the_command_prints_a_tournament_in_a_line() -> None:
    out = StringIO()
    call_command("simulate_tournament", "--format=pods", "--players=8", "--seed=3", "--count=2", "--json", stdout=out)
    first, second = map(json.loads, out.getvalue().splitlines())
    assert (first["seed"], second["seed"], first["flaws"]) == (3, 4, [])
    assert [row["rank"] for row in first["stages"]["final"]["standings"]] == [1, 2, 3, 4]


def test_the_command_refuses_a_field_that_no_plan_fits() -> None:
    with pytest.raises(CommandError, match="stopped"):
        call_command("simulate_tournament", "--format=knockout", "--seats=4", "--players=2")

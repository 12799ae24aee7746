"""Whole tournaments of each format, with drop-outs, late entries, no-shows and corrections."""

from __future__ import annotations

import json
from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.sampling import sample
from tournaments.events import SeatsMissed
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
    ("arena", 3, 8),
    ("ladder", 2, 9),
    ("ladder", 2, 12),
]


@pytest.mark.parametrize(("preset", "seats", "players"), sample(CASES[::2], CASES))
def test_a_whole_tournament_breaks_no_law(preset: str, seats: int, players: int) -> None:
    rates = replace(EVENTFUL, late=0.0) if preset == "double_knockout" else EVENTFUL
    for seed in range(sample(1, 2) if preset == "pods" else sample(2, 8)):
        done = rehearse(PRESETS[preset](Wish(seats, 4, 4)), players, seed, rates)
        assert prove(done) == []
        assert done.state.status is Status.CLOSED, done.stopped


@pytest.mark.parametrize(("seats", "players"), [(2, 12), (4, 16)])
def test_a_knock_out_with_a_consolation_breaks_no_law(seats: int, players: int) -> None:
    done = rehearse(PRESETS["knockout"](Wish(seats, consolation=True)), players, 1, EVENTFUL)
    slots = [table.pairing.slot for table in done.state.stages["knockout"].tables()]
    assert not prove(done)
    assert any(slot.startswith("C") for slot in slots)


def test_so_many_come_in_time_that_it_can_begin() -> None:
    """Five cannot sit at tables of 3 and 4."""
    done = rehearse(PRESETS["pods"](Wish(4, 2, 0)), 6, 1, Rates(late=0.99))
    assert len(done.state.entries) == 6
    assert len(done.state.stages["swiss"].rounds) == 2


def test_corrections_and_repairs_do_occur() -> None:
    done = [rehearse(PRESETS["pods"](Wish()), 16, seed, EVENTFUL) for seed in range(4)]
    assert sum(one.corrected for one in done) > 1
    knocked = [rehearse(PRESETS["knockout"](Wish(2)), 16, seed, EVENTFUL) for seed in range(8)]
    assert sum(one.repaired for one in knocked) > 0


def test_who_does_not_come_is_called_a_last_time_and_forfeits_by_the_clock() -> None:
    done = rehearse(PRESETS["pods"](Wish()), 16, 3, Rates(no_shows=0.1))
    assert (done.state.status, prove(done)) == (Status.CLOSED, [])
    missed = [(event, at) for event, at in done.stream if isinstance(event, SeatsMissed)]
    assert len(missed) == done.missed > 1
    for event, at in missed:
        table = done.state.stages[event.stage].table(event.round, event.table)
        assert table is not None
        assert table.pairing.result is not None
        assert table.pairing.result.forfeited == table.lost == set(event.seats)
        assert any(call.last and call.seats >= table.lost and call.at < at for call in table.called)


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

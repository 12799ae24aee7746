"""The tables' clock: only forward, and time in which nobody served is known as such."""

from __future__ import annotations

import pytest

from matches.clocks import service_time
from matches.clocks.outages import overlap

from .conftest import START, Machine

pytestmark = pytest.mark.django_db
HOUR = 3600


def test_it_goes_on_with_the_steady_clock(machine: Machine) -> None:
    assert service_time.serve() == START
    machine.pass_(0.4)
    assert service_time.now() == START + 400
    machine.beat_for(30)
    assert service_time.now() == START + 30_400
    assert service_time.outages(0) == []


@pytest.mark.parametrize("by", [-HOUR, -10 * 365 * 24 * HOUR, -1])
def test_the_clock_of_the_machine_set_back_changes_nothing(machine: Machine, by: int) -> None:
    service_time.serve()
    machine.wall += by * 1000
    machine.pass_(90)
    assert service_time.now() == START + 90_000
    assert service_time.outages(0) == []


def test_a_clock_that_is_set_forward_is_time_that_nobody_is_charged_for(machine: Machine) -> None:
    service_time.serve()
    machine.beat_for(10)
    machine.wall += HOUR * 1000
    machine.beat_for(10)
    now = service_time.now()
    assert now == machine.wall
    assert now - START - overlap(service_time.outages(0), START, now) == pytest.approx(20_000, abs=4000)


@pytest.mark.parametrize("seconds", [5.001, 60, 2 * HOUR])
def test_time_without_any_web_process_is_an_outage(machine: Machine, seconds: float) -> None:
    service_time.serve()
    machine.pass_(3)
    machine.pass_(seconds, served=False)
    assert service_time.now() <= START + 3_000 + service_time.LOST, "who only reads the time does not serve"
    now = service_time.serve()
    assert now == START + 3_000 + round(seconds * 1000)
    assert service_time.outages(0) == [(START + 3_000, now)]
    service_time.serve()
    assert len(service_time.outages(0)) == 1


def test_a_short_silence_is_none(machine: Machine) -> None:
    service_time.serve()
    machine.pass_(4.9, served=False)
    assert service_time.serve() == START + 4_900
    assert service_time.outages(0) == []


def test_a_boot_costs_nobody_anything(machine: Machine) -> None:
    """Whatever the time of day is after it."""
    for down, set_to in ((HOUR, 0), (HOUR, -5 * HOUR)):
        before = service_time.serve()
        machine.reboot(down)
        machine.wall += set_to * 1000
        service_time.serve()
        machine.beat_for(10)
        now = service_time.now()
        assert now > before
        charged = now - before - overlap(service_time.outages(0), before, now)
        assert 6_000 <= charged <= 15_000


def test_only_one_of_two_processes_finds_an_outage(machine: Machine) -> None:
    service_time.serve()
    mine = service_time._seen
    machine.pass_(60, served=False)
    other = service_time.serve()
    service_time._seen = mine
    assert service_time.serve() == other
    assert len(service_time.outages(0)) == 1

"""Nights, weekends and holidays by each player's own zone."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client

from matches.clocks import hours
from matches.clocks.controls import DAY, TimeControl
from matches.clocks.models import PlayerHours
from players.models import Player
from web.hooks import given

from ..factories import account, person
from .conftest import START, Machine
from .test_flags import facts, row, timed

pytestmark = pytest.mark.django_db


def browser(name: str = "Alice") -> tuple[Client, Player]:
    player = Player.objects.get(id=account(name))
    client = Client(headers={"accept-language": "en"})
    client.force_login(player)
    client.cookies["zone"] = "America/New_York"
    return client, player


def test_holidays_are_said_counted_and_taken_back(machine: Machine) -> None:
    client, alice = browser()
    assert client.post("/holidays/", {"first": "2023-11-15", "last": "2023-11-17"}).status_code == 302
    assert hours.holidays_of(alice.id) == [(date(2023, 11, 15), date(2023, 11, 17))]
    control = TimeControl(mode="per_decision", extra=DAY, off=("holidays",))
    off = hours.time_off_of(control, [alice.id, None])
    assert (off(0, START, DAY * 1000), off(1, START, DAY * 1000)) == (3 * DAY * 1000, 0)
    assert "America/New_York" in client.get("/holidays/").content.decode()
    assert client.post("/holidays/", {"drop": "2023-11-15"}).status_code == 302
    assert hours.holidays_of(alice.id) == []


@pytest.mark.parametrize(("first", "last"), [("2026-01-02", "2026-01-01"), ("2026-01-01", "2026-02-15"), ("", "x")])
def test_what_is_no_holiday_is_refused(first: str, last: str) -> None:
    client, alice = browser()
    assert client.post("/holidays/", {"first": first, "last": last}).status_code == 422
    assert hours.holidays_of(alice.id) == []


def test_at_the_start_of_a_clock_what_will_not_count_is_given(machine: Machine) -> None:
    """START is a Tuesday, 23:13 in Warsaw: the night lasts until 8, and the flag falls in the next evening's hours."""
    table = timed(time=TimeControl(mode="per_decision", extra=DAY, off=("nights",)))
    given = facts(table)[-1]
    assert given.seat == table.awaited()
    assert row(table).falls_at == START + DAY * 1000 + given.time
    assert 18 * 3_600_000 < given.time < 29 * 3_600_000


def test_the_zone_is_the_browsers_and_is_forgotten_with_the_account() -> None:
    alice = person("Alice")
    hours.note_zone(alice, "Asia/Kolkata")
    hours.note_zone(alice, "Asia/Tokyo")
    assert PlayerHours.objects.get(player=alice).zone == "Asia/Tokyo"
    hours.forget(alice)
    assert not PlayerHours.objects.exists()


@pytest.mark.parametrize("keeps", ["nothing", "a zone", "holidays"])
def test_the_hours_of_a_merged_profile_go_with_its_person(keeps: str) -> None:
    stays, goes = person("Alice"), person("Alice on another machine")
    summer = [(date(2026, 7, 1), date(2026, 7, 10))]
    winter = [(date(2026, 12, 24), date(2026, 12, 26))]
    hours.say_holidays(goes, summer, "Europe/Lisbon")
    if keeps == "a zone":
        hours.note_zone(stays, "Europe/Warsaw")
    elif keeps == "holidays":
        hours.say_holidays(stays, winter, "Europe/Warsaw")
    for follow in given("profiles_merged"):
        follow(stays, goes)
    assert hours.holidays_of(stays) == (winter if keeps == "holidays" else summer)
    assert PlayerHours.objects.get().zone == ("Europe/Lisbon" if keeps == "nothing" else "Europe/Warsaw")
    for forget in given("player_erased"):
        forget(stays)
    assert not PlayerHours.objects.exists()


def test_the_page_of_holidays_says_what_others_can_work_out() -> None:
    client, _ = browser()
    assert "others can work out when you were away" in client.get("/holidays/").content.decode()

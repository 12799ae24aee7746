"""Nights, weekends and holidays by each player's own zone."""

from __future__ import annotations

from datetime import date, timedelta
from uuid import UUID

import pytest
from django.test import Client

from elekt_core.record.clocks import TimeGiven
from matches.clocks import hours, service_time, services
from matches.clocks.asking import Pause, Resume
from matches.clocks.controls import DAY, TimeControl
from matches.clocks.models import PlayerHours, UsedHoliday
from matches.models import Table as Row
from matches.tables.commands import OpenTable, SitDown
from matches.tables.services import change, open_table
from players.models import Player
from web.errors import BadRequest
from web.hooks import given

from ..factories import Table, account, person
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


@pytest.mark.parametrize(
    ("first", "last"),
    [
        ("2024-01-02", "2024-01-01"),
        ("2024-01-01", "2024-01-31"),
        ("2024-01-01", "9999-12-31"),
        ("2023-11-01", "2023-11-13"),
        ("", "x"),
    ],
)
def test_what_is_no_holiday_is_refused(machine: Machine, first: str, last: str) -> None:
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
def test_the_hours_of_a_merged_profile_go_with_its_person(machine: Machine, keeps: str) -> None:
    stays, goes = person("Alice"), person("Alice on another machine")
    summer = [(date(2024, 7, 1), date(2024, 7, 10))]
    winter = [(date(2023, 12, 24), date(2023, 12, 26))]
    hours.add_holiday(goes, *summer[0], "Europe/Lisbon")
    if keeps == "a zone":
        hours.note_zone(stays, "Europe/Warsaw")
    elif keeps == "holidays":
        hours.add_holiday(stays, *winter[0], "Europe/Warsaw")
    for player in (stays, goes):
        UsedHoliday.objects.create(player=player, day=date(2023, 11, 1))
    UsedHoliday.objects.create(player=goes, day=date(2023, 11, 2))
    for follow in given("profiles_merged"):
        follow(stays, goes)
    assert hours.days_used(stays) == UsedHoliday.objects.count() == 2
    assert hours.holidays_of(stays) == (winter if keeps == "holidays" else summer)
    assert PlayerHours.objects.get().zone == ("Europe/Lisbon" if keeps == "nothing" else "Europe/Warsaw")
    for forget in given("player_erased"):
        forget(stays)
    assert not PlayerHours.objects.exists()
    assert not UsedHoliday.objects.exists()


WEEKLY = TimeControl(mode="per_decision", extra=7 * DAY, off=("holidays",))


def started_by(alice: UUID, bob: UUID, time: TimeControl = WEEKLY) -> Table:
    """A match, from where Alice is asked on."""
    opened = open_table(OpenTable(game="elekt", seats=2, time=time, access=Row.Access.LINK), by=alice)
    done = change(opened.table, SitDown(1), by=bob)
    assert done.match is not None
    table = Table(opened.table, done.match, [alice, bob])
    while not row(table).awaited & 1:
        table.go_on()
    return table


def days_off(player: UUID, start: int = START) -> int:
    """The days that a clock of theirs would be given now."""
    return hours.time_off_of(WEEKLY, [player])(0, start, 7 * DAY * 1000) // (DAY * 1000)


def test_holidays_are_used_by_the_clock_that_they_give_time_and_removing_them_gives_nothing_back(
    machine: Machine,
) -> None:
    """START is 14 November 2023. Alice goes on holiday for thirty days, takes that back once her clock has them, and
    asks for thirty others."""
    alice, bob = person("Alice"), person("Bob")
    hours.add_holiday(alice, date(2023, 11, 16), date(2023, 12, 15), "UTC")
    assert (days_off(alice), hours.days_used(alice)) == (30, 0)
    table = started_by(alice, bob)
    assert next(fact.time for fact in facts(table) if isinstance(fact, TimeGiven)) == 30 * DAY * 1000
    assert hours.days_used(alice) == 30
    assert hours.days_used(bob) == 0
    hours.drop_holiday(alice, date(2023, 11, 16), "UTC")
    assert days_off(alice) == 0
    with pytest.raises(BadRequest, match="too_many_holidays") as refused:
        hours.add_holiday(alice, date(2023, 12, 16), date(2023, 12, 16), "UTC")
    assert refused.value.data["used"] == 30
    hours.add_holiday(alice, date(2023, 11, 20), date(2023, 11, 22), "UTC")
    assert days_off(alice) == 3, "days that are used anyway may be used by other clocks, too"
    hours.add_holiday(alice, date(2024, 11, 15), date(2024, 12, 14), "UTC")


def test_what_was_said_before_does_not_count_beyond_thirty_days_a_year(machine: Machine) -> None:
    """Also where more was said than may be used, as profiles that were merged may have."""
    alice = person("Alice")
    hours.add_holiday(alice, date(2023, 11, 16), date(2023, 11, 30), "UTC")
    for n in range(20):
        UsedHoliday.objects.create(player=alice, day=date(2023, 6, 1) + timedelta(days=n))
    assert days_off(alice) == 10


def test_days_that_are_over_make_room(machine: Machine) -> None:
    service_time.serve()
    alice = person("Alice")
    for n in range(5):
        hours.add_holiday(alice, date(2023, 11, 16 + n), date(2023, 11, 16 + n), "UTC")
    with pytest.raises(BadRequest, match="bad_holidays"):
        hours.add_holiday(alice, date(2023, 12, 1), date(2023, 12, 2), "UTC")
    machine.steady += 3 * DAY * 1000
    service_time.serve()
    hours.add_holiday(alice, date(2023, 12, 1), date(2023, 12, 2), "UTC")
    assert len(hours.holidays_of(alice)) == 5
    assert hours.days_used(alice) == 0, "no clock was given any of them"


def test_a_pause_that_ends_and_a_weekend_use_what_they_give(machine: Machine) -> None:
    alice, bob = person("Alice"), person("Bob")
    both = TimeControl(mode="per_decision", extra=DAY, off=("weekends", "holidays"))
    hours.add_holiday(alice, date(2023, 11, 17), date(2023, 11, 20), "UTC")  # from Friday to Monday
    table = started_by(alice, bob, both)
    assert hours.days_used(alice) == 0, "the flag would fall on Wednesday"
    for player in (alice, bob):
        services.ask(table.match, Pause(), by=player)
    machine.steady += 2 * DAY * 1000
    service_time.serve()
    services.ask(table.match, Resume(), by=alice)
    assert hours.days_used(alice) == 2, "Friday and Monday: the rest is a weekend anyway"


def test_the_page_of_holidays_says_what_others_can_work_out() -> None:
    client, _ = browser()
    assert "Used: 0 of 30." in client.get("/holidays/").content.decode()
    assert "others can work out when you were away" in client.get("/holidays/").content.decode()

"""Entrants are told against whom they play and that their table is called, in a few queries however many they are."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

import pytest
from pytest_django import DjangoAssertNumQueries

from players.notices import mail, messages
from players.notices.models import Delivery, Reader
from tests.matches.factories import person
from tests.players.notices.devices import told, waiting_for, with_devices
from tournaments import commands, running, services, telling
from tournaments.decisions.field import Newcomer
from tournaments.events import TablesPaired
from tournaments.settings import Settings

from .factories import entered, opened, stage, state_of

pytestmark = pytest.mark.django_db


def paired(how_many: int) -> tuple[UUID, list[UUID]]:
    alice = person("Alice")
    tournament = opened(alice, stage(settings={"draws": "seed"}), settings=Settings(), title="Autumn Cup")
    people = entered(tournament, alice, how_many)
    with_devices(people)
    services.change(tournament, commands.StartStage("main"), by=alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    return tournament, people


def test_pairings_and_calls_are_told_to_those_who_sit_there() -> None:
    tournament, people = paired(4)
    assert [told(player) for player in people] == [["pairing"]] * 4
    about = waiting_for(people[0])[0].about
    assert (about["event"], about["round"]) == ("Autumn Cup", "1")
    assert about["opponents"]
    running.call_tables(tournament)
    assert [told(player) for player in people] == [["pairing", "called"]] * 4
    assert waiting_for(people[0])[1].path.startswith("/tables/")


def test_whoever_is_entered_by_somebody_else_is_told() -> None:
    alice, bob = person("Alice"), person("Bob")
    with_devices([alice, bob])
    tournament = opened(alice, stage(), settings=Settings(), title="Autumn Cup")
    services.change(tournament, commands.Enter((Newcomer(alice), Newcomer(bob))), by=alice)
    assert (told(alice), told(bob)) == ([], ["invited_to_event"])
    assert waiting_for(bob)[0].about == {"event": "Autumn Cup"}


@pytest.mark.parametrize(("zone", "when"), [("Asia/Tokyo", "25 Nov 2026, 08:30"), ("UTC", "24 Nov 2026, 23:30")])
def test_the_week_tells_the_time_of_an_event_by_the_readers_clock(zone: str, when: str) -> None:
    alice = person("Alice")
    monday = datetime(2026, 11, 23, 8, 30, tzinfo=UTC)
    opened(alice, stage(), settings=Settings(starts="2026-11-24T23:30:00+00:00"), title="Autumn Cup")
    reader = Reader.objects.create(player=alice, language="en", zone=zone, address="alice@example.org")
    email = mail._notice(Delivery(player=alice, target=reader.address, path="/"), messages.DIGEST, reader, monday)
    assert email is not None
    assert f"Autumn Cup, {when}" in str(email.body)


def test_the_same_batch_tells_nobody_twice_and_size_costs_no_queries(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    tournament, people = paired(8)
    state = state_of(tournament)
    tables = state.stages["main"].rounds[0].tables.values()
    batch = [TablesPaired("main", tuple(table.pairing for table in tables))]
    with django_assert_max_num_queries(12):
        telling.changed(state, batch, "")
    assert all(len(told(player)) <= 2 for player in people)

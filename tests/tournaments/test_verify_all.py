"""``verify --all`` misses whole streams of every kind, finds edits of every column, and never breaks off."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from importlib import import_module
from io import StringIO
from itertools import product
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.utils import timezone

from ledger import projections, store, verify
from ledger.projections import WholeStreams
from matches.cardlists import services as cardlists
from matches.cardlists.commands import OpenCardList
from matches.positions import services as positions
from matches.positions.commands import KeepPosition
from matches.positions.shapes import Board
from matches.scribe import services as scribe
from matches.scribe.commands import BeginScribing
from players.circles import services as circles
from players.circles.commands import BeginCircle
from players.clubs import commands as club_commands
from players.clubs import services as clubs
from players.merging import services as merging
from players.merging.commands import Merge
from players.merging.events import BOTH
from players.models import ClubCircle, ClubRoster, Player
from players.ratings import commands as c
from players.ratings import services as ratings
from players.ratings.events import LadderKey, correction_stream
from players.ratings.outcome import person as named
from players.rosters import services as rosters
from players.rosters.commands import WriteDown
from players.rosters.state import stream_of
from tests.ledger.sweep import unguarded
from tests.matches.cardlists.files import built_in
from tests.matches.factories import GAME, account, person, started
from tournaments.circuits import services as circuits
from tournaments.circuits.commands import OpenCircuit
from tournaments.evenings import services as evenings
from tournaments.evenings.commands import PlanEvening

from .factories import entered, opened, stage
from .leagues.made import league

pytestmark = pytest.mark.django_db


def key(stream: UUID) -> object:
    return stream.bytes if connection.vendor == "sqlite" else stream


@contextmanager
def forged(statement: str, *params: Any) -> Iterator[None]:
    """What somebody with all rights does to the rows; undone behind it."""
    with transaction.atomic():
        with unguarded(), connection.cursor() as cursor:
            cursor.execute(statement, params)
        yield
        transaction.set_rollback(True)


def said() -> str:
    """What ``verify --all`` prints; empty where everything is in order."""
    out = StringIO()
    try:
        call_command("verify", "--all", stdout=out, stderr=StringIO())
    except CommandError:
        return "".join(line + "\n" for line in out.getvalue().splitlines() if line.startswith("FLAW"))
    return ""


@pytest.fixture
def streams() -> dict[str, UUID]:
    """One of each kind."""
    alice = Player.objects.create_user("alice", name="Alice").id
    table = started("Alice", "bot:random")
    table.play_out()
    tournament = opened(alice, stage())
    entered(tournament, alice, 4)
    game, decision = uuid4(), uuid4()
    seats = [named(person(name)) for name in ("Bob", "Charlie")]
    ladder = LadderKey("by hand", "r1")
    ratings.record(
        game=game, ladder=ladder, seats=seats, places=(1, 2), played_at=timezone.now(), actor="player:arbiter"
    )
    ratings.change(c.AnnulGame(game, "played twice"), actor="player:arbiter", decision_id=decision)
    club = clubs.found(club_commands.FoundClub("Merchants"), by=alice).club
    rosters.change(club, WriteDown(("Jan",)), by=alice)
    return {
        "table": table.id,
        "match": table.match,
        "tournament": tournament,
        "league": league(alice)[0],
        "club": club,
        "roster": stream_of(club),
        "circle": circles.change(club, BeginCircle("Guilds"), by=alice).circle,
        "evening": evenings.plan(PlanEvening(club, timezone.now() + timedelta(days=7)), by=alice).evening,
        "circuit": circuits.open_circuit(OpenCircuit(club, "Autumn", points=(3, 2, 1)), by=alice).circuit,
        "card list": cardlists.open_list(OpenCardList(game="elekt", name="Ours", text=built_in()), by=alice).list,
        "recorded game": scribe.begin(BeginScribing(game="elekt", seats=2), ["Ala", "Jan"], by=alice).scribing,
        "position": positions.keep(KeepPosition(name="A ruling", board=Board(GAME, "", 2, {})), by=alice).position,
        "merger": merging.merge(Merge(alice, account("Ala"), BOTH), by=alice),
        "rated game": game,
        "correction of a rating": correction_stream(game, decision),
    }


def test_every_stream_that_is_removed_as_a_whole_is_missed(streams: dict[str, UUID]) -> None:
    assert said() == ""
    for kind, stream in streams.items():
        assert store.version(stream), kind
        with forged("DELETE FROM ledger_event WHERE stream_id = %s", key(stream)):
            assert f"stream {stream}: the stream is gone" in said(), kind


def test_each_read_model_tells_of_the_streams_that_it_is_made_from(streams: dict[str, UUID]) -> None:
    """A new kind of stream belongs into ``streams``, and what is made from it says how far each one has come."""
    own = [one for one in projections.all_projections() if isinstance(one, WholeStreams)]
    assert [one.name for one in own if not list(one.ends())] == []
    with connection.cursor() as cursor:
        cursor.execute("SELECT stream_id, max(seq) FROM ledger_event GROUP BY stream_id")
        stored = {UUID(bytes=bytes(one)) if connection.vendor == "sqlite" else one: seq for one, seq in cursor}
    known = {of: max(mark.version for mark in marks) for of, marks in verify.known_marks().items()}
    assert known == stored
    assert set(streams.values()) <= known.keys()


def test_rosters_and_circles_from_before_are_found_in_the_ledger(streams: dict[str, UUID]) -> None:
    models = (ClubRoster, ClubCircle)
    known = [list(model._default_manager.values_list("id", "version")) for model in models]
    assert [len(some) for some in known] == [1, 1]
    for model in models:
        model._default_manager.all().delete()
    migration = import_module("players.migrations.0025_ends_of_rosters_and_circles")
    migration.fill(apps, connection.schema_editor())
    assert [list(model._default_manager.values_list("id", "version")) for model in models] == known


def test_one_unreadable_match_does_not_hide_what_is_wrong_with_others(streams: dict[str, UUID]) -> None:
    other = started("Alice", "bot:random")
    other.play_out()
    gone, edited = streams["match"], other.match
    with (
        forged("DELETE FROM ledger_event WHERE stream_id = %s", key(gone)),
        forged("UPDATE ledger_event SET kind = 'no_such' WHERE stream_id = %s AND seq = 2", key(edited)),
    ):
        text = said()
    assert f"FLAW {gone}: " in text
    assert f"FLAW {edited}: " in text
    assert f"stream {edited}, event 2: " in text
    assert f"stream {gone}: the stream is gone" in text


COLUMNS = {
    "kind": "'no_such'",
    "version": "99",
    "payload": "'{}'",
    "actor": "'somebody'",
    "meta": "'[1]'",
    "decision_id": "NULL",
    "batch": "batch + 1",
    "at": "at + 1" if connection.vendor == "sqlite" else "at - interval '1 hour'",
    "chain": "NULL",
    "hash": "zeroblob(32)" if connection.vendor == "sqlite" else "decode(repeat('00', 32), 'hex')",
}


def test_an_edit_of_any_column_of_any_stream_is_found(streams: dict[str, UUID]) -> None:
    for column, (kind, stream) in product(COLUMNS, streams.items()):
        value = f"UPDATE ledger_event SET {column} = {COLUMNS[column]} WHERE stream_id = %s AND seq = 1"
        first = store.stored(stream, 0, 1)[0]
        if column == "decision_id" and first.decision_id is None:
            continue
        with forged(value, key(stream)):
            where = "event" if column == "batch" else "event 1:"  # a wrong length shows where the batch should end
            assert f"stream {stream}, {where} " in said(), (column, kind)

"""``verify --all`` misses whole streams of every kind, finds edits of every column, and never breaks off."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.utils import timezone

from ledger import store
from matches.cardlists import services as cardlists
from matches.cardlists.commands import OpenCardList
from players.clubs import commands as club_commands
from players.clubs import services as clubs
from players.models import Player
from players.ratings import commands as c
from players.ratings import services as ratings
from players.ratings.events import LadderKey, correction_stream
from players.ratings.outcome import person as named
from tests.ledger.sweep import unguarded
from tests.matches.cardlists.files import built_in
from tests.matches.factories import person, started

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
    return {
        "table": table.id,
        "match": table.match,
        "tournament": tournament,
        "league": league(alice)[0],
        "club": clubs.found(club_commands.FoundClub("Merchants"), by=alice).club,
        "card list": cardlists.open_list(OpenCardList(game="elekt", name="Ours", text=built_in()), by=alice).list,
        "rated game": game,
        "correction of a rating": correction_stream(game, decision),
    }


def test_every_stream_that_is_removed_as_a_whole_is_missed(streams: dict[str, UUID]) -> None:
    assert said() == ""
    for kind, stream in streams.items():
        assert store.version(stream), kind
        with forged("DELETE FROM ledger_event WHERE stream_id = %s", key(stream)):
            assert f"stream {stream}: the stream is gone" in said(), kind


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


@pytest.mark.parametrize("column", COLUMNS)
def test_an_edit_of_any_column_of_any_stream_is_found(streams: dict[str, UUID], column: str) -> None:
    for kind, stream in streams.items():
        value = f"UPDATE ledger_event SET {column} = {COLUMNS[column]} WHERE stream_id = %s AND seq = 1"
        first = store.stored(stream, 0, 1)[0]
        if column == "decision_id" and first.decision_id is None:
            continue
        with forged(value, key(stream)):
            where = "event" if column == "batch" else "event 1:"  # a wrong length shows where the batch should end
            assert f"stream {stream}, {where} " in said(), kind

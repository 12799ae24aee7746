"""Rows of matches that a process keeps: as good as read just now, and what is revoked acts within two seconds."""

from __future__ import annotations

import time
from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches.models import Match, Seat
from matches.models import Table as Row
from matches.play import queries, warm_rows
from players import remembered
from players.models import Player
from players.services import issue_token, revoke_token
from web.errors import NotFound

from ..factories import Table, person, started

pytestmark = pytest.mark.django_db(transaction=True)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    """Nothing grows old by itself."""
    clock = Clock()
    for one in (remembered.people, remembered.tokens):
        one.forget()
        monkeypatch.setattr(one, "_clock", clock)
    warm_rows.forget()
    yield clock
    warm_rows.forget()
    remembered.people.forget()
    remembered.tokens.forget()


@pytest.fixture
def table() -> Table:
    return started("Alice", "Bob", seed="warm")


def test_a_match_that_is_warm_takes_one_query(table: Table) -> None:
    queries.match(match_id=table.match, player=table.players[0])
    with CaptureQueriesContext(connection) as made:
        queries.match(match_id=table.match, player=table.players[1])
    assert len(made) == 1


def test_many_matches_that_are_warm_take_one_query(table: Table) -> None:
    tables = [table, started("Charlie", "Dora", seed="warmer")]
    asked = [one.match for one in tables] + [uuid4()]
    for one in tables:
        warm_rows.get(one.match)
    with CaptureQueriesContext(connection) as made, warm_rows.held(asked):
        found = [warm_rows.get(match) for match in asked]
    assert len(made) == 1
    assert [warm and warm.row.version for warm in found] == [*(one.version() for one in tables), None]


def test_what_is_shown_moves_on_with_the_match() -> None:
    """Whoever looks sees what they would, had nothing been kept: after decisions, and after somebody has conceded."""
    table = started("Alice", "Bob", "Charlie", game="elekt", seed="warm")
    for move in (table.decide, table.decide, lambda: table.decide(2, decision={"kind": "concede"}), None):
        for _ in ("made or moved on", "kept"):
            kept = [queries.match(match_id=table.match, player=player) for player in (*table.players, None)]
        warm_rows.forget()
        assert kept == [queries.match(match_id=table.match, player=player) for player in (*table.players, None)]
        if move is not None:
            move()


def test_a_decision_here_or_in_another_process_moves_it(table: Table) -> None:
    before = queries.match(match_id=table.match, player=None).version
    here = table.decide().version
    assert queries.match(match_id=table.match, player=None).version == here > before
    kept = dict(warm_rows._kept)
    there = table.decide().version
    warm_rows._kept.update(kept)  # what this process would have, had another one decided
    assert queries.match(match_id=table.match, player=None).version == there


def test_a_kept_row_is_what_stands_in_the_database(table: Table) -> None:
    for _ in range(3):
        table.decide()
        warm = warm_rows.get(table.match)
        assert warm is not None
        stored = Match.objects.get(id=table.match)
        assert {f.name: getattr(warm.row, f.attname) for f in Match._meta.concrete_fields} == {
            f.name: getattr(stored, f.attname) for f in Match._meta.concrete_fields
        }


def test_a_table_that_is_closed_to_somebody_is_so_at_once(table: Table) -> None:
    assert queries.match(match_id=table.match, player=None).id == table.match
    Row.objects.filter(id=table.id).update(access=Row.Access.NAMED, version=F("version") + 1)
    with pytest.raises(NotFound):
        queries.match(match_id=table.match, player=None)
    assert queries.match(match_id=table.match, player=table.players[0]).my_seat == 0


def test_what_a_transaction_saw_that_was_rolled_back_is_not_kept(table: Table) -> None:
    with transaction.atomic():
        Row.objects.filter(id=table.id).update(version=F("version") + 1)
        Seat.objects.filter(table=table.id).update(player=uuid4())
        assert queries.match(match_id=table.match, player=table.players[0]).my_seat is None
        transaction.set_rollback(True)
    Row.objects.filter(id=table.id).update(version=F("version") + 1)
    assert queries.match(match_id=table.match, player=table.players[0]).my_seat == 0


def test_a_new_name_is_shown_after_a_second(table: Table, clock: Clock) -> None:
    assert queries.match(match_id=table.match, player=None).names[0] == "Alice"
    Player.objects.filter(id=str(table.players[0])).update(name="Anna")
    clock.now = 1.0
    assert queries.match(match_id=table.match, player=None).names[0] == "Anna"


def test_who_joined_two_profiles_sees_the_matches_of_both_after_a_second(table: Table, clock: Clock) -> None:
    Row.objects.filter(id=table.id).update(access=Row.Access.NAMED, version=F("version") + 1)
    kept = person("Alice Again")
    with pytest.raises(NotFound):
        queries.match(match_id=table.match, player=kept)
    Player.objects.filter(id=str(table.players[0])).update(merged_into=kept)
    clock.now = 1.0
    assert queries.match(match_id=table.match, player=kept).id == table.match


def test_a_token_that_is_revoked_opens_nothing_two_seconds_later(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembered.tokens, "_clock", time.monotonic)
    alice = Player.objects.get(id=str(table.players[0]))
    issued = issue_token(player=alice, label="", now=timezone.now())
    program = Client(headers={"authorization": f"Bearer {issued.secret}"})
    address = f"/api/v1/matches/{table.match}/"
    assert program.get(address).status_code == 200
    assert revoke_token(player=alice, token_id=issued.token.id)
    revoked = time.monotonic()
    while program.get(address).status_code == 200:
        assert time.monotonic() - revoked < 2
        time.sleep(0.05)
    assert program.get(address).status_code == 401

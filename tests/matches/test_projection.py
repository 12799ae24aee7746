"""The read models hold nothing that is not in the ledger: dropped and rebuilt, they come out equal."""

from __future__ import annotations

from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from ledger import projections
from ledger.models import Parked
from ledger.projections import named, rebuild
from matches.models import Invitation, Match, Seat
from matches.models import Table as Row
from matches.play import services
from matches.tables import services as table_services
from matches.tables.commands import CloseTable, OpenTable, StandUp

from .factories import GAME, person, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def content() -> None:
    """Every kind of table and match."""
    alice, bob = person("Alice"), person("Bob")
    table_services.open_table(
        OpenTable(game=GAME, seats=3, access=Row.Access.NAMED, invited=(bob,), bots={1: "random"}), by=alice
    )
    left = table_services.open_table(OpenTable(game=GAME, seats=2), by=alice).table
    table_services.change(left, StandUp(), by=alice)
    table_services.change(left, CloseTable(), by=alice)
    started("Alice", "Bob", "bot:random").play_out()
    running = started("Alice", "bot:random")
    if running.awaited() == 0:
        running.decide()
    given_up = started("Alice", "Bob")
    actor = services.player_actor(given_up.players[0] or alice)
    services.concede(match_id=given_up.match, seat=0, decision_id=uuid4(), actor=actor)


@pytest.mark.usefixtures("content")
def test_rebuilt_read_models_are_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    """However the feed is cut into pages, batches of events included."""
    for size in (1, 7, 2000):
        monkeypatch.setattr(projections, "PAGE", size)
        done = rebuild(named("matches"), compare=True)
        assert done.differences == [], size
        assert not Parked.objects.exists(), Parked.objects.first()
        assert done.rows == sum(model.objects.count() for model in (Row, Seat, Invitation, Match))
        assert Match.objects.count() == 3


TAMPERED: list[tuple[Any, dict[str, Any]]] = [
    (Match, {"winner": 7}),
    (Match, {"awaited": 8}),
    (Match, {"version": 1}),
    (Match, {"batches": 1}),
    (Seat, {"bot": "deep-thought"}),
    (Row, {"access": "link"}),
]


@pytest.mark.usefixtures("content")
def test_what_was_tampered_with_is_reported_and_mended() -> None:
    for model, change in TAMPERED:
        row = model.objects.order_by(*(["-version"] if model is Match else ["pk"])).first()
        model.objects.filter(pk=row.pk).update(**change)
        out = StringIO()
        with pytest.raises(CommandError):
            call_command("rebuild", "matches", "--check", stdout=out, stderr=StringIO())
        assert next(iter(change)) in out.getvalue()
        call_command("rebuild", "matches", "--check", stdout=StringIO(), stderr=StringIO())


@pytest.mark.usefixtures("content")
def test_what_is_missing_comes_back() -> None:
    before = Match.objects.count()
    Match.objects.all().delete()
    Seat.objects.all().delete()
    with pytest.raises(CommandError):
        call_command("rebuild", "matches", "--check", stdout=StringIO(), stderr=StringIO())
    assert Match.objects.count() == before


def test_a_match_goes_on_after_a_rebuild() -> None:
    table = started("Alice", "bot:random")
    rebuild(named("matches"))
    table.play_out()
    assert rebuild(named("matches"), compare=True).differences == []

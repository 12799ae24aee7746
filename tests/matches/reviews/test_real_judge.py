"""One short match in the hands of the real judge, from the asking to the page."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

import pytest

from matches import tasks
from matches.models import Match, Review
from matches.reviews import judge, services
from tests.busy import busy
from web.costly import CHECKING, Busy

from ..factories import started

pytestmark = pytest.mark.django_db


def _a_line(match: UUID, version: int, row: Review) -> Any:
    return judge.line(match, version, row.budget, 1, 0, [])


def test_a_conceded_match_is_judged_as_far_as_it_was_played(sent: Any) -> None:
    table = started("Alice", "Bob", game="elekt", seed="judged")
    for _ in range(3):
        table.go_on()
    table.decide(0, decision={"kind": "concede"})
    assert Match.objects.get(id=table.match).ended_at
    by = table.players[0]
    assert by is not None
    row = services.ask(match_id=table.match, by=by)
    tasks.think()
    row.refresh_from_db()
    assert (row.status, row.done) == ("done", row.parts), "asked for and made"
    report = json.loads(row.report)
    assert len([one for one in report["decisions"] if not one["only"]]) >= 2
    assert [one["seat"] for one in report["accuracy"]] == [0, 1]
    assert Review.objects.count() == 1
    judge._judged.cache_clear()
    judge._line.cache_clear()
    version = table.version()
    with busy(CHECKING):
        for anew in (
            lambda: judge.judged(table.match, version, row.budget),
            lambda: _a_line(table.match, version, row),
        ):
            with pytest.raises(Busy):
                anew()
    page = table.client(0).get(f"/matches/{table.match}/review/")
    assert "A single game proves little" in page.content.decode()

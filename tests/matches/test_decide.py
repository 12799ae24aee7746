"""The one way in: what is decided, by whom, when, and what is refused without a trace."""

from __future__ import annotations

import pytest

from matches.models import Match

from .factories import started

pytestmark = pytest.mark.django_db


def test_a_match_is_played_to_its_end() -> None:
    table = started("Alice", "Bob")
    row = table.play_out()
    assert row.ended_at is not None
    assert sorted(row.ranks) in ([1, 1], [1, 2])
    assert sum(row.scores) == 4
    assert row.awaited == 0
    assert Match.objects.get(id=table.match).termination == "tricks"

"""What has happened since one's own last decision is told to everybody at the table, and each line names its things."""

from __future__ import annotations

import pytest

from elekt_core.contract import SeatNo
from matches.play import queries

from .. import factories

pytestmark = pytest.mark.django_db


def test_everybody_is_told_what_happened_since_they_decided() -> None:
    table = factories.started("Alice", "Bob", "Charlie", game="elekt", seed="since")
    decided: dict[int, int] = {}
    for _ in range(12):
        seat = table.awaited()
        decided[seat] = table.version()
        table.decide(seat)
    for seat, at in decided.items():
        here = queries.position(match_id=table.match, player=table.players[seat])
        log = queries.log(match_id=table.match, player=table.players[seat])
        assert here.since
        assert here.since == tuple(line for line in log if line.seq > at)


def test_a_line_names_what_it_is_about_and_no_card_that_is_hidden() -> None:
    table = factories.started("Alice", "Bob", game="elekt", seed="things")
    while table.version() < 60:
        table.decide(table.awaited())
    own = queries.log(match_id=table.match, player=table.players[0], perspective=SeatNo(0))
    others = {line.seq: line for line in queries.log(match_id=table.match, player=None)}
    drawn = [line for line in own if line.kind == "units_drawn" and "seat:0" in line.things]
    assert drawn
    for line in drawn:
        assert len(line.things) > 1, "the drawer sees the cards"
        assert others[line.seq].things == ("seat:0",), "others see who drew"
    assert any(line.scene for line in own if line.kind == "confrontation_started")

"""A match that goes on from another one, as one seat saw it, has no card that this seat did not know but by chance; and
where anybody's hand lies in it is told to nobody before its end (docs/positions.md)."""

from __future__ import annotations

import json
from unittest.mock import patch
from uuid import UUID

import pytest
from django.test import Client

from elekt_core.chance import SeededChance
from elekt_core.contract import SeatNo
from elekt_core.registry import get_game
from ledger import store
from matches.models import Match, Table
from matches.play import branches, queries
from matches.play.timeline import Timeline
from matches.tables import services as tables
from matches.tables.commands import SitDown
from players.models import Player
from tests.matches.factories import Table as Played
from tests.matches.factories import person, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def source() -> Played:
    table = started("Alice", "Bob", game="elekt", seed="leak")
    for _ in range(12):
        table.go_on()
    table.decide(1, decision={"kind": "concede"})
    return table


def moment(table: Played) -> int:
    timeline = queries.timeline_of(queries.match(match_id=table.match, player=None))
    ends = timeline.ends(timeline.version)[:-1]
    return next(end for end in reversed(ends) if timeline.game.position_of(timeline.state(end)))


def test_the_stream_of_a_branch_does_not_depend_on_what_its_seat_did_not_know(source: Played) -> None:
    """Had everything that was hidden from the seat lain elsewhere, the branch would be the same to the last byte."""
    game, at, seat, host = get_game("elekt"), moment(source), 0, person("Dana")
    real = Timeline.state

    def elsewhere(self: Timeline, seq: int) -> object:
        return game.redeal(game.view(real(self, seq), SeatNo(seat)), SeededChance(bytes([7]) * 32))

    def streams() -> list[bytes]:
        with patch("secrets.token_bytes", return_value=bytes(32)):
            done = branches.play_on(match_id=source.match, at=at, by=host, seat=seat, seen_by=seat, bots={1: "random"})
        match = done.opened.match
        assert match is not None
        table = Table.objects.get(id=done.opened.table)
        payloads = [event.payload for event in store.read(match)]
        return [json.dumps(one, sort_keys=True).encode() for one in (table.options, *payloads)]

    first = streams()
    with patch.object(Timeline, "state", elsewhere):
        second = streams()
    assert first == second


def test_nobody_is_told_the_position_in_which_a_branch_began(source: Played) -> None:
    """Neither who opened it, nor the friend at the other seat, nor who looks on."""
    host = source.players[0]
    assert host is not None
    done = branches.play_on(match_id=source.match, at=moment(source), by=host, seat=0, seen_by=0, bots={})
    before = pages(done.opened.table, None, source)
    friend = person("Charlie")
    match = tables.change(done.opened.table, SitDown(1), by=friend).match
    assert match is not None
    state = queries.timeline_of(queries.match(match_id=match, player=None)).state(Match.objects.get(id=match).version)
    names = get_game("elekt").encode_state(state)
    hidden = {str(card) for seat in names["seats"] for card in seat["hand"]}
    for viewer, seat in ((host, 0), (friend, 1), (None, None)):
        foreign = hidden - {str(card) for card in (names["seats"][seat]["hand"] if seat is not None else ())}
        told = pages(done.opened.table, match, source, viewer)
        assert not [card for card in foreign if f'"{card}"' in told], "a hand stands in an answer"
        assert '"position":{' not in told, "the setup of a record that is cut to a viewer"
    assert not [card for card in hidden if f'"{card}"' in before]


def pages(table: UUID, match: UUID | None, source: Played, viewer: UUID | None = None) -> str:
    client = Client()
    if viewer is not None:
        client.force_login(Player.objects.get(id=str(viewer)))
    addresses = [f"/tables/{table}/", f"/api/v1/tables/{table}/", f"/api/v1/matches/{source.match}/branches/"]
    if match is not None:
        addresses += [f"/matches/{match}/", f"/matches/{match}/record/", f"/api/v1/matches/{match}/record/"]
        addresses += [f"/api/v1/matches/{match}/", f"/matches/{match}/replay/1/?as=spectator"]
    return "".join(client.get(one, follow=True).getvalue().decode() for one in addresses)

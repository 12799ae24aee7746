"""A match is over, by an end of which its game may know nothing: nobody is shown as deciding any more."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest

from elekt_core.record.stop import PlayAbandoned
from matches import changing
from matches.clocks import flags, service_time
from matches.clocks.beside import beside_of
from matches.clocks.controls import TimeControl
from matches.clocks.deciding import course_of
from matches.clocks.notes import note
from matches.company import arbiters
from matches.models import Match
from matches.play import queries
from tests.sampling import sample

from ..factories import GAME, Table, started
from ..test_api import Program
from .conftest import Machine

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

TIME = TimeControl(mode="increment", base=60, extra=5, flag="concede")
GAMES = ("elekt", "enclave", "elector_counts", GAME)
ENDS = ("annulled", "ruled", "abandoned", "conceded", "conceded by the other", "out of time")
LIT = re.compile(r"is-asked|clock-runs|prompt-mine|>deciding|current turn|realm[^\"]* is-turn")
"""What tells of somebody who decides."""


def end(table: Table, machine: Machine, how: str) -> None:
    host, asked = table.players[0], table.awaited()
    assert host
    match how:
        case "annulled":
            arbiters.stop(table.id, (), rated=False, order=uuid4(), by=host)
        case "ruled":
            arbiters.stop(table.id, (2, 1), rated=False, order=uuid4(), by=host)
        case "abandoned":
            changing.MATCHES.change(table.match, left, actor="clock")
        case "out of time":
            while Match.objects.get(id=table.match).falls_at is None:
                table.go_on()
            while Match.objects.get(id=table.match).ended_at is None:
                machine.pass_(200)
                assert flags.carry_out_due()
        case _:
            seat = asked if how == "conceded" else 1 - asked
            table.decide(seat, decision={"seat": seat, "kind": "concede"})


def left(playing: changing.Playing) -> changing.Move:
    """The others end it without a result."""
    course = course_of(playing.row, beside_of(playing.timeline, playing.version).clocks)
    course.settle(service_time.now(), ())
    return note(playing, PlayAbandoned(0), *course.facts)


def shown(table: Table, address: str) -> str:
    """A page as the first seat sees it, without what stands in it for other moments."""
    page = table.client(0).get(f"/matches/{table.match}/{address}", follow=True).content.decode()
    found = re.search(r'<div[^>]* id="(?:position|board)".*?(?=<template|<aside|</main>)', page, re.DOTALL)
    assert found, page
    return found.group()


@pytest.mark.parametrize(
    ("game", "how"),
    sample(
        [*((game, "abandoned") for game in GAMES), *(("elector_counts", how) for how in ENDS if how != "abandoned")],
        [(game, how) for game in GAMES for how in ENDS],
    ),
)
def test_where_a_match_is_over_nobody_decides(game: str, how: str, machine: Machine) -> None:
    table = started("Alice", "Bob", game=game, seed="ends", time=TIME)
    for _ in range(3):
        table.go_on()
    assert "clock-runs" in LIT.findall(shown(table, ""))
    if game != GAME:  # which has no board of its own
        assert LIT.findall(shown(table, f"replay/{table.version()}/"))
    end(table, machine, how)
    for address in ("", f"replay/{table.version()}/", f"replay/{table.version()}/?as=open"):
        assert not LIT.findall(shown(table, address)), address
    assert 'data-title="The match is over"' in shown(table, "")
    for seat, player in enumerate(table.players):
        here = queries.position(match_id=table.match, player=player)
        assert all(one.optional for one in here.awaiting), seat
        assert not here.refusals
    told = Program(table.players[0])
    asked = told.get(f"matches/{table.match}/position/").json()["awaiting"]
    assert all(one["kind"] == "name_herald" for one in asked), "the winner of Elekt may, after its end"
    assert told.get(f"matches/{table.match}/").json()["awaited"] == []

"""Choices that are planned before anybody asks, and when passing ahead ends: on the pages, by whoever may ask."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest
from django.test import Client

from elekt_core.contract import SeatNo
from matches.play import ahead, queries
from tests.matches.factories import Table, started

pytestmark = pytest.mark.django_db


def assigning() -> tuple[Table, int]:
    """A match in which somebody assigns, and a seat that waits and may plan."""
    table = started("Alice", "Bob", "Celina", game="elekt", seed="7")
    for _ in range(60):
        for seat in range(3):
            here = queries.position(match_id=table.match, player=table.players[seat])
            if ahead.expected(here) is not None:
                return table, seat
        table.decide(table.awaited())
    raise AssertionError("nobody may plan")


def choose(table: Table, seat: int | None, *path: str, **query: str) -> tuple[int, str]:
    address = f"/matches/{table.match}/choose/?{urlencode([*query.items(), *[('path', part) for part in path]])}"
    client = table.client(seat) if seat is not None else Client()
    answer = client.get(address, headers={"HX-Request": "true"})
    return answer.status_code, answer.content.decode()


def test_a_plan_is_chosen_like_a_decision_and_sends_none() -> None:
    table, seat = assigning()
    status, page = choose(table, seat, plan="next")
    assert status == 200
    assert "prompt-plan" in page
    assert "prompt-mine" not in page
    assert 'name="decision"' not in page.split("concede")[0]
    planned = ahead.expected(queries.position(match_id=table.match, player=table.players[seat]))
    assert planned is not None
    path = planned.game.parts(planned.options[-1])
    page = choose(table, seat, *path, plan="next")[1]
    meant = re.search(r'id="plan"[^>]*data-meaning="(\w+)"', page)
    assert meant
    while table.awaited() != seat:
        table.decide(table.awaited())
    asked = choose(table, seat, *path)[1]
    assert f'data-meaning="{meant[1]}"' in asked, "the same choice, now that it is asked"
    assert f'data-meaning="{meant[1]}"' not in choose(table, seat, "pass")[1]


def test_who_is_asked_who_looks_on_and_a_stranger_plan_nothing() -> None:
    table, seat = assigning()
    before = queries.match(match_id=table.match, player=None).version
    assert choose(table, table.awaited(), plan="next")[0] == 403
    assert choose(table, None, plan="next")[0] == 403
    assert choose(table, seat, "unit:nobody", plan="next")[0] == 404
    assert choose(table, table.awaited(), "pass", since="x")[0] == 400
    assert queries.match(match_id=table.match, player=None).version == before


def test_passing_ahead_ends_by_what_others_do_to_me_not_by_my_own_pass() -> None:
    table, seat = assigning()
    while table.awaited() != seat:
        table.decide(table.awaited())
    here = queries.position(match_id=table.match, player=table.players[seat])
    passes = next(option for option in here.options if not option.choice)
    since = here.version
    table.decide(seat, decision=here.game.encode_decision(passes))
    after = queries.position(match_id=table.match, player=table.players[seat], perspective=SeatNo(seat))
    facts = queries.events(match_id=table.match, player=None, after=since)
    if not any(fact.kind == "phase_started" for fact in facts):
        assert ahead.concerned_since(after, since) is None
    for _ in range(40):
        if any(fact.kind == "phase_started" for fact in queries.events(match_id=table.match, player=None, after=since)):
            break
        table.decide(table.awaited())
    after = queries.position(match_id=table.match, player=table.players[seat], perspective=SeatNo(seat))
    assert ahead.concerned_since(after, since)

"""Before a decision the page says what it would lead to, and how each count comes about."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from matches.play import queries
from matches.play.choices import choices_at
from matches.play.shapes import Position
from players.models import Player

from .. import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> factories.Table:
    """Where a Unit is to be assigned first."""
    table = factories.started("Alice", "Bob", game="elekt", seed="what if")
    while asked(table).awaiting[0].kind != "assign_or_pass":
        table.decide(table.awaited())
    return table


def asked(table: factories.Table) -> Position:
    """The position as whoever is asked sees it."""
    return queries.position(match_id=table.match, player=table.players[table.awaited()])


def client_of(table: factories.Table, seat: int | None) -> Client:
    client = Client(headers={"accept-language": "en", "HX-Request": "true"})
    if seat is not None:
        client.force_login(Player.objects.get(id=str(table.players[seat])))
    return client


def test_each_zone_says_who_would_win_what_with_the_unit_in_hand(table: factories.Table) -> None:
    seat = table.awaited()
    page = client_of(table, seat).get(f"/matches/{table.match}/choose/?path=unit:dignitary.{seat}").content.decode()
    lines = re.findall(r"<li>(\w+ Zone): <span>(.*?)</span>", page)
    assert [zone for zone, _ in lines] == ["Missions Zone", "Influences Zone", "Court Zone"]
    assert all("you take" in said for _, said in lines), "E9.17: a Dignitary has Power, and nobody else is there"
    assert f"court.{seat}.power=" in page


def test_the_terms_of_a_count_are_told_to_everybody(table: factories.Table) -> None:
    seat = table.awaited()
    table.decide(seat, decision={"kind": "assign_or_pass", "unit": f"dignitary.{seat}", "zone": "court", "seat": seat})
    for who in (None, 0, 1):
        said = client_of(table, who).get(f"/matches/{table.match}/terms/?place=court.{seat}").content.decode()
        assert re.search(r"Power (\d+) = Dignitary \1 \(", said), said


def test_a_word_that_closes_what_was_gathered_says_the_decision_and_is_its_confirmation(table: factories.Table) -> None:
    while asked(table).awaiting[0].kind != "attach_tokens":
        table.decide(decision=table.option(table.awaited(), -1))
    here = asked(table)
    one = next(parts for option in here.options if len(parts := here.game.parts(option)) == 3)
    last = {choice.part: choice for choice in choices_at(here, one[:2]).next}["done"]
    assert (last.label, last.confirmed) == (choices_at(here, one).sentence, False)
    assert last.decision is not None
    assert last.foreseen is not None
    (unit,) = (choice for choice in choices_at(here, one[:1]).next if choice.part == one[1])
    assert (unit.decision, unit.foreseen) == (None, last.foreseen), "before it is named, as it may be closed behind it"
    assert {choice.part: choice.label for choice in choices_at(here).next}["done"] == "Gotowe", "nothing is gathered"


@pytest.mark.parametrize("asked", ["place=nowhere", "place=court.9", "", "place=court.0&at=9999"])
def test_a_place_without_numbers_is_not_found(table: factories.Table, asked: str) -> None:
    assert client_of(table, 0).get(f"/matches/{table.match}/terms/?{asked}").status_code == 404


def test_an_event_that_is_no_number_is_refused(table: factories.Table) -> None:
    assert client_of(table, 0).get(f"/matches/{table.match}/terms/?place=court.0&at=x").status_code == 400


def test_nobody_asks_from_anothers_seat(table: factories.Table) -> None:
    assert client_of(table, 0).get(f"/matches/{table.match}/terms/?place=court.0&as=seat-2").status_code == 403

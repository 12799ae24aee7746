"""Clocks on pages, in the API and on the form that opens a table."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from matches.clocks import words
from matches.clocks.controls import DAY, PRESETS, TimeControl
from matches.clocks.shown import told
from matches.models import Match
from matches.models import Table as Row
from players.models import Player

from ..factories import account
from .conftest import START, Machine
from .test_flags import timed

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", ["high-card", "elekt", "enclave", "elector_counts"])
def test_every_game_shows_the_clock_of_each_seat(machine: Machine, game: str) -> None:
    table = timed(game=game)
    machine.pass_(7)
    page = table.client(0).get(f"/matches/{table.match}/").content.decode()
    assert page.count("data-left=") >= 2
    assert "0:53" in page
    assert "1:00" in page


def test_a_table_without_clocks_shows_none(machine: Machine) -> None:
    table = timed(time=None)  # type: ignore[arg-type]
    assert "data-left" not in table.client(0).get(f"/matches/{table.match}/").content.decode()


def test_the_replay_and_the_api_show_what_was_left_at_each_step(machine: Machine) -> None:
    table = timed()
    first, seat = table.version(), table.awaited()
    machine.pass_(7)
    table.decide()
    machine.pass_(3)
    page = table.client(0).get(f"/matches/{table.match}/replay/{first}/").content.decode()
    assert page.count("1:00") == 2
    assert "0:58" in table.client(0).get(f"/matches/{table.match}/replay/{table.version()}/").content.decode()
    clocks = table.client(0).get(f"/api/v1/matches/{table.match}/position/").json()["clocks"]
    assert clocks["at"] == START + 10_000
    assert clocks["seats"][seat]["left"] == 58_000 - 3000 * (table.awaited() == seat)
    assert sum(one["runs"] for one in clocks["seats"]) == 1


def test_the_page_says_how_long_it_has_shown_the_question(machine: Machine) -> None:
    table = timed()
    seat = table.awaited()
    machine.pass_(7)
    form = {
        "decision": json.dumps(table.option(seat)),
        "expected_version": table.version(),
        "decision_id": "7f6f3f8e-4a56-4f3e-9d0c-0d8f3f6f5b01",
        "thought": 6_800,
    }
    assert table.client(seat).post(f"/matches/{table.match}/decide/", form).status_code == 302
    clocks = table.client(seat).get(f"/api/v1/matches/{table.match}/position/").json()["clocks"]
    assert clocks["seats"][seat]["left"] == 60_000 - 6_800 + 5000


def opened(form: dict[str, Any]) -> Any:
    client = Client()
    client.force_login(Player.objects.get(id=account("Alice")))
    usual = {"ruleset": "", "seats": "2", "access": "link", "rated": "", "seat_2": "random"}
    answer = client.post("/tables/open/?game=high-card", usual | form)
    row = Row.objects.order_by("-opened_at").first()
    return answer.status_code, row.time if row is not None else None


@pytest.mark.parametrize(
    ("form", "time"),
    [
        ({}, None),
        ({"time": "rapid"}, ("increment", 900, 10, [], "default")),
        ({"time": "rapid", "flag": "bot", "off": ["nights"]}, ("increment", 900, 10, [], "bot")),
        ({"time": "week", "off": ["nights"]}, ("per_decision", 0, 7 * DAY, ["nights"], "default")),
        ({"time": "live", "minutes": "2", "seconds": "7", "kind": "delay"}, ("delay", 120, 7, [], "default")),
        ({"time": "days", "time_days": "5", "flag": "concede"}, ("per_decision", 0, 5 * DAY, [], "concede")),
    ],
)
def test_the_form_opens_a_table_with_its_time_control(machine: Machine, form: Any, time: Any) -> None:
    status, found = opened(form)
    assert status == 302
    assert found == (time and dict(zip(("mode", "base", "extra", "off", "flag"), time, strict=True)))


@pytest.mark.parametrize("form", [{"time": "live", "seconds": "5"}, {"time": "days"}, {"time": "nonsense"}])
def test_the_form_refuses_what_nobody_could_play_by(form: Any) -> None:
    assert opened(form) == (422, None)


def test_what_was_agreed_is_told_in_words() -> None:
    with translation.override("en"):
        assert words.time_told(PRESETS["blitz"]) == "Blitz, 5 min + 5 s"
        assert words.time_told(TimeControl(mode="delay", base=90, extra=3)) == "1:30 min, delay 3 s"
        assert words.time_told(PRESETS["day"]) == "Correspondence, 1 day for each decision"
    lefts = {0: "0:00", 1: "0:01", 59_999: "1:00", 3_600_000: "1:00:00", 90_000_000: "1d 1h"}
    assert {left: told(left) for left in lefts} == lefts


def test_lists_name_the_time(machine: Machine) -> None:
    table = timed()
    Match.objects.update(last_at="2030-01-01T00:00Z")
    assert "1 min + 5 s" in table.client(0).get("/matches/").content.decode()

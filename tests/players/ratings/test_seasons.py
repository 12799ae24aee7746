"""Seasons to look back to, places on a list, and a rating over time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from players.models import Player
from players.ratings.models import Ladder
from players.ratings.outcome import person
from players.ratings.pages import listing, seasons
from players.ratings.pages.chart import LEFT, RIGHT, WIDTH, chart

from .factories import LADDER, people, played

NOON = datetime(2026, 5, 10, 12, tzinfo=UTC)
ENOUGH = 3
"""Games for a rank."""


@pytest.fixture(autouse=True)
def few_games_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "PROVISIONAL", ENOUGH)


def accounts(*names: str) -> list[str]:
    return [person(Player.objects.create_user(name.lower(), name=name).id) for name in names]


def row() -> Ladder:
    return Ladder.objects.get(game=LADDER.game)


@pytest.mark.django_db
def test_a_season_is_three_months_and_shows_how_everybody_stood_at_its_end() -> None:
    alice, bob, charlie = accounts("Alice", "Bob", "Charlie")
    for day in range(ENOUGH):
        played((alice, bob), at=NOON + timedelta(days=day))
    then = {one.person.name: one.rating for one in listing.standings_between(row(), NOON, NOON + timedelta(days=99))}
    for day in range(ENOUGH):
        played((bob, charlie), at=NOON + timedelta(days=100 + day))
    shown = seasons.shown(row(), "2026-04", NOON + timedelta(days=200))
    assert [one.first for one in shown.seasons] == ["2026-10", "2026-07", "2026-04"]
    assert [(one.person.name, one.rank, one.games) for one in shown.rows] == [
        ("Alice", 1, ENOUGH),
        ("Bob", 2, ENOUGH),
    ]
    assert {one.person.name: one.rating for one in shown.rows} == then
    assert [one.change for one in shown.rows] == [then["Alice"] - 1500, then["Bob"] - 1500]
    summer = seasons.shown(row(), "", NOON + timedelta(days=200))
    assert summer.season is not None
    assert (summer.season.first, summer.season.is_running) == ("2026-07", False)
    assert {one.person.name for one in summer.rows} == {"Bob", "Charlie"}
    assert next(one.change for one in summer.rows if one.person.name == "Bob") > 0


@pytest.mark.django_db
def test_a_list_with_seasons_of_its_own_has_those_and_guests_are_in_none() -> None:
    (alice,), (guest,) = accounts("Alice"), people(1)
    played((alice, guest), at=NOON)
    ladder = row()
    ladder.rules = {"season": 6, "keep": 75}
    shown = seasons.shown(ladder, "", NOON)
    assert [one.first for one in shown.seasons] == ["2026-01"]
    assert [one.person.name for one in shown.rows] == ["Alice"]


@pytest.mark.django_db
def test_a_place_is_told_with_how_many_of_the_others_are_behind() -> None:
    alice, bob, charlie, guest = *accounts("Alice", "Bob", "Charlie"), *people(1)
    for _ in range(ENOUGH):
        played((alice, bob, charlie))
    played((alice, guest))
    places = [listing.place_of(row(), who) for who in (alice, bob, charlie, guest)]
    assert [(one.rank, one.ahead, one.ranked) for one in places] == [
        (1, 100, 3),
        (2, 50, 3),
        (3, 0, 3),
        (None, None, 3),
    ]


@pytest.mark.django_db
def test_anybody_reads_the_pages() -> None:
    alice, bob, charlie = accounts("Alice", "Bob", "Charlie")
    for day in range(ENOUGH):
        played((alice, bob, charlie), at=timezone.now() - timedelta(days=120 - day))
    client = Client(headers={"accept-language": "en"})
    page = client.get("/ratings/seasons/").content.decode()
    assert "Alice" in page
    assert client.get("/ratings/seasons/?on=nothing&season=1234").status_code == 200
    profile = client.get(f"/players/{alice.partition(':')[2]}/").content.decode()
    assert "ahead of 100%" in profile
    history = profile.partition('id="history"')[2]
    assert history.count(">Bob<") == history.count(">Charlie<") == ENOUGH
    assert "seasons/" in client.get("/ratings/").content.decode()


@pytest.mark.django_db
def test_there_are_no_seasons_before_anything_is_rated() -> None:
    assert Client().get("/ratings/seasons/").status_code == 404


def test_a_chart_is_drawn_over_time_and_never_goes_back() -> None:
    days = [NOON, NOON, NOON + timedelta(days=10), NOON + timedelta(days=5), NOON + timedelta(days=40)]
    drawn = chart([1500, 1510, 1520, 1530, 1540], [1500, 1510, 1520, 1530, 1540], days)
    assert drawn is not None
    width = WIDTH - LEFT - RIGHT
    across = [int(point.partition(",")[0]) - LEFT for point in drawn.published.split()]
    assert across == [0, 0, width // 4, width // 4, width]
    assert [one.day for one in drawn.days][::3] == [days[0], days[-1]]


def test_a_chart_of_one_moment_is_drawn_in_order() -> None:
    drawn = chart([1500, 1510, 1520], [1500, 1510, 1520], [NOON] * 3)
    assert drawn is not None
    across = [int(point.partition(",")[0]) for point in drawn.published.split()]
    assert across == [LEFT, (LEFT + WIDTH - RIGHT) // 2, WIDTH - RIGHT]
    assert len(drawn.days) == 1

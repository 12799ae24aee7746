"""Leagues in the browser."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.utils import timezone

from players.models import Player
from tests.matches.factories import GAME, person
from tests.tournaments.factories import at, state_of, wins
from tournaments import services as tournaments
from tournaments.leagues import services
from tournaments.models import League

from .made import begun, league, of, play, rules

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> UUID:
    return person("Alice")


def browser(player: UUID | None = None) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    if player is not None:
        client.force_login(Player.objects.get(id=player))
    return client


def shown(made: UUID, player: UUID | None = None) -> str:
    answer = browser(player).get(f"/leagues/{made}/")
    assert answer.status_code == 200, answer.content
    return answer.content.decode()


def did(made: UUID, player: UUID | None, what: str, data: dict[str, Any] | None = None) -> int:
    return browser(player).post(f"/leagues/{made}/{what}/", data or {}).status_code


def test_a_league_is_opened_in_a_form(alice: UUID) -> None:
    form = {
        "title": "City league",
        "ruleset": "high-card-1.0",
        "divisions": "First; 4\nSecond; 6\n",
        "seats": 2,
        "cycles": 2,
        "up": 1,
        "down": 1,
        "playoff": 0,
        "days": 14,
        "window_default": "forfeit",
        "place": "table",
        "listed": "on",
    }
    page = browser(alice).get(f"/leagues/new/?game={GAME}")
    ruleset = page.context["form"].fields["ruleset"].choices[0][0]
    answer = browser(alice).post(f"/leagues/new/?game={GAME}", form | {"ruleset": ruleset})
    assert answer.status_code == 302, answer.content
    agreed = of(League.objects.get().id).rules
    assert agreed is not None
    assert [(division.name, division.size) for division in agreed.divisions] == [("First", 4), ("Second", 6)]
    assert agreed.divisions[0].plan["settings"] == {"cycles": 2}
    assert (agreed.window_minutes, agreed.window_default) == (14 * 24 * 60, "forfeit")
    for wrong in ({"divisions": "First"}, {"divisions": "First; 1"}, {"up": -1}, {"title": ""}):
        answer = browser(alice).post(f"/leagues/new/?game={GAME}", form | {"ruleset": ruleset} | wrong)
        assert answer.status_code == 422


def test_a_season_from_signing_up_to_the_hall_of_champions(alice: UUID) -> None:
    made = services.open_league(owner=alice, title="City league", game=GAME, rules=rules(4, 4)).league
    for number in range(1, 5):
        assert did(made, person(f"Player {number}"), "join") == 302
    names = "".join(f"Guest {number}\n" for number in range(5, 9))
    assert did(made, alice, "enter", {"names": names}) == 302
    assert "Guest 8" in shown(made)
    assert did(made, alice, "open") == 302
    assert did(made, alice, "begin") == 302
    season = of(made).running
    assert season is not None
    page = shown(made)
    assert page.count("to be played by") == 0
    assert page.count("6 tables to be played") == 2
    play(season.tournament, alice, [place.player for place in season.places])
    assert "Close the season" in shown(made, alice)
    assert "Close the season" not in shown(made, person("Charlie"))
    assert did(made, alice, "close") == 302
    assert did(made, alice, "close") == 302
    page = shown(made)
    assert "Hall of champions" in page
    assert "Season 1: Player 1" in page
    assert "Guest 5: goes up" in page


def test_a_list_shows_listed_leagues_and_ones_own(alice: UUID) -> None:
    services.open_league(owner=alice, title="Shown", game=GAME, rules=rules())
    services.open_league(owner=alice, title="Hidden", game=GAME, rules=rules(), listed=False)
    assert "Hidden" in browser(alice).get("/leagues/").content.decode()
    page = browser().get("/leagues/").content.decode()
    assert "Shown" in page
    assert "Hidden" not in page


def test_lines_that_cannot_be_entered_stay(alice: UUID) -> None:
    made, _ = league(alice)
    answer = browser(alice).post(f"/leagues/{made}/enter/", {"names": "Dora\nPlayer 1\n"})
    assert answer.status_code == 422
    assert "Line 2" in answer.content.decode()
    assert len(of(made).waiting) == 9


# --- tables -----------------------------------------------------------------------------------------------


def table_path(tournament: UUID, what: str) -> str:
    return f"/tournaments/{tournament}/tables/division-1/1/1/{what}/"


def seated(tournament: UUID) -> list[UUID]:
    table = state_of(tournament).stages["division-1"].table(1, 1)
    assert table is not None
    return [UUID(str(state_of(tournament).entries[no].player)) for no in table.pairing.seats]


def test_two_players_agree_on_another_day(alice: UUID) -> None:
    made, _ = league(alice)
    tournament = begun(made, alice)
    one, other = seated(tournament)
    until = (timezone.now() + timedelta(days=30)).strftime("%Y-%m-%dT%H:%M")
    assert browser(one).post(table_path(tournament, "postpone"), {"until": until}).status_code == 302
    assert "would play by" in shown(made, other)
    assert "Agree" in shown(made, other)
    assert browser(other).post(table_path(tournament, "postpone"), {"until": until}).status_code == 302
    assert "postponed" in shown(made)


@pytest.mark.parametrize("until", ["", "tomorrow", "2001-01-01T10:00"])
def test_a_day_that_cannot_be_is_refused(alice: UUID, until: str) -> None:
    made, _ = league(alice)
    tournament = begun(made, alice)
    assert browser(alice).post(table_path(tournament, "postpone"), {"until": until}).status_code == 400


def test_outsiders_postpone_and_open_nothing(alice: UUID) -> None:
    made, _ = league(alice, rules(4, 4, online=True))
    tournament = begun(made, alice)
    charlie = person("Charlie")
    until = (timezone.now() + timedelta(days=30)).strftime("%Y-%m-%dT%H:%M")
    assert browser(charlie).post(table_path(tournament, "postpone"), {"until": until}).status_code == 403
    assert browser(charlie).post(table_path(tournament, "play")).status_code == 403
    assert browser().post(table_path(tournament, "play")).status_code == 302
    assert browser(alice).get(table_path(tournament, "play")).status_code == 405


def test_a_table_is_opened_by_one_of_its_players(alice: UUID) -> None:
    made, _ = league(alice, rules(4, 4, online=True))
    tournament = begun(made, alice)
    one, other = seated(tournament)
    assert "Play now" in shown(made, one)
    assert browser(one).post(table_path(tournament, "play")).status_code == 302
    assert "To the open table" in shown(made, other)


def test_overdue_tables_are_marked(alice: UUID, monkeypatch: pytest.MonkeyPatch) -> None:
    made, _ = league(alice)
    begun(made, alice)
    assert "should have been played by" not in shown(made)
    late = timezone.now() + timedelta(days=8)
    monkeypatch.setattr("tournaments.leagues.views.timezone.now", lambda: late)
    assert shown(made).count("should have been played by") == 4


# --- after the end ----------------------------------------------------------------------------------------


def test_the_page_says_that_moves_would_be_others_now_and_the_owner_corrects_them(alice: UUID) -> None:
    made, people = league(alice)
    tournament = begun(made, alice)
    play(tournament, alice, people)
    services.close_season(league_id=made, by=alice)
    assert "would move otherwise" not in shown(made, alice)
    for one in state_of(tournament).stages["division-1"].rounds:
        for table in one.tables.values():
            if 4 in table.pairing.seats:
                seat = table.pairing.seats.index(4)
                ref = at("division-1", one.no, table.no)
                tournaments.correct(tournament_id=tournament, by=alice, ref=ref, result=wins(seat))
    assert "would move otherwise" in shown(made)
    assert "Correct the moves" not in shown(made)
    assert did(made, person("Charlie"), "correct", {"season": 1}) == 403
    assert did(made, alice, "correct", {"season": 1, "reason": "misread"}) == 302
    assert "would move otherwise" not in shown(made)
    assert "Season 1: Player 4" in shown(made)


def test_a_play_off_is_decided_where_the_season_is_closed(alice: UUID) -> None:
    made, people = league(alice, rules(4, 4, up=0, down=0, playoff=1))
    play(begun(made, alice), alice, people)
    assert "Who won the play-off" in shown(made, alice)
    assert did(made, alice, "close") == 409
    assert did(made, alice, "close", {"won-0": "nobody"}) == 400
    assert did(made, alice, "close", {"won-0": str(people[3])}) == 302
    assert "stays by a play-off" in shown(made)


# --- what is not there ------------------------------------------------------------------------------------


def test_unknown_leagues_and_acts(alice: UUID) -> None:
    made, _ = league(alice)
    assert browser(alice).get(f"/leagues/{uuid4()}/").status_code == 404
    assert did(made, alice, "nothing") == 404
    assert did(made, alice, "correct", {"season": "x"}) == 400
    assert did(made, None, "join") == 302
    assert browser(alice).get(f"/leagues/{made}/join/").status_code == 405
    assert did(made, person("Charlie"), "open") == 403

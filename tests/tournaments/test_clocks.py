"""Clocks at the tables of tournaments and leagues: chosen by organisers, agreed on at every table, and what a fallen
flag means there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone, translation

from ledger.projections import named, rebuild
from matches.clocks import flags, service_time
from matches.clocks.controls import BOT, CONCEDES, DAY, PRESETS, TimeControl
from matches.models import Match
from matches.models import Table as MatchTable
from matches.tables import services as table_services
from matches.tables.commands import SitDown
from matches.watching.rules import SpectatorRule
from players import services as accounts
from players.models import Player
from players.ratings.models import RatedGame
from tests.matches.factories import account, person
from tournaments import commands, running, services
from tournaments.decisions.field import Newcomer
from tournaments.leagues import services as leagues
from tournaments.leagues.agreed_words import time_and_flag
from tournaments.leagues.commands import OpenLeague
from tournaments.leagues.rules import Division, Rules
from tournaments.settings import Settings
from web.errors import BadRequest

from .factories import at, opened, stage, state_of

pytestmark = pytest.mark.django_db
REF = at("main", 1, 1)


@pytest.fixture
def alice() -> UUID:
    return account("Alice")


BLITZ = replace(PRESETS["blitz"], flag=CONCEDES)


def evening(alice: UUID, settings: Settings, people: int = 2) -> tuple[UUID, list[UUID]]:
    tournament = opened(alice, stage(settings={"draws": "seed"}), settings=settings)
    players = [account(f"Player {n}") for n in range(people)]
    services.change(tournament, commands.Enter(tuple(Newcomer(one) for one in players)), by=alice)
    services.change(tournament, commands.StartStage("main"), by=alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    return tournament, players


def table_of(tournament: UUID) -> MatchTable:
    running.call_tables(tournament)
    found = running.opened_for(tournament, REF)
    assert found
    return MatchTable.objects.get(id=found)


def seated(table: MatchTable, players: list[UUID]) -> Match:
    for player in players:
        table_services.change(table.id, SitDown(), by=player)
    return Match.objects.get(table=table.id)


def flag_falls(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """An hour later the flag falls, with a server that was there all the time."""
    later = service_time.now() + 3_600_000
    monkeypatch.setattr(service_time, "now", lambda: later)
    monkeypatch.setattr(service_time, "outages", lambda since: [])
    assert flags.carry_out(match.id)


def test_every_table_has_the_chosen_clock_and_a_change_holds_for_the_next(alice: UUID) -> None:
    tournament, players = evening(alice, Settings(time=BLITZ), people=4)
    first = table_of(tournament)
    assert {one.time["base"] for one in MatchTable.objects.all() if one.time} == {300}
    assert MatchTable.objects.count() == 2
    assert first.time
    assert (first.time["mode"], first.time["flag"], first.rated) == ("increment", "concede", True)
    settings = state_of(tournament).settings
    services.change(
        tournament, commands.ChangeTournament("Evening", replace(settings, time=PRESETS["rapid"])), by=alice
    )
    assert MatchTable.objects.get(id=first.id).time == first.time
    assert state_of(tournament).settings.time == PRESETS["rapid"]
    assert rebuild(named("tournaments"), compare=True).differences == []
    assert players


def test_who_runs_out_of_time_concedes_and_the_tournament_has_the_result(
    alice: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament, players = evening(alice, Settings(time=BLITZ))
    table = table_of(tournament)
    match = seated(table, players)
    asked = match.awaited.bit_length() - 1
    flag_falls(match, monkeypatch)
    match.refresh_from_db()
    assert match.ended_at
    assert match.ranks[asked] == 2
    running.take_result(table.id)
    result = state_of(tournament).stages["main"].rounds[0].tables[1].pairing.result
    assert result is not None
    assert result.places[asked] == 2
    assert RatedGame.objects.count() == 1, "a lost game like any other"


def test_a_stand_in_plays_on_unrated_and_only_where_the_organiser_says_so(
    alice: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    stands_in = replace(BLITZ, flag=BOT)
    assert Settings(time=stands_in).rated is False
    with pytest.raises(BadRequest, match="stand_ins_not_rated"):
        opened(alice, settings=Settings(time=stands_in, rated=True))
    tournament, players = evening(alice, Settings(time=stands_in))
    table = table_of(tournament)
    assert not table.rated
    match = seated(table, players)
    flag_falls(match, monkeypatch)
    match.refresh_from_db()
    assert match.ended_at is None
    assert match.stood_in


def test_days_of_correspondence_and_its_off_times_come_to_the_table(alice: UUID) -> None:
    days = TimeControl(mode="per_decision", extra=3 * DAY, off=("nights", "holidays"), flag="default")
    tournament, _ = evening(alice, Settings(time=days))
    assert table_of(tournament).time == {
        "mode": "per_decision",
        "base": 0,
        "extra": 3 * DAY,
        "off": ["nights", "holidays"],
        "flag": "default",
    }


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        (Settings(online=False, time=BLITZ), "clocks_only_here"),
        (Settings(time=TimeControl(mode="increment", base=3)), "bad_time_control"),
        (Settings(time=TimeControl(mode="per_decision", extra=5)), "bad_time_control"),
    ],
)
def test_what_no_table_could_have_is_refused(alice: UUID, settings: Settings, code: str) -> None:
    with pytest.raises(BadRequest, match=code):
        opened(alice, settings=settings)
    tournament = opened(alice, settings=Settings())
    with pytest.raises(BadRequest, match=code):
        services.change(tournament, commands.ChangeTournament("Evening", settings), by=alice)
    assert state_of(tournament).settings.time is None


def test_the_pages_ask_for_it_and_tell_it(alice: UUID, client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    client.force_login(Player.objects.get(id=alice))
    new = client.get("/tournaments/new/?game=elekt").content.decode()
    assert "Blitz, 5 min + 5 s" in new
    sent: dict[str, Any] = {"title": "Cup", "preset": "swiss", "seats": 2, "place": "online", "ruleset": "", "best": 0}
    form = {**sent, "time": "live", "minutes": "10", "seconds": "7", "kind": "delay", "flag": "concede"}
    ruleset = new.split('name="ruleset"')[1].split('value="')[1].split('"')[0]
    answer = client.post("/tournaments/new/?game=elekt", {**form, "ruleset": ruleset}, follow=True)
    tournament = UUID(answer.redirect_chain[-1][0].split("/")[2])
    page = client.get(f"/tournaments/{tournament}/").content.decode()
    assert "10 min, delay 7 s" in page
    assert "they concede" in page
    settings = client.get(f"/tournaments/{tournament}/desk/settings/").content.decode()
    assert 'name="minutes" value="10"' in " ".join(settings.split())
    wrong = client.post("/tournaments/new/?game=elekt", {**form, "ruleset": ruleset, "minutes": "", "seconds": "2"})
    assert wrong.status_code == 422
    assert "at least 10 seconds" in wrong.content.decode()
    wrong = client.post("/tournaments/new/?game=elekt", {**form, "ruleset": ruleset, "place": "table"})
    assert wrong.status_code == 422
    assert "Only tables in the browser have clocks" in wrong.content.decode()


def test_programs_choose_it_too(alice: UUID, client: Client) -> None:
    row = Player.objects.get(id=alice)
    secret = accounts.issue_token(player=row, label="test", now=timezone.now()).secret
    client.defaults["HTTP_AUTHORIZATION"] = f"Bearer {secret}"
    body: dict[str, Any] = {
        "title": "Cup",
        "game": "elekt",
        "preset": "swiss",
        "seats": 2,
        "settings": {"time": {"mode": "rapid"}},
    }
    kind: Any = {"content_type": "application/json"}
    assert client.post("/api/v1/tournaments/", body, **kind).status_code == 400
    body["settings"] = {"time": {"mode": "increment", "base": 600, "extra": 5, "flag": "concede"}}
    made = client.post("/api/v1/tournaments/", body, **kind)
    assert made.status_code == 201, made.content
    shown = client.get(f"/api/v1/tournaments/{made.json()['tournament']}/").json()
    assert shown["settings"]["time"] == {"mode": "increment", "base": 600, "extra": 5, "off": [], "flag": "concede"}


def test_somebody_else_changes_nothing(alice: UUID) -> None:
    tournament = opened(alice, settings=Settings())
    with pytest.raises(Exception, match="needs_role"):
        services.change(tournament, commands.ChangeTournament("Evening", Settings(time=BLITZ)), by=person("Charlie"))


def test_a_league_gives_its_clock_to_each_season(alice: UUID) -> None:
    plan = stage().plan
    rules = Rules((Division("First", 4, plan),), online=True, time=BLITZ)
    league = leagues.open_league(command=OpenLeague("Redoubt", "elekt", rules), owner=alice).league
    assert leagues.existing(league).rules == rules
    assert rules.settings().time == BLITZ
    assert rules.settings().rated
    assert not replace(rules, time=replace(BLITZ, flag=BOT)).settings().rated
    with translation.override("en"):
        told = time_and_flag(BLITZ)
    assert told == "Blitz, 5 min + 5 s (They concede)"
    with pytest.raises(BadRequest, match="clocks_only_here"):
        leagues.open_league(command=OpenLeague("Fort", "elekt", replace(rules, online=False)), owner=alice)


def test_a_league_says_how_spectators_see_its_matches(alice: UUID, client: Client) -> None:
    late = SpectatorRule(minutes=15, open_hands=True)
    rules = Rules((Division("First", 4, stage().plan),), online=True, spectators=late)
    league = leagues.open_league(command=OpenLeague("Redoubt", "elekt", rules), owner=alice).league
    assert leagues.existing(league).rules == rules
    assert rules.settings().spectators == late
    client.force_login(Player.objects.get(id=alice))
    page = client.get(f"/leagues/{league}/", headers={"accept-language": "en"}).content.decode()
    assert "Spectators see the match 15 minutes late, with open hands." in page
    form = client.get(f"/leagues/{league}/settings/", headers={"accept-language": "en"}).content.decode()
    assert '<option value="15 minutes" selected>' in form
    wrong = replace(rules, spectators=SpectatorRule())
    with pytest.raises(BadRequest, match="bad_spectator_rule"):
        leagues.open_league(command=OpenLeague("Fort", "elekt", wrong), owner=alice)

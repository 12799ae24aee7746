"""Pages of events, clubs and ratings speak in words: no key of a ruleset, stage or format is read or heard there."""

from __future__ import annotations

import re
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from elekt_core.registry import get_game
from players.clubs import commands as club_commands
from players.clubs import services as clubs
from players.models import Player
from tests.keys_on_pages import FOR_PROGRAMS, Words, keys_on
from tests.matches.factories import account
from tests.sampling import sample
from tests.tournaments.factories import at, state_of
from tests.tournaments.leagues.made import DUELS, of, play, rules
from tournaments import commands, plans, services
from tournaments.decisions.field import Newcomer
from tournaments.formats.contract import Plan, Result
from tournaments.leagues import commands as league_commands
from tournaments.leagues import services as leagues
from tournaments.leagues.rules import Division
from tournaments.pages import sheets
from tournaments.presets import PRESETS, Wish
from tournaments.settings import Settings

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
RULESETS = {ruleset.name for ruleset in get_game("elekt").rulesets if ruleset.name != "elekt"}
STAGE = re.compile(r"\bdivision-\d+|\bdivision\d\b")


def of_a_league(alice: UUID, people: list[UUID]) -> list[str]:
    """A season with two divisions and a final that has begun."""
    final = plans.plain(Plan("single_elimination", settings={"draws": "titles"}))
    agreed = rules(playoff=1, up=0, down=0)
    divisions = tuple(Division(name, 4, DUELS, best=2, final=final) for name in ("First", "Second"))
    made = leagues.open_league(
        owner=alice,
        command=league_commands.OpenLeague(
            title="City league", game="elekt", rules=type(agreed)(divisions, up=0, down=0, playoff=1)
        ),
    ).league
    leagues.change(made, league_commands.Enter(tuple(people)), by=alice)
    leagues.change(made, league_commands.OpenSeason(), by=alice)
    leagues.change(made, league_commands.BeginSeason(), by=alice)
    running = of(made).running
    assert running is not None
    play(running.tournament, alice, people)
    leagues.change(made, league_commands.BeginSeason(), by=alice)
    league = [f"/leagues/{made}/{page}" for page in ("", "settings/", "log/", "organisers-log/", "ratings/")]
    return ["/leagues/", *league, *of_a_tournament(running.tournament, alice)]


def of_a_tournament(made: UUID, alice: UUID) -> list[str]:
    state, one = state_of(made), f"/tournaments/{made}/"
    found = [one, f"{one}desk/", f"{one}log/", f"{one}wall/", f"{one}desk/settings/", f"{one}desk/seeding/"]
    for key, stage in state.stages.items():
        no = stage.rounds[-1].no
        table = next(iter(stage.rounds[-1].tables))
        found += [
            f"{one}?stage={key}",
            f"{one}desk/?stage={key}",
            f"{one}desk/change/{key}/",
            f"{one}tables/{key}/{no}/{table}/",
        ]
        found += [f"{one}print/{kind}/?stage={key}" for kind in sheets.Sheet]
        if stage.rounds[-1].tables[table].is_done:
            found.append(f"{one}desk/correct/{key}/{no}/{table}/")
    return [*found, f"{one}entrants/1/", reverse("tournaments:exports", args=[made])]


@pytest.mark.parametrize("language", sample(["en"], ["en", "pl"]))
def test_events_clubs_and_ratings_are_told_in_words(language: str) -> None:
    alice, people = account("Alice"), [account(f"Player {number}") for number in range(1, 9)]
    club = clubs.found(club_commands.FoundClub("Meeples", open_entry=True), by=alice).club
    pods = services.open_tournament(
        owner=alice,
        title="Tuesday",
        game="elekt",
        stages=PRESETS["pods"](Wish(4, 2, 0)),
        settings=Settings(online=False, club=str(club)),
    ).tournament
    services.change(pods, commands.Enter(tuple(map(Newcomer, people))), by=alice)
    services.change(pods, commands.StartStage("swiss"), by=alice)
    services.change(pods, commands.Pair("swiss"), by=alice)
    for table in state_of(pods).stages["swiss"].rounds[0].tables:
        services.change(pods, commands.EnterResult(at("swiss", 1, table), Result((1, 2, 3, 4))), by=alice)
    pages = [*of_a_league(alice, people), *of_a_tournament(pods, alice), "/tournaments/", "/ratings/", "/clubs/"]
    pages += [f"/clubs/{club}/", f"/clubs/{club}/roster/", f"/evenings/{club}/", f"/ratings/?club={club}"]
    pages += [f"/players/{people[0]}/", "/account/entered/", "/tournaments/new/", "/leagues/new/"]
    client = Client(headers={"accept-language": language})
    client.force_login(Player.objects.get(id=alice))
    found: dict[str, set[str]] = {}
    for path in pages:
        answer = client.get(path)
        if answer.status_code != 200:
            found[path] = {str(answer.status_code)}
            continue
        html = answer.content.decode()
        text = keys_on(html, RULESETS)
        words = keys_of_stages(html)
        if text or words:
            found[path] = text | words
    assert found == {}, found


def keys_of_stages(html: str) -> set[str]:
    return set(STAGE.findall("\n".join(Words(html, FOR_PROGRAMS).said)))

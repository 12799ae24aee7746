"""The page of a league says what happens next and who must do something; whoever forgets it is reminded."""

from __future__ import annotations

import re
from datetime import timedelta
from unittest.mock import patch
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone

from players.models import Player
from players.notices.models import Delivery, Reader
from tests.busy import busy
from tests.matches.factories import person
from tests.tournaments.factories import at, state_of
from tournaments import commands, reminding
from tournaments import queries as of_tournaments
from tournaments import services as tournaments
from tournaments.formats.contract import Result
from tournaments.leagues import commands as league_commands
from tournaments.leagues import next_steps, queries, services, shapes
from tournaments.leagues.next_steps import By, Step
from web.costly import CHECKING

from .made import league, of, play, rules

pytestmark = pytest.mark.django_db
LINE = re.compile(
    r"<li\s*(?:class=\"([^\"]*)\")?\s*>\s*<strong>(.*?):</strong>\s*<a href=\"(.*?)\">(.*?)</a>", re.DOTALL
)


@pytest.fixture
def alice() -> UUID:
    return person("Alice")


def browser(player: UUID | None = None) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    if player is not None:
        client.force_login(Player.objects.get(id=player))
    return client


def said(made: UUID, player: UUID | None = None) -> list[tuple[str, str]]:
    """Who must do what, as the page says it."""
    page = browser(player).get(f"/leagues/{made}/").content.decode()
    block = page.split('id="next"')[1].split("</section>")[0]
    return [(" ".join(who.split()), " ".join(told.split())) for _, who, _, told in LINE.findall(block)]


def steps(made: UUID) -> dict[str, Step]:
    asked, now = queries.league(league_id=made, player=None), timezone.now()
    found = next_steps.of(asked, shapes.season(asked, now), shapes.history(asked), now)
    return {f"{one.code} {one.stage}".strip(): one for one in found}


def test_from_signing_up_to_closing_the_page_says_whose_turn_it_is(alice: UUID) -> None:
    made, people = league(alice, rules(2, 2, up=0, down=0, playoff=1), members=0)
    assert said(made)[0] == ("Anybody with an account", "Sign up for season 1.")
    assert set(steps(made)) == {"sign_up", "too_few"}
    people = [person(f"Player {number}") for number in range(1, 5)]
    services.change(made, league_commands.Enter(tuple(people)), by=alice)
    services.change(made, league_commands.Join(), by=people[0])
    found = steps(made)
    assert set(found) == {"sign_up", "open", "confirm_membership"}
    assert set(found["confirm_membership"].who) == {*people[1:]}, "the first has said so"
    assert said(made, people[1])[0][0].startswith("you, ")
    assert ("Organisers (you)", "Open season 1 once all who want to play are in: so far 4 players.") in said(
        made, alice
    )

    done = []
    while (running := of(made)).last is None or not running.last.is_closed:
        found = steps(made)
        assert found, "there is always a step"
        office = [one.code for one in found.values() if one.by is By.ORGANISERS]
        if found.keys() & {"play division-1", "play division-2", "play division-1-border"}:
            assert running.running is not None
            play(running.running.tournament, alice, people)
            continue
        assert len(office) == 1, found
        acts = {"open": "open", "begin": "begin", "borders": "begin", "close": "close"}
        done.append(office[0])
        assert browser(alice).post(f"/leagues/{made}/{acts[office[0]]}/").status_code == 302
    assert done == ["open", "begin", "borders", "close"]
    assert {"sign_up", "open"} <= set(steps(made)), "and the next season can come"
    answer = browser().get(f"/api/v1/leagues/{made}/").json()
    assert [(one["code"], one["by"], one["who"]) for one in answer["next"][:2]] == [
        ("sign_up", "anybody", []),
        ("open", "organisers", [str(alice)]),
    ]


def test_tables_tell_who_plays_who_confirms_and_what_an_organiser_rules_on(alice: UUID) -> None:
    made, people = league(alice, rules(4), members=4)
    services.change(made, league_commands.OpenSeason(), by=alice)
    services.change(made, league_commands.BeginSeason(), by=alice)
    running = of(made).running
    assert running is not None
    season = running.tournament
    assert set(steps(made)["play division-1"].who) == set(people)
    state = state_of(season)
    table = state.stages["division-1"].rounds[0].tables[1]
    one, other = (state.entries[no].player for no in table.pairing.seats)
    assert one is not None
    assert other is not None
    played = [line for line in said(made, one) if line[1].startswith("Division A")]
    assert played[0] == ("you", "Division A, round 1: play against Player 4, and report the result.")
    assert "you" not in played[1][0]
    assert played[1][1] == "Division A: play the 6 tables that are left, and report their results."
    tournaments.change(season, commands.Report(at("division-1", 1, 1), Result((1, 2))), by=one)
    assert steps(made)["confirm division-1"].who == (other,)
    tournaments.change(season, commands.Report(at("division-1", 1, 1), Result((2, 1))), by=other)
    assert "rule division-1" in steps(made)
    late = timezone.now() + timedelta(days=8)
    asked = queries.league(league_id=made, player=None)
    then = next_steps.of(asked, shapes.season(asked, late), [], late)
    assert "Division A: 1 table was not played in time: rule on it or postpone it." in [one.told for one in then]


def told(player: UUID) -> list[str]:
    return list(Delivery.objects.filter(player=player).order_by("made_at").values_list("message", flat=True))


def reached(*people: UUID) -> None:
    now = timezone.now()
    for number, one in enumerate(people):
        Reader.objects.create(
            player=one, language="en", zone="UTC", address=f"p{number}@example.org", confirmed_at=now, choices={}
        )


def test_reminders_of_a_league_go_out_by_themselves_and_once(alice: UUID) -> None:
    made, people = league(alice, rules(2), members=2)
    reached(alice, *people)
    now = timezone.now()
    reminding.remind(now)
    assert told(people[0]) == [], "nobody is reminded while somebody is at work on it"
    reminding.remind(now + timedelta(hours=2))
    reminding.remind(now + timedelta(hours=3))
    assert (told(alice), told(people[0])) == (["waits_for_you"], ["waits_for_you"]), "to open the season; to say yes"
    reminding.remind(now + timedelta(days=8))
    assert told(people[0]) == ["waits_for_you"] * 2, "once a week"
    reminding.remind(now + timedelta(days=60))
    assert told(people[0]) == ["waits_for_you"] * 2, "and not for ever"

    for one in people:
        services.change(made, league_commands.Join(), by=one)
    Delivery.objects.all().delete()
    services.change(made, league_commands.OpenSeason(), by=alice)
    services.change(made, league_commands.BeginSeason(), by=alice)
    reminding.remind(now + timedelta(days=4))
    assert told(people[0]).count("play_by") == 0
    for hours in (24 * 7 - 40, 24 * 7 - 20):
        reminding.remind(now + timedelta(hours=hours))
    assert told(people[0]).count("play_by") == 1
    assert told(alice) == []
    reminding.remind(now + timedelta(days=7, hours=3))
    assert told(alice) == ["waits_for_you"], "the table was not played in time: she rules"
    assert told(people[0]).count("play_by") == 1


def test_the_log_of_the_organisers_has_what_they_did_in_league_and_season_and_nothing_else(alice: UUID) -> None:
    made, people = league(alice, rules(2), members=2)
    services.change(made, league_commands.Join(), by=people[0])
    services.change(made, league_commands.OpenSeason(), by=alice)
    services.change(made, league_commands.BeginSeason(), by=alice)
    running = of(made).running
    assert running is not None
    tournaments.change(running.tournament, commands.Report(at("division-1", 1, 1), Result((1, 2))), by=people[0])
    tournaments.change(
        running.tournament,
        commands.EnterResult(at("division-1", 1, 1), Result((2, 1))),
        by=alice,
    )
    page = browser().get(f"/leagues/{made}/organisers-log/").content.decode()
    assert page.count("<li>") > 3
    assert page.index("Season 1") < page.index("The league “City league” was opened.")
    assert "confirmed playing" not in page, "what a member said for themself"
    assert "Player 1</span>" not in page
    assert f"/leagues/{made}/log/#event-1" in page
    assert f"/tournaments/{running.tournament}/log/#event-" in page
    assert browser().get(f"/leagues/{made}/organisers-log/1/").status_code == 200
    assert browser().get(f"/leagues/{made}/organisers-log/2/").status_code == 404
    assert "organisers-log" in browser().get(f"/leagues/{made}/").content.decode()
    with patch.object(of_tournaments, "LONG_LOG", 1), busy(CHECKING):
        assert browser().get(f"/leagues/{made}/organisers-log/").status_code == 503

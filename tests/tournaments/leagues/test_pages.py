"""Leagues in the browser."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.utils import timezone

from ledger import store
from players.models import Player
from players.services import sign_up
from tests.matches.factories import GAME, person
from tests.tournaments.factories import at, play_round, state_of, wins
from tournaments import commands
from tournaments import services as tournaments
from tournaments.leagues import commands as league_commands
from tournaments.leagues import services, ways
from tournaments.leagues.rules import Rules, check
from tournaments.models import League, OpenTable
from web.live import audience

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


def lines(*divisions: tuple[str, int, str], **more: Any) -> dict[str, Any]:
    """What the form sends of divisions: name, size, and how they are played; ``more`` of the last one."""
    data: dict[str, Any] = {"divisions-TOTAL_FORMS": len(divisions), "divisions-INITIAL_FORMS": 0}
    for place, (name, size, way) in enumerate(divisions):
        one = {"name": name, "size": size, "way": way, "rounds": 0, "best": 0, "was": place}
        data |= {f"divisions-{place}-{key}": value for key, value in one.items()}
    last = len(divisions) - 1
    return data | {f"divisions-{last}-{key}": value for key, value in more.items()}


def test_a_league_is_opened_in_a_form(alice: UUID) -> None:
    form = {
        "title": "City league",
        "ruleset": "high-card-1.0",
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
    form |= {"ruleset": ruleset} | lines(("First", 4, "duels_twice"), ("", 8, "duels"), ("Second", 6, "pods"))
    form |= {"divisions-0-best": 2, "divisions-2-rounds": 3, "divisions-2-days": 7}
    form |= {"playoff": 1, "playoff_way": "knockout", "playoff_games": 3}
    answer = browser(alice).post(f"/leagues/new/?game={GAME}", form)
    assert answer.status_code == 302, answer.content
    agreed = of(League.objects.get().id).rules
    assert agreed is not None
    assert [(division.name, division.size) for division in agreed.divisions] == [("First", 4), ("Second", 6)]
    assert agreed.divisions[0].plan["settings"] == {"cycles": 2}
    assert (agreed.divisions[0].best, agreed.divisions[0].final["format"]) == (2, "single_elimination")
    second = agreed.divisions[1].plan
    assert (second["format"], second["seats"], second["least"], second["rounds"]) == ("pods", 4, 3, 3)
    assert (agreed.window_minutes, agreed.window_default) == (14 * 24 * 60, "forfeit")
    assert [one.window_minutes for one in agreed.divisions] == [None, 7 * 24 * 60]
    assert agreed.border["settings"] == {"draws": "seed", "length": 3}
    for name, wrong in (
        ("divisions-0-size", 1), ("divisions-0-rounds", 3), ("divisions-0-best", 5), ("divisions-0-way", "chess"),
        ("divisions-TOTAL_FORMS", 0), ("up", -1), ("title", ""), ("divisions-2-days", 400),
        ("playoff_way", "duels"), ("playoff_way", "chess"), ("playoff_games", 0), ("playoff_rounds", 3),
    ):  # fmt: skip
        answer = browser(alice).post(f"/leagues/new/?game={GAME}", form | {name: wrong})
        assert answer.status_code == 422, name
        assert 'class="errors"' in answer.content.decode() or "at least one division" in answer.content.decode()
    assert League.objects.count() == 1


def test_one_more_division_keeps_what_was_filled_in(alice: UUID) -> None:
    sent = {"title": "Town league", "up": 3, "more": "1", **lines(("Upper", 5, "swiss"), rounds=4)}
    page = browser(alice).post(f"/leagues/new/?game={GAME}", sent).content.decode()
    assert not League.objects.exists()
    assert 'class="errors"' not in page
    for said in ('value="Town league"', 'value="Upper"', 'value="5"', 'value="swiss" selected', 'value="Division 2"'):
        assert said in page


def test_a_division_may_play_the_swiss_system_in_windows(alice: UUID) -> None:
    """The next round needs the results of the last, so it is paired when these are there."""
    swiss = ways.division("First", 4, "swiss", 2, 0)
    made, _ = league(alice, replace(rules(), divisions=(swiss,)), 4)
    season = begun(made, alice)
    (key,) = state_of(season).stages
    for no in (1, 2):
        assert [one.no for one in state_of(season).stages[key].rounds] == list(range(1, no + 1))
        assert all(table.until for table in state_of(season).stages[key].tables() if not table.is_done)
        play_round(season, alice, key)
        if no == 1:
            tournaments.change(season, commands.Pair(key), by=alice)
    services.change(made, league_commands.CloseSeason(), by=alice)
    assert of(made).running is None


@pytest.mark.parametrize("way", list(ways.WAYS))
def test_each_way_that_the_form_offers_can_be_played_and_is_known_again(way: str) -> None:
    rounds = 3 if way in ways.WITH_ROUNDS else 0
    one = ways.division("First", 8, way, rounds, 3)
    check(Rules((one,)))
    assert ways.way_of(one) == (way, rounds)
    assert way in [key for _group, choices in ways.NAMES for key, _label in choices]


def test_a_season_from_signing_up_to_the_hall_of_champions(alice: UUID) -> None:
    made = services.open_league(
        owner=alice, command=league_commands.OpenLeague(title="City league", game=GAME, rules=rules(4, 4))
    ).league
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
    assert "Guest 5: is promoted" in page


def test_a_list_shows_listed_leagues_and_ones_own(alice: UUID) -> None:
    services.open_league(owner=alice, command=league_commands.OpenLeague(title="Shown", game=GAME, rules=rules()))
    services.open_league(
        owner=alice, command=league_commands.OpenLeague(title="Hidden", game=GAME, rules=rules(), listed=False)
    )
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


# --- settings, officers, members, the log -----------------------------------------------------------------


def settings_page(made: UUID, player: UUID | None) -> str:
    answer = browser(player).get(f"/leagues/{made}/settings/")
    return answer.content.decode() if answer.status_code == 200 else str(answer.status_code)


CHANGED = {
    "title": "Town league",
    "up": 2,
    "down": 1,
    "playoff": 0,
    "days": 14,
    "window_default": "arbiter",
    "place": "table",
    "listed": "on",
}


def test_the_owner_changes_what_is_agreed_and_plans_made_elsewhere_stay(alice: UUID) -> None:
    """The divisions of ``made.rules`` have a plan that the form cannot make."""
    made, _ = league(alice)
    before = of(made).rules
    assert before is not None
    page = settings_page(made, alice)
    assert 'value="Division A"' in page
    assert page.count('value="kept" selected') == 2
    path = f"/leagues/{made}/settings/"
    changed = CHANGED | lines(("Upper", 4, "kept"), ("Lower", 4, "kept"), ("Third", 6, "duels"))
    assert browser(alice).post(path, CHANGED | lines(("Upper", 1, "kept"))).status_code == 422
    assert browser(alice).post(path, changed | {"divisions-2-way": "kept"}).status_code == 422
    assert browser(alice).post(path, changed).status_code == 302
    after = of(made)
    assert after.rules is not None
    assert (after.title, after.open_entry, after.rules.up) == ("Town league", False, 2)
    assert [(one.name, one.size) for one in after.rules.divisions] == [("Upper", 4), ("Lower", 4), ("Third", 6)]
    assert [one.plan for one in after.rules.divisions[:2]] == [one.plan for one in before.divisions]
    assert after.rules.divisions[2].plan["settings"] == {"cycles": 1}
    assert browser(alice).post(path, changed).status_code == 302
    assert of(made).version == after.version
    log = browser().get(f"/leagues/{made}/log/").content.decode()
    assert "Players promoted: 1 → 2" in log
    assert "Name: City league → Town league" in log
    assert "Third (6; Duels: everyone meets everyone once)" in log


def test_how_play_offs_are_played_is_agreed_in_the_form_and_told(alice: UUID) -> None:
    """A plan that the form has no word for stays as it was agreed, and so do minutes that are no whole days."""
    kept = {"format": "round_robin", "settings": {"cycles": 4}}
    first, second = rules().divisions
    own = (replace(first, window_minutes=90), second)
    made, _ = league(alice, rules(playoff=1, border=kept, divisions=own, window_minutes=10_000), 4)
    assert "A play-off: Round robin: duels." in shown(made)
    page, path = settings_page(made, alice), f"/leagues/{made}/settings/"
    assert page.count('value="kept" selected') == 3
    sent = CHANGED | {"playoff": 1, "playoff_way": "kept", "playoff_games": 1, "playoff_rounds": 0, "days": 7}
    sent |= lines(("A", 4, "kept"), ("B", 4, "kept")) | {"divisions-0-days": 1}
    assert browser(alice).post(path, sent).status_code == 302
    agreed = of(made).rules
    assert agreed is not None
    assert (agreed.border, agreed.divisions[0].window_minutes, agreed.window_minutes) == (kept, 90, 10_000)
    assert browser(alice).post(path, sent | {"playoff_way": "pods"}).status_code == 422
    answer = browser(alice).post(path, sent | {"playoff_way": "knockout", "playoff_games": 5})
    assert answer.status_code == 302
    log = browser().get(f"/leagues/{made}/log/").content.decode()
    for said in (
        "How the play-offs are played: Custom format, set elsewhere → Duels: knock-out",
        "Best of how many games: 1 → 5",
    ):
        assert said in log
    assert "A play-off: Knock-out: duels. Best of 5 games." in shown(made)


def test_a_league_that_the_form_made_is_changed_whole(alice: UUID) -> None:
    made = services.open_league(
        owner=alice,
        command=league_commands.OpenLeague(
            title="x", game=GAME, rules=Rules((ways.division("First", 4, "duels", 0, 0),))
        ),
    ).league
    assert 'value="duels" selected' in settings_page(made, alice)
    more = CHANGED | lines(("First", 4, "threes"), best=3)
    assert browser(alice).post(f"/leagues/{made}/settings/", more).status_code == 302
    agreed = of(made).rules
    assert agreed is not None
    assert {(one.plan["seats"], one.best, one.final["seats"]) for one in agreed.divisions} == {(3, 3, 3)}


def test_owners_name_officers_and_outsiders_see_no_settings(alice: UUID) -> None:
    made, people = league(alice)
    dora = sign_up(username="dora", name="Dora", password="long enough to pass").id
    charlie = person("Charlie")
    path = f"/leagues/{made}/officers/"
    assert browser(charlie).post(path, {"name": "Dora", "role": "owner"}).status_code == 403
    assert browser(alice).post(path, {"name": "Dora", "role": "scorer"}).status_code == 400
    assert browser(alice).post(path, {"name": "Nobody at all", "role": "arbiter"}).status_code == 404
    assert browser(alice).post(path, {"name": "Dora", "role": "arbiter"}).status_code == 302
    assert "Members" in settings_page(made, dora)
    assert 'name="up"' not in settings_page(made, dora)
    assert settings_page(made, people[0]) == settings_page(made, charlie) == "403"
    assert browser().get(f"/leagues/{made}/settings/").status_code == 302
    assert browser(dora).post(f"/leagues/{made}/settings/", CHANGED).status_code == 403
    assert browser(alice).post(path, {"player": str(dora), "role": ""}).status_code == 302
    assert settings_page(made, dora) == "403"


def test_officers_take_members_out_and_back_in(alice: UUID) -> None:
    made, people = league(alice)
    begun(made, alice)
    charlie = person("Charlie")
    one = {"player": str(people[0]), "back": "settings"}
    assert did(made, charlie, "leave", one) == 403
    assert did(made, alice, "leave", one) == 302
    assert of(made).leaving == {people[0]}
    assert "Keep for the next season" in settings_page(made, alice)
    assert "Withdraw or replace now" in settings_page(made, alice)
    assert did(made, charlie, "stay", one) == 403
    assert did(made, alice, "stay", one) == 302
    assert not of(made).leaving
    assert did(made, alice, "leave", {"player": "nobody"}) == 400


def test_everything_that_happened_is_in_the_log_with_its_hash(alice: UUID) -> None:
    made, people = league(alice)
    play(begun(made, alice), alice, people)
    services.change(made, league_commands.Leave(player=people[7]), by=people[7])
    services.change(made, league_commands.CloseSeason(), by=alice)
    answer = browser().get(f"/leagues/{made}/log/")
    page = answer.content.decode()
    told = (
        "was opened",
        "Player 3 entered the next season",
        "Season 1 was opened",
        "Player 8 is not playing in the next season",
        "Winner: Player 1",
    )
    for one in told:
        assert one in page
    assert page.index(told[-1]) < page.index(told[0])
    stored = store.read(made)
    assert stored[-1].hash.hex() in page
    assert all(event.hash.hex()[:12] in page for event in stored if event.batch)
    assert str(people[0]) not in page
    assert browser().get(f"/leagues/{uuid4()}/log/").status_code == 404


def test_the_page_hears_of_the_league_and_of_its_season(alice: UUID) -> None:
    made, _ = league(alice)
    assert shown(made).count("/live/") == 2  # one address, on the page and on what is swapped
    tournament = begun(made, alice)
    page = shown(made)
    assert f"/live/{tournament}?" in page
    assert f"/live/{made}?" in page
    both = of(made).version + state_of(tournament).version
    assert f'data-version="{both}"' in page
    fragment = browser().get(f"/leagues/{made}/", headers={"HX-Request": "true"}).content.decode()
    assert fragment.startswith('<div id="league"')
    assert audience.versions({made: "league", tournament: "tournament"}) == {
        made: of(made).version,
        tournament: state_of(tournament).version,
    }


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
    assert "suggests playing by" in shown(made, other)
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
    answer = browser(one).post(table_path(tournament, "play"))
    opened = OpenTable.objects.get(opened__isnull=False).opened
    assert answer["Location"] == f"/tables/{opened}/"
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
    services.change(made, league_commands.CloseSeason(), by=alice)
    assert "would move differently" not in shown(made, alice)
    for one in state_of(tournament).stages["division-1"].rounds:
        for table in one.tables.values():
            if 4 in table.pairing.seats:
                seat = table.pairing.seats.index(4)
                ref = at("division-1", one.no, table.no)
                tournaments.change(tournament, commands.Correct(ref, wins(seat)), by=alice)
    assert "would move differently" in shown(made)
    assert "Correct promotions and relegations" not in shown(made)
    assert did(made, person("Charlie"), "correct", {"season": 1}) == 403
    assert did(made, alice, "correct", {"season": 1, "reason": "misread"}) == 302
    assert "would move differently" not in shown(made)
    assert "Season 1: Player 4" in shown(made)


def test_a_play_off_is_decided_where_the_season_is_closed(alice: UUID) -> None:
    made, people = league(alice, rules(4, 4, up=0, down=0, playoff=1))
    play(begun(made, alice), alice, people)
    assert "Who won the play-off" in shown(made, alice)
    assert did(made, alice, "close") == 409
    assert did(made, alice, "close", {"won-0": "nobody"}) == 400
    assert did(made, alice, "close", {"won-0": str(people[3])}) == 302
    assert "stays by winning a play-off" in shown(made)


# --- what is not there ------------------------------------------------------------------------------------


def test_unknown_leagues_and_acts(alice: UUID) -> None:
    made, _ = league(alice)
    assert browser(alice).get(f"/leagues/{uuid4()}/").status_code == 404
    assert did(made, alice, "nothing") == 404
    assert did(made, alice, "correct", {"season": "x"}) == 400
    assert did(made, None, "join") == 302
    assert browser(alice).get(f"/leagues/{made}/join/").status_code == 405
    assert did(made, person("Charlie"), "open") == 403


def test_without_scripts_a_refused_name_stays_beside_what_is_wrong_with_it(alice: UUID) -> None:
    made, _people = league(alice)
    client, sent = browser(alice), {"name": "Nobody <here>", "role": "owner"}
    settings = f"http://testserver/leagues/{made}/settings/"
    answer = client.post(f"/leagues/{made}/officers/", sent, headers={"referer": settings})
    page = answer.content.decode()
    assert answer.status_code == 404
    field = page.partition('id="officer"')[2].partition("<datalist")[0]
    assert 'value="Nobody &lt;here&gt;"' in field
    assert '<span class="errors" id="refused">' in field
    assert '<option value="owner" selected="">' in page
    assert page.count('<a href="#refused">') == 1
    foreign = client.post(f"/leagues/{made}/officers/", sent, headers={"referer": settings.replace("server", "other")})
    assert (foreign.status_code, 'id="officer"' in foreign.content.decode()) == (404, False)

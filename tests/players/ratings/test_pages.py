"""The pages of the ratings: matches against a bot, one of them annulled; what is listed and what is not."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from matches import models as matches_models
from matches.models import Table as Row
from matches.play import services
from matches.tables import rating
from matches.tables import services as table_services
from matches.tables.commands import OpenTable, SitDown
from matches.tables.rating import AGAINST_BOTS
from players import services as accounts
from players.models import Player
from players.ratings import commands as c
from players.ratings import queries, sentences
from players.ratings import services as ratings
from players.ratings.elo import shown
from players.ratings.events import LadderKey
from players.ratings.outcome import bot, person
from players.ratings.pages import choosing, listing
from tests.matches.conftest import high_card as high_card
from tests.matches.factories import GAME, Table
from tests.sampling import sample
from web.error_words import explain
from web.errors import Refused

from .factories import foreseen

pytestmark = pytest.mark.django_db

KEY = LadderKey("elekt", "2.1", "live")


def account(name: str) -> Player:
    return accounts.sign_up(username=name.lower(), name=name, password="dvopq-83nvfg")


def rated(*seats: str, places: tuple[int, ...] = (), days: int = 0, source: str = "", key: LadderKey = KEY) -> UUID:
    game = uuid4()
    ratings.record(
        game=game,
        ladder=key,
        seats=seats,
        places=places or range(1, len(seats) + 1),
        played_at=timezone.now() - timedelta(days=days),
        actor="player:arbiter",
        source=source,
    )
    return game


def listed(**asked: object) -> Mapping[str, listing.Row]:
    (choice,) = choosing.ladders()
    page = listing.ladder(choice.ladder, now=timezone.now(), **asked)  # type: ignore[arg-type]
    return {row.person.who: row for row in (*page.ranked, *page.provisional)}


def page(url: str, client: Client | None = None) -> str:
    answer = (client or Client(headers={"accept-language": "en"})).get(url)
    assert answer.status_code == 200, answer.content
    return answer.content.decode()


@pytest.mark.slow
def test_bot_matches_are_rated_and_shown_and_one_annulled() -> None:
    alice = account("Alice")
    matches = []
    many, conceded = sample(8, 1000), sample(6, 20)
    for n in range(many):
        opened = table_services.open_table(OpenTable(game=GAME, seats=2, bots={1: "random"}), by=alice.id)
        assert opened.match is not None
        table = Table(opened.table, opened.match, [alice.id, None])
        if n == conceded:
            actor = services.player_actor(alice.id)
            services.concede(match_id=table.match, seat=0, decision_id=uuid4(), actor=actor)
        table.play_out()
        matches.append(table.match)
    key = LadderKey(GAME, matches_models.Match.objects.get(id=matches[0]).ruleset, AGAINST_BOTS)
    before = {rung.who: rung for rung in queries.ladder(key)}
    assert {rung.games for rung in before.values()} == {many}
    assert sum(rung.value for rung in before.values()) == 2 * 1_500_000  # what one gains the other loses

    game = rating.rated_game(matches[conceded])
    said = {move.who: (move.before, move.after) for move in foreseen(game)}
    ratings.change(c.AnnulGame(game), actor="player:arbiter")
    after = {rung.who: rung for rung in queries.ladder(key)}
    assert said == {who: (before[who].value, after[who].value) for who in after}
    assert {rung.games for rung in after.values()} == {many - 1}

    ladder = page(reverse("players:ladder"))
    for who, name in ((person(alice.id), "Alice"), (bot("random"), "Random bot")):
        assert name in ladder
        assert f"<strong>{shown(after[who].value)}</strong>" in ladder
    why = page(reverse("players:rated_game", args=[game]))
    assert "This game was annulled" in why
    assert "The game does not count." in why
    assert reverse("matches:replay", args=[matches[conceded], 1]) in why
    hers = page(reverse("players:player", args=[alice.id]))
    assert "rating-known" in hers  # the line as known now beside the one that was published
    assert f"Game {many}<span" in hers


# --- who is listed ----------------------------------------------------------------------------------------


def test_guests_and_those_who_were_erased_are_not_listed_and_take_no_rank() -> None:
    alice, bob = account("Alice"), account("Bob")
    guest = accounts.enter_as_guest(name="Gast")
    for _ in range(15):
        rated(person(guest.id), person(bob.id), person(alice.id))
    assert [row.rank for row in listed().values()] == [1, 2]
    assert set(listed()) == {person(bob.id), person(alice.id)}
    accounts.erase(player=bob, now=timezone.now())
    assert set(listed()) == {person(alice.id)}
    client = Client(headers={"accept-language": "en"})
    assert client.get(reverse("players:player", args=[bob.id])).status_code == 404
    assert "Bob" not in page(reverse("players:player", args=[alice.id]))


def test_a_ladder_is_called_by_the_title_of_its_game() -> None:
    with translation.override("pl"):
        title = choosing.title(LadderKey("elector_counts", "elector-counts-r1", "live"))
    assert title == "Książęta-Elektorzy · na żywo"
    assert choosing.title(LadderKey("gone", "gone-r1", "live")).startswith("gone · gone-r1")


def test_who_was_never_rated_has_a_page_guests_and_bots_too() -> None:
    guest, alice = accounts.enter_as_guest(name="Gast"), account("Alice")
    for player in (guest, alice):
        assert "No rated games yet." in page(reverse("players:player", args=[player.id]))
    assert "No rated games yet." in page(reverse("players:bot", args=["random"]))
    assert Client().get(reverse("players:bot", args=["no-such-bot"])).status_code == 404
    assert Client().get(reverse("players:player", args=[uuid4()])).status_code == 404


def test_fewer_than_fifteen_games_have_no_rank_and_are_called_provisional() -> None:
    alice, bob = account("Alice"), account("Bob")
    for _ in range(14):
        rated(person(alice.id), person(bob.id))
    assert {row.rank for row in listed().values()} == {None}
    rated(person(alice.id), person(bob.id))
    assert [row.rank for row in listed().values()] == [1, 2]
    assert "Provisional" not in page(reverse("players:ladder"))


def test_ranks_and_points_are_compared_with_those_of_a_week_ago() -> None:
    alice, bob, charlie = (person(account(name).id) for name in ("Alice", "Bob", "Charlie"))
    for _ in range(15):
        rated(alice, bob, days=8)
    for _ in range(20):
        rated(bob, alice, days=1)
    rated(charlie, bob, days=1)
    rows = listed()
    assert (rows[bob].rank, rows[bob].climbed, rows[alice].climbed) == (1, 1, -1)
    assert rows[charlie].climbed is None
    history = queries.history(KEY, alice)
    assert rows[alice].change == shown(history[-1].after) - shown(history[14].after)


def test_the_ladder_lists_who_has_played_within_a_period_and_leaves_bots_out_if_asked() -> None:
    alice, bob = person(account("Alice").id), person(account("Bob").id)
    rated(alice, bot("random"), days=100)
    rated(bob, bot("random"), days=2)
    assert set(listed(period="30")) == {bob, bot("random")}
    assert set(listed(bots=False)) == {alice, bob}
    assert "?on=" not in page(reverse("players:ladder") + "?on=nonsense&period=7&page=x&bots=no").split("<footer")[1]


# --- a player, two players, a game ------------------------------------------------------------------------


def test_a_corrected_game_tells_what_was_published_and_what_is_known() -> None:
    alice, bob = account("Alice"), account("Bob")
    game = rated(person(alice.id), person(bob.id))
    later = rated(person(alice.id), person(bob.id))
    ratings.change(c.CorrectGame(game, places=(2, 1)), actor="player:arbiter")
    why = page(reverse("players:rated_game", args=[game]))
    assert "corrected" in why
    assert "1500.0 → <strong>1544.0</strong>" in why  # a first win among equals: half of K 88
    assert "1500.0 → <strong>1456.0</strong>" in why
    assert "K 88 × (scored 1.00 − expected 0.50)" in why
    assert "An earlier game was corrected" in page(reverse("players:rated_game", args=[later]))
    hers = page(reverse("players:player", args=[alice.id]))
    assert "Correction 3" in hers


def test_a_page_counts_results_by_opponent_by_number_of_players_and_by_seat() -> None:
    alice, bob, charlie = (account(name) for name in ("Alice", "Bob", "Charlie"))
    a, b, c = (person(one.id) for one in (alice, bob, charlie))
    rated(a, b)
    rated(b, a, c, places=(1, 2, 2))
    client = Client(headers={"accept-language": "en"})
    profile = client.get(reverse("players:player", args=[alice.id])).context["profile"]
    opponents = {row.person.name: (row.games, row.won, row.tied, row.lost) for row in profile.opponents}
    assert opponents == {"Bob": (2, 1, 0, 1), "Charlie": (1, 0, 1, 0)}
    assert [(row.key, row.games, row.first) for row in profile.sizes] == [(2, 1, 1), (3, 1, 0)]
    assert [(row.key, row.games) for row in profile.seats] == [(1, 1), (2, 1)]
    assert [win.person.name for win in profile.wins] == ["Bob"]
    both = client.get(reverse("players:head_to_head", args=[a, b])).context["both"]
    assert (both.won, both.tied, both.lost, len(both.meetings)) == (1, 0, 1, 2)


@pytest.mark.parametrize("other", ["bot:nobody", "player:x", "x", "player:00000000-0000-0000-0000-000000000000"])
def test_there_is_no_page_for_nobody(other: str) -> None:
    alice = account("Alice")
    rated(person(alice.id), bot("random"))
    assert Client().get(reverse("players:head_to_head", args=[person(alice.id), other])).status_code == 404
    assert Client().get(reverse("players:rated_game", args=[uuid4()])).status_code == 404


def test_a_replay_is_linked_for_those_who_may_see_it() -> None:
    alice, bob = account("Alice"), account("Bob")
    opened = table_services.open_table(
        OpenTable(game=GAME, seats=2, access=Row.Access.NAMED, invited=(bob.id,)), by=alice.id
    )
    match = table_services.change(opened.table, SitDown(), by=bob.id).match
    assert match is not None
    Table(opened.table, match, [alice.id, bob.id]).play_out()
    url, replay = reverse("players:rated_game", args=[rating.rated_game(match)]), f"/matches/{match}/"
    assert replay not in page(url)
    client = Client(headers={"accept-language": "en"})
    client.force_login(bob)
    assert replay in page(url, client)


# --- the calculator ---------------------------------------------------------------------------------------


def test_the_calculator_works_a_result_out_and_names_what_is_wrong() -> None:
    asked = "?mode=club&name_1=Alice&rating_1=1500&place_1=1&name_2=Bob&rating_2=1500&place_2=2"
    done = page(reverse("players:calculator") + asked)
    assert "<strong>1544</strong>" in done
    assert "<strong>1456</strong>" in done
    client = Client(headers={"accept-language": "en"})
    wrong = client.get(reverse("players:calculator") + asked.replace("rating_2=1500", "rating_2=many"))
    assert wrong.status_code == 422
    said = wrong.content.decode()
    assert "Rating (player 2) must be a whole number from 0 to 4000, not many." in said
    assert 'id="rating_2" name="rating_2" value="many"' in said
    assert said.count('aria-invalid="true"') == 1


def test_the_calculator_answers_programs_and_refuses_by_name(client: Client) -> None:
    alice = account("Alice")
    token = accounts.issue_token(player=alice, label="program", now=timezone.now()).secret
    ask = {"content_type": "application/json", "headers": {"authorization": f"Bearer {token}", "accept-language": "pl"}}
    players = [{"name": "A", "rating": 1500}, {"name": "B", "rating": 1500}]
    body = {"mode": "club", "players": players, "results": [{"players": ["A", "B"], "winner": "A"}]}
    for url in ("/api/v1/ratings/preview/", "/api/v1/ratings/preview"):
        answer = client.post(url, body, **ask)  # type: ignore[arg-type]
        assert [one["new"] for one in answer.json()["players"]] == [1544, 1456]
    body["results"] = [{"players": ["A", "A"], "places": [1, 2]}]
    refused = client.post("/api/v1/ratings/preview/", body, **ask)  # type: ignore[arg-type]
    assert (refused.status_code, refused.json()["code"]) == (400, "player_twice")
    assert refused.json()["sentence"] == "A siedzi przy tym stole dwa razy."


@pytest.mark.parametrize("code", sentences.SENTENCES)
def test_every_refusal_has_its_words(code: str) -> None:
    area = "ratings." if code.startswith("ratings.") else ""
    name, _, why = code.removeprefix(area).partition(".")
    fields = (
        "players who seat places winner field mode known game least most value ladder season number columns month what"
    )
    data = dict.fromkeys(fields.split(" "), "something")
    refused = Refused(area + name, **data | {"why": why or "something"})
    said = explain(refused).sentence
    assert said.endswith(".")
    assert "%" not in said

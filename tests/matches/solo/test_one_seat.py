"""A match of one seat goes the whole way that every match goes: API, pages, record, verification, archive, replay."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from elekt_core.record.text import parse_record
from elekt_core.record.verify import verify_text
from matches.models import Match
from matches.play import archiving, queries
from matches.play.timeline import timelines
from players import services as players
from players.models import Player
from tests.elekt_core import toy_solo
from tests.matches.factories import person

from . import playing

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> UUID:
    return person("Alice")


def programme(player: UUID) -> Any:
    """Somebody's program: ``call("post", address, body)``."""
    token = players.issue_token(player=Player.objects.get(id=player), label="test", now=timezone.now()).secret
    client = Client(headers={"authorization": f"Bearer {token}", "accept-language": "en"})

    def call(method: str, address: str, body: dict[str, Any] | None = None) -> Any:
        answer = getattr(client, method)(f"/api/v1{address}", body, content_type="application/json")
        assert answer.status_code < 300, answer.content
        return answer.json()

    return call


def test_a_program_plays_alone_to_the_end(alice: UUID) -> None:
    call = programme(alice)
    solo = next(game for game in call("get", "/games/") if game["name"] == playing.GAME)["rulesets"][0]
    assert (solo["seats"], solo["automata"], solo["title"]) == ([1], ["bank"], "Duel with the bank")
    assert [option["name"] for option in solo["options"]] == ["level", "stakes"]
    opened = call("post", "/tables/", {"game": playing.GAME, "seats": 1, "options": {"level": "hard"}})
    match = opened["match"]
    while (here := call("get", f"/matches/{match}/position/"))["outcome"] is None:
        assert {*here["view"]["seats"][1]["hand"]} == {None}, "the bank's cards are nobody's to see"
        body = {"seat": 0, "decision": here["options"][0], "expected_version": here["version"]}
        call("post", f"/matches/{match}/decisions/", body | {"decision_id": str(uuid4())})
    assert here["outcome"]["automata"][0]["name"] == "bank"
    told = call("get", f"/matches/{match}/")
    assert (told["ruleset_name"], told["options"]["level"]) == ("Duel with the bank", "hard")
    assert [(one["name"], one["rank"]) for one in told["automata"]] == [("The bank", 3 - told["seats"][0]["rank"])]
    assert call("get", f"/matches/{match}/verification/")["ok"]


def test_its_pages_name_the_other_side_and_who_won(alice: UUID) -> None:
    client = Client(headers={"accept-language": "en"})
    client.force_login(Player.objects.get(id=alice))
    match = playing.begun(alice, "hard")
    running = client.get("/").content.decode()
    assert "<b>The bank</b>" in running
    row = playing.finish(match, alice)
    winner = "Alice wins." if row.winner == 0 else "Victory: The bank"
    for address in (f"/matches/{match}/", f"/matches/{match}/replay/"):
        assert winner in client.get(address).content.decode(), address
    page = client.get(f"/matches/{match}/").content.decode()
    ranked = re.findall(r'<span class="who">(?:<a [^>]*>)?([^<]+)', page)
    assert sorted(ranked) == ["Alice", "The bank"]
    assert "The bank" in client.get(f"/matches/{match}/verification/").content.decode()


def test_who_concedes_alone_is_named(alice: UUID) -> None:
    client = Client(headers={"accept-language": "en"})
    match = playing.begun(alice)
    playing.concede(match, alice)
    assert "The end: forfeit." in client.get(f"/matches/{match}/").content.decode()


def test_after_each_decision_there_is_news_for_who_plays_and_who_watches(alice: UUID) -> None:
    match = playing.begun(alice)
    here = queries.position(match_id=match, player=alice)
    assert here.since == (), "nothing was decided yet"
    before = here.version
    playing.decide(match, alice, {"kind": "play", "card": here.options[0].choice[0]}, before)
    for player in (alice, None):
        since = queries.position(match_id=match, player=player).since
        assert [line.seq for line in since] == [before + 1, before + 2], "one's own card, and the bank's answer"
    assert queries.position(match_id=match, player=alice, at=before).since == (), "news are of now"


def test_its_record_verifies_alone_and_its_archive_replays(alice: UUID) -> None:
    match = playing.begun(alice)
    playing.finish(match, alice)
    text = Client().get(f"/matches/{match}/record/").content
    assert parse_record(text).is_open
    assert verify_text(text, toy_solo.game).ok
    before = queries.replay(match_id=match, player=alice)
    call_command("archive")
    assert not archiving.archive(match)
    timelines.forget()
    again = queries.replay(match_id=match, player=alice)
    assert (again.log, again.steps) == (before.log, before.steps)
    assert [str(one) for one in again.perspectives] == ["0", "open", "spectator"]
    assert Match.objects.get(id=match).automata[0][0] == "bank"

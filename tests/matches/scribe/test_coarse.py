"""Games recorded coarsely, by rounds or by the result alone: matches that are found and shown with what there is."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest
from django.test import Client

from matches.archive import queries as archive
from matches.archive.queries import CardStatistics, RecordedCardCounts
from matches.models import ArchivedCard, ArchivedGame, Match
from matches.play import queries as play
from matches.play import verification
from matches.scribe import commands as c
from matches.scribe import keeping, services
from matches.scribe.services import SCRIBINGS

from ..factories import account
from ..test_api import Program
from .test_keeping import FIRST, found, kept, over, rebuilt_alike
from .test_scribing import NAMES, begun, buttons, entered, logged_in

pytestmark = pytest.mark.django_db


def coarse(by: UUID, detail: c.Detail, game: str = "elekt") -> UUID:
    command = c.BeginScribing(game=game, seats=2, detail=detail)
    return services.begin(command, NAMES, by=by).scribing


@pytest.mark.parametrize("game", ["elekt", "enclave", "elector_counts"])
def test_a_result_alone_is_a_match_with_every_page(game: str) -> None:
    alice = account("Alice")
    scribing = coarse(alice, "result", game)
    entered(scribing, alice, "2", "1", "3", "5")
    match = kept(scribing, alice)
    row = Match.objects.get(id=match)
    assert (row.ranks, row.scores, row.winner, row.termination) == ([2, 1], [3, 5], 1, "told")
    assert verification.of_finished(match_id=match, player=alice).ok
    shown = play.match(match_id=match, player=alice)
    assert shown.recorded is not None
    assert shown.recorded.detail == "result"
    client = logged_in(alice)
    for number in (1, 2):
        page = " ".join(client.get(f"/matches/{match}/replay/{number}/").content.decode().split())
        assert "Of its end it tells the result alone." in page
    assert "1. Bartek (5 pts), 2. Ala (3 pts)." in page
    for path in ("", "verification/", "record/", "log/"):
        assert client.get(f"/matches/{match}/{path}", follow=True).status_code == 200, path
    for path in ("", "position/", "events/", "record/", "verification/"):
        answer = Program(alice).get(f"matches/{match}/{path}")
        assert answer.status_code == 200, (path, answer.content)
    assert ArchivedGame.objects.get(match=match).length == 1
    assert found(alice, origin="recorded") == [match]
    assert rebuilt_alike()


def test_rounds_tell_the_archive_who_won_which_card() -> None:
    alice = account("Alice")
    scribing = coarse(alice, "rounds")
    entered(scribing, alice, "siege", "Bartek", "round over")
    entered(scribing, alice, "mint", "Ala", "swords", "nobody", "round over")
    entered(scribing, alice, "result", "1", "2", "points unknown")
    match = kept(scribing, alice)
    rows = ArchivedCard.objects.filter(of=match).values_list("card", "seat", "owned", "played")
    assert {*rows} == {("siege_of_the_salt_gate", 1, True, False), ("black_mint", 0, True, False)}
    assert found(alice, game="elekt", card="black_mint", result="won") == [match]
    assert verification.of_finished(match_id=match, player=alice).ok
    page = logged_in(alice, "pl").get(f"/matches/{match}/replay/3/").content.decode()
    assert "Runda 2:" in page
    assert "nikt" in page
    assert rebuilt_alike()


def test_a_game_goes_on_coarsely_on_the_phone_and_the_replay_asks_nobody_any_more() -> None:
    alice = account("Alice")
    scribing = begun(alice)
    entered(scribing, alice, *FIRST)
    entered(scribing, alice, "clockwise")
    client, at = logged_in(alice), f"/scribe/{scribing}/"
    assert "coarse:rounds" in client.get(at).content.decode()
    for after, picks in ((2, ["coarse:result"]), (3, ["place:1", "place:2", "points:none"])):
        asked = client.post(f"{at}step/", {"entry": uuid4(), "after": after, "pick": picks})
        assert asked.status_code == 302
    assert SCRIBINGS.load(scribing).ranks == (1, 2)
    for path in ("", "replay/?at=4", "replay/?at=3", "record/"):
        assert client.get(at + path).status_code == 200
    match = kept(scribing, alice)
    last = play.position(match_id=match, player=alice)
    first = play.position(match_id=match, player=alice, at=last.at - 2)
    assert (bool(first.awaiting), bool(last.awaiting)) == (True, False)
    assert ArchivedGame.objects.get(match=match).length == 2
    assert client.get(f"/matches/{match}/replay/{last.at - 1}/").status_code == 200
    assert rebuilt_alike()


def test_the_page_asks_for_a_round_and_takes_it_back() -> None:
    alice = account("Alice")
    client = logged_in(alice)
    sent = {"game": "elekt", "seats": 2, "name.0": "Ala", "name.1": "Bartek", "detail": "rounds"}
    at = client.post("/scribe/", sent)["Location"]
    page = client.get(at).content.decode()
    assert "Round 1: which card was won?" in page
    asked = client.post(f"{at}step/", {"entry": uuid4(), "after": 1, "pick": [buttons(page)["Black Mint"]]})
    assert [*buttons(asked.content.decode())] == ["Ala", "Bartek", "nobody"]
    assert client.post(f"{at}back/", {"entry": uuid4(), "after": 1}).status_code == 302
    assert "coarse:rounds" in client.get(at).content.decode()
    assert client.post("/scribe/", {**sent, "detail": "words"}).status_code == 400


def test_recorded_games_that_everybody_finds_count_apart_as_far_as_they_tell() -> None:
    alice = account("Alice")
    moves, broken = over(alice), begun(alice)
    entered(broken, alice, *FIRST)
    services.break_off(broken, c.BreakOff(), by=alice)
    rounds = coarse(alice, "rounds")
    entered(rounds, alice, "siege", "Bartek", "round over")
    entered(rounds, alice, "result", "1", "2", "points unknown")
    found = [kept(one, alice) for one in (moves, broken, rounds)]
    nothing = archive.card_statistics("elekt", "siege_of_the_salt_gate")
    assert nothing == CardStatistics(0, 0, 0, 0, RecordedCardCounts(0, 0, 0, 0, 0, 0, 0)), "nobody agreed yet"
    for match in found:
        keeping.agree_to_listing(match, by=alice, agrees=True)
    told = archive.card_statistics("elekt", "siege_of_the_salt_gate")
    assert told == CardStatistics(0, 0, 0, 0, RecordedCardCounts(0, 0, 1, 0, games=3, coarse=1, open_ended=1))
    client = Client(headers={"Accept-Language": "en"})
    page = " ".join(client.get("/archive/?game=elekt&card=siege_of_the_salt_gate").content.decode().split())
    assert "3 such games are listed." in page
    assert "Who played what is not known of 1 of them, which tells rounds or its result alone." in page
    assert "1 has no result." in page


def test_the_page_of_a_review_says_why_there_is_none() -> None:
    alice = account("Alice")
    seen, told = kept(over(alice), alice), coarse(alice, "result")
    entered(told, alice, "2", "1", "3", "5")
    client = logged_in(alice)
    for match, why in (
        (seen, "only what spectators saw is known"),
        (kept(told, alice), "this record does not tell all of them"),
    ):
        page = client.get(f"/matches/{match}/review/")
        assert page.status_code == 200
        assert why in " ".join(page.content.decode().split())
        assert "Ask for a review" not in page.content.decode()
        assert Program(alice).get(f"matches/{match}/review/").json()["status"] == "impossible"
        answer = Program(alice).post(f"matches/{match}/review/", {})
        assert (answer.status_code, answer.json()["code"]) == (409, "seen_too_little_for_review")

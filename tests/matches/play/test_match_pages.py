"""A match through its pages: who sees what, a decision and everything that can be wrong with one, the replay."""

from __future__ import annotations

import gzip
import json
import re
from ast import literal_eval
from difflib import SequenceMatcher
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.staticfiles import finders
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from elekt_core.shorthand import read_shorthand
from matches.models import Match
from matches.play import queries, verification
from players.models import Player

from .. import factories
from ..factories import Table

pytestmark = pytest.mark.django_db


def client_of(table: Table, seat: int, **headers: str) -> Client:
    client = Client(headers={"accept-language": "en", **headers})
    client.force_login(Player.objects.get(id=str(table.players[seat])))
    return client


@pytest.fixture
def table() -> Table:
    return factories.started("Alice", "Bob", seed="a match for pages")


@pytest.fixture
def asked(table: Table) -> Client:
    return client_of(table, table.awaited())


@pytest.fixture
def waiting(table: Table) -> Client:
    return client_of(table, 1 - table.awaited())


def fields(table: Table, **changes: Any) -> dict[str, Any]:
    seat = table.awaited()
    form = {"decision": table.option(seat), "expected_version": table.version(), "decision_id": uuid4(), **changes}
    return form | {"decision": form["decision"] if isinstance(form["decision"], str) else json.dumps(form["decision"])}


def hand(table: Table, seat: int) -> list[int]:
    position = queries.position(match_id=table.match, player=table.players[seat])
    cards: list[int] = position.view.hands[seat]
    return cards


def test_the_one_who_is_asked_gets_the_choices_and_nobody_else_does(
    table: Table, asked: Client, waiting: Client
) -> None:
    mine = asked.get(f"/matches/{table.match}/").content.decode()
    theirs = waiting.get(f"/matches/{table.match}/").content.decode()
    anybodys = Client().get(f"/matches/{table.match}/").content.decode()
    assert mine.count('class="btn choice"') == len(hand(table, table.awaited()))
    assert 'class="btn choice"' not in theirs + anybodys
    assert "Which card?" in theirs
    assert "Which card?" in anybodys


def test_every_style_and_script_of_a_page_is_there(table: Table, asked: Client) -> None:
    """Also for a game that brings neither board nor style sheet."""
    for path in (f"/matches/{table.match}/", f"/matches/{table.match}/replay/2/", "/games/elekt/cards/"):
        page = asked.get(path).content.decode()
        named = re.findall(r'(?:href|src)="/static/([^"#]+)', page)
        assert named
        assert [name for name in named if finders.find(name) is None] == []


def test_nobody_sees_anothers_hand(table: Table, waiting: Client) -> None:
    seat = table.awaited()
    page = waiting.get(f"/matches/{table.match}/").content.decode()
    seats = re.search(r"<dt>seats</dt><dd><code>(.*?)</code>", page)
    assert seats is not None
    hands = [side["hand"] for side in literal_eval(unescape(seats[1]))]
    assert hands[seat] == [None] * len(hand(table, seat))
    assert hands[1 - seat]
    assert None not in hands[1 - seat]


def test_a_page_is_compressed_and_its_stream_looks_different_each_time(table: Table, asked: Client) -> None:
    path, headers = f"/matches/{table.match}/", {"accept-encoding": "gzip"}
    answers = [asked.get(path, headers=headers) for _ in range(2)]
    assert [answer["Content-Encoding"] for answer in answers] == ["gzip", "gzip"]
    pages = [gzip.decompress(answer.content).decode() for answer in answers]
    one, other = (re.search(r'data-stream="/live/[^?]+[?]token=([\w-]+)', page) for page in pages)
    assert one
    assert other
    alike = SequenceMatcher(None, one[1], other[1]).find_longest_match()
    assert alike.size < 12, "nothing long enough to be guessed"
    assert len(answers[0].content) < len(pages[0]) / 3


def test_what_one_person_may_see_is_kept_by_no_cache(table: Table, asked: Client) -> None:
    for path in ("", "replay/1/", "record/"):
        assert "no-store" in asked.get(f"/matches/{table.match}/{path}")["Cache-Control"]


def test_a_decision_is_stored_and_leads_back_to_the_table(table: Table, asked: Client) -> None:
    before = table.version()
    answer = asked.post(f"/matches/{table.match}/decide/", fields(table))
    assert (answer.status_code, answer["Location"]) == (302, f"/matches/{table.match}/")
    assert table.version() > before


def test_scripts_get_the_new_position_in_the_answer(table: Table) -> None:
    client = client_of(table, table.awaited(), **{"hx-request": "true"})
    answer = client.post(f"/matches/{table.match}/decide/", fields(table))
    assert answer.status_code == 200
    page = answer.content.decode()
    assert f'data-version="{table.version()}"' in page
    assert "<html" not in page


def test_a_page_with_an_open_stream_is_told_only_that_its_decision_is_stored(table: Table) -> None:
    client = client_of(table, table.awaited(), **{"hx-request": "true", "x-stream": "open"})
    answer = client.post(f"/matches/{table.match}/decide/", fields(table))
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer["X-Version"] == str(table.version())


def test_a_page_with_an_open_stream_is_told_why_a_decision_was_refused(table: Table) -> None:
    client = client_of(table, table.awaited(), **{"hx-request": "true", "x-stream": "open"})
    answer = client.post(f"/matches/{table.match}/decide/", fields(table, expected_version="1"))
    assert (answer.status_code, answer["HX-Retarget"]) == (409, "#errors")


def test_a_decision_sent_twice_counts_once(table: Table, asked: Client) -> None:
    form = fields(table)
    for _ in range(2):
        assert asked.post(f"/matches/{table.match}/decide/", form).status_code == 302
    assert Match.objects.get(id=table.match).batches == 2, "the deal and one decision"


REFUSED: list[tuple[str, dict[str, Any], int, str]] = [
    ("stale", {"expected_version": 1}, 409, "Something has changed since you last looked"),
    ("no version", {"expected_version": ""}, 400, "expected_version"),
    ("no id", {"decision_id": "twice"}, 400, "decision_id"),
    ("no JSON", {"decision": "{"}, 400, "not an object"),
    ("no object", {"decision": "[]"}, 400, "not an object"),
    ("no kind", {"decision": {}}, 400, "kind"),
    ("unknown kind", {"decision": {"kind": "cheat"}}, 400, ""),
    ("a card not in hand", {"decision": {"kind": "play", "card": 99}}, 422, "not_in_hand"),
]


@pytest.mark.parametrize(
    ("changes", "status", "words"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED]
)
def test_a_decision_that_cannot_be_is_explained_and_changes_nothing(
    table: Table, changes: dict[str, Any], status: int, words: str
) -> None:
    before = table.version()
    for headers, where in (({}, "Nothing was changed."), ({"hx-request": "true"}, 'class="notice error"')):
        client = client_of(table, table.awaited(), **headers)
        answer = client.post(f"/matches/{table.match}/decide/", fields(table, **changes))
        assert answer.status_code == status
        assert where in answer.content.decode()
        assert words in answer.content.decode()
        assert answer.get("HX-Retarget") == ("#errors" if headers else None)
    assert table.version() == before


def test_who_is_not_asked_is_told_so(table: Table, waiting: Client) -> None:
    form = fields(table)
    form["decision"] = json.dumps({"kind": "play", "card": hand(table, 1 - table.awaited())[0]})
    assert waiting.post(f"/matches/{table.match}/decide/", form).status_code == 409


def test_a_spectator_cannot_decide(table: Table) -> None:
    charlie = Client()
    charlie.force_login(Player.objects.get(id=factories.person("Charlie")))
    before = table.version()
    assert charlie.post(f"/matches/{table.match}/decide/", fields(table)).status_code == 403
    assert Client().post(f"/matches/{table.match}/decide/", fields(table)).status_code == 302, "log in first"
    assert table.version() == before


def test_a_link_decides_nothing(table: Table, asked: Client) -> None:
    assert asked.get(f"/matches/{table.match}/decide/").status_code == 405


def test_a_match_that_is_over_takes_no_decision(table: Table) -> None:
    client, form = client_of(table, table.awaited()), fields(table)
    table.play_out()
    answer = client.post(f"/matches/{table.match}/decide/", form | {"expected_version": table.version()})
    assert answer.status_code == 409
    assert "match_over" in answer.content.decode(), "in the words of the game"


def test_conceding_works_whoever_is_asked_and_names_the_winner(table: Table, waiting: Client) -> None:
    loser = 1 - table.awaited()
    form = {"decision": json.dumps({"kind": "concede"}), "decision_id": uuid4()}
    waiting.post(f"/matches/{table.match}/decide/", form)
    page = waiting.get(f"/matches/{table.match}/").content.decode()
    assert f"{('Alice', 'Bob')[1 - loser]} wins." in page
    assert "The end: forfeit." in page, "in the words of the game"


def test_steps_of_a_choice_need_a_choice_to_make(table: Table, waiting: Client) -> None:
    address = f"/matches/{table.match}/choose/"
    scripts = {"hx-request": "true"}
    assert client_of(table, table.awaited(), **scripts).get(address).status_code == 200
    assert client_of(table, table.awaited(), **scripts).get(address + "?path=card:99").status_code == 404
    assert client_of(table, 1 - table.awaited(), **scripts).get(address).status_code == 403
    assert waiting.get(address)["Location"].startswith(f"/matches/{table.match}/")


# --- replay and record ------------------------------------------------------------------------------------


def test_each_position_has_its_address(table: Table, asked: Client) -> None:
    for at in range(1, table.version() + 1):
        page = asked.get(f"/matches/{table.match}/replay/{at}/").content.decode()
        assert f'data-at="{at}"' in page


def test_a_seek_in_a_warm_replay_reads_the_match_once(table: Table, asked: Client) -> None:
    address = f"/matches/{table.match}/replay/steps/?from=2&to=3&to=4"
    asked.get(address)
    with CaptureQueriesContext(connection) as made:
        asked.get(address)
    assert sum("FROM matches_match " in query["sql"] for query in made) == 1, "where it stands; the row is kept"


@pytest.mark.parametrize("at", ["0", "9999"])
def test_a_position_that_is_not_there_is_not_found(table: Table, asked: Client, at: str) -> None:
    answer = asked.get(f"/matches/{table.match}/replay/{at}/")
    assert answer.status_code == 404
    assert "the last one is" in answer.content.decode()


@pytest.mark.parametrize(("seen_from", "status"), [("spectator", 200), ("open", 403), ("seat-9", 400), ("moon", 400)])
def test_before_the_end_one_looks_from_ones_own_place(table: Table, seen_from: str, status: int) -> None:
    for path in ("replay/3/", "record/"):
        assert Client().get(f"/matches/{table.match}/{path}?as={seen_from}").status_code == status


def test_a_seat_is_looked_at_by_its_player_until_the_end_and_by_all_after_it(table: Table) -> None:
    address = f"/matches/{table.match}/replay/3/?as=seat-1"
    assert client_of(table, 0).get(address).status_code == 200
    assert client_of(table, 1).get(address).status_code == 403
    table.play_out()
    assert client_of(table, 1).get(address).status_code == 200
    assert Client().get(f"/matches/{table.match}/replay/3/?as=open").status_code == 200


def test_the_slider_works_as_a_plain_form(table: Table, asked: Client) -> None:
    answer = asked.get(f"/matches/{table.match}/replay/?at=4&as=spectator")
    assert answer["Location"] == f"/matches/{table.match}/replay/4/?as=spectator"
    assert asked.get(f"/matches/{table.match}/replay/?at=x").status_code == 400


def test_a_record_before_the_end_holds_no_hash_and_no_seed(table: Table, asked: Client) -> None:
    text = b"".join(asked.get(f"/matches/{table.match}/record/")).decode()
    assert '"hash"' not in text
    assert '"state"' not in text
    assert Client().get(f"/matches/{table.match}/verification/").status_code == 409


def test_a_finished_match_is_verified_and_says_how_to_repeat_it(table: Table) -> None:
    table.play_out()
    page = Client(headers={"accept-language": "en"}).get(f"/matches/{table.match}/verification/").content.decode()
    assert "The record is correct" in page
    assert f"python -m elekt_core verify {table.match}.jsonl" in page


def test_a_finished_match_is_written_in_short_notation(table: Table) -> None:
    address = f"/matches/{table.match}/record/short/"
    assert client_of(table, 0).get(address).status_code == 409
    table.play_out()
    answer = client_of(table, 0, **{"accept-language": "pl"}).get(address)
    read = read_shorthand(answer.content)
    assert read.tags["Language"] == "pl"
    whole = verification.record(match_id=table.match, player=None)
    assert [batch.state_hash for batch in read.play.batches] == [batch.state_hash for batch in whole.batches]


def test_an_unknown_match_is_unknown_on_each_of_its_pages(table: Table, asked: Client) -> None:
    for path in ("", "choose/", "replay/", "replay/3/", "record/", "verification/"):
        assert asked.get(f"/matches/{uuid4()}/{path}", headers={"hx-request": "true"}).status_code == 404
    assert asked.post(f"/matches/{uuid4()}/decide/", fields(table)).status_code == 404


# --- what one can look up ---------------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["rules", "cards"])
@pytest.mark.parametrize(("game", "status"), [("elekt", 200), (factories.GAME, 200), ("chess", 404)])
def test_rules_and_cards_of_each_game(page: str, game: str, status: int) -> None:
    assert Client().get(f"/games/{game}/{page}/").status_code == status


@pytest.mark.parametrize(("language", "words"), [("pl", "Nie ma takiej partii"), ("en", "There is no such match")])
def test_refusals_speak_the_readers_language(language: str, words: str) -> None:
    answer = Client(headers={"accept-language": language}).get(f"/matches/{uuid4()}/")
    assert words in answer.content.decode()


@pytest.mark.parametrize(("language", "words"), [("pl", "Nie znaleziono"), ("en", "Not found")])
def test_a_page_that_is_not_there_says_so_in_the_readers_language(language: str, words: str) -> None:
    answer = Client(headers={"accept-language": language}).get("/nowhere/")
    assert answer.status_code == 404
    assert words in answer.content.decode()

"""Files and the planner in the browser, and through the API."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from players.models import Player
from tests.busy import busy
from tests.matches.factories import GAME, person
from tests.tournaments.factories import state_of
from tests.tournaments.test_api import Caller
from tournaments import planning
from tournaments.exchange import trf
from tournaments.trf import Edition
from web.costly import CHECKING, DIRECTING, PLANNING

from .made import pods, seen, swiss

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> UUID:
    return person("Alice")


def browser(player: UUID | None = None) -> Client:
    client = Client()
    if player is not None:
        client.force_login(Player.objects.get(id=player))
    return client


def got(path: str, player: UUID | None = None, status: int = 200) -> str:
    answer = browser(player).get(path)
    assert answer.status_code == status, answer.content
    return answer.content.decode()


def test_everybody_may_take_every_file(alice: UUID) -> None:
    path = f"/tournaments/{swiss(alice)}/export/"
    page = got(path)
    for file in ("tournament.json", "log.jsonl", "calendar.ics", "field.csv", "main/standings.csv", "main/26.trf"):
        assert file in page
        assert got(path + file)


@pytest.mark.parametrize(
    "file", ["tournament.json", "log.jsonl", "tournament.xlsx", "field.csv", "main/standings.csv", "main/26.trf"]
)
def test_files_of_a_whole_tournament_are_made_a_few_at_a_time(alice: UUID, file: str) -> None:
    """Whoever asks; an arbiter pairs meanwhile."""
    path = f"/tournaments/{swiss(alice)}/export/{file}"
    with busy(CHECKING):
        answer = browser().get(path)
        assert (answer.status_code, answer["Retry-After"]) == (503, str(CHECKING.seconds))
    with busy(DIRECTING):
        assert browser().get(path).status_code == 200


@pytest.mark.parametrize("file", ["", "log/", "report/main/"])
def test_so_they_are_through_the_api(alice: UUID, file: str) -> None:
    path = f"/api/v1/tournaments/{swiss(alice)}/export/{file}"
    with busy(CHECKING):
        answer = browser().get(path)
        assert (answer.status_code, answer.json()["code"]) == (503, "busy")
    assert browser().get(path).status_code == 200


def test_the_kept_report_is_for_officers(alice: UUID) -> None:
    text = trf.report(seen(swiss(alice)), "main", Edition.TRF16)
    done, _ = trf.bring_in(text, owner=alice, game=GAME)
    path = f"/tournaments/{done.tournament}/export/"
    assert "kept.trf" in got(path, alice)
    assert "kept.trf" not in got(path, person("Charlie"))
    assert got(f"{path}main/kept.trf", alice) == text
    got(f"{path}main/kept.trf", person("Charlie"), 403)
    got(f"{path}main/kept.trf", None, 403)


@pytest.mark.parametrize("file", ["main/27.trf", "nothing.csv", "nowhere/standings.csv", "nowhere/26.trf"])
def test_files_that_do_not_exist(alice: UUID, file: str) -> None:
    got(f"/tournaments/{swiss(alice)}/export/{file}", alice, 404)


@pytest.mark.parametrize("file", ["", "tournament.json", "log.jsonl", "calendar.ics", "field.csv"])
def test_unknown_tournaments_have_no_files(file: str) -> None:
    got(f"/tournaments/{uuid4()}/export/{file}", None, 404)


def test_tables_of_four_have_no_report(alice: UUID) -> None:
    got(f"/tournaments/{pods(alice)}/export/swiss/26.trf", alice, 409)


def test_a_player_has_a_calendar(alice: UUID) -> None:
    player = state_of(swiss(alice)).entries[1].player  # type: ignore[index]
    assert "BEGIN:VEVENT" in got(f"/tournaments/of/{player}/calendar.ics")
    got(f"/tournaments/of/{uuid4()}/calendar.ics", None, 404)


def test_a_file_is_brought_in_and_its_flaws_are_listed(alice: UUID) -> None:
    text = trf.report(seen(swiss(alice)), "main", Edition.TRF26)
    file = BytesIO(f"{text}XXZ 99\n777 nonsense\n".encode())
    file.name = "report.trf"
    answer = browser(alice).post(
        "/tournaments/import/", {"file": file, "game": GAME}, headers={"Accept-Language": "en"}
    )
    assert answer.status_code == 200
    assert "777 nonsense" in answer.content.decode()


def test_a_pasted_document_leads_to_the_desk(alice: UUID) -> None:
    text = got(f"/tournaments/{pods(alice)}/export/tournament.json")
    answer = browser(alice).post("/tournaments/import/", {"text": text, "game": GAME, "title": "Again"})
    assert answer.status_code == 302
    assert state_of(UUID(answer["Location"].split("/")[2])).title == "Again"


@pytest.mark.parametrize("data", [{}, {"text": "hello"}, {"text": "{}"}, {"text": "001    1", "game": "nothing"}])
def test_what_cannot_be_brought_in_stays_in_the_form(alice: UUID, data: dict[str, str]) -> None:
    answer = browser(alice).post("/tournaments/import/", {"game": GAME} | data)
    assert answer.status_code == 422


def test_only_who_is_logged_in_brings_in() -> None:
    assert browser().get("/tournaments/import/").status_code == 302


def test_imports_come_in_a_few_at_a_time_and_nothing_is_lost_meanwhile(alice: UUID) -> None:
    text = trf.report(seen(swiss(alice)), "main", Edition.TRF16)
    with busy(DIRECTING):
        answer = browser(alice).post("/tournaments/import/", {"text": text, "game": GAME})
        assert (answer.status_code, answer["Retry-After"]) == (503, str(DIRECTING.seconds))
        assert text.split()[1] in answer.content.decode()
        told = Caller(alice).post("tournaments/import/", {"trf": text, "game": GAME}, 503)
        assert told["code"] == "busy"
    assert browser(alice).post("/tournaments/import/", {"text": text, "game": GAME}).status_code in (200, 302)


# --- the planner ------------------------------------------------------------------------------------------


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Few simulations, and what was planned."""
    asked: list[Any] = []
    whole = planning.plan

    def quick(evening: Any, doubt: float) -> Any:
        asked.append((evening, doubt))
        return whole(evening, doubt=0.5)

    monkeypatch.setattr("tournaments.planner.options.plan", quick)
    return asked


def test_the_planner_shows_what_fits_and_opens_it(few: list[Any]) -> None:
    query = "?players=9&hours=2.5&seats=3&minutes_per_game=40&minutes_between=5&tables=3"
    page = got(f"/tournaments/planner/{query}")
    assert few[0][0].minutes == 150
    assert "preset=pods&amp;seats=3" in page


def test_the_same_question_is_worked_out_once(few: list[Any]) -> None:
    for _ in range(2):
        got("/tournaments/planner/?players=6&hours=3&seats=2&minutes_per_game=41&minutes_between=5")
    assert len(few) == 1


def test_one_plan_is_worked_out_at_a_time(alice: UUID, few: list[Any]) -> None:
    question = "?players=7&hours=3&seats=2&minutes_per_game=43&minutes_between=5"
    with busy(PLANNING):
        page = browser().get(f"/tournaments/planner/{question}", headers={"accept-language": "en"})
        assert (page.status_code, page["Retry-After"]) == (503, str(PLANNING.seconds))
        assert "Try again in 10 seconds." in page.content.decode()
        answer = Client().get("/api/v1/tournaments/planner/?players=7")
        assert (answer.status_code, answer["Retry-After"]) == (503, str(PLANNING.seconds))
        assert (answer.json()["code"], answer.json()["data"]) == ("busy", {"seconds": PLANNING.seconds})
    assert few == []
    got(f"/tournaments/planner/{question}")
    with busy(PLANNING):
        got(f"/tournaments/planner/{question}")  # what was worked out already takes no place
    assert len(few) == 1


def test_a_crowd_has_fewer_simulations(few: list[Any]) -> None:
    got("/tournaments/planner/?players=33&hours=3&seats=2&minutes_per_game=42&minutes_between=5")
    assert few[0][1] == 0.1


@pytest.mark.parametrize("query", ["?players=1&hours=2", "?players=999&hours=2", "?players=x", "?players=8&hours=0"])
def test_a_question_out_of_range_is_refused(query: str, few: list[Any]) -> None:
    got(f"/tournaments/planner/{query}&seats=4&minutes_per_game=45&minutes_between=5", None, 422)
    assert few == []


def test_an_empty_planner_asks() -> None:
    assert "<form" in got("/tournaments/planner/")


# --- the API ----------------------------------------------------------------------------------------------


def test_files_through_the_api(alice: UUID) -> None:
    made, caller = swiss(alice), Caller(alice)
    told = caller.get(f"tournaments/{made}/export/")
    brought = caller.post("tournaments/import/", {"document": json.dumps(told)}, 201)
    assert brought["flaws"] == []
    answer = Client().get(f"/api/v1/tournaments/{brought['tournament']}/export/report/main/?edition=16")
    again = caller.post("tournaments/import/", {"trf": answer.content.decode(), "game": GAME, "title": "T"}, 201)
    assert caller.get(f"tournaments/{again['tournament']}/")["title"] == "T"
    assert Client().get(f"/api/v1/tournaments/{made}/export/log/").status_code == 200


def test_what_the_api_refuses(alice: UUID) -> None:
    made, caller = swiss(alice), Caller(alice)
    caller.post("tournaments/import/", {}, 400)
    caller.post("tournaments/import/", {"trf": "x", "document": "y"}, 400)
    caller.post("tournaments/import/", {"trf": "hello", "game": GAME}, 400)
    caller.get(f"tournaments/{made}/export/report/main/?edition=7", 400)
    caller.get(f"tournaments/{made}/export/report/main/?edition=kept", 409)
    Caller(person("Charlie")).get(f"tournaments/{made}/export/report/main/?edition=kept", 403)


def test_the_planner_through_the_api(alice: UUID, few: list[Any]) -> None:
    found = Caller(alice).get("tournaments/planner/?players=8&minutes=200&seats=2")
    assert {one["format"] for one in found} >= {"dutch", "round_robin"}
    assert all(one["fits"] or one["minutes"] > 200 or one["refused"] for one in found)
    Caller(alice).get("tournaments/planner/?players=1", 400)
    Caller(alice).get("tournaments/planner/?minutes=x", 400)

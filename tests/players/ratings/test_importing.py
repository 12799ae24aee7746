"""Ratings from a file: what is valid is taken, each other line is named; an import can be taken back."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from players import services as accounts
from players.models import Player
from players.ratings import commands as c
from players.ratings import importing
from players.ratings.events import FIDE, LadderKey
from players.ratings.models import Correction, Ladder, Rating
from players.ratings.outcome import bot, person
from web.errors import Refused

from .factories import ARBITER, LADDER, NOON, people, played, ruled
from .test_rulings import account, caller

pytestmark = pytest.mark.django_db
PERIODS = LadderKey("elekt", "2.1", "rapid", FIDE)


def taken(text: str, ladder: LadderKey | None = LADDER, decision: UUID | None = None) -> importing.Report:
    return importing.take(c.ImportText(ladder, text, ""), actor=ARBITER, now=NOON, decision_id=decision)


def why(report: importing.Report) -> list[tuple[int, str]]:
    return [(one.line, one.why.code) for one in report.refused]


def points() -> dict[str, tuple[int, int]]:
    return {row.who: (row.value // 1000, row.games) for row in Rating.objects.all()}


def test_the_valid_lines_are_taken_and_the_others_named() -> None:
    alice, twin = account("Alice"), account("Bob")
    accounts.sign_up(username="bobby", name="Bob", password="a long enough one")
    text = "\n".join(
        [
            "player,rating,games,date",
            "alice,1710,40,2026-10-31",
            f"{person(twin.pk)},1650,,",
            "bot:greedy,1400,200,",
            "",
            "Bob,1500,5,",
            "nobody,1500,5,",
            "player:x,1500,5,",
            "alice,1900,5,",
            "bot:random,9999,5,",
            "bot:random,many,5,",
            "bot:random,1500.5,5,",
            "bot:random,,5,",
            "bot:random,1500,-5,",
            "bot:random,1500,5,31.10.2026",
            "bot:random,1500,5,,too many",
        ]
    )
    report = taken(text)
    assert points() == {person(alice.pk): (1710, 40), person(twin.pk): (1650, 0), bot("greedy"): (1400, 200)}
    assert why(report) == [
        (6, "ambiguous_player"),
        (7, "unknown_player"),
        (8, "not_a_player"),
        (9, "imported_twice"),
        (10, "bad_number"),
        (11, "bad_number"),
        (12, "bad_number"),
        (13, "missing_field"),
        (14, "bad_number"),
        (15, "bad_day"),
        (16, "unknown_field"),
    ]
    assert [row.kind for row in Correction.objects.all()] == ["ratings_imported"]


def test_json_and_semicolons_say_the_same() -> None:
    rows = [{"player": "bot:greedy", "rating": 1600, "games": 12}, {"player": "bot:random", "rating": True}, 5]
    report = taken(json.dumps(rows))
    assert why(report) == [(2, "bad_number"), (3, "missing_field")]
    other = LadderKey("elekt", "2.1", "live")
    taken("player;rating;games\nbot:greedy;1600;12\n", other)
    assert sorted(Rating.objects.values_list("ladder__speed", "value")) == [("live", 1_600_000), ("rapid", 1_600_000)]


def test_lines_may_name_ladders_that_are_there() -> None:
    ruled(ladder=PERIODS)
    played(people(2))
    text = (
        "player,rating,games,game,ruleset,speed,mode\n"
        "bot:greedy,1800,30,elekt,2.1,rapid,fide\n"
        "bot:greedy,1500,30,elekt,2.1,rapid,\n"
        "bot:greedy,1500,30,elekt,7,rapid,\n"
        "bot:greedy,1500,30,,,,\n"
        "bot:random,1300,30,elekt,2.1,rapid,fide\n"
    )
    report = taken(text, None)
    assert why(report) == [(4, "unknown_ladder"), (5, "missing_field"), (6, "bad_number")]
    assert {key.mode for key in report.facts} == {"club", FIDE}


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("not_csv", "name,points\nAlice,1500\n"),
        ("not_csv", "player,rating,rating\nbot:greedy,1,2\n"),
        ("not_csv", ""),
        ("not_csv", 'player,rating\n"bot:greedy,1500\n'),
        ("not_json", "[{"),
        ("bad_field", "{}"),
        ("nothing_to_import", "player,rating\n"),
        ("nothing_to_import", "[]"),
        ("too_many_entries", "player,rating\n" + "bot:greedy,1500\n" * 5001),
    ],
    ids=["heading", "twice", "empty", "quote", "json", "object", "nothing", "no rows", "too many"],
)
def test_a_file_that_is_none_is_refused_by_name(code: str, text: str) -> None:
    with pytest.raises(Refused) as refused:
        taken(text)
    assert refused.value.code == code
    assert not Ladder.objects.exists()


def test_a_file_that_is_sent_twice_counts_once() -> None:
    decision = uuid4()
    for _ in range(2):
        taken("player,rating\nbot:greedy,1500\n", decision=decision)
    assert Ladder.objects.get().facts == 1


def test_the_command_imports_says_what_it_refused_and_takes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    account("Alice", is_staff=True)
    file, out, err = tmp_path / "list.csv", StringIO(), StringIO()
    file.write_text("player,rating,games\nalice,1710,40\nnobody,1500,1\n")
    where = ["--game", "elekt", "--ruleset", "2.1", "--speed", "rapid", "--by", "alice"]
    call_command("import_ratings", str(file), *where, "--check", stdout=out, stderr=err)
    assert not Ladder.objects.exists()
    call_command("import_ratings", str(file), *where, stdout=out, stderr=err)
    assert "elekt 2.1 rapid club: import number 1" in out.getvalue()
    assert "1 accepted, 1 rejected." in out.getvalue()
    assert "Line 3: There is no player nobody." in err.getvalue()
    call_command("import_ratings", *where, "--undo", "1", stdout=out)
    assert Rating.objects.get().value == 1_500_000
    with pytest.raises(CommandError, match="no import number 1"):
        call_command("import_ratings", *where, "--undo", "1")
    account("Bob")
    with pytest.raises(CommandError, match="Only an administrator of the platform"):
        call_command("import_ratings", str(file), *where[:-1], "bob")


def test_the_command_states_rules_and_refuses_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    account("Alice", is_staff=True)
    where = ["--game", "elekt", "--ruleset", "2.1", "--by", "alice"]
    call_command("ladder_rules", *where, "--mode", "fide")
    call_command("ladder_rules", *where, "--season", "12", "--keep", "75")
    rules = dict(Ladder.objects.values_list("mode", "rules"))
    assert rules == {
        "fide": {"season": 0, "keep": 100, "idle": 0, "decay": 0},
        "club": {"season": 12, "keep": 75, "idle": 0, "decay": 0},
    }
    with pytest.raises(CommandError, match="A season lasts 1, 2, 3, 4, 6 or 12 months, not 5"):
        call_command("ladder_rules", *where, "--season", "5")


def test_programs_import_read_lists_and_take_back(client: Client) -> None:
    alice = account("Alice", is_staff=True)
    how = caller(alice)
    ruled(ladder=PERIODS, at=timezone.now())  # no list was due between the two
    where = {"game": "elekt", "ruleset": "2.1", "speed": "rapid", "mode": "fide"}
    body = where | {"text": "player,rating,games\nalice,1810,40\nnobody,1,1\n", "reason": "The list of October."}
    done = client.post("/api/v1/ratings/imports/", body, **how).json()
    assert (done["taken"], done["refused"], done["number"]) == (
        1,
        [{"line": 3, "why": "There is no player nobody."}],
        2,
    )
    shown = client.get("/api/v1/ratings/ladder/", where).json()
    assert [(one["name"], one["rating"], one["rank"]) for one in shown["players"]] == [("Alice", 1810.0, 1)]
    assert client.get("/api/v1/ratings/lists/", where).json()["players"] == []
    ladders = client.get("/api/v1/ratings/").json()
    assert [one["mode"] for one in ladders] == ["fide"]
    undo = where | {"number": 2, "reason": "The wrong list."}
    assert client.post("/api/v1/ratings/imports/undo/", undo, **how).status_code == 200
    assert client.post("/api/v1/ratings/imports/undo/", undo, **how).status_code == 404
    assert client.get("/api/v1/ratings/ladder/", where).json()["players"] == []
    assert client.get("/api/v1/ratings/lists/", where | {"month": "2020-01"}).status_code == 404
    refused = client.post("/api/v1/ratings/imports/", body, **caller(account("Bob")))
    assert (refused.status_code, refused.json()["code"]) == (403, "not_entitled")
    assert Player.objects.count() == 2

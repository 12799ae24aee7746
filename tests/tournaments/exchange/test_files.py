"""CSV, calendars and the change log."""

from __future__ import annotations

import csv
import json
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from io import BytesIO, StringIO
from pathlib import Path
from uuid import UUID, uuid4
from zipfile import ZipFile

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from players.models import Player
from tests.matches.factories import person
from tests.tournaments.factories import entered, opened, play_round, stage, state_of
from tournaments import commands, services
from tournaments.decisions.field import Newcomer
from tournaments.exchange import calendar, log
from tournaments.exchange import csv as lists
from tournaments.settings import Settings
from tournaments.stages import stage_of, standings

from .made import pods, seen, swiss

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> UUID:
    return person("Alice")


def table(what: str, made: UUID, stage: str = "main") -> list[dict[str, str]]:
    text = lists.written(lists.LISTS[what](seen(made), stage))
    return list(csv.DictReader(StringIO(text.removeprefix("\ufeff"))))


def test_standings_are_those_of_the_stage(alice: UUID) -> None:
    made = swiss(alice)
    rows = table("standings", made)
    assert [int(row["no"]) for row in rows] == [row.entrant for row in standings(stage_of(state_of(made), "main"))]
    assert {"BH-C1", "SB", "points"} <= rows[0].keys()


def test_every_seat_of_every_table_is_in_the_results(alice: UUID) -> None:
    rows = table("results", pods(alice), "swiss")
    assert len(rows) == 18
    assert [row["place"] for row in rows[:3]] == ["1", "2", "3"]


def test_byes_are_in_the_pairings(alice: UUID) -> None:
    rows = table("pairings", swiss(alice))
    assert {row["bye"] for row in rows} == {"", "pairing", "half"}


@pytest.mark.parametrize("name", ["=1+1", "+48 601", "-2+3", "@SUM(A1)"])
def test_a_name_is_never_a_formula(alice: UUID, name: str) -> None:
    made = opened(alice)
    player = entered(made, alice, 1)[0]
    Player.objects.filter(id=player).update(name=name)
    assert table("field", made)[0]["name"] == f"'{name}"


@pytest.mark.parametrize("number", ["-3", "12.5", "-7/2"])
def test_a_number_stays_one(number: str) -> None:
    assert lists.harmless(number) == number


# --- calendars --------------------------------------------------------------------------------------------


def test_a_calendar_has_the_beginning_and_the_rounds(alice: UUID) -> None:
    settings = Settings(online=False, starts="2026-12-01T18:00:00+00:00", round_minutes=50)
    made = opened(alice, settings=settings, title="Club, evening; no. 1")
    entered(made, alice, 4)
    services.change(made, commands.StartStage("main"), by=alice)
    services.change(made, commands.Pair("main"), by=alice)
    entries = list(calendar.of_tournament(state_of(made), "http://x/"))
    assert entries[0].begins == datetime(2026, 12, 1, 18, tzinfo=UTC)
    assert entries[0].ends - entries[0].begins == timedelta(minutes=100)
    text = calendar.written("Club", entries, "elekt.example")
    assert "DTSTART:20261201T180000Z\r\n" in text
    assert "SUMMARY:Club\\, evening\\; no. 1\r\n" in text
    assert text.count("BEGIN:VEVENT") == 2


def test_lines_are_folded_at_75_octets() -> None:
    line = "SUMMARY:" + "ż" * 100
    parts = calendar.folded(line).split("\r\n")
    assert all(len(part.encode()) <= 75 for part in parts)
    assert parts[0] + "".join(part[1:] for part in parts[1:]) == line


def test_a_player_has_a_calendar_of_listed_tournaments_only(alice: UUID) -> None:
    bob = person("Bob")
    for listed in (True, False):
        settings = Settings(online=False, listed=listed, starts="2026-12-01T18:00:00+00:00")
        made = opened(alice, settings=settings, title="shown" if listed else "hidden")
        services.change(made, commands.EnterOneself(), by=bob)
    assert [entry.title for entry in calendar.of_player(bob, "http://x/{id}")] == ["shown"]


# --- the change log ---------------------------------------------------------------------------------------


def log_of(made: UUID) -> str:
    return "".join(log.lines(made))


def test_a_log_proves_itself_and_ends_with_the_hash_of_the_ledger(alice: UUID) -> None:
    made = swiss(alice)
    found = log.verify(log_of(made))
    assert (found.flaw, found.stream, found.events) == ("", str(made), state_of(made).version)


def test_anybody_can_check_a_log_with_the_standard_library(alice: UUID) -> None:
    """The check that docs/exchange.md shows."""
    head = bytes(32)
    for line in log_of(swiss(alice)).splitlines():
        told = json.loads(line)
        claimed = told.pop("hash")
        del told["at"]
        body = json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
        head = sha256(head + body).digest()
        assert head.hex() == claimed


def test_a_changed_moved_or_missing_line_is_found(alice: UUID) -> None:
    lines = log_of(swiss(alice)).splitlines()
    edited = [*lines[:3], lines[3].replace('"rating":0', '"rating":1'), *lines[4:]]
    assert log.verify("\n".join(edited)).line == 4
    assert log.verify("\n".join([lines[0], lines[2], lines[1]])).flaw == "missing"
    for place in (0, 3):
        later = json.loads(lines[place]) | {"at": "2030-01-01T00:00:00+00:00"}
        found = log.verify("\n".join([*lines[:place], json.dumps(later), *lines[place + 1 :]]))
        assert (found.flaw, found.line) == ("time", place + 1)
    assert log.verify("\n".join(lines[1:])).line == 1
    assert log.verify("\n".join([lines[0], "{"])).flaw == "unreadable"
    assert log.verify("").flaw == "unreadable"


def test_the_command_verifies_a_file(alice: UUID, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "log.jsonl"
    made = swiss(alice)
    path.write_text(log_of(made))
    call_command("verify_tournament_log", str(path))
    assert str(made) in capsys.readouterr().out
    with pytest.raises(CommandError, match="the last hash is"):
        call_command("verify_tournament_log", str(path), "--head", "00")
    path.write_text(log_of(made).replace("Turniej", "Tournament"))
    with pytest.raises(CommandError, match="line 1: the hash does not match"):
        call_command("verify_tournament_log", str(path))
    with pytest.raises(CommandError, match="cannot read"):
        call_command("verify_tournament_log", str(tmp_path / "nothing"))


def test_names_are_in_no_log(alice: UUID) -> None:
    assert "Player 1" not in log_of(swiss(alice))


def test_an_unknown_tournament_has_no_log() -> None:
    with pytest.raises(Exception, match="unknown_tournament"):
        list(log.lines(uuid4()))


def test_a_workbook_has_numbers_as_numbers_and_names_as_text(client: Client) -> None:
    alice = person("Alice")
    made = opened(alice, stage(form="pods", seats=4, least=3, rounds=2, tie_breaks=("WIN", "BH")))
    people = tuple(Newcomer(name=name, rating=1500) for name in ("=1+1", "Bob", "Zoë", "Yan"))
    services.change(made, commands.Enter(people), by=alice)
    services.change(made, commands.StartStage("main"), by=alice)
    services.change(made, commands.Pair("main"), by=alice)
    play_round(made, alice, places=(1, 2, 2, 4))
    answer = client.get(f"/tournaments/{made}/export/tournament.xlsx", headers={"Accept-Language": "en"})
    assert answer["Content-Type"].endswith("spreadsheetml.sheet")
    with ZipFile(BytesIO(answer.content)) as parts:
        names = {name: parts.read(name).decode() for name in parts.namelist()}
    assert 'name="Players"' in names["xl/workbook.xml"]
    assert "<f>" not in "".join(names.values()), "nothing is a formula"
    assert "=1+1" in names["xl/sharedStrings.xml"]
    assert "<v>1.5</v>" in names["xl/worksheets/sheet2.xml"], "two share the second and the third place"

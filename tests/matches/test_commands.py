"""What is done from a shell, and how it fails."""

from __future__ import annotations

import json
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command

from elekt_core.record.text import parse_record
from ledger import store, verify
from ledger.models import Archive, Parked
from ledger.verify import Flaw
from matches import regulars, tasks
from matches.models import Match
from matches.models import Table as Row
from matches.play import archiving, queries
from matches.play.timeline import timelines
from matches.tables import queries as table_queries
from players.ratings import queries as ratings
from players.ratings.models import Rating
from players.ratings.outcome import bot, person
from players.ratings.pages import choosing

from .factories import GAME, started

pytestmark = pytest.mark.django_db


def run(*arguments: Any) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out, stderr=StringIO())
    return out.getvalue()


# --- simulate -----------------------------------------------------------------------------------------------


def simulated(*arguments: str) -> list[dict[str, Any]]:
    lines = run("simulate", "--game", GAME, "--json", *arguments).splitlines()
    return [json.loads(line) for line in lines]


def test_simulated_games_are_whole_matches_in_the_ledger() -> None:
    found = simulated("--seats", "3", "--count", "2", "--seed", "5")
    assert len(found) == 2
    for told in found:
        row = Match.objects.get(id=told["id"])
        assert row.ended_at is not None
        assert told["events"] == store.version(row.id) == row.version
        assert told["outcome"]["ranks"] == row.ranks
        assert told["state"] == [e.meta for e in store.read(row.id) if e.meta][-1]["state"]


def test_the_same_seed_gives_the_same_games_and_another_seed_others() -> None:
    first, again, other = (simulated("--count", "3", "--seed", seed) for seed in ("1", "1", "2"))
    assert [told["state"] for told in first] == [told["state"] for told in again]
    assert not {told["state"] for told in first} & {told["state"] for told in other}
    assert not {told["id"] for told in first} & {told["id"] for told in again}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--game", "chess"], "chess"),
        (["--game", GAME, "--seats", "7"], "7"),
        (["--game", GAME, "--bots", "deep-thought"], "deep-thought"),
        (["--game", GAME, "--count", "0"], "count"),
    ],
)
def test_a_simulation_that_cannot_be_says_why(arguments: list[str], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        run("simulate", *arguments)
    assert not Match.objects.exists()


# --- export and verify --------------------------------------------------------------------------------------


def test_an_exported_record_verifies_and_an_edited_one_does_not(tmp_path: Path) -> None:
    table = started("Alice", "Bob")
    table.play_out()
    path = tmp_path / "record.jsonl"
    run("export", str(table.match), "--output", str(path))
    assert run("verify", "--file", str(path)).startswith("ok")
    assert path.read_text() == run("export", str(table.match))
    text = path.read_text()
    path.write_text(text.replace('"seat":1', '"seat":0', 1))
    with pytest.raises(CommandError, match="FLAW"):
        run("verify", "--file", str(path))


def test_a_record_can_be_cut_to_a_seat_or_a_spectator() -> None:
    table = started("Alice", "Bob")
    table.play_out()
    assert parse_record(run("export", str(table.match), "--seat", "1")).viewer == 1
    assert parse_record(run("export", str(table.match), "--spectator")).viewer is None


def test_a_running_match_is_not_exported_openly() -> None:
    table = started("Alice", "Bob")
    with pytest.raises(CommandError, match="goes on"):
        run("export", str(table.match))
    assert parse_record(run("export", str(table.match), "--spectator")).viewer is None


def test_matches_are_verified_one_by_one_or_all_together() -> None:
    table = started("Alice", "Bob")
    started("Alice", "bot:random").play_out()
    assert run("verify", str(table.match)).startswith(f"ok   {table.match}")
    assert run("verify", "--all").count("ok   ") == 2


def test_streams_of_tables_are_verified_too(monkeypatch: pytest.MonkeyPatch) -> None:
    table = started("Alice", "Bob")
    flaw = Flaw(table.id, 2, "hash", "the hash does not match")
    monkeypatch.setattr(verify, "every_stream", lambda progress: iter([flaw]))
    with pytest.raises(CommandError, match=f"FLAW ledger: stream {table.id}, event 2"):
        run("verify", "--all")


def test_an_archive_that_tells_something_else_is_a_flaw() -> None:
    table = started("Alice", "Bob")
    table.play_out()
    run("archive")
    assert run("verify", str(table.match))
    other = started("Alice", "Bob")
    other.play_out()
    archiving.archive(other.match)
    Archive.objects.filter(stream=table.match).update(packed=Archive.objects.get(stream=other.match).packed)
    with pytest.raises(CommandError, match=f"FLAW ledger: stream {table.match}"):
        run("verify", str(table.match))


def test_unknown_matches_seats_and_files_are_named(tmp_path: Path) -> None:
    table, nobody = started("Alice", "Bob"), str(uuid4())
    for arguments, said in (
        (["verify", nobody], nobody),
        (["export", nobody], nobody),
        (["export", str(table.match), "--seat", "2"], "seat 2"),
        (["verify", "--file", str(tmp_path / "none.jsonl")], "none.jsonl"),
        (["export", str(table.match), "--spectator", "--output", str(tmp_path)], "cannot write"),
    ):
        with pytest.raises(CommandError, match=said):
            run(*arguments)


# --- demo and archive ---------------------------------------------------------------------------------------


def test_demo_content_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.management.commands.demo.MATCHES", (("Alicja", "random"),))
    monkeypatch.setattr("matches.management.commands.demo.BOT", "random")
    run("demo", "--game", GAME)
    counts = Match.objects.count(), Row.objects.count()
    assert counts == (1, 2)
    assert run("demo", "--game", GAME) == ""
    assert (Match.objects.count(), Row.objects.count()) == counts
    assert table_queries.open_tables(player=None)[0].free == 1
    alicja = person(regulars.HOST)
    assert [rating.games for rating in Rating.objects.filter(who__in=(alicja, bot("random")))] == [1, 1]


def test_the_demo_has_ladders_of_people_and_bots_and_rates_its_evenings_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.management.commands.demo_ratings.WEEKS", 1)
    assert "12 games of elekt are rated" in run("demo_ratings")
    assert run("demo_ratings") == ""
    for choice in choosing.ladders():
        listed = {rung.who for rung in ratings.listed(choice.ladder)}
        assert {bot("greedy"), bot("random")} < listed
        assert len(listed) == 12


def test_a_finished_match_is_archived_and_replayed_from_there(monkeypatch: pytest.MonkeyPatch) -> None:
    table = started("Alice", "Bob")
    running = started("Alice", "Bob")
    table.play_out()
    before = queries.replay(match_id=table.match, player=None, at=9)
    run("archive")
    assert [row.stream for row in Archive.objects.all()] == [table.match]
    assert not archiving.archive(table.match), "it is packed as it stands"
    assert not archiving.archive(running.match), "it goes on"
    timelines.forget()
    monkeypatch.setattr(store, "read", _no_rows)
    again = queries.replay(match_id=table.match, player=None, at=9)
    assert again.position.view == before.position.view
    assert again.log == before.log
    assert again.steps == before.steps


def _no_rows(stream: UUID, after: int = 0, upto: int | None = None) -> list[Any]:
    pytest.fail("the archive has the events")


def test_a_match_rests_before_it_is_archived() -> None:
    table = started("Alice", "Bob")
    row = table.play_out()
    assert archiving.pending() == []
    Match.objects.update(last_at=row.last_at - timedelta(minutes=11))
    assert archiving.pending() == [table.match]
    assert archiving.archive(table.match)
    assert archiving.pending() == []


def test_a_broken_match_does_not_keep_the_others_from_the_archive(monkeypatch: pytest.MonkeyPatch) -> None:
    broken, whole = started("Alice", "Bob"), started("Alice", "Bob")
    for table in (broken, whole):
        table.play_out()
    check = verify.stream

    def flawed(stream: UUID) -> list[Flaw]:
        return [Flaw(stream, 3, "hash", "the hash does not match")] if stream == broken.match else check(stream)

    monkeypatch.setattr(verify, "stream", flawed)
    with pytest.raises(CommandError, match=f"1 could not be archived:\nstream {broken.match}, event 3"):
        run("archive")
    assert [row.stream for row in Archive.objects.all()] == [whole.match]
    with pytest.raises(CommandError, match="parked"):
        run("projections")
    monkeypatch.undo()
    assert run("archive") == "1 matches archived\n"
    assert not Parked.objects.exists()


def test_a_match_that_could_not_be_archived_is_not_tried_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    table = started("Alice", "Bob")
    table.play_out()
    monkeypatch.setattr(verify, "stream", lambda stream: Flaw(stream, 3, "hash", "the hash does not match"))
    no_rest = timedelta(0)
    assert archiving.pending(rest=no_rest) == [table.match]
    tasks.archive(str(table.match))
    tasks.archive(str(table.match))
    assert archiving.pending(rest=no_rest) == []
    assert archiving.pending(rest=no_rest, parked=True) == [table.match]
    assert Parked.objects.get().stream == table.match

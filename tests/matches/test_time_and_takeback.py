"""A match whose stream has facts of clocks and takebacks is played on, shown, exported, proved and rebuilt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command

from elekt_core.chance import SeededChance
from elekt_core.contract import CONCEDE, Decision, Event, SeatNo
from elekt_core.record import match as course
from elekt_core.record.clocks import ClocksPaused, ClocksResumed, ClocksSet, ClockStarted
from elekt_core.record.takeback import TakenBack
from elekt_core.record.text import format_record, parse_record
from elekt_core.record.verify import verify_record
from ledger.projections import named, rebuild
from matches.changing import MATCHES, Move, Playing
from matches.clocks import service_time
from matches.models import Match
from matches.play import archiving, queries, services, verification
from matches.play.timeline import timelines
from tests.sampling import sample

from .factories import Table, started

pytestmark = pytest.mark.django_db


def noted(table: Table, *facts: Event) -> None:
    """Append facts beside the game's, as the platform will."""

    def move(playing: Playing) -> Move:
        timeline = playing.timeline
        state = course.state_after(timeline.game, [*timeline.events[: playing.version], *facts])
        return Move(timeline.game, course.Batch(facts, course.state_hash(timeline.game, state)), state)

    MATCHES.change(table.match, move, actor="clock")


def taken_back(table: Table, to: int) -> None:
    state = course.state_after(timeline(table).game, timeline(table).events, to)
    noted(table, TakenBack(to, 0, (1,), course.draws_of(state)))


def timeline(table: Table) -> Any:
    return queries.timeline_of(queries.match(match_id=table.match, player=table.players[0]))


@pytest.fixture(params=sample(["high-card", "elekt"], ["high-card", "elekt", "enclave", "elector_counts"]))
def table(request: pytest.FixtureRequest) -> Table:
    """Clocks are set and run, two decisions are made and taken back, and another is made."""
    table = started("Alice", "Bob", game=request.param, seed=request.param)
    noted(table, ClocksSet("increment", (60_000, 60_000), 1000), ClockStarted(table.awaited(), service_time.now()))
    for _ in range(3):
        table.go_on()
    to = table.version()
    table.go_on()
    table.go_on()
    taken_back(table, to)
    now = service_time.now()
    noted(table, ClocksPaused(now), ClocksResumed(now))
    table.decide(seat=None)
    return table


def steps(table: Table) -> Sequence[int]:
    return queries.replay(match_id=table.match, player=table.players[0]).steps


def test_the_state_kept_warm_is_the_state_folded_anew(table: Table) -> None:
    warm = timeline(table)
    timelines.forget()
    cold = timeline(table)
    assert warm is not cold
    assert [warm.state(seq) for seq in range(table.version() + 1)] == [
        cold.state(seq) for seq in range(table.version() + 1)
    ]
    assert list(warm.events) == list(cold.events)


def test_the_course_of_the_game_leaves_out_what_was_undone(table: Table) -> None:
    line = timeline(table).line(table.version())
    (branch,) = line.branches
    assert branch.events
    shown = queries.replay(match_id=table.match, player=table.players[0])
    assert not {*branch.events} & {line.seq for line in shown.log}
    assert not {*branch.events} & {*shown.steps}
    assert branch.taken_back in {line.seq for line in shown.log}
    told = queries.log(match_id=table.match, player=table.players[0])
    assert not {*branch.events} & {line.seq for line in told}


@pytest.mark.one_database
def test_every_position_has_a_page_in_both_languages(table: Table) -> None:
    (branch,) = timeline(table).line(table.version()).branches
    clients = [table.client(0, language) for language in ("en", "pl")]
    for client in clients:
        assert client.get(f"/matches/{table.match}/").status_code == 200
    for seq in [*branch.events, *range(branch.taken_back, table.version() + 1)][:: sample(3, 1)]:
        for client in sample([clients[seq % 2]], clients):
            assert client.get(f"/matches/{table.match}/replay/{seq}/").status_code == 200, seq


def test_the_api_tells_the_facts_to_everybody_and_the_branch_as_each_may_know_it(table: Table) -> None:
    for seat in (0, 1):
        found = table.client(seat).get(f"/api/v1/matches/{table.match}/events/").json()
        kinds = [event["kind"] for event in found]
        for kind in ("taken_back", "clocks_paused", "clocks_resumed"):
            assert kinds.count(kind) == 1
        assert {"clocks_set", "clock_started"} <= {*kinds}


def test_the_record_is_exported_redacted_and_proved(table: Table) -> None:
    whole = verification.whole(table.match, Match.objects.get(id=table.match))
    assert whole.format == 4
    assert verify_record(whole).ok, verify_record(whole).flaw
    assert parse_record(format_record(whole)) == whole
    for player, perspective in ((table.players[0], None), (table.players[1], None), (None, "spectator")):
        cut = verification.record(match_id=table.match, player=player, perspective=perspective)  # type: ignore[arg-type]
        assert verify_record(cut).ok, verify_record(cut).flaw


def test_a_finished_match_is_proved_packed_and_loaded(table: Table) -> None:
    table.play_out()
    assert verification.of_any(table.match).ok
    before = [timeline(table).state(seq) for seq in range(0, table.version() + 1, 7)]
    assert archiving.archive(table.match)
    timelines.forget()
    assert [timeline(table).state(seq) for seq in range(0, table.version() + 1, 7)] == before
    assert table.client(0).get(f"/matches/{table.match}/replay/").status_code == 200


@pytest.mark.parametrize("size", [1, 2000])
def test_rows_are_rebuilt_equal(table: Table, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ledger.projections.PAGE", size)
    assert rebuild(named("matches"), compare=True).differences == []
    table.play_out()
    assert rebuild(named("matches"), compare=True).differences == []


@pytest.mark.parametrize("size", [1, 2, 2000])
def test_a_match_has_ended_when_its_game_has_though_clocks_are_told_behind_that(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = started("Alice", "Bob", seed="end")

    def conceding(playing: Playing) -> Move:
        game, state = playing.timeline.game, playing.timeline.state(playing.version)
        batch = course.apply(game, state, Decision(SeatNo(0), CONCEDE), SeededChance(b"end"))
        return Move(game, replace(batch, events=(*batch.events, ClocksSet("delay", (9, 9), 1), ClocksPaused(5))), state)

    MATCHES.change(table.match, conceding, actor="clock")
    noted(table, ClocksResumed(7))
    row = Match.objects.get(id=table.match)
    assert row.ended_at is not None
    assert row.ended_at < row.last_at
    monkeypatch.setattr("ledger.projections.PAGE", size)
    assert rebuild(named("matches"), compare=True).differences == []


def test_within_a_takeback_nothing_is_told_of_what_it_undid(table: Table) -> None:
    to = max(timeline(table).ends(table.version() - 1))
    draws = course.draws_of(timeline(table).state(to))
    noted(table, TakenBack(to, 0, (1,), draws), ClocksPaused(11))
    here = queries.position(match_id=table.match, player=table.players[0], at=table.version() - 1)
    assert here.told == ()


def test_who_conceded_in_what_was_undone_plays_again() -> None:
    table = started("Alice", "Bob", "Cyd", game="elekt", seed="concede")
    table.go_on()
    to, awaited = table.version(), table.awaited()
    seat = (awaited + 1) % 3
    actor = services.player_actor(table.players[seat])  # type: ignore[arg-type]
    services.concede(match_id=table.match, seat=seat, decision_id=uuid4(), actor=actor)
    assert Match.objects.get(id=table.match).conceded == 1 << seat
    taken_back(table, to)
    row = Match.objects.get(id=table.match)
    assert (row.conceded, row.automatic, row.awaited) == (0, 0, 1 << awaited)
    assert rebuild(named("matches"), compare=True).differences == []


def test_the_command_verifies_and_exports_them(table: Table, tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    table.play_out()
    call_command("verify", str(table.match))
    assert "ok" in capsys.readouterr().out

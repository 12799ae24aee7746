"""An arena runs for its time: whoever is free is paired again, then nobody any more, and it ends by itself."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone

from ledger import projections
from players.models import Player
from tests.matches.factories import person
from tournaments import commands, running, services
from tournaments.decisions.field import Newcomer
from tournaments.formats.contract import EntrantNo
from tournaments.models import Tournament
from tournaments.projection import Tournaments
from tournaments.settings import Settings
from tournaments.state import Stage, Status
from web.errors import Conflict

from .factories import at, entered, opened, play_round, stage, state_of, wins

pytestmark = pytest.mark.django_db

HOUR = Settings(online=False, round_minutes=60)
START = datetime.fromisoformat("2026-11-21T18:00:00+00:00")


class Clock:
    """The time that tournaments see."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now

    def after(self, minutes: int) -> None:
        self.now = START + timedelta(minutes=minutes)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(timezone, "now", found)
    return found


@pytest.fixture
def alice() -> UUID:
    return person("Alice")


def arena(alice: UUID, how_many: int = 4, settings: Settings = HOUR) -> UUID:
    tournament = opened(alice, stage("arena", "arena", tie_breaks=("WIN",)), settings=settings)
    entered(tournament, alice, how_many)
    if settings.check_in:
        services.change(tournament, commands.CheckIn(tuple(range(1, how_many + 1))), by=alice)
    services.change(tournament, commands.StartStage("arena"), by=alice)
    return tournament


def paired(alice: UUID, how_many: int = 4, settings: Settings = HOUR) -> UUID:
    tournament = arena(alice, how_many, settings)
    services.change(tournament, commands.Pair("arena"), by=alice)
    return tournament


def stage_in(tournament: UUID) -> Stage:
    return state_of(tournament).stages["arena"]


def playing(tournament: UUID) -> set[int]:
    return {no for table in stage_in(tournament).tables() if not table.is_done for no in table.pairing.seats}


def finish(tournament: UUID, alice: UUID) -> None:
    """Enter a result at every open table; none of those that follow."""
    for table in [table for table in stage_in(tournament).tables() if not table.is_done]:
        ref = at("arena", table.pairing.round, table.no)
        services.change(tournament, commands.EnterResult(ref, wins(0)), by=alice)


def test_its_time_begins_with_its_first_tables(alice: UUID, clock: Clock) -> None:
    tournament = arena(alice)
    clock.after(10)
    services.change(tournament, commands.Pair("arena"), by=alice)
    assert stage_in(tournament).rounds[0].ends == "2026-11-21T19:10:00+00:00"
    (told,) = Client().get(f"/api/v1/tournaments/{tournament}/").json()["stages"]
    assert told["ends"] == "2026-11-21T19:10:00Z"
    clock.after(20)
    finish(tournament, alice)
    ends = [one.ends for one in stage_in(tournament).rounds]
    assert len(ends) > 1
    assert not any(ends[1:])


def test_while_it_runs_whoever_has_a_result_is_paired_again_at_once(alice: UUID, clock: Clock) -> None:
    tournament = paired(alice, 2)
    clock.after(59)
    finish(tournament, alice)
    assert playing(tournament) == {1, 2}
    assert len(stage_in(tournament).rounds) == 2


def test_who_comes_late_returns_or_checks_in_is_paired_without_waiting_for_a_result(alice: UUID, clock: Clock) -> None:
    tournament = paired(alice, 5, Settings(online=False, round_minutes=60, check_in=True))
    (waits,) = {1, 2, 3, 4, 5} - playing(tournament)
    services.change(tournament, commands.Enter((Newcomer(person("Late")),)), by=alice)
    assert 6 not in playing(tournament)  # not here yet
    services.change(tournament, commands.CheckIn((6,)), by=alice)
    assert {6, waits} <= playing(tournament)
    services.change(tournament, commands.Enter((Newcomer(person("Later")),)), by=alice)
    services.change(tournament, commands.CheckIn((7,)), by=alice)
    services.change(tournament, commands.Withdraw(7), by=alice)
    services.change(tournament, commands.Enter((Newcomer(person("Last")),)), by=alice)
    services.change(tournament, commands.CheckIn((8,)), by=alice)
    assert not {7, 8} & playing(tournament)
    services.change(tournament, commands.BringBack(7), by=alice)
    assert {7, 8} <= playing(tournament)


def test_who_enters_oneself_late_is_paired(alice: UUID, clock: Clock) -> None:
    tournament = paired(alice, 3)
    services.change(tournament, commands.EnterOneself(), by=person("Late"))
    assert playing(tournament) == {1, 2, 3, 4}


def test_after_its_end_nobody_is_paired_any_more(alice: UUID, clock: Clock) -> None:
    tournament = paired(alice, 4)
    clock.after(60)
    services.change(tournament, commands.EnterResult(at("arena", 1, 1), wins(0)), by=alice)
    services.change(tournament, commands.EnterOneself(), by=person("Late"))
    services.change(tournament, commands.Correct(at("arena", 1, 1), wins(1)), by=alice)
    assert len(stage_in(tournament).rounds) == 1
    before = state_of(tournament).version
    with pytest.raises(Conflict, match="time_is_up"):
        services.change(tournament, commands.Pair("arena"), by=alice)
    assert state_of(tournament).version == before


def test_it_is_over_by_itself_when_its_last_table_has_its_result(alice: UUID, clock: Clock) -> None:
    tournament = paired(alice, 4)
    clock.after(60)
    assert running.keep_all_deadlines(10) == 0  # both tables are played to their end
    services.change(tournament, commands.EnterResult(at("arena", 1, 1), wins(0)), by=alice)
    assert running.keep_all_deadlines(10) == 0
    services.change(tournament, commands.EnterResult(at("arena", 1, 2), wins(0)), by=alice)
    assert not stage_in(tournament).closed
    assert running.keep_all_deadlines(10) == 1
    assert stage_in(tournament).closed
    assert state_of(tournament).status is Status.RUNNING  # its results are final when an arbiter says so
    assert running.keep_all_deadlines(10) == 0
    services.change(tournament, commands.Close(), by=alice)


def test_it_is_over_at_its_end_where_nobody_plays(alice: UUID, clock: Clock) -> None:
    tournament = paired(alice, 2)
    services.change(tournament, commands.Withdraw(2), by=alice)
    clock.after(5)
    finish(tournament, alice)
    assert not playing(tournament)
    clock.after(59)
    assert running.keep_all_deadlines(10) == 0
    clock.after(60)
    assert running.keep_all_deadlines(10) == 1
    assert stage_in(tournament).closed


def test_one_that_runs_by_itself_ends_with_its_tournament(alice: UUID, clock: Clock) -> None:
    tournament = arena(alice, 4, Settings(online=False, automatic=True, round_minutes=60))
    assert running.step(tournament)
    assert stage_in(tournament).rounds[0].ends == "2026-11-21T19:00:00+00:00"
    clock.after(61)
    finish(tournament, alice)
    assert not running.step(tournament)
    assert running.keep_all_deadlines(10) == 1
    assert running.step(tournament)
    assert state_of(tournament).status is Status.CLOSED


def test_an_arbiter_gives_more_time_by_the_timer_of_the_last_wave(alice: UUID, clock: Clock) -> None:
    tournament = paired(alice, 2)
    clock.after(50)
    play_round(tournament, alice, "arena")
    services.change(tournament, commands.StartTimer("arena", 2, 30), by=alice)
    clock.after(70)
    play_round(tournament, alice, "arena")
    assert playing(tournament) == {1, 2}
    clock.after(80)
    play_round(tournament, alice, "arena")
    assert not playing(tournament)
    assert running.keep_all_deadlines(10) == 1


def test_without_a_time_it_runs_until_it_is_ended(alice: UUID, clock: Clock) -> None:
    tournament = paired(alice, 2, Settings(online=False))
    clock.after(60 * 24 * 30)
    finish(tournament, alice)
    assert playing(tournament) == {1, 2}
    assert Tournament.objects.get(id=tournament).due_at is None


def test_the_first_tables_taken_back_take_the_time_along(alice: UUID, clock: Clock) -> None:
    tournament = paired(alice, 2)
    services.change(tournament, commands.Undo(), by=alice)
    clock.after(70)
    services.change(tournament, commands.Pair("arena"), by=alice)
    assert stage_in(tournament).rounds[0].ends == "2026-11-21T20:10:00+00:00"


def test_a_rebuilt_read_model_knows_when_it_ends(alice: UUID, clock: Clock) -> None:
    tournament = paired(alice, 2)
    services.change(tournament, commands.Withdraw(2), by=alice)
    finish(tournament, alice)
    assert Tournament.objects.get(id=tournament).due_at == START + timedelta(minutes=60)
    Tournament.objects.filter(id=tournament).update(due_at=None)
    projections.rebuild(Tournaments())
    assert Tournament.objects.get(id=tournament).due_at == START + timedelta(minutes=60)


def test_the_points_decide(alice: UUID, clock: Clock) -> None:
    tournament = paired(alice, 2)
    clock.after(60)
    services.change(tournament, commands.EnterResult(at("arena", 1, 1), wins(1)), by=alice)
    running.keep_all_deadlines(10)
    winner = stage_in(tournament).rounds[0].tables[1].pairing.seats[1]
    rows = Client().get(f"/api/v1/tournaments/{tournament}/standings/?stage=arena").json()
    assert [(row["rank"], row["no"], row["half_points"]) for row in rows] == [
        (1, winner, "2"),
        (2, EntrantNo(3 - winner), "0"),
    ]


def test_the_desk_and_the_page_show_the_time_of_the_arena_for_every_wave(alice: UUID) -> None:
    tournament = paired(alice, 4)
    finish(tournament, alice)
    services.change(tournament, commands.StartTimer("arena", len(stage_in(tournament).rounds), 90), by=alice)
    ends = stage_in(tournament).rounds[-1].ends
    browser = Client(headers={"accept-language": "en"})
    browser.force_login(Player.objects.get(id=alice))
    assert f'datetime="{ends}"' in browser.get(f"/tournaments/{tournament}/desk/?stage=arena&round=1").content.decode()
    unfinished = next(one.no for one in stage_in(tournament).rounds if not one.is_done)
    shown = browser.get(f"/tournaments/{tournament}/?round={unfinished}").content.decode()
    timer = re.search(r'data-ends="([^"]+)"', shown)
    assert timer is not None
    assert datetime.fromisoformat(timer[1]) == datetime.fromisoformat(ends)

"""Tables that are called here keep in step with their tournament, whatever arbiters, players and workers do at once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from ledger import projections
from matches.models import Match
from matches.models import Table as MatchTable
from matches.play import services as matches
from matches.play.simulation import play_out
from matches.tables import services as table_services
from matches.tables.commands import CloseTable, Command, SitDown
from tests.matches.factories import person
from tournaments import commands, running, services, tasks
from tournaments.cache import cache
from tournaments.corrections import Tables
from tournaments.decisions.field import Newcomer
from tournaments.events import EntrantReplaced
from tournaments.evolve import evolve
from tournaments.formats.contract import Result
from tournaments.models import OpenTable
from tournaments.settings import Settings, Source
from tournaments.state import Status, Table
from web.errors import Conflict

from .factories import at, entered, opened, stage, state_of, wins

pytestmark = pytest.mark.django_db
FIRST = at("main", 1, 1)
LONG_AGO = timedelta(hours=1)


@pytest.fixture
def alice() -> UUID:
    return person("Alice")


def called(alice: UUID, how_many: int = 2, settings: dict[str, Any] | None = None) -> tuple[UUID, list[UUID]]:
    """A knock-out whose first round is called to its tables."""
    tournament = opened(alice, stage(settings={"draws": "seed", **(settings or {})}), settings=Settings())
    people = entered(tournament, alice, how_many)
    services.change(tournament, commands.StartStage("main"), by=alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    running.call_tables(tournament)
    return tournament, people


def first(tournament: UUID) -> Table:
    return state_of(tournament).stages["main"].rounds[0].tables[1]


def opened_here(tournament: UUID, game: int = 1) -> UUID:
    found = first(tournament).games[game].opened
    assert found is not None
    return found


def player_on(tournament: UUID, seat: int) -> UUID:
    state = state_of(tournament)
    player = state.entries[first(tournament).pairing.seats[seat]].player
    assert player is not None
    return player


def status(table: UUID) -> str:
    return MatchTable.objects.get(id=table).status


def an_hour_later(monkeypatch: pytest.MonkeyPatch) -> None:
    later = timezone.now() + LONG_AGO
    monkeypatch.setattr(timezone, "now", lambda: later)


# --- cancelled, opened again ------------------------------------------------------------------------------


def test_a_cancelled_tournament_closes_its_tables_and_calls_them_anew_when_it_goes_on(
    alice: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament, _ = called(alice)
    before = opened_here(tournament)
    services.change(tournament, commands.Cancel(), by=alice)
    assert not OpenTable.objects.exists()
    assert running.due_tables(timezone.now() + LONG_AGO, 10) == []
    assert running.close_forgotten_tables(10) == 0  # it may be about to be called
    an_hour_later(monkeypatch)
    assert running.close_forgotten_tables(10) == 1
    assert status(before) == "closed"
    services.change(tournament, commands.Reopen(), by=alice)
    assert running.call_tables(tournament) == 1
    assert opened_here(tournament) != before
    assert status(opened_here(tournament)) == "open"


def test_a_match_that_ends_after_the_tournament_was_cancelled_changes_nothing(alice: UUID) -> None:
    tournament = opened(alice, stage(settings={"draws": "seed"}), settings=Settings())
    services.change(tournament, commands.Enter(tuple([Newcomer(bot="random")] * 2)), by=alice)
    services.change(tournament, commands.StartStage("main"), by=alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    running.call_tables(tournament)
    table = opened_here(tournament)
    services.change(tournament, commands.Cancel(), by=alice)
    version = state_of(tournament).version
    play_out(Match.objects.get(table=table).id)
    assert not running.take_result(table)
    assert running.take_forgotten_results(10) == 0
    assert state_of(tournament).version == version


def test_what_closed_a_table_here_is_not_undone(alice: UUID) -> None:
    tournament, _ = called(alice)
    services.change(tournament, commands.Rule(FIRST, wins(0)), by=alice)
    with pytest.raises(Conflict) as refused:
        services.change(tournament, commands.Undo(), by=alice)
    assert refused.value.code == "cannot_be_undone"
    assert first(tournament).is_done


def test_a_table_where_an_arbiter_has_ruled_is_closed(alice: UUID, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament, _ = called(alice, 4)
    ruled, other = opened_here(tournament), OpenTable.objects.get(number=2).opened
    services.change(tournament, commands.Rule(FIRST, wins(0)), by=alice)
    an_hour_later(monkeypatch)
    assert running.forgotten_tables(timezone.now() + LONG_AGO, 10) == [ruled]
    assert running.close_forgotten_tables(10) == 1
    assert other is not None
    assert (status(ruled), status(other)) == ("closed", "open")


# --- who does not come ------------------------------------------------------------------------------------


def test_who_misses_the_second_game_of_three_loses_that_game_alone(alice: UUID) -> None:
    tournament, people = called(alice, settings={"length": 3})
    first_game = opened_here(tournament)
    for player in people:
        table_services.change(first_game, SitDown(), by=player)
    assert running.keep_deadline(tournament, FIRST, timezone.now() + LONG_AGO)
    match = Match.objects.get(table=first_game)
    matches.concede(match_id=match.id, seat=0, decision_id=uuid4(), actor=f"player:{player_on(tournament, 0)}")
    play_out(match.id)
    assert running.take_result(first_game)
    assert running.call_tables(tournament) == 1
    row = OpenTable.objects.get()
    assert row.due_at is not None, "the second call ends as the first did"
    table_services.change(opened_here(tournament, 2), SitDown(), by=player_on(tournament, 0))
    assert running.keep_deadline(tournament, FIRST, row.due_at)
    table = first(tournament)
    assert not table.is_done
    assert table.games[2].result == Result((1, 2), (), frozenset({1}))
    assert running.call_tables(tournament) == 1


def test_who_sits_down_while_the_call_ends_is_not_away(alice: UUID, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament, _ = called(alice)
    real = table_services.change

    def somebody_comes_first(table_id: UUID, command: Command, *, by: UUID) -> table_services.TableChanged:
        real(table_id, SitDown(), by=player_on(tournament, 1))
        return real(table_id, command, by=by)

    monkeypatch.setattr(table_services, "change", somebody_comes_first)
    assert running.keep_deadline(tournament, FIRST, timezone.now() + LONG_AGO)
    assert first(tournament).pairing.result == Result((2, 1), (), frozenset({0}))


def test_a_called_table_that_its_host_has_closed_still_ends(alice: UUID) -> None:
    tournament, _ = called(alice)
    table_services.change(opened_here(tournament), SitDown(), by=player_on(tournament, 0))
    table_services.change(opened_here(tournament), CloseTable(), by=alice)
    assert running.keep_deadline(tournament, FIRST, timezone.now() + LONG_AGO)
    assert first(tournament).pairing.result == Result((1, 2), (), frozenset({1}))


# --- again ------------------------------------------------------------------------------------------------


def test_a_result_that_is_taken_away_is_played_for_again(alice: UUID) -> None:
    tournament, people = called(alice)
    running.keep_deadline(tournament, FIRST, timezone.now() + LONG_AGO)
    assert first(tournament).is_done
    services.change(tournament, commands.Correct(FIRST, None), by=alice)
    assert running.call_tables(tournament) == 1
    second = opened_here(tournament)
    for player in people:
        table_services.change(second, SitDown(), by=player)
    match = Match.objects.get(table=second)
    matches.concede(match_id=match.id, seat=1, decision_id=uuid4(), actor=f"player:{player_on(tournament, 1)}")
    play_out(match.id)
    assert running.take_result(second)
    played = Match.objects.get(table=second)
    assert first(tournament).pairing.result == Result(tuple(played.ranks), tuple(played.scores))
    assert first(tournament).source == "match"


def test_a_pairing_that_is_published_again_has_a_table_of_its_own(alice: UUID) -> None:
    """Two corrections lead back to the final that was called before."""
    tournament, _ = called(alice, 4)
    for number in (1, 2):
        services.change(tournament, commands.Rule(at("main", 1, number), wins(0)), by=alice)
    running.call_tables(tournament)
    before = OpenTable.objects.get().opened
    for winner in (1, 0):
        services.change(tournament, commands.Correct(FIRST, wins(winner), choice="again"), by=alice)
    running.call_tables(tournament)
    after = OpenTable.objects.get().opened
    assert after != before
    assert after is not None
    assert status(after) == "open"


# --- many at once -----------------------------------------------------------------------------------------


def test_two_workers_call_a_table_once(alice: UUID) -> None:
    tournament = opened(alice, stage(settings={"draws": "seed"}), settings=Settings())
    entered(tournament, alice, 2)
    services.change(tournament, commands.StartStage("main"), by=alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    stale = state_of(tournament)
    assert running.call_tables(tournament) == 1
    assert not running._is_called(stale, FIRST)
    assert MatchTable.objects.count() == 1
    assert len(first(tournament).games) == 1


def test_a_table_that_cannot_be_opened_holds_up_no_other(alice: UUID) -> None:
    tournament = opened(alice, stage(settings={"draws": "seed"}), settings=Settings())
    entered(tournament, alice, 4)
    services.change(tournament, commands.StartStage("main"), by=alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    seat = first(tournament).pairing.seats[0]
    gone = evolve(state_of(tournament), EntrantReplaced(seat, uuid4()), timezone.now())
    assert [running._is_called(gone, at("main", 1, number)) for number in (1, 2)] == [False, True]


def test_one_result_that_cannot_be_taken_holds_up_nothing(alice: UUID, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament, _ = called(alice)
    asked: list[UUID] = []

    def refuses(opened_table: UUID) -> bool:
        asked.append(opened_table)
        raise Conflict("somebody_was_faster")

    monkeypatch.setattr(running, "forgotten_results", lambda _: [opened_here(tournament), uuid4()])
    monkeypatch.setattr(running, "take_result", refuses)
    tasks.resend()
    assert len(asked) == 2


# --- without anybody --------------------------------------------------------------------------------------


def by_itself(alice: UUID, form: str, how_many: int, **plan: Any) -> UUID:
    settings = Settings(online=False, automatic=True)
    tournament = opened(alice, stage(form=form, **plan), settings=settings)
    entered(tournament, alice, how_many)
    services.change(tournament, commands.StartStage("main"), by=alice)
    assert running.step(tournament)
    return tournament


def test_a_drawn_table_of_an_automatic_knock_out_is_played_again(alice: UUID) -> None:
    tournament = by_itself(alice, "single_elimination", 2)
    services.change(tournament, commands.EnterResult(FIRST, Result((1, 1))), by=alice)
    assert running.step(tournament)
    assert not first(tournament).is_done
    services.change(tournament, commands.EnterResult(FIRST, wins(1)), by=alice)
    assert running.step(tournament)
    assert state_of(tournament).status is Status.CLOSED


def test_an_automatic_tournament_ends_when_too_few_are_left(alice: UUID) -> None:
    tournament = by_itself(alice, "dutch", 4, rounds=3)
    for number in (1, 2):
        services.change(tournament, commands.EnterResult(at("main", 1, number), wins(0)), by=alice)
    for no in (1, 2, 3, 4):
        services.change(tournament, commands.Withdraw(no), by=alice)
    for _ in range(5):
        running.step(tournament)
    assert state_of(tournament).status is Status.CLOSED


def test_an_automatic_tournament_that_is_opened_again_waits_for_its_arbiter(alice: UUID) -> None:
    tournament = by_itself(alice, "single_elimination", 2)
    services.change(tournament, commands.EnterResult(FIRST, wins(1)), by=alice)
    assert running.step(tournament)
    services.change(tournament, commands.Reopen(), by=alice)
    assert not running.step(tournament)
    assert state_of(tournament).status is Status.RUNNING


def test_stages_side_by_side_do_not_wait_for_each_other(alice: UUID) -> None:
    divisions = [stage(name, "round_robin", Source(division=name)) for name in ("a", "b")]
    tournament = opened(alice, *divisions, settings=Settings(online=False, automatic=True))
    crowd = [Newcomer(person(f"{name} {number}"), division=name) for name in ("a", "b") for number in range(4)]
    services.change(tournament, commands.Enter(tuple(crowd)), by=alice)
    for name in ("a", "b"):
        services.change(tournament, commands.StartStage(name), by=alice)
    assert running.step(tournament)
    assert running.step(tournament)
    for number in (1, 2):
        services.change(tournament, commands.EnterResult(at("b", 1, number), wins(0)), by=alice)
    assert running.step(tournament)
    assert [len(state_of(tournament).stages[name].rounds) for name in ("a", "b")] == [1, 2]


# --- after a restart --------------------------------------------------------------------------------------


def test_a_state_is_the_same_after_a_restart_also_when_something_was_undone(alice: UUID) -> None:
    tournament, _ = called(alice, 4)
    services.change(tournament, commands.Withdraw(1), by=alice)
    services.change(tournament, commands.Undo(reason="They stay."), by=alice)
    warm = state_of(tournament)
    cache.clear()
    assert state_of(tournament) == warm
    for projection in projections.all_projections():
        if projection.inline:
            assert projections.rebuild(projection, compare=True).differences == []


def test_a_table_that_was_opened_and_closed_before_its_call_was_noted_is_not_called(
    alice: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker was killed between opening the table and noting it, and all were down for a while."""
    tournament = opened(alice, stage(settings={"draws": "seed"}), settings=Settings())
    entered(tournament, alice, 2)
    services.change(tournament, commands.StartStage("main"), by=alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    state = state_of(tournament)
    lost = running._open(state, FIRST, running._seen(state, FIRST))
    an_hour_later(monkeypatch)
    assert running.close_forgotten_tables(10) == 1
    assert running.call_tables(tournament) == 1
    assert opened_here(tournament) != lost
    assert status(opened_here(tournament)) == "open"


def test_a_longer_call_holds_for_tables_that_are_called_already(alice: UUID) -> None:
    tournament, _ = called(alice, 4)
    before = OpenTable.objects.get(number=1).due_at
    assert before is not None
    services.change(tournament, commands.ChangeTournament("Club evening", Settings(call_minutes=25)), by=alice)
    assert OpenTable.objects.get(number=1).due_at == before + timedelta(minutes=15)
    for projection in projections.all_projections():
        if projection.inline:
            assert projections.rebuild(projection, compare=True).differences == []


# --- called, and not begun --------------------------------------------------------------------------------


def test_a_table_that_is_called_may_still_be_repaired_until_play_begins(alice: UUID) -> None:
    tournament = opened(alice, stage(form="club_swiss", rounds=3), settings=Settings())
    people = entered(tournament, alice, 6)
    services.change(tournament, commands.StartStage("main"), by=alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    running.call_tables(tournament)
    tables = state_of(tournament).stages["main"].rounds[0].tables
    for no in tables[1].pairing.seats:
        table_services.change(opened_here(tournament), SitDown(), by=people[no - 1])
    gone = tables[2].pairing.seats[0]
    services.change(tournament, commands.Withdraw(gone), by=alice)
    services.change(tournament, commands.Repair(Tables("main", "repair")), by=alice)
    repaired = state_of(tournament).stages["main"].rounds[0]
    assert repaired.tables[1].pairing == tables[1].pairing
    assert repaired.tables[1].has_started
    assert gone not in {no for table in repaired.tables.values() for no in table.pairing.seats}
    with pytest.raises(Conflict) as refused:
        services.change(tournament, commands.Repair(Tables("main", "again")), by=alice)
    assert refused.value.code == "tables_have_started"

"""Tables of a round open as matches here, players are called to them, and results arrive by themselves."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import pytest
from django.utils import timezone

from ledger import projections
from matches.models import Match
from matches.models import Table as MatchTable
from matches.play.simulation import play_out
from matches.tables import services as table_services
from matches.tables.commands import SitDown
from tests.matches.factories import person
from tests.sampling import sample
from tournaments import commands, running, services
from tournaments.decisions.field import Newcomer
from tournaments.formats.contract import Result
from tournaments.models import OpenTable
from tournaments.settings import Settings
from tournaments.stages import stage_of, standings
from tournaments.state import Progress, Status
from web.errors import NotAllowed

from .factories import at, entered, opened, stage, state_of, wins

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> UUID:
    return person("Alice")


def online(alice: UUID, **settings: object) -> UUID:
    return opened(alice, stage(settings={"draws": "seed"}), settings=Settings(**settings))  # type: ignore[arg-type]


def with_people(alice: UUID, how_many: int) -> tuple[UUID, list[UUID]]:
    tournament = online(alice)
    people = entered(tournament, alice, how_many)
    services.change(tournament, commands.StartStage("main"), by=alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    return tournament, people


def with_bots(alice: UUID, how_many: int) -> UUID:
    tournament = online(alice, automatic=True)
    services.change(tournament, commands.Enter(tuple([Newcomer(bot="random")] * how_many)), by=alice)
    services.change(tournament, commands.StartStage("main"), by=alice)
    return tournament


def play_bots(table: UUID) -> None:
    play_out(Match.objects.get(table=table).id)


def test_the_tables_of_a_round_open_with_their_players_called_to_their_seats(alice: UUID) -> None:
    tournament, _ = with_people(alice, 4)
    assert running.call_tables(tournament) == 2
    assert running.call_tables(tournament) == 0
    state = state_of(tournament)
    for table in state.stages["main"].rounds[0].tables.values():
        opened_table = table.games[1].opened
        assert opened_table is not None
        row = MatchTable.objects.get(id=opened_table)
        seats = [state.entries[no].player for no in table.pairing.seats]
        assert set(row.invitations.values_list("player", flat=True)) == set(seats)
        with pytest.raises(NotAllowed):
            table_services.change(row.id, SitDown(1), by=seats[0] or alice)
        for player in seats:
            assert player is not None
            table_services.change(row.id, SitDown(), by=player)
        assert list(row.seat_rows.order_by("number").values_list("player", flat=True)) == seats


def test_a_match_that_ends_brings_its_result_and_the_next_table(alice: UUID) -> None:
    tournament = with_bots(alice, 4)
    assert running.step(tournament)  # the first round is paired
    assert running.step(tournament)  # its tables are open
    for opened_table in [row.opened for row in OpenTable.objects.order_by("number")]:
        assert opened_table is not None
        play_bots(opened_table)
        assert running.take_result(opened_table)
        assert not running.take_result(opened_table)
    state = state_of(tournament)
    ended = [table.games[1].result for table in state.stages["main"].rounds[0].tables.values()]
    assert [table.source for table in state.stages["main"].rounds[0].tables.values()] == ["match", "match"]
    assert ended == [Result(tuple(row.ranks), tuple(row.scores)) for row in Match.objects.order_by("started_at")]
    assert len(state.stages["main"].rounds) == 2


@pytest.mark.parametrize("bots", sample([5], [5, 64]))
def test_bots_play_a_tournament_from_check_in_to_closing_by_themselves(alice: UUID, bots: int) -> None:
    tournament = with_bots(alice, bots)
    for _ in range(60):
        if state_of(tournament).status is Status.CLOSED:
            break
        running.step(tournament)
        for opened_table in OpenTable.objects.filter(opened__isnull=False).values_list("opened", flat=True):
            assert opened_table is not None
            play_bots(opened_table)
        for opened_table in running.forgotten_results(100):
            running.take_result(opened_table)
    state = state_of(tournament)
    assert state.status is Status.CLOSED
    assert [row.rank for row in standings(stage_of(state, "main"))][:5] == [1, 2, 3, 3, 5]
    assert sum(1 for _ in state.stages["main"].tables()) == bots - 1
    assert not running.waiting(10)
    for projection in projections.all_projections():
        if projection.inline:
            assert projections.rebuild(projection, compare=True).differences == []


def test_who_does_not_come_to_a_called_table_forfeits(alice: UUID) -> None:
    tournament, people = with_people(alice, 2)
    running.call_tables(tournament)
    row = OpenTable.objects.get()
    assert row.due_at is not None
    assert row.opened is not None
    first = state_of(tournament).stages["main"].rounds[0].tables[1].pairing.seats[0]
    table_services.change(row.opened, SitDown(), by=people[first - 1])
    assert running.due_tables(row.due_at - timedelta(seconds=1), 10) == []
    ref = at("main", 1, 1)
    assert running.due_tables(row.due_at, 10) == [(tournament, ref)]
    assert running.keep_deadline(tournament, ref, row.due_at)
    table = state_of(tournament).stages["main"].rounds[0].tables[1]
    assert (table.pairing.result, table.source) == (Result((1, 2), (), frozenset({1})), "clock")
    assert MatchTable.objects.get(id=row.opened).status == "closed"


def test_a_table_where_all_have_come_is_not_ended_by_its_call(alice: UUID) -> None:
    tournament, people = with_people(alice, 2)
    running.call_tables(tournament)
    row = OpenTable.objects.get()
    assert row.opened is not None
    for player in people:
        table_services.change(row.opened, SitDown(), by=player)
    assert running.keep_deadline(tournament, at("main", 1, 1), timezone.now() + timedelta(hours=1))
    table = state_of(tournament).stages["main"].rounds[0].tables[1]
    assert table.progress is Progress.STARTED
    assert OpenTable.objects.get().due_at is None


def test_a_report_that_nobody_answers_stands_after_its_time(alice: UUID) -> None:
    tournament = opened(alice)
    people = entered(tournament, alice, 2)
    services.change(tournament, commands.StartStage("main"), by=alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    ref = at("main", 1, 1)
    first = state_of(tournament).stages["main"].rounds[0].tables[1].pairing.seats[0]
    services.change(tournament, commands.Report(ref, wins(1)), by=people[first - 1])
    due = OpenTable.objects.get().due_at
    assert due is not None
    assert not running.keep_deadline(tournament, ref, due - timedelta(seconds=1))
    assert running.keep_deadline(tournament, ref, due)
    assert state_of(tournament).stages["main"].rounds[0].tables[1].source == "clock"


def test_an_unruled_dispute_ends_with_the_default(alice: UUID) -> None:
    tournament = opened(alice)
    people = entered(tournament, alice, 2)
    services.change(tournament, commands.StartStage("main"), by=alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    ref = at("main", 1, 1)
    seats = state_of(tournament).stages["main"].rounds[0].tables[1].pairing.seats
    for seat, no in enumerate(seats):
        services.change(tournament, commands.Report(ref, wins(seat)), by=people[no - 1])
    due = OpenTable.objects.get().due_at
    assert due is not None
    assert running.keep_deadline(tournament, ref, due)
    table = state_of(tournament).stages["main"].rounds[0].tables[1]
    assert (table.pairing.result, table.source) == (Result((1, 1)), "default")

"""Real tables: who is called, who is there, and what becomes of who does not come in time."""

from __future__ import annotations

from datetime import datetime, timedelta
from threading import Barrier, Thread
from typing import Any
from uuid import UUID

import pytest
from django.db import connection, connections
from django.utils import timezone

from ledger import projections, store
from tests.matches.factories import person
from tournaments import commands, running, services
from tournaments.decisions.field import Newcomer
from tournaments.desk import shapes
from tournaments.events import KINDS, PlayersCalled, SeatsMissed
from tournaments.formats.contract import EntrantNo, Result
from tournaments.models import OpenTable
from tournaments.queries import tournament
from tournaments.settings import Settings
from tournaments.stages import digest
from tournaments.state import Progress, Role, Table
from web.errors import BadRequest, Conflict, NotAllowed

from .factories import at, entered, opened, stage, state_of, wins

pytestmark = pytest.mark.django_db
FIRST = at("main", 1, 1)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def alice() -> UUID:
    return person("Alice")


def evening(alice: UUID, players: int = 4, seats: int = 4, **settings: Any) -> tuple[UUID, list[UUID]]:
    """A round at real tables where players may be 20 minutes late, from the start of its timer."""
    usual: dict[str, Any] = {"online": False, "grace_minutes": 20, "grace_default": "forfeit"}
    chosen = Settings(**usual | settings)
    form = "pods" if seats > 2 else "dutch"
    plan: dict[str, Any] = {"seats": seats, "least": max(2, seats - 1), "rounds": min(2, players - 1)}
    made = opened(alice, stage(form=form, **plan), settings=chosen)
    people = entered(made, alice, players)
    services.change(made, commands.StartStage("main"), by=alice)
    services.change(made, commands.Pair("main"), by=alice)
    return made, people


def table(made: UUID, no: int = 1) -> Table:
    found = state_of(made).stages["main"].table(1, no)
    assert found is not None
    return found


def sitting(made: UUID, people: list[UUID], no: int = 1) -> list[UUID]:
    return [people[entrant - 1] for entrant in table(made, no).pairing.seats]


def begin(made: UUID, alice: UUID) -> datetime:
    """The timer of the round starts; when everybody's time will be over."""
    services.change(made, commands.StartTimer("main", 1, 50), by=alice)
    began = state_of(made).stages["main"].rounds[0].began
    assert began is not None
    return began + 20 * MINUTE


def pass_time(made: UUID, to: datetime) -> None:
    """What the beat does, as often as there is something due."""
    while due := [ref for tournament, ref in running.due_tables(to, 100) if tournament == made]:
        done = [running.keep_deadline(made, ref, to) for ref in due]
        if not any(done):
            return


def lose(made: UUID, end: datetime) -> None:
    """The last call is made in time, and the time goes by."""
    pass_time(made, end - 5 * MINUTE)
    pass_time(made, max(end, timezone.now() + 5 * MINUTE))


# --- calls ------------------------------------------------------------------------------------------------


def test_who_is_not_there_is_called_and_a_second_call_counts(alice: UUID) -> None:
    made, people = evening(alice)
    first, second, *_ = sitting(made, people)
    services.change(made, commands.NotePresence(FIRST, (0,)), by=first)
    services.change(made, commands.CallPlayers(FIRST), by=alice)
    services.change(made, commands.NotePresence(FIRST, (1,)), by=second)
    services.change(made, commands.CallPlayers(FIRST), by=alice)
    assert [sorted(call.seats) for call in table(made).called] == [[1, 2, 3], [2, 3]]
    assert table(made).progress is Progress.PAIRED
    kinds = [event.kind for event in store.read(made) if event.actor == services.player_actor(alice)]
    assert kinds.count("players_called") == 2


def test_a_whole_round_is_called_at_once_and_nobody_where_all_are(alice: UUID) -> None:
    made, _ = evening(alice, players=8)
    everybody = range(4)
    services.change(made, commands.NotePresence(at("main", 1, 2), tuple(everybody)), by=alice)
    done = services.change(made, commands.CallRound("main", 1), by=alice)
    assert [event.table for event in done.events if isinstance(event, PlayersCalled)] == [1]
    assert (table(made, 2).progress, table(made, 2).called) == (Progress.STARTED, ())


def test_calls_are_for_real_tables_that_nobody_has_begun(alice: UUID) -> None:
    made, people = evening(alice)
    bob = sitting(made, people)[0]
    with pytest.raises(NotAllowed):
        services.change(made, commands.CallPlayers(FIRST), by=bob)
    with pytest.raises(BadRequest, match="unknown_seat"):
        services.change(made, commands.CallPlayers(FIRST, seats=(4,)), by=alice)
    services.change(made, commands.StartTable(FIRST), by=alice)
    with pytest.raises(Conflict, match="tables_have_started"):
        services.change(made, commands.CallPlayers(FIRST), by=alice)
    here, _ = evening(alice, online=True)
    with pytest.raises(Conflict, match="no_real_table"):
        services.change(here, commands.CallPlayers(FIRST), by=alice)


# --- who is there -----------------------------------------------------------------------------------------


def test_players_say_it_of_themselves_or_of_all_of_their_table(alice: UUID) -> None:
    made, people = evening(alice)
    first, second, *_ = sitting(made, people)
    services.change(made, commands.NotePresence(FIRST, (0,)), by=first)
    for seats, here in (([1], True), ([0], False), ([0, 1], True)):
        with pytest.raises(NotAllowed):
            services.change(made, commands.NotePresence(FIRST, tuple(seats), here=here), by=first)
    with pytest.raises(NotAllowed, match="not_your_table"):
        services.change(made, commands.NotePresence(FIRST, (0,)), by=person("Charlie"))
    services.change(made, commands.NotePresence(FIRST, (0, 1, 2, 3)), by=second)
    assert (table(made).here, table(made).progress) == (frozenset(range(4)), Progress.STARTED)


def test_officers_say_it_of_anybody_and_take_it_back(alice: UUID) -> None:
    made, _ = evening(alice)
    before = digest(state_of(made))
    dora = person("Dora")
    services.change(made, commands.GrantRole(dora, Role.SCORER), by=alice)
    services.change(made, commands.NotePresence(FIRST, (2, 3)), by=dora)
    services.change(made, commands.NotePresence(FIRST, (3,), here=False), by=dora)
    assert table(made).here == {2}
    for _ in range(3):
        services.change(made, commands.Undo(), by=alice)
    assert digest(state_of(made)) == before


def test_bots_are_always_there(alice: UUID) -> None:
    made = opened(alice, stage(form="dutch", rounds=1))
    entered(made, alice, 1)
    services.change(made, commands.Enter((Newcomer(bot="random"),)), by=alice)
    services.change(made, commands.StartStage("main"), by=alice)
    services.change(made, commands.Pair("main"), by=alice)
    person_at = table(made).pairing.seats.index(EntrantNo(1))
    services.change(made, commands.NotePresence(FIRST, (person_at,)), by=alice)
    assert table(made).progress is Progress.STARTED


# --- by the clock -----------------------------------------------------------------------------------------


def test_nothing_is_due_before_the_round_has_begun(alice: UUID) -> None:
    made, _ = evening(alice)
    pass_time(made, timezone.now() + timedelta(days=1))
    assert table(made).called == ()
    assert not OpenTable.objects.filter(due_at__isnull=False).exists()


def test_a_last_call_comes_first_and_then_who_has_not_come_forfeits(alice: UUID) -> None:
    made, people = evening(alice, players=2, seats=2)
    services.change(made, commands.NotePresence(FIRST, (0,)), by=sitting(made, people)[0])
    end = begin(made, alice)
    pass_time(made, end - 6 * MINUTE)
    assert table(made).called == ()
    pass_time(made, end - 5 * MINUTE)
    (call,) = table(made).called
    assert (call.seats, call.last, table(made).is_done) == (frozenset({1}), True, False)
    pass_time(made, end - timedelta(seconds=1))
    assert not table(made).is_done
    pass_time(made, max(end, call.at + 5 * MINUTE))
    assert (table(made).pairing.result, table(made).source) == (Result((1, 2), (), frozenset({1})), "clock")


def test_whoever_comes_after_the_last_call_plays(alice: UUID) -> None:
    made, people = evening(alice, players=2, seats=2)
    end = begin(made, alice)
    pass_time(made, end - 5 * MINUTE)
    for seat, player in enumerate(sitting(made, people)):
        services.change(made, commands.NotePresence(FIRST, (seat,)), by=player)
    pass_time(made, end + timedelta(days=1))
    assert (table(made).progress, table(made).lost) == (Progress.STARTED, frozenset())


def test_nobody_is_missed_unwarned_though_nothing_ran_meanwhile(alice: UUID) -> None:
    """The worker was down from the beginning until long after the end: the last call comes, and time to follow it."""
    made, _ = evening(alice, players=2, seats=2)
    late = begin(made, alice) + timedelta(hours=3)
    ref = FIRST
    assert running.keep_deadline(made, ref, late)
    assert [call.last for call in table(made).called] == [True]
    called = table(made).called[0].at
    assert not running.keep_deadline(made, ref, called + 4 * MINUTE)
    assert running.keep_deadline(made, ref, max(late, called + 5 * MINUTE))
    assert not running.keep_deadline(made, ref, late + timedelta(days=1))  # once is enough
    assert table(made).pairing.result == Result((1, 1), (), frozenset({0, 1}))


def test_at_a_table_of_four_the_others_play_without_who_is_missed(alice: UUID) -> None:
    made, people = evening(alice)
    services.change(made, commands.NotePresence(FIRST, (0, 1, 3)), by=alice)
    lose(made, begin(made, alice))
    assert (table(made).lost, table(made).progress) == (frozenset({2}), Progress.STARTED)
    bob = sitting(made, people)[0]
    with pytest.raises(Conflict, match="did_not_appear"):
        services.change(made, commands.Report(FIRST, wins(0, 4)), by=bob)
    played = Result((1, 2, 4, 3), (), frozenset({2}))
    services.change(made, commands.Report(FIRST, played), by=bob)
    assert table(made).progress is Progress.REPORTED


def test_or_the_arbiter_decides_and_may_let_them_play(alice: UUID) -> None:
    made, people = evening(alice, grace_default="arbiter")
    services.change(made, commands.NotePresence(FIRST, (0, 1, 3)), by=alice)
    lose(made, begin(made, alice))
    assert (table(made).missed, table(made).lost, table(made).progress) == (
        frozenset({2}),
        frozenset(),
        Progress.PAIRED,
    )
    with pytest.raises(Conflict, match="came_too_late"):
        services.change(made, commands.NotePresence(FIRST, (2,)), by=sitting(made, people)[2])
    services.change(made, commands.NotePresence(FIRST, (2,)), by=alice)
    assert (table(made).missed, table(made).progress) == (frozenset(), Progress.STARTED)


def test_the_arbiter_may_forfeit_them_before_their_time(alice: UUID) -> None:
    made, _ = evening(alice)
    services.change(made, commands.Forfeit(FIRST, (2,)), by=alice)
    assert (table(made).lost, table(made).is_done) == (frozenset({2}), False)
    services.change(made, commands.Forfeit(FIRST, (0, 3)), by=alice)
    assert table(made).pairing.result == Result((2, 1, 2, 2), (), frozenset({0, 2, 3}))


def test_time_may_count_from_the_call_instead(alice: UUID) -> None:
    made, _ = evening(alice, players=4, seats=2, grace_from="call")
    begin(made, alice)
    pass_time(made, timezone.now() + timedelta(days=1))
    assert table(made, 1).called == table(made, 2).called == ()
    services.change(made, commands.CallPlayers(FIRST), by=alice)
    lose(made, table(made).called[0].at + 20 * MINUTE)
    assert (table(made, 1).is_done, table(made, 2).is_done) == (True, False)


def test_where_nobody_starts_a_timer_it_counts_from_the_publication(alice: UUID) -> None:
    made, _ = evening(alice, players=4, seats=2, automatic=True)
    published = state_of(made).stages["main"].rounds[0].published_at
    assert published is not None
    lose(made, published + 20 * MINUTE)
    assert table(made, 1).is_done
    assert table(made, 2).is_done
    assert running.step(made)  # and the tournament goes on by itself
    assert len(state_of(made).stages["main"].rounds) == 2


@pytest.mark.parametrize("how", ["begun", "reported", "window", "off"])
def test_it_touches_no_table_that_it_is_not_for(alice: UUID, how: str) -> None:
    settings = {"window": {"window_minutes": 600}, "off": {"grace_minutes": 0}}.get(how, {})
    made, people = evening(alice, players=2, seats=2, report_minutes=10_000, **settings)
    if how == "begun":
        services.change(made, commands.StartTable(FIRST), by=alice)
    if how == "reported":
        services.change(made, commands.Report(FIRST, wins(0)), by=sitting(made, people)[0])
    lose(made, begin(made, alice) + timedelta(hours=1))
    assert (table(made).called, table(made).is_done) == ((), False)


def test_what_the_clock_did_is_taken_back_for_good_with_the_same_hash(alice: UUID) -> None:
    made, people = evening(alice, players=2, seats=2)
    services.change(made, commands.NotePresence(FIRST, (0,)), by=sitting(made, people)[0])
    end = begin(made, alice)
    pass_time(made, end - 5 * MINUTE)
    before = digest(state_of(made))
    lose(made, end)
    assert table(made).is_done
    services.change(made, commands.Undo(), by=alice)
    assert digest(state_of(made)) == before
    pass_time(made, end + timedelta(days=1))
    assert not table(made).is_done  # the arbiter has the word
    asked = tournament(tournament_id=made, player=alice)
    stage_now = asked.state.stages["main"]
    shown = shapes.desk_round(asked, stage_now, 1, "", missing=False, said={})
    assert shown is not None
    assert [one.is_overruled for one in shown.tables] == [True]
    assert not running.due_tables(end + timedelta(days=2), 10)
    services.change(made, commands.TakeBackRound("main", 1), by=alice)
    services.change(made, commands.Pair("main"), by=alice)
    assert state_of(made).overruled == frozenset()
    for projection in projections.all_projections():
        if projection.inline:
            assert projections.rebuild(projection, compare=True).differences == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite in memory is one connection")
def test_several_workers_at_once_miss_somebody_once(alice: UUID) -> None:
    made, _ = evening(alice, players=2, seats=2)
    end = begin(made, alice)
    pass_time(made, end - 5 * MINUTE)
    late, start = max(end, timezone.now() + 5 * MINUTE), Barrier(4)

    def work() -> None:
        start.wait()
        try:
            running.keep_deadline(made, FIRST, late)
        finally:
            connections.close_all()

    workers = [Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert sum(isinstance(KINDS.read(event), SeatsMissed) for event in store.read(made)) == 1

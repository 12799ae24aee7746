"""Tables that may be played any time until a moment: windows, their end, and postponement."""

from __future__ import annotations

import itertools
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from ledger import projections
from matches.models import Table as MatchTable
from matches.tables import services as table_services
from matches.tables.commands import SitDown
from tests.matches.factories import person
from tests.tournaments.desk.conftest import client_of
from tournaments import commands, queries, running, services
from tournaments.decisions import results, rounds
from tournaments.desk import shapes
from tournaments.evolve import evolve_all
from tournaments.exchange import calendar, document
from tournaments.formats.contract import Result
from tournaments.models import OpenTable
from tournaments.queries import tournament
from tournaments.settings import Settings
from tournaments.stages import digest, stage_of
from tournaments.state import Progress, Table
from web.errors import BadRequest, Conflict, NotAllowed, NotFound

from .factories import at, entered, opened, stage, state_of, wins

pytestmark = pytest.mark.django_db
WEEK = 7 * 24 * 60


@pytest.fixture
def alice() -> UUID:
    return person("Alice")


def league(alice: UUID, players: int = 4, seats: int = 2, **settings: Any) -> tuple[UUID, list[UUID]]:
    """A round robin whose rounds are all published, a week for each."""
    chosen = Settings(**{"online": False, "all_rounds": True, "window_minutes": WEEK} | settings)
    made = opened(alice, stage(form="round_robin", seats=seats, least=max(2, seats - 1)), settings=chosen)
    people = entered(made, alice, players)
    services.change(made, commands.StartStage("main"), by=alice)
    services.change(made, commands.Pair("main"), by=alice)
    return made, people


def table(made: UUID, round_no: int, no: int = 1) -> Table:
    found = state_of(made).stages["main"].table(round_no, no)
    assert found is not None
    return found


def players_at(made: UUID, people: list[UUID], round_no: int, no: int = 1) -> list[UUID]:
    return [people[seat - 1] for seat in table(made, round_no, no).pairing.seats]


def until(table: Table) -> datetime:
    return datetime.fromisoformat(table.until)


def test_all_rounds_are_published_with_one_window_after_the_other(alice: UUID) -> None:
    made, _ = league(alice)
    rounds = state_of(made).stages["main"].rounds
    assert [len(one.tables) for one in rounds] == [2, 2, 2]
    ends = [datetime.fromisoformat(one.window) for one in rounds]
    assert [later - before for before, later in itertools.pairwise(ends)] == [timedelta(weeks=1)] * 2
    assert timedelta(days=6) < ends[0] - timezone.now() <= timedelta(weeks=1)
    assert all(table.until == one.window for one in rounds for table in one.tables.values())


def test_all_of_it_is_one_change_and_is_taken_back_as_one(alice: UUID) -> None:
    made, _ = league(alice)
    services.change(made, commands.Undo(), by=alice)
    assert state_of(made).stages["main"].rounds == ()


def test_without_that_setting_a_round_is_published_with_its_own_window(alice: UUID) -> None:
    made, _ = league(alice, all_rounds=False)
    assert len(state_of(made).stages["main"].rounds) == 1
    services.change(made, commands.Pair("main"), by=alice)
    first, second = state_of(made).stages["main"].rounds
    assert abs(datetime.fromisoformat(second.window) - datetime.fromisoformat(first.window)) < timedelta(minutes=1)


def test_a_format_that_waits_for_results_publishes_what_it_can(alice: UUID) -> None:
    made = opened(alice, stage(form="dutch", rounds=3), settings=Settings(online=False, all_rounds=True))
    entered(made, alice, 4)
    services.change(made, commands.StartStage("main"), by=alice)
    services.change(made, commands.Pair("main"), by=alice)
    assert len(state_of(made).stages["main"].rounds) == 1
    assert table(made, 1).until == ""


def test_in_a_knock_out_a_round_follows_the_one_before_and_who_comes_late_has_the_whole_time(alice: UUID) -> None:
    settings = Settings(online=False, all_rounds=True, window_minutes=WEEK)
    made = opened(alice, stage(form="single_elimination"), settings=settings)
    entered(made, alice, 8)
    services.change(made, commands.StartStage("main"), by=alice)
    services.change(made, commands.Pair("main"), by=alice)
    first = until(table(made, 1))
    assert {until(one) for one in state_of(made).stages["main"].tables()} == {first}
    for no in (1, 2):
        services.change(made, commands.EnterResult(at("main", 1, no), wins(0)), by=alice)
    assert until(table(made, 2)) == first + timedelta(weeks=1)
    state, last = state_of(made), first + timedelta(days=20)
    for no in (3, 4):
        change = results.enter(state, at("main", 1, no), wins(0), source="scorer")
        state = evolve_all(state, change, last)
        state = evolve_all(state, rounds.advance(state, ["main"], at=last), last)
    late = state.stages["main"].table(2, 2)
    assert late is not None
    assert until(late) == last + timedelta(weeks=1)
    assert until(table(made, 2)) == first + timedelta(weeks=1)
    before = digest(state_of(made))
    services.change(made, commands.Withdraw(table(made, 2).pairing.seats[0]), by=alice)
    assert not table(made, 2).is_done
    services.change(made, commands.Undo(), by=alice)
    assert digest(state_of(made)) == before


def test_tables_are_played_in_any_order(alice: UUID) -> None:
    made, _ = league(alice)
    services.change(made, commands.EnterResult(at("main", 3, 2), wins(0)), by=alice)
    services.change(made, commands.EnterResult(at("main", 1, 1), wins(1)), by=alice)
    assert sum(one.result is not None for one in stage_of(state_of(made), "main").pairings()) == 2


# --- the end of a window ----------------------------------------------------------------------------------


def pass_time(made: UUID, to: datetime) -> None:
    for row in OpenTable.objects.filter(tournament=made, due_at__lte=to).order_by("due_at"):
        running.keep_deadline(made, at(row.stage, row.round, row.number), to)


def test_after_its_window_a_table_waits_for_the_arbiter(alice: UUID) -> None:
    made, _ = league(alice)
    pass_time(made, until(table(made, 1)) + timedelta(hours=1))
    assert not table(made, 1).is_done
    services.change(made, commands.Rule(at("main", 1, 1), wins(0)), by=alice)
    assert table(made, 1).is_done


def test_or_it_is_lost_for_all_if_nobody_has_appeared(alice: UUID) -> None:
    made, _ = league(alice, window_default="forfeit")
    end = until(table(made, 1))
    pass_time(made, end - timedelta(hours=1))
    assert not table(made, 1).is_done
    pass_time(made, end + timedelta(hours=1))
    assert table(made, 1).pairing.result == Result((1, 1), forfeited=frozenset({0, 1}))
    assert not table(made, 2).is_done


def test_a_table_that_has_begun_or_was_reported_is_not_lost(alice: UUID) -> None:
    made, people = league(alice, window_default="forfeit")
    services.change(made, commands.StartTable(at("main", 1, 1)), by=alice)
    reporter = players_at(made, people, 1, 2)[0]
    services.change(made, commands.Report(at("main", 1, 2), wins(0)), by=reporter)
    pass_time(made, until(table(made, 1)) + timedelta(hours=1))
    assert table(made, 1).progress is Progress.STARTED
    assert table(made, 1, 2).pairing.result == wins(0)


def test_here_a_table_opens_when_one_of_its_players_wants_to_play(alice: UUID) -> None:
    made, people = league(alice, online=True)
    assert running.call_tables(made) == 0
    first = players_at(made, people, 2)[0]
    assert running.call_table(made, at("main", 2, 1), first)
    assert not running.call_table(made, at("main", 2, 1), first)
    assert MatchTable.objects.count() == 1
    with pytest.raises(NotAllowed, match="not_your_table"):
        running.call_table(made, at("main", 2, 1), person("Charlie"))


def test_who_opened_a_table_in_vain_wins_at_the_end_of_its_window(alice: UUID) -> None:
    made, people = league(alice, online=True, window_default="forfeit")
    running.call_table(made, at("main", 1, 1), players_at(made, people, 1)[0])
    table_services.change(MatchTable.objects.get().id, SitDown(), by=players_at(made, people, 1)[0])
    pass_time(made, timezone.now() + timedelta(days=1))
    assert not table(made, 1).is_done
    pass_time(made, until(table(made, 1)) + timedelta(hours=1))
    assert table(made, 1).pairing.result == Result((1, 2), forfeited=frozenset({1}))


def test_a_table_at_a_real_table_is_not_called(alice: UUID) -> None:
    made, people = league(alice)
    with pytest.raises(Conflict, match="not_played_here"):
        running.call_table(made, at("main", 1, 1), players_at(made, people, 1)[0])


# --- postponement -----------------------------------------------------------------------------------------


def in_days(days: int) -> datetime:
    return (timezone.now() + timedelta(days=days)).replace(microsecond=0)


def test_a_table_is_postponed_when_all_of_it_agree(alice: UUID) -> None:
    made, people = league(alice, window_default="forfeit")
    one, other = players_at(made, people, 1)
    late = in_days(30)
    services.change(made, commands.Postpone(at("main", 1, 1), late), by=one)
    assert not table(made, 1).postponed
    services.change(made, commands.Postpone(at("main", 1, 1), in_days(31)), by=other)
    assert not table(made, 1).postponed
    services.change(made, commands.Postpone(at("main", 1, 1), late), by=other)
    assert (table(made, 1).postponed, until(table(made, 1))) == (True, late)
    pass_time(made, in_days(29))
    assert not table(made, 1).is_done


def test_a_table_of_three_needs_three(alice: UUID) -> None:
    made, people = league(alice, players=6, seats=3)
    late = in_days(30)
    for no, player in enumerate(players_at(made, people, 1), 1):
        services.change(made, commands.Postpone(at("main", 1, 1), late), by=player)
        assert table(made, 1).postponed == (no == 3)


def test_an_arbiter_postpones_alone_and_the_same_again_changes_nothing(alice: UUID) -> None:
    made, _ = league(alice)
    late = in_days(40)
    services.change(made, commands.Postpone(at("main", 1, 1), late, reason="ill"), by=alice)
    version = state_of(made).version
    services.change(made, commands.Postpone(at("main", 1, 1), late), by=alice)
    assert state_of(made).version == version
    assert until(table(made, 1)) == late


def test_a_postponement_is_undone_to_the_last_bit(alice: UUID) -> None:
    made, _ = league(alice)
    before = digest(state_of(made))
    services.change(made, commands.Postpone(at("main", 1, 1), in_days(40)), by=alice)
    assert digest(state_of(made)) != before
    services.change(made, commands.Undo(), by=alice)
    assert digest(state_of(made)) == before


def test_who_may_not_postpone_and_what_cannot_be(alice: UUID) -> None:
    made, people = league(alice)
    ref = at("main", 1, 1)
    with pytest.raises(NotAllowed, match="not_your_table"):
        services.change(made, commands.Postpone(ref, in_days(9)), by=person("Charlie"))
    for bad in (in_days(-1), in_days(500), datetime(2030, 1, 1)):  # without a zone
        with pytest.raises(BadRequest, match="bad_new_deadline"):
            services.change(made, commands.Postpone(ref, bad), by=alice)
    with pytest.raises(NotFound, match="table_not_paired"):
        services.change(made, commands.Postpone(at("main", 9, 1), in_days(9)), by=alice)
    services.change(made, commands.EnterResult(ref, wins(0)), by=alice)
    with pytest.raises(Conflict, match="cannot_be_postponed"):
        services.change(made, commands.Postpone(ref, in_days(9)), by=players_at(made, people, 1)[0])


@pytest.mark.parametrize("form", ["round_robin", "groups", "club_swiss"])
def test_a_table_without_a_window_is_postponed_and_the_round_goes_on_where_the_schedule_says_what_follows(
    alice: UUID, form: str
) -> None:
    made = opened(alice, stage(form=form, rounds=3 if form == "club_swiss" else 0), settings=Settings(online=False))
    entered(made, alice, 4)
    services.change(made, commands.StartStage("main"), by=alice)
    services.change(made, commands.Pair("main"), by=alice)
    services.change(made, commands.Postpone(at("main", 1, 1), in_days(9), reason="ill"), by=alice)
    services.change(made, commands.EnterResult(at("main", 1, 2), wins(0)), by=alice)
    shown = queries.tournament(tournament_id=made, player=alice)
    step = shapes.next_step(shown, "main")
    assert (step.step, step.missing, step.postponed) == (shapes.Step.WAIT, 1, 1)
    assert step.goes_on is (form != "club_swiss")
    page = client_of(alice).get(f"/tournaments/{made}/desk/").content.decode()
    assert ("Pair the next round" in page) is step.goes_on
    assert ("The round ends only when every table has been played or ruled on." in page) is not step.goes_on
    if not step.goes_on:
        with pytest.raises(Conflict, match="round_not_finished"):
            services.change(made, commands.Pair("main"), by=alice)
        return
    services.change(made, commands.Pair("main"), by=alice)
    assert state_of(made).stages["main"].running.no == 2
    services.change(made, commands.EnterResult(at("main", 1, 1), wins(1)), by=alice)
    assert state_of(made).stages["main"].rounds[0].is_done


def test_players_agree_on_another_time_on_their_own_pages(alice: UUID) -> None:
    made, people = league(alice, window_minutes=0)
    first, second = players_at(made, people, 1)
    address = f"/tournaments/{made}/tables/main/1/1/"
    assert "Play at another time" in client_of(first).get(address).content.decode()
    assert "Play at another time" not in client_of(person("Charlie")).get(address).content.decode()
    wished = in_days(3)
    assert client_of(person("Dora")).post(f"{address}postpone/", {"until": wished.isoformat()}).status_code == 403
    client_of(first).post(f"{address}postpone/", {"until": wished.isoformat()})
    assert not table(made, 1).until
    assert "suggests playing by" in client_of(second).get(f"/tournaments/{made}/").content.decode()
    client_of(second).post(f"{address}postpone/", {"until": wished.isoformat()})
    assert until(table(made, 1)) == wished


def test_a_table_that_has_begun_is_not_postponed(alice: UUID) -> None:
    made, _ = league(alice, window_minutes=0)
    services.change(made, commands.StartTable(at("main", 1, 1)), by=alice)
    with pytest.raises(Conflict, match="cannot_be_postponed"):
        services.change(made, commands.Postpone(at("main", 1, 1), in_days(9)), by=alice)


def test_who_was_called_here_to_a_table_that_is_postponed_is_not_waited_for_and_called_again_later(alice: UUID) -> None:
    made, people = league(alice, window_minutes=0, all_rounds=False, online=True)
    assert running.call_tables(made) == 2
    before = digest(state_of(made))
    waits = table(made, 1).waits_for
    services.change(made, commands.Postpone(at("main", 1, 1), in_days(9)), by=alice)
    assert table(made, 1).waits_for is None
    assert running.call_tables(made) == 0
    row = OpenTable.objects.get(tournament_id=made, round=1, number=1)
    assert (row.opened, row.due_at) == (None, None)
    assert running.call_table(made, at("main", 1, 1), players_at(made, people, 1)[0])
    assert table(made, 1).waits_for not in (None, waits)
    assert digest(state_of(made)) != before


def test_who_was_missed_at_a_table_that_is_postponed_is_not_missed_any_more(alice: UUID) -> None:
    made, _ = league(alice, window_minutes=0, all_rounds=False, grace_minutes=10, grace_from="call")
    services.change(made, commands.CallPlayers(at("main", 1, 1)), by=alice)
    assert OpenTable.objects.get(tournament_id=made, number=1).due_at is not None
    services.change(made, commands.Postpone(at("main", 1, 1), in_days(9)), by=alice)
    assert OpenTable.objects.get(tournament_id=made, number=1).due_at is None
    assert table(made, 1).called == ()


# --- who leaves, who comes in -----------------------------------------------------------------------------


def test_who_withdraws_gives_away_the_duels_that_are_left(alice: UUID) -> None:
    made, _ = league(alice)
    services.change(made, commands.EnterResult(at("main", 1, 1), wins(1)), by=alice)
    gone = table(made, 1).pairing.seats[1]
    services.change(made, commands.Withdraw(gone), by=alice)
    left = [one for one in state_of(made).stages["main"].tables() if gone in one.pairing.seats]
    assert [one.source for one in left] == ["scorer", "walkover", "walkover"]
    assert all(gone == one.pairing.seats[min(one.pairing.result.forfeited)] for one in left[1:] if one.pairing.result)
    others = [one for one in state_of(made).stages["main"].tables() if gone not in one.pairing.seats]
    assert not any(one.is_done for one in others)


def test_at_a_table_of_three_the_other_two_play_on(alice: UUID) -> None:
    made, _ = league(alice, players=3, seats=3)
    services.change(made, commands.Withdraw(1), by=alice)
    assert not table(made, 1).is_done
    services.change(made, commands.Withdraw(2), by=alice)
    result = table(made, 1).pairing.result
    assert result is not None
    assert len(result.forfeited) == 2


def test_a_substitute_plays_the_tables_that_are_left(alice: UUID) -> None:
    made, _ = league(alice)
    dora = person("Dora")
    no = table(made, 1).pairing.seats[0]
    services.change(made, commands.Substitute(no, player=dora), by=alice)
    services.change(made, commands.Postpone(at("main", 1, 1), in_days(30)), by=dora)
    assert table(made, 1).asked


def test_windows_and_postponements_are_in_a_document(alice: UUID) -> None:
    made, _ = league(alice)
    services.change(made, commands.Postpone(at("main", 1, 1), in_days(40)), by=alice)
    text = document.written(document.document(tournament(tournament_id=made, player=None)))
    again = document.bring_in(text, owner=alice).tournament
    assert [one.until for one in state_of(again).stages["main"].tables()] == [
        one.until for one in state_of(made).stages["main"].tables()
    ]


def test_a_calendar_tells_a_player_the_last_moment_of_each_own_table(alice: UUID) -> None:
    made, people = league(alice)
    services.change(made, commands.Postpone(at("main", 1, 1), in_days(40)), by=alice)
    player = players_at(made, people, 1)[0]
    ends = [entry.ends for entry in calendar.of_player(player, "http://x/{id}")]
    assert in_days(40) - ends[0] < timedelta(minutes=1)
    assert len(ends) == 3


def test_the_read_model_is_rebuilt_the_same(alice: UUID) -> None:
    made, _ = league(alice, window_default="forfeit")
    services.change(made, commands.Postpone(at("main", 1, 1), in_days(40)), by=alice)
    assert OpenTable.objects.filter(tournament=made, due_at__isnull=False).count() == 6
    assert projections.rebuild(projections.named("tournaments"), compare=True).differences == []

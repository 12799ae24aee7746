"""Thoughts that take long: queued, taken in fair order, charged to their match, stopped where nobody waits for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from time import sleep
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.utils import timezone

from elekt_core.chance import Chance
from elekt_core.contract import Decision, Game
from matches import after_commit, tasks
from matches.models import Match, ThinkingTime, Thought
from matches.models import Table as Row
from matches.play import services
from matches.reviews import work as reviews
from matches.thinking import budget, lane, places, queue, watch
from matches.thinking.watch import Stopped, watched

from ..factories import Table, started

pytestmark = pytest.mark.django_db

Sent = list[tuple[str, tuple[str | int, ...]]]


class Dear:
    """A bot that says that it takes long; ``meanwhile`` is what happens while it thinks."""

    dear = True

    def __init__(self) -> None:
        self.thoughts = 0
        self.meanwhile: Callable[[], object] = lambda: None

    def choose(self, game: Game[Any], view: Any, options: Sequence[Decision], chance: Chance) -> Decision:
        self.thoughts += 1
        self.meanwhile()
        return options[0]


@pytest.fixture
def dear(monkeypatch: pytest.MonkeyPatch) -> Dear:
    bot = Dear()
    monkeypatch.setattr(services, "get_bot", lambda *_: bot)
    return bot


def play(table: Table) -> tuple[int, int]:
    """What the worker does with the message that a bot is due. Returns the seat and the version."""
    row = Match.objects.get(id=table.match)
    (seat,) = after_commit.seats_due(row)
    tasks.play(str(row.id), seat, row.version)
    return seat, row.version


def bots_only(seed: str = "") -> Table:
    return started("bot:random", "bot:random", seed=seed)


def test_a_dear_bot_is_queued_and_thinks_in_the_lane(dear: Dear, sent: Sent) -> None:
    table = bots_only()
    _, version = play(table)
    assert (dear.thoughts, table.version()) == (0, version), "the quick task only queues it"
    assert sent == [("matches.tasks.think", ())], "and the message names nothing"
    tasks.think()
    assert dear.thoughts == 1
    assert table.version() > version
    assert not Thought.objects.exists()


def against_alice() -> Table:
    """It is the bot's turn."""
    table = started("Alice", "bot:random", seed="taken")
    while table.awaited() == 0:
        table.decide()
    return table


def test_a_quick_bot_is_not_queued(sent: Sent) -> None:
    table = against_alice()
    _, version = play(table)
    assert table.version() > version
    assert (list(Thought.objects.all()), sent) == ([], [])


def test_a_quick_bot_is_charged_and_waits_where_its_match_has_used_too_much(
    sent: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its thought is delayed, not shortened: it is the same bot that thinks then."""
    bot = Dear()
    bot.dear = False
    bot.meanwhile = lambda: sum(range(1_000_000))
    monkeypatch.setattr(services, "get_bot", lambda *_: bot)
    table = against_alice()
    play(table)
    assert bot.thoughts == 1
    assert ThinkingTime.objects.get(match=table.match).used > 0
    table = against_alice()
    now = timezone.now()
    budget.charge(table.match, budget.FREE + 5_000, now)
    _, version = play(table)
    tasks.think()
    assert (bot.thoughts, table.version()) == (1, version), "it waits"
    ThinkingTime.objects.update(at=now - timedelta(seconds=11))
    tasks.think()
    assert (bot.thoughts, table.version() > version) == (2, True)
    assert not Thought.objects.exists()


def test_quick_bots_that_play_alone_are_queued_too(sent: Sent) -> None:
    table = bots_only()
    _, version = play(table)
    assert (table.version(), Thought.objects.count()) == (version, 1)
    tasks.think()
    assert table.version() > version


def test_what_bots_play_among_themselves_waits_for_all_that_people_wait_for(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []

    class Telling(Dear):
        def choose(self, game: Game[Any], view: Any, options: Sequence[Decision], chance: Chance) -> Decision:
            done.append("with Alice" if view.seats == 2 else "alone")
            return super().choose(game, view, options, chance)

    bot = Telling()
    monkeypatch.setattr(services, "get_bot", lambda *_: bot)
    alone = [started("bot:random", "bot:random", "bot:random") for _ in range(2)]
    for table in (*alone, against_alice()):
        play(table)
    left = {"a hint": 1, "a slice of a review": 2}

    def make(what: str) -> bool:
        left[what] -= 1
        if left[what] >= 0:
            done.append(what)
        return left[what] >= 0

    monkeypatch.setattr(lane, "_give_a_hint", lambda: make("a hint"))
    monkeypatch.setattr(reviews, "make_slice", lambda: make("a slice of a review"))
    lane.work()
    assert done == ["with Alice", "a hint", "a slice of a review", "a slice of a review", "alone", "alone"]


def test_a_bot_that_is_gone_is_played_for_at_once(sent: Sent) -> None:
    table = against_alice()
    table_row = Match.objects.get(id=table.match).table
    table_row.seat_rows.update(bot="no such bot")
    _, version = play(table)
    assert table.version() > version


def test_the_lane_goes_on_until_nothing_waits(dear: Dear) -> None:
    tables = [bots_only() for _ in range(3)]
    for table in tables:
        play(table)
    tasks.think()
    assert dear.thoughts == 3


def test_who_was_queued_twice_thinks_once(dear: Dear) -> None:
    table = bots_only()
    play(table)
    play(table)
    assert Thought.objects.count() == 1
    tasks.think()
    tasks.think()
    assert dear.thoughts == 1


def test_a_later_version_takes_the_place_of_one_that_waits_and_not_of_one_at_work() -> None:
    match = bots_only().match
    queue.add(match, 0, 5)
    queue.add(match, 0, 7)
    assert queue.queued() == {(match, 0): 7}
    assert queue.take("somebody", for_people=False) is not None
    queue.add(match, 0, 9)
    assert queue.queued() == {(match, 0): 7}


def test_only_one_thinker_gets_a_thought_until_it_is_lost(dear: Dear) -> None:
    table = bots_only()
    play(table)
    held = queue.take("first", for_people=False)
    assert held is not None
    assert queue.take("second", for_people=False) is None
    lost = timezone.now() - queue.LOST_AFTER - timedelta(seconds=1)
    Thought.objects.update(seen_at=lost)
    assert queue.is_waiting()
    taken = queue.take("second", for_people=False)
    assert taken is not None
    assert taken.id == held.id
    assert not queue.hold(held, "first"), "the first one notices, should it be alive"
    queue.done(held, "first")
    assert Thought.objects.exists(), "and leaves it to the second"


def test_the_match_that_has_used_least_is_next(dear: Dear) -> None:
    """One table with dear bots does not starve the others."""
    hungry, modest, new = (bots_only() for _ in range(3))
    for table in (hungry, modest, new):
        play(table)
    now = timezone.now()
    budget.charge(hungry.match, 9_000, now)
    budget.charge(modest.match, 1_000, now)
    order = [thought.match for _ in range(3) if (thought := queue.take("me", for_people=False))]
    assert order == [new.match, modest.match, hungry.match]


def test_many_tables_of_one_person_get_no_more_than_one(dear: Dear) -> None:
    """Else whoever opens new ones all the time would always be first."""
    many, one = [bots_only() for _ in range(3)], bots_only()
    Row.objects.filter(match__in=[table.match for table in many]).update(host=uuid4())
    for table in (*many, one):
        play(table)
    now = timezone.now()
    for table in many[:2]:
        budget.charge(table.match, 600, now)
    budget.charge(one.match, 1_000, now)
    order = [thought.match for _ in range(2) if (thought := queue.take("me", for_people=False))]
    assert order == [one.match, many[2].match]


def test_who_has_used_too_much_waits_and_is_not_cut_short(dear: Dear, sent: Sent) -> None:
    table = bots_only()
    _, version = play(table)
    now = timezone.now()
    budget.charge(table.match, budget.FREE + 5_000, now)
    tasks.think()
    assert (dear.thoughts, table.version()) == (0, version)
    sent.clear()
    Match.objects.update(last_at=now - timedelta(seconds=5))
    tasks.resend()
    assert sent == [], "nothing can be done yet"
    ThinkingTime.objects.update(at=now - timedelta(seconds=11))  # half a processor: 5.5 s of its debt are paid
    tasks.resend()
    assert sent == [("matches.tasks.think", ())]
    tasks.think()
    assert dear.thoughts == 1


def test_a_clock_set_back_makes_nobody_wait() -> None:
    table = bots_only()
    now = timezone.now()
    budget.charge(table.match, 100_000, now + timedelta(hours=1))
    assert budget.debts([table.match], now) == {table.match: 0}


def test_thinking_is_charged_even_where_the_bot_fails(dear: Dear) -> None:
    table = bots_only()
    _, version = play(table)

    def fail() -> None:
        sum(range(1_000_000))
        raise ZeroDivisionError

    dear.meanwhile = fail
    tasks.think()
    assert table.version() > version
    assert ThinkingTime.objects.get(match=table.match).used > 0


def test_the_beat_does_not_send_again_what_is_queued(dear: Dear, sent: Sent) -> None:
    table = bots_only()
    play(table)
    assert queue.take("somebody", for_people=False) is not None
    sent.clear()
    Match.objects.update(last_at=timezone.now() - timedelta(seconds=5))
    tasks.resend()
    assert sent == []
    Thought.objects.all().delete()
    tasks.resend()
    assert [task for task, _ in sent] == ["matches.tasks.play"]


def test_what_is_no_longer_due_is_dropped_without_a_thought(dear: Dear) -> None:
    table = bots_only()
    seat, version = play(table)
    services.decide_automatically(match_id=table.match, seat=seat, expected_version=version)
    assert dear.thoughts == 1
    tasks.think()
    assert dear.thoughts == 1
    assert not Thought.objects.exists()


def test_a_thought_stops_when_its_match_ends(dear: Dear, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "EVERY", 0.02)
    table = bots_only()
    _, version = play(table)
    reached, is_due = [], lane._is_due

    def ended(*asked: Any) -> bool:
        """It ends between two looks, as in another process: the thought itself asks nothing of the database."""
        Match.objects.update(ended_at=timezone.now(), awaited=0, due=False)
        return is_due(*asked)

    def think() -> None:
        sleep(20)
        reached.append("the end of the thought")

    monkeypatch.setattr(lane, "_is_due", ended)
    dear.meanwhile = think
    tasks.think()
    assert (reached, table.version()) == ([], version)
    assert not Thought.objects.exists()


def test_a_thought_goes_on_while_it_is_needed(dear: Dear, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "EVERY", 0.01)
    table = bots_only()
    _, version = play(table)
    shown: list[bool] = []
    hold = queue.hold

    def look(thought: Thought, thinker: str) -> bool:
        shown.append(hold(thought, thinker))
        return shown[-1]

    monkeypatch.setattr(queue, "hold", look)

    def think() -> None:
        while len(shown) < 3:
            sleep(0.005)

    dear.meanwhile = think
    tasks.think()
    assert table.version() > version
    assert all(shown)


def test_no_bot_catches_that_it_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "EVERY", 0.01)
    with pytest.raises(Stopped), watched(lambda: False):
        _think_in_spite_of_everything()


def _think_in_spite_of_everything() -> None:
    while True:
        try:
            sleep(1)
        except Exception:
            raise AssertionError("it looked like a mistake of the bot's own") from None


def test_two_bots_of_a_match_are_charged_though_both_are_the_first() -> None:
    """The other one stores its row between this one's look and its own."""
    table, now = bots_only(), timezone.now()
    others: list[None] = []

    def meanwhile(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        found = execute(sql, *rest)
        if sql.startswith("SELECT") and "matches_thinkingtime" in sql and not others:
            others.append(None)
            ThinkingTime.objects.bulk_create([ThinkingTime(match=table.match, used=5, debt=5, at=now)])
        return found

    with connection.execute_wrapper(meanwhile):
        budget.charge(table.match, 7, now)
    assert ThinkingTime.objects.get().used == 12


def test_while_a_bot_thinks_nothing_else_asks_the_database(dear: Dear, sent: Sent, no_queries: Any) -> None:
    table = bots_only()
    _, version = play(table)
    services._seed.cache_clear()
    no_queries(lane)
    tasks.think()
    assert (dear.thoughts, table.version() > version) == (1, True)


def test_a_worker_thinks_in_as_many_processes_as_it_has_places(dear: Dear, sent: Sent) -> None:
    play(bots_only())
    sent.clear()
    with places.place() as found:
        assert found
        tasks.think()
        assert dear.thoughts == 0, "the place is taken"
    assert sent == []
    tasks.think()
    assert dear.thoughts == 1


def test_what_came_too_late_for_the_lane_is_asked_for_again(
    dear: Dear, sent: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(bots_only())
    sent.clear()
    monkeypatch.setattr(lane, "work", lambda: None)
    tasks.think()
    assert sent == [("matches.tasks.think", ())]


def test_the_rows_of_matches_that_are_over_are_forgotten() -> None:
    over, running = bots_only(), bots_only()
    over.play_out()
    for table in (over, running):
        queue.add(table.match, 0, 1)
        budget.charge(table.match, 5, timezone.now())
    tasks.resend_archive()
    assert [thought.match for thought in Thought.objects.all()] == [running.match]
    assert [row.match for row in ThinkingTime.objects.all()] == [running.match]


def test_where_thinkers_die_over_a_thought_greedy_chooses_in_the_end(
    dear: Dear, caplog: pytest.LogCaptureFixture
) -> None:
    table = bots_only()
    _, version = play(table)
    for _ in range(lane.TRIES):
        assert queue.take("the dead", for_people=False) is not None
        Thought.objects.update(seen_at=timezone.now() - queue.LOST_AFTER - timedelta(seconds=1))
    tasks.think()
    assert (dear.thoughts, table.version() > version) == (0, True)
    assert "greedy chooses for a bot" in caplog.text


def test_a_new_question_has_all_its_tries() -> None:
    match = bots_only().match
    queue.add(match, 0, 5)
    assert queue.take("the dead", for_people=False) is not None
    Thought.objects.update(seen_at=timezone.now() - queue.LOST_AFTER - timedelta(seconds=1))
    queue.add(match, 0, 7)
    taken = queue.take("the living", for_people=False)
    assert taken is not None
    assert (taken.version, taken.tries) == (7, 1)


def test_what_nothing_moves_goes_to_the_slow_lane(sent: Sent) -> None:
    """A quick bot over which each process dies would be sent for ever."""
    table = bots_only()
    version, seats = table.version(), after_commit.seats_due(Match.objects.get(id=table.match))
    Match.objects.update(last_at=timezone.now() - tasks.STUCK_AFTER - timedelta(seconds=1))
    sent.clear()
    tasks.resend()
    assert queue.queued() == {(table.match, seats[0]): version}
    assert sent == [("matches.tasks.think", ())]
    tasks.think()
    assert table.version() > version

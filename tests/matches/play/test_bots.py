"""Seats that play by themselves: bots, and those that have conceded."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid5

import pytest
from celery.exceptions import SoftTimeLimitExceeded

from elekt_core.chance import Chance
from elekt_core.contract import UNKNOWN, Decision, Game
from ledger import store
from matches import after_commit, tasks
from matches.models import Match
from matches.play import queries, services
from matches.play.decided import CLOCK

from ..factories import Table, started

pytestmark = pytest.mark.django_db

Sent = list[tuple[str, tuple[str | int, ...]]]


@pytest.fixture
def table() -> Table:
    """It is the turn of a bot, and then of another one."""
    table = started("Alice", "bot:random", "bot:random", seed="alice leads")
    table.decide(0)
    return table


def test_a_bot_is_woken_after_the_commit_with_ids_alone(
    table: Table, sent: Sent, django_capture_on_commit_callbacks: Any
) -> None:
    row = Match.objects.get(id=table.match)
    with django_capture_on_commit_callbacks(execute=True):
        tasks.play(str(row.id), table.awaited(), row.version)
        assert sent == [], "nothing is sent before the commit"
    moved = Match.objects.get(id=table.match)
    assert moved.version > row.version
    assert sent == [("matches.tasks.play", (str(row.id), table.awaited(), moved.version))]


def test_people_are_not_played_for(sent: Sent, django_capture_on_commit_callbacks: Any) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        table = started("Alice", "Bob")
        table.decide()
    assert sent == []
    version = table.version()
    assert services.decide_automatically(match_id=table.match, seat=table.awaited(), expected_version=version) is None
    assert table.version() == version


def test_a_task_that_runs_twice_counts_once(table: Table) -> None:
    seat, version = table.awaited(), table.version()
    tasks.play(str(table.match), seat, version)
    moved = table.version()
    tasks.play(str(table.match), seat, version)
    assert table.version() == moved


def test_nobody_can_use_up_the_id_of_a_decision_that_a_bot_will_make() -> None:
    """The id was once made of what anybody knows: match, version and seat."""
    twin, table = started("Alice", "bot:random", seed="taken"), started("Alice", "bot:random", seed="taken")
    assert table.awaited() == 0, "the seed lets a person begin"
    foreseen = twin.decide().version
    table.decide(decision_id=uuid5(table.match, f"{foreseen} 1"))
    tasks.play(str(table.match), 1, foreseen)
    assert table.version() > foreseen


def test_a_task_for_a_match_that_is_gone_does_nothing() -> None:
    tasks.play(str(UUID(int=1)), 0, 1)


def test_two_workers_at_once_store_one_decision(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second one has thought as long as the first, and comes too late."""
    seat, version = table.awaited(), table.version()
    real = services.decide
    answers = []

    def twice(**asked: Any) -> services.Decided:
        answers.append(real(**asked))
        answers.append(real(**asked))
        return answers[-1]

    monkeypatch.setattr(services, "decide", twice)
    services.decide_automatically(match_id=table.match, seat=seat, expected_version=version)
    assert [answer.repeated for answer in answers] == [False, True]
    assert answers[0].version == answers[1].version == store.version(table.match)


def test_a_bot_is_given_its_view_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    given = []

    class Curious:
        def choose(self, game: Game[Any], view: Any, options: Sequence[Decision], chance: Chance) -> Decision:
            given.append((options[0].seat, view))
            return options[0]

    monkeypatch.setattr(services, "get_bot", lambda *_: Curious())
    table = started("bot:random", "bot:random", "bot:random")
    table.play_out()
    assert len(given) == 12
    for seat, view in given:
        assert set(view.deck) <= {UNKNOWN}
        for other, hand in enumerate(view.hands):
            assert (UNKNOWN in hand) == (other != seat and bool(hand))


@pytest.mark.parametrize("failure", [ZeroDivisionError("the queen of spades"), SoftTimeLimitExceeded()])
def test_a_bot_that_fails_does_not_stop_the_match(
    table: Table, failure: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken:
        def choose(self, game: Game[Any], view: Any, options: Sequence[Decision], chance: Chance) -> Decision:
            raise failure

    monkeypatch.setattr(services, "get_bot", lambda *_: Broken())
    seat, version = table.awaited(), table.version()
    hand = queries.position(match_id=table.match, player=None).view.hands[seat]
    tasks.play(str(table.match), seat, version)
    assert table.version() > version
    assert len(queries.position(match_id=table.match, player=None).view.hands[seat]) == len(hand) - 1
    assert type(failure).__name__ in caplog.text
    assert "queen" not in caplog.text, "what a bot says may be what only the bot may know"


def test_a_bot_plays_the_same_wherever_it_runs() -> None:
    table, twin = [started("bot:random", "bot:random", seed="bots") for _ in range(2)]
    table.play_out()
    twin.play_out()
    assert [e.payload for e in store.read(table.match)] == [e.payload for e in store.read(twin.match)]


def test_the_beat_sends_again_what_has_not_moved(table: Table, sent: Sent) -> None:
    row = Match.objects.get(id=table.match)
    tasks.resend()
    assert sent == [], "it was just woken"
    Match.objects.update(last_at=row.last_at - timedelta(seconds=5))
    tasks.resend()
    assert sent == [("matches.tasks.play", (str(row.id), table.awaited(), row.version))]


def test_the_beat_leaves_people_and_finished_matches_alone(sent: Sent) -> None:
    started("Alice", "Bob")
    started("bot:random", "bot:random").play_out()
    for row in Match.objects.all():
        Match.objects.filter(id=row.id).update(last_at=row.last_at - timedelta(seconds=5))
    tasks.resend()
    assert sent == []


def test_a_broker_that_is_away_does_not_hurt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setattr("celery.current_app.send_task", _unreachable)
    after_commit.send("matches.tasks.play", "some id", 0, 1)


def test_what_is_sent_again_is_not_kept_for_ever(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers who cannot keep up would get the same task once more each second."""
    asked: list[dict[str, Any]] = []
    monkeypatch.undo()
    monkeypatch.setattr("celery.current_app.send_task", lambda *_, **how: asked.append(how))
    row = Match.objects.get(id=table.match)
    after_commit.match_moved(row)
    Match.objects.update(last_at=row.last_at - timedelta(seconds=5))
    tasks.resend()
    assert asked == [{"expires": None}, {"expires": tasks.RESENT_LASTS}]


def _unreachable(*_: object, **__: object) -> None:
    raise OSError("no broker")


def test_a_seat_that_has_conceded_goes_on_by_itself(sent: Sent) -> None:
    """In the game at hand conceding ends the match, so the row says here what a game for more players would lead to."""
    table = started("Alice", "Bob", "Charlie")
    seat = table.awaited()
    row = Match.objects.get(id=table.match)
    row.conceded = row.automatic = 1 << seat
    row.due = True
    row.save()
    Match.objects.update(last_at=row.last_at - timedelta(seconds=5))
    tasks.resend()
    assert [arguments for _task, arguments in sent] == [(str(table.match), seat, row.version)]
    tasks.play(str(table.match), seat, row.version)
    first = store.read(table.match, after=row.version)[0]
    assert first.actor == CLOCK
    assert first.meta["decision"]["kind"] == "play"

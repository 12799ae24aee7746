"""Clocks: what each seat has left follows from the facts, and no game hears of it."""

from __future__ import annotations

from typing import Any

import pytest

from elekt_core.contract import SeatNo, Viewer
from elekt_core.errors import CoreError
from elekt_core.record.branch import PlayedOn
from elekt_core.record.clocks import (
    Clocks,
    ClocksPaused,
    ClocksResumed,
    ClocksSet,
    ClockStarted,
    ClockStopped,
    FlagFell,
    TimeFact,
    TimeGiven,
)
from elekt_core.record.coarse import RecordedCoarsely, ResultTold, RoundTold
from elekt_core.record.facts import BESIDE_KINDS, decode_fact, encode_fact, kind_of, words_beside
from elekt_core.record.match import Play
from elekt_core.record.record import record_of_play
from elekt_core.record.redact import redacted, redacted_record
from elekt_core.record.replay import replay_record
from elekt_core.record.seats import StandInCalled, StandInLeft
from elekt_core.record.stop import PlayAbandoned, PlayStopped
from elekt_core.record.takeback import CardsShown, TakenBack
from elekt_core.record.text import format_record, parse_record
from elekt_core.record.verify import verify_record

from ..builders import STREAM, running_play
from ..toy import Table
from ..toy import game as toy

START = 1_700_000_000_000
MINUTE = 60_000
DAY = 24 * 60 * MINUTE


def clocks(*facts: TimeFact) -> Clocks:
    """Folded, each judged before."""
    found = Clocks()
    for fact in facts:
        found.check(fact)
        found.evolve(fact)
    return found


def test_an_increment_is_added_after_the_decision() -> None:
    running = clocks(ClocksSet("increment", (MINUTE, MINUTE), 5000), ClockStarted(0, START))
    assert running.left_at(0, START + 20_000) == 40_000
    assert running.falls_at(0) == START + MINUTE
    assert running.falls_at(1) is None
    stopped = running.stopped(0, START + 20_000)
    assert stopped == ClockStopped(0, START + 20_000, 45_000)
    running.check(stopped)
    running.evolve(stopped)
    assert (running.left, running.running) == ([45_000, MINUTE], {})


def test_time_that_is_given_moves_the_start_of_a_clock_that_runs() -> None:
    """As if it had started so much later: its delay is not spent, what was used beyond the end does not come back."""
    running = clocks(ClocksSet("delay", (MINUTE, MINUTE), 5000), ClockStarted(0, START))
    late = START + 2 * MINUTE
    assert running.left_at(0, late) == 0
    running.evolve(TimeGiven(0, late, 2 * MINUTE - 8000))
    assert running.left_at(0, late) == MINUTE - 3000
    assert running.falls_at(0) == late + MINUTE - 3000
    running.evolve(TimeGiven(1, late, 7000))
    assert running.left == [MINUTE, MINUTE + 7000]
    with pytest.raises(CoreError):
        running.check(TimeGiven(1, late, -1))


def test_a_stand_in_is_called_once_and_leaves_once() -> None:
    play = running_play()
    play.note(StandInCalled(0, "random"))
    play.note(StandInLeft(0))
    assert verify_record(record_of_play(play, STREAM), toy).ok
    play.note(StandInLeft(0))
    assert "wrong_stand_in" in str(verify_record(record_of_play(play, STREAM), toy))


def test_a_delay_passes_first_and_anew_each_time() -> None:
    running = clocks(ClocksSet("delay", (MINUTE, MINUTE, MINUTE), 5000), ClockStarted(2, START))
    assert running.left_at(2, START + 4000) == MINUTE
    assert running.left_at(2, START + 7000) == MINUTE - 2000
    assert running.falls_at(2) == START + 5000 + MINUTE
    running.evolve(running.stopped(2, START + 7000))
    running.evolve(ClockStarted(2, START + 9000))
    assert running.left_at(2, START + 14_000) == MINUTE - 2000


def test_by_correspondence_each_decision_has_its_days() -> None:
    running = clocks(ClocksSet("per_decision", (0, 0, 0, 0), 3 * DAY), ClockStarted(1, START))
    assert running.falls_at(1) == START + 3 * DAY
    running.evolve(running.stopped(1, START + 2 * DAY))
    assert running.left[1] == DAY
    running.evolve(ClockStarted(1, START + 5 * DAY))
    assert running.left_at(1, START + 6 * DAY) == 2 * DAY


def test_a_pause_counts_for_nobody_and_keeps_what_was_left_of_a_delay() -> None:
    agreed = ClocksSet("delay", (MINUTE, MINUTE), 5000)
    running = clocks(agreed, ClockStarted(0, START), ClockStarted(1, START), ClocksPaused(START + 3000))
    assert running.paused
    assert (running.left_at(0, START + DAY), running.falls_at(0)) == (MINUTE, None)
    running.evolve(ClocksResumed(START + DAY))
    assert running.left_at(1, START + DAY + 3000) == MINUTE - 1000
    assert running.falls_at(0) == START + DAY + 2000 + MINUTE


def test_a_flag_falls_when_the_time_is_out_and_not_before() -> None:
    running = clocks(ClocksSet("increment", (1000, 1000), 500), ClockStarted(0, START))
    copied = running.copy()
    copied.check(FlagFell(0, START + 1000))
    copied.evolve(FlagFell(0, START + 1000))
    assert (copied.left, copied.running) == ([0, 1000], {})
    assert 0 in running.running


AGREED = ClocksSet("increment", (1000, 1000), 500)
RUNS = (AGREED, ClockStarted(0, START))


@pytest.mark.parametrize(
    ("before", "fact", "why"),
    [
        ((), ClockStarted(0, START), "not_agreed"),
        ((), ClocksSet("increment", (1, -1), 0), "negative"),
        ((AGREED,), ClockStarted(2, START), "no_such_seat"),
        ((AGREED,), ClockStarted(-1, START), "no_such_seat"),
        (RUNS, ClockStarted(1, START - 1), "backwards"),
        (RUNS, ClockStarted(0, START), "runs"),
        (RUNS, ClockStopped(1, START, 1500), "stands"),
        (RUNS, ClockStopped(0, START + 100, 1000), "left"),
        (RUNS, ClockStopped(0, START + 1001, 500), "flag"),
        (RUNS, FlagFell(0, START + 999), "early"),
        (RUNS, FlagFell(1, START + 999), "stands"),
        (RUNS, ClocksResumed(START), "runs"),
        ((*RUNS, ClocksPaused(START)), ClocksPaused(START), "paused"),
        ((*RUNS, ClocksPaused(START)), ClockStarted(1, START), "paused"),
        ((*RUNS, ClocksPaused(START)), ClockStopped(0, START, 1500), "stands"),
    ],
)
def test_what_cannot_follow_is_refused(before: tuple[TimeFact, ...], fact: TimeFact, why: str) -> None:
    with pytest.raises(CoreError, match="wrong_clock") as error:
        clocks(*before).check(fact)
    assert error.value.data["why"] == why


# --- in records -------------------------------------------------------------------------------------------------


def timed_play(decisions: int = 6) -> Play[Table]:
    """Each decision takes a second; after the third there is a pause, after the fifth a takeback."""
    play = running_play(decisions=0)
    agreed, now = ClocksSet("increment", (MINUTE, MINUTE, MINUTE), 2000), START
    seat = toy.awaiting(play.state)[0].seat
    clocks = Clocks()

    def told(*facts: Any) -> tuple[Any, ...]:
        for fact in facts:
            clocks.evolve(fact)
        return facts

    play.note(*told(agreed, ClockStarted(seat, now)))
    for number in range(decisions):
        now += 1000
        stopped = clocks.stopped(seat, now)
        before = len(play.events)
        play.decide(toy.options(play.state)[0], told(stopped))
        if number == 3:
            play.note(*told(ClocksPaused(now), ClocksResumed(now + DAY)))
            now += DAY
        if number == 5:
            play.take_back(before, 0, [1, 2])
        seat = toy.awaiting(play.state)[0].seat
        play.note(*told(ClockStarted(seat, now)))
    return play


def test_a_record_with_clocks_is_proved_and_is_that_game_without_them() -> None:
    play = timed_play()
    record = record_of_play(play, STREAM)
    assert verify_record(record, toy).ok
    assert parse_record(format_record(record)) == record
    plain = [event for event in play.events if type(event) not in BESIDE_KINDS.values()]
    assert plain[: len(running_play(5).events)] == running_play(5).events
    replay = replay_record(toy, record)
    assert sum(replay.clocks().left) == 3 * MINUTE + 6 * (2000 - 1000), "what a takeback undoes gives no time back"
    assert replay.state() == play.state
    for position in range(len(replay) + 1):
        replay.state(position)
        assert len(replay.clocks(position).left) in (0, 3)


def test_everybody_may_know_the_clocks() -> None:
    record = record_of_play(timed_play(), STREAM)
    viewers: list[Viewer] = [None, SeatNo(0), SeatNo(1), SeatNo(2)]
    for viewer in viewers:
        cut = redacted_record(record, viewer, toy)
        assert verify_record(cut, toy).ok
        assert [entry.payload for entry in cut.entries if entry.kind in BESIDE_KINDS] == [
            entry.payload for entry in record.entries if entry.kind in BESIDE_KINDS
        ]
        assert replay_record(toy, cut).clocks() == replay_record(toy, record).clocks()


def test_clocks_that_lie_are_found() -> None:
    for fact in (ClockStopped(0, START, 9), ClocksSet("increment", (1, 1), 0)):
        play = timed_play(4)
        play.note(fact)
        flaw = verify_record(record_of_play(play, STREAM), toy).flaw
        assert flaw is not None
        assert (flaw.name, flaw.code) == ("fold", "wrong_clock")
        assert flaw.data["seq"] == len(play.events)


def test_they_are_written_as_the_documentation_says_and_read_again() -> None:
    facts = {
        "clocks_set": ClocksSet("delay", (300_000, 300_000), 5000),
        "clock_started": ClockStarted(1, START),
        "clock_stopped": ClockStopped(1, START, 300_000),
        "flag_fell": FlagFell(0, START),
        "clocks_paused": ClocksPaused(START),
        "clocks_resumed": ClocksResumed(START),
        "time_given": TimeGiven(1, START, 5000),
        "stand_in_called": StandInCalled(1, "greedy"),
        "stand_in_left": StandInLeft(1),
        "taken_back": TakenBack(12, 0, (1, 2), 3),
        "play_stopped": PlayStopped((2, 1, 3)),
        "play_abandoned": PlayAbandoned(1),
        "played_on": PlayedOn("00000000-0000-8000-8000-000000000000", 12, "ab" * 32, 1),
        "cards_shown": CardsShown(("players", "1", "hand"), ("acolyte.0",)),
        "recorded_coarsely": RecordedCoarsely("rounds"),
        "round_told": RoundTold(1, ("siege_of_the_salt_gate", "acolyte"), (2, -1)),
        "result_told": ResultTold((2, 1, 3), (4, 5, 0)),
    }
    assert {*facts} == {*BESIDE_KINDS}
    for kind, fact in facts.items():
        assert kind_of(toy, fact) == kind
        assert decode_fact(toy, kind, 1, encode_fact(toy, fact)) == fact
        assert redacted(toy, fact, None) is fact
        for language in ("en", "pl"):
            assert "{" not in words_beside(fact, language, ["Ann", "Ben", "Cyd"])
    assert "Ann" in words_beside(facts["flag_fell"], "en", ["Ann"])
    with pytest.raises(CoreError):
        decode_fact(toy, "clocks_set", 1, {"mode": "sand", "base": [1], "extra": 0})

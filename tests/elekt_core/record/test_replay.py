"""Seeking in a match: every position is the one that live play had there."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elekt_core.contract import SeatNo
from elekt_core.errors import BadRecord, CoreError, UnknownKind
from elekt_core.record.record import record_of_play
from elekt_core.record.redact import redacted_record
from elekt_core.record.replay import Replay, replay_record

from ..builders import STREAM, finished_play, finished_record, running_play, running_record
from ..toy import CardPlayed, RoundStarted, Table
from ..toy import game as toy


def replayed(viewer: SeatNo | None = None) -> Replay[Table]:
    return replay_record(toy, finished_record())


def folded(position: int) -> Table:
    state = toy.initial()
    for event in finished_play().events[:position]:
        toy.evolve(state, event)
    return state


def test_every_position_is_the_fold_of_the_events_before_it() -> None:
    replay = replayed()
    assert len(replay) == len(finished_play().events) > 32  # so that a kept position is passed
    for position in range(len(replay) + 1):
        assert replay.state(position) == folded(position)


@given(st.lists(st.integers(0, len(finished_play().events)), max_size=20))
def test_seeking_to_and_fro_changes_nothing(positions: list[int]) -> None:
    replay = replayed()
    for position in positions:
        state = replay.state(position)
        assert state == folded(position)
        state.hands.clear()  # it is the caller's own


def test_the_newest_position_is_that_of_live_play() -> None:
    assert replayed().state() == finished_play().state


@pytest.mark.parametrize("viewer", [None, SeatNo(0), SeatNo(2)])
def test_folding_a_redacted_record_gives_the_viewers_positions(viewer: SeatNo | None) -> None:
    open_replay = replayed()
    cut = replay_record(toy, redacted_record(finished_record(), viewer, toy))
    for position in range(len(open_replay) + 1):
        assert cut.state(position) == open_replay.view(position, viewer)


@pytest.mark.parametrize("position", [-1, 10_000])
def test_a_position_that_does_not_exist_is_refused(position: int) -> None:
    with pytest.raises(CoreError, match="no_such_position") as caught:
        replayed().state(position)
    assert caught.value.data["last"] == len(replayed())


def test_batches_and_decisions_can_be_stepped_through() -> None:
    replay = replayed()
    sizes = [len(batch.events) for batch in finished_play().batches]
    assert replay.ends == [sum(sizes[: n + 1]) for n in range(len(sizes))]
    first, second = replay.ends[:2]
    assert [replay.next_end(0), replay.next_end(first - 1), replay.next_end(first)] == [first, first, second]
    assert [replay.previous_end(second), replay.previous_end(first), replay.previous_end(1)] == [first, 0, 0]
    assert replay.next_end(len(replay)) == len(replay)
    assert [replay.batch_at(0), replay.batch_at(1), replay.batch_at(first), replay.batch_at(first + 1)] == [-1, 0, 0, 1]


def test_chapters_are_where_rounds_begin() -> None:
    replay = replayed()
    assert [chapter.event for chapter in replay.chapters] == [RoundStarted(number) for number in (1, 2, 3, 4)]
    for chapter in replay.chapters:
        assert replay.events[chapter.position - 1] == chapter.event


def test_a_replay_grows_with_a_running_match() -> None:
    replay = Replay(toy)
    play = running_play()
    for batch in play.batches:
        replay.extend(batch.events)
    assert replay.state() == play.state
    assert replay.events == replay_record(toy, running_record()).events


def test_a_batch_that_does_not_fold_leaves_nothing_behind() -> None:
    events = finished_play().events
    replay = Replay(toy)
    replay.extend(events[:5])
    with pytest.raises(ValueError):
        replay.extend([*events[5:40], CardPlayed(0, 99)])
    assert (len(replay), replay.ends, replay.state()) == (5, [5], folded(5))
    replay.extend(events[5:])
    assert [replay.state(position) for position in (31, 32, 33, len(events))] == list(
        map(folded, (31, 32, 33, len(events)))
    )
    assert replay.chapters == replayed().chapters


def test_a_record_that_does_not_fold_is_refused_with_its_place() -> None:
    record = record_of_play(running_play(), STREAM)
    batches = list(record.batches)
    batches[1], batches[3] = batches[3], batches[1]
    with pytest.raises(BadRecord, match="does_not_fold") as caught:
        replay_record(toy, replace(record, batches=tuple(batches[:1] + batches[1:] * 2)))
    assert caught.value.data["seq"] > 1


def test_an_event_of_a_newer_program_is_refused_with_its_place() -> None:
    record = running_record()
    first = record.batches[0]
    newer = replace(first, entries=(*first.entries[:-1], first.entries[-1]._replace(kind="card_burnt")))
    with pytest.raises(UnknownKind) as caught:
        replay_record(toy, replace(record, batches=(newer,)))
    assert caught.value.data["seq"] == first.entries[-1].seq

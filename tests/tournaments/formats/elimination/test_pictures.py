"""Ranks, and what a drawing shows."""

from __future__ import annotations

from tests.tournaments.formats import playing
from tests.tournaments.formats.playing import plan, stage
from tournaments.formats.elimination import DOUBLE_ELIMINATION, SINGLE_ELIMINATION, columns


def test_places_are_shared_by_the_round_in_which_one_went_out() -> None:
    after = playing.played(DOUBLE_ELIMINATION, stage(plan("double_elimination"), 16))
    ranks = [standing.rank for standing in DOUBLE_ELIMINATION.standings(after)]
    assert ranks == [1, 2, 3, 4, 5, 5, 7, 7, *[9] * 4, *[13] * 4]


def test_the_consolation_ranks_behind_all_who_won_a_duel() -> None:
    after = playing.played(SINGLE_ELIMINATION, stage(plan("single_elimination", consolation=True), 8))
    assert [(one.rank, one.entrant) for one in SINGLE_ELIMINATION.standings(after)] == [
        (1, 1), (2, 2), (3, 3), (3, 4), (5, 5), (6, 6), (7, 7), (7, 8),
    ]  # fmt: skip


def test_who_is_still_in_stands_before_those_who_went_out() -> None:
    after = playing.step(SINGLE_ELIMINATION, stage(plan("single_elimination"), 8))
    assert [(one.rank, one.entrant) for one in SINGLE_ELIMINATION.standings(after)] == [
        *((1, no) for no in range(1, 5)), *((5, no) for no in range(5, 9)),
    ]  # fmt: skip


def test_a_picture_says_who_sits_where_and_where_everyone_goes() -> None:
    after = playing.step(DOUBLE_ELIMINATION, stage(plan("double_elimination"), 6))
    shown = columns(after)
    assert [(one.part, one.level) for one in shown] == [
        ("W", 1), ("W", 2), ("W", 3), ("F", 1), ("F2", 1), ("L", 2), ("L", 3), ("L", 4),
    ]  # fmt: skip
    boxes = {box.slot: box for column in shown for box in column.boxes}
    first = boxes["W1-2"]
    assert ({line.entrant for line in first.lines}, first.leads_to, first.loser_to) == ({4, 5}, "W2-1", "L2-1")
    assert [line.place for line in first.lines] == [1, 2]
    assert (first.column, first.row) == (0, 1)
    waiting = boxes["F"].lines[0]
    assert (waiting.entrant, waiting.from_slot, waiting.from_place, waiting.is_empty) == (None, "W3-1", 1, False)
    quiet = columns(playing.played(DOUBLE_ELIMINATION, stage(plan("double_elimination"), 6)))
    last = next(box for column in quiet for box in column.boxes if box.slot == "F2")
    assert last.is_skipped
    assert all(line.is_empty for line in last.lines)

"""What the board says of a confrontation agrees with the facts, at every step of a replay."""

from __future__ import annotations

import pytest

from elekt_core.games.elekt import events as ev
from elekt_core.games.elekt import game
from elekt_core.games.elekt.board import Board
from elekt_core.games.elekt.vocabulary import ATTRIBUTES, NONE
from tests.sampling import sample

from .random_games import batches

FACTS = (ev.ConfrontationStarted, ev.ConfrontationTied, ev.ConfrontationWon, ev.ConfrontationVoid)


@pytest.mark.parametrize("seats", sample([3], [2, 3, 4]))
def test_the_badge_and_the_sums_are_those_of_the_confrontation_that_is_told_of(seats: int) -> None:
    scored = 0
    for seed in range(3):
        for batch in batches(seed, seats, bold=True):
            state = batch.before
            for number, event in enumerate(batch.events, 1):
                before = state.copy()
                game.evolve(state, event)
                told = () if number == len(batch.events) else batch.events[:number]
                if isinstance(event, FACTS):
                    assert _badges(game.board(state, "en", told)) == {(event.zone, ATTRIBUTES[event.attribute])}
                if isinstance(event, ev.PhaseStarted):
                    assert _badges(game.board(state, "en", told)) == set()
                if isinstance(event, ev.ConfrontationScored):
                    board = game.board(before, "en", told)
                    sums = {
                        row.seat: {count.attribute: count.n for count in row.counts}
                        for row in board.zones[event.zone].rows
                    }
                    counted = {seat: count for seat, count in enumerate(event.counts) if count not in (None, NONE)}
                    assert {seat: sums[seat][ATTRIBUTES[event.attribute]] for seat in counted} == counted
                    scored += 1
                if told:
                    assert not any(seat.asked for seat in game.board(state, "en", told).seats)
    assert scored > 20


def _badges(board: Board) -> set[tuple[int, str]]:
    return {(number, zone.confronting) for number, zone in enumerate(board.zones) if zone.confronting}

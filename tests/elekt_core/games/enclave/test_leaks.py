"""No viewer is sent anything that depends on what they may not know (Z22.3): hidden cards are dealt anew, and whatever
is made of the position for that viewer stays the same to the byte."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from elekt_core.chance import SeededChance
from elekt_core.contract import SeatNo, Setup
from elekt_core.games.enclave import game
from elekt_core.games.enclave.redeal import redeal
from elekt_core.games.enclave.state import State
from tests.sampling import sample

from .rules.marks import shows

NAMES = ("Alice", "Bob", "Charlie", "Dora")


def what_is_sent(s: State, viewer: SeatNo | None) -> list[Any]:
    """All that is ever made of a position for a viewer."""
    view = game.view(s, viewer)
    asked = game.awaiting(view)
    words = [game.words(language, NAMES[: s.seats]) for language in ("pl", "en")]
    sent: list[Any] = [game.encode_state(view), game.fingerprint(view), asked, game.awaiting(s)]
    sent += [game.board(view, language) for language in ("pl", "en")]
    sent += [told.question(question, view) for told in words for question in asked]
    if viewer is not None:
        sent += [game.options(s, viewer), game.options(view, viewer), game.refusals(s, viewer)]
        sent += [game.default(s, viewer) for question in asked if question.seat == viewer]
    return sent


@pytest.mark.parametrize("seats", sample([2, 4], [2, 3, 4]))
@shows("Z22.1", "Z22.3", "Z8.4")
def test_what_is_sent_does_not_depend_on_what_is_hidden(seats: int) -> None:
    draw, chance = Random(seats), SeededChance(bytes([seats]))
    s, sealed = game.initial(), 0
    for event in game.start(Setup("enclave", "", seats, {}), chance):
        game.evolve(s, event)
    while game.awaiting(s):
        looking = draw.choice([None, *map(SeatNo, range(seats))])
        for viewer in sample([looking], [None, *map(SeatNo, range(seats))]):
            other = redeal(game.view(s, viewer), SeededChance(draw.randbytes(8)))
            sealed += other.committed != s.committed
            assert what_is_sent(s, viewer) == what_is_sent(other, viewer)
        seat = draw.choice(game.awaiting(s)).seat
        game.advance(s, draw.choice(game.options(s, seat)), chance)
    assert sealed > 10

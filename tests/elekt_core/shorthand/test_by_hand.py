"""Games of the archive, written down by hand as on paper: each text is the record of its game, byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest

from elekt_core.record.record import record_of_play
from elekt_core.record.text import format_record
from elekt_core.scribe import is_seen, read_seen
from elekt_core.shorthand import read_shorthand

from .by_hand.games import GAMES, WHOLE, record

HERE = Path(__file__).parent / "by_hand"


@pytest.mark.parametrize("number", range(1, len(GAMES) + 1))
def test_a_game_written_by_hand_is_the_record(number: int) -> None:
    text = (HERE / f"{number:02}.txt").read_text("utf-8")
    stream = f"game {number}"
    if is_seen(text):
        made = read_seen(text).session.record(stream)
    else:
        made = record_of_play(read_shorthand(text).play, stream)
    expected = record(number)
    assert format_record(made) == format_record(expected)
    if GAMES[number - 1].decisions == WHOLE:
        assert all((batch.decision or {}).get("kind") != "concede" for batch in expected.batches)
        assert "\n= A" in text


def test_all_titles_rulesets_in_use_and_numbers_of_seats_are_among_them() -> None:
    assert {one.game for one in GAMES} == {"elekt", "enclave", "elector_counts"}
    assert {one.seats for one in GAMES} == {1, 2, 3, 4}
    assert any(one.seen for one in GAMES)
    assert {one.game for one in GAMES if one.decisions == WHOLE} == {"elekt", "enclave", "elector_counts"}
    texts = "".join(path.read_text("utf-8") for path in HERE.glob("*.txt"))
    assert {"(", "{", ";", "?", "~"} <= {*texts}

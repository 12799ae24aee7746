"""Games of the archive, written down by hand as on paper: each text is the record of its game, byte for byte (but for
copies of a card, where nothing tells two apart)."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from elekt_core.record.record import StoredBatch, record_of_play
from elekt_core.record.text import format_record
from elekt_core.scribe import is_seen, read_seen
from elekt_core.shorthand import read_shorthand

from .by_hand.games import GAMES, WHOLE, record

HERE = Path(__file__).parent / "by_hand"


TEXTS = [(HERE / f"{number:02}.txt").read_text("utf-8") for number in range(1, len(GAMES) + 1)]
WHOLE_ONES = [number for number, one in enumerate(GAMES, 1) if one.decisions == WHOLE]


@pytest.mark.parametrize("number", range(1, len(GAMES) + 1))
def test_a_game_written_by_hand_is_the_record(number: int) -> None:
    text, stream = TEXTS[number - 1], f"game {number}"
    if is_seen(text):
        made = read_seen(text).session.record(stream)
    else:
        made = record_of_play(read_shorthand(text).play, stream)
    expected = record(number)
    if GAMES[number - 1].has_copies:
        assert list(map(copyless, made.batches)) == list(map(copyless, expected.batches))
        assert made.entries[-1].payload == expected.entries[-1].payload
    else:
        assert format_record(made) == format_record(expected)
    if number in WHOLE_ONES:
        assert all((batch.decision or {}).get("kind") != "concede" for batch in expected.batches)
        assert "\n= A" in text


def copyless(batch: StoredBatch) -> list[str]:
    """What was decided and what followed, without the numbers of copies."""
    said = json.dumps([batch.decision, [[entry.kind, entry.payload] for entry in batch.entries]], sort_keys=True)
    return re.findall(r"[^.]+", re.sub(r"\.\d+", "", said))


def test_ten_whole_games_are_among_them_in_both_languages_of_two_three_and_four_players() -> None:
    texts = {number: TEXTS[number - 1] for number in WHOLE_ONES}
    assert len(texts) == 10
    for game, seats in (("elekt", {2, 3, 4}), ("enclave", {2, 3}), ("elector_counts", {2, 3, 4})):
        assert {GAMES[number - 1].seats for number in texts if GAMES[number - 1].game == game} == seats
    polish = [number for number, text in texts.items() if '[Language "pl"]' in text]
    assert {GAMES[number - 1].game for number in polish} == {"elekt", "enclave", "elector_counts"}
    for text in texts.values():
        assert "[Event " in text
        assert '[A "' in text
        assert "{" in text
    assert sum("\n   ( " in text for text in texts.values()) >= 5
    assert any(GAMES[number - 1].seen for number in texts)


def test_all_titles_rulesets_in_use_and_numbers_of_seats_are_among_them() -> None:
    assert {one.game for one in GAMES} == {"elekt", "enclave", "elector_counts"}
    assert {one.seats for one in GAMES} == {1, 2, 3, 4}
    assert any(one.seen for one in GAMES)
    assert {"(", "{", ";", "?", "~"} <= {*"".join(TEXTS)}

"""Games that were played before the ruleset was replaced: proved as ever, to the byte.

The records were written by the code of that time. In them nobody was asked who had one answer, cards that somebody
knew were looked at by another, a thief's victim healed the last card away, and somebody gave up.
"""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from elekt_core.contract import SeatNo
from elekt_core.games.enclave import game
from elekt_core.record.replay import replay_record
from elekt_core.record.text import format_record, parse_record
from elekt_core.record.verify import verify_record

RECORDS = sorted((Path(__file__).parent / "records").glob("*.jsonl.gz"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name.partition(".")[0])
def test_a_record_of_the_first_ruleset_is_proved_to_the_byte(path: Path) -> None:
    text = gzip.decompress(path.read_bytes()).decode()
    record = parse_record(text)
    assert record.ruleset == "enclave-r1"
    assert format_record(record) == text
    result = verify_record(record, game)
    assert [check.status for check in result.checks] == ["ok"] * len(result.checks), str(result.flaw)
    replay = replay_record(game, record)
    for seat in (None, *map(SeatNo, range(record.seats))):
        view = game.view(game.initial(), seat)
        for event in replay.events:
            game.evolve(view, game.redact(event, seat))
        assert view == game.view(replay.state(), seat)
    assert not any(replay.state().recalled)


def test_there_are_records_for_every_number_of_seats() -> None:
    assert {path.name.split("-")[2] for path in RECORDS} == {"2", "3", "4"}

"""A redacted record tells its viewer what they could know, and nothing more."""

from __future__ import annotations

import pytest

from elekt_core.chance import SeededChance
from elekt_core.contract import SeatNo
from elekt_core.errors import BadRecord
from elekt_core.record.match import Play
from elekt_core.record.record import Record, record_of_play
from elekt_core.record.redact import redacted_record
from elekt_core.record.text import format_record

from ..builders import SEED, STREAM, running_record, setup
from ..toy import HAND, Table
from ..toy import game as toy


class OtherDeal(SeededChance):
    """Deals all but seat 0's cards, and the deck, the other way round; the commitment stays the same."""

    def permutation(self, draw: int, size: int) -> list[int]:
        order = super().permutation(draw, size)
        return order[:HAND] + order[HAND:][::-1] if draw == 0 else order


def played(chance: SeededChance) -> Record:
    """Only seat 0's cards come to light: the match stops when another seat must play."""
    play: Play[Table] = Play.begin(toy, setup(), chance)
    return record_of_play(play, STREAM)


def test_dealing_anew_what_a_seat_cannot_see_changes_no_byte_of_its_record() -> None:
    records = [played(SeededChance(SEED)), played(OtherDeal(SEED))]
    assert records[0] != records[1]
    for viewer in (SeatNo(0), None):
        one, other = (format_record(redacted_record(record, viewer, toy)) for record in records)
        assert one == other
    one, other = (format_record(redacted_record(record, SeatNo(1), toy)) for record in records)
    assert one != other


@pytest.mark.parametrize("viewer", [None, SeatNo(0), SeatNo(1), SeatNo(2)])
def test_no_hash_and_no_foreign_decision_is_left(viewer: SeatNo | None) -> None:
    open_record = running_record()
    record = redacted_record(open_record, viewer, toy)
    text = format_record(record)
    for entry in open_record.entries:
        assert str(entry.hash) not in text
    for batch in open_record.batches:
        assert str(batch.state_hash) not in text
    assert SEED.hex() not in text
    assert '"draws"' not in text
    decisions = [batch.decision for batch in record.batches if batch.decision]
    assert all(decision["seat"] == viewer for decision in decisions)
    own = [batch for batch in open_record.batches if batch.decision and batch.decision["seat"] == viewer]
    assert len(decisions) == len(own)


def test_counts_order_and_actors_stay() -> None:
    record, cut = running_record(), redacted_record(running_record(), None, toy)
    assert [(e.seq, e.kind) for e in cut.entries] == [(e.seq, e.kind) for e in record.entries]
    assert [b.actor for b in cut.batches] == [b.actor for b in record.batches]
    assert cut.perspective == "spectator"
    assert redacted_record(record, SeatNo(2), toy).perspective == 2


def test_a_redacted_record_cannot_be_redacted_for_somebody_else() -> None:
    with pytest.raises(BadRecord, match="already_redacted"):
        redacted_record(redacted_record(running_record(), SeatNo(0), toy), SeatNo(1), toy)

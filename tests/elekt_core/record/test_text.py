"""Records as text: what was written is read again, and nothing can happen to a text unnoticed."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elekt_core.contract import SeatNo
from elekt_core.errors import BadRecord
from elekt_core.record.chain import canonical
from elekt_core.record.record import FORMAT, Entry, Perspective, Record, StoredBatch, record_of_play
from elekt_core.record.redact import redacted_record
from elekt_core.record.text import format_record, parse_record
from elekt_core.record.verify import verify_text
from tests.sampling import sample

from ..builders import STREAM, finished_play, finished_record, finished_text, running_record
from ..toy import game as toy

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=8,
)
payloads = st.dictionaries(words, values, max_size=4)
metas = st.builds(
    lambda decision, state, more: {**more, "decision": decision, "state": state},
    payloads,
    words,
    st.dictionaries(st.sampled_from(["cause", "late", "ą"]), values, max_size=2),
)


@st.composite
def records(draw: st.DrawFn) -> Record:
    seats = draw(st.integers(1, 4))
    perspectives: list[Perspective] = ["open", "spectator", *range(seats)]
    seq = 0
    batches = []
    for _ in range(draw(st.integers(1, 4))):
        entries = []
        for _ in range(draw(st.integers(1, 3))):
            seq += 1
            told, digest = draw(st.none() | words), draw(st.none() | words)
            entries.append(Entry(seq, draw(words), draw(st.integers()), draw(payloads), told, digest))
        meta = draw(st.none() | metas)
        at = draw(st.none() | st.integers())
        batches.append(StoredBatch(tuple(entries), draw(st.none() | words), draw(st.none() | words), meta, at))
    stream, game, ruleset, cards = (draw(words) for _ in range(4))
    perspective = draw(st.sampled_from(perspectives))
    return Record(stream, game, ruleset, seats, draw(payloads), cards, perspective, tuple(batches))


def sealed(lines: list[str]) -> str:
    """The lines (without a closing one) as a text whose closing line fits."""
    body = "".join(line + "\n" for line in lines).encode()
    counts = {"batches": sum('"batch":' in line for line in lines), "events": sum('"seq":' in line for line in lines)}
    end = {"end": "elekt-record", **counts, "sha256": sha256(body).hexdigest()}
    return (body + canonical(end) + b"\n").decode()


def body_of(text: str) -> list[str]:
    return text.split("\n")[:-2]


def with_fields(line: str, **fields: Any) -> str:
    return canonical({**json.loads(line), **fields}).decode()


def without(line: str, name: str) -> str:
    data = json.loads(line)
    del data[name]
    return canonical(data).decode()


def refused(text: str | bytes) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        parse_record(text)
    assert caught.value.data["line"] >= 1
    return caught.value


def flawed(text: str) -> None:
    """Lines under a checksum that fits: reading or verifying must find the flaw."""
    assert not verify_text(text, toy).ok


@given(records())
def test_what_was_written_is_read_again(record: Record) -> None:
    text = format_record(record)
    assert parse_record(text) == record
    assert parse_record(text.encode()) == record


def test_a_record_with_times_says_so_in_its_header_and_on_its_batches() -> None:
    record = finished_record()
    first, *rest = record.batches
    lines = format_record(replace(record, batches=(replace(first, at=1_795_361_400_123_456), *rest))).splitlines()
    header, batch = json.loads(lines[0]), json.loads(lines[1])
    assert (header["format"], header["chain"], batch["at"]) == (3, 2, 1_795_361_400_123_456)
    assert "at" not in json.loads(lines[2])


@pytest.mark.parametrize(
    ("line", "fields", "code"),
    [
        (0, {"chain": 1}, "bad_field"),
        (0, {"chain": "2"}, "bad_field"),
        (0, {"cards": ""}, "bad_field"),
        (0, {"format": 2}, "missing_field"),
        (0, {"format": 1}, "unknown_field"),
        (1, {"at": "2026-11-22T15:30:00"}, "bad_field"),
        (1, {"at": None}, "bad_field"),
        (1, {"at": True}, "bad_field"),
    ],
)
def test_a_time_that_is_none_is_refused(line: int, fields: dict[str, Any], code: str) -> None:
    first, *rest = finished_record().batches
    body = body_of(format_record(replace(finished_record(), batches=(replace(first, at=7), *rest))))
    body[line] = with_fields(body[line], **fields)
    error = refused(sealed(body))
    assert (error.code, error.data["line"]) == (code, line + 1)


def test_a_record_that_announces_times_and_has_none_is_refused() -> None:
    body = body_of(finished_text())
    body[0] = with_fields(body[0], format=3, chain=2)
    assert (refused(sealed(body)).code, refused(sealed(body)).data) == ("bad_field", {"field": "chain", "line": 1})


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_played_game_is_read_again(seats: int) -> None:
    record = record_of_play(finished_play(seats), STREAM)
    assert parse_record(format_record(record)) == record
    for viewer in (None, *map(SeatNo, range(seats))):
        cut = redacted_record(record, viewer, toy)
        assert parse_record(format_record(cut)) == cut


def test_the_text_is_what_the_documentation_says() -> None:
    lines = [json.loads(line) for line in finished_text().splitlines()]
    assert lines[0] == {
        "record": "elekt-record",
        "format": 1,
        "stream": STREAM,
        "game": "high-card",
        "ruleset": "high-card-2",
        "seats": 3,
        "options": {"note": "zażółć"},
        "card_set": "16",
        "perspective": "open",
    }
    assert set(lines[1]) == {"batch", "id", "actor", "setup", "state", "draws"}
    assert set(lines[2]) == {"seq", "kind", "version", "payload", "hash"}
    assert set(lines[-1]) == {"end", "batches", "events", "sha256"}
    before = finished_text().encode().rsplit(b"\n", 2)[0] + b"\n"
    assert lines[-1]["sha256"] == sha256(before).hexdigest()


def test_every_single_changed_byte_is_found() -> None:
    text = format_record(running_record()).encode()
    for position in range(0, len(text), sample(3, 1)):
        others = [b for b in (text[position] ^ 1, text[position] ^ 0x20, 0xFF, 0x0A, 0x30) if b != text[position]]
        for byte in sample([others[position % len(others)]], others):
            refused(text[:position] + bytes([byte]) + text[position + 1 :])


def test_every_single_missing_or_added_byte_is_found() -> None:
    text = format_record(running_record()).encode()
    for position in range(len(text)):
        others = [text[:position] + text[position + 1 :], text[:position] + b" " + text[position:], text[:position]]
        for other in sample([others[position % 3]], others):
            refused(other)
    refused(text + b" ")
    refused(text + b"\n")


def test_a_text_cut_off_after_any_line_is_found() -> None:
    lines = finished_text().splitlines(keepends=True)
    for count in range(1, len(lines)):
        error = refused("".join(lines[:count]))
        assert (error.code, error.data["line"]) == ("truncated", count + 1)


def test_any_two_exchanged_lines_are_found() -> None:
    lines = body_of(format_record(running_record()))
    for one in range(len(lines)):
        for other in range(one):
            swapped = lines.copy()
            swapped[one], swapped[other] = swapped[other], swapped[one]
            flawed(sealed(swapped))


@pytest.mark.parametrize("line", range(len(body_of(format_record(running_record())))))
def test_any_missing_or_doubled_line_is_found_even_under_a_fitting_checksum(line: int) -> None:
    lines = body_of(format_record(running_record()))
    missing, doubled = lines[:line] + lines[line + 1 :], lines[: line + 1] + lines[line:]
    flawed(sealed(missing))
    flawed(sealed(doubled))


CHANGES: list[tuple[str, int, dict[str, Any], str]] = [
    ("a newer format", 0, {"format": FORMAT + 1}, "record_too_new"),
    ("a format in words", 0, {"format": "1"}, "bad_field"),
    ("another kind of file", 0, {"record": "chess"}, "not_a_record"),
    ("a seat that does not exist", 0, {"perspective": 3}, "bad_field"),
    ("an unknown perspective", 0, {"perspective": "all"}, "bad_field"),
    ("seats in words", 0, {"seats": "3"}, "bad_field"),
    ("a field too many", 0, {"winner": 1}, "unknown_field"),
    ("a batch out of order", 1, {"batch": 1}, "out_of_order"),
    ("an actor that is a number", 1, {"actor": 7}, "bad_field"),
    ("a setup that is a list", 1, {"setup": []}, "bad_field"),
    ("an event out of order", 3, {"seq": 3}, "out_of_order"),
    ("an event with a number for a kind", 3, {"kind": 1}, "bad_field"),
    ("an event with a truth for a version", 3, {"version": True}, "bad_field"),
    ("an event with a list for a payload", 3, {"payload": []}, "bad_field"),
    ("an event with a field too many", 3, {"note": ""}, "unknown_field"),
    ("an event with a number for a hash", 3, {"hash": 1}, "bad_field"),
]


@pytest.mark.parametrize(("line", "fields", "code"), [c[1:] for c in CHANGES], ids=[c[0] for c in CHANGES])
def test_what_is_wrong_is_named_with_its_line(line: int, fields: dict[str, Any], code: str) -> None:
    lines = body_of(format_record(running_record()))
    lines[line] = with_fields(lines[line], **fields)
    error = refused(sealed(lines))
    assert (error.code, error.data["line"]) == (code, line + 1)


@pytest.mark.parametrize(
    ("line", "name", "code"),
    [
        (0, "stream", "missing_field"),
        (0, "perspective", "missing_field"),
        (1, "id", "missing_field"),
        (3, "payload", "missing_field"),
        (3, "version", "missing_field"),
    ],
)
def test_missing_fields_are_named(line: int, name: str, code: str) -> None:
    lines = body_of(format_record(running_record()))
    lines[line] = without(lines[line], name)
    error = refused(sealed(lines))
    assert (error.code, error.data["field"]) == (code, name)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not_a_record"),
        ("\n", "not_a_record"),
        ("[1. e4 e5]\n", "not_a_record"),
        ("[]\n", "not_a_record"),
        ("\ufeff" + finished_text(), "not_a_record"),
        (finished_text().replace("\n", "\r\n"), "line_endings"),
        (finished_text().rstrip("\n"), "truncated"),
        (finished_text() + finished_text(), "after_end"),
        (sealed([finished_text().split("\n")[0]]), "no_events"),
        (sealed([*body_of(finished_text()), '{"seq":' + "[" * 100_000]), "not_json"),
        (sealed([*body_of(finished_text()), '{"seq":1.0}']), "not_canonical"),
        (sealed([*body_of(finished_text()), '{"seq":NaN}']), "not_json"),
        (sealed([*body_of(finished_text()), '{"seq":' + "9" * 5000 + "}"]), "not_canonical"),
        (sealed([*body_of(finished_text()), '{"seq":"\\ud800"}']), "not_canonical"),
        (sealed([*body_of(finished_text()), '{"seq": 1}']), "not_canonical"),
        (sealed([*body_of(finished_text()), ' {"seq":1}']), "not_canonical"),
        (sealed([*body_of(finished_text()), '{"seq":1} ']), "not_canonical"),
        (sealed([*body_of(finished_text()), '{"seq":1,"kind":"k"}']), "not_canonical"),
        (sealed([*body_of(finished_text()), '{"seq":1,"seq":1}']), "not_canonical"),
        (sealed([*body_of(finished_text()), '{"seq":-0}']), "not_canonical"),
        (sealed([*body_of(finished_text()), '{"seq":"\\u0061"}']), "not_canonical"),
        (sealed([*body_of(finished_text()), '{"seq":1}{"seq":1}']), "not_json"),
        (sealed([*body_of(finished_text()), "7"]), "not_an_object"),
        (sealed([*body_of(finished_text()), '{"what":1}']), "unexpected_line"),
        (sealed([*body_of(finished_text()), '{"actor":null,"batch":13,"id":null}']), "empty_batch"),
    ],
    ids=range(25),
)
def test_other_texts_are_refused_with_a_reason(text: str, code: str) -> None:
    assert refused(text).code == code


def test_bytes_that_are_no_utf8_are_refused() -> None:
    assert refused(b"\xff\xfe").code == "not_a_record"
    assert refused(finished_text().encode() + b"\xff\n").code == "after_end"


def test_a_wrong_count_in_the_closing_line_is_found() -> None:
    lines = finished_text().splitlines()
    events = len(finished_record().entries)
    lines[-1] = with_fields(lines[-1], events=events - 1)
    error = refused("\n".join(lines) + "\n")
    assert (error.code, error.data["field"], error.data["found"]) == ("wrong_count", "events", events)

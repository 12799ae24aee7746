"""The faulty records of docs/vectors/faulty: each is a good one with one thing wrong.

What is wrong, on which line, and by which code is written here by hand: docs/notation.md says so.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from elekt_core.record.chain import canonical
from elekt_core.record.record import record_of_play
from elekt_core.record.text import format_record

from .forging import (
    OF,
    forged,
    lines_of,
    payload,
    replaced,
    sealed,
    takeback,
    whole,
    with_fact,
    with_fields,
    with_line,
    with_meta,
    with_states,
    without_event,
    written,
)
from .vectors import GOOD, VECTORS, short_play

FAULTY = VECTORS / "faulty"
INDEX = VECTORS / "faulty.json"
CHECKER, SCHEMA, RULES = "checker", "schema", "rules"
"""Who finds a fault: every reader, as docs/check_record.py and the browser; who holds each line against the schemas;
who knows the game."""
END = 32


@dataclass(frozen=True)
class Faulty:
    name: str
    fault: str
    code: str
    line: int
    text: bytes
    found_by: str = CHECKER
    of: str = OF
    why: str = ""
    """The word that a flaw of a fact beside the game's has."""


@cache
def faulty() -> tuple[Faulty, ...]:
    return (
        *of_the_text(),
        *of_the_form(),
        *of_the_order(),
        *of_the_proof(),
        *of_the_draws(),
        *of_the_fields(),
        *of_the_payload(),
        *of_the_rules(),
        *of_facts_beside_the_games(),
    )


def of_the_text() -> Iterator[Faulty]:
    text = whole()
    lines = lines_of(text)
    closing = text.split(b"\n")[-2]
    counted = canonical(json.loads(closing) | {"events": 27})
    unsealed = b"".join(line + b"\n" for line in lines)
    yield Faulty("empty", "nothing is there", "not_a_record", 1, b"")
    yield Faulty(
        "other-file", "the header is of another kind of file", "not_a_record", 1, with_fields(1, record="chess")
    )
    yield Faulty("no-header", "the header was left out", "not_a_record", 1, sealed(lines[1:]))
    mark = sealed([b"\xef\xbb\xbf" + lines[0], *lines[1:]])
    yield Faulty("byte-order-mark", "a byte order mark stands before the header", "not_a_record", 1, mark)
    yield Faulty("format-6", "the format is one that does not exist yet", "record_too_new", 1, with_fields(1, format=6))
    yield Faulty("cr-lf", "lines end with CR LF", "line_endings", 1, text.replace(b"\n", b"\r\n"))
    cut = text[: len(b"\n".join(lines[:27])) + 40]
    yield Faulty("cut-in-a-line", "the text ends within a line", "truncated", 28, cut)
    yield Faulty("cut-after-a-line", "the closing line is missing", "truncated", END, unsealed)
    yield Faulty("no-last-line-break", "the last line does not end with LF", "truncated", END, text[:-1])
    yield Faulty("two-records", "a second record follows in the same text", "after_end", END + 1, text + text)
    yield Faulty("blank-line-at-the-end", "an empty line follows the closing one", "after_end", END + 1, text + b"\n")
    altered = text.replace(b'"player:a"', b'"player:b"', 1)
    yield Faulty("altered", "one letter was changed", "altered", END, altered)
    other = canonical(json.loads(closing) | {"sha256": "0" * 64})
    yield Faulty("other-checksum", "the checksum is another", "altered", END, unsealed + other + b"\n")
    yield Faulty("wrong-count", "the closing line counts an event more", "wrong_count", END, unsealed + counted + b"\n")


def of_the_form() -> Iterator[Faulty]:
    seq = '"seq":6'
    for name, fault, new in (
        ("space-behind-a-colon", "a space stands behind a colon", '"seq": 6'),
        ("key-twice", "a key stands there twice, with the same value", '"seq":6,"seq":6'),
        ("fraction-of-nothing", "a number has a fraction: 6.0", '"seq":6.0'),
        ("fraction", "a number has a fraction: 6.5", '"seq":6.5'),
        ("exponent", "a number has an exponent: 6e0", '"seq":6e0'),
        ("needless-escape", "a letter is escaped", '"s\\u0065q":6'),
        ("half-a-character", "half of a surrogate pair is escaped", '"note":"\\ud800","seq":6'),
    ):
        yield Faulty(name, fault, "not_canonical", 8, replaced(8, seq, new))
    minus = replaced(2, '"batch":0', '"batch":-0')
    yield Faulty("minus-zero", "a number is -0", "not_canonical", 2, minus)
    last = with_line(8, lambda line: line + b" ")
    yield Faulty("space-at-the-end", "a space stands at the end of a line", "not_canonical", 8, last)
    order = with_line(8, lambda line: b'{"version":1,' + line.replace(b',"version":1', b"")[1:])
    yield Faulty("other-order-of-keys", "keys are in another order", "not_canonical", 8, order)
    yield Faulty("a-list", "a line is a list", "not_an_object", 8, with_line(8, lambda line: b"[" + line + b"]"))
    yield Faulty("not-a-number", "a number is NaN", "not_json", 8, replaced(8, seq, '"seq":NaN'))
    yield Faulty("leading-zero", "a number begins with 0", "not_json", 8, replaced(8, seq, '"seq":06'))
    yield Faulty("no-brace", "a line lacks its last brace", "not_json", 8, with_line(8, lambda line: line[:-1]))
    yield Faulty("two-objects", "two objects stand on one line", "not_json", 8, with_line(8, lambda line: line + line))
    bytes_ = with_line(8, lambda line: line.replace(b"_", b"\xff", 1))
    yield Faulty("not-utf-8", "a byte is no UTF-8", "not_json", 8, bytes_)


def of_the_order() -> Iterator[Faulty]:
    lines = lines_of(whole())
    exchanged = sealed([*lines[:7], lines[8], lines[7], *lines[9:]])
    unknown = sealed([*lines[:7], b'{"note":1}', *lines[7:]])
    more = sealed([*lines, canonical({"actor": None, "batch": 4, "id": None})])
    yield Faulty("blank-line", "an empty line stands there", "not_json", 8, sealed([*lines[:7], b"", *lines[7:]]))
    yield Faulty("event-first", "the first batch line is missing", "unexpected_line", 2, sealed([lines[0], *lines[2:]]))
    yield Faulty("unknown-line", "a line is neither batch nor event", "unexpected_line", 8, unknown)
    yield Faulty("event-twice", "an event stands there twice", "out_of_order", 9, sealed([*lines[:8], *lines[7:]]))
    yield Faulty("event-missing", "an event is missing", "out_of_order", 8, sealed([*lines[:7], *lines[8:]]))
    yield Faulty("events-exchanged", "two events are in the wrong order", "out_of_order", 8, exchanged)
    yield Faulty(
        "batch-number-twice", "a batch has the number of another", "out_of_order", 18, with_fields(18, batch=0)
    )
    yield Faulty("batch-without-events", "a batch has no event", "empty_batch", END + 1, more)
    yield Faulty("no-events", "there is a header and nothing else", "no_events", 2, sealed(lines[:1]))


def of_the_proof() -> Iterator[Faulty]:
    lines = lines_of(whole())
    card = replaced(8, json.loads(lines[7])["payload"]["card"], "black_mint")
    decision = replaced(18, '"clockwise"', '"counter_clockwise"')
    untimed = with_line(1, lambda line: line.replace(b'"chain":2,"format":3', b'"format":1'))
    yield Faulty("changed-event", "a card in an event is another", "wrong_hash", 8, card)
    yield Faulty("changed-decision", "a decision is another", "wrong_hash", 19, decision)
    yield Faulty("changed-actor", "somebody else has decided", "wrong_hash", 19, with_fields(18, actor="player:z"))
    yield Faulty(
        "changed-time", "a batch has another time", "wrong_hash", 19, with_fields(18, at=1_795_361_400_000_000)
    )
    yield Faulty("changed-stream", "the match has another id", "wrong_hash", 3, with_fields(1, stream="another"))
    yield Faulty("changed-hash", "the hash of an event is another", "wrong_hash", 8, with_fields(8, hash="0" * 64))
    yield Faulty("no-hash", "an event has no hash", "missing_hash", 8, with_fields(8, hash=None))
    left = sealed(without_event(lines, 8))
    yield Faulty("event-left-out", "an event was left out, the others are numbered anew", "wrong_hash", 8, left)
    yield Faulty("older-format", "the header says format 1, where no hash covers times", "wrong_hash", 3, untimed)
    yield Faulty("other-seats", "header and setup differ: the seats", "header_differs", 1, with_fields(1, seats=3))
    options = with_fields(1, options={"heat_starting": 3})
    yield Faulty("other-options", "header and setup differ: the options", "header_differs", 1, options)
    cards = forged(1, payload(card_set="0" * 64))
    yield Faulty("other-cards", "the match was not begun with the header's cards", "cards_differ", 1, cards)
    seed = forged(26, payload(seed="00" * 32), states=True)
    yield Faulty("wrong-seed", "the seed is not the one that was committed to", "wrong_seed", 31, seed)
    secret = forged(26, payload(seed=""), states=True)
    yield Faulty("no-seed", "the game is over, and its seed is not revealed", "wrong_seed", 31, secret)


def of_the_draws() -> Iterator[Faulty]:
    first, second, *others = (GOOD[OF]().batches[0].meta or {})["draws"]
    number, size, order = first
    for name, fault, code, draws in (
        (
            "other-draw",
            "two places of an order are exchanged",
            "other_draws",
            [[number, size, [order[1], order[0], *order[2:]]], second, *others],
        ),
        ("first-draw-left-out", "the first draw is missing", "other_draws", [second, *others]),
        ("draw-left-out", "the second draw is missing", "other_draws", [first, *others]),
        ("draw-twice", "a draw stands there twice", "other_draws", [first, first, second, *others]),
        (
            "draw-of-another-size",
            "the size is not that of the order",
            "bad_field",
            [[number, size + 1, order], second, *others],
        ),
        ("draw-of-no-size", "the draw is one of none", "bad_field", [[number, 0, 0], second, *others]),
        ("draw-beyond-its-size", "the draw is none of the things", "bad_field", [[number, 3, 3], second, *others]),
        (
            "order-with-one-twice",
            "an order has a number twice",
            "bad_field",
            [[number, size, [order[0], *order[:-1]]], second, *others],
        ),
    ):
        yield Faulty(name, fault, code, 2, with_meta(0, draws=draws))


def of_the_fields() -> Iterator[Faulty]:
    untimed = written(record_of_play(short_play(), "s"))
    for name, fault, code, line, text in (
        ("no-stream", "the header lacks a field", "missing_field", 1, with_fields(1, stream=None)),
        ("no-perspective", "the header does not say for whom", "missing_field", 1, with_fields(1, perspective=None)),
        (
            "no-chain",
            "a header of format 3 says no version of the chain",
            "missing_field",
            1,
            with_fields(1, chain=None),
        ),
        ("no-cards", "a header of format 2 has no cards", "missing_field", 1, with_fields(1, untimed, format=2)),
        ("no-actor", "a batch does not say who decided", "missing_field", 2, replaced(2, '"actor":null,', "")),
        ("no-version", "an event has no version", "missing_field", 8, with_fields(8, version=None)),
        ("header-with-more", "the header has a field too many", "unknown_field", 1, with_fields(1, winner=1)),
        ("event-with-more", "an event has a field too many", "unknown_field", 8, with_fields(8, note="")),
        ("seats-in-words", "the number of seats is a text", "bad_field", 1, with_fields(1, seats="2")),
        ("format-0", "there is no such format", "bad_field", 1, with_fields(1, format=0)),
        (
            "no-such-viewer",
            "it is written for nobody who can be there",
            "bad_field",
            1,
            with_fields(1, perspective="all"),
        ),
        ("time-in-words", "the time of a batch is a text", "bad_field", 2, with_fields(2, at="2026-11-22T15:30:00")),
        ("version-is-true", "the version of an event is true", "bad_field", 8, with_fields(8, version=True)),
        ("payload-is-a-list", "the payload of an event is a list", "bad_field", 8, with_fields(8, payload=[])),
    ):
        yield Faulty(name, fault, code, line, text, SCHEMA)


def of_the_payload() -> Iterator[Faulty]:
    for name, fault, change in (
        ("payload-with-more", "the payload has a field too many", payload(note=1)),
        ("payload-with-less", "the payload lacks a field", lambda entry: entry._replace(payload={"zone": "missions"})),
        ("card-by-number", "a card is named by a number", payload(card=7)),
        ("no-such-card", "a card is none of the game's", payload(card="seven_of_hearts")),
        ("no-such-zone", "a zone is none of the game's", payload(zone="kitchen")),
    ):
        yield Faulty(name, fault, "bad_payload", 8, forged(6, change), SCHEMA)
    for name, fault, unknown in (
        ("unknown-kind", "the game has no such kind of event", lambda entry: entry._replace(kind="dice_rolled")),
        ("unknown-version", "the kind has no such version yet", lambda entry: entry._replace(version=9)),
    ):
        yield Faulty(name, fault, "unknown_kind", 8, forged(6, unknown), SCHEMA)
    text = forged(16, payload(mode="hourglass"), "elekt-clocks")
    yield Faulty("no-such-mode", "clocks have no such mode", "bad_payload", 19, text, SCHEMA, "elekt-clocks")
    text = forged(42, payload(places="2 1 3"), "elekt-recorded")
    yield Faulty("places-in-words", "the places are a text", "bad_payload", 54, text, SCHEMA, "elekt-recorded")


def of_the_rules() -> Iterator[Faulty]:
    chosen = (GOOD[OF]().batches[2].meta or {})["decision"]
    chess = with_line(2, lambda line: line.replace(b'"elekt"', b'"chess"'), with_fields(1, game="chess"))
    untimed = with_fields(1, written(record_of_play(short_play(), "s")), format=3, chain=2)
    running = replace(GOOD[OF](), batches=GOOD[OF]().batches[:-1])
    last = running.batches[-1]
    midway = replace(running, batches=(*running.batches[:-1], replace(last, entries=last.entries[:-1])))
    for name, fault, code, line, text in (
        ("unknown-game", "the game is not known", "unknown_game", 1, chess),
        ("no-times", "a header of format 3, and no batch has a time", "bad_field", 1, untimed),
        ("no-state", "a batch has no hash of the position", "missing_state", 23, with_meta(1, state=None)),
        ("other-state", "the position after a batch is another", "wrong_state", 23, with_meta(1, state="0" * 64)),
        ("no-decision", "a batch has neither setup nor decision", "missing_decision", 18, with_meta(1, decision=None)),
        (
            "not-asked",
            "a seat decides that is not asked",
            "decision_refused",
            24,
            with_meta(2, decision=chosen | {"seat": 1}),
        ),
        (
            "not-offered",
            "a seat keeps a third of two cards",
            "decision_refused",
            24,
            with_meta(2, decision=chosen | {"option": "keep_third"}),
        ),
        (
            "other-event",
            "the decision has not led to this",
            "other_event",
            19,
            forged(16, payload(direction="counter_clockwise"), states=True),
        ),
        (
            "impossible-event",
            "a card is discarded that is in no hand",
            "does_not_fold",
            26,
            forged(22, payload(unit="acolyte.0", source="hand", seat=1)),
        ),
        ("stops-midway", "the last fact of a batch is missing", "stops_midway", 27, written(with_states(midway))),
    ):
        yield Faulty(name, fault, code, line, text, RULES)


def of_facts_beside_the_games() -> Iterator[Faulty]:
    clocks, table = "elekt-clocks", "elekt-recorded"
    early = payload(at=1)
    for name, of, fault, code, why, line, text in (
        (
            "clock-runs-backwards",
            clocks,
            "a clock stops before it started",
            "wrong_clock",
            "backwards",
            27,
            forged(23, early, clocks),
        ),
        (
            "clock-with-too-much-left",
            clocks,
            "a clock has more left than it can have",
            "wrong_clock",
            "left",
            27,
            forged(23, payload(left=99_000), clocks),
        ),
        (
            "clock-before-any",
            OF,
            "a clock starts, and none were set",
            "wrong_clock",
            "not_agreed",
            25,
            with_fact(OF, "clock_started", batches=2, seat=0, at=1),
        ),
        (
            "clocks-for-three",
            OF,
            "clocks are set for three seats of two",
            "wrong_clock",
            "seats",
            25,
            with_fact(OF, "clocks_set", batches=2, mode="delay", base=[1, 1, 1], extra=0),
        ),
        (
            "stand-in-leaves",
            OF,
            "a stand-in leaves that was not called",
            "wrong_stand_in",
            "not_called",
            25,
            with_fact(OF, "stand_in_left", batches=2, seat=0),
        ),
        (
            "stopped-without-places",
            OF,
            "an arbiter's ruling has a place too few",
            "wrong_stop",
            "places",
            25,
            with_fact(OF, "play_stopped", batches=2, places=[1]),
        ),
        (
            "stopped-twice",
            clocks,
            "an arbiter ends what an arbiter has ended",
            "wrong_stop",
            "over",
            33,
            with_fact(clocks, "play_stopped", places=[1, 2]),
        ),
        (
            "taken-back-into-a-batch",
            OF,
            "a takeback goes back into a batch",
            "wrong_takeback",
            "not_an_end",
            30,
            takeback(to=10),
        ),
        (
            "taken-back-with-other-draws",
            OF,
            "the position has not made so many draws",
            "wrong_takeback",
            "draws",
            30,
            takeback(draws=9),
        ),
        (
            "taken-back-without-consent",
            OF,
            "the seat that asked is among those that agreed",
            "wrong_takeback",
            "consent",
            30,
            takeback(consented=[0, 1]),
        ),
        (
            "taken-back-when-over",
            OF,
            "something is taken back when all is over",
            "wrong_takeback",
            "over",
            33,
            takeback(batches=4),
        ),
        (
            "played-on-late",
            OF,
            "a match goes on from another one, and not at once",
            "wrong_branch",
            "not_first",
            25,
            with_fact(OF, "played_on", batches=2, source="s", event=1, head="0" * 64, seen_by=None),
        ),
        (
            "coarse-and-open",
            OF,
            "an open record says that it is coarse",
            "out_of_place",
            "",
            25,
            with_fact(OF, "recorded_coarsely", batches=2, detail="rounds"),
        ),
        (
            "wrong-number-of-a-round",
            table,
            "the first round that is told is called the second",
            "wrong_coarse",
            "number",
            52,
            forged(41, payload(number=2), table),
        ),
        (
            "card-won-twice",
            table,
            "a card is won twice in one round",
            "wrong_coarse",
            "cards",
            52,
            forged(41, payload(cards=["black_mint", "black_mint"]), table),
        ),
        (
            "places-that-cannot-be",
            table,
            "two are second, and nobody is first",
            "wrong_coarse",
            "places",
            54,
            forged(42, payload(places=[2, 2, 3]), table),
        ),
        (
            "told-after-the-result",
            table,
            "a round is told after the result",
            "wrong_coarse",
            "over",
            56,
            with_fact(table, "round_told", number=2, cards=[], winners=[]),
        ),
    ):
        yield Faulty(name, fault, code, line, text, RULES, of, why)


def main() -> None:
    for name, make in GOOD.items():
        (VECTORS / f"{name}.jsonl").write_text(format_record(make()), "utf-8")
    shutil.rmtree(FAULTY, ignore_errors=True)
    FAULTY.mkdir()
    for one in faulty():
        (FAULTY / f"{one.name}.jsonl").write_bytes(one.text)
    INDEX.write_text(index(), "utf-8")


def index() -> str:
    """The table of the faulty ones, as JSON."""
    rows = [
        {
            "file": f"faulty/{one.name}.jsonl",
            "of": one.of,
            "fault": one.fault,
            "code": one.code,
            **({"why": one.why} if one.why else {}),
            "line": one.line,
            "found_by": one.found_by,
        }
        for one in faulty()
    ]
    return json.dumps(rows, ensure_ascii=False, indent=1) + "\n"


@cache
def published() -> tuple[Faulty, ...]:
    """As they stand in docs/vectors; to make them anew takes seconds."""
    return tuple(
        Faulty(name=Path(file).stem, text=(VECTORS / file).read_bytes(), **row)
        for row in json.loads(INDEX.read_text("utf-8"))
        for file in [row.pop("file")]
    )


if __name__ == "__main__":
    main()

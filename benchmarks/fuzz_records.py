"""Mutations of records and of short notation: each is refused with line and column, or imported whole, and in time.

``--mutations`` says how many (100,000 for the long run). Nothing is stored in its empty database: ``judge`` is what
decides, and what it lets through must verify. Prints how often each refusal occurred, and the slowest.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from elekt_core.contract import SeatNo, Viewer

if TYPE_CHECKING:
    from elekt_core.scribe import Session
    from matches.records.judged import Judged

DOCS = Path(__file__).parents[1] / "docs"
VECTORS = DOCS / "vectors"
SLOW = 5.0
"""Seconds of the processor, since other programs may run: a bomb."""
PATIENCE = 2.0
"""Seconds after which a game with unknown cards is read no further, at the next line."""
VIEWERS = (None, SeatNo(0))
Recorded = tuple[str, Viewer, int, str, str]
AT_TABLES: Sequence[Recorded] = (
    ("elekt", None, 13, "given up", "en"),
    ("elekt", SeatNo(1), 12, "result", "pl"),
    ("elekt", SeatNo(2), 8, "broken off", "en"),
    ("elekt", frozenset({SeatNo(0), SeatNo(2)}), 11, "given up", "en"),
    ("enclave", SeatNo(0), 5, "given up", "en"),
    ("elector_counts", None, 6, "result", "pl"),
)
"""What is recorded at a table of three: the game, who saw it, how many decisions, how it ends, its sheet's language."""
HUGE = (b"9" * 5000, b"-1", b"1e999", b"null", b"[" * 200 + b"]" * 200, b'"\\ud800"', b"{}", b"true", b"999999999999")


class Outcome(NamedTuple):
    code: str
    """``""``: it was let through."""
    seconds: float


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mutations", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        os.environ |= {"DATABASE_URL": f"sqlite:///{Path(data, 'fuzz.sqlite3')}", "DATABASE_POOL": "0"}
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        return fuzz(asked.mutations, asked.seed)


def fuzz(mutations: int, seed: int) -> int:
    """1 if one took too long."""
    texts = originals()
    codes, slowest, rng = Counter[str](), (Outcome("", 0.0), 0), random.Random(seed)
    for number in range(mutations):
        text = mutated(rng.choice(texts), rng)
        for outcome in outcomes(text):
            codes[outcome.code or "let through"] += 1
            slowest = max(slowest, (outcome, number), key=lambda one: one[0].seconds)
        if number % 1000 == 999:
            print(f"{number + 1} mutations", file=sys.stderr)
    for code, count in codes.most_common():
        print(f"{code:<28} {count}")
    (code, seconds), number = slowest
    print(f"slowest {seconds:.2f} s ({code}), mutation {number}")
    return 1 if seconds > SLOW else 0


def originals(tables: Sequence[Recorded] = AT_TABLES) -> list[bytes]:
    """Records of all games, as a spectator and a seat saw them, the same in both languages by hand, and what is
    documented of games with unknown cards."""
    import re

    from elekt_core.record.redact import redacted_record
    from elekt_core.record.text import format_record, parse_record
    from elekt_core.shorthand import write_shorthand

    records = [path.read_bytes() for path in sorted(VECTORS.glob("*.jsonl"))]
    whole = [text for text in records if b'"perspective":"open"' in text]
    short = [write_shorthand(parse_record(text), language).encode() for text in whole for language in ("en", "pl")]
    documented = (DOCS / "short-notation.md").read_text("utf-8")
    sheets = [text.encode() for text in re.findall(r"```\n(\[Game.*?)```", documented, re.S)]
    seen = [format_record(redacted_record(parse_record(text), viewer)).encode() for text in whole for viewer in VIEWERS]
    return [*records, *seen, *short, *sheets, *seen_at_tables(tables)]


def seen_at_tables(tables: Sequence[Recorded] = AT_TABLES) -> list[bytes]:
    """Records and short notation of games of which not every card is known: decisions to the end, or coarser ones."""
    from elekt_core.record.text import format_record
    from elekt_core.scribe import Answered, Answers, write_seen

    texts = []
    for name, viewer, decisions, end, language in tables:
        session = recorded(name, viewer, decisions, end)
        record = session.record(f"{name} {viewer}")
        answers = Answers([Answered(entry.picks, entry.seat) for entry in session.entries], session.seed)
        texts += [format_record(record), write_seen(record, language, answers=answers)]
    return [text.encode() for text in texts]


def recorded(name: str, viewer: Viewer, decisions: int, end: str) -> Session:
    """So many decisions as the viewer saw them; then all but the first seat give up, the result is told, or the game
    is broken off."""
    from elekt_core.record.stop import PlayStopped
    from elekt_core.scribe import Session
    from tests.elekt_core.scribe.witness import answered, played, seen

    table, rng = played(name, b"fuzz"), random.Random(decisions)
    session = Session(table.game, table.setup, viewer, "fuzz")
    while True:
        asking = answered(session, table.batches[-1].decision, seen(table, viewer))
        assert asking.known is not None
        session._add(session._entry(asking, asking.known))
        if len(session.entries) > decisions:
            break
        options = table.game.options(table.state, rng.choice(table.game.awaiting(table.state)).seat)
        table.decide(rng.choice(options))
    if end == "given up":
        session.enter(["concede:1"])
        session.enter(["concede:2"])
    elif end == "result":
        session.enter(["coarse:result"])
        session.enter(["place:2", "place:1", "place:3", "points:3", "points:5", "points:0"])
    else:
        session.break_off(PlayStopped(()))
    assert session.over
    return session


def mutated(text: bytes, rng: random.Random) -> bytes:
    """One to three changes, some that a careful forger would make: the checksum is right again half the time."""
    for _ in range(rng.randint(1, 3)):
        text = rng.choice(CHANGES)(text, rng)
    return resigned(text) if rng.random() < 0.5 else text


def outcomes(text: bytes) -> list[Outcome]:
    """What becomes of each record in the text. Raises AssertionError where a promise is broken."""
    from matches.records import judging
    from matches.records.judged import BadItem
    from matches.records.split import PackedFile, split

    judging.SECONDS_SEEN = PATIENCE
    found, lines = [], text.count(b"\n") + 2
    try:
        items = list(split(text.splitlines(keepends=True)))
    except PackedFile:
        return [Outcome("packed", 0.0)]
    for item in items:
        begun = time.process_time()
        refused = None
        try:
            judged = judging.judge(item, datetime.now(UTC))
            kinds = {entry.kind for entry in judged.record.entries}
            assert judged.game.outcome(judged.state) is not None or kinds & {"play_stopped", "result_told"}
            if judged.seen_by:
                shown(judged)
        except BadItem as bad:
            refused = bad
        found.append(Outcome(refused.code if refused else "", time.process_time() - begun))
        if refused is not None:
            line, column = refused.data["line"], refused.data["column"]
            assert item.line <= line <= lines, (refused.code, refused.data)
            assert type(column) is int, (refused.code, refused.data)
            assert column >= 1, (refused.code, refused.data)
    return found


def shown(judged: Judged) -> None:
    """Every position of what was let through can be shown, though no rule has led there."""
    from elekt_core.record.facts import is_beside

    game, names = judged.game, [*"ABCDEFGH"[: judged.record.seats]]
    state, words = game.initial(), game.words("pl", names)
    ends = {batch.entries[-1].seq for batch in judged.record.batches}
    begun = False
    for seq, fact in enumerate(judged.facts, 1):
        if not is_beside(fact):
            game.evolve(state, fact)
            words.pieces(fact, state)
            game.figures(state)
            begun = True
        if seq in ends and begun:
            game.describe(state)
            game.board(state, "pl")
            for asked in game.awaiting(state):
                words.question(asked, state)


# --- changes ------------------------------------------------------------------------------------------------------


def resigned(text: bytes) -> bytes:
    """With the checksum of what stands there now."""
    import json
    from hashlib import sha256

    body, newline, last = text.rstrip(b"\n").rpartition(b"\n")
    try:
        end = json.loads(last)
        end["sha256"] = sha256(body + newline).hexdigest()
        return body + newline + json.dumps(end, sort_keys=True, separators=(",", ":")).encode() + b"\n"
    except (ValueError, TypeError, KeyError, RecursionError):
        return text


def _byte(text: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(text) or 1)
    return text[:at] + bytes([rng.randrange(256)]) + text[at + 1 :]


def _cut(text: bytes, rng: random.Random) -> bytes:
    return text[: rng.randrange(len(text) or 1)]


def _line(text: bytes, rng: random.Random) -> bytes:
    """A line goes, comes twice, or changes places."""
    lines = text.splitlines(keepends=True) or [b""]
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    what = rng.randrange(3)
    if what == 0:
        del lines[one]
    elif what == 1:
        lines.insert(one, lines[other])
    else:
        lines[one], lines[other] = lines[other], lines[one]
    return b"".join(lines)


def _number(text: bytes, rng: random.Random) -> bytes:
    import re

    found = list(re.finditer(rb"(?<=[:,\[])\d+(?=[,\]}])", text))
    if not found:
        return _byte(text, rng)
    one = rng.choice(found)
    new = rng.choice((*HUGE, str(rng.randrange(-3, 10)).encode()))
    return text[: one.start()] + new + text[one.end() :]


def _word(text: bytes, rng: random.Random) -> bytes:
    """A word becomes another one of the same text: still a card, a kind, a place."""
    import re

    found = list(re.finditer(rb"[A-Za-z_]{3,}", text))
    if not found:
        return _byte(text, rng)
    one, other = rng.choice(found), rng.choice(found)
    return text[: one.start()] + other[0] + text[one.end() :]


def _twice(text: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(text) or 1)
    size = rng.choice((1, 10, 1000))
    return text[:at] + text[at : at + size] * rng.choice((2, 50)) + text[at + size :]


def _long(text: bytes, rng: random.Random) -> bytes:
    """A line goes on for as long as a bomb would: with its last word, or with cards that nobody knows."""
    lines = text.split(b"\n")
    at = rng.randrange(len(lines))
    last = lines[at].rpartition(b" ")[2]
    lines[at] += rng.choice((b" ?", b" " + last, b" shows" + b" ?")) * rng.choice((50, 1000, 20_000))
    return b"\n".join(lines)


Change = Callable[[bytes, random.Random], bytes]
CHANGES: Sequence[Change] = (
    _byte,
    _cut,
    _line,
    _number,
    _number,
    _word,
    _word,
    _twice,
    _long,
)

if __name__ == "__main__":
    sys.exit(main())

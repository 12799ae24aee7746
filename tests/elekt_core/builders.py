"""Plays and records of the toy game for the kernel's tests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from elekt_core.bots import RANDOM, play_out
from elekt_core.chance import SeededChance
from elekt_core.contract import Json, Setup
from elekt_core.record.chain import GENESIS, link
from elekt_core.record.match import Play
from elekt_core.record.record import Entry, Record, envelope, head_of, record_of_play
from elekt_core.record.text import format_record

from .toy import Table
from .toy import game as toy

STREAM = "00000000-0000-8000-8000-000000000001"
SEED = bytes(range(32))


def setup(seats: int = 3, ruleset: str = "high-card-2") -> Setup:
    return Setup(toy.name, ruleset, seats, {"note": "zażółć"})


def running_play(decisions: int = 4, seats: int = 3) -> Play[Table]:
    """Each seat plays its lowest card."""
    play = Play.begin(toy, setup(seats), SeededChance(SEED))
    for _ in range(decisions):
        play.decide(toy.options(play.state)[0])
    return play


def finished_play(seats: int = 3, seed: bytes = SEED) -> Play[Table]:
    return play_out(toy, setup(seats), [RANDOM] * seats, seed)


@cache
def finished_record() -> Record:
    return record_of_play(finished_play(), STREAM, ["player:a", "bot:random", None])


@cache
def running_record() -> Record:
    return record_of_play(running_play(), STREAM, ["player:a", "bot:random", None])


@cache
def finished_text() -> str:
    return format_record(finished_record())


def with_heads(record: Record) -> Iterator[tuple[Entry, Json | None]]:
    """Each event of an open record, with the ``decision`` of its envelope."""
    for batch in record.batches:
        head = head_of(batch)
        for entry in batch.entries:
            yield entry, head
            head = None


def rechained(record: Record) -> Record:
    """What a forger would do: all hashes computed anew."""
    previous, hashes = GENESIS, []
    for entry, head in with_heads(record):
        previous = link(previous, envelope(record.stream, entry, head))
        hashes.append(previous.hex())
    fresh = iter(hashes)
    batches = (
        replace(batch, entries=tuple(entry._replace(hash=next(fresh)) for entry in batch.entries))
        for batch in record.batches
    )
    return replace(record, batches=tuple(batches))

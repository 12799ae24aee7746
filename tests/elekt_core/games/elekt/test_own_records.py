"""A record of a game with a club's own cards carries them, and whoever changes them is found (docs/notation.md)."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest

from elekt_core.bots import play_out
from elekt_core.contract import SeatNo, Setup
from elekt_core.games.elekt import game
from elekt_core.record.chain import canonical
from elekt_core.record.record import FORMAT, record_of_play
from elekt_core.record.redact import redacted_record
from elekt_core.record.text import format_record, parse_record
from elekt_core.record.verify import Check, verify_text
from elekt_core.registry import get_bot

from .own_lists import BUILT_IN

TEXT = BUILT_IN.replace('name_en = "Symbiont"', 'name_en = "Companion"')


@pytest.fixture(scope="module")
def record() -> str:
    own = game.with_cards(TEXT)
    play = play_out(own, Setup("elekt", "elekt-2e-r2", 2, {}), [get_bot(own, "random")] * 2, b"own record")
    return format_record(record_of_play(play, "own"))


def altered(record: str, change: Callable[[dict[str, Any]], None]) -> str:
    """The record with another header, its checksum made anew: accidents look otherwise, this is intent."""
    lines = record.encode().split(b"\n")
    header = json.loads(lines[0])
    change(header)
    body = b"\n".join([canonical(header), *lines[1:-2], b""])
    end = json.loads(lines[-2]) | {"sha256": sha256(body).hexdigest()}
    return (body + canonical(end) + b"\n").decode()


def flaw(text: str) -> Check:
    found = verify_text(text).flaw
    assert found is not None
    return found


def test_the_record_carries_its_cards_and_proves_itself(record: str) -> None:
    header = json.loads(record.split("\n")[0])
    assert (header["format"], header["cards"]) == (2, TEXT)
    assert header["card_set"] == sha256(TEXT.encode()).hexdigest()
    assert format_record(parse_record(record)) == record
    result = verify_text(record)
    assert all(check.status == "ok" for check in result.checks)


def test_a_name_that_was_changed_afterwards_is_found(record: str) -> None:
    def rename(header: dict[str, Any]) -> None:
        header["cards"] = header["cards"].replace("Companion", "Impostor")

    def rename_with_its_hash(header: dict[str, Any]) -> None:
        rename(header)
        header["card_set"] = sha256(header["cards"].encode()).hexdigest()

    assert (flaw(altered(record, rename)).name, flaw(altered(record, rename)).code) == ("header", "other_cards")
    found = flaw(altered(record, rename_with_its_hash))
    assert (found.name, found.code) == ("header", "cards_differ")


def test_a_list_that_was_left_out_or_broken_is_found(record: str) -> None:
    def leave_out(header: dict[str, Any]) -> None:
        del header["cards"]
        header["format"] = 1

    assert flaw(altered(record, leave_out)).code == "other_cards"
    assert flaw(altered(record, lambda header: header.update(cards="[[unit]]"))).code == "bad_list"
    assert flaw(altered(record, lambda header: header.update(cards=""))).name == "format"
    assert flaw(altered(record, lambda header: header.update(format=1))).code == "unknown_field"
    assert flaw(altered(record, lambda header: header.update(format=FORMAT + 1))).code == "record_too_new"


def test_a_redacted_record_carries_them_too(record: str) -> None:
    seen = redacted_record(parse_record(record), SeatNo(0))
    assert seen.cards == TEXT
    assert verify_text(format_record(seen)).ok


def test_a_record_of_the_built_in_cards_is_written_as_before() -> None:
    play = play_out(game, Setup("elekt", "elekt-2e-r2", 2, {}), [get_bot(game, "random")] * 2, b"own record")
    header = json.loads(format_record(record_of_play(play, "own")).split("\n")[0])
    assert header["format"] == 1
    assert "cards" not in header

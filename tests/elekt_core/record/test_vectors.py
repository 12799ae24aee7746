"""The records in docs/vectors, and the checker that shares no code with the core."""

from __future__ import annotations

import importlib.util
import json
import random
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from elekt_core.record.chain import GENESIS, link
from elekt_core.record.record import Record, envelope
from elekt_core.record.text import format_record, parse_record
from elekt_core.record.verify import verify_text
from tests.sampling import sample

from ..builders import with_heads

DOCS = Path("docs")
VECTORS = sorted(DOCS.glob("vectors/*.jsonl"))
SCHEMA = json.loads((DOCS / "record.schema.json").read_text(encoding="utf-8"))


def loaded(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    assert spec.loader is not None
    spec.loader.exec_module(module)
    return module


CHECKER: Any = loaded(DOCS / "check_record.py")


def test_the_checker_is_short_and_imports_nothing_of_the_platform() -> None:
    source = (DOCS / "check_record.py").read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 150
    imported = {line.split()[1] for line in source.splitlines() if line.startswith(("import ", "from "))}
    assert imported == {"hashlib", "hmac", "json", "sys"}


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.stem)
def test_a_vector_fits_the_schema_and_is_proved_by_both(path: Path) -> None:
    valid = Draft202012Validator(SCHEMA)
    for line in path.read_text(encoding="utf-8").splitlines():
        valid.validate(json.loads(line))
    result = verify_text(path.read_bytes())
    assert result.ok, result.flaw
    proved = "; ".join(CHECKER.check(path.read_bytes()))
    assert f"{result.events} events" in proved
    assert result.head in proved


def with_new_checksum(text: str) -> bytes:
    body, end = text[: text.rindex('{"batches"')], json.loads(text.splitlines()[-1])
    return (
        body + json.dumps(end | {"sha256": sha256(body.encode()).hexdigest()}, separators=(",", ":")) + "\n"
    ).encode()


def rechained(record: Record, change: Callable[[dict[str, Any]], dict[str, Any]]) -> bytes:
    """``record`` with another first batch line, and all hashes made anew: what a forger would do."""
    first = replace(record.batches[0], meta=change(json.loads(json.dumps(record.batches[0].meta))))
    record = replace(record, batches=(first, *record.batches[1:]))
    previous, hashes = GENESIS, []
    for entry, head in with_heads(record):
        previous = link(previous, envelope(record.stream, entry, head))
        hashes.append(previous.hex())
    fresh = iter(hashes)
    batches = (
        replace(batch, entries=tuple(entry._replace(hash=next(fresh)) for entry in batch.entries))
        for batch in record.batches
    )
    return format_record(replace(record, batches=tuple(batches))).encode()


@pytest.mark.parametrize("path", [path for path in VECTORS if "seat" not in path.stem.split("-")[1:2]], ids=str)
def test_the_checker_finds_every_changed_byte_of_an_event_or_decision(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    digits = [
        at for at, sign in enumerate(text[: text.rindex('{"batches"')]) if sign.isdigit() and at > text.index("\n")
    ]
    for at in random.Random(7).sample(digits, sample(40, 400)):
        changed = text[:at] + ("7" if text[at] != "7" else "3") + text[at + 1 :]
        with pytest.raises((CHECKER.Flaw, KeyError, TypeError, ValueError)):
            CHECKER.check(changed.encode())
        with pytest.raises((CHECKER.Flaw, KeyError, TypeError, ValueError)):
            CHECKER.check(with_new_checksum(changed))


def test_the_checker_finds_a_draw_that_the_seed_does_not_give() -> None:
    record = parse_record((DOCS / "vectors" / "elekt-two-seats.jsonl").read_bytes())

    def another(meta: dict[str, Any]) -> dict[str, Any]:
        order = meta["draws"][0][2]
        order[0], order[1] = order[1], order[0]
        return meta

    assert CHECKER.check(rechained(record, dict))
    with pytest.raises(CHECKER.Flaw, match="line 2: draw 0 is not what the seed gives"):
        CHECKER.check(rechained(record, another))


@pytest.mark.parametrize("missing", [0, 1])
def test_the_checker_misses_a_draw_that_was_left_out(missing: int) -> None:
    record = parse_record((DOCS / "vectors" / "elekt-two-seats.jsonl").read_bytes())

    def fewer(meta: dict[str, Any]) -> dict[str, Any]:
        return meta | {"draws": [draw for draw in meta["draws"] if draw[0] != missing]}

    with pytest.raises(CHECKER.Flaw, match=f"line 2: draw {missing} was expected"):
        CHECKER.check(rechained(record, fewer))


@pytest.mark.parametrize("size", [0, -1, 2**33])
def test_a_size_that_no_word_fits_does_not_hold_up_the_checker(size: int) -> None:
    record = parse_record((DOCS / "vectors" / "elekt-two-seats.jsonl").read_bytes())
    hostile = rechained(record, lambda meta: meta | {"draws": [[0, size, 3]]})
    with pytest.raises(CHECKER.Flaw, match="draw 0 is not what the seed gives"):
        CHECKER.check(hostile)


def test_the_checker_says_which_file_has_a_flaw(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(VECTORS[0].read_bytes()[:-300])
    assert CHECKER.main([str(VECTORS[0]), str(cut), str(tmp_path / "none.jsonl")]) == 1
    good, bad, missing = capsys.readouterr().out.splitlines()
    assert "chain ends in" in good
    assert "cut.jsonl: FLAW" in bad
    assert "FLAW" in missing
    assert CHECKER.main([str(VECTORS[0])]) == 0

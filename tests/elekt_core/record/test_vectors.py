"""The records in docs/vectors, and the checker that shares no code with the core."""

from __future__ import annotations

import importlib.util
import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from elekt_core.record.facts import BESIDE_KINDS
from elekt_core.record.record import Record
from elekt_core.record.text import format_record, parse_record
from elekt_core.record.verify import FOUND_WITHOUT_RULES, verify_text
from tests.sampling import sample

from ..builders import rechained
from .faults import CHECKER, FAULTY, INDEX, Faulty, faulty, index, published
from .forging import sealed
from .vectors import GOOD

DOCS = Path("docs")
VECTORS = sorted(DOCS.glob("vectors/*.jsonl"))
FAULTS = published()


def loaded(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    assert spec.loader is not None
    spec.loader.exec_module(module)
    return module


CHECKER_OF_DOCS: Any = loaded(DOCS / "check_record.py")


def test_the_checker_is_short_and_imports_nothing_of_the_platform() -> None:
    source = (DOCS / "check_record.py").read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 150
    imported = {line.split()[1] for line in source.splitlines() if line.startswith(("import ", "from "))}
    assert imported == {"hashlib", "hmac", "json", "sys"}


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.stem)
def test_a_vector_is_proved_by_both(path: Path) -> None:
    result = verify_text(path.read_bytes())
    assert result.ok, result.flaw
    proved = "; ".join(CHECKER_OF_DOCS.check(path.read_bytes()))
    assert f"{result.events} events" in proved
    assert result.head in proved


@pytest.mark.parametrize("name", GOOD)
def test_the_good_records_are_those_that_the_command_writes(name: str) -> None:
    assert (DOCS / "vectors" / f"{name}.jsonl").read_text("utf-8") == format_record(GOOD[name]())


def test_every_format_and_perspective_is_among_them() -> None:
    headers = [json.loads(path.read_bytes().split(b"\n")[0]) for path in VECTORS]
    assert {one["format"] for one in headers} == {1, 2, 3, 4, 5}
    assert {str(one["perspective"]) for one in headers} == {"open", "spectator", "0", "[0, 1]"}
    kinds = {kind for kind in BESIDE_KINDS for path in VECTORS if f'"kind":"{kind}"' in path.read_text("utf-8")}
    assert kinds >= {"clock_stopped", "stand_in_called", "taken_back", "play_stopped", "cards_shown", "round_told"}


def test_the_faulty_records_are_those_that_the_command_writes() -> None:
    """``python -m tests.elekt_core.record.faults`` writes them."""
    assert INDEX.read_text("utf-8") == index()
    assert {path.name for path in FAULTY.iterdir()} == {f"{one.name}.jsonl" for one in faulty()}
    for one in faulty():
        assert (FAULTY / f"{one.name}.jsonl").read_bytes() == one.text, one.name


@pytest.mark.parametrize("one", FAULTS, ids=lambda one: one.name)
def test_a_faulty_record_is_refused_with_its_code_and_line(one: Faulty) -> None:
    flaw = verify_text(one.text).flaw
    assert flaw is not None
    assert (flaw.code, flaw.data["line"], flaw.data.get("why", "")) == (one.code, one.line, one.why)
    if one.found_by == CHECKER:
        with pytest.raises(CHECKER_OF_DOCS.Flaw) as found:
            CHECKER_OF_DOCS.check(one.text)
        assert (found.value.code, found.value.line) == (one.code, one.line)


def test_every_code_that_is_found_without_rules_has_a_faulty_record_and_is_described() -> None:
    assert {one.code for one in FAULTS if one.found_by == CHECKER} == {*FOUND_WITHOUT_RULES}
    described = (DOCS / "notation.md").read_text("utf-8").partition("## Flaws")[2]
    assert [one.code for one in FAULTS if f"`{one.code}`" not in described] == []


def with_new_checksum(text: str) -> bytes:
    return sealed(text[: text.rindex('{"batches"')].encode().split(b"\n")[:-1])


def rewritten(record: Record, change: Callable[[dict[str, Any]], dict[str, Any]]) -> bytes:
    """``record`` with another first batch line, and all hashes made anew: what a forger would do."""
    first = replace(record.batches[0], meta=change(json.loads(json.dumps(record.batches[0].meta))))
    return format_record(rechained(replace(record, batches=(first, *record.batches[1:])))).encode()


@pytest.mark.parametrize("path", [path for path in VECTORS if b'"perspective":"open"' in path.read_bytes()], ids=str)
def test_the_checker_finds_every_changed_byte_of_an_event_or_decision(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    digits = [
        at for at, sign in enumerate(text[: text.rindex('{"batches"')]) if sign.isdigit() and at > text.index("\n")
    ]
    for at in random.Random(7).sample(digits, sample(20, 400)):
        changed = text[:at] + ("7" if text[at] != "7" else "3") + text[at + 1 :]
        with pytest.raises((CHECKER_OF_DOCS.Flaw, KeyError, TypeError, ValueError)):
            CHECKER_OF_DOCS.check(changed.encode())
        with pytest.raises((CHECKER_OF_DOCS.Flaw, KeyError, TypeError, ValueError)):
            CHECKER_OF_DOCS.check(with_new_checksum(changed))


@pytest.mark.parametrize("size", [0, -1, 2**33])
def test_a_size_that_no_word_fits_does_not_hold_up_the_checker(size: int) -> None:
    record = parse_record((DOCS / "vectors" / "elekt-two-seats.jsonl").read_bytes())
    hostile = rewritten(record, lambda meta: meta | {"draws": [[0, size, 3]]})
    with pytest.raises(CHECKER_OF_DOCS.Flaw, match="line 2: bad_field"):
        CHECKER_OF_DOCS.check(hostile)


def test_the_checker_says_which_file_has_a_flaw(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(VECTORS[0].read_bytes()[:-300])
    assert CHECKER_OF_DOCS.main([str(VECTORS[0]), str(cut), str(tmp_path / "none.jsonl")]) == 1
    good, bad, missing = capsys.readouterr().out.splitlines()
    assert "chain ends in" in good
    assert "cut.jsonl: FLAW" in bad
    assert "FLAW" in missing
    assert CHECKER_OF_DOCS.main([str(VECTORS[0])]) == 0

"""docs/notation.md says what is so."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from elekt_core.chance import SeededChance
from elekt_core.errors import CoreError
from elekt_core.games.elekt import events as e
from elekt_core.games.elekt.decisions import KINDS, TARGETS
from elekt_core.record.chain import canonical
from elekt_core.record.clocks import TIME_FACTS, Clocks
from elekt_core.record.facts import BESIDE_KINDS, decode_fact, encode_fact
from elekt_core.record.record import FORMAT
from elekt_core.record.takeback import Line, TakenBack
from elekt_core.record.text import parse_record
from elekt_core.record.verify import CHECKS, verify_text

from ..toy import game as toy

DOCS = Path(__file__).resolve().parents[3] / "docs"
TEXT = (DOCS / "notation.md").read_text("utf-8")


@pytest.mark.parametrize(("kind", "event"), e.KINDS.items())
def test_every_event_is_described_with_its_fields(kind: str, event: type) -> None:
    fields = ", ".join(f"`{field}`" for field in event._fields)  # type: ignore[attr-defined]
    assert f"\n| `{kind}` | {fields} |" in TEXT


@pytest.mark.parametrize("word", [*KINDS, *CHECKS, "format", *TARGETS, *e.REASONS, *e.WAYS, *e.SOURCES, *e.EXCHANGES])
def test_every_word_is_described(word: str) -> None:
    assert f"`{word}`" in TEXT


def test_no_event_is_described_that_does_not_exist() -> None:
    table = TEXT.split("## Events of Elekt")[1].split("## ")[0]
    described = [line.split("`")[1] for line in table.splitlines() if line.startswith("| `") and "payload" not in line]
    assert sorted(described) == sorted(e.KINDS)


def test_a_format_is_too_new_above_the_newest_one() -> None:
    (told,) = re.findall(r"`record_too_new` \| checker \| a format above (\d+) ", TEXT)
    assert int(told) == FORMAT


def test_the_example_verifies() -> None:
    """For good: a program that cannot read this record has broken its promise."""
    text = (DOCS / "example.jsonl").read_bytes()
    result = verify_text(text)
    assert [check.status for check in result.checks] == ["ok"] * len(result.checks)
    assert parse_record(text).batches[-1].decision == {"seat": 0, "kind": "concede"}


def test_the_examples_of_chance_are_right() -> None:
    chance = SeededChance(bytes(range(32)))
    order = " ".join(map(str, chance.permutation(0, 5)))
    assert f"an order of five is `{order}`, a pick of six is {chance.pick(0, 6)}" in TEXT


def test_the_python_example_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(DOCS.parent)
    exec(TEXT.split("```python\n")[1].split("```")[0], {})
    assert "Alice" in capsys.readouterr().out


def test_the_core_needs_the_standard_library_only() -> None:
    """The commands of the documentation, with nothing but the core on the path."""
    verify = "from elekt_core.cli.main import main; sys.exit(main(['verify', 'docs/example.jsonl']))"
    code = f"import sys; sys.path[:0] = ['.']; {verify}"
    command = [sys.executable, "-I", "-S", "-c", code]
    done = subprocess.run(command, cwd=DOCS.parent, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(("kind", "fact"), BESIDE_KINDS.items())
def test_every_fact_beside_the_games_is_described_with_its_fields(kind: str, fact: type) -> None:
    fields = ", ".join(f"`{field}`" for field in fact._fields)  # type: ignore[attr-defined]
    assert f"\n| `{kind}` | {fields} |" in TEXT


def test_the_example_of_clocks_is_what_it_says() -> None:
    (example,) = (block for block in re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL) if "clocks_set" in block)
    clocks, falls = Clocks(), []
    for line in map(json.loads, example.splitlines()):
        fact = decode_fact(toy, line["kind"], line["version"], line["payload"])
        assert canonical(encode_fact(toy, fact)) == canonical(line["payload"])
        assert isinstance(fact, TIME_FACTS)
        clocks.check(fact)
        clocks.evolve(fact)
        falls.append(clocks.falls_at(1))
    assert (clocks.left, clocks.running) == ([45_000, 0], {})
    assert f"after line 6 the flag of seat 1 was to fall at {falls[5]}" in TEXT


def test_the_example_of_a_takeback_is_what_it_says() -> None:
    line, ends = Line(), [8, 12, 20, 26]
    for _ in range(26):
        line.take(("some fact",))
    fact = decode_fact(toy, "taken_back", 1, {"consented": [1], "draws": 5, "seat": 0, "to": 12})
    assert isinstance(fact, TakenBack)
    line.check(fact, ends, 2)
    line.take(fact)
    assert line.branches == [(12, tuple(range(13, 27)), 27)]
    assert line.events == list(range(1, 13))
    for to, why in ((12, "nothing_undone"), (20, "not_an_end")):
        with pytest.raises(CoreError) as error:
            line.check(fact._replace(to=to), [*ends, 27], 2)
        assert error.value.data["why"] == why
    line.check(fact._replace(to=8), [*ends, 27], 2)


@pytest.mark.parametrize("module", ["clocks", "takeback", "beside"])
def test_every_word_of_a_flaw_beside_the_games_is_described(module: str) -> None:
    source = (DOCS.parent / "elekt_core" / "record" / f"{module}.py").read_text("utf-8")
    words = re.findall(r'why ?= ?"(\w+)"', source) + re.findall(r'\("(\w+)", lambda', source)
    words += re.findall(r'return "(\w+)"', source) if module == "clocks" else []
    assert words
    for word in words:
        assert f"`{word}`" in TEXT

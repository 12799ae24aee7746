"""TOML with line numbers."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest

from elekt_core.kit.toml_lines import BadToml, Toml

TEXT = '''# a comment [not a table]
title = "A # b"          # line 2
"odd key" = 'x'
list = [
  "first",               # line 5
  ["a", "b"],
  { name = "n", inner = [1,
     2] },
]
[table.inner]
a.b = """
several
lines"""
c = 1979-05-27
[[unit]]
id = "one"
[unit.ability]
cost = 1
[[unit]]
id = "two"
[[unit.ability.effects]]
op = "attach"
[[unit.ability.effects]]
op = "detach"
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("title",), 2),
        (("odd key",), 3),
        (("list",), 4),
        (("list", 0), 5),
        (("list", 1, 1), 6),
        (("list", 2, "name"), 7),
        (("list", 2, "inner", 1), 8),
        (("table", "inner"), 10),
        (("table", "inner", "a", "b"), 11),
        (("table", "inner", "c"), 14),
        (("unit", 0, "id"), 16),
        (("unit", 0, "ability", "cost"), 18),
        (("unit", 1), 19),
        (("unit", 1, "ability", "effects", 1, "op"), 24),
    ],
)
def test_every_key_and_list_entry_has_its_line(path: tuple[str | int, ...], line: int) -> None:
    assert Toml(TEXT).line(path) == line


def test_what_is_missing_has_the_line_of_the_table_around_it() -> None:
    assert Toml(TEXT).line(("unit", 0, "ability", "nothing", 3)) == 17
    assert Toml(TEXT).line(("nowhere",)) == 1


def test_a_text_that_is_no_toml_names_the_line() -> None:
    with pytest.raises(BadToml) as caught:
        Toml("a = 1\nb = = 2\n")
    assert caught.value.data["line"] == 2
    assert "problem" in caught.value.data


def test_the_end_of_the_text_is_a_place_too() -> None:
    with pytest.raises(BadToml) as caught:
        Toml("a = [1,\n2,\n")
    assert caught.value.data["line"] == 3


@pytest.mark.parametrize(
    "line",
    ["x" + ".a" * 30_000 + " = 1", "[x" + ".a" * 30_000 + "]", "x = { x" + ".a" * 30_000 + " = 1 }"],
)
def test_keys_of_thousands_of_parts_are_refused_at_once(line: str) -> None:
    before = process_time()
    with pytest.raises(BadToml) as caught:
        Toml(f"a = 1\n{line}\n")
    assert caught.value.data["line"] == 2
    assert process_time() - before < 1


@pytest.mark.parametrize("number", ["0x" + "f" * 8000, "0o" + "7" * 8000, "0b" + "1" * 20_000, "9" * 8000])
def test_numbers_that_cannot_be_written_out_are_refused(number: str) -> None:
    with pytest.raises(BadToml) as caught:
        Toml(f"a = 1\nb = {number}\n")
    assert caught.value.data["line"] == 2


def test_every_value_of_the_shipped_card_file_has_a_line_with_its_key() -> None:
    text = Path("elekt_core/games/elekt/cards.toml").read_text(encoding="utf-8")
    document, lines = Toml(text), text.split("\n")

    def walk(value: object, path: tuple[str | int, ...]) -> None:
        if path and isinstance(path[-1], str):
            assert path in document.lines
            assert path[-1] in lines[document.line(path) - 1]
        for key, inner in value.items() if isinstance(value, dict) else ():
            walk(inner, (*path, key))
        for number, inner in enumerate(value if isinstance(value, list) else ()):
            walk(inner, (*path, number))

    walk(document.data, ())

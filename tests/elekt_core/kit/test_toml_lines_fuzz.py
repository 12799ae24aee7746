"""Lines of keys in any text that ``tomllib`` accepts: nothing is lost, nothing is put elsewhere."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from elekt_core.kit.toml_lines import BadToml, Path, Toml

PIECES = (
    "[a]", "[[b]]", "[b.c]", "[[b.d]]", '["q r"]', "[a.e]", "x = 1", "y.z = 'l'", 'w = "a # b"', "v = [1, 2,\n 3]",
    'u = { k = 1, "m n" = [ { o = 2 } ] }', 't = """\nlong [x]\n"""', "s = '''\nraw = 1\n'''", "# note [no]", "",
    "r = [ # c\n  { p = 1 },\n]", "q = 1979-05-27T07:32:00Z", 'n = "\\"[x]"', "m = -1.5e3", "l = [[1], ['a', \"]\"]]",
    "k = true", '"" = 1', "b = 3", "a.f = 2", "é = 1", "[", "]", "}", "=", '"', "'''", ",", "\\",
)  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES), max_size=14).map("\n".join) | st.lists(st.sampled_from(PIECES)).map("".join)


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """Every key and every entry of a list, in the order of the document as ``tomllib`` keeps it."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield (*path, key)
            yield from paths(inner, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield (*path, number)
            yield from paths(inner, (*path, number))


@given(TEXTS)
@example("[[b]]\n[b.c]\nx = 1\n[[b]]\n[b.c]\nx = 2")
@example("[a.e]\nx = 1\n[a]\nk = true")
def test_every_key_of_any_text_has_the_line_where_it_is_written(text: str) -> None:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        with pytest.raises(BadToml) as bad:
            Toml(text)
        assert 1 <= bad.value.data["line"] <= text.count("\n") + 1
        return
    document, lines = Toml(text), text.split("\n")
    for path in paths(data):
        line = document.line(path)
        assert 1 <= line <= len(lines)
        if path in document.lines and isinstance(path[-1], str):
            assert path[-1] in lines[line - 1], (path, line)
        else:  # a table that is only named on the way to another one
            assert isinstance(path[-1], int) or any(other[: len(path)] == path for other in document.lines), path
    assert set(document.lines) <= set(paths(data)), "a line for something that is not there"


@given(st.data())
def test_the_entries_of_a_list_stand_one_behind_the_other(draw: st.DataObject) -> None:
    entries = draw.draw(st.lists(st.sampled_from(["1", '"a, b"', "[\n1,\n2]", "{ x = 1 }", "'''\n'''"]), max_size=6))
    gaps = [draw.draw(st.sampled_from([",", ",\n", ", # c, ]\n", "\n,"])) for _ in entries]
    document = Toml("l = [" + "".join(entry + gap for entry, gap in zip(entries, gaps, strict=True)) + "]")
    found = [document.lines["l", n] for n in range(len(entries))]
    assert all(one <= other for one, other in pairwise(found))
    text = document.text
    for number, line in enumerate(found):
        assert re.search(re.escape(entries[number].split("\n")[0]), text.split("\n")[line - 1])

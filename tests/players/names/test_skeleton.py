"""The skeleton of Unicode Technical Standard 39: its own examples, its table, and laws."""

from __future__ import annotations

import string
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.names.skeleton import TABLE, skeleton

ROWS = [line.split(" ; ") for line in TABLE.read_text(encoding="utf-8").splitlines() if line[:1] not in ("#", "")]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ljeto", "\u01c9eto"),  # section 4: single-script
        ("so\u0337s", "s\u00f8s"),  # section 4: single-script
        ("paypal", "p\u0430yp\u0430l"),  # section 4: mixed-script, with the Cyrillic a
        ("scope", "\u0455\u0441\u043e\u0440\u0435"),  # section 4: whole-script, all Cyrillic
        ("google", "g\u043eogle"),
        ("1", "l"),
        ("I", "l"),
        ("0", "O"),
        ("m", "rn"),
    ],
)
def test_what_the_standard_calls_confusable_has_one_skeleton(one: str, other: str) -> None:
    assert one != other
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ola", "Ala"), ("o", "0"), ("Bob", "B\u00f3b"), ("a", "\u0105"), ("A", "a")]
)
def test_what_looks_different_has_different_ones(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


def test_the_table_is_whole() -> None:
    """The file says of itself: total: 6355, version 16.0.0."""
    assert len(ROWS) == 6355
    assert "# Version: 16.0.0" in TABLE.read_text(encoding="utf-8")
    assert len({source for source, _ in ROWS}) == 6355, "each character has one prototype"


def test_every_character_of_the_table_has_its_prototype_for_a_skeleton() -> None:
    for source, prototype in ROWS:
        character = chr(int(source, 16))
        if normalize("NFD", character) == character and skeleton(character):
            wanted = "".join(chr(int(code, 16)) for code in prototype.split())
            assert skeleton(character) == normalize("NFD", wanted), source


def test_what_is_not_seen_does_not_count() -> None:
    """Default_Ignorable_Code_Point: soft hyphen, joiners, variation selectors, Hangul fillers, tags."""
    for unseen in "\u00ad\u034f\u115f\u1160\u200b\u200d\u2060\u3164\ufe0f\ufeff\uffa0\U000e0041\U000e0100":
        assert skeleton(f"Al{unseen}ice") == skeleton("Alice"), hex(ord(unseen))
    assert skeleton("\u0338") == "\u0338", "a combining mark is seen"


@given(st.text(max_size=32))
def test_a_skeleton_is_decomposed(text: str) -> None:
    assert normalize("NFD", skeleton(text)) == skeleton(text)


@given(st.text(max_size=32))
def test_the_composed_and_the_decomposed_form_look_the_same(text: str) -> None:
    assert skeleton(normalize("NFC", text)) == skeleton(normalize("NFD", text)) == skeleton(text)


def test_latin_letters_keep_their_looks() -> None:
    """UTS 39: only I, m, 0, 1 and | of ASCII look like others of it; a quotation mark and a per cent sign too."""
    kept = set(string.ascii_letters + string.digits) - set("Im01")
    assert {one for one in kept if skeleton(one) != one} == set()

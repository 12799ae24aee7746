"""What people type who look for something."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elekt_core.folding import SHORT, fold, folded


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("Żarłoczny", "zarloczny"),
        ("Đorđe", "dorde"),
        ("Søren", "soren"),
        ("ŻÓŁĆ", "zolc"),
        ("Straße", "strasse"),
    ],
)
def test_letters_count_without_their_marks(text: str, typed: str) -> None:
    assert fold(text) == typed
    assert fold(text * SHORT) == typed * SHORT


def test_blanks_are_one_space_and_stay_where_they_matter() -> None:
    assert folded("  w\u00a0ręce \n gracza ") == "w rece gracza"
    assert fold(" Ż ") == " z "


@given(st.text())
def test_folding_twice_changes_no_plain_text(text: str) -> None:
    once = folded(text)
    assert "  " not in once
    assert once == once.strip()
    if once.isascii():
        assert folded(once) == once

"""A masked text says the same and looks different."""

from __future__ import annotations

import pytest

from web.live.breach import masked, unmasked


@pytest.mark.parametrize("text", ["", "x", "eyJ0:1w:abc_-", "Łódź" * 100])
def test_a_text_comes_back_from_behind_its_mask(text: str) -> None:
    assert unmasked(masked(text)) == text


def test_two_masks_are_not_alike() -> None:
    assert len({masked("the same secret") for _ in range(50)}) == 50


@pytest.mark.parametrize("forged", ["!", "abc", "Ä", "_" * 40])
def test_what_was_never_masked_is_refused(forged: str) -> None:
    with pytest.raises(ValueError, match=r"mask|utf-8"):
        unmasked(forged)

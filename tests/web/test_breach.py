"""A masked text says the same and looks different, and the length of a page tells little of what is on it."""

from __future__ import annotations

import gzip
from types import SimpleNamespace

import pytest

from matches.company import chat
from web.live.breach import masked, unmasked

from ..matches.factories import started


@pytest.mark.parametrize("text", ["", "x", "eyJ0:1w:abc_-", "Łódź" * 100])
def test_a_text_comes_back_from_behind_its_mask(text: str) -> None:
    assert unmasked(masked(text)) == text


def test_two_masks_are_not_alike() -> None:
    assert len({masked("the same secret") for _ in range(50)}) == 50


@pytest.mark.parametrize("forged", ["!", "abc", "Ä", "_" * 40])
def test_what_was_never_masked_is_refused(forged: str) -> None:
    with pytest.raises(ValueError, match=r"mask|utf-8"):
        unmasked(forged)


@pytest.mark.django_db
def test_a_page_with_a_hand_and_talk_is_padded_by_lot(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same page, but for the padding that the lot brings."""
    monkeypatch.setattr("django.utils.text.secrets", SimpleNamespace(randbelow=lambda most: most - 1))
    table = started("Alice", "Bob", game="elekt")
    assert table.players[1]
    chat.say(table.match, chat.Say("words-of-somebody-else"), by=table.players[1])
    client = table.client(0)
    page = client.get(f"/matches/{table.match}/", headers={"accept-encoding": "gzip"})
    assert page.headers["Content-Encoding"] == "gzip"
    assert b"words-of-somebody-else" in gzip.decompress(page.content)
    assert page.content[3] == 8, "the head has a name"
    assert page.content[10:].index(0) == 99, "which is as long as was drawn, of 100"

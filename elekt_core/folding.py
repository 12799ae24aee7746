"""Text as somebody types it who looks for something: in small letters, without the marks on letters."""

from __future__ import annotations

from functools import lru_cache
from typing import Final
from unicodedata import combining, normalize

_UNDECOMPOSED: Final = str.maketrans("łŁøØđĐ", "lLoOdD")
"""Letters whose stroke is no mark to Unicode."""
_MARKS: Final = dict.fromkeys(range(0x300, 0x370))
"""What follows a Latin letter once it is decomposed."""
SHORT: Final = 40
"""Characters up to which a text is likely to come again."""


def fold(text: str) -> str:
    """Lower case without marks: ``Żarłoczny`` becomes ``zarloczny``. Blanks stay as they are."""
    return _remembered(text) if len(text) < SHORT else _fold(text)


def folded(text: str) -> str:
    """The same, with one space between words and none around them: two texts are alike if these are."""
    return " ".join(fold(text).split())


def _fold(text: str) -> str:
    if not text.isascii():
        text = normalize("NFD", text.translate(_UNDECOMPOSED)).translate(_MARKS)
        if not text.isascii():  # other marks than those of Latin letters
            text = "".join(one for one in text if not combining(one))
    return text.casefold()


_remembered = lru_cache(maxsize=8192)(_fold)

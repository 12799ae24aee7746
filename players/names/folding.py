"""Names as somebody types them who looks for one: in small letters, without the marks on letters."""

from __future__ import annotations

from unicodedata import combining, normalize

_UNDECOMPOSED = str.maketrans("łŁøØđĐ", "lLoOdD")
_MARKS = dict.fromkeys(range(0x300, 0x370))
"""What follows a Latin letter once it is decomposed."""


def folded(text: str) -> str:
    """Lower case without diacritics: somebody at a phone types ``lukasz``."""
    if not text.isascii():
        text = normalize("NFD", text.translate(_UNDECOMPOSED)).translate(_MARKS)
        if not text.isascii():  # other marks than those of Latin letters
            text = "".join(one for one in text if not combining(one))
    return " ".join(text.casefold().split())

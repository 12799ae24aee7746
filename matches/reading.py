"""Reading what anybody may send: texts become numbers and JSON, or ValueError; nothing else can come of them."""

from __future__ import annotations

import json
from typing import Any

MOST_DIGITS = 9
"""Every number of ours has fewer; Python refuses to read one of thousands."""


def whole(text: str) -> int:
    """A number without sign, in the digits 0 to 9."""
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        raise ValueError("not a whole number")
    return int(text)


def _no_json(word: str) -> Any:
    raise ValueError(f"{word} is no JSON")


def from_json(text: str | bytes) -> Any:
    """The value. Half of a surrogate pair, or a number past all bounds, is refused like any other bad text: no answer
    could repeat it."""
    try:
        value = json.loads(text, parse_constant=_no_json)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except RecursionError:
        raise ValueError("nested too deeply") from None
    return value

"""A file of names as text, whatever program has written it. Half of the clubs' lists come from an old spreadsheet."""

from __future__ import annotations

from web.errors import BadRequest

_LATIN_2 = frozenset("ąśźĄŚŹ".encode("iso-8859-2"))
_WINDOWS = frozenset("ąśźĄŚŹ".encode("cp1250"))
_CONTROLS = frozenset(range(0x80, 0xA0))
"""Bytes that ISO 8859-2 has no letters for, and Windows has."""


def text_of(data: bytes) -> str:
    """UTF-8, UTF-16, or one of the two Polish single-byte encodings. Raises BadRequest (not_a_text)."""
    try:
        text = _decoded(data)
    except UnicodeDecodeError:
        raise BadRequest("not_a_text", field="file") from None
    if "\0" in text:
        raise BadRequest("not_a_text", field="file")
    return text


def _decoded(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16")
    if b"\0" in data[:200]:  # UTF-16 without its mark: nearly every second byte of a Latin text is 0
        later = data[1:200:2].count(0) > data[:200:2].count(0)
        return data.decode("utf-16-le" if later else "utf-16-be")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode(_single_byte(data))


def _single_byte(data: bytes) -> str:
    latin, windows = (sum(data.count(byte) for byte in own) for own in (_LATIN_2 - _WINDOWS, _WINDOWS - _LATIN_2))
    return "iso-8859-2" if latin > windows and not _CONTROLS & set(data) else "cp1250"

"""Drawings as PNG, with our own typeface."""

from __future__ import annotations

from PIL import ImageFont

from web import drawings


def test_the_typeface_has_all_the_letters_that_it_is_said_to_write() -> None:
    font = ImageFont.truetype(str(drawings.TYPEFACE), 40)
    missing = bytes(font.getmask("Ж"))
    assert [one for one in drawings.LETTERS if one.strip() and bytes(font.getmask(one)) == missing] == []
    assert drawings.can_write("Zażółć gęślą jaźń", "Jürgen – „ñ”")
    assert not drawings.can_write("Alice", "Ж")

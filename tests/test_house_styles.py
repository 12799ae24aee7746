"""Styles that are dear at every step of a game."""

from __future__ import annotations

import re
from pathlib import Path

STYLES = Path(__file__).parent.parent / "static" / "css"
FAR_UP = re.compile(r"(?:body|\.table-page|\.plays|\.live)(?:[.\[][^\s:{]*)*(?::not\()?:has\([^{}]*?\)\s[^{},]*")
"""What looks by ``:has()`` into the whole page and styles something else: Chromium then looks up anew most of the page
whenever a thing comes or goes (2,200 elements at each step of Elekt). ``has-result`` stands first where it is needed,
since what is not at its end is then not asked."""


def test_no_style_in_play_depends_on_what_lies_anywhere_on_the_page() -> None:
    for file in STYLES.glob("*.css"):
        found = [one for one in FAR_UP.findall(file.read_text("utf-8")) if not one.startswith(".live:has(.lay-end)")]
        assert not found, f"{file.name}: {found}"

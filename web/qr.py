"""An address as a QR code, which a phone's camera reads."""

from __future__ import annotations

from functools import lru_cache

import segno
from django.utils.safestring import SafeString

QUIET_ZONE = 3
"""Modules of white around it."""


@lru_cache(maxsize=256)
def qr(text: str) -> SafeString:
    """An ``<svg>`` of about 2 KB, the same for the same text. Raises ValueError if the text is too long."""
    code = segno.make(text, error="m", micro=False)
    drawn = code.svg_inline(omitsize=True, border=QUIET_ZONE, svgclass=None, lineclass=None, light="#fff")
    return SafeString(drawn)  # numbers of modules; the text itself is not in it

"""Drawings as PNG, for links that messengers show: most of them show no SVG (docs/decisions/35-share-picture.md)."""

from __future__ import annotations

import string
from functools import lru_cache
from hashlib import sha256

import resvg_py
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

from .costly import DRAWING, Asker
from .limits import asker

TYPEFACE = settings.HOME / "static" / "fonts" / "grenze-600.ttf"
"""The one of headings (docs/decisions/23-typefaces.md), by the name ``Grenze SemiBold`` that it has inside."""
LETTERS = frozenset(
    string.ascii_letters
    + string.digits
    + string.punctuation
    + " \u00a0"
    + "§©«°·»½×–—‘’“”„•…−"
    + "ÄÉÓÖÜßàáäçèéíñóöøúüĄąĆćĘęŁłŃńŚśŹźŻż"
)
MAX_KEPT = 128
"""Pictures, of some 40 KB each."""
KEPT_SECONDS = 24 * 3600
"""By whoever fetched one. Its address is that of this very picture; no longer, since a name in it may be erased."""


def can_write(*texts: str) -> bool:
    """Whether the typeface has all letters: others would be missing in the picture."""
    return LETTERS.issuperset("".join(texts))


def digest(*said: object) -> str:
    """For the address of a picture: another one where it says something else."""
    return sha256("\0".join(map(str, said)).encode()).hexdigest()[:16]


def answer(request: HttpRequest, svg: str) -> HttpResponse:
    """Raises Busy."""
    response = HttpResponse(png(svg, Asker(asker(request, None))), content_type="image/png")
    patch_cache_control(response, public=True, max_age=KEPT_SECONDS, immutable=True)
    return response


@lru_cache(maxsize=MAX_KEPT)
def png(svg: str, by: Asker) -> bytes:
    """Draws only what is inside, with our typeface alone: neither files nor what the machine has. Raises Busy."""
    with DRAWING.place(by.name):
        return bytes(resvg_py.svg_to_bytes(svg_string=svg, font_files=[str(TYPEFACE)], skip_system_fonts=True))

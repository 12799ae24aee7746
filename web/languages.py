"""The language of whoever asks, as games know it."""

from __future__ import annotations

from django.utils.translation import get_language

LANGUAGES = ("pl", "en")


def current() -> str:
    """The first of ours where another one is spoken."""
    spoken = (get_language() or LANGUAGES[0]).partition("-")[0]
    return spoken if spoken in LANGUAGES else LANGUAGES[0]

"""The current language, as games name it."""

from __future__ import annotations

from django.utils.translation import get_language

LANGUAGES = ("pl", "en")


def current() -> str:
    """Our first language if the current one is not ours."""
    spoken = (get_language() or LANGUAGES[0]).partition("-")[0]
    return spoken if spoken in LANGUAGES else LANGUAGES[0]

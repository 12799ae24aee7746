"""The current language, in the form that games use."""

from __future__ import annotations

from django.utils.translation import get_language

LANGUAGES = ("pl", "en")


def current() -> str:
    """Falls back to our first language if the current one is not ours."""
    spoken = (get_language() or LANGUAGES[0]).partition("-")[0]
    return spoken if spoken in LANGUAGES else LANGUAGES[0]

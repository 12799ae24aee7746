"""Quick phrases: stored by key, and shown in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext as _


def phrases() -> dict[str, str]:
    """By key, in the current language."""
    return {
        "hello": _("Hello!"),
        "good_luck": _("Good luck!"),
        "well_played": _("Well played!"),
        "thanks": _("Thank you!"),
        "oops": _("Oops!"),
        "moment": _("One moment, please."),
        "your_turn": _("It is your turn."),
        "good_game": _("Good game!"),
    }

"""What pages call that which moves ratings and is no game."""

from __future__ import annotations

from django.utils.translation import gettext as _


def measure(kind: str) -> str:
    """By the kind of the fact (``models.Correction``)."""
    return {
        "ratings_imported": _("Rating brought in"),
        "import_undone": _("Import taken back"),
        "season_begun": _("A season began"),
        "ratings_decayed": _("Long without a game"),
        "games_taken_over": _("Two profiles of one person"),
        "period_closed": _("Rating period"),
        "game_corrected": _("Correction"),
        "game_annulled": _("Annulment"),
        "game_suspended": _("Suspended, since somebody objects"),
    }.get(kind, kind)

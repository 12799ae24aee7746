"""What pages call that which moves ratings and is no game."""

from __future__ import annotations

from django.utils.translation import gettext as _


def measure(kind: str) -> str:
    """By the kind of the fact (``models.Correction``)."""
    return {
        "ratings_imported": _("Imported rating"),
        "import_undone": _("Import undone"),
        "season_begun": _("Start of a season"),
        "ratings_decayed": _("Decay"),
        "games_taken_over": _("Merged profiles"),
        "period_closed": _("Rating period"),
        "game_corrected": _("Correction"),
        "game_annulled": _("Annulment"),
        "game_suspended": _("Suspended after an objection"),
    }.get(kind, kind)

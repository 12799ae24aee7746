"""What pages call the things other than games that move ratings."""

from __future__ import annotations

from django.utils.translation import gettext as _


def measure(kind: str) -> str:
    """The name by the kind of the fact (``models.Correction``)."""
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

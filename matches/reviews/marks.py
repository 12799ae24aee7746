"""How marks, chances and losses of a review are written, wherever they are told."""

from __future__ import annotations

from django.utils.translation import gettext as _

from elekt_core.review.words import signed
from web import languages

MARK_SIGNS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}


def mark_name(mark: str) -> str:
    return {"inaccuracy": _("inaccuracy"), "mistake": _("mistake"), "blunder": _("blunder")}.get(mark, mark)


def percent(hundredths: int | None) -> int:
    return round((hundredths or 0) / 100)


def points(hundredths: int) -> str:
    """With one decimal, and without a sign."""
    return signed(hundredths, languages.current()).lstrip("+−")

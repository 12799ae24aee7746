"""Full names of tie-breaks, for pages."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from .families import FAMILIES
from .modifiers import split

TITLES = {
    "PTS": _("Points"),
    "DE": _("Direct encounter"),
    "WIN": _("Number of wins"),
    "WON": _("Number of games won"),
    "BPG": _("Games played with Black"),
    "BWG": _("Games won with Black"),
    "PS": _("Progressive score"),
    "REP": _("Rounds one elected to play"),
    "STD": _("Standard points"),
    "BH": _("Buchholz"),
    "AOB": _("Average of opponents’ Buchholz"),
    "FB": _("Fore Buchholz"),
    "SB": _("Sonneborn-Berger"),
    "KS": _("Koya"),
    "ARO": _("Average rating of opponents"),
    "TPR": _("Tournament performance rating"),
    "PTP": _("Perfect tournament performance"),
    "APRO": _("Average performance rating of opponents"),
    "APPO": _("Average perfect performance of opponents"),
    "RTNG": _("Rating"),
    "TPN": _("Pairing number"),
    "MWP": _("Match-win percentage"),
    "OMW": _("Opponents’ match-win percentage"),
    "P1": _("Number of first places"),
    "P2": _("Number of second places"),
    "P3": _("Number of third places"),
    "GS": _("Sum of game scores"),
    "GSD": _("Difference of game scores"),
}
_MODIFIERS = {
    "C1": _("cut 1"),
    "C2": _("cut 2"),
    "M1": _("median 1"),
    "M2": _("median 2"),
    "P": _("forfeits as played"),
    "F": _("at least 0.33"),
    "R": _("reversed"),
}
assert TITLES.keys() == FAMILIES.keys()


def title(code: str) -> str:
    """In the current language: ``Buchholz, cut 1``. Modifiers without a name of their own stay as they are."""
    first, rest = split(code)
    return ", ".join([str(TITLES[first]), *(str(_MODIFIERS.get(one, one)) for one in rest)])

"""The fields in which people choose how spectators see a match: for a table, and for a tournament."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from . import words
from .rules import SpectatorRule

KEPT = "kept"
DELAYS: Final[Mapping[str, SpectatorRule | None]] = {
    "": None,
    "3 decisions": SpectatorRule(decisions=3),
    "10 decisions": SpectatorRule(decisions=10),
    "5 minutes": SpectatorRule(minutes=5),
    "15 minutes": SpectatorRule(minutes=15),
    "30 minutes": SpectatorRule(minutes=30),
}
told = lazy(words.delay_told, str)


class SpectatorFields(forms.Form):
    """A form that asks for it as well; ``rule`` reads it (template: ``watching/_fields.html``)."""

    spectators = forms.ChoiceField(
        label=_("Spectators see the match"), choices=[(key, told(one)) for key, one in DELAYS.items()], required=False
    )
    open_hands = forms.BooleanField(
        label=_("Spectators with an account see all hands, with that delay"),
        help_text=_(
            "At a table everybody who sits down must agree. Somebody who plays may look on under a second account and "
            "see what the others held: choose it only among people whom you trust."
        ),
        required=False,
    )

    def check_spectators(self) -> None:
        if self.cleaned_data.get("open_hands") and not self.cleaned_data.get("spectators"):
            self.add_error("spectators", _("Open hands need a delay."))


def rule(data: Mapping[str, Any]) -> SpectatorRule | None:
    """The rule from the cleaned fields."""
    found = DELAYS.get(data.get("spectators") or "")
    if found is None:
        return None
    return SpectatorRule(decisions=found.decisions, minutes=found.minutes, open_hands=bool(data.get("open_hands")))


def shown(rule: SpectatorRule | None) -> dict[str, Any]:
    """The contents of the fields for a rule."""
    if rule is None:
        return {"spectators": ""}
    late = SpectatorRule(decisions=rule.decisions, minutes=rule.minutes)
    key = next((key for key, one in DELAYS.items() if one == late), "")
    return {"spectators": key, "open_hands": rule.open_hands}


def changed(before: SpectatorRule | None, data: Mapping[str, Any]) -> SpectatorRule | None:
    """The rule from the cleaned fields; ``before`` where nobody touched them, also one that no field can show."""
    found = rule(data)
    return before if found == rule(shown(before)) else found

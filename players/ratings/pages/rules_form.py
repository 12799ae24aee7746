"""A ladder's rules, as a form: seasons and decay."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from web.error_words import explain
from web.errors import Refused

from ..events import Rules
from ..measures import LIMITS
from ..models import Ladder

SEASONS = [(0, _("none")), *((months, str(months)) for months in (1, 2, 3, 4, 6, 12))]
FIELD_OF = {"bad_rules": {"season": "season", "decay": "decay"}}


def _number(name: str, label: Any, help_text: Any) -> forms.IntegerField:
    least, most = LIMITS[name]
    return forms.IntegerField(label=label, help_text=help_text, min_value=least, max_value=most)


class RulesForm(forms.Form):
    season = forms.TypedChoiceField(
        label=_("Length of a season, in months"), coerce=int, choices=SEASONS, help_text=_("Counted from January.")
    )
    keep = _number(
        "keep",
        _("Kept when a season begins, in percent"),
        _("Of the difference between a rating and 1500. 100: ratings stay the same."),
    )
    idle = _number("idle", _("Months without a game before decay begins"), _("0 here and 0 points below: no decay."))
    decay = _number(
        "decay", _("Points lost for each further month"), _("Decay stops at 1500, and players below that lose nothing.")
    )

    def __init__(self, ladder: Ladder, given: Any = None) -> None:
        super().__init__(given, initial=asdict(rules_of(ladder)))

    def rules(self) -> Rules:
        return Rules(**self.cleaned_data)

    def refuse(self, error: Refused) -> None:
        field = FIELD_OF.get(error.code, {}).get(str(error.data.get("why", "")))
        self.add_error(field, explain(error).sentence)


def rules_of(ladder: Ladder) -> Rules:
    return Rules(**ladder.rules)

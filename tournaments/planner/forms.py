"""The organiser's question to the planner."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from .options import MAX_MINUTES, MAX_PLAYERS, MAX_TABLES, Asked


class PlannerForm(forms.Form):
    players = forms.IntegerField(label=_("Players"), min_value=2, max_value=MAX_PLAYERS, initial=16)
    hours = forms.DecimalField(
        label=_("Hours"), min_value=1, max_value=MAX_MINUTES // 60, max_digits=4, decimal_places=2, initial=4
    )
    seats = forms.TypedChoiceField(
        label=_("At a table"), coerce=int, choices=[(number, str(number)) for number in (2, 3, 4)], initial=4
    )
    minutes_per_game = forms.IntegerField(label=_("Minutes for a game"), min_value=1, max_value=600, initial=45)
    minutes_between = forms.IntegerField(label=_("Minutes between games"), min_value=0, max_value=120, initial=10)
    tables = forms.IntegerField(
        label=_("Tables (0: as many as needed)"), min_value=0, max_value=MAX_TABLES, required=False, initial=0
    )

    def asked(self) -> Asked:
        data = self.cleaned_data
        return Asked(
            data["players"],
            int(data["hours"] * 60),
            data["seats"],
            data["minutes_per_game"],
            data["minutes_between"],
            data["tables"] or 0,
        )

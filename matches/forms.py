"""What people fill in to open a table."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from elekt_core import registry
from elekt_core.contract import Game

from . import names
from .models import Table

PERSON = ""


class TableForm(forms.Form):
    """A table of one game: how many seats, who may join, and who sits on the seats beside one's own."""

    seats = forms.TypedChoiceField(label=_("Seats"), coerce=int, widget=forms.RadioSelect)
    access = forms.ChoiceField(
        label=_("Who may join"),
        widget=forms.RadioSelect,
        initial=Table.Access.ANYONE,
        choices=[
            (Table.Access.ANYONE, _("Anyone: the table is listed on the home page")),
            (Table.Access.LINK, _("Whoever has the link")),
        ],
    )

    def __init__(self, game: Game[Any], data: Any = None) -> None:
        sizes = game.ruleset().seats
        super().__init__(data, initial={"seats": sizes[0]})
        seats = self.fields["seats"]
        assert isinstance(seats, forms.TypedChoiceField)
        seats.choices = [(n, str(n)) for n in sizes]
        bots = [(PERSON, _("a person"))] + [(bot, names.bot_name(bot)) for bot in sorted(registry.bots_of(game))]
        for seat in range(2, sizes[-1] + 1):
            label = gettext("Seat %(n)s") % {"n": seat}
            self.fields[f"seat_{seat}"] = forms.ChoiceField(label=label, choices=bots, required=False)

    def bots(self) -> dict[int, str]:
        """Bots by seat number, 0 being one's own seat."""
        data = self.cleaned_data
        return {n - 1: bot for n in range(2, data["seats"] + 1) if (bot := data[f"seat_{n}"])}

    def seat_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("seat_")]

    def clean_seats(self) -> int:
        if not self.cleaned_data["seats"]:
            raise ValidationError(_("Choose how many seats."))
        return int(self.cleaned_data["seats"])

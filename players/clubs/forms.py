"""The form for founding a club or changing it."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from web.error_words import explain
from web.errors import Refused

from . import commands as c
from .models import MAX_ABOUT, MAX_NAME


class ClubForm(forms.Form):
    name = forms.CharField(label=_("Name of the club"), min_length=c.MIN_NAME, max_length=MAX_NAME)
    place = forms.CharField(
        label=_("Place"), max_length=MAX_NAME, required=False, help_text=_("A town, a café, or leave it empty.")
    )
    about = forms.CharField(
        label=_("About the club"),
        max_length=MAX_ABOUT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("When you meet, and how to reach you. Everybody can read it."),
    )
    open_entry = forms.BooleanField(
        label=_("Anyone can join"), required=False, help_text=_("Otherwise you admit players who ask to join.")
    )
    listed = forms.BooleanField(label=_("Listed for everybody"), required=False, initial=True)

    def founding(self) -> c.FoundClub:
        return c.FoundClub(**self.cleaned_data)

    def change(self) -> c.ChangeClub:
        return c.ChangeClub(**self.cleaned_data)

    def refuse(self, error: Refused) -> None:
        field = str(error.data.get("field", ""))
        self.add_error(field if field in self.fields else None, explain(error).sentence)

"""The form in which organisers say what an event is about."""

from __future__ import annotations

from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from . import commands as c
from .models import MAX_CONTACT, MAX_FEE, MAX_PLACE, MAX_TEXT, MAX_ZONE
from .queries import Announced


class AnnounceForm(forms.Form):
    text = forms.CharField(
        label=gettext_lazy("Description"),
        max_length=MAX_TEXT,
        required=False,
        widget=forms.Textarea({"rows": 12}),
        help_text=gettext_lazy("**bold**, *italic*, # heading, - list, [link](https://…). No HTML and no pictures."),
    )
    place = forms.CharField(
        label=gettext_lazy("Place"),
        max_length=MAX_PLACE,
        required=False,
        help_text=gettext_lazy("An address: the page links to a map of it."),
    )
    zone = forms.CharField(
        label=gettext_lazy("Time zone of the place"),
        max_length=MAX_ZONE,
        required=False,
        widget=forms.TextInput({"list": "zones", "autocomplete": "off"}),
    )
    fee = forms.CharField(
        label=gettext_lazy("Fee"),
        max_length=MAX_FEE,
        required=False,
        help_text=gettext_lazy("As you would say it: “20 zł, students 10 zł”."),
    )
    contact = forms.CharField(
        label=gettext_lazy("Contact"),
        max_length=MAX_CONTACT,
        required=False,
        help_text=gettext_lazy("Whom to ask, and how: a name, an address, a number."),
    )
    contact_public = forms.BooleanField(
        label=gettext_lazy("Everybody may see the contact (otherwise only those who take part)"), required=False
    )

    def clean_zone(self) -> str:
        zone = str(self.cleaned_data["zone"]).strip()
        if zone and zone not in available_timezones():
            raise forms.ValidationError(_("There is no such time zone: choose one of the list."))
        return zone

    def command(self) -> c.Announce:
        return c.Announce(**self.cleaned_data)


def initial(said: Announced) -> dict[str, object]:
    names = ("text", "place", "fee", "contact", "contact_public")
    return {name: getattr(said, name) for name in names} | {"zone": said.zone or settings.TIME_ZONE}


def zones() -> list[str]:
    """Those that are offered; every other can be typed."""
    return sorted(one for one in available_timezones() if one.startswith("Europe/"))

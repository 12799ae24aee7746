"""What somebody fills in to show that another profile is theirs too."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from ..models import USERNAME_LENGTH


class OtherProfileForm(forms.Form):
    username = forms.CharField(
        label=_("Username of the other account"),
        max_length=USERNAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    password = forms.CharField(
        label=_("Password of the other account"), strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "off"})
    )

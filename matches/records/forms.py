"""What somebody who imports records fills in."""

from __future__ import annotations

from typing import IO, Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ..models import Table
from .packed import MAX_UPLOAD, MEGABYTE


class ImportForm(forms.Form):
    """A file, or pasted text; the file counts if both are there."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        required=False,
        help_text=gettext_lazy("It may be packed with gzip (.gz): a thousand matches take some fifty megabytes."),
    )
    text = forms.CharField(
        label=gettext_lazy("Or paste the records"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "class": "code", "autocapitalize": "off"}),
    )
    access = forms.ChoiceField(
        label=gettext_lazy("Who finds the matches"),
        choices=[
            (Table.Access.ANYONE, gettext_lazy("everybody, in the archive")),
            (Table.Access.LINK, gettext_lazy("only people who have the address")),
        ],
    )

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        upload = found.get("file")
        if upload is not None and upload.size > MAX_UPLOAD:
            most = {"most": MAX_UPLOAD // MEGABYTE}
            self.add_error("file", _("The file is longer than %(most)s MB. Split it, and import the parts.") % most)
        elif upload is None and not found.get("text", "").strip() and "text" not in self.errors:
            self.add_error("text", _("Choose a file, or paste records."))
        return found

    @property
    def sent(self) -> bytes | IO[bytes]:
        upload: IO[bytes] | None = self.cleaned_data.get("file")
        return str(self.cleaned_data["text"]).encode() if upload is None else upload

    @property
    def name(self) -> str:
        upload = self.cleaned_data.get("file")
        return "" if upload is None else str(upload.name)

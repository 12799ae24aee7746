"""Forms for card lists."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .commands import MAX_NAME, MAX_NOTE
from .decide import MAX_BYTES
from .models import CardList

ACCESS = (
    (CardList.Access.OWNER, gettext_lazy("Only me")),
    (CardList.Access.LINK, gettext_lazy("Anyone with the link to the list")),
    (CardList.Access.EVERYONE, gettext_lazy("Everyone: all players can see the list")),
)


class VersionForm(forms.Form):
    """A card file, pasted or uploaded; the upload wins if both are given."""

    text = forms.CharField(
        label=gettext_lazy("The card file"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 24, "spellcheck": "false", "class": "code", "autocapitalize": "off"}),
    )
    file = forms.FileField(
        label=gettext_lazy("Or choose a file"),
        required=False,
        widget=forms.ClearableFileInput(attrs={"accept": ".toml,text/plain"}),
    )
    note = forms.CharField(label=gettext_lazy("What is new in this version?"), required=False, max_length=MAX_NOTE)

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        upload: UploadedFile[bytes] | None = found.get("file")
        if upload is not None:
            found["text"] = self._read(upload)
        elif not found.get("text", "").strip() and "text" not in self.errors:
            self.add_error("text", _("Paste a card file, or choose one."))
        return found

    def _read(self, upload: UploadedFile[bytes]) -> str:
        if (upload.size or 0) > MAX_BYTES:
            self.add_error("file", _("The file is longer than %(most)s KB.") % {"most": MAX_BYTES // 1024})
            return ""
        try:
            text: str = upload.read().decode()
        except UnicodeDecodeError:
            self.add_error("file", _("The file is not UTF-8 text."))
            return ""
        return text

    def keep(self, text: str) -> None:
        """Show the text of an uploaded file in the field, so that it can be corrected there."""
        self.data = {**self.data.dict(), "text": text} if isinstance(self.data, QueryDict) else {"text": text}


class ListForm(VersionForm):
    """A new list with its first version."""

    name = forms.CharField(label=gettext_lazy("Name of the list"), max_length=MAX_NAME)
    access = forms.ChoiceField(
        label=gettext_lazy("Who can use it"), choices=ACCESS, initial=CardList.Access.OWNER, widget=forms.RadioSelect
    )
    field_order = ("name", "access", "text", "file", "note")


class NameForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name of the list"), max_length=MAX_NAME)


class AccessForm(forms.Form):
    access = forms.ChoiceField(label=gettext_lazy("Who can use it"), choices=ACCESS, widget=forms.RadioSelect)

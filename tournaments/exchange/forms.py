"""What somebody who imports a tournament fills in."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from elekt_core.registry import game_names
from matches.names import game_title
from tournaments.opening import MAX_TITLE
from tournaments.trf import decode
from web.error_words import Explained

from . import document, trf


class ImportForm(forms.Form):
    """A report file (TRF) or a JSON document, uploaded or pasted; the file counts if both are there."""

    file = forms.FileField(label=gettext_lazy("File"), required=False)
    text = forms.CharField(
        label=gettext_lazy("Or paste its text"),
        required=False,
        strip=False,
        max_length=trf.MAX_LENGTH,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "class": "code", "autocapitalize": "off"}),
    )
    title = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=MAX_TITLE,
        required=False,
        help_text=gettext_lazy("If it should differ from the one in the file."),
    )
    game = forms.ChoiceField(
        label=gettext_lazy("Game"), help_text=gettext_lazy("A report file does not say which; a document does.")
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["game"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(name, game_title(name)) for name in game_names()]

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        upload = found.get("file")
        if upload is not None and upload.size > document.MAX_LENGTH:
            self.add_error("file", _("The file is longer than %(most)s KB.") % {"most": document.MAX_LENGTH // 1024})
        elif upload is not None:
            found["text"] = decode(upload.read())
        elif not found.get("text", "").strip() and "text" not in self.errors:
            self.add_error("text", _("Choose a file, or paste its text."))
        return found

    @property
    def is_document(self) -> bool:
        return str(self.cleaned_data["text"]).lstrip("\ufeff \r\n\t").startswith("{")

    def refuse(self, explained: Explained) -> None:
        self.add_error(None, explained.sentence)

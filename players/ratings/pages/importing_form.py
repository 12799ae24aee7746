"""A page for ratings from elsewhere: an upload or pasted text, what would become of each line, and why some are
refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from web.error_words import explain
from web.errors import BadRequest, Refused

from .. import importing
from ..appending import key_of
from ..elo import shown
from ..events import LadderKey
from ..models import NUMBER_BITS, Correction, Ladder, Rating
from ..naming import Named, people
from ..outcome import PERSON
from . import choosing

LATEST = 20
"""Imports that a page lists."""


class ImportForm(forms.Form):
    on = forms.ChoiceField(
        label=gettext_lazy("Rating list"), help_text=gettext_lazy("A line can name another rating list.")
    )
    file = forms.FileField(
        label=gettext_lazy("File"),
        required=False,
        help_text=gettext_lazy("CSV or JSON, in UTF-8. It replaces the text below."),
    )
    text = forms.CharField(
        label=gettext_lazy("Or paste the lines"),
        required=False,
        strip=False,
        max_length=importing.MAX_LENGTH,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "class": "mono"}),
        help_text=gettext_lazy("The first line has the column names: player, rating, games, date."),
    )
    reason = forms.CharField(
        label=gettext_lazy("Why"),
        max_length=500,
        required=False,
        help_text=gettext_lazy("Everyone can read it next to the change."),
    )

    def __init__(self, choices: Sequence[choosing.Choice], *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.fields["on"].choices = [(choice.on, choice.title) for choice in choices]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        told = dict(super().clean() or {})
        if (sent := told.get("file")) is not None:
            try:
                told["text"] = sent.read(importing.MAX_LENGTH + 1).decode("utf-8-sig")
            except UnicodeDecodeError:
                self.add_error("file", _("This file is not in UTF-8."))
                return told
            # the next page has the lines to look at, for a file cannot be filled in
            self.data = {name: self.data[name] for name in self.data} | {"text": told["text"]}
        if not str(told.get("text") or "").strip():
            self.add_error("text", _("Choose a file, or paste its lines here."))
        return told

    def refuse(self, error: Refused) -> None:
        field = "reason" if error.code in ("bad_reason", "missing_reason") else "text"
        self.add_error(field, explain(error).sentence)


@dataclass(frozen=True, slots=True)
class LineShown:
    """``before`` is None for players without a rating there."""

    line: int
    person: Named
    ladder: str
    before: int | None
    rating: int
    games: int


@dataclass(frozen=True, slots=True)
class RefusedShown:
    line: int
    why: str


@dataclass(frozen=True, slots=True)
class Foreseen:
    """``seen`` identifies what was previewed: only that is imported."""

    taken: list[LineShown]
    refused: list[RefusedShown]
    seen: str

    @property
    def several(self) -> bool:
        """Whether the lines name more than one ladder."""
        return len({one.ladder for one in self.taken}) > 1


def seen(on: str, text: str) -> str:
    return sha256(f"{on}\n{text}".encode()).hexdigest()[:32]


def foreseen(on: str, text: str, ladder: LadderKey) -> Foreseen:
    """Raises Refused if nothing can be read at all."""
    taken, refused = importing.read(text, ladder)
    if not taken and not refused:
        raise BadRequest("nothing_to_import")
    named = people(one.entry.who for one in taken)
    before = _before(taken)
    titles = {key: choosing.title(key) for key in {one.ladder for one in taken}}
    lines = [
        LineShown(
            one.line,
            named[one.entry.who],
            titles[one.ladder],
            before.get((one.ladder, one.entry.who)),
            one.entry.rating,
            one.entry.games,
        )
        for one in taken
    ]
    return Foreseen(lines, [RefusedShown(one.line, explain(one.why).sentence) for one in refused], seen(on, text))


def _before(taken: Sequence[importing.Line]) -> Mapping[tuple[LadderKey, str], int]:
    rows = Rating.objects.filter(who__in={one.entry.who for one in taken}, value__gt=0, games__gt=0)
    return {(key_of(row.ladder), row.who): shown(row.value) for row in rows.select_related("ladder")}


@dataclass(frozen=True, slots=True)
class ImportShown:
    number: int
    at: datetime
    by: str
    reason: str
    lines: int


def latest(ladder: Ladder) -> list[ImportShown]:
    """A ladder's imports in force, the latest first."""
    rows = Correction.objects.filter(kind="ratings_imported", undone=False)
    rows = rows.filter(id__gte=ladder.key(0), id__lt=ladder.pk + 1 << NUMBER_BITS).order_by("-id")[:LATEST]
    named = people({row.actor for row in rows if row.actor.startswith(PERSON)})
    return [
        ImportShown(
            ladder.number(row.pk),
            row.at,
            named[row.actor].name if row.actor in named else "",
            row.reason,
            len(row.data["entries"]),
        )
        for row in rows
    ]

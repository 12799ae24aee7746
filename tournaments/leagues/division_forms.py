"""The lines of a league's form: its divisions, from the top."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from . import ways
from .rules import MAX_DIVISIONS, MAX_MEMBERS, MAX_NAME, Division, Rules

DAY = 24 * 60
DIVISIONS = "divisions"
USUAL_SIZE, USUAL_WAY = 8, "duels"


class DivisionForm(forms.Form):
    """A division. A line without a name is ignored; ``was`` is its place in the current rules."""

    was = forms.IntegerField(required=False, widget=forms.HiddenInput)
    name = forms.CharField(label=_("Name"), max_length=MAX_NAME, required=False)
    size = forms.IntegerField(label=_("Players"), min_value=2, max_value=MAX_MEMBERS, initial=USUAL_SIZE)
    way = forms.ChoiceField(label=_("How it is played"), choices=ways.NAMES, initial=USUAL_WAY)
    rounds = forms.IntegerField(
        label=_("Rounds"),
        min_value=0,
        max_value=50,
        initial=0,
        help_text=_(
            "For a Swiss system; 0: chosen to suit the number of players. Each round is paired at the desk after the "
            "previous one."
        ),
    )
    best = forms.IntegerField(
        label=_("Players in the final"),
        min_value=0,
        max_value=64,
        initial=0,
        help_text=_("The best players of the division play for its first places. 0: no final."),
    )

    days = forms.IntegerField(
        label=_("Own time for a round, in days"),
        min_value=0,
        max_value=366,
        required=False,
        help_text=_("Empty: as in the whole league. 0: rounds are paired and called one after the other."),
    )

    @property
    def is_open(self) -> bool:
        """Whether the folded part has something to show."""
        said = [str(self[name].value() or 0) != "0" for name in ("rounds", "best")]
        own = self["days"].value() not in (None, "")
        return own or any(said) or any(self[name].errors for name in ("rounds", "best", "days"))

    def has_changed(self) -> bool:
        """A line counts if it has a name, even if nothing else changed."""
        return bool(str(self["name"].value() or "").strip())

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if data.get("rounds") and data.get("way") not in (*ways.WITH_ROUNDS, ways.KEPT):
            self.add_error("rounds", _("Only a Swiss system has a number of rounds. Enter 0 here."))
        if data.get("best") and data.get("size") and data["best"] > data["size"]:
            self.add_error("best", _("A final cannot have more players than the division."))
        return data

    def division(self, old: Rules | None) -> Division:
        data = self.cleaned_data
        kept = _kept(old, data["was"])
        window = minutes_of(data["days"], None if kept is None else kept.window_minutes)
        if data["way"] == ways.KEPT and kept is not None:
            return replace(kept, name=data["name"], size=data["size"], window_minutes=window)
        made = ways.division(data["name"], data["size"], data["way"], data["rounds"], data["best"])
        return replace(made, window_minutes=window)


def days_of(minutes: int | None) -> int | None:
    return None if minutes is None else -(-minutes // DAY)


def minutes_of(days: int | None, was: int | None) -> int | None:
    """Minutes set elsewhere are kept as long as they round to the same days."""
    return was if days == days_of(was) else None if days is None else days * DAY


def kept_elsewhere() -> str:
    return gettext("Custom format, set elsewhere")


def _kept(rules: Rules | None, was: int | None) -> Division | None:
    if rules is None or was is None or not 0 <= was < len(rules.divisions):
        return None
    return rules.divisions[was]


class Divisions(forms.BaseFormSet[DivisionForm]):
    """Divisions from the top; at least one. A division may keep a plan that was set elsewhere."""

    old: Rules | None = None

    def add_fields(self, form: DivisionForm, index: int | None) -> None:
        super().add_fields(form, index)
        was = form["was"].value()
        at = int(was) if str(was).isdecimal() and len(str(was)) < 4 else None
        kept = _kept(self.old, at)
        if kept is not None and ways.way_of(kept)[0] == ways.KEPT:
            field = form.fields["way"]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [(ways.KEPT, kept_elsewhere()), *ways.NAMES]

    def clean(self) -> None:
        if not self.named() and not any(self.errors):
            raise forms.ValidationError(gettext("A league has at least one division."))

    def named(self) -> list[DivisionForm]:
        return [form for form in self.forms if form.has_changed()]


DivisionForms = forms.formset_factory(
    DivisionForm, formset=Divisions, extra=0, max_num=MAX_DIVISIONS, validate_max=True
)


def usual() -> list[dict[str, Any]]:
    return [{"name": gettext("Division %(n)s") % {"n": no}} for no in (1, 2)]


def one_more(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The lines as they were sent, plus an empty one."""
    count = str(data.get(f"{DIVISIONS}-TOTAL_FORMS", ""))
    sent = min(int(count) if count.isdecimal() and len(count) < 4 else 0, MAX_DIVISIONS - 1)
    lines = [
        {name: data.get(f"{DIVISIONS}-{at}-{name}", "") for name in DivisionForm.base_fields} for at in range(sent)
    ]
    return [*lines, {"name": gettext("Division %(n)s") % {"n": sent + 1}}]


def lines_of(rules: Rules | None) -> list[dict[str, Any]]:
    assert rules is not None
    lines = []
    for at, one in enumerate(rules.divisions):
        way, rounds = ways.way_of(one)
        best = 0 if way == ways.KEPT else one.best
        line = {"was": at, "name": one.name, "size": one.size, "way": way, "rounds": rounds, "best": best}
        lines.append({**line, "days": days_of(one.window_minutes)})
    return lines

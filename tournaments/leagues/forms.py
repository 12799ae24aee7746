"""What somebody fills in who opens a league or postpones a table."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from elekt_core.contract import Game
from matches import narration
from matches.explain import Explained
from tournaments import plans
from tournaments.formats.contract import Plan
from tournaments.presets import DUEL_TIE_BREAKS, TABLE_TIE_BREAKS
from tournaments.services import LONGEST_TITLE

from .rules import MOST_MEMBERS, Division, Rules

DAY = 24 * 60
DEFAULTS = [
    ("arbiter", _("An arbiter decides")),
    ("forfeit", _("It is lost for those who did not appear")),
]


class LeagueForm(forms.Form):
    """Divisions of one plan; through the API each may have its own."""

    title = forms.CharField(label=_("Name"), max_length=LONGEST_TITLE)
    ruleset = forms.ChoiceField(label=_("Rules"))
    divisions = forms.CharField(
        label=_("Divisions, from the top"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("One on each line, with its size: First division; 8"),
    )
    seats = forms.TypedChoiceField(label=_("At a table"), coerce=int, choices=[(n, str(n)) for n in (2, 3, 4)])
    cycles = forms.TypedChoiceField(
        label=_("Everyone meets everyone"), coerce=int, choices=[(1, _("once")), (2, _("twice"))]
    )
    up = forms.IntegerField(label=_("So many go up"), min_value=0, max_value=20, initial=2)
    down = forms.IntegerField(label=_("So many go down"), min_value=0, max_value=20, initial=2)
    playoff = forms.IntegerField(label=_("So many play off at each border"), min_value=0, max_value=10, initial=0)
    days = forms.IntegerField(
        label=_("Days to play a round in"),
        min_value=0,
        max_value=366,
        initial=14,
        help_text=_("0: rounds are paired and called one after the other."),
    )
    window_default = forms.ChoiceField(label=_("A table that was not played by then"), choices=DEFAULTS)
    place = forms.ChoiceField(
        label=_("Where"), choices=[("table", _("At real tables")), ("online", _("Here, in the browser"))]
    )
    open_entry = forms.BooleanField(label=_("Players sign up themselves"), required=False, initial=True)
    listed = forms.BooleanField(label=_("Listed for everybody"), required=False, initial=True)

    def __init__(self, game: Game[Any], data: Any = None) -> None:
        usual = {"divisions": "\n".join(_now("Division %(n)s") % {"n": no} + "; 8" for no in (1, 2)), "seats": 2}
        super().__init__(data, initial=usual)
        words = game.words(narration.language(), ())
        field = self.fields["ruleset"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(one.name, words.ruleset(one.name)) for one in game.rulesets if len(one.seats) > 1]

    def clean_divisions(self) -> list[tuple[str, int]]:
        found = []
        for number, line in enumerate(self.cleaned_data["divisions"].splitlines(), 1):
            if line.strip():
                name, _separator, size = (part.strip() for part in line.rpartition(";"))
                if not name or not (size.isascii() and size.isdigit()) or not 2 <= int(size[:5]) <= MOST_MEMBERS:
                    raise forms.ValidationError(
                        _("Line %(line)s: a name and a size from 2 to %(most)s, with a semicolon between them."),
                        params={"line": number, "most": MOST_MEMBERS},
                    )
                found.append((name, int(size)))
        return found

    def rules(self) -> Rules:
        data = self.cleaned_data
        duels = data["seats"] == 2
        plan = plans.plain(
            Plan(
                "round_robin",
                data["seats"],
                max(2, data["seats"] - 1),
                tie_breaks=DUEL_TIE_BREAKS if duels else TABLE_TIE_BREAKS,
                settings={"cycles": data["cycles"]},
            )
        )
        return Rules(
            tuple(Division(name, size, plan) for name, size in data["divisions"]),
            data["up"],
            data["down"],
            data["playoff"],
            data["place"] == "online",
            data["days"] * DAY,
            data["window_default"],
        )

    def refuse(self, explained: Explained) -> None:
        field = str(explained.data.get("field", "")).rpartition(".")[2]
        self.add_error(field if field in self.fields else None, explained.sentence)


class PostponeForm(forms.Form):
    until = forms.DateTimeField()
    reason = forms.CharField(required=False, max_length=2000)

    @property
    def moment(self) -> datetime:
        until: datetime = self.cleaned_data["until"]
        return until

"""What an organiser fills in. Everything typed stays where the service refuses it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from elekt_core.contract import Game
from matches import narration
from matches.explain import Explained
from tournaments.presets import PRESETS, Wish
from tournaments.services import LONGEST_TITLE
from tournaments.settings import Settings, StagePlan

PLANS = [
    ("pods", _("Club evening: rounds at tables of 3–4, then a final")),
    ("swiss", _("Swiss system for duels (FIDE Dutch)")),
    ("club_swiss", _("Swiss system for duels, the simple way")),
    ("round_robin", _("Round robin: everyone meets everyone")),
    ("groups", _("Groups, then a knock-out")),
    ("knockout", _("Single elimination")),
    ("double_knockout", _("Double elimination")),
    ("arena", _("Arena: whoever is free plays on, until time is up")),
    ("ladder", _("Ladder: challenges for the better place")),
]
SPEEDS = [("live", _("live")), ("correspondence", _("by correspondence"))]


class NewForm(forms.Form):
    """A tournament out of a preset, in less than a minute; everything can be changed later."""

    title = forms.CharField(label=_("Name"), max_length=LONGEST_TITLE)
    preset = forms.ChoiceField(label=_("How it is played"), widget=forms.RadioSelect, choices=PLANS, initial="pods")
    ruleset = forms.ChoiceField(label=_("Rules"))
    seats = forms.TypedChoiceField(
        label=_("At a table"), coerce=int, widget=forms.RadioSelect, choices=[(n, str(n)) for n in (2, 3, 4)], initial=4
    )
    rounds = forms.IntegerField(label=_("Rounds"), min_value=0, max_value=30, initial=4, required=False)
    best = forms.IntegerField(label=_("How many reach the final"), min_value=0, max_value=64, initial=4, required=False)
    place = forms.ChoiceField(
        label=_("Where"),
        widget=forms.RadioSelect,
        choices=[("table", _("At real tables")), ("online", _("Here, in the browser"))],
        initial="table",
    )
    starts = forms.DateTimeField(
        label=_("Begins"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    open_entry = forms.BooleanField(label=_("Players enter themselves"), required=False, initial=True)
    check_in = forms.BooleanField(label=_("Only who has checked in is paired"), required=False)
    listed = forms.BooleanField(label=_("Listed for everybody"), required=False, initial=True)

    def __init__(self, game: Game[Any], data: Any = None) -> None:
        super().__init__(data)
        self.game = game
        words = game.words(narration.language(), ())
        several = [one for one in game.rulesets if len(one.seats) > 1]
        field = self.fields["ruleset"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(one.name, words.ruleset(one.name)) for one in several]

    def stages(self) -> Sequence[StagePlan]:
        data = self.cleaned_data
        duels = data["preset"] in ("swiss", "club_swiss", "ladder")
        wish = Wish(2 if duels else data["seats"], data["rounds"] or 0, data["best"] or 0)
        return PRESETS[data["preset"]](wish)

    def settings(self) -> Settings:
        data = self.cleaned_data
        starts: datetime | None = data["starts"]
        return replace(
            Settings(),
            online=data["place"] == "online",
            open_entry=data["open_entry"],
            check_in=data["check_in"],
            listed=data["listed"],
            starts=starts.astimezone(UTC).isoformat(timespec="seconds") if starts else "",
        )

    def refuse(self, explained: Explained) -> None:
        """What only the service could find wrong, said where it belongs; all that was filled in stays."""
        field = str(explained.data.get("field", "")).rpartition(".")[2]
        self.add_error(field if field in self.fields else None, explained.sentence)

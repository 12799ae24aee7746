"""The organiser's forms. What was typed stays in the form when the service refuses it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django import forms
from django.utils import formats, timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from elekt_core.contract import Game
from matches.clocks import forms as time_forms
from matches.clocks.forms import TimeFields
from matches.watching import forms as watching_forms
from matches.watching.forms import SpectatorFields
from players.clubs.queries import Line
from tournaments import plans
from tournaments.formats.contract import Plan, Scoring
from tournaments.formats.pods.check import REPEATS, SCORES
from tournaments.opening import MAX_TITLE
from tournaments.presets import PRESETS, Wish
from tournaments.settings import LATE, OPTIONS, TIMES, Settings, StagePlan
from tournaments.state import State
from tournaments.tie_breaks import titles
from tournaments.tie_breaks.families import FAMILIES
from web import languages, setting_fields
from web.error_words import Explained
from web.setting_fields import asks

PLANS = [
    ("pods", _("Club evening: rounds at tables of 3–4, then a final")),
    ("swiss", _("Swiss system for duels (FIDE Dutch)")),
    ("club_swiss", _("Swiss system for duels, simplified")),
    ("round_robin", _("Round robin: everyone meets everyone")),
    ("groups", _("Groups, then a knock-out")),
    ("knockout", _("Single elimination")),
    ("double_knockout", _("Double elimination")),
    ("arena", _("Arena: free players are paired again and again until time is up")),
    ("ladder", _("Ladder: players challenge those above them")),
]
FOR_DUELS = ("swiss", "club_swiss", "ladder")
WITH_ROUNDS = ("pods", "swiss", "club_swiss")
WITH_FINAL = ("pods", "swiss", "club_swiss", "round_robin")
SIZES = (2, 3, 4)
MAX_LIST = 200


FIRST = [
    (
        SCORES,
        _("Equal scores: tables are filled from the top, leaders at table 1; some players may meet again"),
    ),
    (
        REPEATS,
        _("New opponents: nobody meets anybody twice if that can be avoided; leaders may sit apart"),
    ),
]


class PointsField(forms.CharField):
    """Points by place, first place first, such as ``3 2 1 0``: a tuple of half-points, ``()`` if left empty."""

    def __init__(self, size: int) -> None:
        self.size = size
        super().__init__(label=_points_label(size), required=False, max_length=40)

    def clean(self, value: Any) -> Any:
        text = super().clean(value).replace(",", ".")
        try:
            worth = [2 * Fraction(part) for part in text.split()]
        except (ValueError, ZeroDivisionError):
            worth = [Fraction(1, 3)]
        if any(one.denominator != 1 for one in worth) or len(worth) not in (0, self.size):
            raise forms.ValidationError(
                _("%(size)s numbers, whole or with .5, starting with first place: %(example)s"),
                params={"size": self.size, "example": points_text(Scoring().by_place[self.size])},
            )
        return tuple(int(one) for one in worth)


def _points_label(size: int) -> Any:
    return {
        2: _("Points by place in a duel"),
        3: _("Points by place at a table of 3"),
        4: _("Points by place at a table of 4"),
    }[size]


def points_text(worth: Sequence[int]) -> str:
    return " ".join(f"{Fraction(one, 2)}" if one % 2 == 0 else f"{one / 2:g}" for one in worth)


class TieBreaksField(forms.CharField):
    """Abbreviations of tie-breaks, as a tuple in the order in which they decide. The service refuses unknown ones by
    name.
    """

    def __init__(self) -> None:
        super().__init__(
            label=_("Tie-breaks, in order of priority"),
            required=False,
            max_length=MAX_LIST,
            widget=forms.TextInput(
                attrs={"list": "tie-breaks-known", "spellcheck": "false", "autocapitalize": "characters"}
            ),
        )

    def clean(self, value: Any) -> Any:
        return tuple(super().clean(value).upper().replace(",", " ").replace(";", " ").split())


def tie_breaks_known() -> list[tuple[str, str]]:
    """Abbreviation and title of each tie-break, for the browser's suggestions and the help below the field."""
    return [(code, titles.title(code)) for code in FAMILIES if code != "PTS"]


@asks(Settings)
class SettingsFields(TimeFields, SpectatorFields):
    """How a tournament is run, whatever stages it has."""

    def settings(self, before: Settings | None = None) -> Settings:
        time = time_forms.changed(before.time if before else None, self.cleaned_data)
        said = setting_fields.read(Settings, self.cleaned_data) | {
            "time": time,
            "spectators": watching_forms.changed(before.spectators if before else None, self.cleaned_data),
        }
        return Settings(**said) if before is None else replace(before, **said)

    def clean(self) -> dict[str, Any]:
        self.check_time()
        self.check_spectators()
        return self.cleaned_data

    @property
    def times(self) -> list[forms.BoundField]:
        return setting_fields.part(self, Settings, TIMES)

    @property
    def late(self) -> list[forms.BoundField]:
        return setting_fields.part(self, Settings, LATE)

    @property
    def options(self) -> list[forms.BoundField]:
        return setting_fields.part(self, Settings, OPTIONS)

    def refuse(self, explained: Explained) -> None:
        """Show beside its field what only the service could refuse; everything typed stays."""
        field = str(explained.data.get("field", "")).rpartition(".")[2]
        self.add_error(field if field in self.fields else None, explained.sentence)


def offer_clubs(form: forms.Form, offered: Sequence[Line]) -> None:
    """Offer the clubs that may hold the tournament; without any, the choice is left out."""
    field = form.fields["club"]
    assert isinstance(field, forms.ChoiceField)
    field.choices = [("", _("none")), *((str(line.id), line.name) for line in offered)]
    if not offered:
        del form.fields["club"]


class NewForm(SettingsFields):
    """A tournament from a preset, in less than a minute; everything can be changed later."""

    title = forms.CharField(label=_("Name"), max_length=MAX_TITLE)
    preset = forms.ChoiceField(label=_("How it is played"), widget=forms.RadioSelect, choices=PLANS, initial="pods")
    ruleset = forms.ChoiceField(label=_("Rules"))
    seats = forms.TypedChoiceField(
        label=_("At a table"), coerce=int, widget=forms.RadioSelect, choices=[(n, str(n)) for n in SIZES], initial=4
    )
    rounds = forms.IntegerField(
        label=_("Rounds (0: chosen to suit the number of players)"),
        min_value=0,
        max_value=30,
        initial=4,
        required=False,
    )
    best = forms.IntegerField(
        label=_("How many reach the final (0: no final)"), min_value=0, max_value=64, initial=4, required=False
    )
    first = forms.ChoiceField(
        label=_("What comes first at tables of 3–4"),
        widget=forms.RadioSelect,
        choices=FIRST,
        initial=SCORES,
        required=False,
    )
    tie_breaks = TieBreaksField()
    points_2 = PointsField(2)
    points_3 = PointsField(3)
    points_4 = PointsField(4)

    FILLED_IN = ("preset", "seats", "rounds", "best", "club", "place", "capacity")
    """What an address may bring along, such as the planner's."""

    def __init__(
        self, game: Game[Any], clubs: Sequence[Line], data: Any = None, filled_in: Mapping[str, str] | None = None
    ) -> None:
        today = formats.date_format(timezone.localtime(), "DATE_FORMAT")
        brought = {name: filled_in[name][:40] for name in self.FILLED_IN if filled_in and name in filled_in}
        super().__init__(data, initial={"title": gettext("Club evening, %(date)s") % {"date": today}, **brought})
        offer_clubs(self, clubs)
        self.game = game
        words = game.words(languages.current(), ())
        several = [one for one in game.current if len(one.seats) > 1]
        field = self.fields["ruleset"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(one.name, words.ruleset(one.name)) for one in several]

    @property
    def points_fields(self) -> list[tuple[int, forms.BoundField]]:
        return [(size, self[f"points_{size}"]) for size in SIZES]

    @property
    def more(self) -> bool:
        """Whether one of the further settings, which are folded away by default, has an error."""
        points = (field for _size, field in self.points_fields)
        folded = [self["tie_breaks"], *points, *self.times, *self.late, self["time"], self["flag"]]
        return any(field.errors for field in folded)

    def stages(self) -> Sequence[StagePlan]:
        data = self.cleaned_data
        seats = 2 if data["preset"] in FOR_DUELS else data["seats"]
        wish = Wish(seats, data["rounds"] or 0, data["best"] or 0, first=data["first"] or SCORES)
        first, *rest = PRESETS[data["preset"]](wish)
        points = {size: data[f"points_{size}"] for size in SIZES}
        return [changed(first, points, data["tie_breaks"]), *rest]


def changed(stage: StagePlan, points: Mapping[int, Sequence[int]], tie_breaks: Sequence[str], **more: Any) -> StagePlan:
    """The stage with the typed points and tie-breaks; ``()`` leaves them as they are."""
    plan = plans.read(stage.plan)
    by_place = {**plan.scoring.by_place, **{size: tuple(worth) for size, worth in points.items() if worth}}
    plan = replace(plan, scoring=replace(plan.scoring, by_place=by_place), **more)
    return replace(stage, plan=plans.plain(replace(plan, tie_breaks=tuple(tie_breaks)) if tie_breaks else plan))


class SettingsForm(SettingsFields):
    """What can be changed in a tournament that is already open."""

    title = forms.CharField(label=_("Name"), max_length=MAX_TITLE)

    def __init__(self, state: State, clubs: Sequence[Line], data: Any = None) -> None:
        settings = state.settings
        filled_in = {"title": state.title, **setting_fields.shown(settings), **time_forms.shown(settings.time)}
        filled_in |= watching_forms.shown(settings.spectators)
        super().__init__(data, initial=filled_in)
        self.fields["rated"].choices = [("yes", _("yes")), ("no", _("no"))]  # type: ignore[attr-defined]
        offer_clubs(self, clubs)


class StageForm(forms.Form):
    """What can be changed in a stage that has not begun."""

    rounds = forms.IntegerField(
        label=_("Rounds (0: chosen to suit the number of players)"), min_value=0, max_value=30, required=False
    )
    best = forms.IntegerField(
        label=_("How many advance from the previous stage"), min_value=1, max_value=64, required=False
    )
    first = forms.ChoiceField(label=_("What comes first at tables of 3–4"), choices=FIRST, required=False)
    tie_breaks = TieBreaksField()
    points_2 = PointsField(2)
    points_3 = PointsField(3)
    points_4 = PointsField(4)

    def __init__(self, stage: StagePlan, data: Any = None) -> None:
        self.stage = stage
        self.plan: Plan = plans.read(stage.plan)
        by_place = self.plan.scoring.by_place
        initial: dict[str, Any] = {f"points_{size}": points_text(by_place.get(size, ())) for size in SIZES}
        initial |= {"rounds": self.plan.rounds, "best": stage.source.best, "tie_breaks": " ".join(self.plan.tie_breaks)}
        initial["first"] = self.plan.settings.get("first", REPEATS)
        super().__init__(data, initial=initial, prefix=stage.key, auto_id="id_%s")
        for size in SIZES:
            if not self.plan.least <= size <= self.plan.seats:
                del self.fields[f"points_{size}"]
        if not stage.source.stage:
            del self.fields["best"]
        if self.plan.format not in ("pods", "dutch", "club_swiss"):
            del self.fields["rounds"]
        if self.plan.format != "pods":
            del self.fields["first"]

    def stages(self) -> StagePlan:
        data = self.cleaned_data
        points = {size: data.get(f"points_{size}", ()) for size in SIZES}
        more: dict[str, Any] = {"rounds": data["rounds"] or 0} if "rounds" in data else {}
        if data.get("first") and data["first"] != self.initial["first"]:
            more["settings"] = {**self.plan.settings, "first": data["first"]}
        source = self.stage.source
        if data.get("best"):
            source = replace(source, best=data["best"])
        return replace(changed(self.stage, points, data["tie_breaks"], **more), source=source)


@dataclass(frozen=True, slots=True)
class Officer:
    """Give a role to somebody who runs the tournament."""

    id: Any
    name: str
    role: str

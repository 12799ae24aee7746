"""What somebody fills in who opens a league, changes what is agreed in it, or postpones a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from elekt_core.contract import Game
from matches import narration
from matches.explain import Explained
from players.clubs.queries import Line
from tournaments.desk.forms import offer_clubs
from tournaments.services import LONGEST_TITLE

from . import ways
from .events import LeagueChanged
from .rules import BORDER, LONGEST_NAME, MOST_DIVISIONS, MOST_MEMBERS, Division, Rules
from .state import League

DAY = 24 * 60
DIVISIONS = "divisions"
USUAL_SIZE, USUAL_WAY = 8, "duels"
DEFAULTS = [
    ("arbiter", _("An arbiter decides")),
    ("forfeit", _("It is lost for those who did not appear")),
]


class DivisionForm(forms.Form):
    """A division. A line without a name is none; ``was`` is its place in what is agreed so far."""

    was = forms.IntegerField(required=False, widget=forms.HiddenInput)
    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME, required=False)
    size = forms.IntegerField(label=_("Players"), min_value=2, max_value=MOST_MEMBERS, initial=USUAL_SIZE)
    way = forms.ChoiceField(label=_("How it is played"), choices=ways.NAMES, initial=USUAL_WAY)
    rounds = forms.IntegerField(
        label=_("Rounds"),
        min_value=0,
        max_value=50,
        initial=0,
        help_text=_("Of a Swiss system; 0: as many as suit. Each round is paired at the desk when the last is over."),
    )
    best = forms.IntegerField(
        label=_("So many play a final"),
        min_value=0,
        max_value=64,
        initial=0,
        help_text=_("The best of the division, for its first places. 0: no final."),
    )

    days = forms.IntegerField(
        label=_("Days of its own to play a round in"),
        min_value=0,
        max_value=366,
        required=False,
        help_text=_("Empty: as in the whole league. 0: rounds are paired and called one after the other."),
    )

    @property
    def is_open(self) -> bool:
        """Whether what is folded in has something to show."""
        said = [str(self[name].value() or 0) != "0" for name in ("rounds", "best")]
        own = self["days"].value() not in (None, "")
        return own or any(said) or any(self[name].errors for name in ("rounds", "best", "days"))

    def has_changed(self) -> bool:
        """A line is there by its name, whatever else stands as it was."""
        return bool(str(self["name"].value() or "").strip())

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if data.get("rounds") and data.get("way") not in (*ways.WITH_ROUNDS, ways.KEPT):
            self.add_error("rounds", _("Only a Swiss system has a number of rounds. Say 0 here."))
        if data.get("best") and data.get("size") and data["best"] > data["size"]:
            self.add_error("best", _("A final has no more players than the division."))
        return data

    def division(self, old: Rules | None) -> Division:
        data = self.cleaned_data
        kept = _kept(old, data["was"])
        window = _minutes(data["days"], None if kept is None else kept.window_minutes)
        if data["way"] == ways.KEPT and kept is not None:
            return replace(kept, name=data["name"], size=data["size"], window_minutes=window)
        made = ways.division(data["name"], data["size"], data["way"], data["rounds"], data["best"])
        return replace(made, window_minutes=window)


def _days(minutes: int | None) -> int | None:
    return None if minutes is None else -(-minutes // DAY)


def _minutes(days: int | None, was: int | None) -> int | None:
    """What is agreed in minutes elsewhere stays as long as the days say the same."""
    return was if days == _days(was) else None if days is None else days * DAY


def _kept_elsewhere() -> str:
    return gettext("As it was agreed elsewhere")


def _kept(rules: Rules | None, was: int | None) -> Division | None:
    if rules is None or was is None or not 0 <= was < len(rules.divisions):
        return None
    return rules.divisions[was]


class _Divisions(forms.BaseFormSet[DivisionForm]):
    """From the top; at least one. A division may keep a plan that was agreed elsewhere."""

    old: Rules | None = None

    def add_fields(self, form: DivisionForm, index: int | None) -> None:
        super().add_fields(form, index)
        was = form["was"].value()
        at = int(was) if str(was).isdecimal() and len(str(was)) < 4 else None
        kept = _kept(self.old, at)
        if kept is not None and ways.way_of(kept)[0] == ways.KEPT:
            field = form.fields["way"]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [(ways.KEPT, _kept_elsewhere()), *ways.NAMES]

    def clean(self) -> None:
        if not self.named() and not any(self.errors):
            raise forms.ValidationError(gettext("A league has at least one division."))

    def named(self) -> list[DivisionForm]:
        return [form for form in self.forms if form.has_changed()]


_FormSet = forms.formset_factory(DivisionForm, formset=_Divisions, extra=0, max_num=MOST_DIVISIONS, validate_max=True)


class LeagueForm(forms.Form):
    """What is agreed in a league; ``divisions`` are forms of their own.

    ``more`` among the data asks for another division; nothing else is done then, and nothing is lost.
    """

    title = forms.CharField(label=_("Name"), max_length=LONGEST_TITLE)
    ruleset = forms.ChoiceField(label=_("Rules"))
    place = forms.ChoiceField(
        label=_("Where"), choices=[("table", _("At real tables")), ("online", _("Here, in the browser"))]
    )
    up = forms.IntegerField(label=_("So many go up"), min_value=0, max_value=20, initial=2)
    down = forms.IntegerField(label=_("So many go down"), min_value=0, max_value=20, initial=2)
    playoff = forms.IntegerField(label=_("So many play off at each border"), min_value=0, max_value=10, initial=0)
    playoff_way = forms.ChoiceField(
        label=_("How the play-offs are played"), choices=ways.BORDER_NAMES, initial=ways.SUITING, required=False
    )
    playoff_games = forms.IntegerField(
        label=_("Best of how many games"),
        min_value=1,
        max_value=99,
        initial=1,
        required=False,
        help_text=_("Of a knock-out. Who is level keeps the place in the upper division."),
    )
    playoff_rounds = forms.IntegerField(
        label=_("Rounds of a play-off"),
        min_value=0,
        max_value=50,
        initial=0,
        required=False,
        help_text=_("Of a Swiss system; 0: as many as suit."),
    )
    days = forms.IntegerField(
        label=_("Days to play a round in"),
        min_value=0,
        max_value=366,
        initial=14,
        help_text=_("0: rounds are paired and called one after the other."),
    )
    window_default = forms.ChoiceField(label=_("A table that was not played by then"), choices=DEFAULTS)
    open_entry = forms.BooleanField(label=_("Players sign up themselves"), required=False, initial=True)
    listed = forms.BooleanField(label=_("Listed for everybody"), required=False, initial=True)
    club = forms.ChoiceField(label=_("Club"), required=False)

    def __init__(
        self, game: Game[Any], data: Any = None, league: League | None = None, clubs: Sequence[Line] = ()
    ) -> None:
        """``league``: to change what is agreed there. The game's rules stay. ``clubs``: whose league it may be."""
        self.old = None if league is None else league.rules
        initial, lines = (None, _usual()) if league is None else (_initial(league), _lines_of(self.old))
        if data is not None and "more" in data:
            initial, lines, data = {name: data.get(name) for name in self.base_fields}, _one_more(data), None
        super().__init__(data, initial=initial)
        offer_clubs(self, clubs)
        made = type("Divisions", (_FormSet,), {"old": self.old})
        self.divisions = made(data, initial=lines, prefix=DIVISIONS)
        if self.old is not None:
            del self.fields["ruleset"]
            self._keep_border(self.old)
            return
        words = game.words(narration.language(), ())
        field = self.fields["ruleset"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(one.name, words.ruleset(one.name)) for one in game.rulesets if len(one.seats) > 1]

    def _keep_border(self, old: Rules) -> None:
        field = self.fields["playoff_way"]
        assert isinstance(field, forms.ChoiceField)
        if ways.border_of(old.border).way == ways.KEPT:
            field.choices = [(ways.KEPT, _kept_elsewhere()), *ways.BORDER_NAMES]

    def is_valid(self) -> bool:
        return all([super().is_valid(), self.divisions.is_valid()])

    @property
    def basics(self) -> list[forms.BoundField]:
        return self.part("title", "ruleset", "place")

    def part(self, *names: str) -> list[forms.BoundField]:
        return [self[name] for name in names if name in self.fields]

    @property
    def parts(self) -> list[tuple[str, list[forms.BoundField], bool]]:
        """What is folded in: its heading, its fields, and whether one of them is wrong."""
        parts = [
            (
                gettext("Up and down"),
                self.part("up", "down", "playoff", "playoff_way", "playoff_games", "playoff_rounds"),
            ),
            (gettext("Time for the tables"), self.part("days", "window_default")),
            (gettext("Who signs up, who sees it"), self.part("open_entry", "listed", "club")),
        ]
        return [(title, fields, any(field.errors for field in fields)) for title, fields in parts]

    @property
    def status(self) -> int:
        """Of the answer that shows the form."""
        return 422 if self.is_bound else 200

    def agreed(self) -> dict[str, Any]:
        """What ``services`` are told of it."""
        said = ("title", "listed", "open_entry", "club")
        return {"rules": self.rules()} | {name: self.cleaned_data[name] for name in said if name in self.cleaned_data}

    def rules(self) -> Rules:
        data = self.cleaned_data
        return Rules(
            tuple(line.division(self.old) for line in self.divisions.named()),
            data["up"],
            data["down"],
            data["playoff"],
            data["place"] == "online",
            _minutes(data["days"], None if self.old is None else self.old.window_minutes) or 0,
            data["window_default"],
            self._border(),
        )

    def _border(self) -> Mapping[str, Any]:
        data = self.cleaned_data
        if data["playoff_way"] == ways.KEPT and self.old is not None:
            return self.old.border
        way = data["playoff_way"] or ways.SUITING
        return ways.Border(way, data["playoff_games"] or 1, data["playoff_rounds"] or 0).plan()

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        way = data.get("playoff_way")
        if (data.get("playoff_games") or 1) > 1 and way not in (ways.KNOCK_OUT, ways.KEPT):
            self.add_error("playoff_games", gettext("Only a knock-out is the best of several games. Say 1 here."))
        if data.get("playoff_rounds") and way not in (*ways.WITH_ROUNDS, ways.KEPT):
            self.add_error("playoff_rounds", gettext("Only a Swiss system has a number of rounds. Say 0 here."))
        return data

    def refuse(self, explained: Explained) -> None:
        of, _dot, field = str(explained.data.get("field", "")).rpartition(".")
        if BORDER in (of.partition(".")[0], field):
            field = "playoff_way"
        self.add_error(field if field in self.fields else None, explained.sentence)


def in_words(before: League, change: LeagueChanged, clubs: Mapping[str, str]) -> list[str]:
    """What a change changes, as the form calls it: "So many go up: 1 → 2". ``clubs`` are the names of those that list
    themselves, by id."""
    after = replace(before, title=change.title, rules=change.rules, listed=change.listed, open_entry=change.open_entry)
    old, new = _initial(before), _initial(after)
    told = [
        f"{field.label}: {_shown(field, old[name])} → {_shown(field, new[name])}"
        for name, field in LeagueForm.base_fields.items()
        if name in old and name != "club" and old[name] != new[name]
    ]
    if before.club != change.club:
        unlisted = gettext("a club that is not listed")
        was, now = (clubs.get(club, unlisted) if club else "–" for club in (before.club, change.club))
        told.append(f"{LeagueForm.base_fields['club'].label}: {was} → {now}")
    assert before.rules is not None
    was, now = (", ".join(map(_told, rules.divisions)) for rules in (before.rules, change.rules))
    if was != now:
        told.append(gettext("Divisions: %(before)s → %(after)s") % {"before": was, "after": now})
    old_plans, new_plans = (
        [*(one.plan for one in rules.divisions), *(one.final for one in rules.divisions), rules.border]
        for rules in (before.rules, change.rules)
    )
    return told or [
        gettext("The plans of divisions or play-offs were changed.")
        if old_plans != new_plans
        else gettext("Nothing was changed.")
    ]


def _told(one: Division) -> str:
    """As the form has it: "First (8; Duels: Swiss system; rounds: 5; final: 4)"."""
    way, rounds = ways.way_of(one)
    names = {key: str(label) for _group, choices in ways.NAMES for key, label in choices}
    said = [str(one.size), names.get(way, "")]
    said.append(gettext("rounds: %(n)s") % {"n": rounds} if rounds else "")
    said.append(gettext("final: %(n)s") % {"n": one.best} if one.best else "")
    days = _days(one.window_minutes)
    said.append("" if days is None else gettext("days for a round: %(n)s") % {"n": days})
    return f"{one.name} ({'; '.join(filter(None, said))})"


def _shown(field: forms.Field, value: Any) -> str:
    if isinstance(field, forms.BooleanField):
        return gettext("yes") if value else gettext("no")
    if value == ways.KEPT:
        return _kept_elsewhere()
    for key, label in getattr(field, "choices", ()):
        for one, name in label if isinstance(label, list) else [(key, label)]:
            if one == value:
                return str(name)
    return str(value)


def _usual() -> list[dict[str, Any]]:
    return [{"name": gettext("Division %(n)s") % {"n": no}} for no in (1, 2)]


def _one_more(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The lines as they were sent, and another one."""
    count = str(data.get(f"{DIVISIONS}-TOTAL_FORMS", ""))
    sent = min(int(count) if count.isdecimal() and len(count) < 4 else 0, MOST_DIVISIONS - 1)
    lines = [
        {name: data.get(f"{DIVISIONS}-{at}-{name}", "") for name in DivisionForm.base_fields} for at in range(sent)
    ]
    return [*lines, {"name": gettext("Division %(n)s") % {"n": sent + 1}}]


def _lines_of(rules: Rules | None) -> list[dict[str, Any]]:
    assert rules is not None
    lines = []
    for at, one in enumerate(rules.divisions):
        way, rounds = ways.way_of(one)
        best = 0 if way == ways.KEPT else one.best
        line = {"was": at, "name": one.name, "size": one.size, "way": way, "rounds": rounds, "best": best}
        lines.append({**line, "days": _days(one.window_minutes)})
    return lines


def _initial(league: League) -> dict[str, Any]:
    rules = league.rules
    assert rules is not None
    border = ways.border_of(rules.border)
    return {
        "title": league.title,
        "up": rules.up,
        "down": rules.down,
        "playoff": rules.playoff,
        "playoff_way": border.way,
        "playoff_games": border.games,
        "playoff_rounds": border.rounds,
        "days": _days(rules.window_minutes),
        "window_default": rules.window_default,
        "place": "online" if rules.online else "table",
        "open_entry": league.open_entry,
        "listed": league.listed,
        "club": league.club,
    }


class PostponeForm(forms.Form):
    until = forms.DateTimeField()
    reason = forms.CharField(required=False, max_length=2000)

    @property
    def moment(self) -> datetime:
        until: datetime = self.cleaned_data["until"]
        return until

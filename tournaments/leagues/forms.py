"""Forms for opening a league, changing its rules, and postponing a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from elekt_core.contract import Game
from matches.clocks import forms as time_forms
from matches.clocks.forms import TimeFields
from matches.watching import forms as watching_forms
from matches.watching.forms import SpectatorFields
from players.clubs.queries import Line
from tournaments.desk.forms import offer_clubs
from tournaments.opening import MAX_TITLE
from tournaments.settings import WINDOWS
from web import languages, setting_fields
from web.error_words import Explained
from web.setting_fields import asks

from . import commands as c
from . import ways
from .division_forms import DIVISIONS, DivisionForms, days_of, kept_elsewhere, lines_of, minutes_of, one_more, usual
from .rules import BORDER, MOVING, Rules
from .state import League


@asks(Rules)
class LeagueForm(TimeFields, SpectatorFields):
    """The rules of a league; ``divisions`` are forms of their own.

    ``more`` among the data asks for another division; nothing else is done then, and nothing is lost.
    """

    title = forms.CharField(label=_("Name"), max_length=MAX_TITLE)
    ruleset = forms.ChoiceField(label=_("Rules"))
    playoff_way = forms.ChoiceField(
        label=_("How the play-offs are played"), choices=ways.BORDER_NAMES, initial=ways.SUITING, required=False
    )
    playoff_games = forms.IntegerField(
        label=_("Best of how many games"),
        min_value=1,
        max_value=99,
        initial=1,
        required=False,
        help_text=_("For a knock-out. After a tie, the player from the upper division keeps the place."),
    )
    playoff_rounds = forms.IntegerField(
        label=_("Rounds of a play-off"),
        min_value=0,
        max_value=50,
        initial=0,
        required=False,
        help_text=_("For a Swiss system; 0: chosen to suit the number of players."),
    )
    days = forms.IntegerField(
        label=_("Days to play a round in"),
        min_value=0,
        max_value=366,
        initial=14,
        help_text=_("0: rounds are paired and called one after the other."),
    )
    open_entry = forms.BooleanField(label=_("Players enter the league themselves"), required=False, initial=True)
    listed = forms.BooleanField(label=_("Listed for everybody"), required=False, initial=True)
    club = forms.ChoiceField(label=_("Club"), required=False)

    def __init__(
        self, game: Game[Any], data: Any = None, league: League | None = None, clubs: Sequence[Line] = ()
    ) -> None:
        """``league``: the one whose rules are changed; its game's rules stay. ``clubs``: those that may own it."""
        self.old = None if league is None else league.rules
        initial, lines = (None, usual()) if league is None else (filled_in(league), lines_of(self.old))
        if data is not None and "more" in data:
            initial, lines, data = {name: data.get(name) for name in self.base_fields}, one_more(data), None
        super().__init__(data, initial=initial)
        offer_clubs(self, clubs)
        made = type("Divisions", (DivisionForms,), {"old": self.old})
        self.divisions = made(data, initial=lines, prefix=DIVISIONS)
        if self.old is not None:
            del self.fields["ruleset"]
            self._keep_border(self.old)
            return
        words = game.words(languages.current(), ())
        field = self.fields["ruleset"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(one.name, words.ruleset(one.name)) for one in game.current if len(one.seats) > 1]

    def _keep_border(self, old: Rules) -> None:
        field = self.fields["playoff_way"]
        assert isinstance(field, forms.ChoiceField)
        if ways.border_of(old.border).way == ways.KEPT:
            field.choices = [(ways.KEPT, kept_elsewhere()), *ways.BORDER_NAMES]

    def is_valid(self) -> bool:
        return all([super().is_valid(), self.divisions.is_valid()])

    @property
    def basics(self) -> list[forms.BoundField]:
        return self.part("title", "ruleset", "place")

    def part(self, *names: str) -> list[forms.BoundField]:
        return [self[name] for name in names if name in self.fields]

    @property
    def parts(self) -> list[tuple[str, list[forms.BoundField], bool]]:
        """The folded parts: heading, fields, and whether one of the fields has an error."""
        parts = [
            (
                gettext("Promotion and relegation"),
                setting_fields.part(self, Rules, MOVING) + self.part("playoff_way", "playoff_games", "playoff_rounds"),
            ),
            (gettext("Time limits"), self.part("days") + setting_fields.part(self, Rules, WINDOWS)),
            (gettext("Entry and visibility"), self.part("open_entry", "listed", "club")),
        ]
        return [(title, fields, any(field.errors for field in fields)) for title, fields in parts]

    @property
    def status(self) -> int:
        """The HTTP status of the response that shows the form."""
        return 422 if self.is_bound else 200

    def opening(self, game: str) -> c.OpenLeague:
        data = self.cleaned_data
        said = {name: data[name] for name in ("listed", "open_entry", "club") if name in data}
        return c.OpenLeague(data["title"], game, self.rules(), data["ruleset"], **said)

    def change(self) -> c.ChangeLeague:
        data = self.cleaned_data
        return c.ChangeLeague(data["title"], self.rules(), data["listed"], data["open_entry"], data.get("club"))

    def rules(self) -> Rules:
        data = self.cleaned_data
        return Rules(
            tuple(line.division(self.old) for line in self.divisions.named()),
            window_minutes=minutes_of(data["days"], None if self.old is None else self.old.window_minutes) or 0,
            border=self._border(),
            time=time_forms.changed(None if self.old is None else self.old.time, data),
            spectators=watching_forms.changed(None if self.old is None else self.old.spectators, data),
            **setting_fields.read(Rules, data),
        )

    def _border(self) -> Mapping[str, Any]:
        data = self.cleaned_data
        if data["playoff_way"] == ways.KEPT and self.old is not None:
            return self.old.border
        way = data["playoff_way"] or ways.SUITING
        return ways.Border(way, data["playoff_games"] or 1, data["playoff_rounds"] or 0).plan()

    def clean(self) -> dict[str, Any]:
        self.check_time()
        self.check_spectators()
        data = self.cleaned_data
        way = data.get("playoff_way")
        if (data.get("playoff_games") or 1) > 1 and way not in (ways.KNOCK_OUT, ways.KEPT):
            self.add_error("playoff_games", gettext("Only a knock-out can be the best of several games. Enter 1 here."))
        if data.get("playoff_rounds") and way not in (*ways.WITH_ROUNDS, ways.KEPT):
            self.add_error("playoff_rounds", gettext("Only a Swiss system has a number of rounds. Enter 0 here."))
        return data

    def refuse(self, explained: Explained) -> None:
        of, _dot, field = str(explained.data.get("field", "")).rpartition(".")
        if BORDER in (of.partition(".")[0], field):
            field = "playoff_way"
        self.add_error(field if field in self.fields else None, explained.sentence)


def filled_in(league: League) -> dict[str, Any]:
    """The rules as the form shows them, without the divisions."""
    rules = league.rules
    assert rules is not None
    border = ways.border_of(rules.border)
    return {
        "title": league.title,
        **setting_fields.shown(rules),
        **time_forms.shown(rules.time),
        **watching_forms.shown(rules.spectators),
        "playoff_way": border.way,
        "playoff_games": border.games,
        "playoff_rounds": border.rounds,
        "days": days_of(rules.window_minutes),
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

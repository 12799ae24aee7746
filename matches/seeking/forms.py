"""The form by which somebody looks for a rated match."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from elekt_core.registry import get_game

from .. import names
from ..clocks.controls import PRESETS
from ..clocks.forms import told
from ..games import usual_game
from .challenge_terms import ChallengePlayer
from .terms import MAX_SEATS, MIN_SEATS, RANGES, SeekMatch, offered, sizes

ANYBODY = 0


class SeekForm(forms.Form):
    """What somebody wants to play: every field has an answer to begin with."""

    rules = forms.ChoiceField(label=_("Game"))
    seats = forms.TypedChoiceField(
        label=_("Seats"),
        coerce=int,
        widget=forms.RadioSelect,
        choices=[(n, str(n)) for n in range(MIN_SEATS, MAX_SEATS + 1)],
        initial=MIN_SEATS,
    )
    control = forms.ChoiceField(
        label=_("Time"),
        widget=forms.RadioSelect,
        choices=[(name, told(control)) for name, control in PRESETS.items()],
        initial="rapid",
    )
    widest = forms.TypedChoiceField(
        label=_("Opponents"), coerce=int, widget=forms.RadioSelect, initial=ANYBODY, required=False
    )
    bots = forms.BooleanField(
        label=_("Fill the table with bots after a minute"),
        help_text=_(
            "Only in live play. A match with a bot counts on the rating list of matches with bots, and moves no rating "
            "among people."
        ),
        required=False,
    )

    def __init__(self, data: Any = None, initial: Any = None) -> None:
        asked = {key: value for key, value in (initial or {}).items() if value}
        super().__init__(data, initial=asked)
        self._choices("rules", rules_offered())
        far = [(n, gettext("within %(n)s points") % {"n": n}) for n in RANGES]
        self._choices("widest", [(ANYBODY, gettext("the nearest, at last anybody")), *far])

    def _choices(self, name: str, choices: list[tuple[Any, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if "rules" in data and "seats" in data:
            game, _slash, ruleset = data["rules"].partition("/")
            possible = sizes(get_game(game).ruleset(ruleset))
            if data["seats"] not in possible:
                told = ", ".join(map(str, possible))
                self.add_error("seats", gettext("Choose how many seats: %(sizes)s.") % {"sizes": told})
        return data

    def command(self) -> SeekMatch:
        """Call only if the form is valid."""
        data = self.cleaned_data
        game, _slash, ruleset = data["rules"].partition("/")
        wanted = {name: data[name] for name in ("seats", "control", "bots")}
        return SeekMatch(game=game, ruleset=ruleset, widest=data["widest"] or ANYBODY, **wanted)


class OfferForm(forms.Form):
    """The terms of a challenge that can be bargained over."""

    seats = forms.TypedChoiceField(
        label=_("Seats"),
        coerce=int,
        widget=forms.RadioSelect,
        choices=[(n, str(n)) for n in range(MIN_SEATS, MAX_SEATS + 1)],
        initial=MIN_SEATS,
        help_text=_("With three or four seats the others are open to anybody."),
    )
    control = forms.ChoiceField(
        label=_("Time"),
        widget=forms.RadioSelect,
        choices=[*((name, told(control)) for name, control in PRESETS.items()), ("", _("Unlimited: no clocks"))],
        initial="rapid",
        required=False,
    )
    rated = forms.BooleanField(label=_("Rated: the result counts for ratings"), required=False)


class ChallengeForm(OfferForm):
    """Whom is known already; what to play, and how."""

    rules = forms.ChoiceField(label=_("Game"))
    field_order = ("rules", "seats", "control", "rated")

    def __init__(self, data: Any = None, initial: Any = None) -> None:
        super().__init__(data, initial=initial)
        field = self.fields["rules"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = rules_offered()

    def command(self, player: UUID) -> ChallengePlayer:
        """Call only if the form is valid."""
        data = self.cleaned_data
        game, _slash, ruleset = data["rules"].partition("/")
        wanted = {name: data[name] for name in ("seats", "control", "rated")}
        return ChallengePlayer(player=player, game=game, ruleset=ruleset, **wanted)


def rules_offered() -> list[tuple[str, str]]:
    """Every game with its rules, the usual one first."""
    usual = usual_game().name
    several = sorted(offered(), key=lambda one: one[0] != usual)
    return [(_key(game, rules.name), _title(game, rules.name)) for game, rules in several]


def _key(game: str, ruleset: str) -> str:
    return f"{game}/{ruleset}"


def _title(game: str, ruleset: str) -> str:
    title, rules = names.game_title(game), names.ruleset_title(game, ruleset)
    return title if title == rules else f"{title}: {rules}"

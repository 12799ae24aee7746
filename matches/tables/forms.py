"""The forms for opening a table. The game says which rulesets there are, and what can be agreed in each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django import forms
from django.forms.utils import ErrorDict
from django.http import QueryDict
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from elekt_core.contract import Game
from elekt_core.ruleset import Option, Ruleset
from web import languages
from web.error_words import Explained

from .. import opponents
from ..cardlists import queries as card_lists
from ..clocks import forms as time_forms
from ..models import Table
from ..names import value_shown
from ..watching import forms as watching_forms
from . import naming
from .commands import OpenTable

PERSON = ""
OWN_CARDS = ""


@dataclass(frozen=True, slots=True)
class RulesetOffered:
    """A ruleset as the form shows it, with its number among all, by which fields say that they belong to it."""

    number: int
    name: str
    title: str
    about: str
    seats: str


class TableForm(time_forms.TimeFields, watching_forms.SpectatorFields):
    """A table of one game: ruleset, seats, what is agreed, cards, who may come in, and the other players.

    All rulesets' fields are there at once, so that nothing has to be loaded anew; those of the others are ignored.
    """

    ruleset = forms.ChoiceField(label=_("Rules"), widget=forms.RadioSelect, required=False)
    seats = forms.TypedChoiceField(label=_("Seats"), coerce=int, widget=forms.RadioSelect, required=False)
    cards = forms.ChoiceField(label=_("Cards"), required=False)
    access = forms.ChoiceField(
        label=_("Who can join"),
        widget=forms.RadioSelect,
        initial=Table.Access.ANYONE,
        choices=[
            (Table.Access.ANYONE, _("Anyone: the table is listed on the home page")),
            (Table.Access.LINK, _("Anyone with the link")),
            (Table.Access.NAMED, _("Only players I name")),
        ],
    )
    rated = forms.BooleanField(
        label=_("Rated: the result counts for ratings"),
        help_text=_(
            "The result counts if nobody at the table is a guest, no bot sits there twice or decides for a player, "
            "and the game’s own cards are used. Rated results are public."
        ),
        required=False,
        initial=True,
    )
    takebacks = forms.BooleanField(
        label=_("Takebacks by consent in a rated match, too"),
        help_text=_("Everybody at the table must agree to each. Unrated matches always allow them."),
        required=False,
    )
    reviewed = forms.BooleanField(
        label=_("Review a rated match by itself once it is over"),
        help_text=_("Else those who played can ask for a review. It takes some time: moves of bots come first."),
        required=False,
    )
    names = forms.CharField(label=_("Name a player"), required=False, max_length=1000)

    def __init__(self, game: Game[Any], player: UUID | None, data: Any = None, initial: Any = None) -> None:
        self.game = game
        self._words = game.words(languages.current(), ())
        first = game.ruleset()
        asked = {key: value for key, value in (initial or {}).items() if value}
        super().__init__(data, initial={"ruleset": first.name, "seats": first.seats[0]} | asked)
        self.naming = naming.read((data or {}) if player else {}, player)
        if player is None:  # who names others must be somebody
            self._choices("access", [choice for choice in self.accesses() if choice[0] != Table.Access.NAMED])
        self._choices("ruleset", [(ruleset.name, self._words.ruleset(ruleset.name)) for ruleset in game.current])
        self._choices("seats", [(n, str(n)) for n in self.sizes()])
        also = str(asked.get("cards") or (data or {}).get("cards", ""))
        lists = card_lists.usable_card_lists(player=player, game=game.name, also=also)
        self._choices(
            "cards", [(OWN_CARDS, _("The game’s own cards")), *((some.choice, _titled(some)) for some in lists)]
        )
        self.options = self._option_fields()
        bots = [(PERSON, _("a person")), *opponents.offered(game)]
        for seat in range(2, self.sizes()[-1] + 1 if self.sizes() else 0):
            label = gettext("Seat %(n)s") % {"n": seat}
            self.fields[f"seat_{seat}"] = forms.ChoiceField(label=label, choices=bots, required=False)

    def accesses(self) -> list[tuple[Any, Any]]:
        field = self.fields["access"]
        assert isinstance(field, forms.ChoiceField)
        assert isinstance(field.choices, list)
        return field.choices

    def _choices(self, name: str, choices: Sequence[tuple[Any, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def _option_fields(self) -> Mapping[str, Option]:
        """A field for each option, shared by all rulesets that offer it alike; the options by the fields' names."""
        fields: dict[str, Option] = {}
        for option in dict.fromkeys(option for ruleset in self.game.current for option in ruleset.offered):
            alike = sum(option.name == other.name for other in fields.values())
            name = f"option_{option.name}" + (f"_{alike + 1}" if alike else "")
            fields[name] = option
            shown = [(str(value), value_shown(self._words, option, value)) for value in option.values]
            label, several = self._words.option(option.name), option.pick > 1
            kind = forms.MultipleChoiceField if several else forms.ChoiceField
            widget = forms.CheckboxSelectMultiple if several else forms.RadioSelect
            default = [str(value) for value in option.default] if isinstance(option.default, tuple) else option.default
            self.fields[name] = kind(label=label, choices=shown, widget=widget, required=False, initial=default)
        return fields

    # --- what the page shows --------------------------------------------------------------------------------

    def sizes(self) -> list[int]:
        """Every number of seats that some ruleset leaves to choose."""
        return sorted({n for ruleset in self.game.current if len(ruleset.seats) > 1 for n in ruleset.seats})

    def offered(self) -> list[RulesetOffered]:
        return [
            RulesetOffered(
                number, some.name, self._words.ruleset(some.name), self._words.introduction(some.name), _sizes(some)
            )
            for number, some in enumerate(self.game.current)
        ]

    def chosen_ruleset(self) -> str:
        return str(self["ruleset"].value() or self.game.ruleset().name)

    def option_fields(self) -> list[tuple[forms.BoundField, str, str]]:
        """Each with the numbers of the rulesets that it belongs to, and the field and value with which it counts."""
        return [(self[name], self._belongs(option), _where(option)) for name, option in self.options.items()]

    def _belongs(self, option: Option) -> str:
        return _numbers(n for n, ruleset in enumerate(self.game.current) if option in ruleset.offered)

    def several_seats(self) -> str:
        """The numbers of the rulesets that leave the number of seats to choose."""
        return _numbers(n for n, ruleset in enumerate(self.game.current) if len(ruleset.seats) > 1)

    def seat_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("seat_")]

    # --- what was asked for ---------------------------------------------------------------------------------

    def command(self) -> OpenTable:
        """Call only if the form is valid."""
        data = self.cleaned_data
        access = Table.Access(data["access"])
        wanted = ("ruleset", "seats", "cards", "options", "bots")
        return OpenTable(
            game=self.game.name,
            access=access,
            invited=tuple(self.naming.ids) if access == Table.Access.NAMED else (),
            rated=None if data["rated"] else False,
            takebacks=True if data["takebacks"] else None,
            reviewed=bool(data["reviewed"]),
            time=time_forms.control(data),
            spectators=watching_forms.rule(data),
            **{name: data[name] for name in wanted},
        )

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if "ruleset" not in data:
            return data
        ruleset = self.game.ruleset(data["ruleset"])
        data["ruleset"] = ruleset.name
        if len(ruleset.seats) == 1:
            data["seats"] = ruleset.seats[0]
            self.errors.pop("seats", None)
        elif data.get("seats") not in ruleset.seats and "seats" not in self.errors:
            self.add_error("seats", _("Choose how many seats: %(sizes)s.") % {"sizes": _sizes(ruleset)})
        data["options"] = self._agreed(ruleset, data)
        data["bots"] = {n - 1: bot for n in range(2, (data.get("seats") or 0) + 1) if (bot := data.get(f"seat_{n}"))}
        if data.get("access") == Table.Access.NAMED:
            self._check_names(data)
        self.check_time()
        self.check_spectators()
        return data

    def _agreed(self, ruleset: Ruleset, data: Mapping[str, Any]) -> dict[str, Any]:
        """What was chosen other than the default; a default is left to the ruleset, with whatever cards it has."""
        agreed = {}
        for name, option in self.options.items():
            if option not in ruleset.offered or not (chosen := data.get(name)):
                continue
            by_text = {str(value): value for value in option.values}
            picked = [by_text[one] for one in ([chosen] if isinstance(chosen, str) else chosen)]
            if len(picked) != option.pick:
                self.add_error(name, _("Choose %(n)s.") % {"n": option.pick})
            value = picked[0] if option.pick == 1 else picked
            if value != (list(option.default) if isinstance(option.default, tuple) else option.default):
                agreed[option.name] = value
        return agreed

    def _check_names(self, data: Mapping[str, Any]) -> None:
        for problem in self.naming.problems:
            self.add_error("names", problem)
        free = (data.get("seats") or 0) - 1 - len(data["bots"])
        if not self.naming.problems and len(self.naming.chosen) < free:
            missing = ngettext(
                "There is %(free)d free seat. Name a player for it, or add a bot.",
                "There are %(free)d free seats. Name at least that many players, or add bots.",
                free,
            )
            self.add_error("names", missing % {"free": free})

    def only_name(self) -> None:
        """Show who is named so far, and what is wrong with the names; the other fields are not checked yet."""
        assert isinstance(self.data, QueryDict), "naming comes from a browser's form"
        data = self.data.copy()
        data["access"] = Table.Access.NAMED
        self.data = data
        self._errors = ErrorDict()
        if self.naming.problems:
            self._errors["names"] = self.error_class(self.naming.problems)

    def refuse(self, explained: Explained) -> None:
        """Show what only the service could find wrong, beside its field; everything filled in stays."""
        field = str(explained.data.get("field", ""))
        known = {option.name: name for name, option in self.options.items()} | {"invited": "names"}
        field = known.get(field, field)
        self.add_error(field if field in self.fields else None, explained.sentence)


def _sizes(ruleset: Ruleset) -> str:
    first, last = ruleset.seats[0], ruleset.seats[-1]
    return str(first) if first == last else f"{first}–{last}"


def _where(option: Option) -> str:
    """``option_tree=chosen``, ``""`` for an option that always counts."""
    return "" if option.where is None else f"option_{option.where[0]}={option.where[1]}"


def _numbers(numbers: Any) -> str:
    return " ".join(map(str, numbers))


def _titled(some: Any) -> str:
    return str(some.name) if some.mine else f"{some.name} ({some.owner_name})"

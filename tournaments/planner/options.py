"""Options for an evening, kept for a day: the same question has the same answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from typing import Annotated
from urllib.parse import urlencode

from django.core.cache import cache
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from msgspec import Meta

from tournaments.planning import Evening, Option, plan
from web import limits
from web.costly import PLANNING
from web.encoding import UNSHOWN, component, shown
from web.error_words import explain
from web.errors import Conflict

MAX_PLAYERS, MAX_MINUTES, MAX_TABLES = 128, 24 * 60, 64
KEPT_SECONDS = 24 * 3600
PLANS = limits.Limit("plans of an evening", 30, 600)
DOUBTS = ((16, 0.05), (32, 0.07), (64, 0.1), (MAX_PLAYERS, 0.2))
"""The standard error that is allowed for up to so many players: of many, a simulation takes so long that fewer have to
do. It is told beside each figure."""
PRESETS = {
    "pods": "pods",
    "dutch": "swiss",
    "club_swiss": "club_swiss",
    "round_robin": "round_robin",
    "single_elimination": "knockout",
    "double_elimination": "double_knockout",
}
"""The preset that opens such a tournament, by format."""

NAMES = {
    "pods": _("Rounds at tables"),
    "dutch": _("Swiss system (FIDE Dutch)"),
    "club_swiss": _("Swiss system, simplified"),
    "round_robin": _("Round robin"),
    "single_elimination": _("Single elimination"),
    "double_elimination": _("Double elimination"),
}


def _between(least: int, most: int, usual: int) -> Meta:
    return Meta(ge=least, le=most, description=f"{least} to {most}, {usual} if left out.")


@dataclass(frozen=True, slots=True)
class Asked:
    players: Annotated[int, _between(2, MAX_PLAYERS, 16)] = 16
    minutes: Annotated[int, _between(10, MAX_MINUTES, 240)] = 240
    seats: Annotated[int, _between(2, 4, 4)] = 4
    minutes_per_game: Annotated[int, _between(1, 600, 45)] = 45
    minutes_between: Annotated[int, _between(0, 120, 10)] = 10
    tables: Annotated[int, _between(0, MAX_TABLES, 0)] = 0


@component("OptionShown")
@dataclass(frozen=True, slots=True)
class Row:
    """A format for the evening."""

    option: Annotated[Option, UNSHOWN]
    preset: Annotated[str, "The preset that opens it, if there is one."]

    @shown
    def format(self) -> str:
        return self.option.plan.format

    @shown
    def rounds(self) -> int:
        return self.option.rounds

    @shown
    def tables(self) -> int:
        """The largest number of tables at once."""
        return self.option.tables

    @shown
    def minutes(self) -> int:
        return self.option.minutes

    @shown
    def fits(self) -> bool:
        return self.option.fits

    @shown
    def best_wins_percent(self) -> int:
        """How often the strongest player wins."""
        return round(100 * self.option.best_wins)

    @shown
    def doubt_percent(self) -> int:
        """The standard error of ``best_wins_percent``."""
        return round(100 * self.option.doubt)

    @shown
    def simulations(self) -> int:
        return self.option.simulations

    @shown
    def refused(self) -> str:
        """Why this format cannot be played; empty if it can."""
        return "" if self.option.refused is None else self.option.refused.code

    @property
    def hours(self) -> str:
        return f"{self.minutes // 60}:{self.minutes % 60:02}"

    @property
    def name(self) -> str:
        return str(NAMES.get(self.format, self.format))

    @property
    def refusal(self) -> str:
        """``refused`` in the current language."""
        reason = self.option.refused
        return "" if reason is None else explain(Conflict(reason.code, **reason.data)).sentence

    @property
    def open(self) -> str:
        """The address of the form that opens this tournament, filled in."""
        wish = {"preset": self.preset, "seats": self.option.plan.seats, "rounds": self.option.plan.rounds, "best": 0}
        return f"{reverse('tournaments:new')}?{urlencode(wish)}"


def options(asked: Asked, asker: str) -> Sequence[Row]:
    """Options that fit come first. ``asker`` is the one whose limits count. Raises TooMany, Busy."""
    key = "plan:" + sha256(repr(asked).encode()).hexdigest()
    found: Sequence[Option] | None = cache.get(key)
    if found is None:
        with PLANNING.place(asker):
            PLANS.take(asker)
            found = plan(_evening(asked), doubt=_doubt(asked.players))
            cache.set(key, found, KEPT_SECONDS)
    return [Row(one, PRESETS.get(one.plan.format, "")) for one in found]


def _doubt(players: int) -> float:
    return next(doubt for most, doubt in DOUBTS if players <= most)


def _evening(asked: Asked) -> Evening:
    hours = Fraction(asked.minutes, 60)
    return Evening(asked.players, hours, asked.seats, asked.minutes_per_game, asked.minutes_between, asked.tables)

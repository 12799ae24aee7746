"""The form's choices for playing divisions and play-offs at borders: a word for each common plan,
and the plan for the word."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments import plans
from tournaments.formats.contract import Plan
from tournaments.presets import DUEL_TIE_BREAKS, TABLE_TIE_BREAKS, Wish, final_plan

from .rules import Division

KEPT = "kept"
"""A plan that was agreed elsewhere stays as it is."""
WITH_ROUNDS = ("swiss", "pods")
SUITING, KNOCK_OUT = "suiting", "knockout"
"""Of play-offs: nothing is agreed, and duels of those who are neighbours."""


@dataclass(frozen=True, slots=True)
class Way:
    """``cycles`` is how often everybody meets; 0 for choices with a number of rounds."""

    format: str
    seats: int
    cycles: int = 0

    def plan(self, rounds: int) -> Plan:
        ties = DUEL_TIE_BREAKS if self.seats == 2 else TABLE_TIE_BREAKS
        plan = Plan(self.format, self.seats, max(2, self.seats - 1), tie_breaks=ties)
        return replace(plan, settings={"cycles": self.cycles}) if self.cycles else replace(plan, rounds=rounds)


WAYS: Mapping[str, Way] = {
    "duels": Way("round_robin", 2, 1),
    "duels_twice": Way("round_robin", 2, 2),
    "swiss": Way("dutch", 2),
    "pods": Way("pods", 4),
    "threes": Way("round_robin", 3, 1),
    "threes_twice": Way("round_robin", 3, 2),
    "fours": Way("round_robin", 4, 1),
    "fours_twice": Way("round_robin", 4, 2),
}
NAMES: list[tuple[Any, Any]] = [
    (
        _("Duels"),
        [
            ("duels", _("Duels: everyone meets everyone once")),
            ("duels_twice", _("Duels: everyone meets everyone twice")),
            ("swiss", _("Duels: Swiss system")),
        ],
    ),
    (
        _("Tables of 3–4"),
        [
            ("pods", _("Tables of 3–4: Swiss system in pods")),
            ("threes", _("Tables of 3: everyone meets everyone once")),
            ("threes_twice", _("Tables of 3: everyone meets everyone twice")),
            ("fours", _("Tables of 4: everyone meets everyone once")),
            ("fours_twice", _("Tables of 4: everyone meets everyone twice")),
        ],
    ),
]


BORDER_NAMES: list[tuple[Any, Any]] = [
    (SUITING, _("Everyone meets everyone, as suits the division above")),
    (KNOCK_OUT, _("Duels: knock-out")),
    *NAMES,
]


def division(name: str, size: int, way: str, rounds: int, best: int) -> Division:
    """``best``: how many play a final, 0 for none."""
    plan = WAYS[way].plan(rounds)
    final = plans.plain(final_plan(Wish(plan.seats, best=best))) if best else {}
    return Division(name, size, plans.plain(plan), best, final)


def way_of(one: Division) -> tuple[str, int]:
    """The word and the number of rounds for a division's plan; ``KEPT`` if the form has no word for it."""
    plan = plans.read(one.plan)
    for name in WAYS:
        made = division(one.name, one.size, name, plan.rounds, one.best)
        if made == replace(one, plan=dict(one.plan), final=dict(one.final), window_minutes=None):
            return name, plan.rounds
    return KEPT, 0


@dataclass(frozen=True, slots=True)
class Border:
    """How play-offs are played, in the form's terms: the word, ``games`` of a knock-out's duel, ``rounds`` of a Swiss
    system."""

    way: str = SUITING
    games: int = 1
    rounds: int = 0

    def plan(self) -> Mapping[str, Any]:
        if self.way == SUITING:
            return {}
        if self.way == KNOCK_OUT:
            return plans.plain(Plan("single_elimination", settings={"draws": "seed", "length": self.games}))
        return plans.plain(WAYS[self.way].plan(self.rounds))


def border_of(plan: Mapping[str, Any]) -> Border:
    """``KEPT`` if the form has no word for it."""
    if not plan:
        return Border()
    known = plans.read(plan)
    length = known.settings.get("length", 1)
    for border in (Border(KNOCK_OUT, length), *(Border(name, rounds=known.rounds) for name in WAYS)):
        if border.plan() == dict(plan):
            return border
    return Border(KEPT)

"""The rules of a league, as its first event holds them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from django.utils.translation import gettext_lazy as _
from msgspec import Meta

from matches.clocks.controls import TimeControl
from matches.watching.rules import SpectatorRule
from players.names.alike import are_alike
from tournaments import plans
from tournaments.formats import league
from tournaments.formats.contract import BadPlan, Plan
from tournaments.settings import ARBITER, Default, Place, PlanFields, Settings, WindowDefault
from web import setting_fields
from web.decoding import SentAs
from web.errors import BadRequest, Conflict
from web.setting_fields import Asked

MAX_DIVISIONS, MAX_MEMBERS = 26, 256
MAX_NAME = 40
MAX_WINDOW = 366 * 24 * 60
Many = Annotated[int, Meta(ge=0, le=MAX_MEMBERS)]
Window = Annotated[int, Meta(ge=0, le=MAX_WINDOW)]
OwnWindow = Annotated[Window | None, Meta(description="Its own window for each round; left out or null: the league's.")]
FinalFields = Annotated[dict[str, Any], Meta(description="The final's plan, where ``best`` play one.")]
BorderFields = Annotated[
    dict[str, Any],
    Meta(description="The plan of the play-offs at borders; left out or empty: as suits each."),
]
MOVING = "moving"
"""The group of fields that say who moves."""
BORDER = "border"
"""The field of the rules that says how play-offs are played."""


@dataclass(frozen=True, slots=True)
class Division:
    """Newcomers fill the division up to ``size``; ``plan`` is ``formats.contract.Plan`` as plain JSON.

    Where there is a final, the ``best`` of the division play it by the plan ``final``; its places come first in the
    division's final standings, so it decides who goes up. ``window_minutes`` is its own window for each round, its
    final's too; None: the league's.
    """

    name: Annotated[str, SentAs(Annotated[str, Meta(min_length=1, max_length=MAX_NAME)])]
    size: Annotated[int, SentAs(Annotated[int, Meta(ge=2, le=MAX_MEMBERS)])]
    plan: Annotated[Mapping[str, Any], SentAs(PlanFields)]
    best: Annotated[int, SentAs(Annotated[Many, Meta(description="So many play its final.")])] = 0
    final: Annotated[Mapping[str, Any], SentAs(FinalFields)] = field(default_factory=dict)
    window_minutes: Annotated[int | None, SentAs(OwnWindow)] = None


@dataclass(frozen=True, slots=True)
class Rules:
    """``divisions`` from the top. ``up``, ``down`` and ``playoff`` are those of ``formats.league.Rule``; ``border`` is
    the plan of the play-offs, empty if each is played as suits the division above it."""

    divisions: Annotated[tuple[Division, ...], Meta(description=f"From the top, at most {MAX_DIVISIONS}.")]
    up: Annotated[int, SentAs(Many), Asked(_("Players promoted"), part=MOVING, most=20, initial=2, required=True)] = 1
    down: Annotated[
        int, SentAs(Many), Asked(_("Players relegated"), part=MOVING, most=20, initial=2, required=True)
    ] = 1
    playoff: Annotated[
        int,
        SentAs(Many),
        Asked(_("Players in the play-off at each border"), part=MOVING, most=10, required=True),
    ] = 0
    online: Annotated[bool, replace(Place, radio=False, initial=None)] = False
    window_minutes: Annotated[int, SentAs(Window)] = 7 * 24 * 60
    """For each round; 0: rounds are paired and called one by one, as in any tournament."""
    window_default: Annotated[str, SentAs(Default), WindowDefault] = ARBITER
    border: Annotated[Mapping[str, Any], SentAs(BorderFields)] = field(default_factory=dict)
    time: Annotated[
        TimeControl | None,
        Meta(
            description="The time control of every table that opens here; null: no clocks. Only with `online`. Where a "
            "bot plays on for whoever runs out of time, the games are not rated."
        ),
    ] = None

    spectators: Annotated[
        SpectatorRule | None,
        Meta(
            description="How late spectators see every match here; null: as it happens. With open hands the organiser "
            "answers for it: players are not asked, and rated games may have them."
        ),
    ] = None

    @property
    def moving(self) -> league.Rule:
        return league.Rule(self.up, self.down, self.playoff)

    def settings(self, starts: str = "", *, listed: bool = True) -> Settings:
        """A season's settings; for an unlisted league it is unlisted and unrated."""
        return Settings(
            online=self.online,
            listed=listed,
            open_entry=False,
            late_entry=False,
            all_rounds=bool(self.window_minutes),
            window_minutes=self.window_minutes,
            window_default=self.window_default,
            starts=starts,
            time=self.time,
            spectators=self.spectators,
        )


def border_plan(rules: Rules, upper: int, players: int) -> Mapping[str, Any]:
    """The plan of a play-off with so many players: the agreed one or, if there is none or too few are left for it,
    one that suits them."""
    if rules.border:
        agreed = _to_the_places(plans.read(rules.border), players // 2)
        try:
            plans.check(agreed, players)
            return plans.plain(agreed)
        except BadPlan:
            pass
    return _suiting(rules.divisions[upper], players)


def _to_the_places(plan: Plan, places: int) -> Plan:
    """A knock-out ends once as many players as places are left, if its bracket halves down to that number."""
    if plan.format != "single_elimination" or plan.seats > 2 or places < 2:
        return plan
    halves = places & (places - 1) == 0
    return replace(plan, settings={**plan.settings, **({"winners": places} if halves else {"third_place": True})})


def _suiting(division: Division, players: int) -> Mapping[str, Any]:
    """A round robin: at one table if the division's tables are large enough for all, else at tables of its sizes if
    possible, else in duels."""
    plan = plans.read(division.plan)
    for seats, least in ((players, players), (plan.seats, plan.least)):
        wanted = Plan("round_robin", seats, least, scoring=plan.scoring, tie_breaks=plan.tie_breaks)
        try:
            if plan.least <= seats <= plan.seats:
                plans.check(wanted, players)
                return plans.plain(wanted)
        except BadPlan:
            continue
    return plans.plain(Plan("round_robin", tie_breaks=("DE", "SB")))


def border_window(rules: Rules, upper: int) -> int | None:
    """The longer window of the two divisions, if either has its own; else None."""
    own = [one.window_minutes for one in rules.divisions[upper : upper + 2]]
    if all(minutes is None for minutes in own):
        return None
    return max(rules.window_minutes if minutes is None else minutes for minutes in own)


def check(rules: Rules) -> None:
    """Raises BadRequest, Conflict (a plan that cannot be played)."""
    if not 1 <= len(rules.divisions) <= MAX_DIVISIONS:
        raise BadRequest("bad_field", field="divisions")
    for at, division in enumerate(rules.divisions):
        if any(are_alike(division.name, above.name) for above in rules.divisions[:at]):
            raise BadRequest("divisions_look_alike", field="name", name=division.name)
        if not division.name.strip() or len(division.name) > MAX_NAME or not division.name.isprintable():
            raise BadRequest("bad_field", field="name")
        if not 2 <= division.size <= MAX_MEMBERS:
            raise BadRequest("bad_field", field="size")
        if bool(division.best) != bool(division.final) or not 0 <= division.best <= division.size:
            raise BadRequest("bad_field", field="best")
        if not 0 <= (division.window_minutes or 0) <= MAX_WINDOW:
            raise BadRequest("bad_field", field="window_minutes")
    setting_fields.check(rules)
    rules.settings().check_tables()
    if not 0 <= rules.window_minutes <= MAX_WINDOW:
        raise BadRequest("bad_field", field="window_minutes")
    try:
        league.check(rules.moving)
        for division in rules.divisions:
            plans.check(plans.read(division.plan))
            if division.best:
                plans.check(plans.read(division.final), division.best)
    except BadPlan as bad:
        raise Conflict(bad.reason.code, **{**bad.reason.data, "field": bad.field}) from bad
    _check_border(rules)


def _check_border(rules: Rules) -> None:
    if not rules.border:
        return
    try:
        plan = plans.read(rules.border)
        plans.check(_to_the_places(plan, rules.playoff), 2 * rules.playoff or None)
    except BadPlan as bad:
        raise Conflict(bad.reason.code, **{**bad.reason.data, "field": f"{BORDER}.{bad.field}"}) from bad


def check_seats(rules: Rules, sizes: Sequence[int]) -> None:
    """Checks that play-offs at the borders fit the game's table ``sizes``. Raises BadRequest."""
    plan = plans.read(rules.border) if rules.border else None
    if plan is not None and not set(range(plan.least, plan.seats + 1)) <= set(sizes):
        data = {"seats": plan.seats, "least": sizes[0], "most": sizes[-1]}
        raise BadRequest("bad_number_of_seats", field=BORDER, **data)

"""How a league is agreed on, as it stands in its first event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from matches.errors import BadRequest, Conflict
from tournaments import plans
from tournaments.decisions.windows import DEFAULTS
from tournaments.formats import league
from tournaments.formats.contract import BadPlan, Plan
from tournaments.settings import Settings

MOST_DIVISIONS, MOST_MEMBERS = 26, 256
LONGEST_NAME = 40
LONGEST_WINDOW = 366 * 24 * 60


@dataclass(frozen=True, slots=True)
class Division:
    """``size`` is how many it is filled up to with newcomers; ``plan`` is ``formats.contract.Plan`` as plain JSON.

    Where there is a final, the ``best`` of the division play it by the plan ``final``; its places come first in the
    division's final standings, so it decides who goes up.
    """

    name: str
    size: int
    plan: Mapping[str, Any]
    best: int = 0
    final: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rules:
    """``divisions`` from the top. ``up``, ``down`` and ``playoff`` are those of ``formats.league.Rule``."""

    divisions: tuple[Division, ...]
    up: int = 1
    down: int = 1
    playoff: int = 0
    online: bool = False
    window_minutes: int = 7 * 24 * 60
    """For each round; 0: rounds are paired and called one by one, as in any tournament."""
    window_default: str = "arbiter"

    @property
    def moving(self) -> league.Rule:
        return league.Rule(self.up, self.down, self.playoff)

    def settings(self, starts: str = "") -> Settings:
        """Of a season."""
        return Settings(
            online=self.online,
            open_entry=False,
            late_entry=False,
            all_rounds=bool(self.window_minutes),
            window_minutes=self.window_minutes,
            window_default=self.window_default,
            starts=starts,
        )


def border_plan(division: Division, players: int) -> Mapping[str, Any]:
    """How so many play off under a division: at one table where its tables are large enough for all of them, at tables
    of its sizes where these suit them, and else in duels; everybody meets everybody."""
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


def check(rules: Rules) -> None:
    """Raises BadRequest, Conflict (a plan that cannot be played)."""
    if not 1 <= len(rules.divisions) <= MOST_DIVISIONS:
        raise BadRequest("bad_field", field="divisions")
    for division in rules.divisions:
        if not division.name.strip() or len(division.name) > LONGEST_NAME or not division.name.isprintable():
            raise BadRequest("bad_field", field="name")
        if not 2 <= division.size <= MOST_MEMBERS:
            raise BadRequest("bad_field", field="size")
        if bool(division.best) != bool(division.final) or not 0 <= division.best <= division.size:
            raise BadRequest("bad_field", field="best")
    if rules.window_default not in DEFAULTS or not 0 <= rules.window_minutes <= LONGEST_WINDOW:
        raise BadRequest("bad_field", field="window_minutes")
    try:
        league.check(rules.moving)
        for division in rules.divisions:
            plans.check(plans.read(division.plan))
            if division.best:
                plans.check(plans.read(division.final), division.best)
    except BadPlan as bad:
        raise Conflict(bad.reason.code, **{**bad.reason.data, "field": bad.field}) from bad

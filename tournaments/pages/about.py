"""What a tournament is, in words, and what the reader can do in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext_lazy

from matches.names import game_title, ruleset_title
from players import queries as players
from tournaments.decisions import field, presence
from tournaments.decisions.field import Newcomer
from tournaments.queries import Asked
from tournaments.settings import LATE
from tournaments.state import Role, State, Status
from web import error_words
from web.errors import Refused
from web.setting_fields import told

from . import words

NOBODY = UUID(int=0)
"""Asks in the place of those who have not logged in."""
STATUS = {
    Status.OPEN: gettext_lazy("Entries are open"),
    Status.RUNNING: gettext_lazy("Under way"),
    Status.CLOSED: gettext_lazy("Finished"),
    Status.CANCELLED: gettext_lazy("Called off"),
}
ROLES = {
    Role.OWNER: gettext_lazy("organiser"),
    Role.ARBITER: gettext_lazy("arbiter"),
    Role.SCORER: gettext_lazy("scorer"),
}


@dataclass(frozen=True, slots=True)
class StageAbout:
    key: str
    title: str
    told: Sequence[str]


@dataclass(frozen=True, slots=True)
class About:
    status: str
    game: str
    ruleset: str
    starts: datetime | None
    closes: datetime | None
    stages: Sequence[StageAbout]
    officers: Sequence[tuple[str, str]]
    """Name and role."""
    entrants: int
    capacity: int
    late: Sequence[str]
    """What becomes of late players, where they have only so long to come."""


def about(state: State) -> About:
    names = players.names(state.roles)
    order = list(Role)
    officers = sorted(state.roles.items(), key=lambda one: (order.index(one[1]), names.get(one[0], "?")))
    return About(
        status(state.status),
        game_title(state.game),
        ruleset_title(state.game, state.ruleset),
        words.moment(state.settings.starts),
        words.moment(state.settings.entries_close),
        [StageAbout(one.key, words.stage(one.key), words.about_stage(one)) for one in state.planned],
        [(names.get(player, "?"), str(ROLES[role])) for player, role in officers],
        sum(not entry.withdrawn for entry in state.entries.values()),
        state.settings.capacity,
        told(state.settings, LATE) if presence.is_limited(state.settings) else (),
    )


def status(one: Status | None) -> str:
    return "" if one is None else str(STATUS[one])


@dataclass(frozen=True, slots=True)
class Doors:
    """What the reader can do about their own entry. ``why_not`` says why they cannot enter, if they might ask."""

    enter: bool
    withdraw: bool
    check_in: bool
    checked_in: bool
    divisions: Sequence[str]
    why_not: str


def doors(asked: Asked, me: UUID | None, now: datetime) -> Doors:
    state, entry = asked.state, asked.entry
    under_way = state.status in (Status.OPEN, Status.RUNNING)
    plays = entry is not None and not entry.withdrawn
    why_not = "" if plays or not under_way else _why_not(state, me, now)
    return Doors(
        enter=under_way and not plays and not why_not,
        withdraw=under_way and plays,
        check_in=under_way and plays and state.settings.check_in,
        checked_in=entry is not None and entry.checked_in,
        divisions=divisions(state),
        why_not=why_not,
    )


def divisions(state: State) -> list[str]:
    """The divisions for which there is a stage, in the order of the stages."""
    planned = (one.source for one in state.planned if one.source.border is None)
    return list(dict.fromkeys(source.division for source in planned if source.division))


def _why_not(state: State, me: UUID | None, now: datetime) -> str:
    """Why an entry would be refused; ``""`` if it would be accepted."""
    try:
        field.enter(state, [Newcomer(me or NOBODY)], at=now, by_organiser=False)
    except Refused as refused:
        return error_words.explain(refused).sentence
    return ""

"""A league's state: frozen values, and the fold that builds them from events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import assert_never
from uuid import UUID

from ledger.events import StoredEvent
from tournaments.state import Role

from . import events as e
from .events import KINDS, Closing, LeagueEvent, Members, Place
from .rules import Rules


@dataclass(frozen=True, slots=True)
class Season:
    no: int
    tournament: UUID
    places: tuple[Place, ...]
    rules: Rules
    divisions: int
    opened_at: datetime
    closing: Closing | None = None
    corrected: bool = False

    @property
    def is_closed(self) -> bool:
        return self.closing is not None

    def name_of(self, division: int) -> str:
        return self.rules.divisions[division].name


@dataclass(frozen=True, slots=True)
class League:
    id: UUID
    version: int = 0
    title: str = ""
    game: str = ""
    ruleset: str = ""
    rules: Rules | None = None
    listed: bool = True
    open_entry: bool = True
    club: str = ""
    roles: Mapping[UUID, Role] = field(default_factory=dict)
    waiting: Members = ()
    """Newcomers for the next season, in order."""
    own: frozenset[UUID] = frozenset()
    """Who is in by their own yes; the others were entered by officers."""
    leaving: frozenset[UUID] = frozenset()
    """Members who do not play the next season."""
    seasons: tuple[Season, ...] = ()
    changed_at: datetime | None = None

    @property
    def last(self) -> Season | None:
        return self.seasons[-1] if self.seasons else None

    @property
    def running(self) -> Season | None:
        return None if self.last is None or self.last.is_closed else self.last

    @property
    def owner(self) -> UUID:
        return next(player for player, role in self.roles.items() if role is Role.OWNER)

    def members(self) -> frozenset[UUID]:
        """All members of the running season, or of the next one as far as it is known."""
        if self.running is not None:
            return frozenset(place.player for place in self.running.places)
        closing = None if self.last is None else self.last.closing
        here = () if closing is None else (player for division in closing.divisions for player in division)
        return frozenset(here)

    def season(self, no: int) -> Season | None:
        return self.seasons[no - 1] if 0 < no <= len(self.seasons) else None


def fold(league_id: UUID, stored: Sequence[StoredEvent]) -> League:
    """A stream of another kind gives an empty league, without rules."""
    state = League(league_id)
    if not stored or stored[0].kind != KINDS.first:
        return state
    actor = ""
    for event in stored:
        actor = (event.actor or "") if event.batch else actor
        state = evolve(state, _by(KINDS.read(event), actor), event.at)
    return state


def _by(event: LeagueEvent, actor: str) -> LeagueEvent:
    """Older events do not say whether a member joined themself; the ledger's actor does."""
    if isinstance(event, e.MemberJoined) and actor == f"player:{event.player}":
        return replace(event, own=True)
    return event


def evolve(state: League, event: LeagueEvent, at: datetime) -> League:
    return replace(_evolve(state, event, at), version=state.version + 1, changed_at=at)


def _evolve(state: League, event: LeagueEvent, at: datetime) -> League:
    match event:
        case e.LeagueOpened():
            return replace(
                state,
                title=event.title,
                game=event.game,
                ruleset=event.ruleset,
                rules=event.rules,
                listed=event.listed,
                open_entry=event.open_entry,
                club=event.club,
                roles={event.owner: Role.OWNER},
            )
        case e.LeagueChanged():
            return replace(
                state,
                title=event.title,
                rules=event.rules,
                listed=event.listed,
                open_entry=event.open_entry,
                club=event.club,
            )
        case e.LeagueRoleGranted():
            return replace(state, roles={**state.roles, event.player: Role(event.role)})
        case e.LeagueRoleRevoked():
            return replace(state, roles={one: role for one, role in state.roles.items() if one != event.player})
        case e.MemberJoined():
            own = state.own | {event.player} if event.own else state.own - {event.player}
            return _joined(replace(state, own=own), event.player)
        case e.MemberConfirmed():
            return replace(state, own=state.own | {event.player})
        case e.MemberLeft():
            waiting = tuple(player for player in state.waiting if player != event.player)
            leaving = state.leaving | {event.player} if event.player in state.members() else state.leaving
            own = state.own if event.player in leaving else state.own - {event.player}
            return replace(state, waiting=waiting, leaving=leaving, own=own)
        case e.SeasonOpened():
            season = Season(event.season, event.tournament, event.places, event.rules, event.divisions, at)
            return replace(_without_leavers(state), seasons=(*state.seasons, season), waiting=())
        case e.SeasonClosed():
            return _without_leavers(_with_closing(state, event.season, event.closing, corrected=False))
        case e.SeasonCorrected():
            return _with_closing(state, event.season, event.closing, corrected=True)
        case _:
            assert_never(event)


def _without_leavers(state: League) -> League:
    """Drops those who leave; until now they were members of the running season."""
    return replace(state, leaving=frozenset(), own=state.own - state.leaving)


def _joined(state: League, player: UUID) -> League:
    if player in state.members():
        return replace(state, leaving=state.leaving - {player})
    return replace(state, waiting=(*state.waiting, player))


def _with_closing(state: League, no: int, closing: Closing, *, corrected: bool) -> League:
    season = replace(state.seasons[no - 1], closing=closing, corrected=corrected)
    return replace(state, seasons=(*state.seasons[: no - 1], season, *state.seasons[no:]))

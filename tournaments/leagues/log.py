"""The change log of a league: what happened, who did it, when and why, and the hash chain that proves it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import assert_never
from uuid import UUID

from django.utils.translation import gettext as _

from ledger import store
from ledger.events import StoredEvent
from players import queries as players
from players.clubs import queries as clubs
from tournaments.models import Remark

from . import events as e
from . import services
from .agreed_words import in_words
from .events import KINDS, LeagueEvent
from .state import League, evolve

PER_PAGE = 100


@dataclass(frozen=True, slots=True)
class Line:
    """One change; ``why`` is its author's reason."""

    first: int
    last: int
    at: datetime
    who: str
    sentences: Sequence[str]
    why: Sequence[str]
    hash: str


@dataclass(frozen=True, slots=True)
class Log:
    """One page, latest change first. ``head`` is the hash of the last event: it proves to anybody who knows it that
    nothing before was altered."""

    title: str
    lines: Sequence[Line]
    head: str
    page: int
    pages: int


def change_log(league_id: UUID, page: int) -> Log:
    """Raises NotFound."""
    title = services.existing(league_id).title
    stored = store.read(league_id)
    found = told(league_id, stored)
    pages = max(1, -(-len(found) // PER_PAGE))
    page = min(max(page, 1), pages)
    lines = found[::-1][(page - 1) * PER_PAGE : page * PER_PAGE]
    return Log(title, lines, stored[-1].hash.hex(), page, pages)


def since(league_id: UUID, version: int) -> list[str]:
    """The changes after event ``version``, oldest first."""
    found = told(league_id, store.read(league_id))
    return [sentence for line in found if line.first > version for sentence in line.sentences]


def told(league_id: UUID, stored: Sequence[StoredEvent]) -> list[Line]:
    """Every change, the earliest first."""
    state = League(league_id)
    events = [KINDS.read(one) for one in stored]
    actors = [author(one.actor or "") for one in stored]
    names = players.names({*(actor for actor in actors if actor), *(who for event in events for who in _people(event))})
    listed = _clubs(events)
    wrote = dict(Remark.objects.filter(tournament=state.id).values_list("id", "text"))
    lines: list[Line] = []
    for at, first in enumerate(stored):
        if first.batch is None:
            continue
        said, why = [], []
        for event, one in zip(events[at : at + first.batch], stored[at:], strict=False):
            said += _sentences(event, state, names, listed)
            if isinstance(event, e.SeasonCorrected) and event.remark in wrote:
                why.append(wrote[event.remark])
            state = evolve(state, event, one.at)
        by = actors[at]
        who = "" if by is None else names.get(by, "?")
        lines.append(Line(first.seq, first.seq + first.batch - 1, first.at, who, said, why, first.hash.hex()))
    return lines


def author(actor: str) -> UUID | None:
    return UUID(actor.removeprefix("player:")) if actor.startswith("player:") else None


def _people(event: LeagueEvent) -> Sequence[UUID]:
    match event:
        case e.LeagueRoleGranted() | e.LeagueRoleRevoked() | e.MemberJoined() | e.MemberConfirmed() | e.MemberLeft():
            return [event.player]
        case e.SeasonClosed() | e.SeasonCorrected():
            return event.closing.standings[0][:1] if event.closing.standings else ()
        case _:
            return ()


def _clubs(events: Sequence[LeagueEvent]) -> Mapping[str, str]:
    """The names of the clubs that list themselves, by id."""
    ids = {UUID(one.club) for one in events if isinstance(one, (e.LeagueOpened, e.LeagueChanged)) and one.club}
    return {str(line.id): line.name for line in clubs.named(ids)}


def _sentences(event: LeagueEvent, before: League, names: Mapping[UUID, str], listed: Mapping[str, str]) -> list[str]:
    match event:
        case e.LeagueOpened():
            return [_("The league “%(title)s” was opened.") % {"title": event.title}]
        case e.LeagueChanged():
            return in_words(before, event, listed)
        case e.LeagueRoleGranted():
            told = _("%(name)s is an owner now.") if event.role == "owner" else _("%(name)s is an arbiter now.")
            return [told % {"name": names.get(event.player, "?")}]
        case e.LeagueRoleRevoked():
            return [_("%(name)s is no longer an organiser of the league.") % {"name": names.get(event.player, "?")}]
        case e.MemberJoined():
            return [_("%(name)s entered the next season.") % {"name": names.get(event.player, "?")}]
        case e.MemberConfirmed():
            return [_("%(name)s confirmed playing in the league.") % {"name": names.get(event.player, "?")}]
        case e.MemberLeft():
            return [_("%(name)s is not playing in the next season.") % {"name": names.get(event.player, "?")}]
        case e.SeasonOpened():
            many = {"n": event.season, "players": len(event.places), "divisions": event.divisions}
            return [_("Season %(n)s was opened. Players: %(players)s, divisions: %(divisions)s.") % many]
        case e.SeasonClosed():
            won = ", ".join(names.get(one, "?") for one in _people(event))
            return [_("Season %(n)s was closed. Winner: %(name)s.") % {"n": event.season, "name": won}]
        case e.SeasonCorrected():
            return [_("Promotion and relegation after season %(n)s were corrected.") % {"n": event.season}]
        case _:
            assert_never(event)

"""Reminders that go out by themselves: of what begins soon, what has to be played soon, and what waits for somebody.

A worker looks now and then. Whatever is told has a key of its own, so it is told once, however often somebody looks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice
from typing import Final
from uuid import UUID

import structlog
from django.db import transaction
from django.db.models import Q
from django.urls import reverse

from players.clubs import queries as clubs
from players.notices import messages
from players.notices.messages import Message
from players.notices.telling import To, tell_each

from . import queries
from .announcements.models import Announcement
from .evenings import services as evenings
from .leagues import next_steps, shapes
from .leagues import queries as leagues
from .leagues.next_steps import Step
from .models import Entry, League, PlannedEvening, Tournament
from .queries import Asked
from .state import Progress, Stage, Status, Table

AHEAD: Final = timedelta(hours=24)
"""So long before it begins, whoever has signed up is reminded."""
PLAY_AHEAD: Final = timedelta(hours=48)
"""So long before the end of its window, the players of a table; of a short window in its last quarter."""
SETTLED: Final = timedelta(hours=1)
"""Nobody is reminded of a league's steps while somebody is at work on it."""
GIVEN_UP: Final = timedelta(days=30)
"""Nor where nothing has happened for so long."""
AGAIN: Final = timedelta(days=7)
TOLD_OTHERWISE: Final = frozenset({"play"})
"""Steps of players who are reminded by the end of their table's window."""
AT_ONCE: Final = 200
Told = tuple[Message, To]

log = structlog.get_logger()


def remind(now: datetime) -> int:
    """Tell everybody what is due; the number of messages that wait now."""
    return _tell(_beginning(now)) + sum(_tell(_of_league(league, now)) for league in _leagues(now))


def _tell(found: Iterable[Told]) -> int:
    """A few queries for each ``AT_ONCE``."""
    left, count = iter(found), 0
    while some := list(islice(left, AT_ONCE)):
        told: defaultdict[str, list[To]] = defaultdict(list)
        for message, to in some:
            told[message.name].append(to)
        with transaction.atomic():
            count += sum(tell_each(messages.BY_NAME[name], each) for name, each in told.items())
    return count


# --- what begins soon -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Event:
    """``kind`` says what ``name`` is; ``key`` and ``place_of`` are the events whose reminder and whose place it is."""

    kind: str
    name: str
    key: UUID
    place_of: UUID
    path: str
    starts: datetime
    who: Iterable[UUID]


MESSAGES: Final = {
    ("event", False): messages.REMINDER,
    ("event", True): messages.REMINDER_AT_PLACE,
    ("club", False): messages.REMINDER_OF_EVENING,
    ("club", True): messages.REMINDER_OF_EVENING_AT_PLACE,
}


def _beginning(now: datetime) -> Iterator[Told]:
    events = [*_evenings(now), *_tournaments(now)]
    rows = Announcement.objects.filter(event__in=[one.place_of for one in events]).exclude(place="")
    places = dict(rows.values_list("event", "place"))
    for one in events:
        about: dict[str, str | int | datetime] = {one.kind: one.name, "begins_at": one.starts}
        if place := places.get(one.place_of, ""):
            about["place"] = place
        for player in one.who:
            yield MESSAGES[one.kind, bool(place)], To(player, f"reminder:{one.key}", one.path, about)


def _evenings(now: datetime) -> Iterator[_Event]:
    """Planned evenings, for everybody who has a place or perhaps comes."""
    rows = list(PlannedEvening.objects.filter(to_come=True, starts__range=(now, now + AHEAD)).order_by("starts", "id"))
    names = {line.id: line.name for line in clubs.named({row.club for row in rows}, unlisted=True)}
    for row in rows:
        path = reverse("tournaments:evenings", args=[row.club])
        who = evenings.existing(row.id).to_remind
        yield _Event("club", names.get(row.club, ""), row.id, row.id, path, row.starts, who)


def _tournaments(now: datetime) -> Iterator[_Event]:
    """Tournaments that have not begun, for all who have entered. One that was opened for an evening has its key, so
    nobody is told of both."""
    rows = list(
        Tournament.objects.filter(status=Status.OPEN, starts__range=(now, now + AHEAD)).order_by("starts", "id")
    )
    opened = PlannedEvening.objects.filter(tournament__in=[row.id for row in rows])
    evening_of = dict(opened.values_list("tournament", "id"))
    entered: defaultdict[UUID, list[UUID]] = defaultdict(list)
    entries = Entry.objects.filter(tournament__in=rows, withdrawn=False, player__isnull=False)
    for tournament, player in entries.values_list("tournament", "player"):
        assert player is not None
        entered[tournament].append(player)
    for row in rows:
        assert row.starts is not None
        path = reverse("tournaments:tournament", args=[row.id])
        yield _Event("event", row.title, evening_of.get(row.id, row.id), row.id, path, row.starts, entered[row.id])


# --- leagues --------------------------------------------------------------------------------------------------


def _leagues(now: datetime) -> list[UUID]:
    """Those in which somebody may have to do something."""
    wanted = Q(running__isnull=False) | Q(changed_at__gte=now - GIVEN_UP)
    return list(League.objects.filter(wanted).order_by("id").values_list("id", flat=True))


def _of_league(league: UUID, now: datetime) -> list[Told]:
    """Of a league that cannot be read nobody is reminded, and of all others everybody."""
    try:
        asked = leagues.league(league_id=league, player=None)
        running, changed = asked.state.running, asked.state.changed_at
        found: list[Told] = []
        if running is not None:
            played = queries.tournament(tournament_id=running.tournament, player=None)
            found += _to_play(played, now)
            changed = max(filter(None, (changed, played.state.changed_at)), default=None)
        quiet = now - changed if changed else timedelta()
        if SETTLED <= quiet < GIVEN_UP:
            steps = next_steps.of(asked, shapes.season(asked, now), shapes.history(asked), now)
            found += _waiting(asked, steps, quiet // AGAIN)
        return found
    except Exception:
        log.exception("nobody is reminded of a league", league=str(league))
        return []


def _waiting(asked: leagues.Asked, steps: Iterable[Step], times: int) -> Iterator[Told]:
    """Whom a step waits for. ``times``: how many weeks nothing has happened; they are told once in each."""
    league = asked.state
    for step in steps:
        if step.code not in TOLD_OTHERWISE:
            key = f"waits:{league.id}:{len(league.seasons)}:{step.code}:{step.stage}:{times}"
            for player in step.who:
                path = reverse("tournaments:league", args=[league.id])
                yield messages.WAITS_FOR_YOU, To(player, key, path, {"event": league.title})


def _to_play(played: Asked, now: datetime) -> Iterator[Told]:
    """The tables whose windows end soon, to all who sit there."""
    state = played.state
    if state.status is not Status.RUNNING:
        return
    for stage in state.stages.values():
        for table in stage.tables():
            if _ends_soon(played, stage, table, now):
                yield from _of_table(played, stage, table)


def _ends_soon(played: Asked, stage: Stage, table: Table, now: datetime) -> bool:
    if not table.until or table.progress is not Progress.PAIRED or table.has_started:
        return False
    own = stage.plan.window_minutes
    window = timedelta(minutes=played.state.settings.window_minutes if own is None else own)
    ends = datetime.fromisoformat(table.until)
    return ends - min(PLAY_AHEAD, window / 4 or PLAY_AHEAD) <= now < ends


def _of_table(played: Asked, stage: Stage, table: Table) -> Iterator[Told]:
    state, seats, ends = played.state, table.pairing.seats, datetime.fromisoformat(table.until)
    path = reverse("tournaments:table", args=[state.id, stage.key, table.pairing.round, table.no])
    key = f"play-by:{state.id}:{stage.key}.{table.pairing.round}.{table.no}:{int(ends.timestamp())}"
    for no in seats:
        if (player := state.entries[no].player) is not None:
            others = ", ".join(played.names[other] for other in seats if other != no)
            yield messages.PLAY_BY, To(player, key, path, {"event": state.title, "opponents": others, "ends_at": ends})

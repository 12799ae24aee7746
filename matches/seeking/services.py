"""Every change to who waits, and the one place where those who wait are seated.

Rows say who waits. A table for some of them is opened in one transaction with the change of their rows, which must all
still wait: so nobody is seated twice, however many processes look at once, and whoever is killed in the middle has
changed nothing. Everybody looks: whoever joins, for their own terms, and every second a worker (``seat_all``).
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Final
from uuid import UUID

import structlog
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from elekt_core.registry import bots_of, get_game
from elekt_core.search.levels import level_of
from ledger import notify, store
from players import queries as players
from players.ratings.elo import START, shown
from players.ratings.outcome import person
from players.ratings.queries import ratings
from web.error_words import REFUSED
from web.errors import Conflict, NotFound
from web.limits import Limit

from .. import opponents
from ..clocks import service_time
from ..clocks.outages import overlap
from ..models import Table
from ..tables import services as tables
from ..tables.commands import OpenTable
from ..tables.events import TableFold
from . import challenges
from .apart import apart
from .busy import leaves_early, playing_live
from .models import DROPPED, LEFT, SEATED, WAITING, BrowserUse, Seek
from .rule import ANYBODY, Seating, Waiting, arrange
from .terms import Pool, SeekMatch, pool_of

GONE_AFTER: Final = 30_000
"""Milliseconds without a sign after which somebody is dropped from a live queue."""
TELL_EVERY: Final = 5
"""Seconds from one look at what a waiting page shows to the next."""
LOOK_EVERY: Final = 20
"""Seconds from one look at who waits by correspondence to the next, where nobody comes."""
MAX_CORRESPONDENCE: Final = 5
"""Queues of one person, beside the live one."""
KEPT: Final = timedelta(days=2)
SEEKS = Limit("rated matches that a player looks for", 60, 3600)

log = structlog.get_logger()
_looked: dict[Pool, float] = {}


class Taken(Exception):
    """Somebody of a table does not wait any more: others were faster, or they have left."""


# --- joining and leaving ----------------------------------------------------------------------------------


def seek(command: SeekMatch, *, by: UUID, now: datetime | None = None) -> Seek:
    """Wait on these terms, or go on waiting on them, and be seated at once where that is possible.

    Raises UnknownGame, BadSetup, BadRequest, Conflict, TooMany.
    """
    pool, at = pool_of(command), now or timezone.now()
    if players.guests([by]):
        raise Conflict("rated_needs_account")
    if pool.is_live and playing_live([by]):
        raise Conflict("plays_live_now")
    if leaves_early(by, at):
        raise Conflict("left_too_often")
    row, changed = _joined(command, pool, by, at)
    if changed:  # who asks again on the same terms waits for the next look, as everybody does
        seat_pool(pool, at)
        row.refresh_from_db()
    return row


def _joined(command: SeekMatch, pool: Pool, by: UUID, at: datetime) -> tuple[Seek, bool]:
    """And whether something is new about it."""
    waiting = Seek.objects.filter(player=by, status=WAITING)
    same = waiting.filter(**pool._asdict())
    if not pool.is_live and waiting.filter(live=False).exclude(id__in=same).count() >= MAX_CORRESPONDENCE:
        raise Conflict("seeks_too_many", most=MAX_CORRESPONDENCE)
    wanted = {"widest": command.range_at_most, "bots": command.bots and pool.is_live, "seen": service_time.now()}
    before = same.values("widest", "bots").first()
    changed = before != {"widest": wanted["widest"], "bots": wanted["bots"]}
    if changed:
        SEEKS.take(str(by))
    for _again in range(2):
        if same.update(**wanted):
            break
        try:
            with transaction.atomic():
                if pool.is_live:
                    _end(waiting.filter(live=True), LEFT, at)
                new = Seek(id=store.new_stream(), player=by, live=pool.is_live, since=at, **pool._asdict(), **wanted)
                new.save(force_insert=True)
                return new, True
        except IntegrityError:  # the same person has just asked in another window
            continue
    row = waiting.filter(live=True).first() if pool.is_live else same.first()
    if row is None:
        raise Conflict("plays_live_now" if pool.is_live else "unknown_seek")
    return row, changed


def leave(seek_id: UUID, *, by: UUID, now: datetime | None = None) -> Seek:
    """Wait no longer; nothing changes for somebody who has been seated. Raises NotFound."""
    own = Seek.objects.filter(id=seek_id, player=by)
    _end(own.filter(status=WAITING), LEFT, now or timezone.now())
    row = own.first()
    if row is None:
        raise NotFound("unknown_seek")
    return row


def _end(rows: Iterable[Seek], status: str, at: datetime) -> None:
    """They wait no longer, except those who were seated meanwhile."""
    for row in list(rows):
        still = Seek.objects.filter(id=row.id, status=WAITING)
        if still.update(status=status, ended_at=at, version=F("version") + 1):
            _tell(row.id, row.version + 1)


def _tell(seek_id: UUID, version: int) -> None:
    transaction.on_commit(partial(notify.tell, seek_id, version), robust=True)


def is_there(seeks: Iterable[UUID]) -> None:
    """Those who wait in these queues are still there."""
    Seek.objects.filter(id__in=list(seeks), status=WAITING).update(seen=service_time.now())


# --- seating ----------------------------------------------------------------------------------------------


def seat_all(now: datetime | None = None) -> int:
    """Every second: drop those who have gone, seat those who can be seated, tell the others how it stands. The number
    of tables that were opened."""
    at = now or timezone.now()
    challenges.expire(at)
    drop_gone(at)
    opened = 0
    for pool in _pools():
        if pool.is_live or at.timestamp() - _looked.get(pool, 0) >= LOOK_EVERY:
            _looked[pool] = at.timestamp()
            opened += seat_pool(pool, at)
    tell_all(at)
    return opened


def _pools() -> list[Pool]:
    """Terms on which anybody waits."""
    rows = Seek.objects.filter(status=WAITING).order_by().values_list("game", "ruleset", "seats", "control").distinct()
    return [Pool(*row) for row in rows]


def seat_pool(pool: Pool, now: datetime) -> int:
    """Open the tables that are possible among those who wait on these terms; how many these are."""
    rows = {row.player: row for row in Seek.objects.filter(status=WAITING, **pool._asdict())}
    if pool.is_live:
        for player in playing_live(rows):
            del rows[player]
    if len(rows) < pool.seats and not any(row.bots for row in rows.values()):
        return 0
    values, enough_bots = ratings(pool.ladder, map(person, rows)), len(bots_of(get_game(pool.game))) >= pool.seats - 1
    waiting = [
        Waiting(
            row.player,
            shown(values.get(person(row.player), START)),
            row.since.timestamp(),
            row.widest,
            row.bots and enough_bots,
        )
        for row in rows.values()
    ]
    found = arrange(waiting, size=pool.seats, now=now.timestamp(), pace=pool.pace, apart=apart(list(rows), now))
    return sum(_seated(pool, seating, [rows[player] for player in seating.people], now) for seating in found)


def _seated(pool: Pool, seating: Seating, rows: Sequence[Seek], now: datetime) -> bool:
    """Open this table; whether that was still possible. Seats are drawn by lot."""
    places: list[UUID | None] = [*seating.people, *[None] * seating.bots]
    secrets.SystemRandom().shuffle(places)
    bots = iter(_bots(pool, seating))
    command = OpenTable(
        game=pool.game,
        ruleset=pool.ruleset,
        seats=pool.seats,
        access=Table.Access.ANYONE,
        host_seat=None,
        seated=tuple(places),
        bots={number: next(bots) for number, player in enumerate(places) if player is None},
        rated=True,
        time=pool.time,
        speed=pool.speed,
    )
    try:
        tables.open_table(command, by=seating.people[0], also=_claim(rows, now))
    except Taken:
        return False
    except REFUSED as refused:  # a game that was taken away, say: they go on waiting
        log.error("nobody seated", game=pool.game, ruleset=pool.ruleset, code=refused.code)
        return False
    return True


def _claim(rows: Sequence[Seek], now: datetime) -> Callable[[TableFold], None]:
    """Marks them as seated in the table's own transaction. Raises Taken if one of them does not wait any more."""

    def claim(table: TableFold) -> None:
        waiting = Seek.objects.select_for_update().filter(id__in=[row.id for row in rows], status=WAITING)
        locked = list(waiting.order_by("id"))  # everybody locks in the same order
        if len(locked) < len(rows):
            raise Taken
        Seek.objects.filter(id__in=[row.id for row in rows]).update(
            status=SEATED, table=table.id, match=table.match, ended_at=now, version=F("version") + 1
        )
        for row in locked:
            _tell(row.id, row.version + 1)

    return claim


def _bots(pool: Pool, seating: Seating) -> list[str]:
    """As many different bots as are needed: the one nearest in strength to whoever has waited longest, and those next
    to it."""
    game = get_game(pool.game)
    first = opponents.first_for(seating.people[0], game, pool.ruleset)
    level = level_of(first) or 0
    return sorted(bots_of(game), key=lambda bot: (bot != first, abs((level_of(bot) or 100) - level), bot))[
        : seating.bots
    ]


# --- who has gone, and what the others are told -----------------------------------------------------------


def drop_gone(now: datetime) -> None:
    """Nobody waits in a live queue who has closed its page. Time in which nothing served does not count."""
    instant = service_time.now()
    late = list(Seek.objects.filter(status=WAITING, live=True, seen__lt=instant - GONE_AFTER))
    if late:
        outages = service_time.outages(min(row.seen for row in late))
        gone = [row for row in late if instant - row.seen - overlap(outages, row.seen, instant) > GONE_AFTER]
        _end(gone, DROPPED, now)


def tell_all(now: datetime) -> None:
    """Write down, and tell, what has changed for those who wait: their range, and how many others do."""
    changed, rows = [], list(Seek.objects.filter(status=WAITING))
    pools: dict[Pool, int] = {}
    for row in rows:
        pools[of(row)] = pools.get(of(row), 0) + 1
    for row in rows:
        step = max(int((now - row.since).total_seconds()), 0) // TELL_EVERY
        shown_now = reach(row, now), pools[of(row)] - 1
        if step != row.told and shown_now != (row.range, row.others):
            row.range, row.others = shown_now
            row.told, row.version = step, row.version + 1
            changed.append(row)
    for row in changed:
        fresh = {"range": row.range, "others": row.others, "told": row.told, "version": row.version}
        if Seek.objects.filter(id=row.id, status=WAITING, version=row.version - 1).update(**fresh):
            _tell(row.id, row.version)


def of(row: Seek) -> Pool:
    return Pool(row.game, row.ruleset, row.seats, row.control)


def reach(row: Seek, now: datetime) -> int:
    """How far another's rating may be from theirs by now; 0: anybody."""
    points = of(row).pace.range_after((now - row.since).total_seconds(), row.widest)
    return 0 if points >= ANYBODY else points


def forget_old(now: datetime | None = None) -> None:
    """Now and then: rows of those who were seated, or left, days ago."""
    Seek.objects.filter(ended_at__lt=(now or timezone.now()) - KEPT).delete()
    challenges.forget_old(now)


# --- whoever goes -----------------------------------------------------------------------------------------


def forget(player: UUID) -> None:
    """Somebody has erased their account."""
    Seek.objects.filter(player=player).delete()
    BrowserUse.objects.filter(player=player).delete()
    challenges.forget(player)


def merged(keeps: UUID, goes: UUID) -> None:
    """The profile that goes waits for nobody."""
    forget(goes)

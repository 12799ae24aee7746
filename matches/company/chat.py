"""Chat beside a match, in two rooms: at the table, and among the spectators.

Who plays reads nothing of the spectators' before the end: they may see other hands, and guess aloud. Lines are rows
beside the ledger, erased with the person.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Count
from django.utils import timezone

from players.friends import shunning
from web.encoding import component
from web.errors import BadRequest, Conflict, NotAllowed, NotFound
from web.limits import Limit, TooMany

from .. import names
from ..clocks import presence
from ..models import Seat, Table
from ..play import queries
from ..play.shapes import MatchShown
from . import news
from .models import ChatLine, ChatReport, ChatSilenced, Company
from .phrases import phrases

TABLE, WATCHERS = "table", "watchers"
MAX_LENGTH = 300
JOINER = "\u200d"
"""Between the parts of an emoji. Nothing else that cannot be seen is kept."""
MAX_LINES, MAX_OWN = 2000, 500
"""Kept in one room of a match, and of one person there. In a full room the next line takes the place of the oldest one
of whoever has said most there, so however many talk, they push out their own lines, and nobody's voice."""
BUSY, BUSY_OWN = 40, 3
"""When so many lines were said in a room within a minute, a person says at most so many of the next ones."""
MINUTE = timedelta(minutes=1)
SHOWN = 200
"""Of each room."""
SAID_OFTEN = Limit("chat lines of a player", 20, 60)
REPORTED_OFTEN = Limit("chat lines reported by a player", 20, 3600)


@dataclass(frozen=True, slots=True)
class Say:
    """Say something: a ``text``, or a quick ``phrase`` by its key."""

    text: str = ""
    phrase: str = ""


@component("ChatLineShown")
@dataclass(frozen=True, slots=True)
class LineShown:
    """``text`` is ready to read, ``""`` if the line was removed."""

    id: int
    number: int
    by: UUID
    name: str
    seat: int | None
    room: str
    text: str
    said_at: datetime
    removed: bool


@dataclass(frozen=True, slots=True)
class ChatShown:
    lines: tuple[LineShown, ...]
    may_say: bool
    is_host: bool
    reported: int
    """Lines that were reported, for the host."""
    shunned: tuple[UUID, ...]
    apart: bool
    """Whether there is a room that the other side does not read now."""


def shown(match: MatchShown, player: UUID | None) -> ChatShown:
    """Everything that ``player``, as whom ``match`` is seen, may read."""
    shunned = shunning.shunned_by(player)
    lines = tuple(line for line in lines_of(match) if line.by not in shunned)
    host = player is not None and hosts(match.id, player)
    return ChatShown(
        lines,
        may_say=player is not None,
        is_host=host,
        reported=_reported(match.id) if host else 0,
        shunned=tuple(sorted(shunned)),
        apart=not match.is_over,
    )


def lines_of(match: MatchShown, after: int = 0) -> tuple[LineShown, ...]:
    """The last lines of each room that may be read from where ``match`` is seen, if they are news to somebody who
    stands at ``after``: there they have changed, or been opened to players."""
    if match.is_over and Company.objects.filter(match=match.id, opened__gt=after).exists():
        after = 0
    changed = ChatLine.objects.filter(match=match.id, changed__gt=after)
    last = (changed.filter(room=room).order_by("-number")[:SHOWN] for room in rooms(match))
    found = sorted((row for rows in last for row in rows), key=lambda row: row.number)
    called = names.players_named(row.by for row in found)
    seats = dict(Seat.objects.filter(table=match.table, player__isnull=False).values_list("player", "number"))
    said = phrases()
    return tuple(
        LineShown(
            row.pk,
            row.number,
            row.by,
            match.names[seats[row.by]] if row.by in seats else called.get(row.by, ""),
            seats.get(row.by),
            row.room,
            "" if row.removed else row.text or said.get(row.phrase, ""),
            row.said_at,
            row.removed,
        )
        for row in found
    )


def rooms(match: MatchShown) -> Collection[str]:
    """The rooms that may be read from that place."""
    if match.late:  # the table talks about what they have not seen yet
        return (WATCHERS,)
    return (TABLE, WATCHERS) if match.is_over or match.my_seat is None else (TABLE,)


def say(match_id: UUID, command: Say, *, by: UUID) -> int:
    """The number of the line. Raises NotFound, BadRequest, NotAllowed, Conflict, TooMany."""
    match = _match(match_id, by)
    text = "".join(c for c in " ".join(command.text.split()) if c.isprintable() or c == JOINER).strip()
    if command.phrase:
        if command.phrase not in phrases() or text:
            raise BadRequest("bad_field", field="phrase")
    elif not 0 < len(text) <= MAX_LENGTH:
        raise BadRequest("bad_chat_line", field="text", most=MAX_LENGTH)
    if ChatSilenced.objects.filter(match=match_id, player=by).exists():
        raise NotAllowed("silenced_here")
    SAID_OFTEN.take(str(by))
    room, now = WATCHERS if match.my_seat is None else TABLE, timezone.now()
    _check_busy(match_id, room, by, now)
    with transaction.atomic():
        number = news.tell(match_id)
        _make_room(match_id, room, by)
        ChatLine.objects.create(
            match=match_id,
            number=number,
            changed=number,
            room=room,
            by=by,
            said_at=now,
            text=text,
            phrase=command.phrase,
        )
    return number


def report(match_id: UUID, line: int, *, by: UUID) -> None:
    """Report a line to the host and to staff. Raises NotFound, TooMany."""
    row = _line(match_id, line, by)
    REPORTED_OFTEN.take(str(by))
    ChatReport.objects.get_or_create(line=row, by=by, defaults={"at": timezone.now()})


def remove(match_id: UUID, line: int, *, by: UUID, staff: bool = False) -> None:
    """Remove a line: its author, the host and staff can. What was reported is hidden at the table and kept until
    staff remove it, so that nobody takes away what they are reported for. Raises NotFound, NotAllowed."""
    row = _line(match_id, line, by, staff)
    if by != row.by and not staff and not hosts(match_id, by):
        raise NotAllowed("not_the_host")
    with transaction.atomic():
        changed = news.tell(match_id)
        line_now = ChatLine.objects.select_for_update().filter(pk=row.pk)
        line_now.first()  # a report comes before this or after it
        line_now.update(removed=True, changed=changed)
        if staff:
            row.reports.all().delete()
        _empty([row.pk])


def silence(match_id: UUID, line: int, *, by: UUID, staff: bool = False) -> None:
    """Silence a line's author beside this match, as the host or staff may. Raises NotFound,
    NotAllowed."""
    row = _line(match_id, line, by, staff)
    if not (staff or hosts(match_id, by)) or row.by == by:
        raise NotAllowed("not_the_host")
    ChatSilenced.objects.get_or_create(match=match_id, player=row.by)


def author(match_id: UUID, line: int, *, by: UUID) -> UUID:
    """The author of a line that ``by`` may read. Raises NotFound."""
    return _line(match_id, line, by).by


@dataclass(frozen=True, slots=True)
class ReportShown:
    id: int
    match: UUID
    by: UUID
    name: str
    text: str
    said_at: datetime
    reports: int
    removed: bool
    """Whether it was removed at the table, which waits for what staff say."""


def reported(player: UUID, *, staff: bool = False) -> list[ReportShown]:
    """Reported lines: at this host's tables those that can be read there, or all of them for staff. Does not say who
    reported them."""
    rows = ChatLine.objects.filter(reports__isnull=False).distinct()
    if not staff:
        hosted = Table.objects.filter(host=player, match__isnull=False)
        rows = rows.filter(removed=False, match__in=hosted.values("match"))
        rows = rows.exclude(room=WATCHERS, match__in=_own_running(player))
    found = list(rows.prefetch_related("reports").order_by("-said_at")[:SHOWN])
    called, said = names.players_named(row.by for row in found), phrases()
    return [
        ReportShown(
            row.pk,
            row.match,
            row.by,
            called.get(row.by, ""),
            row.text or said.get(row.phrase, ""),
            row.said_at,
            len(row.reports.all()),
            row.removed,
        )
        for row in found
    ]


def forget(player: UUID) -> None:
    """Erase everything that somebody has said beside matches."""
    ChatLine.objects.filter(by=player).delete()
    _withdraw(player)
    ChatSilenced.objects.filter(player=player).delete()


def merged(keeps: UUID, goes: UUID) -> None:
    ChatLine.objects.filter(by=goes).update(by=keeps)
    for one in ChatReport.objects.filter(by=goes).exclude(line__by=keeps):
        ChatReport.objects.get_or_create(line_id=one.line_id, by=keeps, defaults={"at": one.at})
    _withdraw(goes)
    for match in ChatSilenced.objects.filter(player=goes).values_list("match", flat=True):
        ChatSilenced.objects.get_or_create(match=match, player=keeps)


def match_ended(match_id: UUID) -> None:
    """The players may now read the spectators' chat: their pages are told."""
    if Company.objects.filter(match=match_id).exists():
        with transaction.atomic():
            Company.objects.filter(match=match_id).update(opened=news.tell(match_id))


# --- inside -------------------------------------------------------------------------------------------------


def _match(match_id: UUID, player: UUID) -> MatchShown:
    match = queries.match(match_id=match_id, player=player)
    if match.practice:
        raise Conflict("no_chat_in_practice")
    presence.looked(match)
    return match


def _withdraw(player: UUID) -> None:
    """Delete somebody's reports, and the text of removed lines that were kept for them alone."""
    reports = ChatReport.objects.filter(by=player)
    lines = list(reports.values_list("line", flat=True))
    reports.delete()
    _empty(lines)


def _empty(lines: Collection[int]) -> None:
    """Delete the text of those of the lines that are removed and wait for nobody."""
    waiting = ChatReport.objects.filter(line__in=lines).values("line")
    ChatLine.objects.filter(pk__in=lines, removed=True).exclude(pk__in=waiting).update(text="", phrase="")


def _check_busy(match_id: UUID, room: str, by: UUID, now: datetime) -> None:
    """Raises TooMany for somebody who talks much where many do."""
    lately = ChatLine.objects.filter(match=match_id, room=room, said_at__gt=now - MINUTE)
    if lately.count() >= BUSY and lately.filter(by=by).count() >= BUSY_OWN:
        raise TooMany(int(MINUTE.total_seconds()))


def _make_room(match_id: UUID, room: str, by: UUID) -> None:
    """Remove the oldest line of somebody who has said as much as they may, or of who has said most in a full room.

    What was reported stays, so that nobody talks it away. Raises Conflict where nothing else is left.
    """
    said = ChatLine.objects.filter(match=match_id, room=room)
    if said.filter(by=by).count() >= MAX_OWN:
        whose = by
    elif said.count() >= MAX_LINES:
        most = said.filter(reports=None).values("by").annotate(n=Count("pk")).order_by("-n", "by").first()
        if most is None:
            raise Conflict("too_many_chat_lines", most=MAX_LINES)
        whose = most["by"]
    else:
        return
    oldest = said.filter(by=whose, reports=None).order_by("number").first()
    if oldest is None:
        raise Conflict("said_enough", most=MAX_OWN)
    oldest.delete()


def _line(match_id: UUID, line: int, by: UUID, staff: bool = False) -> ChatLine:
    """A line that they may read; any line for staff. Raises NotFound."""
    rows = ChatLine.objects.filter(match=match_id, pk=line)
    row = (rows if staff else rows.filter(room__in=rooms(_match(match_id, by)))).first()
    if row is None:
        raise NotFound("unknown_chat_line")
    return row


def hosts(match_id: UUID, player: UUID) -> bool:
    return Table.objects.filter(match=match_id, host=player).exists()


def _own_running(player: UUID) -> Collection[UUID]:
    """Running matches in which somebody plays: there they cannot read the spectators' chat, even as host."""
    seats = Seat.objects.filter(player=player, playing=True)
    rows = Table.objects.filter(seat_rows__in=seats).values_list("match", flat=True)
    return [match for match in rows if match is not None]


def _reported(match_id: UUID) -> int:
    rows = ChatLine.objects.filter(match=match_id, removed=False, reports__isnull=False, room=TABLE)
    return rows.distinct().count()

"""Calendars (iCalendar, RFC 5545): the start and the rounds of a tournament, and a player's own dates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

from django.utils.translation import gettext as _

from tournaments import plans, stages
from tournaments import queries as tournaments
from tournaments.formats.contract import EntrantNo
from tournaments.formats.registry import format_of
from tournaments.state import Round, Stage, State, Status

from . import queries

LINE = 75
"""Octets (3.1)."""
MAX_TOURNAMENTS = 50
"""Tournaments in a player's calendar."""
MIN_LENGTH = timedelta(minutes=30)
_EVER = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Entry:
    """A VEVENT. Its ``key`` never changes, so that a calendar updates the entry it already has."""

    key: str
    title: str
    begins: datetime
    ends: datetime
    changed: datetime
    url: str = ""


def of_tournament(state: State, url: str, me: EntrantNo | None = None) -> Iterator[Entry]:
    """The start and the rounds, as far as their times are known; with ``me`` only rounds in which that player has a
    table.
    """
    changed = state.changed_at or _EVER
    if state.settings.starts and state.status is not Status.CANCELLED:
        begins = datetime.fromisoformat(state.settings.starts)
        yield Entry(f"{state.id}", state.title, begins, begins + _length(state), changed, url)
    for stage in state.stages.values():
        for one in stage.rounds:
            if one.window:
                yield from _windows(state, stage, one, me, url)
            elif me is None or any(me in table.pairing.seats for table in one.tables.values()):
                yield from _round(state, stage, one, changed, url)


def _length(state: State) -> timedelta:
    """The length of all rounds that can be foreseen."""
    rounds = 0
    for stage in state.planned:
        plan = plans.read(stage.plan)
        rounds += format_of(plan.format).rounds(plan, max(len(state.entries), plan.seats)) or 1
    return _lasts(state, rounds)


def _lasts(state: State, rounds: int = 1) -> timedelta:
    return max(MIN_LENGTH, timedelta(minutes=state.settings.round_minutes * rounds))


def _round(state: State, stage: Stage, one: Round, changed: datetime, url: str) -> Iterator[Entry]:
    if one.published_at is None:
        return
    until = stages.ends(stage, one)
    ends = datetime.fromisoformat(until) if until else None
    ends = ends or one.published_at + _lasts(state)
    title = _("%(tournament)s: round %(round)s") % {"tournament": state.title, "round": one.no}
    if len(state.planned) > 1:
        title = f"{title} ({stage.key})"
    yield Entry(f"{state.id}-{stage.key}-{one.no}", title, one.published_at, max(ends, one.published_at), changed, url)


def _windows(state: State, stage: Stage, one: Round, me: EntrantNo | None, url: str) -> Iterator[Entry]:
    """The ends of windows: the round's window, or (with ``me``) that of each own table still to be played."""
    ends = [table.until for table in one.tables.values() if me in table.pairing.seats and not table.is_done]
    for until in [one.window] if me is None else ends:
        end, changed = datetime.fromisoformat(until), state.changed_at or _EVER
        title = _("%(tournament)s: deadline for round %(round)s") % {"tournament": state.title, "round": one.no}
        yield Entry(f"{state.id}-{stage.key}-{one.no}", title, end - MIN_LENGTH, end, changed, url)


def of_player(player: UUID, address: str) -> Iterator[Entry]:
    """Listed tournaments that the player has entered; ``address`` contains ``{id}`` for the tournament's id."""
    for line in queries.entered_by(player, MAX_TOURNAMENTS):
        state = tournaments.tournament(tournament_id=line, player=None).state
        mine = state.entry_of(player)
        yield from of_tournament(state, address.format(id=state.id), None if mine is None else mine.no)


def written(title: str, entries: Sequence[Entry], domain: str) -> str:
    """``domain`` makes the keys globally unique (RFC 7986, 5.3)."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Elekt//Tournaments//EN", "CALSCALE:GREGORIAN"]
    lines.append(f"X-WR-CALNAME:{text(title)}")
    for one in entries:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{text(one.key)}@{domain}",
            f"DTSTAMP:{moment(one.changed)}",
            f"DTSTART:{moment(one.begins)}",
            f"DTEND:{moment(one.ends)}",
            f"SUMMARY:{text(one.title)}",
            *([f"URL:{one.url}"] if one.url else []),
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    return "".join(folded(line) + "\r\n" for line in lines)


def moment(at: datetime) -> str:
    """A moment in UTC (3.3.5, form 2)."""
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def text(value: str) -> str:
    """A text value with its special characters escaped (3.3.11)."""
    for letter, escaped in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\n", "\\n")):
        value = value.replace(letter, escaped)
    return "".join(letter for letter in value if letter.isprintable())


def folded(line: str) -> str:
    """Lines of at most 75 octets, never cut within a character (3.1)."""
    parts, room = [""], LINE
    for letter in line:
        size = len(letter.encode())
        if size > room:
            parts.append("")
            room = LINE - 1
        parts[-1] += letter
        room -= size
    return "\r\n ".join(parts)

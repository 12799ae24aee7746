"""Private notes on events of a match, for whoever may see its replay: only their author can read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from msgspec import Meta

from web import limits
from web.decoding import VERBATIM
from web.errors import BadRequest, Conflict, NotFound

from ..play import queries
from ..play.shapes import MatchShown
from .note_models import OwnNote

MAX_LENGTH = 500
IN_A_MATCH = 100
IN_ALL = 5000
SHORT = 60
"""Of each note stands in the list of all."""
WRITTEN_OFTEN = limits.Limit("notes of one's own", 60, 60)


@dataclass(frozen=True, slots=True)
class WriteNote:
    """Note this about an event, replacing the note there. An empty text deletes the note."""

    event: Annotated[int, Meta(ge=1, le=2**31 - 1)]
    text: Annotated[str, VERBATIM] = ""


@dataclass(frozen=True, slots=True)
class NoteLine:
    event: int
    begins: str


@dataclass(frozen=True, slots=True)
class OwnNotes:
    """The asker's notes: at the event shown, and elsewhere in this match."""

    may_write: bool
    text: str = ""
    lines: tuple[NoteLine, ...] = ()
    most: int = MAX_LENGTH


def shown(match: MatchShown, at: int, player: UUID | None) -> OwnNotes:
    if player is None:
        return OwnNotes(may_write=False)
    found = of(match.id, player)
    lines = tuple(NoteLine(event, _begins(text)) for event, text in found.items())
    return OwnNotes(True, found.get(at, ""), lines)


def of(match_id: UUID, player: UUID) -> Mapping[int, str]:
    """Somebody's own notes on a match, by event."""
    return dict(OwnNote.objects.filter(match=match_id, by=player).order_by("event").values_list("event", "text"))


def write(match_id: UUID, command: WriteNote, *, by: UUID) -> None:
    """Raises NotFound (also for a match that they may not see), BadRequest, Conflict, TooMany."""
    match = queries.match(match_id=match_id, player=by)
    if command.event > match.version:
        raise NotFound("unknown_position", at=command.event, last=match.version)
    text = "".join(c for c in command.text.replace("\r\n", "\n") if c.isprintable() or c == "\n").strip()
    if len(text) > MAX_LENGTH:
        raise BadRequest("bad_own_note", field="text", most=MAX_LENGTH)
    WRITTEN_OFTEN.take(str(by))
    here = OwnNote.objects.filter(match=match_id, by=by)
    if not text:
        here.filter(event=command.event).delete()
        return
    others = here.exclude(event=command.event).count()
    if others >= IN_A_MATCH or OwnNote.objects.filter(by=by).exclude(match=match_id).count() + others >= IN_ALL:
        raise Conflict("too_many_own_notes", most=IN_A_MATCH, all=IN_ALL)
    new = {"text": text, "written_at": timezone.now()}
    OwnNote.objects.update_or_create(match=match_id, by=by, event=command.event, defaults=new)


def forget(player: UUID) -> None:
    """Delete all notes of somebody who is erased."""
    OwnNote.objects.filter(by=player).delete()


def merged(keeps: UUID, goes: UUID) -> None:
    """If both have a note on the same event, join them into one."""
    with transaction.atomic():
        for note in OwnNote.objects.filter(by=goes):
            same = OwnNote.objects.filter(by=keeps, match=note.match, event=note.event).first()
            if same is None:
                OwnNote.objects.filter(pk=note.pk).update(by=keeps)
            else:
                OwnNote.objects.filter(pk=same.pk).update(text=f"{same.text}\n{note.text}")
                note.delete()


def _begins(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= SHORT else line[: SHORT - 1].rstrip() + "…"

"""Every change to what is said about an event. Rows, not events: the last word counts, and it can be erased."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID
from zoneinfo import available_timezones

from django.db import IntegrityError, transaction
from django.utils import timezone

from web import limits, pictures, prose
from web.errors import BadRequest, Conflict, StaleVersion

from . import commands as c
from .about import Event
from .models import NO_PICTURE, Announcement, EventPicture

MAX_PICTURES = 200
"""Of one person: a picture is some 100 KB of everybody's disk."""


@dataclass(frozen=True, slots=True)
class Announced:
    event: UUID
    version: int


def announce(event: Event, command: c.Announce, *, by: UUID, expected_version: int | None = None) -> Announced:
    """Sent again, it changes nothing. Raises NotAllowed, BadRequest, StaleVersion, TooMany."""
    event.check_writes()
    said = _said(command)
    try:
        return _announce(event, said, by, expected_version)
    except IntegrityError:  # while there is no row, nobody waits: somebody else has written the first meanwhile
        return _announce(event, said, by, expected_version)


@transaction.atomic
def _announce(event: Event, said: Mapping[str, object], by: UUID, expected_version: int | None) -> Announced:
    row = _held(event.id)
    version = 0 if row is None else row.version
    if row is not None and said == {name: getattr(row, name) for name in said}:
        return Announced(event.id, version)
    if expected_version is not None and expected_version != version:
        raise StaleVersion(expected_version, version)
    limits.ANNOUNCEMENTS.take(str(by))
    row = row or Announcement(event=event.id)
    now = {"kind": event.kind, "version": version + 1, "author": by, "written_at": timezone.now()}
    for name, value in {**said, **now}.items():
        setattr(row, name, value)
    row.save(force_insert=not version)
    return Announced(event.id, version + 1)


def _held(event: UUID) -> Announcement | None:
    """Nobody else writes it until the end of the transaction."""
    return Announcement.objects.select_for_update().filter(event=event).first()


def _said(command: c.Announce) -> dict[str, object]:
    """The fields as they are kept. Raises BadRequest."""
    if command.zone and command.zone not in available_timezones():
        raise BadRequest("unknown_zone", field="zone")
    lines = ("place", "zone", "fee", "contact")
    said: dict[str, object] = {name: _line(getattr(command, name)) for name in lines}
    return {**said, "text": prose.written(command.text), "contact_public": command.contact_public}


def _line(text: str) -> str:
    return " ".join("".join(one if one.isprintable() else " " for one in text).split())


def show_picture(event: Event, sent: bytes, described: str, *, by: UUID, instead_of: str | None = None) -> str:
    """The picture's digest. ``instead_of`` is the mark of the one that was seen, ``none`` for no picture; None:
    whichever is there. Sent again, it changes nothing. Raises NotAllowed, BadRequest, Conflict, Busy, TooMany."""
    event.check_writes()
    others = EventPicture.objects.filter(author=by).exclude(event=event.id).count()
    if others >= MAX_PICTURES:
        raise Conflict("too_many_event_pictures", most=MAX_PICTURES)
    limits.EVENT_PICTURES.take(str(by))
    found = pictures.picture(sent, asker=str(by))
    now = {"kind": event.kind, "described": _line(described), "author": by, "sent_at": timezone.now()}
    kept = {"content": found.content, "digest": found.digest, "width": found.width, "height": found.height}
    with transaction.atomic():
        row = _held_picture(event.id)
        if row is not None and (row.digest, row.described) == (found.digest, now["described"]):
            return found.digest
        _check_seen(row, instead_of)
        try:
            EventPicture(event=event.id, **kept, **now).save(force_insert=row is None, force_update=row is not None)
        except IntegrityError:  # while there is no row, nobody waits: somebody else has sent the first meanwhile
            raise Conflict("picture_changed", field="picture") from None
    return found.digest


def _held_picture(event: UUID) -> EventPicture | None:
    """Nobody else changes it until the end of the transaction."""
    return EventPicture.objects.select_for_update().filter(event=event).first()


def _check_seen(row: EventPicture | None, seen: str | None) -> None:
    """Raises Conflict if the picture is not the one that was seen."""
    if seen is not None and seen != (NO_PICTURE if row is None else row.mark):
        raise Conflict("picture_changed", field="picture")


def decoded(picture: str) -> bytes:
    """The bytes of a picture that a program sends. Raises BadRequest."""
    try:
        return base64.b64decode(picture, validate=True)
    except (binascii.Error, ValueError):
        raise BadRequest("not_a_picture", field="picture") from None


def remove_picture(event: Event, *, instead_of: str | None = None) -> None:
    """Raises NotAllowed, Conflict."""
    event.check_removes()
    _remove_picture(event.id, instead_of)


@transaction.atomic
def _remove_picture(event: UUID, seen: str | None) -> None:
    row = _held_picture(event)
    if row is not None:
        _check_seen(row, seen)
        row.delete()


@transaction.atomic
def take_down(event: Event, *, expected_version: int | None = None, instead_of: str | None = None) -> None:
    """Raises NotAllowed, Conflict, StaleVersion."""
    event.check_removes()
    row = _held(event.id)
    if row is not None and expected_version not in (None, row.version):
        raise StaleVersion(expected_version or 0, row.version)
    _remove_picture(event.id, instead_of)
    if row is not None:
        row.delete()


def forget(player: UUID) -> None:
    """Somebody is erased, and with them what they wrote last and the pictures that they sent."""
    Announcement.objects.filter(author=player).delete()
    EventPicture.objects.filter(author=player).delete()


def merged(keeps: UUID, goes: UUID) -> None:
    Announcement.objects.filter(author=goes).update(author=keeps)
    EventPicture.objects.filter(author=goes).update(author=keeps)

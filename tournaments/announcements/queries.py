"""What is said about events, as one who asks may read it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated
from urllib.parse import urlencode
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString

from web import prose
from web.encoding import UNSHOWN, component
from web.errors import NotFound

from .about import Event
from .models import Announcement, EventPicture

MAP = "https://www.openstreetmap.org/search"


@dataclass(frozen=True, slots=True)
class PictureShown:
    address: str
    described: str
    width: int
    height: int
    mark: Annotated[str, "Send it as `instead_of` to replace or remove this picture and no other."]


@component("Announcement")
@dataclass(frozen=True, slots=True)
class Announced:
    """What is said about an event. ``contact`` is empty for those who may not see it (``contact_hidden``)."""

    event: UUID
    version: int
    text: Annotated[str, "Markdown, as it was written."]
    html: Annotated[str, "The same as HTML that can do nothing."]
    place: str
    map: Annotated[str, "The address of a map of the place."]
    zone: Annotated[str, "The place's time zone."]
    fee: str
    contact: str
    contact_public: bool
    contact_hidden: Annotated[bool, "There is a contact, for those who have entered."]
    picture: PictureShown | None
    starts: Annotated[datetime | None, UNSHOWN] = None

    @property
    def prose(self) -> SafeString:
        return SafeString(self.html)

    @property
    def is_empty(self) -> bool:
        hidden = self.contact or self.contact_hidden
        return not (self.text or self.place or self.fee or hidden or self.picture)

    @property
    def zone_told(self) -> str:
        return self.zone or settings.TIME_ZONE

    @property
    def starts_there(self) -> datetime | None:
        """When it starts by the clocks of the place, if those of the reader show another time."""
        if self.starts is None or not (self.place or self.zone):
            return None
        there = self.starts.astimezone(ZoneInfo(self.zone_told))
        return None if there.utcoffset() == timezone.localtime(self.starts).utcoffset() else there

    @property
    def starts_there_told(self) -> str:
        """In words: templates would turn a moment into the reader's time."""
        return "" if self.starts_there is None else date_format(self.starts_there, "j E Y, H:i")


def announced(event: Event) -> Announced:
    """Two queries."""
    row = Announcement.objects.filter(event=event.id).first() or Announcement(event=event.id)
    fields = ("event", "kind", "digest", "described", "width", "height")
    picture = EventPicture.objects.filter(event=event.id).only(*fields).first()
    told = row.contact_public or event.knows or event.writes
    return Announced(
        event.id,
        row.version,
        row.text,
        prose.prose(row.text),
        row.place,
        f"{MAP}?{urlencode({'query': row.place})}" if row.place else "",
        row.zone,
        row.fee,
        row.contact if told else "",
        row.contact_public,
        bool(row.contact) and not told,
        None if picture is None else _shown(picture),
        event.starts,
    )


def _shown(row: EventPicture) -> PictureShown:
    address = reverse("tournaments:announced_picture", args=[row.kind, row.event, row.digest])
    return PictureShown(address, row.described, row.width, row.height, row.mark)


def content(event: Event, digest: str) -> bytes:
    """The file of a picture. Raises NotFound."""
    row = EventPicture.objects.filter(event=event.id, digest=digest).first()
    if row is None:
        raise NotFound("no_such_picture")
    return bytes(row.content)

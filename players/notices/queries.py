"""What a person sees of their own notices; nobody else is told any of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.conf import settings

from . import encryption
from .kinds import CHANNELS_OF, USUAL, Channel, Kind, usual
from .models import Device, Reader
from .telling import wants


@dataclass(frozen=True, slots=True)
class NoticeChoiceShown:
    """``name`` is what is sent to switch it."""

    name: str
    channel: Channel
    on: bool


@dataclass(frozen=True, slots=True)
class NoticeKindShown:
    kind: Kind
    label: str
    help: str
    choices: tuple[NoticeChoiceShown, ...]


@dataclass(frozen=True, slots=True)
class DeviceShown:
    id: int
    name: str
    added_at: datetime


@dataclass(frozen=True, slots=True)
class NoticesShown:
    """``refused``: a mail server has refused the address. ``public_key`` is what a browser subscribes with (VAPID)."""

    address: str
    confirmed: bool
    refused: bool
    mails_leave: bool
    kinds: tuple[NoticeKindShown, ...]
    devices: tuple[DeviceShown, ...]
    public_key: str


def notices(player: UUID) -> NoticesShown:
    row = Reader.objects.filter(player=player).first()
    devices = Device.objects.filter(player=player).order_by("added_at", "pk")
    return NoticesShown(
        address=row.address if row else "",
        confirmed=row is not None and row.confirmed_at is not None,
        refused=row is not None and row.bounced_at is not None,
        mails_leave=mails_leave(),
        kinds=tuple(_kind(kind, row) for kind in Kind),
        devices=tuple(DeviceShown(one.pk, one.name, one.added_at) for one in devices),
        public_key=encryption.public_key(),
    )


def mails_leave() -> bool:
    """Whether e-mails go to a mail server, not into a folder of this machine."""
    return settings.EMAIL_BACKEND.rpartition(".backends.")[2].startswith(("smtp", "locmem"))


def _kind(kind: Kind, row: Reader | None) -> NoticeKindShown:
    choices = tuple(
        NoticeChoiceShown(
            f"{kind.value}.{channel.value}", channel, wants(row, kind, channel) if row else usual(kind, channel)
        )
        for channel in CHANNELS_OF[kind]
    )
    return NoticeKindShown(kind, str(kind.label), str(USUAL[kind].help), choices)

"""Notices on devices (Web Push): encrypted for one browser each, and handed to its push service."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from hashlib import sha256
from http.client import HTTPConnection, HTTPException
from threading import local
from typing import TYPE_CHECKING, Final

import structlog
from django.utils import translation

from . import encryption, endpoints, messages, outbox
from .kinds import Channel, Kind
from .models import Delivery, Device, Reader
from .telling import wants

if TYPE_CHECKING:
    from .delivering import Outcome, Outcomes

CONVERSATIONS: Final = 8
"""With push services at once, by one process."""
URGENT: Final = frozenset({Kind.CALLED, Kind.TURN, Kind.PAIRING})
GONE: Final = frozenset({404, 410})
REFUSED: Final = frozenset({400, 401, 403, 413})
MAX_WAIT: Final = 6 * 3600

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Parcel:
    """One message, ready to go: nothing in it needs the database."""

    row: Delivery
    device: Device
    plain: bytes
    urgency: str
    lasts: int


@dataclass(frozen=True, slots=True)
class Answer:
    """What the push service said; status 0: nothing."""

    status: int
    wait: int = 0


def hand_over(rows: list[Delivery], now: datetime) -> Outcomes:
    """Hand the messages over, several at once; yields what came of each."""
    devices = {str(one.pk): one for one in Device.objects.filter(pk__in=[row.target for row in rows])}
    readers = {one.player: one for one in Reader.objects.filter(player__in=[row.player for row in rows])}
    parcels = []
    for row in rows:
        try:
            parcel = _parcel(row, devices.get(row.target), readers.get(row.player), now)
        except Exception as error:
            yield (partial(outbox.failed, row, error, now=now),)
            continue
        if parcel is None:
            yield (partial(outbox.drop, row),)
        else:
            parcels.append(parcel)
    if not parcels:
        return
    sender = _Sender()
    try:
        with ThreadPoolExecutor(min(CONVERSATIONS, len(parcels))) as pool:
            for begin in range(0, len(parcels), CONVERSATIONS):  # no more than these are ever handed over, not settled
                some = parcels[begin : begin + CONVERSATIONS]
                answers = list(pool.map(sender.send, some))
                yield tuple(_outcome(*pair, now) for pair in zip(some, answers, strict=True))
    finally:
        sender.close()


def _outcome(parcel: Parcel, answer: Answer | Exception, now: datetime) -> Outcome:
    if isinstance(answer, Exception):
        return partial(outbox.failed, parcel.row, answer, now=now)
    return partial(_settle, parcel, answer, now)


def _parcel(row: Delivery, device: Device | None, reader: Reader | None, now: datetime) -> Parcel | None:
    """None if it is no longer wanted there."""
    message = messages.BY_NAME.get(row.message)
    if device is None or device.player != row.player or message is None:
        return None
    if reader is not None and not wants(reader, message.kind, Channel.PUSH):
        return None
    language, zone = (reader.language, reader.zone) if reader else ("pl", "UTC")
    with translation.override(language):
        said = messages.said(message, row.about, zone)
    told = {"title": said.title, "text": said.text, "path": row.path, "tag": _tag(row)}
    urgency = "high" if message.kind in URGENT else "normal"
    lasts = max(0, int((row.until - now).total_seconds()))
    return Parcel(row, device, json.dumps(told, ensure_ascii=False).encode(), urgency, lasts)


def _tag(row: Delivery) -> str:
    """The same for the same notice: what comes twice replaces the first, at the service and on the device."""
    return encryption.encode(sha256(f"{row.player}:{row.key}".encode()).digest()[:24])


class _Sender:
    """Keeps the connections of one batch open, each thread its own."""

    def __init__(self) -> None:
        self._of_thread = local()
        self._all: list[HTTPConnection] = []

    def send(self, parcel: Parcel) -> Answer | Exception:
        """An exception that nobody thought of stops none of the others."""
        try:
            return self._send(parcel)
        except endpoints.BadEndpoint:
            return Answer(410)
        except (OSError, HTTPException, ValueError) as error:
            log.warning("push service", error=type(error).__name__)
            self._of_thread.__dict__.clear()
            return Answer(0)
        except Exception as error:
            self._of_thread.__dict__.clear()
            return error

    def _send(self, parcel: Parcel) -> Answer:
        parts = endpoints.check(parcel.device.endpoint)
        key, secret = encryption.decode(parcel.device.key), encryption.decode(parcel.device.secret)
        headers = {
            "Authorization": encryption.authorization(parcel.device.endpoint),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(parcel.lasts),
            "Urgency": parcel.urgency,
            "Topic": _tag(parcel.row),
        }
        known: dict[str, HTTPConnection] = self._of_thread.__dict__
        server = known.get(parts.netloc)
        if server is None:
            server = known[parts.netloc] = endpoints.connect(parts)
            self._all.append(server)
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        server.request("POST", path or "/", encryption.encrypt(parcel.plain, key=key, secret=secret), headers)
        answer = server.getresponse()
        answer.read(4096)
        if not answer.isclosed():  # it says more than a push service says
            server.close()
        wait = answer.getheader("Retry-After", "")
        return Answer(answer.status, min(int(wait), MAX_WAIT) if wait.isdecimal() and len(wait) < 6 else 0)

    def close(self) -> None:
        for server in self._all:
            server.close()


def _settle(parcel: Parcel, answer: Answer, now: datetime) -> None:
    if 200 <= answer.status < 300:
        outbox.sent(parcel.row)
    elif answer.status in GONE:
        Device.objects.filter(pk=parcel.device.pk).delete()
        outbox.drop(parcel.row)
    elif answer.status in REFUSED:
        log.warning("push refused", status=answer.status)
        outbox.drop(parcel.row)
    else:
        outbox.again(parcel.row, now=now, after=timedelta(seconds=answer.wait))

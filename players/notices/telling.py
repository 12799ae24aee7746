"""The one function that other code calls to tell people something: ``tell``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Count
from django.utils import timezone

from .. import queries as players
from ..friends.models import Shunned
from ..models import Player
from . import messages
from .kinds import CHANNELS_OF, Channel, Kind, usual
from .messages import Message
from .models import Delivery, Device, Reader
from .wake import wake

MAX_A_DAY: Final[Mapping[str, int]] = {Channel.MAIL: 30, Channel.PUSH: 300}
"""So many notices reach one person in a day, whoever has them sent."""
MAX_KEY: Final = 120


@dataclass(frozen=True, slots=True)
class To:
    """One person, and what they are told: as the arguments of ``tell``."""

    player: UUID
    key: str
    path: str
    about: Mapping[str, str | int | datetime]


def tell(
    message: Message,
    *,
    to: Iterable[UUID],
    key: str,
    path: str,
    about: Mapping[str, str | int | datetime] | None = None,
    by: UUID | None = None,
    now: datetime | None = None,
) -> int:
    """Tell people something by e-mail and on their devices, as each has chosen; the number of messages that wait now.

    Call it inside the transaction that makes it true: both are stored, or neither. ``key`` names what happened
    (``pairing:<tournament>:<round>``): told again with the same key, nobody is told a second time. ``path`` is the page
    that a click opens; the reader must be allowed to see it. ``about`` has the names that the message is filled in
    with. ``by`` is the person behind it: whoever has muted or blocked them is not told, and they are not told
    themselves.
    Whoever has no address and no device is not told, nor are guests by e-mail. Raises ValueError for a message filled
    in wrongly.
    """
    return tell_each(message, [To(player, key, path, about or {}) for player in set(to)], by=by, now=now)


def tell_each(message: Message, each: Sequence[To], *, by: UUID | None = None, now: datetime | None = None) -> int:
    """The same for many people who are told different things: a few queries, however many they are."""
    at = now or timezone.now()
    for one in each:
        _check(one)
    into = players.now_of(one.player for one in each)
    deaf = _deaf(into.values(), by)
    told = [(into[one.player], one) for one in each if into.get(one.player) not in deaf]
    targets = _targets({player for player, _one in told}, message.kind, at)
    rows = [
        Delivery(
            player=player,
            key=one.key,
            topic=topic(one.key),
            channel=channel,
            target=target,
            message=message.name,
            about=messages.stored(message, one.about),
            path=one.path,
            made_at=at,
            due_at=at + (message.mail_after if channel is Channel.MAIL else message.push_after),
            until=at + message.lasts,
        )
        for player, one in told
        for channel, target in targets.get(player, ())
    ]
    if rows:
        Delivery.objects.bulk_create(rows, ignore_conflicts=True)
        transaction.on_commit(wake, robust=True)
    return len(rows)


def take_back(key: str, *, player: UUID | None = None) -> None:
    """It is no longer so: what was not sent yet will not be. Of all whom it was told, or of one.

    ``key`` may end with its last colon: then it is taken back whatever stands behind it.
    """
    waiting = Delivery.objects.filter(topic=topic(key), state=Delivery.State.WAITING, claim=None)
    if not key.endswith(":"):
        waiting = waiting.filter(key=key)
    (waiting.filter(player=player) if player else waiting).delete()


def topic(key: str) -> str:
    """What keys have in common that differ in their last part: ``turn:<match>:<seat>:``"""
    return key[: key.rfind(":") + 1]


def _check(one: To) -> None:
    if len(one.key) > MAX_KEY or not one.path.startswith("/") or one.path.startswith("//"):
        raise ValueError(f"no key or path of a notice: {one.key}, {one.path}")


def _deaf(people: Iterable[UUID], by: UUID | None) -> set[UUID]:
    """Those who are not told what ``by`` does."""
    if by is None:
        return set()
    return {by, *Shunned.objects.filter(owner__in=set(people), other=by).values_list("owner", flat=True)}


def _targets(people: set[UUID], kind: Kind, at: datetime) -> Mapping[UUID, list[tuple[Channel, str]]]:
    """By person, where they are reached."""
    if not people:
        return {}
    found: list[tuple[UUID, Channel, str]] = []
    readers = {row.player: row for row in Reader.objects.filter(player__in=people)}
    full = _full(people, at)
    wants = partial(_wants, readers, kind)
    if Channel.MAIL in CHANNELS_OF[kind]:
        active = set(Player.objects.filter(id__in=readers, is_active=True).values_list("id", flat=True))
        found += [
            (one.player, Channel.MAIL, one.address)
            for one in readers.values()
            if is_reachable(one) and one.player in active and wants(one.player, Channel.MAIL)
        ]
    if Channel.PUSH in CHANNELS_OF[kind]:
        devices = Device.objects.filter(player__in=people).values_list("player", "pk")
        found += [(one, Channel.PUSH, str(pk)) for one, pk in devices if wants(one, Channel.PUSH)]
    places: dict[UUID, list[tuple[Channel, str]]] = {}
    for one, channel, target in found:
        if (one, channel) not in full:
            places.setdefault(one, []).append((channel, target))
    return places


def is_reachable(reader: Reader) -> bool:
    """Whether e-mails may go to the address: it is confirmed, and no server has refused it for good."""
    return bool(reader.address) and reader.confirmed_at is not None and reader.bounced_at is None


def _wants(readers: Mapping[UUID, Reader], kind: Kind, player: UUID, channel: Channel) -> bool:
    row = readers.get(player)
    return usual(kind, channel) if row is None else wants(row, kind, channel)


def wants(reader: Reader, kind: Kind, channel: Channel) -> bool:
    """Whether the person wants notices of a kind by a channel."""
    return bool(reader.choices.get(f"{kind.value}.{channel.value}", usual(kind, channel)))


def _full(people: set[UUID], at: datetime) -> set[tuple[UUID, str]]:
    """Those who have had as many notices by a channel as anybody gets in a day."""
    today = Delivery.objects.filter(player__in=people, made_at__gt=at - timedelta(days=1))
    counted = today.values_list("player", "channel").annotate(told=Count("key", distinct=True))
    return {(player, channel) for player, channel, told in counted if told >= MAX_A_DAY[channel]}

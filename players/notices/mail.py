"""Notices as e-mails: plain text, with one click to stop their kind (RFC 2369, RFC 8058)."""

from __future__ import annotations

import smtplib
from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from uuid import UUID
from zoneinfo import ZoneInfo

import structlog
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import DatabaseError
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from ..models import Player
from . import digest, links, messages, outbox
from .kinds import Channel
from .models import Delivery, Reader
from .telling import is_reachable, wants

if TYPE_CHECKING:
    from .delivering import Outcome, Outcomes

log = structlog.get_logger()


def hand_over(rows: list[Delivery], now: datetime) -> Outcomes:
    """Hand each message to the mail server over one connection; yields what came of it."""
    people = {row.player for row in rows}
    readers = {one.player: one for one in Reader.objects.filter(player__in=people)}
    players = Player.objects.in_bulk(people)
    server = get_connection()
    try:
        for row in rows:
            try:
                email = _email(row, readers.get(row.player), players.get(row.player), now)
                outcome = _hand_over(server, row, email, now) if email else partial(outbox.drop, row)
            except DatabaseError:
                raise
            except Exception as error:
                server.close()
                outcome = partial(outbox.failed, row, error, now=now)
            yield (outcome,)
    finally:
        server.close()


def _email(row: Delivery, reader: Reader | None, player: Player | None, now: datetime) -> EmailMessage | None:
    """The e-mail, or None if it is no longer wanted: another address, switched off, nobody there any more."""
    if reader is None or player is None or not player.is_active:
        return None
    letter = links.LETTERS.get(row.message)
    if letter and letter.farewell:
        return _letter(row, letter, reader, player)
    if reader.address != row.target:
        return None
    if message := messages.BY_NAME.get(row.message):
        if not is_reachable(reader) or not wants(reader, message.kind, Channel.MAIL):
            return None
        return _notice(row, message, reader, now)
    return _letter(row, letter, reader, player) if letter and reader.bounced_at is None else None


def _notice(row: Delivery, message: messages.Message, reader: Reader, now: datetime) -> EmailMessage | None:
    with translation.override(reader.language), timezone.override(ZoneInfo(reader.zone)):
        said = messages.said(message, row.about, reader.zone)
        lines = digest.lines(row.player, now) if message is messages.DIGEST else []
        if message is messages.DIGEST and not lines:
            return None
        stop = links.stop(row.player, message.kind)
        parts = [
            said.text,
            *(f"* {line.text}\n  {line.link}" for line in lines),
            f"{said.button}: {links.absolute(row.path)}",
            "-- ",
            _("To stop e-mails of this kind (%(kind)s), open:") % {"kind": message.kind.label} + f"\n{stop}",
            _("All choices") + f": {links.absolute(reverse('players:notices'))}",
        ]
        text = "\n\n".join(parts) + "\n"
        more = {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
        return _made(row, reader, said.title, text, more)


def _letter(row: Delivery, letter: links.Letter, reader: Reader, player: Player) -> EmailMessage:
    with translation.override(reader.language):
        link = letter.link(player, reader)
        hello = _("Hello %(name)s,") % {"name": player.name}
        text = "\n\n".join([hello, str(letter.text), link, str(letter.otherwise)]) + "\n"
        return _made(row, reader, str(letter.title), text, {})


def _made(row: Delivery, reader: Reader, title: str, text: str, more: Mapping[str, str]) -> EmailMessage:
    headers = {
        # The same in every attempt, so that whoever gets a message twice can tell.
        "Message-ID": f"<{row.pk}@{urlsplit(settings.SITE_URL).hostname}>",
        "Auto-Submitted": "auto-generated",
        "Content-Language": reader.language,
        **more,
    }
    return EmailMessage(title, text, to=[row.target], headers=headers)


def _hand_over(server: BaseEmailBackend, row: Delivery, email: EmailMessage, now: datetime) -> Outcome:
    try:
        email.connection = server
        email.send()
    except smtplib.SMTPRecipientsRefused as refused:
        code = next(iter(refused.recipients.values()))[0]
        return partial(_bounced, row, now) if code >= 500 else partial(outbox.again, row, now=now)
    except smtplib.SMTPDataError as refused:
        return partial(outbox.drop, row) if refused.smtp_code >= 500 else partial(outbox.again, row, now=now)
    except (smtplib.SMTPException, OSError) as error:
        log.warning("mail server", error=type(error).__name__)  # never its text: that may name the address
        server.close()
        return partial(outbox.again, row, now=now)
    return partial(outbox.sent, row)


def _bounced(row: Delivery, now: datetime) -> None:
    """The server refuses the address for good: nothing is written there until the person enters one again."""
    note_bounce(row.player, row.target, now)
    outbox.drop(row)


def note_bounce(player: UUID, address: str, now: datetime) -> None:
    Reader.objects.filter(player=player, address=address).update(bounced_at=now)
    waiting = Delivery.objects.filter(player=player, target=address, state=Delivery.State.WAITING, claim=None)
    waiting.update(state=Delivery.State.DROPPED, about={})

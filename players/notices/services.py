"""Every change to where a person's notices go."""

from __future__ import annotations

from datetime import datetime
from hashlib import sha256
from typing import Final, assert_never
from uuid import UUID, uuid4

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import get_language

from web.errors import BadRequest, Conflict, NotFound
from web.limits import WRONG_PROOFS, Limit

from .. import queries as players
from ..models import Player
from . import commands as c
from . import encryption, endpoints, links
from .commands import Command, Entered
from .kinds import CHANNELS_OF, Channel, Kind, usual
from .models import Delivery, Device, Reader
from .telling import is_reachable
from .wake import wake

MAX_DEVICES: Final = 10
LETTERS_OF = Limit("letters that a player has sent", 6, 3600)
LETTERS_TO = Limit("letters to an address", 4, 24 * 3600)
LETTERS_FROM = Limit("letters asked for from an address", 30, 3600)


def change(command: Command, *, by: UUID, browser: str = "", now: datetime | None = None) -> Entered | None:
    """``browser`` is the number of the one that asks: logging out there ends its device. Returns what came of entering
    an address. Raises BadRequest, Conflict, NotFound, TooMany."""
    at = now or timezone.now()
    match command:
        case c.ChooseNotices(wanted):
            _choose(by, set(wanted))
        case c.EnterAddress(address, password):
            return _enter(by, address.strip(), password, at)
        case c.AddDevice():
            _add_device(command, by, browser, at)
        case c.RemoveDevice(device):
            if not Device.objects.filter(pk=device, player=by).delete()[0]:
                raise NotFound("unknown_device")
        case _:
            assert_never(command)
    return None


def _choose(by: UUID, wanted: set[str]) -> None:
    known = {f"{kind.value}.{channel.value}": usual(kind, channel) for kind in Kind for channel in CHANNELS_OF[kind]}
    if not wanted <= known.keys():
        raise BadRequest("bad_field", field="wanted")
    with transaction.atomic():
        row = _reader(by)
        row.choices = {name: name in wanted for name, otherwise in known.items() if (name in wanted) != otherwise}
        row.save()


def stop(player: UUID, kind: Kind, channel: Channel = Channel.MAIL) -> None:
    """One click in an e-mail: no more of this kind. It can be clicked again, and by a program; and after a merger, when
    e-mails go to the profile that was kept."""
    now = players.now_of([player])[player]
    with transaction.atomic():
        if not Player.objects.filter(pk=now, is_active=True).exists():
            return  # nothing is sent to whoever is gone
        row = _reader(now)
        if usual(kind, channel):
            row.choices[f"{kind.value}.{channel.value}"] = False
        else:
            row.choices.pop(f"{kind.value}.{channel.value}", None)
        row.save()


def _reader(player: UUID) -> Reader:
    """The person's row, held until the end of the transaction."""
    fresh = {"language": get_language() or "pl", "zone": timezone.get_current_timezone_name()}
    Reader.objects.get_or_create(player=player, defaults=fresh)
    return Reader.objects.select_for_update().get(player=player)


def note_language(player: UUID) -> None:
    """Notices come in the language and zone in which somebody last looked at their choices."""
    seen = {"language": get_language() or "pl", "zone": timezone.get_current_timezone_name()}
    Reader.objects.filter(player=player).exclude(**seen).update(**seen)


# --- the address --------------------------------------------------------------------------------------------


def _enter(by: UUID, address: str, password: str, now: datetime) -> Entered:
    if not address:
        with transaction.atomic():
            for row in Reader.objects.select_for_update().filter(player=by):
                _leave_address(row, now)
        return Entered.REMOVED
    me = Player.objects.filter(pk=by, username__isnull=False).first()
    if me is None:
        raise Conflict("needs_account")
    try:
        validate_email(address)
    except ValidationError:
        raise BadRequest("bad_address", field="address") from None
    if not address.isascii() or not address.isprintable():
        raise BadRequest("bad_address", field="address")
    if Reader.objects.filter(_REACHED, player=by, address=address).exists():
        return Entered.SAME
    _check_password(me, password)
    LETTERS_OF.take(str(by))
    LETTERS_TO.take(address.lower())
    with transaction.atomic():
        row = _reader(by)
        if row.address != address:
            _leave_address(row, now)
        row.address, row.confirmed_at, row.bounced_at = address, None, None
        row.save()
        _send_letter(links.CONFIRM_ADDRESS, row, now)
    return Entered.SENT


_REACHED: Final = ~Q(address="") & Q(confirmed_at__isnull=False, bounced_at=None)


def _check_password(me: Player, password: str) -> None:
    """A session may be somebody else's by now. Raises BadRequest, Conflict, TooMany."""
    if not me.has_usable_password():
        raise Conflict("no_password_yet")
    WRONG_PROOFS.check(str(me.pk))
    if not me.check_password(password):
        WRONG_PROOFS.count(str(me.pk))
        raise BadRequest("wrong_password", field="password")


def _leave_address(row: Reader, now: datetime) -> None:
    """Nothing is sent to the person's address any more but the letter that says so."""
    waiting = Delivery.objects.filter(player=row.player, channel=Channel.MAIL, state=Delivery.State.WAITING)
    waiting.filter(target=row.address).exclude(message=links.ADDRESS_LEFT.name).delete()
    if is_reachable(row):
        _send_letter(links.ADDRESS_LEFT, row, now)
    row.address, row.confirmed_at, row.bounced_at = "", None, None
    row.save()


def confirm(player: UUID, address: str, *, now: datetime | None = None) -> bool:
    """The link in the letter was opened; False if the person has another address by now."""
    found = Reader.objects.filter(player=player, address=address)
    found.filter(confirmed_at=None).update(confirmed_at=now or timezone.now())
    return found.exists()


def ask_reset(who: str, *, now: datetime | None = None) -> None:
    """Send a link for a new password to everybody with this username or confirmed address. Tells nobody whether there
    is one: the same is done, or nothing."""
    if not who or len(who) > 254 or not who.isprintable():
        return
    LETTERS_TO.take("reset", who.lower())
    of = Player.objects.filter(username__isnull=False, is_active=True)
    named = of.filter(username__iexact=who).values_list("pk", flat=True)
    rows = Reader.objects.filter(player__in=list(named)) | Reader.objects.filter(address__iexact=who)
    at = now or timezone.now()
    with transaction.atomic():
        for row in rows.filter(_REACHED)[:MAX_DEVICES]:
            if of.filter(pk=row.player).exists():
                _send_letter(links.RESET_PASSWORD, row, at)


def _send_letter(letter: links.Letter, reader: Reader, now: datetime) -> None:
    """Into the outbox like everything else; its secret link is made when it is sent."""
    Delivery.objects.create(
        player=reader.player,
        key=f"{letter.name}:{uuid4()}",
        channel=Channel.MAIL,
        target=reader.address,
        message=letter.name,
        path="/",
        made_at=now,
        due_at=now,
        until=now + letter.lasts,
    )
    transaction.on_commit(wake, robust=True)


# --- devices ------------------------------------------------------------------------------------------------


def _add_device(command: c.AddDevice, by: UUID, browser: str, now: datetime) -> None:
    try:
        endpoints.check(command.endpoint)
        encryption.check_keys(command.key, command.secret)
    except ValueError:
        raise BadRequest("bad_device", field="endpoint") from None
    with transaction.atomic():
        _reader(by)
        known = Device.objects.filter(endpoint=command.endpoint).first()
        if known is not None and known.player != by and (known.key, known.secret) != (command.key, command.secret):
            raise BadRequest("bad_device", field="endpoint")  # only the browser itself knows its keys
        if known is None and Device.objects.filter(player=by).count() >= MAX_DEVICES:
            raise Conflict("too_many_devices", most=MAX_DEVICES)
        name = "".join(char for char in command.name if char.isprintable())
        Device.objects.update_or_create(
            endpoint=command.endpoint,
            defaults={
                "player": by,
                "key": command.key,
                "secret": command.secret,
                "name": name,
                "added_at": now,
                "browser": digest(browser),
                "came_from": None,
            },
        )


def digest(browser: str) -> str:
    return sha256(browser.encode()).hexdigest() if browser else ""


def logged_out(browser: str) -> None:
    """The browser where somebody logs out gets no more notices, whoever added it: it has one subscription."""
    if browser:
        Device.objects.filter(browser=digest(browser)).delete()


# --- whoever goes -------------------------------------------------------------------------------------------


def forget(player: UUID) -> None:
    """Somebody has erased their account: nothing leads to them any more, and nothing is sent."""
    Delivery.objects.filter(player=player).delete()
    Device.objects.filter(player=player).delete()
    Reader.objects.filter(player=player).delete()


def merged(keeps: UUID, goes: UUID) -> None:
    """The devices of both profiles go on. No address moves: whoever has it can choose a new password."""
    with transaction.atomic():
        Device.objects.filter(player=goes, came_from=None).update(came_from=goes)
        Device.objects.filter(player=goes).update(player=keeps)
        Delivery.objects.filter(player=goes).delete()


def parted(keeps: UUID, goes: UUID) -> None:
    """The merger was undone: each has their own devices again."""
    theirs = players.profiles(goes)
    if keeps in theirs or players.now_of([goes])[goes] != goes:
        return  # merged again since
    with transaction.atomic():
        Device.objects.filter(player=keeps, came_from__in=theirs).update(player=goes)
        Device.objects.filter(player=goes, came_from=goes).update(came_from=None)

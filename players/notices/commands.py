"""What somebody changes about their notices: plain data, carried out by ``notices.services``."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Annotated

from msgspec import Meta

from .models import MAX_ADDRESS, MAX_ENDPOINT

MAX_PASSWORD = 4096


@dataclass(frozen=True, slots=True)
class ChooseNotices:
    """Which notices you want, by which channels: exactly these."""

    wanted: Annotated[tuple[str, ...], Meta(max_length=40, description="A kind and a channel, such as turn.mail.")] = ()


@dataclass(frozen=True, slots=True)
class EnterAddress:
    """Give an e-mail address; a link is sent there to confirm it. Empty: remove the one you gave.

    A new password is sent there, so a new address takes the password, and programs, which have none, cannot enter one.
    """

    address: Annotated[str, Meta(max_length=MAX_ADDRESS)] = ""
    password: Annotated[str, Meta(max_length=MAX_PASSWORD)] = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class AddDevice:
    """Send notices to a browser, too (a Web Push subscription): its endpoint and keys, as the browser gives them."""

    endpoint: Annotated[str, Meta(max_length=MAX_ENDPOINT)]
    key: Annotated[str, Meta(max_length=100, description="p256dh, in base64url.")]
    secret: Annotated[str, Meta(max_length=40, description="auth, in base64url.")]
    name: Annotated[str, Meta(max_length=60)] = ""


@dataclass(frozen=True, slots=True)
class RemoveDevice:
    """Send nothing to a device any more."""

    device: Annotated[int, Meta(ge=1)]


class Entered(Enum):
    """What came of entering an address."""

    SENT = auto()
    SAME = auto()
    REMOVED = auto()


Command = ChooseNotices | EnterAddress | AddDevice | RemoveDevice

"""Rate limits for actions that cost others something: trying passwords, making accounts, opening tables.

Counted in Django's cache, in fixed spans of time. Whoever plays meets none of these limits; see docs/decisions/.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from ipaddress import ip_address, ip_network
from time import monotonic
from typing import Any, TypeVar
from uuid import UUID

from django.core.cache import cache
from django.http import HttpRequest

from .errors import Refused

View = TypeVar("View", bound=Callable[..., Any])


def takes(longest: int) -> Callable[[View], View]:
    """Mark a view that accepts requests of this many bytes; the server (``config.bodies``) refuses longer ones
    without reading them. Views that say nothing accept a megabyte."""

    def mark(view: View) -> View:
        view.max_body = longest  # type: ignore[attr-defined]
        return view

    return mark


class TooMany(Refused):
    """The limit is reached. Nothing was done; try again in ``seconds``."""

    status = 429

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        super().__init__("too_often", seconds=seconds)

    @property
    def minutes(self) -> int:
        return -(-self.seconds // 60)


@dataclass(frozen=True, slots=True)
class Limit:
    """At most ``most`` in any ``seconds`` seconds, counted for each key separately."""

    name: str
    most: int
    seconds: int

    def check(self, *key: str) -> None:
        """Raises TooMany if the limit has been reached."""
        if cache.get(self._key(key), 0) >= self.most:
            raise TooMany(self.seconds - int(monotonic()) % self.seconds)

    def count(self, *key: str) -> None:
        place = self._key(key)
        cache.add(place, 0, self.seconds)
        try:
            cache.incr(place)
        except ValueError:  # the span ended between the two
            cache.add(place, 1, self.seconds)

    def take(self, *key: str) -> None:
        """Count one more. Raises TooMany, and counts nothing, if the limit has been reached."""
        self.check(*key)
        self.count(*key)

    def _key(self, key: tuple[str, ...]) -> str:
        span = int(monotonic()) // self.seconds
        return "limit:" + sha256(chr(0).join((self.name, str(span), *key)).encode()).hexdigest()


FAILED_LOG_INS = Limit("failed log-ins of an address", 60, 900)
FAILED_LOG_INS_AS = Limit("failed log-ins of an address as somebody", 10, 900)
WRONG_PROOFS = Limit("wrong codes, passkeys and passwords of whoever proves who they are", 10, 900)
RETURNS = Limit("wrong return codes from an address", 30, 900)
NEWCOMERS = Limit("new players from an address", 300, 3600)
TAKEN_USERNAMES = Limit("taken usernames that an address asks for", 30, 900)
NEW_TOKENS = Limit("new tokens of a player", 30, 3600)
OPENED_TABLES = Limit("tables opened by a player", 600, 3600)
CARD_LISTS = Limit("card files of a player", 60, 3600)
IMPORTS = Limit("imports of a player", 60, 3600)
SCRIBED = Limit("answers of a scribe", 900, 600)
ARCHIVE_SEARCHES = Limit("searches of the archive", 600, 600)
ARCHIVE_EXPORTS = Limit("exports of the archive", 60, 3600)
CLUBS = Limit("clubs founded by a player", 20, 3600)
ROSTER_LISTS = Limit("lists of names of a player", 120, 3600)
ROSTER_INVITATIONS = Limit("invitations of a club by lists of names", 1000, 24 * 3600)
ROSTER_CLAIMS = Limit("claims of a player to be somebody on a roster", 30, 24 * 3600)
WRONG_CODES = Limit("wrong short addresses from an address", 60, 900)
ARRIVALS = Limit("names said at events from an address", 120, 3600)
CIRCLE_INVITATIONS = Limit("invitations of a player to circles of clubs", 60, 24 * 3600)
EVENING_ANSWERS = Limit("answers of a player to planned evenings", 600, 3600)
ANNOUNCEMENTS = Limit("texts about events of a player", 240, 3600)
EVENT_PICTURES = Limit("pictures of events of a player", 60, 3600)
SEARCHES = Limit("searches for players", 600, 600)


def address(request: HttpRequest) -> str:
    """The address of a request. An IPv6 network (/64) counts as one address."""
    text = str(request.META.get("REMOTE_ADDR", ""))
    try:
        found = ip_address(text)
    except ValueError:  # a socket that has no address
        return text
    return text if found.version == 4 else str(ip_network((found, 64), strict=False))


def asker(request: HttpRequest, player: UUID | None) -> str:
    """Who asks, where each asker is counted: the player, else the address."""
    return str(player or address(request))

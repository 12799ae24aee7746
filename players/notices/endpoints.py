"""Where push messages may go. A browser names the address, so anybody can name any: only the push services of the
browsers are spoken to (and those that the operator adds), only over HTTPS, and only at public addresses."""

from __future__ import annotations

import socket
import ssl
from functools import cache
from http.client import HTTPConnection, HTTPSConnection
from ipaddress import ip_address
from typing import Final
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

from .models import MAX_ENDPOINT

SERVICES: Final = (
    "fcm.googleapis.com",
    "jmt17.google.com",
    ".push.services.mozilla.com",
    ".push.apple.com",
    ".notify.windows.com",
)
"""Of Chromium, Firefox, Safari and Edge; a dot: every name below."""
TIMEOUT: Final = 10.0
"""Seconds for each step of a conversation."""


class BadEndpoint(ValueError):
    """Nothing is sent there."""


def check(endpoint: str) -> SplitResult:
    """The parts of an address that messages may go to. Raises BadEndpoint."""
    if len(endpoint) > MAX_ENDPOINT or not endpoint.isascii() or not endpoint.isprintable() or " " in endpoint:
        raise BadEndpoint
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        raise BadEndpoint from None
    if parts.netloc in settings.PUSH_LOCAL and parts.scheme in {"http", "https"}:
        return parts
    if parts.scheme != "https" or "@" in parts.netloc or port not in {None, 443} or parts.fragment:
        raise BadEndpoint
    if not _is_service(parts.hostname or ""):
        raise BadEndpoint
    return parts


def _is_service(host: str) -> bool:
    known = (*SERVICES, *settings.PUSH_SERVICES)
    return any(host == one or (one.startswith(".") and host.endswith(one)) for one in known)


def connect(parts: SplitResult) -> HTTPConnection:
    """A connection to a checked endpoint; redirects are never followed."""
    host = parts.hostname or ""
    if parts.netloc in settings.PUSH_LOCAL:
        if parts.scheme == "http":
            return HTTPConnection(host, parts.port or 80, timeout=TIMEOUT)
        return HTTPSConnection(host, parts.port or 443, timeout=TIMEOUT)
    return _Public(host, 443, timeout=TIMEOUT, context=_tls())


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


class _Public(HTTPSConnection):
    """Goes to the address that was looked at: the name cannot lead elsewhere in between."""

    def connect(self) -> None:
        self.sock = socket.create_connection((public_address(self.host), self.port), TIMEOUT)
        self.sock = _tls().wrap_socket(self.sock, server_hostname=self.host)


def public_address(host: str) -> str:
    """The first address of a name, if all of them are public. Raises BadEndpoint, OSError."""
    found = [str(info[4][0]) for info in socket.getaddrinfo(host, 443, type=socket.SOCK_STREAM)]
    if not found or not all(is_public(one) for one in found):
        raise BadEndpoint
    return found[0]


def is_public(address: str) -> bool:
    one = ip_address(address.partition("%")[0])
    inside = getattr(one, "ipv4_mapped", None) or getattr(one, "sixtofour", None)
    return one.is_global and not one.is_multicast and (inside is None or inside.is_global)

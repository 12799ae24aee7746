"""What answers over plain HTTP where the product speaks TLS: the page on which one installs the authority, and its
certificate. Everything else is sent on to the product; no cookie is read or set, and nothing of the product is here.

An ASGI application of its own process. The pages were written by ``pages.write`` before it started.
"""

from __future__ import annotations

import json
import os
from functools import lru_cache
from pathlib import Path
from typing import Any

FOLDER, PORT, NAMES = "ELEKT_TLS_FOLDER", "ELEKT_TLS_PORT", "ELEKT_TLS_NAMES"
"""In the environment: the folder, the product's port, and the names for which it has a certificate, as JSON."""
CERTIFICATE = "/elekt-ca.crt"
LANGUAGES = ("pl", "en")
POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
SAFE = ("GET", "HEAD")


async def application(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] != "http":
        return
    head = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    status, headers, body = answer(scope["method"], scope["path"], scope.get("query_string", b"").decode(), head)
    told = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    told.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": told})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


def answer(method: str, path: str, query: str, head: dict[str, str]) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body."""
    folder = Path(os.environ[FOLDER])
    if method in SAFE and path == CERTIFICATE:
        kind = {"content-type": "application/x-x509-ca-cert", "cache-control": "no-store"}
        return 200, kind, (folder / "ca.crt").read_bytes()
    if method in SAFE and path == "/":
        kind = {"content-type": "text/html; charset=utf-8", "content-security-policy": POLICY}
        more = {"cache-control": "no-store", "vary": "accept-language", "x-content-type-options": "nosniff"}
        return (
            200,
            {**kind, **more},
            (folder / f"install.{language(head.get('accept-language', ''))}.html").read_bytes(),
        )
    if method not in SAFE:  # what somebody typed is not to be sent again, and not over plain HTTP
        return 403, {"content-type": "text/plain"}, b"Open this address with https.\n"
    return 307, {"location": address(head.get("host", ""), path, query), "cache-control": "no-store"}, b""


def address(host: str, path: str, query: str) -> str:
    """The same place in the product, by a name for which it has a certificate."""
    names = _names()
    name = host if host.startswith("[") and host.endswith("]") else host.rpartition(":")[0] or host
    plain = name.strip("[]").lower()
    chosen = plain if plain in names else names[0]
    shown = f"[{chosen}]" if ":" in chosen else chosen
    asked = "".join(one for one in path if one.isascii() and one.isprintable() and one not in ' "<>\\^`{|}')
    target = f"https://{shown}:{os.environ[PORT]}/{asked.lstrip('/')}"
    return f"{target}?{query}" if query and query.isascii() and query.isprintable() else target


def language(accepted: str) -> str:
    """Polish, unless the browser asks for English first."""
    for one in accepted.lower().split(","):
        if (found := one.strip()[:2]) in LANGUAGES:
            return found
    return LANGUAGES[0]


@lru_cache(maxsize=1)
def _names() -> tuple[str, ...]:
    return tuple(json.loads(os.environ[NAMES]))

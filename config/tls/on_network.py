"""``up --tls``: what it prepares, what it starts beside the product, and what it says."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.conf import settings

from config.supervisor import Child

from . import authority, pages
from . import plain as plain_app
from .authority import Certificates


@dataclass(frozen=True, slots=True)
class Tls:
    """``name`` is the machine's address on its network, under which others find it."""

    certificates: Certificates
    name: str
    port: int
    plain_port: int

    @property
    def certificate(self) -> tuple[str, str]:
        """The paths of the product's certificate and of its key."""
        return str(self.certificates.certificate), str(self.certificates.key)

    @property
    def product(self) -> str:
        return f"https://{self._host}:{self.port}/"

    @property
    def install(self) -> str:
        return f"http://{self._host}:{self.plain_port}/"

    @property
    def _host(self) -> str:
        return f"[{self.name}]" if ":" in self.name else self.name


def begin(host: str, port: int, plain_port: int, names: Sequence[str]) -> Tls:
    """Certificates and pages for these names and addresses of the machine."""
    folder = settings.DATA / "tls"
    made = authority.prepare(folder, [name.strip("[]") for name in names])
    tls = Tls(made, best(made.names), port, plain_port)
    pages.write(folder, here=tls.install, product=tls.product, fingerprint=made.fingerprint)
    return tls


def best(names: Sequence[str]) -> str:
    """An address of the network if there is one, else a name: phones seldom find names."""
    return min(names, key=lambda name: (name in authority.HERE, not _is_address(name), name.startswith("127."), name))


def _is_address(name: str) -> bool:
    return ":" in name or name.replace(".", "").isdigit()


def plain(host: str, tls: Tls) -> Child:
    """The process that answers over plain HTTP: a program of its own, which knows nothing of the product."""
    server = [sys.executable, "-m", "uvicorn", "config.tls.plain:application", "--host", host]
    server += ["--port", str(tls.plain_port), "--http", "config.connections:Connection", "--ws", "none"]
    quiet = "--lifespan off --no-access-log --no-server-header --log-level warning --timeout-graceful-shutdown 3"
    names = [tls.name, *(name for name in tls.certificates.names if name != tls.name)]
    told = {
        plain_app.FOLDER: str(tls.certificates.authority.parent),
        plain_app.PORT: str(tls.port),
        plain_app.NAMES: json.dumps(names),
    }
    return Child("plain", partial(os.execve, sys.executable, [*server, *quiet.split()], os.environ | told))


def welcome(tls: Tls) -> str:
    return (
        f"\nElekt is at {tls.product}  (Ctrl-C stops it)\n"
        f"Phones and computers learn to trust it at {tls.install}\n"
        f"The authority's fingerprint (SHA-256): {tls.certificates.fingerprint}\n"
    )

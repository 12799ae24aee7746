"""The embedded form of the product: one command that prepares the data and supervises a web server and a worker."""

from __future__ import annotations

import contextlib
import os
import socket
import ssl
import sys
from argparse import ArgumentParser
from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config import parts
from config.supervisor import Supervisor
from config.tls import on_network
from config.tls.on_network import Tls


class Command(BaseCommand):
    help = "Prepares the database, then runs the web server and the worker until Ctrl-C, restarting what dies."
    requires_system_checks = ()  # it reads all that there is, which is check enough
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=os.environ.get("HOST"), help="address to listen on")
        parser.add_argument("--port", type=int, default=os.environ.get("PORT"), help="port to listen on")
        parser.add_argument("--no-demo", action="store_true", help="start without demo content")
        parser.add_argument("--tls", action="store_true", help="on a local network: https by an authority of its own")
        parser.add_argument(
            "--plain-port", type=int, default=8000, help="with --tls: where phones learn to trust it, over http"
        )

    def handle(
        self, *, host: str | None, port: int | None, no_demo: bool, tls: bool, plain_port: int, **options: Any
    ) -> None:
        where = Where(host or ("0.0.0.0" if tls else "127.0.0.1"), port or (8443 if tls else 8000))  # noqa: S104
        for taken in (where.port, *([plain_port] if tls else [])):
            refuse_taken(where.host, taken)
        self.stdout.write("Preparing the data...")
        self.stdout.flush()
        if failed := parts.prepare(demo=not no_demo):
            sys.exit(failed)
        others = [parts.worker()]
        said = welcome(where.host, where.port)
        if tls:
            where = replace(where, tls=on_network.begin(where.host, where.port, plain_port, host_names(where.host)))
            assert where.tls is not None
            others, said = [on_network.plain(where.host, where.tls), *others], on_network.welcome(where.tls)
        certificate = None if where.tls is None else where.tls.certificate
        supervisor = Supervisor(
            [parts.web(where.host, where.port, host_names(where.host), certificate), *others],
            ready=lambda: answers(where.host, where.port, where.tls),
            say=self.stdout.write,
            welcome=said,
        )
        sys.exit(supervisor.run())


@dataclass(frozen=True, slots=True)
class Where:
    host: str
    port: int
    tls: Tls | None = None


def welcome(host: str, port: int) -> str:
    """Where to open it on this machine; with HTTPS also the proxy's address, the only way to log in then."""
    said = f"\nElekt is at http://{shown(host)}:{port}/  (Ctrl-C stops it)\n"
    if settings.HTTPS:
        names = [name for name in settings.ALLOWED_HOSTS if name[0] not in ".*"]
        said += "".join(f"Visitors come through your proxy: https://{name}/\n" for name in names)
    return said


def host_names(host: str) -> list[str]:
    """The host names that requests may use: those set by the operator, else the machine's own names and addresses if it
    listens beyond itself. The printed address is always among them.
    """
    names = [*settings.ALLOWED_HOSTS, shown(host)]
    if host not in {"127.0.0.1", "localhost", "::1"} and not os.environ.get("ALLOWED_HOSTS"):
        names += sorted(own_names(host))
    return list(dict.fromkeys(names))


def own_names(host: str) -> set[str]:
    name = socket.gethostname()
    own = {host, name, f"{name}.local"} - {"0.0.0.0", "::"}  # noqa: S104 - compared, not bound to
    with contextlib.suppress(OSError):  # a machine that cannot resolve its own name still has its name
        own |= {str(info[4][0]) for info in socket.getaddrinfo(name, None)}
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as outward:
        outward.connect(("192.0.2.1", 9))  # sends nothing: asks which address the others see
        own.add(outward.getsockname()[0])
    return own


def refuse_taken(host: str, port: int) -> None:
    if not 0 < port < 65536:
        raise CommandError(f"--port {port}: give a number from 1 to 65535")
    try:
        with socket.create_server((host, port), family=family(host), reuse_port=False):
            pass
    except OSError as error:
        raise CommandError(
            f"{host}:{port} cannot be used: {error.strerror or error}. Try --port {port + 1}."
        ) from error


def answers(host: str, port: int, tls: Tls | None = None) -> bool:
    try:
        with (
            socket.create_connection((shown(host).strip("[]"), port), timeout=2) as plain,
            secured(plain, tls) as connection,
        ):
            connection.sendall(b"GET /health/ HTTP/1.0\r\nHost: localhost\r\n\r\n")
            return b" 200 " in connection.recv(100)
    except OSError:
        return False


def secured(connection: socket.socket, tls: Tls | None) -> socket.socket:
    """The connection as TLS, if the product speaks that; trusted by its own authority alone."""
    if tls is None:
        return connection
    context = ssl.create_default_context(cafile=str(tls.certificates.authority))
    return context.wrap_socket(connection, server_hostname="localhost")


def family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def shown(host: str) -> str:
    if host in {"0.0.0.0", "::"}:  # noqa: S104 - compared, not bound to
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host

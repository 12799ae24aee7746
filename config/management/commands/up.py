"""The embedded form of the product: one command that prepares the data and supervises a web server and a worker."""

from __future__ import annotations

import contextlib
import os
import socket
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from config.supervisor import Child, Supervisor

Environment = dict[str, str]


class Command(BaseCommand):
    help = "Prepares the database, then runs the web server and the worker until Ctrl-C, restarting what dies."
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=os.environ.get("HOST") or "127.0.0.1", help="address to listen on")
        parser.add_argument("--port", type=int, default=os.environ.get("PORT") or 8000, help="port to listen on")
        parser.add_argument("--no-demo", action="store_true", help="start without demo content")

    def handle(self, *, host: str, port: int, no_demo: bool, **options: Any) -> None:
        refuse_taken(host, port)
        self.stdout.write("Preparing the data...")
        self.stdout.flush()
        call_command("prepare", demo=not no_demo)
        supervisor = Supervisor(
            [web(host, port), worker()],
            ready=lambda: answers(host, port),
            say=self.stdout.write,
            welcome=welcome(host, port),
        )
        sys.exit(supervisor.run())


def web(host: str, port: int) -> Child:
    server = [sys.executable, "-m", "uvicorn", "config.asgi:application", "--host", host, "--port", str(port)]
    server += ["--http", "config.connections:Connection", "--ws", "none"]
    # Open streams would hold the shutdown for ever; the access log would hold their tokens.
    how = "--lifespan on --timeout-graceful-shutdown 3 --timeout-keep-alive 30"
    quiet = "--no-access-log --no-server-header --log-level warning"
    return Child("web", [*server, *how.split(), *quiet.split()], os.environ | allowed(host), beats=("web",))


def worker(processes: int = 1, *, with_beat: bool = True) -> Child:
    # Prefork, for its time limits act on a bot that thinks for ever; no pool, for a forked pool is shared.
    at_once = processes + settings.THINKERS
    how = f"-q worker -P prefork -c {at_once} --loglevel WARNING --without-gossip --without-mingle --without-heartbeat"
    # Tasks come every second, if a beat sends them: where it is a process of its own, it may be away.
    beats = ("worker", "tasks", "clock") if with_beat else ("worker",)
    return celery("worker", [*how.split(), *(["-B"] if with_beat else [])], beats)


def beat() -> Child:
    return celery("beat", ["-q", "beat", "--loglevel", "WARNING"], ("clock",))


def celery(name: str, how: Sequence[str], beats: Sequence[str]) -> Child:
    command = [sys.executable, "-m", "celery", "-A", "config", *how]
    return Child(name, command, os.environ | {"DATABASE_POOL": "0"}, beats=beats)


def welcome(host: str, port: int) -> str:
    """Where to open it on this machine; with HTTPS also the proxy's address, the only way to log in then."""
    said = f"\nElekt is at http://{shown(host)}:{port}/  (Ctrl-C stops it)\n"
    if settings.HTTPS:
        names = [name for name in settings.ALLOWED_HOSTS if name[0] not in ".*"]
        said += "".join(f"Visitors come through your proxy: https://{name}/\n" for name in names)
    return said


def allowed(host: str) -> Environment:
    """The host names that requests may use: those set by the operator, else the machine's own names and addresses if it
    listens beyond itself. The printed address is always among them.
    """
    names = [*settings.ALLOWED_HOSTS, shown(host)]
    if host not in {"127.0.0.1", "localhost", "::1"} and not os.environ.get("ALLOWED_HOSTS"):
        names += sorted(own_names(host))
    return {"ALLOWED_HOSTS": ",".join(dict.fromkeys(names))}


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


def answers(host: str, port: int) -> bool:
    try:
        with socket.create_connection((shown(host).strip("[]"), port), timeout=2) as connection:
            connection.sendall(b"GET /health/ HTTP/1.0\r\nHost: localhost\r\n\r\n")
            return b" 200 " in connection.recv(100)
    except OSError:
        return False


def family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def shown(host: str) -> str:
    if host in {"0.0.0.0", "::"}:  # noqa: S104 - compared, not bound to
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host

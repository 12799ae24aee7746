"""One part of the scaled-out form, restarted when it dies or hangs, as `up` does for both of its own."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from config import parts
from config.supervisor import Child, Supervisor

from .up import answers, host_names, refuse_taken


class Command(BaseCommand):
    help = "Runs one part (web, worker or beat) until Ctrl-C or SIGTERM, and starts it again when it dies or hangs."
    requires_system_checks = ()  # it reads all that there is, which is check enough
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("part", choices=("web", "worker", "beat"))
        parser.add_argument("--host", default=os.environ.get("HOST") or "127.0.0.1", help="web: address to listen on")
        parser.add_argument("--port", type=int, default=os.environ.get("PORT") or 8000, help="web: port to listen on")
        parser.add_argument(
            "--processes", type=int, default=2, help="worker: how many tasks run at once, beside THINKERS"
        )

    def handle(self, *, part: str, host: str, port: int, processes: int, **options: Any) -> None:
        def ready() -> bool:
            return part != "web" or answers(host, port)

        child = self._child(part, host, port, processes)
        parts.read()
        sys.exit(Supervisor([child], ready=ready, say=self.stdout.write, welcome=f"{part} runs").run())

    def _child(self, part: str, host: str, port: int, processes: int) -> Child:
        if part == "web":
            refuse_taken(host, port)
            return parts.web(host, port, host_names(host))
        return parts.worker(processes, with_beat=False) if part == "worker" else parts.beat()

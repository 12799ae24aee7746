"""Verify a change log without a database."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.exchange import log

SAID = {
    "unreadable": "this is no event of a change log",
    "missing": "this event does not follow the one before it",
    "time": "the time is not the one that the hash covers",
    "hash": "the hash does not match: the event, its hash or its place was changed",
}


class Command(BaseCommand):
    help = "Verify the hash chain of a change log, as a tournament's page exports it."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--head", metavar="HASH", help="the last hash, where it is known from elsewhere")

    def handle(self, *args: Any, file: Path, head: str | None, **options: Any) -> None:
        try:
            found = log.verify(file.read_text("utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"cannot read {file}: {error}") from error
        if found.flaw:
            raise CommandError(f"{file}, line {found.line}: {SAID[found.flaw]}")
        if head is not None and head != found.head:
            raise CommandError(f"{file}: the last hash is {found.head}, so events are missing, or others")
        self.stdout.write(f"tournament {found.stream}: {found.events} events, last hash {found.head}")

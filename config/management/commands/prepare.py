"""What must be done once before the processes of a version start: `up` does it itself."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from config.env import private_folder
from ledger import roles
from ledger.database import check_restored
from matches.archive.models import ArchivedGame
from matches.archive.projection import fill_essences
from matches.models import Match, Table
from matches.scribe import projection as recordings


class Command(BaseCommand):
    help = "Brings the database up to date, notices a restored one, collects static files. May be run at any time."
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--demo", action="store_true", help="add demo content where it is missing")

    def handle(self, *, demo: bool, **options: Any) -> None:
        private_folder(settings.DATA)
        for folder in (settings.DATA / "broker" / "messages", settings.DATA / "broker" / "control"):
            folder.mkdir(parents=True, exist_ok=True)
        call_command("migrate", verbosity=0)
        if (epoch := check_restored()) is not None:
            self.stdout.write(f"the database was restored from a backup: the ledger goes on in epoch {epoch}")
        if settings.APP_DATABASE_URL:
            self._restrict(settings.APP_DATABASE_URL)
        if settings.STATIC_COLLECTED:
            call_command("collectstatic", verbosity=0, interactive=False)
        self._fill_archive()
        self._show("exercises", "load")
        if demo:
            for command in ("demo_ratings", "demo", "demo_tournament", "demo_league"):
                self._show(command)

    def _restrict(self, url: str) -> None:
        parts = urlsplit(url)
        if connection.vendor != "postgresql" or not parts.username or not parts.password:
            raise CommandError("APP_DATABASE_URL: give postgres://user:password@host:port/name, and a DATABASE_URL too")
        roles.restrict(unquote(parts.username), unquote(parts.password))
        self.stdout.write(f"{unquote(parts.username)} may read and append, and change no event")

    def _fill_archive(self) -> None:
        """Once, where there were finished matches before there was an archive."""
        finished = Match.objects.filter(ended_at__isnull=False).exclude(table__access=Table.Access.PRACTICE)
        if not ArchivedGame.objects.exists() and finished.exists():
            self.stdout.write("the archive is empty: it is filled from the ledger")
            self._show("rebuild", "called tables", "archive")
        fill_essences()
        recordings.fill_essences()

    def _show(self, command: str, *arguments: str) -> None:
        """Content; the product also starts without it."""
        try:
            call_command(command, *arguments, stdout=self.stdout)
        except Exception as error:
            self.stderr.write(f"{command}: {type(error).__name__}: {error}. The product starts without it.")

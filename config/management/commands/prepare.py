"""What must be done once before the processes of a version start: `up` does it by itself."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand

from config.env import private_folder
from ledger.database import check_restored


class Command(BaseCommand):
    help = "Brings the database up to date, notices a restored one, collects static files. May be run at any time."
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
        if settings.STATIC_COLLECTED:
            call_command("collectstatic", verbosity=0, interactive=False)
        if demo:
            call_command("demo_ratings")
            call_command("demo")
            call_command("demo_tournament")
            call_command("demo_league")

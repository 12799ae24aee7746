"""``./run forget_second_step USERNAME``: for whoever has lost their app, their passkeys and their recovery codes."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from players.factors import services
from players.models import Player


class Command(BaseCommand):
    help = "Let an account log in with its password alone again. Ask first who it is that asks for this."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")

    def handle(self, *args: Any, **options: Any) -> None:
        player = Player.objects.filter(username=options["username"]).first()
        if player is None:
            raise CommandError(f"Nobody has the username {options['username']}.")
        if not services.turn_off(player):
            raise CommandError("This account has no second step.")
        self.stdout.write("Logging in takes the password alone now; all its sessions and access tokens are ended.")

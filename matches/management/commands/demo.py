"""Something to look at on the first day: finished matches between bots, and a table to sit down at."""

from __future__ import annotations

from typing import Any
from uuid import uuid5

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core.management.base import BaseCommand, CommandError

from elekt_core.errors import UnknownGame
from matches import after, services, simulation
from matches.models import Table
from players.models import Player

HOST = uuid5(simulation.NAMESPACE, "demo host")
BOT = "greedy"
MATCHES = (("greedy", "random"), ("greedy", "random", "greedy"), ("random", "greedy", "greedy", "random"))


class Command(BaseCommand):
    help = "Make demo content, once: finished matches and an open table. Run again, it adds what is missing."

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("--game", default=settings.DEFAULT_GAME)

    def handle(self, *args: Any, game: str, **options: Any) -> None:
        Player.objects.get_or_create(id=HOST, defaults={"name": "Alicja", "password": make_password(None)})
        try:
            with after.in_process():
                for bots in MATCHES:
                    self._match(game, bots)
            self._open_table(game)
        except UnknownGame as error:
            raise CommandError(str(error)) from error

    def _match(self, game: str, bots: tuple[str, ...]) -> None:
        opened = services.open_table(
            host=HOST,
            game=game,
            seats=len(bots),
            host_seat=None,
            bots=dict(enumerate(bots)),
            decision_id=uuid5(simulation.NAMESPACE, f"demo {game} {bots}"),
        )
        assert opened.match is not None, "bots take all seats"
        row = simulation.play_out(opened.match)
        if not opened.repeated:
            self.stdout.write(f"match {row.id}: {', '.join(bots)}, {row.version} events")

    def _open_table(self, game: str) -> None:
        """A table with a bot and a free seat, unless there is one."""
        if Table.objects.filter(host=HOST, game=game, status=Table.Status.OPEN).exists():
            return
        opened = services.open_table(host=HOST, game=game, seats=2, host_seat=None, bots={1: BOT})
        self.stdout.write(f"table {opened.table} is open")

"""Something to look at on the first day: finished matches of people and bots, and a table to sit down at."""

from __future__ import annotations

from functools import partial
from typing import Any
from uuid import UUID, uuid5

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from elekt_core.bots import bot_chance
from elekt_core.contract import SeatNo
from elekt_core.errors import UnknownGame
from elekt_core.registry import get_bot, get_game
from matches import after_commit, demo, regulars
from matches.games import game_of
from matches.models import Match, Table
from matches.play import services, simulation
from matches.play.timeline import timelines
from matches.tables import services as table_services
from matches.tables.commands import OpenTable, SitDown

BOT = "greedy"
MATCHES = (("greedy", "random"), ("Alicja", "greedy", "Bartek"), ("Celina", "random", "Darek", "greedy"))
"""Who sits where: regulars by their names, and bots."""


class Command(BaseCommand):
    help = "Make demo content, once: finished matches and an open table. Run again, it adds what is missing."

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("--game", default=settings.DEFAULT_GAME)

    def handle(self, *args: Any, game: str, **options: Any) -> None:
        try:
            get_game(game)
        except UnknownGame as error:
            raise CommandError(str(error)) from error
        people = regulars.arrive()
        with after_commit.in_process():
            for seats in MATCHES:
                what = f"match of {', '.join(seats)}"
                demo.make(what, partial(self._match, game, seats, people), self.stdout.write)
        self._open_table(game)

    def _match(self, game: str, seats: tuple[str, ...], people: dict[str, UUID], number: str) -> bool:
        opened = table_services.open_table(
            OpenTable(
                game=game,
                seats=len(seats),
                host_seat=None,
                bots={seat: name for seat, name in enumerate(seats) if name not in people},
            ),
            by=regulars.HOST,
            decision_id=uuid5(simulation.NAMESPACE, f"demo {game} {seats}{number}"),
        )
        match = opened.match
        for seat, name in enumerate(seats):
            if match is None and name in people:
                sits = uuid5(people[name], str(opened.table))
                sat = table_services.change(opened.table, SitDown(seat), by=people[name], decision_id=sits)
                match = sat.match
        assert match is not None, "all seats are taken"
        row = _play_out(match)
        if not opened.repeated:
            self.stdout.write(f"match {row.id}: {', '.join(seats)}, {row.version} events")
        return True

    def _open_table(self, game: str) -> None:
        """A table with a bot and a free seat, unless there already is one."""
        if Table.objects.filter(host=regulars.HOST, game=game, status=Table.Status.OPEN).exists():
            return
        opened = table_services.open_table(
            OpenTable(game=game, seats=2, host_seat=None, bots={1: BOT}), by=regulars.HOST
        )
        self.stdout.write(f"table {opened.table} is open")


def _play_out(match: UUID) -> Match:
    """Play to the end: people decide as the bot would at their seats."""
    row = simulation.play_out(match)
    while row.ended_at is None:
        _decide(row)
        row = simulation.play_out(match)
    return row


def _decide(row: Match) -> None:
    seat = SeatNo((row.awaited & -row.awaited).bit_length() - 1)
    timeline = timelines.get(row.id, lambda: game_of(row))
    timeline.catch_up()
    game, view = timeline.game, timeline.game.view(timeline.state(row.version), seat)
    chance = bot_chance(row.id.bytes, row.version)
    decision = get_bot(game, BOT).choose(game, view, game.options(view, seat), chance)
    player = row.table.seat_rows.get(number=seat).player
    assert player is not None, "bots have decided"
    services.decide(
        match_id=row.id,
        seat=seat,
        decision=game.encode_decision(decision),
        expected_version=row.version,
        decision_id=uuid5(row.id, str(row.version)),
        actor=services.player_actor(player),
    )

"""Merge two profiles of one person, or separate them again, as staff."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from players.merging import commands as c
from players.merging import games, services
from players.merging.events import STAFF
from web.error_words import explain
from web.errors import Refused

NOBODY = UUID(int=0)


class Command(BaseCommand):
    help = "KEEPS and GOES are ids of players: GOES becomes KEEPS. Shows what follows; --yes does it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("keeps", type=UUID, help="the profile that stays; with --undo the id of the merger")
        parser.add_argument("goes", type=UUID, nargs="?", help="the profile that goes")
        parser.add_argument("--by", type=UUID, default=NOBODY, help="the id of who decides it, for the log")
        parser.add_argument("--yes", action="store_true", help="do it")
        parser.add_argument("--undo", action="store_true", help="part them again")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            if options["undo"]:
                services.change(options["keeps"], c.Part(staff=True), by=options["by"])
                self.stdout.write("undone")
            else:
                self._merge(options["keeps"], options["goes"], options["by"], options["yes"])
        except Refused as refused:
            raise CommandError(explain(refused).sentence) from refused

    def _merge(self, keeps: UUID, goes: UUID | None, by: UUID, sure: bool) -> None:
        if goes is None:
            raise CommandError("say which profile goes")
        services.check(keeps, goes)
        for one in games.preview(keeps, goes):
            self.stdout.write(
                f"{one.title}: {one.games} games, {one.gone} and {one.before or '-'} become {one.after}, "
                f"{one.others} others move"
            )
        if sure:
            self.stdout.write(f"merged: {services.merge(c.Merge(keeps, goes, STAFF), by=by)}")
        else:
            self.stdout.write("nothing is done without --yes")

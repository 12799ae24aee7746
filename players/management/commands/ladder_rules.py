"""A ladder's rules: open it in FIDE mode, seasons, decay. All are off unless set here."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from players.ratings import rulings
from players.ratings.commands import SetRules
from players.ratings.events import Rules
from web.error_words import explain
from web.errors import Refused

from ..asking import add_ladder, ladder_of, speaking, staff


class Command(BaseCommand):
    help = (
        "State the rules of a ladder from now on; what is not given is off. With --mode fide this opens the ladder on "
        "which duels are rated by the month (docs/ratings.md)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_ladder(parser)
        parser.add_argument("--season", type=int, default=0, metavar="MONTHS", help="1, 2, 3, 4, 6 or 12; 0: none")
        parser.add_argument("--keep", type=int, default=100, metavar="PERCENT", help="of the distance from 1500")
        parser.add_argument("--idle", type=int, default=0, metavar="MONTHS", help="without a game, before decay begins")
        parser.add_argument("--decay", type=int, default=0, metavar="POINTS", help="for each further month; 0: none")
        parser.add_argument("--by", metavar="USERNAME", required=True, help="an account that runs the platform")

    def handle(self, *args: Any, **options: Any) -> None:
        with speaking():
            try:
                rules = Rules(**{name: options[name] for name in ("season", "keep", "idle", "decay")})
                rulings.change(SetRules(ladder_of(options), rules), by=staff(options["by"]).pk)
            except Refused as refused:
                raise CommandError(explain(refused).sentence) from refused

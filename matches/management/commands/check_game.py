"""Does a game keep every law of the contract, and can its pages be shown after each fact?"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from elekt_core.checking.playing import GAMES, check_game, lines_of
from elekt_core.errors import CoreError, GameQuarantined
from elekt_core.messages import describe
from elekt_core.registry import game_names, get_game, quarantined
from matches.play.checked_pages import look


class Command(BaseCommand):
    help = "Play a game and prove every law of the contract, its pages too. Without a name: which games are installed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", nargs="?", default="", metavar="NAME")
        parser.add_argument("--games", type=int, default=GAMES, help=f"how many to play; default: {GAMES}")
        parser.add_argument(
            "--first", type=int, default=0, metavar="N", help="begin with game N, which a finding names"
        )

    def handle(self, *args: Any, name: str, games: int, first: int, **options: Any) -> None:
        if not name:
            return self._installed()
        try:
            game = get_game(name)
        except GameQuarantined as error:
            raise CommandError("; ".join(one.text("en") for one in quarantined() if one.name == name)) from error
        except CoreError as error:
            raise CommandError(describe(error)) from error
        report = check_game(game, games, first=first, looks=[look], progress=self._progress)
        self.stdout.write("\n".join(lines_of(report)))
        if not report.ok:
            raise CommandError(f"{name} does not keep the contract")
        return None

    def _installed(self) -> None:
        for name in game_names():
            self.stdout.write(f"ok   {name}")
        failed = [one.text("en") for one in quarantined()]
        for why in failed:
            self.stdout.write(f"FAIL {why}")
        if failed:
            raise CommandError(f"{len(failed)} installed games cannot be played")

    def _progress(self, done: int) -> None:
        if not done % 20:
            self.stderr.write(f"{done} games")

"""Exercises for training: load the shipped ones, look for more in reviews, make a starting set from bots' games."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from elekt_core.errors import CoreError
from elekt_core.registry import USUAL_GAME
from matches.training import adding, collecting


class Command(BaseCommand):
    help = "load: add the shipped exercises. mine: from reviews of public matches. collect: from games between bots."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", choices=("load", "mine", "collect"))
        parser.add_argument("--seconds", type=float, default=60, help="of a processor; begins nothing new after them")
        parser.add_argument("--game", default=USUAL_GAME, help="collect: the game")
        parser.add_argument("--ruleset", default="", help="collect: the newest if left out")
        parser.add_argument("--seats", type=int, default=2, help="collect: how many bots play")
        parser.add_argument("--games", type=int, default=1000, help="collect: up to game number N")
        parser.add_argument("--out", type=Path, help="collect: the file that is added to")

    def handle(self, *, what: str, seconds: float, **options: Any) -> None:
        match what:
            case "load":
                count = adding.load_starting_set()
                if count or options["verbosity"] > 1:
                    self.stdout.write(f"{count} exercises added")
            case "mine":
                self.stdout.write(f"{adding.mine(seconds=seconds)} exercises found")
            case _:
                self._collect(seconds, options)

    def _collect(self, seconds: float, options: dict[str, Any]) -> None:
        asked = {name: options[name] for name in ("game", "ruleset", "seats", "games")}
        path = options["out"] or collecting.FOLDER / f"{options['game']}.jsonl"
        found, games = 0, 0
        try:
            for count in collecting.collect(path=path, seconds=seconds, **asked):
                found, games = found + count, games + 1
        except CoreError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{games} games, {found} exercises, added to {path}")

"""Correct or annul a rated game, undo its last correction, or preview any of these."""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from players.ratings import rulings
from players.ratings.commands import AnnulGame, CorrectGame, OfGame, UndoCorrection
from players.ratings.decide import said
from players.ratings.elo import shown
from players.ratings.naming import names
from players.ratings.rulings import OnLadder
from web.error_words import explain
from web.errors import Refused

from ..asking import speaking, staff


class Command(BaseCommand):
    help = (
        "Correct a rated game: annul it, give its true places, or take the last correction back. "
        "Everything after it is rated anew; what was published stays to be seen (docs/ratings.md)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", type=UUID, help="the id of the rated game, or of the match that was played here")
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--annul", action="store_true", help="it does not count")
        what.add_argument("--places", metavar="1,2,2", help="by seat; 1,0,0 where only the winner is known")
        what.add_argument("--undo", action="store_true", help="take the last correction back")
        parser.add_argument("--preview", action="store_true", help="say what would follow, and change nothing")
        parser.add_argument("--by", metavar="USERNAME", default="", help="an account that runs the platform")
        parser.add_argument("--reason", default="", help="one line that everybody can read")

    def handle(self, *args: Any, **options: Any) -> None:
        with speaking():
            try:
                asked = _asked(options)
                moved = rulings.preview(asked).ladders
                if not options["preview"]:
                    by = staff(options["by"])
                    rulings.change(replace(asked, reason=options["reason"]), by=by.pk)
            except Refused as refused:
                raise CommandError(explain(refused).sentence) from refused
            self._print(moved)

    def _print(self, ladders: list[OnLadder]) -> None:
        called = names(move.who for one in ladders for move in one.moved)
        for one in ladders:
            self.stdout.write(said(one.ladder))
            for move in one.moved:
                change = shown(move.after) - shown(move.before)
                self.stdout.write(f"  {called[move.who]}: {shown(move.before)} -> {shown(move.after)} ({change:+})")


def _asked(options: dict[str, Any]) -> OfGame:
    if options["annul"]:
        return AnnulGame(options["game"])
    if options["undo"]:
        return UndoCorrection(options["game"])
    try:
        places = tuple(int(place) for place in options["places"].split(","))
    except ValueError:
        raise CommandError(f"--places: {options['places']!r} is not a list of whole numbers such as 1,2,2.") from None
    if 0 in places and places.count(1) == 1:
        return CorrectGame(options["game"], winner=places.index(1))
    return CorrectGame(options["game"], places=places)

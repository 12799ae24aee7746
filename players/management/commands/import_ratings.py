"""Import ratings from elsewhere, from a table or JSON; or undo an import."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from players.ratings import importing, rulings
from players.ratings.commands import ImportText, UndoImport
from players.ratings.decide import said
from players.ratings.events import LadderKey
from web.error_words import explain
from web.errors import Refused

from ..asking import add_ladder, ladder_of, speaking, staff


class Command(BaseCommand):
    help = (
        "Import ratings: player, rating, games, date (docs/ratings.md). Lines that are refused are named, the others "
        "are taken. An import can be taken back with --undo and its number."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_ladder(parser)
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("file", nargs="?", help="CSV or JSON, or - for standard input")
        what.add_argument("--undo", type=int, metavar="NUMBER", help="take back the import with this number")
        parser.add_argument("--by", metavar="USERNAME", required=True, help="an account that runs the platform")
        parser.add_argument("--reason", default="", help="one line that everybody can read")
        parser.add_argument("--check", action="store_true", help="say what would be refused, and import nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        with speaking():
            try:
                self._do(ladder_of(options), **options)
            except Refused as refused:
                raise CommandError(explain(refused).sentence) from refused

    def _do(self, ladder: LadderKey, **options: Any) -> None:
        by = staff(options["by"]).pk
        if options["undo"] is not None:
            rulings.change(UndoImport(ladder, options["undo"], options["reason"]), by=by)
            return
        text = _read(options["file"])
        if options["check"]:
            taken, refused = importing.read(text, ladder)
            facts: dict[LadderKey, int] = {}
        else:
            # the same file is imported once, however often the command is given
            decision = uuid5(UUID(int=0), text)
            done = rulings.take(ImportText(ladder, text, options["reason"]), by=by, decision_id=decision)
            taken, refused, facts = done.taken, done.refused, dict(done.facts)
        for one in refused:
            self.stderr.write(_("Line %(line)s: %(why)s") % {"line": one.line, "why": explain(one.why).sentence})
        for key, number in facts.items():
            told = _("%(ladder)s: import number %(number)s")
            self.stdout.write(told % {"ladder": said(key), "number": number})
        self.stdout.write(
            _("%(taken)s accepted, %(refused)s rejected.") % {"taken": len(taken), "refused": len(refused)}
        )


def _read(name: str) -> str:
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text("utf-8")
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{name}: not UTF-8") from error

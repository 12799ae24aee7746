"""Write the record of a match as text."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from elekt_core.contract import SeatNo
from elekt_core.record.text import format_record
from matches.models import Match
from matches.play import verification
from matches.play.redaction import Perspective


class Command(BaseCommand):
    help = "Write the record of a match: open when it is over, or as a seat or a spectator may know it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("match", type=UUID, metavar="MATCH_ID")
        seen_from = parser.add_mutually_exclusive_group()
        seen_from.add_argument("--seat", type=int, help="as this seat may know it, 0 is the first one")
        seen_from.add_argument("--spectator", action="store_true", help="as a spectator may know it")
        parser.add_argument("--output", type=Path, metavar="FILE", help="instead of the standard output")

    def handle(
        self, *args: Any, match: UUID, seat: int | None, spectator: bool, output: Path | None, **options: Any
    ) -> None:
        row = Match.objects.select_related("table").filter(id=match).first()
        if row is None:
            raise CommandError(f"there is no match {match}")
        if seat is not None and not 0 <= seat < row.table.size:
            raise CommandError(f"there is no seat {seat}, the match has seats 0 to {row.table.size - 1}")
        seen_from: Perspective = "spectator" if spectator else "open" if seat is None else SeatNo(seat)
        if seen_from == "open" and row.ended_at is None:
            raise CommandError("the match goes on, so its record is not open yet: say --seat N or --spectator")
        text = format_record(verification.cut(verification.whole(match, row), seen_from))
        if output is None:
            self.stdout.write(text, ending="")
        else:
            try:
                output.write_text(text, encoding="utf-8")
            except OSError as error:
                raise CommandError(f"cannot write {output}: {error.strerror}") from error

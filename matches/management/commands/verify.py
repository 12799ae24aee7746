"""Do the matches here, or the record in a file, prove what they claim?"""

from __future__ import annotations

import time
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from elekt_core.messages import place, sentence
from elekt_core.record.verify import Verification, verify_text
from ledger import verify as ledger
from matches.models import Match
from matches.play import verification
from web.errors import NotFound

NO_GAME = {"unknown_game", "game_quarantined"}


class Command(BaseCommand):
    help = "Verify a match, everything here, or the record in a file: hash chain, fold, positions, seed, decisions."

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("match", nargs="?", type=UUID, metavar="MATCH_ID")
        what.add_argument("--all", action="store_true", help="every match and every stream here")
        what.add_argument("--file", type=Path, metavar="RECORD")

    def handle(self, *args: Any, match: UUID | None, file: Path | None, **options: Any) -> None:
        if file is not None:
            flaws: Iterable[str] = [self._report(str(file), _of_file(file))]
        elif match is not None:
            marks = ledger.known_marks().get(match, [])
            flaws = [self._report(str(match), _of_match(match)), *map(self._stored, ledger.stream(match, marks))]
        else:
            flaws = [*self._of_all(), *self._of_ledger()]
        flawed = [flaw for flaw in flaws if flaw]
        if flawed:
            raise CommandError(flawed[0] if len(flawed) == 1 else f"{flawed[0]} (and {len(flawed) - 1} more flaws)")

    def _of_all(self) -> Iterator[str]:
        """Every match, as a record."""
        ids = list(Match.objects.order_by("started_at", "id").values_list("id", flat=True))
        last, partial = time.monotonic(), 0
        for number, match_id in enumerate(ids, 1):
            try:
                result = _of_match(match_id)
                partial += _without_game(result)
                yield self._report(str(match_id), result)
            except (
                Exception
            ) as error:  # whatever can go wrong with what somebody changed: the others are still looked at
                yield self._say(f"FLAW {match_id}: unreadable: {type(error).__name__}: {error}")
            if time.monotonic() - last > 1:
                last = time.monotonic()
                self.stderr.write(f"{number} of {len(ids)} matches")
        self.stdout.write(f"{len(ids)} matches")
        if partial:
            self.stdout.write(f"{partial} of them by their chain alone: their games are not available here")

    def _of_ledger(self) -> Iterator[str]:
        """Check every stream, also of tables, as stored; and that nothing can be changed."""
        last = time.monotonic()

        def progress(done: int, total: int) -> None:
            nonlocal last
            if time.monotonic() - last > 1:
                last = time.monotonic()
                self.stderr.write(f"{done} of {total} events")

        for flaw in ledger.every_stream(progress=progress):
            yield self._stored(flaw)

    def _stored(self, flaw: ledger.Flaw) -> str:
        """A flaw of the ledger, as one line."""
        return self._say(f"FLAW ledger: {flaw}")

    def _say(self, line: str) -> str:
        self.stdout.write(line)
        return line

    def _report(self, name: str, result: Verification) -> str:
        """Print what was found; returns the flaw as one line, if there is one."""
        flaw = result.flaw
        if _without_game(result):
            self.stdout.write(f"part {name}: {result.events} events; chain ({sentence(*_why(result))})")
            return ""
        if flaw is None:
            done = ", ".join(check.name for check in result.checks if check.status == "ok")
            skipped = [f"{c.name}: {sentence(c.code, c.data)}" for c in result.checks if c.status == "skipped"]
            note = f" ({'; '.join(skipped)})" if skipped else ""
            self.stdout.write(f"ok   {name}: {result.events} events; {done}{note}")
            return ""
        where = place(flaw.data)
        return self._say(f"FLAW {name}: {flaw.name}: {where + ': ' if where else ''}{sentence(flaw.code, flaw.data)}")


def _without_game(result: Verification) -> bool:
    """Whether the only thing wrong is that the match's game is not installed."""
    flaws = {check.code for check in result.checks if check.status == "flaw"}
    return bool(flaws) and flaws <= NO_GAME


def _why(result: Verification) -> tuple[str, Mapping[str, Any]]:
    assert result.flaw is not None
    return result.flaw.code, result.flaw.data


def _of_file(path: Path) -> Verification:
    try:
        return verify_text(path.read_bytes())
    except OSError as error:
        raise CommandError(f"cannot read {path}: {error.strerror}") from error


def _of_match(match_id: UUID) -> Verification:
    try:
        return verification.of_any(match_id)
    except NotFound as error:
        raise CommandError(f"there is no match {match_id}") from error

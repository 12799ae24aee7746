"""What results would do to ratings."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from players.ratings.calculator import MODES, calculate
from web.error_words import explain
from web.errors import BadRequest, Refused

from ..asking import speaking


class Command(BaseCommand):
    help = (
        "Rate results without storing anything: players with their ratings, and results, from a JSON file "
        "(docs/ratings.md). Prints expectation, change and new rating of each player as JSON."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--mode", choices=list(MODES), required=True)
        parser.add_argument("--json", required=True, metavar="FILE", help="the file, or - for standard input")

    def handle(self, *args: Any, mode: str, **options: Any) -> None:
        with speaking():
            try:
                answer = calculate(mode, _read(options["json"]))
            except Refused as refused:
                raise CommandError(explain(refused).sentence) from refused
        self.stdout.write(json.dumps(answer, ensure_ascii=False, indent=2))


def _read(name: str) -> Any:
    try:
        return json.loads(sys.stdin.read() if name == "-" else Path(name).read_text("utf-8"))
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise BadRequest("not_json", why=str(error)) from error

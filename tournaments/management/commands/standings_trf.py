"""The standings of a tournament report file, with any tie-breaks and their parts."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.formats.contract import BadPlan, EntrantNo, Stage, Standing
from tournaments.standings import explain, standings
from tournaments.tie_breaks import Explained, TieBreak, Unit, check_tie_breaks, find, names
from tournaments.tie_breaks.shown import rounded
from tournaments.trf import Parsed, decode, parse
from tournaments.trf.report import report
from tournaments.trf.sentences import sentence

USUAL = ("BH-C1", "BH", "SB")


class Command(BaseCommand):
    help = "Standings of a TRF16 or TRF26 file. Lines that cannot be used are named; the rest counts."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument(
            "--tie-breaks",
            metavar="BH,BH-C1,SB",
            help=f"those of the file (202, 212), or {','.join(USUAL)}; known are {', '.join(names())}",
        )
        parser.add_argument("--round", type=int, metavar="N", help="as they stood after this round")
        parser.add_argument("--explain", type=int, metavar="NUMBER", help="what this player's values are made of")
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            parsed = parse(decode(file.read_bytes()))
        except OSError as error:
            raise CommandError(f"cannot read {file}: {error.strerror}") from error
        if not parsed.people:
            raise CommandError(f"{file}: {sentence(parsed.flaws[0])}")
        stage = _asked(parsed.stage, options["tie_breaks"], options["round"])
        rows = standings(stage)
        explained = _explained(stage, options["explain"])
        if options["json"]:
            self.stdout.write(json.dumps(report(parsed, stage, rows, explained), ensure_ascii=False, indent=1))
            return
        for flaw in parsed.flaws:
            self.stderr.write(f"{file}, line {flaw.line}: {sentence(flaw)}")
        self._write_table(parsed, stage, rows)
        self._write_parts(explained)

    def _write_table(self, parsed: Parsed, stage: Stage, rows: Sequence[Standing]) -> None:
        tie_breaks = [find(code) for code in stage.plan.tie_breaks]
        table = [["", "no", "name", "points", *(one.code for one in tie_breaks)]]
        for row in rows:
            values = [rounded(value, one.family.unit) for one, value in zip(tie_breaks, row.tie_breaks, strict=True)]
            name = parsed.people[row.entrant].name
            table.append([str(row.rank), str(row.entrant), name, rounded(row.points, Unit.HALF_POINTS), *values])
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        for line in table:
            cells = [text.ljust(width) if at == 2 else text.rjust(width) for at, (text, width) in _cells(line, widths)]
            self.stdout.write("  ".join(cells).rstrip())

    def _write_parts(self, explained: Mapping[str, tuple[TieBreak, Explained]]) -> None:
        for code, (tie_break, one) in explained.items():
            unit = tie_break.family.unit
            self.stdout.write(f"\n{code} {rounded(one.value, unit)}")
            for part in one.parts:
                against = ", ".join(str(no) for no in part.opponents) or "-"
                worth = rounded(part.worth, unit)
                self.stdout.write(f"  round {part.round or '-'}  against {against}  {worth}  {part.kind}")
            if one.divisor != 1 or one.plus:
                self.stdout.write(f"  {rounded(one.sum, unit)} / {one.divisor} + {one.plus}")


def _cells(line: list[str], widths: list[int]) -> list[tuple[int, tuple[str, int]]]:
    return list(enumerate(zip(line, widths, strict=True)))


def _asked(stage: Stage, tie_breaks: str | None, last: int | None) -> Stage:
    codes = tuple(tie_breaks.split(",")) if tie_breaks else stage.plan.tie_breaks or USUAL
    if last is not None:
        if not 0 <= last <= len(stage.rounds):
            raise CommandError(f"there are {len(stage.rounds)} rounds")
        stage = replace(
            stage,
            rounds=stage.rounds[:last],
            penalties=tuple(one for one in stage.penalties if one.round <= last),
        )
    try:
        codes = tuple(find(code).code for code in codes)
        asked = replace(stage, plan=replace(stage.plan, tie_breaks=codes))
        check_tie_breaks(asked.plan)
    except BadPlan as error:
        raise CommandError(_refusal(error)) from error
    return asked


def _refusal(error: BadPlan) -> str:
    data = error.reason.data
    if error.reason.code == "tie_break_twice":
        return f"{data['code']} stands twice"
    if error.reason.code == "tie_break_too_long":
        return f"a tie-break has at most {data['most']} characters"
    if error.reason.code == "too_many_tie_breaks":
        return f"at most {data['most']} tie-breaks"
    return f"there is no tie-break {data['code']}; the nearest is {data['nearest']}"


def _explained(stage: Stage, number: int | None) -> dict[str, tuple[TieBreak, Explained]]:
    if number is None:
        return {}
    try:
        return {code: (find(code), explain(stage, EntrantNo(number), code)) for code in ("PTS", *stage.plan.tie_breaks)}
    except KeyError as error:
        raise CommandError(f"there is no player {number}") from error

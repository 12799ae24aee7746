"""Play whole tournaments in memory, with late entries, withdrawals and corrected results."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser
from dataclasses import asdict, fields
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.formats.contract import EDITION
from tournaments.formats.pods.check import REPEATS, SCORES
from tournaments.leagues import ways
from tournaments.leagues.rehearsal import rehearse_league
from tournaments.leagues.rules import Rules
from tournaments.pages import writing
from tournaments.presets import PRESETS, Wish
from tournaments.rehearsal import Rates, Rehearsed, prove, rehearse
from tournaments.rehearsed_seating import Seated, in_edition, seated_in
from tournaments.stages import digest

LEAGUE = "league"


class Command(BaseCommand):
    help = "Play whole tournaments in memory and look for whatever must not be. The same seed gives the same ones."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--format", default="pods", choices=sorted([*PRESETS, LEAGUE]))
        parser.add_argument("--players", type=int, default=16)
        parser.add_argument("--seats", type=int, default=4, choices=(2, 3, 4))
        parser.add_argument("--rounds", type=int, default=4)
        parser.add_argument("--final", type=int, default=4, metavar="N", help="the best N play a final, 0 for none")
        parser.add_argument("--consolation", action="store_true", help="in a knock-out, for who loses the first table")
        parser.add_argument("--seasons", type=int, default=3, help="of a league")
        parser.add_argument("--playoff", type=int, default=0, metavar="N", help="so many play off at a league's border")
        parser.add_argument("--first", default=SCORES, choices=(SCORES, REPEATS), help="what comes first in pods")
        parser.add_argument("--edition", type=int, default=EDITION, help="of the rules of repair; 1: as before")
        parser.add_argument("--seed", type=int, default=0, help="of the first; the next ones count on")
        parser.add_argument("--count", type=int, default=1, help="how many tournaments")
        for rate in fields(Rates):
            parser.add_argument(f"--{rate.name.replace('_', '-')}", type=float, default=0.0, metavar="RATE")
        parser.add_argument("--json", action="store_true", help="one JSON object per tournament and line")

    def handle(self, *args: Any, count: int, seed: int, **options: Any) -> None:
        wish = Wish(
            options["seats"],
            options["rounds"],
            options["final"],
            consolation=options["consolation"],
            first=options["first"],
        )
        rates = Rates(**{rate.name: options[rate.name] for rate in fields(Rates)})
        if options["format"] == LEAGUE:
            self._leagues(wish, rates, range(seed, seed + count), options)
            return
        broken, last, whole = 0, time.monotonic(), Seated()
        for number in range(seed, seed + count):
            stages = [in_edition(one, options["edition"]) for one in PRESETS[options["format"]](wish)]
            done = rehearse(stages, options["players"], number, rates)
            if not done.state.stages:
                raise CommandError(f"that many players cannot begin this: stopped by {done.stopped}")
            flaws = prove(done)
            broken += bool(flaws)
            whole = whole.with_(seated_in(done))
            self.stdout.write(_as_json(done, number, flaws) if options["json"] else _as_text(done, number, flaws))
            if time.monotonic() - last > 1:
                last = time.monotonic()
                self.stderr.write(f"{number - seed + 1} of {count} tournaments, {broken} broken")
        if not options["json"] and whole.tables:
            self.stdout.write(f"in all: {whole}")
        if broken:
            raise CommandError(f"{broken} of {count} tournaments broke a law")

    def _leagues(self, wish: Wish, rates: Rates, seeds: range, options: dict[str, Any]) -> None:
        """Two divisions of the same size; the best play a final with ``--final``, and neighbours a play-off with
        ``--playoff``.
        """
        sizes = (options["players"] // 2, options["players"] - options["players"] // 2)
        form = {2: "duels", 3: "threes", 4: "fours"}[wish.seats]
        divisions = tuple(ways.division(f"Division {at}", size, form, 0, wish.best) for at, size in enumerate(sizes))
        rules = Rules(divisions, playoff=options["playoff"])
        broken = 0
        for number in seeds:
            done = rehearse_league(rules, options["players"], options["seasons"], number, rates)
            broken += bool(done.flaws)
            told = {"seed": number, "seasons": len(done.seasons), "moves": done.moves, "corrected": done.corrected}
            told |= {"results_corrected": sum(one.corrected for one in done.seasons)}
            told |= {"play_offs": done.play_offs, "ruled": done.ruled}
            self.stdout.write(json.dumps({**told, "stopped": done.stopped, "flaws": done.flaws}))
        if broken:
            raise CommandError(f"{broken} of {len(seeds)} leagues broke a law")


def _as_json(done: Rehearsed, seed: int, flaws: list[str]) -> str:
    told = {
        "seed": seed,
        "events": len(done.stream),
        "corrected": done.corrected,
        "repaired": done.repaired,
        "stopped": done.stopped,
        "flaws": flaws,
        "seated": asdict(seated_in(done)),
        "state": digest(done.state),
        "stages": {
            key: {
                "rounds": len(stage.rounds),
                "tables": sum(1 for _ in stage.tables()),
                "standings": [
                    {"rank": row.rank, "entrant": row.entrant, "points": str(row.points)} for row in done.standings(key)
                ],
            }
            for key, stage in done.state.stages.items()
        },
    }
    return json.dumps(told)


def _as_text(done: Rehearsed, seed: int, flaws: list[str]) -> str:
    lines = [f"tournament {seed}: {len(done.stream)} events, {done.corrected} corrections, {done.repaired} repairs"]
    for key, stage in done.state.stages.items():
        best = ", ".join(f"{row.rank}. {row.entrant} ({writing.points(row.points)})" for row in done.standings(key)[:4])
        lines.append(f"  {key}: {len(stage.rounds)} rounds; {best}")
    if (found := seated_in(done)).tables:
        lines.append(f"  {found}")
    if done.stopped:
        lines.append(f"  stopped: {done.stopped}")
    return "\n".join([*lines, *(f"  BROKEN: {flaw}" for flaw in flaws)])

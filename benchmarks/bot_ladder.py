"""Which bot is stronger, and by how much: paired deals, resumed where they stopped, and a table with intervals.

    nice -n 10 python -m benchmarks.bot_ladder play --pairs level2:level1,level3:level2 --deals 400
    python -m benchmarks.bot_ladder play --seats 3 --pairs level7:greedy --deals 60 --all
    python -m benchmarks.bot_ladder table
    python -m benchmarks.bot_ladder summary          # what the page of bots shows: matches/bots/measured.json

A deal is played once from each seat, by one bot of the first name against equals of the second: the same cards for
both. Every deal becomes a line in ``benchmarks/ladder/<game>-<seats>.csv`` as soon as it is played, so the command can
be stopped at any time. A pairing ends when the sequential test has decided between "no stronger" and "stronger by 40
Elo" (5 % of errors each way), or after ``--deals``; ``--all`` plays them all. Results count for the versions of the
two bots (``elekt_core.search.levels.version_of``) under which they were played.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import exp, log, log10, sqrt
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from benchmarks.peers import greedy_a835223, greedy_elector_counts, greedy_enclave
from elekt_core.bots import derive, play_out
from elekt_core.contract import Bot, Decision, Game, Setup
from elekt_core.registry import get_bot, get_game
from elekt_core.search.levels import VERSION, Searcher, version_of

FOLDER = Path(__file__).with_name("ladder")
MEASURED = Path(__file__).parent.parent / "matches" / "bots" / "measured.json"
STRONGER = 40
"""Elo: what the sequential test is to tell from nothing."""
BOUND = log(0.95 / 0.05)
MIN_DEALS = 12
RESAMPLES = 300
TRIED = "search:"
"""Begins the name of a search that is no level."""


PEERS: Mapping[str, Bot] = {
    "elekt": greedy_a835223.Greedy(),
    "enclave": greedy_enclave.Greedy(),
    "elector_counts": greedy_elector_counts.Greedy(),
}
"""The games' own greedy bots of commit a835223."""


class Deal(NamedTuple):
    """``won`` is the share of its games that the first bot won; ``ms`` the mean time of its choices."""

    version: int
    one: str
    other: str
    number: int
    won: float
    ms: float
    other_ms: float


class Timed:
    """Counts the processor's time of a bot, where it has a choice."""

    def __init__(self, bot: Bot) -> None:
        self.bot, self.seconds, self.choices = bot, 0.0, 0

    def choose(self, game: Game[Any], view: Any, options: Sequence[Decision], chance: Any) -> Decision:
        began = time.process_time()
        chosen = self.bot.choose(game, view, options, chance)
        if len(options) > 1:
            self.seconds += time.process_time() - began
            self.choices += 1
        return chosen

    @property
    def ms(self) -> float:
        return round(1000 * self.seconds / max(1, self.choices), 2)


def bot_of(game: Game[Any], name: str) -> Bot:
    """A bot of the registry, ``search:N:R`` with N iterations in lines that reach R, or a peer:
    ``greedy@a835223`` is the greedy bot that the game had of its own before replies were settled."""
    if name == "greedy@a835223":
        return PEERS[game.name]
    if name.startswith(TRIED):
        return Searcher(*map(int, name.removeprefix(TRIED).split(":")))
    return get_bot(game, name)


def play_deal(game: Game[Any], ruleset: str, seats: int, one: str, other: str, number: int) -> Deal:
    """Every bot plays the same deal from each seat; a shared win counts as a part of one."""
    mine, theirs, won = Timed(bot_of(game, one)), Timed(bot_of(game, other)), 0.0
    for seat in range(seats):
        bots: list[Bot] = [theirs] * seats
        bots[seat] = mine
        play = play_out(game, Setup(game.name, ruleset, seats, {}), bots, derive("ladder", game.name, seats, number))
        outcome = game.outcome(play.state)
        assert outcome is not None
        won += (outcome.ranks[seat] == 1) / outcome.ranks.count(1)
    return Deal(version_of_pair(one, other), one, other, number, round(won / seats, 4), mine.ms, theirs.ms)


def version_of_pair(one: str, other: str) -> int:
    return max(version_of(one), version_of(other))


# --- the sequential test ----------------------------------------------------------------------------------------


def expected(elo: float, seats: int) -> float:
    """The share of games won by one bot among equals that are so much weaker."""
    odds = 10 ** (elo / 400)
    return odds / (odds + seats - 1)


def likelihood(won: Sequence[float], seats: int) -> float:
    """Log-likelihood ratio of "stronger" to "no stronger", by the normal approximation over deals."""
    if len(won) < MIN_DEALS:
        return 0.0
    mean = fmean(won)
    spread = max(0.02, fmean((share - mean) ** 2 for share in won))
    none, some = expected(0, seats), expected(STRONGER, seats)
    return len(won) * (some - none) * (2 * mean - none - some) / (2 * spread)


def verdict(won: Sequence[float], seats: int) -> str:
    ratio = likelihood(won, seats)
    return "stronger" if ratio > BOUND else "no stronger" if ratio < -BOUND else "undecided"


# --- results ----------------------------------------------------------------------------------------------------


def file_of(folder: Path, game: str, seats: int) -> Path:
    return folder / f"{game}-{seats}.csv"


def read(path: Path) -> list[Deal]:
    if not path.exists():
        return []
    with path.open(newline="") as file:
        rows = [Deal(int(v), a, b, int(n), float(w), float(m), float(o)) for v, a, b, n, w, m, o in csv.reader(file)]
    return [row for row in rows if row.version == version_of_pair(row.one, row.other)]


def by_pair(deals: Iterable[Deal]) -> dict[tuple[str, str], list[Deal]]:
    found: defaultdict[tuple[str, str], list[Deal]] = defaultdict(list)
    for deal in deals:
        found[deal.one, deal.other].append(deal)
    return dict(found)


def fit(pairs: dict[tuple[str, str], list[float]], seats: int, anchor: str) -> dict[str, float]:
    """Elo of each bot, ``anchor`` 0: Bradley and Terry's model; among several equals that of Plackett and Luce for who
    wins. By Newton's steps one coordinate at a time, with a weak prior (one game drawn against the anchor).
    """
    strength = dict.fromkeys([name for pair in pairs for name in pair], 0.0)
    for _ in range(200):
        for name in strength:
            if name == anchor:
                continue
            slope, curve = -strength[name] * 0.1, 0.1
            for (one, other), won in pairs.items():
                if name in (one, other):
                    odds = exp(strength[one] - strength[other])
                    share = odds / (odds + seats - 1)
                    missing = sum(won) - len(won) * share
                    slope += missing if name == one else -missing
                    curve += len(won) * share * (1 - share)
            strength[name] += max(-1.0, min(1.0, slope / curve))
    return {name: 400 * value / log(10) for name, value in strength.items()}


def intervals(pairs: dict[tuple[str, str], list[float]], seats: int, anchor: str) -> dict[str, tuple[float, float]]:
    """95 % intervals from resampled deals."""
    draw, found = random.Random(1), defaultdict(list)
    for _ in range(RESAMPLES):
        again = {pair: draw.choices(won, k=len(won)) for pair, won in pairs.items()}
        for name, elo in fit(again, seats, anchor).items():
            found[name].append(elo)
    cut = RESAMPLES // 40
    return {name: (sorted(elos)[cut], sorted(elos)[-cut - 1]) for name, elos in found.items()}


# --- commands ---------------------------------------------------------------------------------------------------


def play(options: argparse.Namespace) -> None:
    game = get_game(options.game)
    path = file_of(options.folder, game.name, options.seats)
    ruleset = next(ruleset.name for ruleset in game.current if options.seats in ruleset.seats)
    path.parent.mkdir(exist_ok=True, parents=True)
    for pair in options.pairs.split(","):
        one, other = pair.rsplit(":", 1) if pair.count(":") == 1 else pair.split("/")
        deals = by_pair(read(path)).get((one, other), [])
        while len(deals) < options.deals:
            won = [deal.won for deal in deals]
            if not options.all and verdict(won, options.seats) != "undecided":
                break
            deals.append(play_deal(game, ruleset, options.seats, one, other, len(deals)))
            with path.open("a", newline="") as file:
                csv.writer(file).writerow(deals[-1])
        print(line(one, other, deals, options.seats), flush=True)


def share_of(won: Sequence[float]) -> tuple[float, float]:
    """The mean share of games won, and how far its 95 % interval reaches."""
    mean = fmean(won)
    return mean, 1.96 * sqrt(fmean((share - mean) ** 2 for share in won) / max(1, len(won) - 1))


def line(one: str, other: str, deals: Sequence[Deal], seats: int) -> str:
    won = [deal.won for deal in deals]
    mean, doubt = share_of(won)
    likely = min(max(mean, 0.5 / len(won)), 1 - 0.5 / len(won))
    elo = 400 * log10(likely / (1 - likely) * (seats - 1))
    ms = f"{fmean(deal.ms for deal in deals):.1f} ms, {fmean(deal.other_ms for deal in deals):.1f} ms"
    found = verdict(won, seats)
    return f"{one:>16} - {other:<16} {len(won):>4} deals  {mean:.3f} +- {doubt:.3f}  {elo:>+5.0f} Elo  {found}  ({ms})"


def summary(folder: Path) -> dict[str, Any]:
    """Every pairing of bots that can be seated, in numbers: shares of games with their 95 % intervals, and the test's
    verdict. Searches that were only tried stand in ``table``."""
    rows = []
    for path in sorted(folder.glob("*.csv")):
        game, seats = path.stem.rsplit("-", 1)
        for (one, other), deals in sorted(by_pair(read(path)).items()):
            if one.startswith(TRIED) or other.startswith(TRIED):
                continue
            won = [deal.won for deal in deals]
            mean, doubt = share_of(won)
            rows.append(
                {
                    "game": game,
                    "seats": int(seats),
                    "one": one,
                    "other": other,
                    "deals": len(won),
                    "won": round(mean, 4),
                    "low": round(max(0.0, mean - doubt), 4),
                    "high": round(min(1.0, mean + doubt), 4),
                    "verdict": verdict(won, int(seats)),
                }
            )
    return {"version": VERSION, "stronger": STRONGER, "pairs": rows}


def write_summary(options: argparse.Namespace) -> None:
    MEASURED.write_text(json.dumps(summary(options.folder), indent=1) + "\n")


def table(options: argparse.Namespace) -> None:
    for path in sorted(options.folder.glob("*.csv")):
        game, seats = path.stem.rsplit("-", 1)
        pairs = by_pair(read(path))
        if not pairs or options.game not in (game, "all"):
            continue
        print(f"\n{game}, {seats} seats")
        for (one, other), deals in pairs.items():
            print(line(one, other, deals, int(seats)))
        shares = {pair: [deal.won for deal in deals] for pair, deals in pairs.items()}
        names = {name for pair in pairs for name in pair}
        anchor = "greedy" if "greedy" in names else min(names)
        elos, doubts = fit(shares, int(seats), anchor), intervals(shares, int(seats), anchor)
        for name in sorted(elos, key=lambda name: -elos[name]):
            low, high = doubts[name]
            print(f"{name:>16} {elos[name]:>+6.0f}  [{low:+.0f}, {high:+.0f}]")


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bot_ladder", description=__doc__)
    commands = parser.add_subparsers(required=True)
    playing = commands.add_parser("play")
    playing.add_argument("--game", default="elekt")
    playing.add_argument("--seats", type=int, default=2)
    playing.add_argument("--pairs", required=True, help="ONE:OTHER, or ONE/OTHER for names with a colon, by commas")
    playing.add_argument("--deals", type=int, default=200, help="at most, for each pairing")
    playing.add_argument("--all", action="store_true", help="no early end")
    playing.set_defaults(run=play)
    showing = commands.add_parser("table")
    showing.add_argument("--game", default="all")
    showing.set_defaults(run=table)
    summing = commands.add_parser("summary")
    summing.set_defaults(run=write_summary)
    for command in (playing, showing, summing):
        command.add_argument("--folder", type=Path, default=FOLDER, help="where the results lie")
    options = parser.parse_args(arguments)
    options.run(options)


if __name__ == "__main__":
    main()

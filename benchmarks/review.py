"""What a review costs and what it is worth: seconds, planted errors, bots in order, forecasts and luck.

    nice -n 10 python -m benchmarks.review speed --games 3
    nice -n 10 python -m benchmarks.review planted --games 20 --bot level6
    nice -n 10 python -m benchmarks.review thought --games 20 --bot level6
    nice -n 10 python -m benchmarks.review ranks --games 40
    nice -n 10 python -m benchmarks.review forecast --games 2000 --seats 2
    nice -n 10 python -m benchmarks.review luck --games 200 --seats 2
    nice -n 10 python -m benchmarks.review peek --positions 300
    python -m benchmarks.review table

Every game becomes lines in ``benchmarks/reviews/<what>.csv`` as soon as it is done, and is not done again: each command
can be stopped at any time and asked for more games later. Lines count for the version of what made them: of the judges,
of the curves (``forecast``), of the account of luck.
"""

from __future__ import annotations

import argparse
import csv
import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from elekt_core.bots import RANDOM, derive, play_out
from elekt_core.chance import SeededChance
from elekt_core.contract import Bot, Decision, Game, Setup
from elekt_core.registry import get_bot, get_game
from elekt_core.review import BUDGETS, CURVES, JUDGES, LUCK, Subject, part, report, work
from elekt_core.review.confirm import confirm
from elekt_core.review.curves import curve
from elekt_core.review.luck import luck
from elekt_core.review.playing_on import careful
from elekt_core.review.proof import prove
from elekt_core.review.scan import Bench, bench, scan
from elekt_core.review.subject import asked
from elekt_core.search.dice import Dice
from elekt_core.search.levels import FAR, Searcher
from elekt_core.search.playout import begins_round

FOLDER = Path(__file__).with_name("reviews")
SEED = b"benchmark"
PLANTED = 10
"""One choice of so many is made at random."""
INDEPENDENT = (4000, 200)
"""Iterations and fresh worlds of the judge who knows nothing of the review."""
REMEMBERS = 12
"""Lines of before this version are of an independent judge who had forgotten what the seat had seen."""
THOUGHT = ("level5", 32)
"""Who goes on, and in how many worlds, where the losses that this judge tells are looked at once more."""
STRENGTH = ("random", "level1", "level2", "level4", "level5")
"""From the weakest to the strongest (docs/bots.md)."""
BEFORE_FOUR_SEATS = {"luck": "5", "forecast": "4"}
"""The version of each before weights counted more at four seats; that of the judges was 12."""
EVERY = {2: 6, 3: 24, 4: 24}
"""Forecasts are noted after every so many batches, by the number of seats: with more of them thinner, so that time goes
into more games."""


class Careless:
    """A bot that makes one choice of ten at random; ``planted`` are the numbers of those choices."""

    def __init__(self, bot: Bot) -> None:
        self.bot, self.made = bot, 0
        self.planted: set[int] = set()

    def choose(self, game: Game[Any], view: Any, options: Sequence[Decision], chance: Any) -> Decision:
        self.made += 1
        if len(options) > 1 and game.outcome(view) is None and chance.pick(2, PLANTED) == 0:
            self.planted.add(self.made)
            return RANDOM.choose(game, view, options, chance)
        return self.bot.choose(game, view, options, chance)


def subject_of_play(play: Any) -> Subject:
    ends = [sum(len(one.events) for one in play.batches[: number + 1]) for number in range(len(play.batches))]
    return Subject(play.game, play.setup, play.batches, ends)


def played(options: argparse.Namespace, bots: Sequence[Bot], number: int) -> Subject:
    game = get_game(options.game)
    setup = Setup(game.name, game.ruleset().name, options.seats, {})
    return subject_of_play(play_out(game, setup, bots, derive("review benchmark", options.game, options.seats, number)))


# --- raw results ------------------------------------------------------------------------------------------------


def rows(what: str) -> list[dict[str, str]]:
    """The lines that count. With two and three seats the present version differs from the one before only in proofs
    against more than 24 answers, which are rare."""
    present = _version(what)
    elsewhere = {present, BEFORE_FOUR_SEATS.get(what, "12")}
    found = rows_of_all_versions(what)
    return [row for row in found if row["version"] in ({present} if row.get("seats") == "4" else elsewhere)]


def rows_of_all_versions(what: str) -> list[dict[str, str]]:
    path = FOLDER / f"{what}.csv"
    if not path.exists():
        return []
    with path.open(newline="") as file:
        return [*csv.DictReader(file)]


def _version(what: str) -> str:
    return {"luck": LUCK, "forecast": CURVES, "thought": THOUGHT[0]}.get(what, JUDGES)


def add(what: str, found: Sequence[dict[str, Any]]) -> None:
    path = FOLDER / f"{what}.csv"
    is_new = not path.exists()
    with path.open("a", newline="") as file:
        writer = csv.DictWriter(file, ["version", *found[0]], lineterminator="\n")
        if is_new:
            writer.writeheader()
        writer.writerows([{"version": _version(what), **row} for row in found])


def to_do(what: str, options: argparse.Namespace, **same: Any) -> Iterator[int]:
    """The numbers of the games that are not done."""
    same = {"game": options.game, "seats": options.seats, **same}
    done = {int(row["number"]) for row in rows(what) if all(row[name] == str(value) for name, value in same.items())}
    yield from (number for number in range(options.first, options.games) if number not in done)


# --- what is measured -------------------------------------------------------------------------------------------


def speed(options: argparse.Namespace) -> None:
    """Processor's seconds by kind of part, and of the two judges with weighted worlds."""
    for number in to_do("speed", options, bot=options.bot):
        bot = get_bot(get_game(options.game), options.bot)
        subject = played(options, [bot] * options.seats, number)
        seconds, longest = timed(subject, "usual")
        plain = seconds["scan"] + seconds["confirm"]
        BUDGETS["weighted"] = weighted = as_weighted()  # type: ignore[index]
        assert weighted.weighted
        dear, dearest = timed(subject, "weighted")
        row = {"game": options.game, "seats": options.seats, "bot": options.bot, "number": number}
        row |= {name: round(value, 2) for name, value in seconds.items()}
        row |= {"weights": round(dear["scan"] + dear["confirm"] - plain, 2)}
        row |= {"longest_part": round(max(longest, dearest), 2)}
        add("speed", [row])
        print(row, flush=True)


def as_weighted() -> Any:
    from dataclasses import replace

    return replace(BUDGETS["usual"], weighted=True, luck_in=0, curves_in=1)


def timed(subject: Subject, budget: str) -> tuple[dict[str, float], float]:
    seconds, longest = dict.fromkeys(("curve", "scan", "confirm", "prove", "luck"), 0.0), 0.0
    made: dict[str, Any] = {}
    for id_ in work(subject, budget):
        began = time.process_time()
        made[id_] = part(subject, id_, made, budget, SEED)
        spent = time.process_time() - began
        seconds[id_.partition(":")[0]] += spent
        longest = max(longest, spent)
    report(subject, made, budget)
    return seconds, longest


def planted(options: argparse.Namespace) -> None:
    """Marks on choices that were made at random, against what an independent judge says, and on the level's own.

    That judge is the same for every version of the review, so what it has said of a choice is not asked again.
    """
    said = {
        (row["game"], row["seats"], row["bot"], row["number"], row["decision"], row["played"]): (
            int(row["independent"]), int(row["error"]), json.loads(row["better"])
        )
        for row in rows_of_all_versions("planted")
        if row["independent"] and int(row["version"]) >= REMEMBERS
    }  # fmt: skip
    for number in to_do("planted", options, bot=options.bot):
        careless = Careless(get_bot(get_game(options.game), options.bot))
        subject = played(options, [careless] * options.seats, number)
        found = judged(subject, "usual")
        results = []
        for one in found["decisions"]:
            is_planted = one["number"] in careless.planted
            if one["only"] or not (is_planted or one["mark"]):
                continue
            data = json.dumps(one["played"])
            known = said.get((options.game, str(options.seats), options.bot, str(number), str(one["number"]), data))
            told = (known or independent(subject, one["number"])) if is_planted else None
            results.append(
                {
                    "game": options.game, "seats": options.seats, "bot": options.bot, "number": number,
                    "decision": one["number"], "kind": one["kind"], "planted": int(is_planted),
                    "mark": one["mark"] or "", "judges": " ".join(map(str, one["judges"])),
                    "proved": one["loss"] if one["proved"] else "",
                    "independent": "" if told is None else told[0], "error": "" if told is None else told[1],
                    "played": data, "better": "" if told is None else json.dumps(told[2]),
                }
            )  # fmt: skip
        nothing = {"decision": 0, "planted": 0, "mark": "", "kind": ""}
        head = {"game": options.game, "seats": options.seats, "bot": options.bot, "number": number}
        empty = {"judges": "", "proved": "", "independent": "", "error": "", "played": "", "better": ""}
        add("planted", results or [{**head, **nothing, **empty}])
        print(
            number, [(row["decision"], row["planted"], row["mark"], row["independent"]) for row in results], flush=True
        )


def judged(subject: Subject, budget: str) -> dict[str, Any]:
    """The report without curves and luck."""
    made: dict[str, Any] = {}
    for id_ in work(subject, budget):
        is_judge = id_.startswith(("scan", "confirm", "prove"))
        made[id_] = part(subject, id_, made, budget, SEED) if is_judge else NO_CURVE
    return report(subject, {**made, **no_account(subject)}, budget)


NO_CURVE = {"table": [], "seats": [0, 0, 0, 0], "open": []}


def no_account(subject: Subject) -> dict[str, Any]:
    nothing = [0] * subject.setup.seats
    none = {"luck": nothing, "revealed": nothing, "squares": nothing, "initial": nothing}
    return {f"luck:{number}": none for number in range(len(subject.batches))}


def independent(subject: Subject, number: int) -> tuple[int, int, Any]:
    """What a choice loses by long search and careful play in fresh worlds: loss, error, and the better option."""
    iterations, worlds = INDEPENDENT
    found = bench(subject, number, False, b"independent")
    assert found is not None
    question, game = found.asked, found.asked.game
    known = question.dealt_from
    best = Searcher(iterations, FAR).choose(game, known, question.options, SeededChance(b"independent"))
    if best == question.played:
        return 0, 0, dict(game.encode_decision(best))

    def go_on(state: Any, option: Decision, n: int) -> None:
        careful(game, found.evaluation, state, option, Dice(b"draws %d" % n), Dice(b"thoughts %d" % n))

    return *lost(found, best, worlds, b"independent world %d", go_on), dict(game.encode_decision(best))


def lost(
    found: Bench, better: Decision, worlds: int, name: bytes, go_on: Callable[[Any, Decision, int], None]
) -> tuple[int, int]:
    """What the played choice loses against the better one in so many fresh worlds, and the standard error."""
    question, losses = found.asked, []
    for n in range(worlds):
        world, values = question.game.redeal(question.dealt_from, Dice(name % n)), []
        for option in (better, question.played):
            state = world.copy()
            go_on(state, option, n)
            values.append(found.evaluation.values(state)[question.seat])
        losses.append(values[0] - values[1])
    return round(10_000 * fmean(losses)), round(10_000 * stdev(losses) / sqrt(worlds))


def thought(options: argparse.Namespace) -> None:
    """What the planted choices lose by which the independent judge loses over 10 points, if both sides go on with more
    thought than his: his lines go on after a look of one step, whose errors he charges to the choice."""
    game, worlds = get_game(options.game), THOUGHT[1]
    done = {(row["number"], row["decision"]) for row in rows("thought")}
    for number, losing in by_number(losing_rows(rows("planted"))).items():
        if not options.first <= int(number) < options.games:
            continue
        careless = Careless(get_bot(game, options.bot))
        subject = played(options, [careless] * options.seats, int(number))
        for row in losing:
            if (number, row["decision"]) in done:
                continue
            found = bench(subject, int(row["decision"]), False, b"thought")
            assert found is not None
            better = game.decode_decision(found.asked.seat, json.loads(row["better"]))
            loss, error = lost(found, better, worlds, b"world of thought %d", partial(thoughtful, game))
            result: dict[str, Any] = {"number": number, "decision": row["decision"], "independent": row["independent"]}
            result |= {"loss": loss, "error": error}
            add("thought", [result])
            print(result, flush=True)


def thoughtful(game: Game[Any], state: Any, option: Decision, n: int) -> None:
    """Plays the option and goes on to the end of the round, each seat by what it would know. Changes ``state``."""
    bot, draws, chance = get_bot(game, THOUGHT[0]), Dice(b"draws %d" % n), SeededChance(b"thoughts %d" % n)
    begun = begins_round(game, game.advance(state, option, draws))
    while not begun and game.outcome(state) is None:
        options = game.options(state)
        view = game.view(state, options[0].seat)
        begun = begins_round(game, game.advance(state, bot.choose(game, view, options, chance), draws))


def ranks(options: argparse.Namespace) -> None:
    """The mean loss in log odds, by both judges, of bots of known strength against themselves."""
    for number in range(options.games):
        for name in STRENGTH:
            if number not in to_do("ranks", options, bot=name):
                continue
            subject = played(options, [get_bot(get_game(options.game), name)] * options.seats, number)
            chosen = [one for one in judged(subject, "quick")["decisions"] if not one["only"]]
            row = {"game": options.game, "seats": options.seats, "bot": name, "number": number}
            row |= {"choices": len(chosen), "logit": round(fmean(one["logit"] for one in chosen))}
            row |= {"loss": round(fmean(one["loss"] for one in chosen))}
            row |= {"marks": sum(one["mark"] is not None for one in chosen)}
            add("ranks", [row])
            print(row, flush=True)


def forecast(options: argparse.Namespace) -> None:
    """Each seat's chances against how it ended, in unseen games of a middle level."""
    for number in to_do("forecast", options):
        bot = get_bot(get_game(options.game), "level2")
        subject = played(options, [bot] * options.seats, number)
        results = []
        head = {"game": options.game, "seats": options.seats, "number": number}
        points = [
            curve(subject, one, BUDGETS["usual"], SEED)
            for one in range(0, len(subject.batches) - 1, EVERY[options.seats])
        ]
        final = curve(subject, len(subject.batches) - 1, BUDGETS["usual"], SEED)["seats"]
        for seat in range(options.seats):
            chances = " ".join(str(point["seats"][seat]) for point in points)
            results.append({**head, "seat": seat, "final": final[seat], "chances": chances})
        add("forecast", results)
        print(number, [row["final"] for row in results], flush=True)


def lucks(options: argparse.Namespace) -> None:
    """How lucky each seat was, in unseen games of a middle level; and the standard error of that."""
    for number in to_do("luck", options):
        bot = get_bot(get_game(options.game), "level2")
        subject = played(options, [bot] * options.seats, number)
        seed = derive("luck", number)  # all games begin alike: with the same worlds they would all err alike
        found = [luck(subject, one, BUDGETS["usual"], seed) for one in range(len(subject.batches))]
        results = []
        for seat in range(options.seats):
            total, revealed = (sum(row[what][seat] for row in found) for what in ("luck", "revealed"))
            error = round(sqrt(sum(row["squares"][seat] for row in found)))
            row = {"game": options.game, "seats": options.seats, "number": number, "seat": seat}
            results.append({**row, "luck": total, "error": error, "revealed": revealed})
        add("luck", results)
        print(number, [(row["luck"], row["error"], row["revealed"]) for row in results], flush=True)


def peek(options: argparse.Namespace) -> None:
    """The analysis of so many decisions, with the hidden cards dealt anew and as they were: it must be the same."""
    ways = [(name, rules.name, seats) for name in GAMES for rules in get_game(name).current for seats in rules.seats]
    same = differing = turn = 0
    while same + differing < options.positions:
        name, ruleset, seats = ways[turn % len(ways)]
        game = get_game(name)
        bot = get_bot(game, "level2")
        seed = derive("peek", name, ruleset, seats, turn)
        turn += 1
        subject = subject_of_play(play_out(game, Setup(name, ruleset, seats, {}), [bot] * seats, seed))
        for number in range(1 + turn % 7, len(subject.batches), max(1, len(subject.batches) // 6)):
            question = asked(subject, number)
            if question is None or not question.is_choice:
                continue
            other = subject_of_play(subject)
            anew = game.redeal(question.view, SeededChance(seed))
            other.__dict__["states"] = (*subject.states[: number - 1], anew, *subject.states[number:])
            one, two = (all_judges(whole, number) for whole in (subject, other))
            same, differing = same + (one == two), differing + (one != two)
            if one != two:
                print("differs:", name, ruleset, seats, turn, number, flush=True)
        print(f"{same} the same, {differing} not; {name} {ruleset} {seats}", flush=True)
    add("peek", [{"number": turn, "same": same, "differing": differing}])


GAMES = ("elekt", "enclave", "elector_counts")


def all_judges(subject: Subject, number: int) -> list[Any]:
    budget = BUDGETS["quick"]
    made: dict[str, Any] = {f"scan:{number}": scan(subject, number, budget, SEED)}
    for piece in range(3):
        made[f"confirm:{number}/{piece}"] = confirm(subject, number, piece, made, budget, SEED)
    for piece in range(3):
        made[f"prove:{number}/{piece}"] = prove(subject, number, piece, made, budget, SEED)
    return [*made.values()]


# --- tables -----------------------------------------------------------------------------------------------------


def table(options: argparse.Namespace) -> None:
    for row in rows("speed"):
        print({name: value for name, value in row.items() if name != "version"})
    _table_of_planted()
    by_bot = defaultdict(list)
    for row in rows("ranks"):
        by_bot[row["bot"]].append(int(row["logit"]))
    for name in STRENGTH:
        if found := by_bot[name]:
            print(f"{name}: {len(found)} games, mean loss {fmean(found) / 1e4:.4f} +- {interval(found) / 1e4:.4f}")
    for seats in sorted({row["seats"] for row in rows("forecast")}):
        _table_of_forecasts([row for row in rows("forecast") if row["seats"] == seats], seats)
    _table_of_luck()


def interval(values: Sequence[float]) -> float:
    return 1.96 * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0


def losing_rows(found: Sequence[dict[str, str]]) -> list[dict[str, str]]:
    """Planted choices by which the independent judge loses over 10 points, each once."""
    losing = {
        (row["bot"], row["number"], row["decision"]): row
        for row in found
        if row["planted"] == "1" and row["independent"] and is_sure(row["independent"], row["error"])
    }
    return [*losing.values()]


def is_sure(loss: str, error: str) -> bool:
    return int(loss) > max(1000, 2 * int(error))


def by_number(found: Sequence[dict[str, str]]) -> dict[str, list[dict[str, str]]]:
    numbers = defaultdict(list)
    for row in found:
        numbers[row["number"]].append(row)
    return numbers


def _table_of_planted() -> None:
    found = rows("planted")
    games = len({(row["bot"], row["number"]) for row in found})
    if not games:
        return
    sure = losing_rows(found)
    marked = sum(bool(row["mark"]) for row in sure)
    own = sum(bool(row["mark"]) and row["planted"] == "0" for row in found)
    print(
        f"planted: {games} games; {marked} of {len(sure)} that lose over 10 points marked; "
        f"{own / games:.2f} own marks a game"
    )
    agreed = {(row["number"], row["decision"]): is_sure(row["loss"], row["error"]) for row in rows("thought")}
    again = [row for row in sure if (row["number"], row["decision"]) in agreed]
    still = [row for row in again if agreed[row["number"], row["decision"]]]
    print(
        f"with more thought {len(still)} of {len(again)} still lose over 10 points; "
        f"{sum(bool(row['mark']) for row in still)} of these are marked, "
        f"{sum(bool(row['mark']) for row in again if row not in still)} of the others"
    )
    proved = [row for row in found if row["planted"] == "1" and row["proved"]]
    lost = [row for row in proved if int(row["proved"]) > 1000]
    too = sum(row in sure for row in lost)
    print(f"proved: {len(proved)} planted choices, {len(lost)} lose over 10 points, {too} of them by that judge, too")


def _table_of_forecasts(found: Sequence[dict[str, str]], seats: str) -> None:
    told = ((row["number"], int(chance), int(row["final"])) for row in found for chance in row["chances"].split())
    for line in by_decile(told):
        print(f"{seats} seats, {line}")


def by_decile(told: Iterable[tuple[object, float, float]]) -> Iterator[str]:
    """How far forecasts are off, with an interval clustered by game: of (game, chance, result), in hundredths of a
    point."""
    deciles: dict[int, dict[object, list[float]]] = defaultdict(lambda: defaultdict(list))
    for game, chance, result in told:
        deciles[min(9, int(chance) // 1000)][game].append(result - chance)
    for decile, games in sorted(deciles.items()):
        off = [fmean(values) / 100 for values in games.values()]
        pooled = fmean(value for values in games.values() for value in values) / 100
        yield f"from {10 * decile} %: {len(games)} games, {pooled:+.1f} +- {interval(off):.1f}"


def _table_of_luck() -> None:
    by_seat = defaultdict(list)
    for row in rows("luck"):
        by_seat[row["game"], row["seats"], row["seat"]].append(int(row["luck"]) / 100)
    for (game, seats, seat), found in sorted(by_seat.items()):
        mean = f"{fmean(found):+.2f} +- {interval(found):.2f}"
        print(f"{game}, {seats} seats: mean luck of seat {seat} {mean} points, {len(found)} games")


COMMANDS = {
    "speed": speed,
    "planted": planted,
    "thought": thought,
    "ranks": ranks,
    "forecast": forecast,
    "luck": lucks,
    "peek": peek,
    "table": table,
}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.review", description=__doc__)
    parser.add_argument("what", choices=COMMANDS)
    parser.add_argument("--game", default="elekt")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--bot", default="level4")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game, for a second process")
    parser.add_argument("--positions", type=int, default=300)
    options = parser.parse_args(arguments)
    FOLDER.mkdir(exist_ok=True)
    COMMANDS[options.what](options)


if __name__ == "__main__":
    main()

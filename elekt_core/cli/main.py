"""The commands of the core: play whole games between bots, read and review a record, check a game, play scenarios."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import Any

from ..bots import derive, play_out, rotated, stream_name
from ..checking.playing import GAMES, check_game, lines_of
from ..contract import Game, Outcome, SeatNo, Setup
from ..errors import BadCards, CoreError, GameQuarantined
from ..kit.json_schema import json_schema
from ..kit.position_shape import Position
from ..messages import LANGUAGES, describe, place, sentence
from ..record.event_schema import BESIDE, event_schema, schema_beside
from ..record.facts import is_beside, words_beside
from ..record.match import Play
from ..record.record import Record, game_of, record_of_play
from ..record.redact import redacted_record
from ..record.replay import Replay, replay_record
from ..record.text import format_record, parse_record
from ..record.verify import Verification, verify_text
from ..registry import USUAL_GAME, found_names, get_bot, get_game, quarantined
from ..scribe import is_seen, read_seen, write_seen
from ..shorthand import read_shorthand, write_shorthand
from ..shorthand.read import decoded
from . import review, scenarios


def main(arguments: Sequence[str]) -> int:
    """Exit code: 0 for success, 1 for a flaw or an error that is named on stderr, 2 for a wrong command line."""
    options = _parser().parse_args(arguments)
    try:
        code: int = options.run(options)
        sys.stdout.flush()
        return code
    except GameQuarantined as error:
        failed = [one for one in quarantined() if one.name == error.data["game"]]
        _complain(failed[0].text(options.lang) if failed else describe(error, options.lang))
    except CoreError as error:
        _complain(describe(error, options.lang))
    except OSError as error:
        if isinstance(error, BrokenPipeError):  # somebody's `head` has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        _complain(f"{error.filename or ''}: {error.strerror}")
    except KeyboardInterrupt:
        _complain("stopped")
        return 130
    return 1


def outcome_json(outcome: Outcome) -> dict[str, Any]:
    return {
        "winner": outcome.winner,
        "ranks": list(outcome.ranks),
        "scores": list(outcome.scores),
        "termination": outcome.termination,
        **({"automata": [asdict(result) for result in outcome.automata]} if outcome.automata else {}),
    }


# --- simulate -----------------------------------------------------------------------------------------------


def _simulate(options: argparse.Namespace) -> int:
    game = get_game(options.game)
    ruleset = game.ruleset(options.ruleset)
    ruleset.only_offered(options.options)
    seats = ruleset.seats[0] if options.seats is None else options.seats
    setup = Setup(game.name, ruleset.name, seats, options.options)
    names = [name.strip() for name in options.bots.split(",")]
    bots = {name: get_bot(game, name) for name in names}
    if options.out is not None:
        options.out.mkdir(parents=True, exist_ok=True)
    progress = _Progress(options.count, "games")
    for number in range(options.count):
        seating = rotated(names, seats, number)
        seed = derive("game", game.name, options.seed, number)
        play = play_out(game, setup, [bots[name] for name in seating], seed)
        stream = stream_name(game.name, options.seed, number)
        if options.out is not None:
            record = record_of_play(play, stream, [f"bot:{name}" for name in seating])
            (options.out / f"{stream}.jsonl").write_text(format_record(record), "utf-8", newline="")
        print(_result(play, stream, seating, options.json))
        progress.step()
    return 0


def _result(play: Play[Any], stream: str, seating: Sequence[str], as_json: bool) -> str:
    outcome = play.game.outcome(play.state)
    assert outcome is not None
    events, final = len(play.events), play.batches[-1].state_hash
    if as_json:
        result = {"id": stream, "bots": list(seating), "outcome": outcome_json(outcome), "events": events}
        return json.dumps({**result, "state": final})
    ranks = "  ".join(f"{rank}. {name} ({score})" for rank, name, score in _ranked(outcome, seating))
    return f"{stream}  {events:4} events  {outcome.termination:<15} {ranks}"


def _ranked(outcome: Outcome, seating: Sequence[str]) -> list[tuple[int, str, int]]:
    named = [f"{name}@{seat}" for seat, name in enumerate(seating)]
    automata = [(result.rank, result.name, result.score) for result in outcome.automata]
    return sorted([*zip(outcome.ranks, named, outcome.scores, strict=True), *automata])


# --- replay -------------------------------------------------------------------------------------------------


def _replay(options: argparse.Namespace) -> int:
    record = parse_record(options.file.read_bytes())
    game = game_of(record)
    if options.seat is not None or options.spectator:
        record = _cut(game, record, options)
    replay = replay_record(game, record)
    last = len(replay)
    at = last if options.at is None else options.at
    state = replay.state(at)
    seat_word = {"en": "Seat", "pl": "Miejsce"}[options.lang]
    names = [f"{seat_word} {seat}" for seat in range(record.seats)]
    words = game.words(options.lang, names)
    _print_log(replay, at, options.lang, names)
    print(f"--- {at}/{last}")
    for awaiting in game.awaiting(state):
        print(words.question(awaiting, state))
    print("\n".join(_tree(game.encode_state(state))))
    return 0


def _cut(game: Game[Any], record: Record, options: argparse.Namespace) -> Record:
    viewer = None if options.spectator else SeatNo(options.seat)
    if viewer is not None and not 0 <= viewer < record.seats:
        raise CoreError("no_such_seat", seat=viewer, seats=record.seats)
    if not record.is_open and record.viewer == viewer:
        return record
    return redacted_record(record, viewer, game)


def _print_log(replay: Replay[Any], at: int, language: str, names: Sequence[str]) -> None:
    words = replay.game.words(language, names)
    state = replay.state(0)
    for number, event in enumerate(replay.events[:at], 1):
        if is_beside(event):
            state, text = replay.state(number), words_beside(event, language, names, replay.game)
        else:
            replay.game.evolve(state, event)
            text = words.event(event, state)
        if text:
            if not is_beside(event) and replay.game.chapter(event) == 1:
                print()
            print(f"{number:5}  {text}")


def _tree(value: Any, indent: str = "") -> list[str]:
    """JSON as indented lines, short lists on one line."""
    if not isinstance(value, dict):
        return [f"{indent}{_short(value)}"]
    lines = []
    for name, inner in value.items():
        flat = _short(inner)
        if len(flat) + len(indent) + len(name) < 100 or not isinstance(inner, dict | list):
            lines.append(f"{indent}{name}: {flat}")
        else:
            parts = inner.items() if isinstance(inner, dict) else enumerate(inner)
            lines.append(f"{indent}{name}:")
            lines += _tree({str(key): part for key, part in parts}, indent + "  ")
    return lines


def _short(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


# --- short notation -------------------------------------------------------------------------------------------


def _notate(options: argparse.Namespace) -> int:
    """A record becomes a text, a text a record."""
    data = options.file.read_bytes()
    if data.startswith(b'{"'):
        record = parse_record(data)
        text = (write_shorthand if record.is_open else write_seen)(record, options.lang)
    elif is_seen(data):
        seen = read_seen(decoded(data))
        text = format_record(seen.session.record(seen.tags.get("Stream", "")))
    else:
        read = read_shorthand(data)
        text = format_record(record_of_play(read.play, read.tags.get("Stream", "")))
    sys.stdout.write(text)
    return 0


# --- verify -------------------------------------------------------------------------------------------------


def _verify(options: argparse.Namespace) -> int:
    progress = _Progress(len(options.files), "records")
    flawed = 0
    for path in options.files:
        try:
            result = verify_text(path.read_bytes())
        except OSError as error:
            _complain(f"{path}: {error.strerror}")
            flawed += 1
            continue
        print(json.dumps(_verified_json(path, result)) if options.json else _verified_line(path, result, options.lang))
        flawed += not result.ok
        progress.step()
    return 1 if flawed else 0


def _verified_json(path: Path, result: Verification) -> dict[str, Any]:
    checks = [
        {"check": check.name, "status": check.status, "code": check.code, **check.data} for check in result.checks
    ]
    return {"file": str(path), "ok": result.ok, "events": result.events, "head": result.head, "checks": checks}


def _verified_line(path: Path, result: Verification, language: str) -> str:
    flaw = result.flaw
    if flaw is not None:
        where = place(flaw.data, language)
        what = sentence(flaw.code, flaw.data, language)
        return f"FLAW {path}: {flaw.name}: " + (f"{where}: {what}" if where else what)
    skipped = [f"{c.name}: {sentence(c.code, c.data, language)}" for c in result.checks if c.status == "skipped"]
    note = f" ({'; '.join(skipped)})" if skipped else ""
    done = ", ".join(check.name for check in result.checks if check.status == "ok")
    return f"ok   {path}: {result.events} events; {done}{note}"


# --- check_game ---------------------------------------------------------------------------------------------


def _check_game(options: argparse.Namespace) -> int:
    """Print what is wrong with a game, or that nothing is."""
    progress = _Progress(options.games, "games")
    report = check_game(get_game(options.name), options.games, first=options.first, progress=lambda _: progress.step())
    print("\n".join(lines_of(report)))
    return 0 if report.ok else 1


# --- cards --------------------------------------------------------------------------------------------------


def _cards(options: argparse.Namespace) -> int:
    """Print the errors by line, or what is in the file."""
    game = get_game(options.game)
    if options.builtin:
        sys.stdout.write(game.built_in_cards())
        return 0
    if options.file is None:
        _complain({"en": "name a file or use --builtin", "pl": "podaj plik albo użyj --builtin"}[options.lang])
        return 2
    try:
        text = options.file.read_bytes().decode()
    except UnicodeDecodeError as error:
        raise BadCards("not_utf8", where=str(options.file), position=error.start) from error
    try:
        played = game.with_cards(text)
    except BadCards as bad:
        if not bad.flaws:
            raise
        for flaw in bad.flaws:
            place = ": ".join(part for part in (flaw.where, flaw.key) if part)
            print(f"{options.file}:{flaw.line}: {place}{': ' if place else ''}{flaw.text(options.lang)}")
        return 1
    words = game.words(options.lang, [])
    print(f"{options.file}: {played.card_set}")
    for group, faces in groupby(played.gallery(options.lang), key=lambda face: (face.group, face.kind)):
        print(f"  {' '.join(part for part in reversed(group) if part)}: {len(list(faces))}")
    for ruleset in played.rulesets:
        print(f"  {ruleset.name}: {words.ruleset(ruleset.name)}")
    return 0


# --- command line -------------------------------------------------------------------------------------------


class _Progress:
    """Counts on stderr: in place on a terminal, every tenth of the way elsewhere; silent for small jobs."""

    def __init__(self, total: int, what: str) -> None:
        self.total, self.what, self.done = total, what, 0
        self.live = sys.stderr.isatty()
        self.every = max(1, total // (200 if self.live else 10))

    def step(self) -> None:
        self.done += 1
        if self.total < 50 or (self.done % self.every and self.done != self.total):
            return
        end = "\r" if self.live and self.done < self.total else "\n"
        print(f"{self.done}/{self.total} {self.what}", end=end, file=sys.stderr, flush=True)


def _complain(text: str) -> None:
    print(f"elekt_core: {text}", file=sys.stderr)


def _schema(options: argparse.Namespace) -> int:
    if options.events:
        found = schema_beside() if options.events == BESIDE else event_schema(get_game(options.events))
        print(json.dumps(found, indent=1, ensure_ascii=False))
    else:
        print(json.dumps(json_schema(Position), indent=2))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m elekt_core", description=__doc__)
    commands = parser.add_subparsers(
        required=True,
        metavar="simulate | replay | review | notate | cards | check_game | verify | scenario | schema",
    )

    simulate = _command(commands, "simulate", _simulate, "play whole games between bots")
    simulate.add_argument("--game", default=USUAL_GAME, help=f"one of: {', '.join(found_names())}")
    simulate.add_argument("--ruleset", default="", help="default: the game's first one")
    simulate.add_argument("--seats", type=int, help="default: the fewest that the ruleset allows")
    simulate.add_argument("--options", type=_options, default={}, help="the game's own settings, as a JSON object")
    simulate.add_argument("--seed", type=int, default=0, help="the same seed gives the same games")
    simulate.add_argument(
        "--bots", default="random", help="names separated by commas; each game moves them on one seat"
    )
    simulate.add_argument("--count", type=_count, default=1)
    simulate.add_argument("--out", type=Path, help="folder for a record of each game")
    simulate.add_argument("--json", action="store_true", help="one JSON object per game")

    replay = _command(commands, "replay", _replay, "print a record as sentences, and a position of it")
    replay.add_argument("file", type=Path)
    replay.add_argument("--at", type=int, metavar="N", help="the position after N events; default: the last one")
    eyes = replay.add_mutually_exclusive_group()
    eyes.add_argument("--seat", type=int, help="show only what this seat could see")
    eyes.add_argument("--spectator", action="store_true", help="show only what a spectator could see")

    reviewing = _command(commands, "review", lambda o: review.run_command(o, _Progress), "judge a finished game")
    review.add_arguments(reviewing)
    text = "write a record in short notation, or make a record of a text in it"
    _command(commands, "notate", _notate, text).add_argument("file", type=Path)

    cards = _command(commands, "cards", _cards, "check a card file, or print the built-in one as a start")
    cards.add_argument("file", type=Path, nargs="?", metavar="FILE")
    cards.add_argument("--game", default=USUAL_GAME, help=f"one of: {', '.join(found_names())}")
    cards.add_argument("--builtin", action="store_true", help="print the game's own card file")

    verify = _command(commands, "verify", _verify, "verify records; exit code 1 if one has a flaw")
    verify.add_argument("files", type=Path, nargs="+", metavar="FILE")
    verify.add_argument("--json", action="store_true", help="every check of each record, one JSON object per record")

    checked = _command(commands, "check_game", _check_game, "play a game and prove every law of the contract")
    checked.add_argument("name", metavar="NAME", help=f"one of: {', '.join(found_names())}")
    checked.add_argument("--games", type=_count, default=GAMES, help=f"how many; default: {GAMES}")
    checked.add_argument("--first", type=int, default=0, metavar="N", help="begin with game N, which a finding names")

    text = "play scenarios and print each difference from what they expect; exit code 1 if there is one"
    scenarios.add_arguments(_command(commands, "scenario", scenarios.run_command, text))

    text = "print the JSON Schema of positions, the same for every game, or of a game's events"
    schema = _command(commands, "schema", _schema, text)
    schema.add_argument("--events", metavar="GAME", default="", help=f"or `{BESIDE}`: facts beside every game's")
    return parser


def _command(commands: Any, name: str, run: Callable[[argparse.Namespace], int], text: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(name, help=text, description=text)
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of sentences and errors")
    parser.set_defaults(run=run)
    return parser


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def _options(text: str) -> dict[str, Any]:
    value = json.loads(text)
    if not isinstance(value, dict):
        raise ValueError
    return value

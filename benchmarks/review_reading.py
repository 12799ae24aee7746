"""The marks of a review as somebody reads them who knows the rules: what the seat saw, the sentence, the lines.

    nice -n 10 python -m benchmarks.review_reading --game elekt --seats 2 --number 0
    nice -n 10 python -m benchmarks.review_reading --game enclave --number 3 --bot level4 --worlds 200

Bots that make one choice of ten at random (``benchmarks.review``) play a game, the same one for the same arguments; it
is reviewed by the usual budget, without curves and luck. Beside each mark stands what neither judge knows: the best and
the played choice are played on to the end of the game in new worlds, by the greedy bot of commit a835223 for every
seat, which shares no weights with the judges. Verdicts on what was read stand in ``benchmarks/reviews/read.md``.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any

from benchmarks.bot_ladder import PEERS
from benchmarks.review import SEED, Careless, interval, judged, played
from elekt_core.chance import SeededChance
from elekt_core.contract import Decision, Game, SeatNo
from elekt_core.kit.position_shape import Piece, Position
from elekt_core.registry import get_bot, get_game
from elekt_core.review import Subject, play_line, words
from elekt_core.review.subject import Asked, asked
from elekt_core.search.dice import Dice

BUDGET = "usual"
NAMES = "ABCD"
LOG = 14
"""So many of the last facts before a decision are printed."""


def reading(subject: Subject, found: Mapping[str, Any], planted: set[int], worlds: int) -> Iterator[str]:
    """All marks of a review, as text."""
    for one in found["decisions"]:
        if one["mark"]:
            yield f"\n### {one['number']} {NAMES[one['seat']]}, {one['mark']}" + (
                " (planted)" if one["number"] in planted else ""
            )
            yield from mark(subject, one, worlds)


def mark(subject: Subject, one: Mapping[str, Any], worlds: int) -> Iterator[str]:
    """One mark: what was seen, asked and chosen, what would have been better, and why."""
    question, game = asked(subject, one["number"]), subject.game
    assert question is not None
    names = NAMES[: subject.setup.seats]
    said = game.words("en", names)
    yield from log(subject, one["number"], question.seat)
    yield from board(game.describe(question.view))
    asks = next((each for each in game.awaiting(question.view) if each.seat == question.seat), None)
    yield f"asked: {said.question(asks, question.view) if asks else ''} ({one['options']} options)"
    yield f"played: {said.decision(question.played, question.view)}"
    for row in one["best"]:
        better = game.decode_decision(question.seat, row["decision"])
        most = "at most " if row.get("at_most") else ""
        yield f"   {most}{row['chance'] / 100:5.1f} %: {said.decision(better, question.view)}"
    best = game.decode_decision(question.seat, one["best"][0]["decision"])
    lost = [share(question, best, n) - share(question, question.played, n) for n in range(worlds)]
    if worlds:
        yield f"to the end of the game: {100 * fmean(lost):.1f} +- {100 * interval(lost):.1f} points in {worlds} worlds"
    grounds = "proved" if one["proved"] else f"judges {one['judges']}, error {one['error']}"
    yield f"{grounds}, terms {one['terms'][:5]}"
    for language in ("en", "pl"):
        yield f"{language}: {words(one, game, language)}"
    for name, line in (("better", one["best"][0]), ("played", one["line"])):
        yield f"line of {name}: " + "; ".join(steps(subject, one["at"], line))


def log(subject: Subject, number: int, seat: SeatNo) -> Iterator[str]:
    """What the seat was told last."""
    game, told = subject.game, []
    said = game.words("en", NAMES[: subject.setup.seats])
    for place in range(max(1, number - LOG), number):
        for event in subject.batches[place].events:
            if text := said.event(game.redact(event, seat), game.view(subject.states[place], seat)):
                told.append(text)
    yield "log: " + " | ".join(told[-LOG:])


def share(question: Asked, option: Decision, number: int) -> float:
    """Of the win, for the mover, where the game is played to its end from an option in world ``number``."""
    game = question.game
    state = game.redeal(question.dealt_from, Dice(b"to the end %d" % number))
    draws = SeededChance(b"to the end %d" % number)
    game.advance(state, option, draws)
    outcome = played_out(game, state, draws)
    return (outcome.ranks[question.seat] == 1) / outcome.ranks.count(1)


def played_out(game: Game[Any], state: Any, draws: SeededChance) -> Any:
    """How it ends. Changes ``state``."""
    bot = PEERS[game.name]
    while (outcome := game.outcome(state)) is None:
        options = game.options(state)
        seat = options[0].seat
        game.advance(state, bot.choose(game, game.view(state, seat), options, draws), draws)
    return outcome


def steps(subject: Subject, at: int, line: Mapping[str, Any]) -> Iterator[str]:
    """A line of the review in words, as it went in the world that the judge dealt."""
    said = subject.game.words("en", NAMES[: subject.setup.seats])
    before = subject.states[list(subject.ends).index(at)]
    for decision, _, state in play_line(subject, at, line["world"], SEED, BUDGET, line["line"]):
        yield f"{NAMES[decision.seat]}: {said.decision(decision, before)}"
        before = state


def board(position: Position) -> Iterator[str]:
    """A position in few lines."""
    yield f"round {position.round}, {position.phase}, {_short(position.game)} {_short(position.counts)}"
    for side in position.seats:
        piles = {name: list(cards) for name, cards in side.piles.items() if cards}
        hand = [card or "?" for card in side.hand]
        counts = _short({**side.counts, **side.game})
        yield f"  {NAMES[side.seat or 0]}: {side.score} points, hand {hand}, {piles} {counts}"
    for name, place in position.places.items():
        rows = [[_piece(piece) for piece in row] for row in place.rows]
        yield f"  {name}: {list(place.cards)} rows {rows} seats {list(place.seats)} owner {place.owner} " + _short(
            {**place.counts, **place.game}
        )
    for name, cards in position.piles.items():
        known = [card for card in cards if card]
        if cards:
            yield f"  {name}: {len(cards)} cards {known if known else ''}"


def _piece(piece: Piece) -> str:
    notes = {name: value for name, value in {**piece.counts, **piece.game}.items() if value}
    return f"{piece.card or '?'}{'' if piece.face_up else ' (face down)'}{notes or ''}"


def _short(found: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in found.items() if value not in (None, [], {}, 0, False))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.review_reading", description=__doc__)
    parser.add_argument("--game", default="elekt")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--bot", default="level5")
    parser.add_argument("--number", type=int, default=0)
    parser.add_argument("--worlds", type=int, default=100, help="in which the game is played to its end")
    options = parser.parse_args(arguments)
    careless = Careless(get_bot(get_game(options.game), options.bot))
    subject = played(options, [careless] * options.seats, options.number)
    found = judged(subject, BUDGET)
    print(f"## {options.game}, {options.seats} seats, {options.bot}, number {options.number}")
    for text in reading(subject, found, careless.planted, options.worlds):
        print(text)
    chosen = [one for one in found["decisions"] if not one["only"]]
    print(f"\n{len(chosen)} choices, {len(careless.planted)} planted, marks {sum(bool(one['mark']) for one in chosen)}")


if __name__ == "__main__":
    main()

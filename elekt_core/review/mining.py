"""Exercises out of whole games: from the candidates of a review those that the second judge confirms, each with all
that is needed to set and to judge it.

A game between bots is a function of its setup, their names and its seed, so what was found in it can be found again.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final
from zlib import compress, decompress

from ..bots import play_out
from ..contract import Event, Game, SeatNo, Setup
from ..record.chain import canonical
from ..registry import get_bot
from .budgets import JUDGES, budget_of
from .exercises import exercises, scanned
from .solving import asked_of, bench_of, confirmed
from .subject import Subject

MOST: Final = 4
"""Exercises of one game."""
OF_A_KIND: Final = 2
"""Of them, exercises with the same kind of question."""

LOOKED_AT: Final = 20
"""Candidates of one game that the second judge looks at."""

Mined = dict[str, Any]


def mined(
    subject: Subject, found: Iterable[Mapping[str, Any]], seed: bytes, tired: Callable[[], bool] = lambda: False
) -> Iterator[Mined]:
    """Of the candidates (``exercises``) of a game the best that the second judge confirms: missed ones first. Looks at
    no further one once ``tired``."""
    kinds: Counter[str] = Counter()
    in_order = sorted(found, key=lambda one: (not one["missed"], -one["gap"], one["number"]))
    for one in in_order[:LOOKED_AT]:
        if kinds.total() == MOST or tired():
            return
        if kinds[one["kind"]] == OF_A_KIND or (one["number"], one["seat"]) in subject.taught:
            continue
        facts = known(subject, one["number"], SeatNo(one["seat"]))
        losses = confirmed(bench_of(question(subject.game, facts, one), seed), [row[0] for row in one["others"]])
        if losses is not None:
            kinds[one["kind"]] += 1
            yield _exercise(subject, one, facts, losses, seed)


def mined_from_bots(game: Game[Any], setup: Setup, bots: Sequence[str], budget: str, seed: bytes) -> list[Mined]:
    """Exercises of a game between bots."""
    play = play_out(game, setup, [get_bot(game, bot) for bot in bots], seed)
    ends = [sum(len(one.events) for one in play.batches[: number + 1]) for number in range(len(play.batches))]
    subject = Subject(game, setup, play.batches, ends)
    looked_at = (scanned(subject, number, budget_of(budget), seed) for number in subject.numbers)
    return list(mined(subject, filter(None, looked_at), seed))


def mined_from_review(
    subject: Subject, report: Mapping[str, Any], seed: bytes, tired: Callable[[], bool] = lambda: False
) -> Iterator[Mined]:
    """Exercises of a reviewed match."""
    return mined(subject, exercises(report), seed, tired)


def question(game: Game[Any], facts: str, exercise: Mapping[str, Any]) -> Any:
    """What its seat was asked (``solving.asked_of``)."""
    seat = SeatNo(exercise["seat"])
    return asked_of(game, unpacked(game, facts), seat, exercise["number"], exercise["best"])


def _exercise(subject: Subject, one: Mapping[str, Any], facts: str, losses: Sequence[int], seed: bytes) -> Mined:
    """``choices``: the other choices that both judges have looked at, each with the smaller of the two losses."""
    kept = ("number", "at", "seat", "kind", "round", "phase", "theme", "best", "terms", "options", "missed")
    choices = [[row[0], min(row[1], loss), row[2]] for row, loss in zip(one["others"], losses, strict=True)]
    return {
        "game": subject.setup.game,
        "ruleset": subject.setup.ruleset,
        "seats": subject.setup.seats,
        "judge": JUDGES,
        "seed": seed.hex(),
        **{name: one[name] for name in kept},
        "gap": min(loss for _, loss, _ in choices),
        "choices": choices,
        "facts": facts,
    }


# --- the facts that the seat knows, as text ---------------------------------------------------------------------


def known(subject: Subject, number: int, seat: SeatNo) -> str:
    """The facts before decision ``number`` as its seat may know them, packed."""
    game = subject.game
    facts = [game.redact(event, seat) for batch in subject.batches[:number] for event in batch.events]
    return b64encode(compress(canonical([written(game, fact) for fact in facts]), 9)).decode()


def written(game: Game[Any], fact: Event) -> list[Any]:
    kind = game.kind_of(fact)
    return [kind, game.event_versions.get(kind, 1), game.encode_event(fact)]


def unpacked(game: Game[Any], facts: str) -> list[Event]:
    stored = json.loads(decompress(b64decode(facts)))
    return [game.decode_event(kind, version, payload) for kind, version, payload in stored]

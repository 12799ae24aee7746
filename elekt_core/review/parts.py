"""A review in parts: each a pure function, small, and the same wherever and whenever it is made.

    earlier = {}
    for id_ in work(subject, "usual"):
        earlier[id_] = part(subject, id_, earlier, "usual", seed)
    review = report(subject, earlier, "usual")

A part may be made again by somebody else after a crash: nothing lives from one to the next but what ``earlier`` has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..contract import Decision, Event, SeatNo
from ..errors import CoreError
from ..search.dice import Dice
from . import confirm, proof
from .budgets import budget_of
from .curves import curve
from .luck import luck
from .report import report
from .scan import Bench, bench, scan, written
from .subject import Asked, Subject
from .worlds import World


def work(subject: Subject, budget: str) -> tuple[str, ...]:
    """The ids of all parts, in the order in which they are made; most turn out to have nothing to do."""
    spent = budget_of(budget)
    confirmations, proofs = range(confirm.parts(spent)), range(spent.proved_in_parts)
    found = []
    for number, batch in enumerate(subject.batches):
        if number and batch.decision is not None:
            found.append(f"scan:{number}")
            found += [f"{confirm.PURPOSE}:{number}/{part}" for part in confirmations]
            found += [f"{proof.PURPOSE}:{number}/{part}" for part in proofs]
        found.append(f"curve:{number}")
        if spent.luck_in and subject.tells_all:
            found.append(f"luck:{number}")
    return tuple(found)


def part(subject: Subject, id_: str, earlier: Mapping[str, Any], budget: str, seed: bytes) -> dict[str, Any]:
    """One part, as JSON without floats. Raises CoreError (``unknown_part``)."""
    spent = budget_of(budget)
    kind, _, where = id_.partition(":")
    number, _, piece = where.partition("/")
    if not (number.isdecimal() and int(number) < len(subject.batches)):
        raise CoreError("unknown_part", part=id_)
    match kind:
        case "scan":
            return scan(subject, int(number), spent, seed)
        case confirm.PURPOSE if piece.isdecimal():
            return confirm.confirm(subject, int(number), int(piece), earlier, spent, seed)
        case proof.PURPOSE if piece.isdecimal():
            return proof.prove(subject, int(number), int(piece), earlier, spent, seed)
        case "curve":
            return curve(subject, int(number), spent, seed)
        case "luck":
            return luck(subject, int(number), spent, seed)
    raise CoreError("unknown_part", part=id_)


def reviewed(subject: Subject, budget: str, seed: bytes) -> dict[str, Any]:
    """The whole review at once."""
    earlier: dict[str, Any] = {}
    for id_ in work(subject, budget):
        earlier[id_] = part(subject, id_, earlier, budget, seed)
    return report(subject, earlier, budget)


def world(subject: Subject, at: int, n: int, seed: bytes, budget: str) -> Any:
    """World ``n`` of the second judge for the decision after event ``at``: a position that looks to its seat as it
    did. Raises CoreError (``no_such_position``).
    """
    return _world(subject, at, n, seed, budget)[0].state


def play_line(
    subject: Subject, at: int, n: int, seed: bytes, budget: str, line: Sequence[Mapping[str, Any]]
) -> list[tuple[Decision, tuple[Event, ...], Any]]:
    """A line of the report played in that world: each decision, its facts, and the position after it.

    Raises IllegalDecision if the line is not of that world.
    """
    found, draws = _world(subject, at, n, seed, budget)
    state = found.state.copy()
    played = []
    for step in line:
        decision = subject.game.decode_decision(SeatNo(step["seat"]), step["decision"])
        facts = subject.game.advance(state, decision, draws)
        played.append((decision, facts, state.copy()))
    return played


def line_from(
    subject: Subject, at: int, n: int, seed: bytes, budget: str, option: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """How the second judge plays on from an option in that world: what ``play_line`` takes, for an option whose line
    the report does not tell.

    Raises CoreError (``no_such_position``, also for what was no option there).
    """
    found = _bench(subject, at, seed, budget)
    decision = found.asked.game.decode_decision(found.asked.seat, option)
    if decision not in found.asked.options:
        raise _no_such(subject, at)
    return written(found.asked, confirm.played_on(found, found.worlds.world(confirm.PURPOSE, n), decision).line)


def remembered_cards(subject: Subject, at: int, seed: bytes, budget: str) -> frozenset[str]:
    """Cards, as positions name them, that the seat of the decision after event ``at`` does not see, and yet knows in
    which hand they are: it remembers them. They are there in every world. Raises CoreError (``no_such_position``)."""
    question = _bench(subject, at, seed, budget).asked
    known, seen = (_hands(question, position) for position in (question.dealt_from, question.view))
    return known - seen


def _hands(question: Asked, position: Any) -> frozenset[str]:
    sides = question.game.describe(position).seats
    return frozenset(card for side in sides for card in side.hand if isinstance(card, str))


def _world(subject: Subject, at: int, n: int, seed: bytes, budget: str) -> tuple[World, Dice]:
    found = _bench(subject, at, seed, budget)
    dealt = found.worlds.world(confirm.PURPOSE, n)
    return dealt, found.worlds.draws(dealt)


def _bench(subject: Subject, at: int, seed: bytes, budget: str) -> Bench:
    if at in subject.ends:
        found = bench(subject, list(subject.ends).index(at) + 1, budget_of(budget).weighted, seed)
        if found is not None:
            return found
    raise _no_such(subject, at)


def _no_such(subject: Subject, at: int) -> CoreError:
    return CoreError("no_such_position", position=at, last=subject.ends[-1])

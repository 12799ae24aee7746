"""The effects of decisions: the same facts each time, of known kinds, and nothing if a decision is refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..chance import Chance
from ..contract import CONCEDE, Decision, Event, Game, SeatNo
from ..errors import CoreError, IllegalDecision
from ..record.facts import BESIDE_KINDS
from .findings import Findings, Stopped, shortened, told
from .wording import Wording

LAW = "decisions"
NO_KIND = "no_such_kind"


def carried_out(
    game: Game[Any], state: Any, decision: Decision, chance: Chance, findings: Findings
) -> tuple[Event, ...]:
    """The facts of a legal decision, after checking them. ``state`` is unchanged."""
    before = game.fingerprint(state)
    try:
        facts = game.decide(state, decision, chance)
    except CoreError as error:
        what = "conceding is refused" if decision.kind == CONCEDE else "what `options` lists, `decide` refuses"
        method = "decide" if decision.kind == CONCEDE else "options"
        findings.note(LAW, method, f"{what}: {_named(decision)}: {told(error)}", subject=error.code)
        raise Stopped from error
    except Exception as error:
        text = f"deciding {_named(decision)} fails: {told(error)}"
        findings.note(LAW, "decide", text, subject=type(error).__name__)
        raise Stopped from error
    if game.fingerprint(state) != before:
        findings.note(
            LAW, "decide", f"deciding {_named(decision)} changes the position that it was given: copy it first"
        )
        raise Stopped
    known_kinds(game, facts, "decide", findings)
    if tuple(game.decide(state, decision, chance)) != tuple(facts):
        text = f"decided twice, {_named(decision)} leads to other facts: all chance must come from `chance`"
        findings.note(LAW, "decide", text)
        raise Stopped
    other = state.copy()
    with findings.unbroken(LAW, "advance", f"advancing by {_named(decision)}", stops=True):
        advanced = game.advance(other, decision, chance)
    if game.fingerprint(state) != before:
        text = "what happens to a copy of a position happens to the position itself: `copy` shares a list"
        findings.note(LAW, "copy", text)
        raise Stopped
    if tuple(advanced) != tuple(facts):
        findings.note(LAW, "advance", f"advancing by {_named(decision)} leads to other facts than deciding it")
    return tuple(facts)


def known_kinds(game: Game[Any], facts: Sequence[Event], method: str, findings: Findings) -> None:
    if not facts:
        findings.note(LAW, method, "nothing follows from it: a decision leads to at least one fact")
        raise Stopped
    kinds = set(game.event_kinds.values())
    for kind in BESIDE_KINDS.keys() & game.event_kinds.keys():
        text = f"the kind {kind} belongs to the clocks and takebacks of every game: call yours otherwise"
        findings.note(LAW, "events", text, subject=kind)
    for fact in facts:
        if type(fact) not in kinds:
            text = f"a fact is a {type(fact).__name__}, which is not among the game’s kinds (`events`, `event_kinds`)"
            findings.note(LAW, method, text, subject=type(fact).__name__)
            raise Stopped


def refused(game: Game[Any], state: Any, asked: Sequence[SeatNo], offered: Sequence[Decision], seats: int,
            chance: Chance, wording: Wording, findings: Findings) -> None:  # fmt: skip
    """Illegal decisions are refused with a code that has words, and change nothing."""
    before = game.fingerprint(state)
    wrong = [Decision(offered[0].seat, NO_KIND)]
    wrong += [offered[0]._replace(seat=SeatNo(seat)) for seat in range(seats) if seat not in asked]
    for decision in wrong:
        if decision in offered or decision in game.options(state, decision.seat):
            continue
        try:
            game.decide(state, decision, chance)
        except IllegalDecision as refusal:
            wording.refusal(refusal)
        except Exception as error:
            text = f"deciding {_named(decision)}, which nobody may, fails with {told(error)} instead of IllegalDecision"
            findings.note(LAW, "decide", text, subject=type(error).__name__)
        else:
            findings.note(LAW, "decide", f"{_named(decision)} is carried out, though no option says so")
        if game.fingerprint(state) != before:
            findings.note(LAW, "decide", f"refusing {_named(decision)} has changed the position")
            raise Stopped


def _named(decision: Decision) -> str:
    return shortened(f"{decision.kind}{decision.choice} of seat {decision.seat}")

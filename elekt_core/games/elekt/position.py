"""Hand-written positions: read, completed, checked, and laid out as the start of a match (docs/scenarios.md).

What a position leaves out is neutral or filled consistently: every card is in exactly one place, decks are as long as
the round says, everybody has the starting Heat and holds the own Basic Units that stand nowhere else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from ...chance import Chance
from ...contract import Json
from ...scenarios.flaws import BadPosition, Reader
from . import agenda as a
from . import events as e
from .events import Step
from .facts import fold
from .houses.setup import REMOVED
from .houses.solo import LEVELS
from .position_check import check, left_in_pool
from .position_check_new import check_new
from .position_draft import MAX_NUMBER, Draft
from .position_fill import fill
from .position_under_way import steps_under_way
from .state import State
from .tables import Tables
from .vocabulary import ASSIGNMENT, ATTRIBUTES, CONFRONTATION, NONE, RECRUITMENT


@dataclass(frozen=True, slots=True)
class Layout:
    """A position ready for play: the facts that lay it out, and the steps with which play continues, the next one last.

    ``decision`` is what the position says is asked next, if it says so.
    """

    events: tuple[Any, ...]
    agenda: tuple[Step, ...]
    decision: tuple[int, str] | None


def lay_out(t: Tables, begun: State, data: Json, chance: Chance, *, new: bool = False) -> Layout:
    """The position for a match that has ``begun``: all is agreed, nothing lies on the table. One that is set up now
    (``new``) is refused where no match reaches it, too.

    Raises BadPosition with all that is wrong.
    """
    top = Reader(data)
    created, solo = begun.game, begun.solo
    draft = Draft(t, created, begun.basics, top)
    if not top.flaws:
        fill(draft, chance, 0 if solo is None else 1 + LEVELS.index(solo.level))
    if top.flaws:
        raise BadPosition(top.flaws)
    state = begun.copy()
    events: tuple[Any, ...] = (_event(draft, begun),)
    if solo is not None:
        events = (e.HousesPositionSet(draft.seals, draft.won, draft.drawn, draft.counted, draft.memory), *events)
    for event in events:
        fold(state, event)
    check(draft, state)
    if new:
        check_new(draft)
    under_way = () if top.flaws else steps_under_way(draft, state)
    if top.flaws:
        raise BadPosition(top.flaws)
    return Layout(events, (*_agenda(draft), *under_way), draft.decision)


def begun_like(t: Tables, s: State) -> State:
    """A match agreed like that of ``s``, before any card lies on the table."""
    begun = State(t.units)
    fold(begun, s.game)
    begun.basics = s.basics
    if s.solo is not None:
        out = tuple(t.cards.ids[name] for name in REMOVED if name in t.cards.ids)
        fold(begun, e.GambitPrepared(s.solo.level, s.solo.set_aside, out))
    return begun


def asked_otherwise(data: Json, expected: tuple[int, str] | None, found: tuple[int, str] | None) -> BadPosition:
    """The error if the position says who decides what, but play comes to another question."""
    words = ["nobody" if one is None else f"{one[0]} {one[1]}" for one in (expected, found)]
    top = Reader(data)
    top.at("decision", None).flaw("other_question", "E24.2", expected=words[0], found=words[1])
    return BadPosition(top.flaws)


def _event(d: Draft, begun: State) -> e.PositionSet:
    ribbons = d.t.titles
    titles = [sum(ribbons[card] for card in front) for front in d.acquired]
    titles[-1] += len(d.won) + len(d.drawn) + d.counted
    return e.PositionSet(
        round=d.round - (d.begins and d.phase == RECRUITMENT),
        phase=d.phase,
        holder=d.holder,
        direction=d.direction,
        heat=tuple(d.heat),
        heat_pool=_stated(d.found.get("heat_pool"), d.created.heat_tokens - sum(d.heat)),
        pool=_pool(d, begun),
        face_up=cast("tuple[int, ...]", tuple(d.face_up)),
        decks=tuple(d.deck_tops),
        aside=d.aside,
        removed=d.removed,
        discard=d.discard,
        hands=tuple([hand or () for hand in d.hands]),
        rows=tuple(d.rows),
        tokens_on=tuple([(unit, *d.tokens[unit]) for unit in sorted(d.tokens)]),
        suppressed=tuple(d.suppressed),
        acquired=tuple(d.acquired),
        held=tuple([card for front in d.acquired for card in front if d.t.groups[card] == "privilege"]),
        titles=tuple(titles),
        assigned=tuple(d.assigned),
        passed=tuple(d.passed),
        used=tuple(d.used),
        used_game=tuple(sorted({*d.used, *d.used_game})),
        skips=tuple(d.skips),
        crowned=d.crowned,
        conceded=tuple([seat for seat in range(d.seats) if d.conceded >> seat & 1]),
    )


def _pool(d: Draft, begun: State) -> tuple[int, ...]:
    """The tokens not on Units, or the number that the position states (``check`` judges it)."""
    stated = d.found["pool"].entries() if "pool" in d.found else {}
    left = left_in_pool(d, begun)
    return tuple([_stated(stated.get(word), left[number]) for number, word in enumerate(ATTRIBUTES)])


def _stated(reader: Reader | None, follows: int) -> int:
    value = follows if reader is None else reader.value
    return min(max(value, 0), MAX_NUMBER) if type(value) is int else 0


def _agenda(d: Draft) -> tuple[Step, ...]:
    """What happens from here on, the next step last."""
    if d.phase == RECRUITMENT:
        order = [(d.holder + d.direction * i) % d.seats for i in range(d.seats)]
        index = order.index(d.turn) if d.turn != NONE else 0
        return (a.StartRound(NONE),) if d.begins else (a.Recruit(NONE, index),)
    if d.phase == ASSIGNMENT:
        turn = d.holder if d.turn == NONE else d.turn
        return (a.AssignmentPhase(NONE),) if d.begins else (a.Turn(turn, d.ending),)
    if d.phase == CONFRONTATION and d.to_resolve is not None:
        zones: list[Step] = [a.Confront(NONE, zone, attributes) for zone, attributes in d.to_resolve if attributes]
        return (a.EndPhase(NONE), *reversed(zones))
    if d.phase == CONFRONTATION:
        return (a.ConfrontationPhase(NONE),) if d.from_zone == NONE else (a.ConfrontZone(NONE, d.from_zone),)
    return (a.EndPhase(NONE),)

"""Corrections at any time: what a change does to standings and published tables, before it is made (``preview``) and
after (``choose``).

A change is a batch of events: a corrected result, a withdrawal, a late entry. Three things can become of the tables
that were published since: they are kept; the fewest of them are changed, none that has started (``repair``); or they
are paired again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated

from msgspec import Meta

from web.decoding import INSIDE
from web.encoding import Named, component
from web.errors import BadRequest, Conflict, Refused

from . import events as e
from . import stages
from .decisions import arenas, rounds
from .events import TournamentEvent
from .evolve import evolve_all
from .formats import contract
from .formats.contract import Bye, CannotPair, EntrantNo, Pairing, Progress, Proposal, Reason, RoundNo, Standing
from .formats.elimination.fill import contradictions
from .formats.pods import places
from .formats.repair import repair
from .per_state import PerState
from .qualification import Qualified, affected, all_of
from .series import is_bracket
from .state import Stage, State, Status, Table

KEEP = "keep"
REPAIR = "repair"
AGAIN = "again"
CHOICES = (KEEP, REPAIR, AGAIN)
Choosing = Annotated[str, Meta(pattern=f"^({'|'.join(CHOICES)})$", extra_json_schema={"enum": list(CHOICES)})]


@dataclass(frozen=True, slots=True)
class Moved:
    """An entrant whose row changes; None for one who is in only one of the standings."""

    entrant: EntrantNo
    before: Standing | None
    after: Standing | None


@component("ByeShown")
@dataclass(frozen=True, slots=True)
class ByeMoved:
    """Somebody whose bye of the running round comes (``before`` None), goes (``after`` None) or counts otherwise."""

    entrant: Annotated[EntrantNo, Named("no")]
    before: Bye | None
    after: Bye | None


@dataclass(frozen=True, slots=True)
class Choice:
    """What one of the choices would do: ``batch`` is stored if it is chosen, and the rest is folded from that.

    ``changed`` are the tables as they would be, ``removed`` those that go; ``standings`` is the whole new table of the
    stage, and ``moved`` who has another row in it, in the new order; ``breaches`` are repeats and second byes that it
    makes in a Swiss; ``kept`` are later stages that stay as they are,
    since they have been played.

    ``refused`` says why it cannot be chosen. A whole round that would be paired again is not paired for a look, which
    may take long: then ``worked_out`` is False, and nothing is known of its tables.
    """

    name: str
    worked_out: bool = True
    batch: tuple[TournamentEvent, ...] = ()
    changed: tuple[Pairing, ...] = ()
    removed: tuple[Pairing, ...] = ()
    byes: tuple[ByeMoved, ...] = ()
    standings: tuple[Standing, ...] = ()
    moved: tuple[Moved, ...] = ()
    breaches: tuple[Reason, ...] = ()
    refused: Refused | None = None
    kept: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        return self.refused is None


@dataclass(frozen=True, slots=True)
class Tables:
    """What an arbiter wants for the published tables of ``stage`` after a change (``choice``), and for stages that took
    their entrants from it (``later``); each is one of ``CHOICES``. ``proposal``: the result of pairing again, if worked
    out before.
    """

    stage: Annotated[str, Meta(min_length=1, max_length=40)]
    choice: Annotated[Choosing, Meta(description="What becomes of the published tables.")] = KEEP
    later: Annotated[Choosing, Meta(description="What becomes of stages that have begun since.")] = KEEP
    proposal: Annotated[Proposal | None, INSIDE] = None


@dataclass(frozen=True, slots=True)
class Later:
    """Stages that have begun with entrants of this one, although others would now have qualified."""

    stages: tuple[Qualified, ...]
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """``at_odds`` are published tables that the change contradicts: others would sit there now. ``choices`` are the
    meaningful ones, gentlest first: one that has the same effect as a gentler one is left out. ``later`` is None if
    nobody else would have qualified.
    """

    stage: str
    at_odds: tuple[Pairing, ...]
    choices: tuple[Choice, ...]
    later: Later | None = None
    unseated: tuple[EntrantNo, ...] = ()
    """Who came after the round was paired, and has no table in it."""
    out_of_place: tuple[Reason, ...] = ()
    """Who sits at a table of pods that their scores, or the lack of repeats, would not lead to (``pods.places``)."""

    @property
    def is_worked_out(self) -> bool:
        """Whether everything is known; otherwise the running round would have to be paired again (``again``)."""
        return all(one.worked_out for one in self.choices)


def preview(
    state: State,
    change: Sequence[TournamentEvent],
    key: str,
    at: datetime,
    proposal: Proposal | Refused | None = None,
) -> Preview:
    """What ``change`` does to the stage ``key``; nothing is stored. ``proposal`` is the result of pairing again
    (``again``), or why there is none, if that was worked out.
    """
    rounds.begun(state, key)
    after = evolve_all(state, change, at)
    return Preview(
        key,
        at_odds(after, key),
        _telling(_choice(state, change, key, name, at, proposal) for name in CHOICES),
        _later(state, change, affected(state, after, key), key, at),
        unseated(after, key),
        out_of_place(after, key),
    )


def again(
    state: State, change: Sequence[TournamentEvent], key: str, progress: Progress | None = None, *, at: datetime
) -> Proposal:
    """The running round as it would be paired after ``change``, if a preview offers this and has not worked it out. It
    depends on the arguments alone, not on the time.

    Raises NotFound, Conflict.
    """
    stage = rounds.begun(state, key)
    taken_back = evolve_all(state, [*change, *rounds.take_back(state, key, len(stage.rounds))], at)
    return rounds.propose(taken_back, key, progress, at=at)


def choose(
    state: State,
    change: Sequence[TournamentEvent],
    key: str,
    choice: str,
    *,
    at: datetime,
    later: str = KEEP,
    proposal: Proposal | None = None,
) -> list[TournamentEvent]:
    """The whole batch: the change, the effect of ``later`` on the following stages, and of ``choice`` on its tables.
    The last two are independent of each other.

    Raises BadRequest, Conflict (a choice is not open).
    """
    for name, value in (("choice", choice), ("later", later)):
        if value not in CHOICES:
            raise BadRequest("bad_field", field=name)
    rounds.begun(state, key)
    after = evolve_all(state, change, at)
    batch = [*change, *_of_later(after, affected(state, after, key), later, at)]
    batch += _consequences(evolve_all(state, batch, at), key, choice, at, proposal)
    return [*batch, *arenas.seat(state, batch, at)]


def at_odds(state: State, key: str) -> tuple[Pairing, ...]:
    """Published tables without a result at which others would now sit: in a bracket those that the results do not lead
    to, elsewhere those of the last round with a player who has left, or who is out of place.
    """
    stage = state.stages[key]
    if is_bracket(stage):
        wrong = {(one.round, one.table) for one in contradictions(stages.stage_of(state, key))}
        return tuple(table.pairing for table in stage.tables() if (table.pairing.round, table.no) in wrong)
    if not stage.rounds:
        return ()
    gone = stages.absent(state, stage, len(stage.rounds))
    open_tables = [table for table in stage.rounds[-1].tables.values() if not table.is_done]
    misplaced = {
        reason.data[name] for reason in out_of_place(state, key) for name in ("entrant", "other") if name in reason.data
    }
    return tuple(one.pairing for one in open_tables if any(no in gone or no in misplaced for no in one.pairing.seats))


def _out_of_place(state: State, key: str) -> tuple[Reason, ...]:
    """Who of the last round sits out of place, at a table that has not begun (``pods.places``)."""
    stage = state.stages[key]
    if not stage.rounds or stage.closed:
        return ()
    free = [table.pairing for table in stage.rounds[-1].tables.values() if not table.has_started]
    return places.out_of_place(before_round(state, stage), free)


out_of_place = PerState(_out_of_place)
"""Worked out once: each page of the desk asks twice."""


def unseated(state: State, key: str) -> tuple[EntrantNo, ...]:
    """Players without a table or a bye in the current round: they came after it was paired."""
    stage = state.stages[key]
    if not stage.rounds or stage.closed or stage.rounds[-1].is_done or not stages.format_in(stage).by_rounds:
        return ()
    one = stage.rounds[-1]
    away = stages.absent(state, stage, one.no)
    return tuple(no for no, bye in one.byes.items() if bye is Bye.ZERO and no not in away)


def _moved(before: Sequence[Standing], after: Sequence[Standing]) -> tuple[Moved, ...]:
    old = {row.entrant: row for row in before}
    new = {row.entrant: row for row in after}
    order = [*new, *(no for no in old if no not in new)]
    return tuple(Moved(no, old.get(no), new.get(no)) for no in order if old.get(no) != new.get(no))


# --- the three choices ------------------------------------------------------------------------------------


def _telling(choices: Iterable[Choice]) -> tuple[Choice, ...]:
    """Without choices that have the same effect as an earlier one."""
    told: list[Choice] = []
    for one in choices:
        if not (one.is_open and one.worked_out) or all(other.batch != one.batch for other in told if other.is_open):
            told.append(one)
    return tuple(told)


def _later(
    state: State, change: Sequence[TournamentEvent], found: Sequence[Qualified], key: str, at: datetime
) -> Later | None:
    if not found:
        return None
    return Later(tuple(found), _telling(_later_choice(state, change, found, key, name, at) for name in CHOICES))


def _later_choice(
    state: State, change: Sequence[TournamentEvent], found: Sequence[Qualified], key: str, name: str, at: datetime
) -> Choice:
    try:
        batch = choose(state, change, key, KEEP, at=at, later=name)
    except Refused as refused:
        return Choice(name, refused=refused)
    then = evolve_all(state, batch, at)
    before, after = ([table.pairing for one in found for table in on.stages[one.key].tables()] for on in (state, then))
    same = [one.key for one in found if (one.out or one.into) and then.stages[one.key] == state.stages[one.key]]
    changed, removed = _told(before, after)
    return Choice(name, batch=tuple(batch), changed=changed, removed=removed, kept=() if name == KEEP else tuple(same))


def _of_later(state: State, found: Sequence[Qualified], name: str, at: datetime) -> list[TournamentEvent]:
    return [] if name == KEEP else all_of(state, found, anew=name == AGAIN, at=at)


def _choice(
    state: State,
    change: Sequence[TournamentEvent],
    key: str,
    name: str,
    at: datetime,
    proposal: Proposal | Refused | None,
) -> Choice:
    stage = state.stages[key]
    if isinstance(proposal, Refused):
        if name == AGAIN:
            return Choice(name, refused=proposal)
        proposal = None
    try:
        if name == AGAIN and proposal is None and stage.rounds and stages.format_in(stage).by_rounds:
            _check_can_pair_again(evolve_all(state, change, at), key)
            return Choice(name, worked_out=False)
        batch = choose(state, change, key, name, at=at, proposal=proposal)
    except Refused as refused:
        return Choice(name, refused=refused)
    then = evolve_all(state, batch, at)
    before, after = (stages.standings(stages.stage_of(on, key)) for on in (state, then))
    changed, removed = _told(*([table.pairing for table in on.stages[key].tables()] for on in (state, then)))
    return Choice(
        name,
        batch=tuple(batch),
        changed=changed,
        removed=removed,
        byes=_byes(stage, then.stages[key]),
        standings=tuple(after),
        moved=_moved(before, after),
        breaches=tuple(rounds.new_breaches(state, batch, key, at)),
    )


def _check_can_pair_again(state: State, key: str) -> None:
    """Raises Conflict, as ``_consequences`` would."""
    _check_goes_on(state, state.stages[key])
    _check_open(state.stages[key])
    rounds.take_back(state, key, len(state.stages[key].rounds))


def _byes(before: Stage, after: Stage) -> tuple[ByeMoved, ...]:
    if not before.rounds or len(before.rounds) != len(after.rounds):
        return ()
    return byes_moved(before.rounds[-1].byes, after.rounds[-1].byes)


def byes_moved(before: Mapping[EntrantNo, Bye], after: Mapping[EntrantNo, Bye]) -> tuple[ByeMoved, ...]:
    """How the byes of a round change."""
    order = sorted(before.keys() | after.keys())
    moved = (ByeMoved(no, before.get(no), after.get(no)) for no in order)
    return tuple(one for one in moved if one.before is not one.after)


def _told(before: Sequence[Pairing], after: Sequence[Pairing]) -> tuple[tuple[Pairing, ...], tuple[Pairing, ...]]:
    """What is added, and what is removed."""
    old, new = ({(one.round, one.table, one.seats) for one in some} for some in (before, after))
    fresh = tuple(one for one in after if (one.round, one.table, one.seats) not in old)
    return fresh, tuple(one for one in before if (one.round, one.table, one.seats) not in new)


def _consequences(
    state: State, key: str, choice: str, at: datetime, proposal: Proposal | None = None
) -> list[TournamentEvent]:
    """The events that ``choice`` adds after a change; ``state`` is the one after it. Raises Conflict."""
    stage = state.stages[key]
    if choice == KEEP or not stage.rounds or not (is_bracket(stage) or stages.format_in(stage).by_rounds):
        return rounds.advance(state, [key], at=at) if state.status is Status.RUNNING else []
    _check_goes_on(state, stage)
    if is_bracket(stage):
        return _bracket(state, stage, at, played_too=choice == AGAIN)
    _check_open(stage)
    return _repaired(state, stage) if choice == REPAIR else _paired_again(state, stage, at, proposal)


def _check_goes_on(state: State, stage: Stage) -> None:
    if state.status is not Status.RUNNING:
        raise Conflict("tournament_closed")
    if stage.closed:
        raise Conflict("stage_is_closed", stage=stage.key)


def _check_open(stage: Stage) -> None:
    if stage.rounds[-1].is_done:
        raise Conflict("round_is_over", round=len(stage.rounds))


def _bracket(state: State, stage: Stage, at: datetime, *, played_too: bool) -> list[TournamentEvent]:
    """Tables that the results no longer lead to are removed, and those that they now lead to are added; step by step,
    since a removed table removes those after it. Raises Conflict if one has started, unless ``played_too``.
    """
    batch: list[TournamentEvent] = []
    while wrong := _wrong(state, stage.key):
        started = [table.no for table in wrong if table.has_started and table.source != "walkover"]
        if started and not played_too:
            raise Conflict("tables_have_started", tables=started)
        step = _without(stage.key, wrong)
        batch += step
        state = evolve_all(state, step, at)
    return [*batch, *rounds.advance(state, [stage.key], at=at)]


def _wrong(state: State, key: str) -> list[Table]:
    wrong = {(one.round, one.table) for one in contradictions(stages.stage_of(state, key))}
    return [table for table in state.stages[key].tables() if (table.pairing.round, table.no) in wrong]


def _without(key: str, tables: Sequence[Table]) -> list[TournamentEvent]:
    by_round: dict[RoundNo, list[int]] = {}
    for table in tables:
        by_round.setdefault(table.pairing.round, []).append(table.no)
    return [e.TablesRepaired(key, number, (), tuple(numbers), {}) for number, numbers in sorted(by_round.items())]


def _repaired(state: State, stage: Stage) -> list[TournamentEvent]:
    """The smallest change of the running round: nobody who has left has a seat, everybody present has one."""
    one = stage.rounds[-1]
    started = [table.pairing for table in one.tables.values() if table.has_started]
    free = [table.pairing for table in one.tables.values() if not table.has_started]
    try:
        proposal = repair(before_round(state, stage), started, free)
    except CannotPair as cannot:
        raise Conflict(cannot.reason.code, **cannot.reason.data) from cannot
    return rounds.repair(state, stage.key, one.no, proposal.pairings, proposal.byes)


def _paired_again(state: State, stage: Stage, at: datetime, proposal: Proposal | None) -> list[TournamentEvent]:
    one = stage.rounds[-1]
    batch = rounds.take_back(state, stage.key, one.no)
    taken_back = evolve_all(state, batch, at)
    if proposal is None:
        proposal = rounds.propose(taken_back, stage.key, at=at)
    return [*batch, *rounds.publish(taken_back, stage.key, proposal, at=at)]


def before_round(state: State, stage: Stage) -> contract.Stage:
    """The stage before its last round was paired, without the players absent from that round."""
    shorter = replace(state, stages={**state.stages, stage.key: replace(stage, rounds=stage.rounds[:-1])})
    return stages.stage_of(shorter, stage.key)

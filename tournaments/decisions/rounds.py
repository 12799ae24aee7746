"""Stages and rounds: begin, pair, publish, take back, repair, close."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from uuid import UUID

from web.errors import BadRequest, Conflict, NotFound

from .. import events as e
from .. import plans, stages
from ..events import TournamentEvent
from ..evolve import evolve_all
from ..formats import breaches, contract
from ..formats.contract import BadPlan, Bye, CannotPair, EntrantNo, Pairing, Progress, Proposal, RoundNo
from ..series import is_bracket
from ..settings import StagePlan
from ..state import Round, Stage, State, Status
from . import windows


def start(
    state: State,
    key: str,
    *,
    seed: bytes,
    chosen: Sequence[EntrantNo] | None = None,
    remark: UUID | None = None,
) -> list[TournamentEvent]:
    """Begin a stage with the players who are here or who qualified from the previous stage; ``chosen``: with these
    qualifiers, as an arbiter has decided. ``seed`` decides its lots.

    Raises NotFound, BadRequest (somebody who cannot be chosen), Conflict (begun already, the stage before it is not
    over, a field that its format cannot take).
    """
    _check_running(state)
    plan = state.plan(key)
    if plan is None:
        raise NotFound("unknown_stage", stage=key)
    if key in state.stages:
        raise Conflict("stage_has_begun", stage=key)
    before = plan.source.stage
    if before and (not is_stage_over(state, before) or unfinished(state.stages[before])):
        raise Conflict("stage_before_is_not_over", stage=before)
    entrants = stages.entrants_for(state, plan)
    up = stages.moved_up(state, plan)
    if chosen is not None:
        entrants, up = _in_places(state, plan, entrants, chosen), {}
    check_field(plan, entrants)
    batch: list[TournamentEvent] = [e.StageClosed(before)] if before and not state.stages[before].closed else []
    return [*batch, e.StageStarted(key, entrants, seed.hex(), up, chosen is not None, remark)]


def add(state: State, plan: StagePlan, *, seed: bytes) -> list[TournamentEvent]:
    """Begin an unplanned stage at a border; does nothing if it is running. Raises Conflict."""
    _check_running(state)
    if plan.key in state.stages:
        return []
    entrants = stages.entrants_for(state, plan)
    check_field(plan, entrants)
    return [e.StagesPlanned((*state.planned, plan)), e.StageStarted(plan.key, entrants, seed.hex())]


def check_field(plan: StagePlan, entrants: Sequence[EntrantNo]) -> None:
    """Raises Conflict if so many entrants cannot play it."""
    try:
        plans.check(plans.read(plan.plan), len(entrants))
    except BadPlan as bad:
        raise Conflict(bad.reason.code, **{**bad.reason.data, "field": bad.field}) from bad


def _in_places(
    state: State, plan: StagePlan, rule: Sequence[EntrantNo], chosen: Sequence[EntrantNo]
) -> tuple[EntrantNo, ...]:
    """The ``chosen`` players, seeded by the ``rule``: a replacement takes the place of the player who drops out. Raises
    BadRequest."""
    before = state.stages.get(plan.source.stage)
    able = set() if before is None else {no for no in before.entrants if not state.entries[no].withdrawn}
    if strangers := [no for no in chosen if no not in able]:
        raise BadRequest("not_in_stage", field="entrants", no=strangers[0])
    if len(set(chosen)) < len(chosen):
        raise BadRequest("bad_field", field="entrants")
    others = [no for no in chosen if no not in rule]
    seats = [no if no in chosen else others.pop(0) if others else None for no in rule]
    return tuple(no for no in [*seats, *others] if no is not None)


def propose(state: State, key: str, progress: Progress | None = None, *, at: datetime) -> Proposal:
    """What would be published now, without deciding anything. Raises NotFound, Conflict."""
    stage = _going_on(state, key)
    try:
        return stages.format_in(stage).pair(stages.stage_of(state, key, at), progress)
    except CannotPair as cannot:
        raise Conflict(cannot.reason.code, **cannot.reason.data) from cannot


def publish(
    state: State, key: str, proposal: Proposal, *, at: datetime, by_hand: bool = False
) -> list[TournamentEvent]:
    """Publish a proposal, as it is or changed by an arbiter. Raises NotFound, BadRequest, Conflict."""
    stage = _going_on(state, key)
    if stages.is_up(stage, at):
        raise Conflict("time_is_up", stage=key)
    if not proposal.pairings and not proposal.byes:
        raise Conflict("nothing_to_pair", stage=key)
    by_rounds = stages.format_in(stage).by_rounds
    _check_proposal(state, stage, proposal, by_rounds)
    number = RoundNo(len(stage.rounds) + 1) if by_rounds else e.NO_ROUND
    return [e.TablesPaired(key, proposal.pairings, proposal.byes if by_rounds else {}, number, by_hand)]


def publish_all(state: State, key: str, *, at: datetime) -> list[TournamentEvent]:
    """All rounds that can be paired without further results: in a round robin, all that are left.

    Raises NotFound, Conflict.
    """
    batch = publish(state, key, propose(state, key, at=at), at=at)
    state = evolve_all(state, batch, at)
    while stages.format_in(state.stages[key]).by_rounds:
        try:
            more = publish(state, key, propose(state, key, at=at), at=at)
        except Conflict:
            break
        batch += more
        state = evolve_all(state, more, at)
    return batch


def _check_proposal(state: State, stage: Stage, proposal: Proposal, by_rounds: bool) -> None:
    """Every entrant exactly once, none of another stage or group. Raises BadRequest, Conflict."""
    seated = Counter((pairing.round, no) for pairing in proposal.pairings for no in pairing.seats)
    if twice := sorted({no for (_, no), times in seated.items() if times > 1}):
        raise BadRequest("seated_twice", field="pairings", no=twice[0])
    known = {no for _, no in seated}
    if strangers := sorted(known - set(stage.entrants)):
        raise BadRequest("not_in_stage", field="pairings", no=strangers[0])
    tables = Counter((pairing.round, pairing.table) for pairing in proposal.pairings)
    tables.update((one.no, no) for one in stage.rounds for no in one.tables)
    if any(times > 1 for times in tables.values()):
        raise Conflict("round_is_paired", round=len(stage.rounds))
    if not by_rounds:
        return
    _check_sizes(stage, proposal)
    _check_groups(state, stage, proposal)
    next_round = len(stage.rounds) + 1
    if any(pairing.round != next_round for pairing in proposal.pairings):
        raise Conflict("round_is_paired", round=next_round - 1)
    if known & proposal.byes.keys():
        raise BadRequest("seated_twice", field="byes", no=min(known & proposal.byes.keys()))
    if forgotten := sorted(set(stage.entrants) - known - proposal.byes.keys()):
        raise BadRequest("forgotten", field="pairings", no=forgotten[0])


def _check_sizes(stage: Stage, proposal: Proposal) -> None:
    plan = plans.read(stage.plan.plan)
    for pairing in proposal.pairings:
        if not plan.least <= len(pairing.seats) <= plan.seats:
            data = {"seats": len(pairing.seats), "least": plan.least, "most": plan.seats}
            raise BadRequest("bad_number_of_seats", field="pairings", **data)


def _check_groups(state: State, stage: Stage, proposal: Proposal) -> None:
    """Each group has its own schedule, so players of other groups cannot sit there. Raises Conflict."""
    group = stages.group_of(stages.stage_of(state, stage.key))
    for pairing in proposal.pairings:
        for no in pairing.seats:
            if group.get(no) != group.get(pairing.seats[0]):
                raise Conflict("different_groups", one=pairing.seats[0], other=no)


def swapped(proposal: Proposal, seats: Mapping[EntrantNo, EntrantNo]) -> Proposal:
    """The proposal with entrants swapped by an arbiter; the changed tables lose their reasons."""
    changed = tuple(_swapped(pairing, seats) for pairing in proposal.pairings)
    byes = {seats.get(no, no): bye for no, bye in proposal.byes.items()}
    return replace(proposal, pairings=changed, byes=byes)


def _swapped(pairing: Pairing, seats: Mapping[EntrantNo, EntrantNo]) -> Pairing:
    new = tuple(seats.get(no, no) for no in pairing.seats)
    return pairing if new == pairing.seats else replace(pairing, seats=new, reason=contract.Reason("by_hand"))


def take_back(state: State, key: str, round_no: int, *, remark: UUID | None = None) -> list[TournamentEvent]:
    """Take back the whole last round; none of its tables may have started. Raises NotFound, Conflict."""
    _going_on(state, key)
    one = last_round(state, key, round_no)
    if started := [table.no for table in one.tables.values() if table.has_started and table.source != "walkover"]:
        raise Conflict("tables_have_started", tables=started)
    return [e.RoundUnpaired(key, one.no, remark)]


def take_back_stage(state: State, key: str, *, remark: UUID | None = None) -> list[TournamentEvent]:
    """Undo the start of a stage; none of its tables may have started. An added stage is no longer planned.
    Raises NotFound, Conflict."""
    stage = _going_on(state, key)
    check_untouched(state, stage)
    batch: list[TournamentEvent] = [e.StageTakenBack(key, remark)]
    if stage.plan.source.division == key and not any(one.division == key for one in state.entries.values()):
        batch.append(e.StagesPlanned(tuple(plan for plan in state.planned if plan.key != key)))
    return batch


def check_untouched(state: State, stage: Stage) -> None:
    """Raises Conflict if a table has started or a later stage took its entrants from this one."""
    if begun := [table.no for table in stage.tables() if table.has_started and table.source != "walkover"]:
        raise Conflict("tables_have_started", tables=begun)
    if following := [later.key for later in state.stages.values() if later.plan.source.stage == stage.key]:
        raise Conflict("stage_has_begun", stage=following[0])


def repair(
    state: State,
    key: str,
    round_no: int,
    pairings: Sequence[Pairing],
    byes: Mapping[EntrantNo, Bye],
    *,
    remark: UUID | None = None,
) -> list[TournamentEvent]:
    """Replace the published tables of the last round with these. Tables that have started must be among them unchanged.

    Raises NotFound, BadRequest, Conflict.
    """
    stage, one = _going_on(state, key), last_round(state, key, round_no)
    new = {pairing.table: pairing for pairing in pairings}
    for table in one.tables.values():
        if table.has_started and new.get(table.no, table.pairing).seats != table.pairing.seats:
            raise Conflict("tables_have_started", tables=[table.no])
        if table.has_started and table.no not in new:
            raise Conflict("tables_have_started", tables=[table.no])
    before = replace(stage, rounds=stage.rounds[: round_no - 1])
    _check_proposal(state, before, Proposal(tuple(pairings), byes), by_rounds=True)
    changed = [pairing for no, pairing in new.items() if _differs(one, no, pairing)]
    removed = tuple(no for no in one.tables if no not in new)
    if not changed and not removed and byes == one.byes:
        return []
    return [e.TablesRepaired(key, one.no, tuple(changed), removed, byes, remark)]


def check_swappable(state: State, key: str) -> Round:
    """The round in which players may be swapped. Raises NotFound, Conflict (results decide the seats, or over)."""
    stage = _going_on(state, key)
    if not stages.format_in(stage).by_rounds:
        raise Conflict("results_seat_them", stage=key)
    if not stage.rounds or stage.rounds[-1].is_done:
        raise Conflict("round_is_over", round=len(stage.rounds))
    return stage.rounds[-1]


def swap(
    state: State, key: str, one: EntrantNo, other: EntrantNo, *, remark: UUID | None = None
) -> list[TournamentEvent]:
    """Swap two players of the running round, or a seated player and one with a bye. Raises NotFound, Conflict."""
    current = check_swappable(state, key)
    here = {no for table in current.tables.values() for no in table.pairing.seats} | set(current.byes)
    if unknown := sorted({one, other} - here):
        raise NotFound("unknown_entrant", no=unknown[0])
    if gone := sorted(no for no in (one, other) if state.entries[no].withdrawn):
        raise Conflict("already_withdrawn", no=gone[0])
    published = Proposal(tuple(table.pairing for table in current.tables.values()), current.byes)
    wished = swapped(published, {one: other, other: one})
    return repair(state, key, current.no, wished.pairings, wished.byes, remark=remark)


def new_breaches(state: State, batch: Sequence[TournamentEvent], key: str, at: datetime) -> Sequence[contract.Reason]:
    """Repeat pairings and second byes that a change causes in a Swiss."""
    after = evolve_all(state, batch, at)
    return breaches.new(stages.stage_of(state, key), stages.stage_of(after, key))


def check_breaches(state: State, batch: Sequence[TournamentEvent], key: str, at: datetime) -> None:
    """Raises Conflict."""
    if found := new_breaches(state, batch, key, at):
        told = [{"code": one.code, "data": dict(one.data)} for one in found]
        raise Conflict("makes_breach", stage=key, breaches=told)


def check_swiss_breaches(state: State, batch: Sequence[TournamentEvent], key: str, at: datetime) -> None:
    """The same in a Swiss alone: in pods each true result may lead others to the tables of the running round. Raises
    Conflict."""
    if stages.stage_of(state, key).plan.format in breaches.FORMATS:
        check_breaches(state, batch, key, at)


def _differs(one: Round, no: int, pairing: Pairing) -> bool:
    table = one.tables.get(no)
    return table is None or table.pairing.seats != pairing.seats


def start_timer(state: State, key: str, round_no: int, minutes: int, *, at: datetime) -> list[TournamentEvent]:
    """Raises NotFound, BadRequest."""
    _going_on(state, key)
    one = last_round(state, key, round_no)
    if not 0 < minutes <= 24 * 60:
        raise BadRequest("bad_field", field="minutes")
    ends = (at + timedelta(minutes=minutes)).isoformat(timespec="seconds")
    return [e.TimerStarted(key, one.no, ends)]


def close_stage(state: State, key: str) -> list[TournamentEvent]:
    """End a stage: no further rounds. Raises NotFound, Conflict (tables without a result)."""
    _check_running(state)
    stage = begun(state, key)
    if missing := unfinished(stage):
        raise Conflict("tables_without_result", tables=missing)
    return [] if stage.closed else [e.StageClosed(key)]


def close(state: State) -> list[TournamentEvent]:
    """Make the results final. Doing it twice does nothing. Raises Conflict."""
    if state.status is Status.CLOSED:
        return []
    _check_running(state)
    for stage in state.stages.values():
        if missing := unfinished(stage):
            raise Conflict("tables_without_result", tables=missing)
    if not state.stages:
        raise Conflict("nothing_was_played")
    return [e.TournamentClosed()]


def reopen(state: State, *, remark: UUID | None = None) -> list[TournamentEvent]:
    """Reopen a tournament; an automatic one now waits for its arbiter. Raises Conflict."""
    if state.status not in (Status.CLOSED, Status.CANCELLED):
        raise Conflict("tournament_is_open")
    by_hand = e.TournamentChanged(state.title, replace(state.settings, automatic=False))
    return [e.TournamentReopened(remark), *([by_hand] if state.settings.automatic else [])]


def cancel(state: State, *, remark: UUID | None = None) -> list[TournamentEvent]:
    """Raises Conflict."""
    _check_running(state)
    return [e.TournamentCancelled(remark)]


# --- what others ask --------------------------------------------------------------------------------------


def begun(state: State, key: str) -> Stage:
    """Raises NotFound."""
    stage = state.stages.get(key)
    if stage is None:
        raise NotFound("unknown_stage", stage=key)
    return stage


def _going_on(state: State, key: str) -> Stage:
    """The stage, if it is not over. Raises NotFound, Conflict."""
    _check_running(state)
    stage = begun(state, key)
    if stage.closed:
        raise Conflict("stage_is_closed", stage=key)
    return stage


def last_round(state: State, key: str, round_no: int) -> Round:
    """The round, if it is the last of its stage. Raises NotFound, Conflict."""
    stage = begun(state, key)
    one = stage.round(round_no)
    if one is None:
        raise NotFound("unknown_round", round=round_no)
    if one is not stage.rounds[-1]:
        raise Conflict("not_the_last_round", round=round_no, last=len(stage.rounds))
    return one


def unfinished(stage: Stage) -> list[int]:
    """Numbers of the tables without a result, the last round's at the end."""
    return [table.no for table in stage.tables() if not table.is_done]


def next_stage(state: State) -> str | None:
    """The first planned stage that can begin now: the stage it takes its entrants from, if any, is over."""
    for plan in state.planned:
        before = plan.source.stage
        if plan.key not in state.stages and (not before or is_stage_over(state, before)):
            return plan.key
    return None


def is_over(state: State) -> bool:
    """Whether every planned stage is over."""
    return all(is_stage_over(state, plan.key) for plan in state.planned)


def is_stage_over(state: State, key: str) -> bool:
    return key in state.stages and (state.stages[key].closed or stages.is_over(state, key))


def advance(state: State, touched: Collection[str], *, at: datetime) -> list[TournamentEvent]:
    """New tables in the ``touched`` stages whose format does not wait for whole rounds."""
    batch: list[TournamentEvent] = []
    for key in touched:
        stage = state.stages[key]
        found = stages.format_in(stage)
        if found.by_rounds or stage.closed or not stage.rounds:
            continue
        try:
            proposal = found.pair(stages.stage_of(state, key, at))
        except CannotPair:
            continue
        if proposal.pairings:
            batch.append(e.TablesPaired(key, proposal.pairings))
            batch += windows.in_bracket(state, key, proposal.pairings, at) if is_bracket(stage) else []
    return batch


def _check_running(state: State) -> None:
    if state.status not in (Status.OPEN, Status.RUNNING):
        raise Conflict("tournament_closed")

"""The effects of a command: pure, from a state to the events that are stored, or a refusal.

Whoever sends it may (``rights``), and what it names is known (``lookups``). ``now`` and ``chance`` are handed in.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import assert_never
from uuid import UUID

from web.errors import Conflict, NotAllowed, NotFound

from . import commands as c
from . import corrections, cut, qualification, rights, series
from . import events as e
from .chance import Chance
from .commands import Command, TablesCommand
from .consent import decisions as consent
from .corrections import Tables
from .decisions import arenas, challenges, field, orders, presence, publishing, results, rounds, windows
from .events import TournamentEvent
from .evolve import evolve_all
from .formats.contract import EntrantNo
from .settings import Settings, StagePlan
from .state import Progress, Role, State, TableRef

Batch = list[TournamentEvent]


def decide(state: State, command: Command, *, by: UUID, now: datetime, chance: Chance) -> Batch:
    """The whole batch: also the tables that a result makes possible, and the seats of those who join an arena.

    Raises NotFound, NotAllowed, BadRequest, Conflict.
    """
    batch = _decided(state, command, by, now, chance)
    if batch and isinstance(command, c.Report | c.EnterResult | c.Rule | c.RuleMatch):
        series.check_decides(state, command.ref, command.result)
    match command:
        case c.Report(ref) | c.EnterResult(ref) | c.Rule(ref) | c.RuleMatch(ref) | c.Forfeit(ref):
            return [*batch, *following(state, batch, ref.stage, now)]
        case _:
            return [*batch, *arenas.seat(state, batch, now)]


def following(state: State, batch: Sequence[TournamentEvent], stage: str, now: datetime) -> Batch:
    """Tables of a bracket that the results in ``batch`` have made possible."""
    if not any(isinstance(event, (e.ResultStood, e.ResultCorrected)) for event in batch):
        return []
    return rounds.advance(evolve_all(state, batch, now), [stage], at=now)


def without_tables(state: State, command: TablesCommand, *, now: datetime, remark: UUID | None = None) -> Batch:
    """The change itself, regardless of the published tables: a preview begins with this."""
    match command:
        case c.Enter(newcomers, here=here):
            batch = field.enter(state, newcomers, at=now, by_organiser=True)
            return [*batch, *_checked_in(state, batch)] if here and state.settings.check_in else batch
        case c.Withdraw(no):
            if any(no in one.entrants for one in state.stages.values()):
                return field.withdraw(state, EntrantNo(no), remark=remark) + windows.walkovers(state, EntrantNo(no))
            return field.remove(state, EntrantNo(no), remark=remark)
        case c.BringBack(no):
            return field.bring_back(state, EntrantNo(no))
        case c.Penalise(no, stage, points):
            return field.penalise(state, EntrantNo(no), stage, points, remark=remark)
        case c.LiftPenalty(stage, index):
            return field.lift_penalty(state, stage, index, remark=remark)
        case c.Correct(ref, result):
            batch = results.correct(state, ref, result, remark=remark)
            if batch and result is not None:
                series.check_decides(state, ref, result)
            return batch
        case c.Repair():
            return []
        case _:
            assert_never(command)


def tables_of(command: TablesCommand) -> Tables | None:
    """What the sender wants for the published tables; None: nothing was chosen."""
    if isinstance(command, c.Correct):
        return Tables(command.ref.stage, command.choice, command.later, command.proposal)
    return command.tables


def _decided(state: State, command: Command, by: UUID, now: datetime, chance: Chance) -> Batch:
    remark = chance.remark if said(command) else None
    match command:
        # --- the field and its tables
        case c.Enter() | c.Withdraw() | c.BringBack() | c.Penalise() | c.LiftPenalty() | c.Correct() | c.Repair():
            return _with_tables(state, command, now, remark)
        case c.EnterOneself(rating=rating, division=division):
            newcomer = field.Newcomer(by, rating=rating, division=division)
            return field.enter(state, [newcomer], at=now, by_organiser=False)
        case c.ChangeEntrant(no, rating, title, division):
            return field.change(state, EntrantNo(no), rating=rating, title=title, division=division)
        case c.Substitute(no, player, bot):
            return field.substitute(state, EntrantNo(no), player=player, bot=bot, remark=remark)
        case c.Remove(no):
            return field.remove(state, EntrantNo(no))
        case c.CheckIn(numbers, here):
            return field.check_in(state, [EntrantNo(no) for no in numbers], here=here)
        case c.GrantBye(no, stage, round_no, None):
            return field.revoke_bye(state, EntrantNo(no), stage, round_no)
        case c.GrantBye(no, stage, round_no, bye):
            assert bye is not None
            return field.grant_bye(state, EntrantNo(no), stage, round_no, bye)
        case c.Seed(order):
            return field.seed(state, [EntrantNo(no) for no in order])
        # --- stages and rounds
        case c.StartStage(stage, entrants, by_seeding):
            chosen = None if entrants is None else [EntrantNo(no) for no in entrants]
            if chosen is None and not by_seeding:
                cut.check(state, stage)
            return rounds.start(state, stage, seed=chance.lots, chosen=chosen, remark=remark)
        case c.AddStage(plan):
            return list(rounds.add(state, plan, seed=chance.lots))
        case c.Exchange(stage, out, into):
            return qualification.exchange(state, stage, EntrantNo(out), EntrantNo(into), remark=remark)
        case c.Pair(stage, proposal, by_hand):
            return publishing.next_tables(state, stage, at=now, proposal=proposal, by_hand=by_hand)
        case c.Challenge(stage, challenged, challenger):
            return _challenged(state, stage, challenged, challenger, by, now)
        case c.TakeBackRound(stage, round_no):
            return rounds.take_back(state, stage, round_no, remark=remark)
        case c.TakeBackStage(stage):
            return rounds.take_back_stage(state, stage, remark=remark)
        case c.Swap(stage, one, other, anyway):
            batch = rounds.swap(state, stage, EntrantNo(one), EntrantNo(other), remark=remark)
            if not anyway:
                rounds.check_breaches(state, batch, stage, now)
            return batch
        case c.StartTimer(stage, round_no, minutes):
            return rounds.start_timer(state, stage, round_no, minutes, at=now)
        case c.CloseStage(stage):
            return rounds.close_stage(state, stage)
        # --- tables and results
        case c.Postpone(ref, until):
            table = results.table_at(state, ref)
            seat = None if rights.has_role(state, by, Role.ARBITER) else rights.seat_at(state, ref, by)
            return windows.postpone(state, ref, table, windows.Postponement(until, seat), at=now, remark=remark)
        case c.StartTable(ref):
            return results.start(state, ref)
        case c.CallPlayers(ref, seats):
            return presence.call(state, ref, results.table_at(state, ref), seats)
        case c.CallRound(stage, round_no):
            return _round_called(state, stage, round_no)
        case c.NotePresence():
            return _presence(state, command, by)
        case c.Report(ref, result, silent):
            return results.report(state, ref, rights.seat_at(state, ref, by), result, at=now, silent=silent)
        case c.ObjectTo(ref):
            assert remark is not None
            return results.object_to(state, ref, rights.seat_at(state, ref, by), remark, at=now)
        case c.EnterResult(ref, result):
            if state.role_of(by) is Role.SCORER:
                results.check_not_played_here(state, ref)
            return results.enter(state, ref, result, source="scorer")
        case c.Rule(ref, result):
            return results.rule(state, ref, result, remark=remark)
        case c.RewindMatch(ref, to):
            assert remark is not None
            return orders.rewind(state, ref, to, by=by, remark=remark)
        case c.RuleMatch(ref, result):
            assert remark is not None
            return orders.rule(state, ref, result, by=by, remark=remark)
        case c.AnnulMatch(ref):
            assert remark is not None
            return orders.annul(state, ref, by=by, remark=remark)
        case c.Forfeit(ref, seats):
            return results.no_shows(state, ref, frozenset(seats))
        # --- the tournament
        case c.ChangeTournament(title, settings):
            return _changed(state, title, settings, by)
        case c.PlanStages(stages):
            return _planned(state, stages)
        case c.ChangeSettings(title, settings, stages):
            return [*_planned(state, stages), *_changed(state, title, settings, by)]
        case c.GrantRole(player, role):
            return _role(state, player, role)
        case c.AddNote(entrant=entrant):
            assert remark is not None
            return [e.NoteAdded(remark, None if entrant is None else field.known(state, EntrantNo(entrant)).no)]
        case c.Close():
            return rounds.close(state)
        case c.Reopen():
            return rounds.reopen(state, remark=remark)
        case c.Cancel():
            return rounds.cancel(state, remark=remark)
        case c.Undo(first, last):
            return [e.Undone(first, last, remark)]
        # --- consent
        case c.ConfirmEntry() | c.ConfirmResult() | c.ObjectToRating() | c.WithdrawObjection() | c.RuleObjections():
            return consent.decide(state, command, by, remark)
        case c.ObjectToAll() | c.WithdrawAll() | c.RuleAll():
            return consent.decide(state, command, by, remark)
        case _:
            assert_never(command)


def said(command: Command) -> str:
    """The remark sent with a command; it is stored beside the events."""
    match command:
        case (
            c.ObjectTo(text=text)
            | c.AddNote(text=text)
            | c.ObjectToRating(text=text)
            | c.ObjectToAll(text=text)
            | c.RewindMatch(text=text)
            | c.RuleMatch(text=text)
            | c.AnnulMatch(text=text)
        ):
            return text.strip()
        case c.Reasoned(reason=reason):
            return reason.strip()
        case _:
            return ""


def _with_tables(state: State, command: TablesCommand, now: datetime, remark: UUID | None) -> Batch:
    change, tables = without_tables(state, command, now=now, remark=remark), tables_of(command)
    if tables is None:
        return change
    batch = corrections.choose(
        state, change, tables.stage, tables.choice, at=now, later=tables.later, proposal=tables.proposal
    )
    if isinstance(command, c.Correct) and not command.anyway:
        rounds.check_swiss_breaches(state, batch, tables.stage, now)
    return batch


def _checked_in(state: State, batch: Sequence[TournamentEvent]) -> Batch:
    come = [event.no for event in batch if isinstance(event, (e.EntrantEntered, e.EntrantReturned))]
    return [e.EntrantCheckedIn(no) for no in come if no not in state.entries or not state.entries[no].checked_in]


def _challenged(state: State, stage: str, challenged: int, challenger: int | None, by: UUID, now: datetime) -> Batch:
    mine = state.entry_of(by)
    number = challenger if challenger is not None or mine is None else mine.no
    if number is None:
        raise NotFound("not_entered")
    rights.check_role_or_own(state, by, Role.ARBITER, [number])
    return challenges.challenge(state, stage, EntrantNo(number), EntrantNo(challenged), at=now)


def _round_called(state: State, stage: str, round_no: int) -> Batch:
    one = rounds.begun(state, stage).round(round_no)
    if one is None:
        raise NotFound("unknown_round", round=round_no)
    waiting = [table for table in one.tables.values() if table.progress is Progress.PAIRED]
    calls = [presence.call(state, TableRef(stage, one.no, table.no), table) for table in waiting]
    return [event for batch in calls for event in batch]


def _presence(state: State, command: c.NotePresence, by: UUID) -> Batch:
    ref, seats, here = command.ref, command.seats, command.here
    table, officer = results.table_at(state, ref), state.role_of(by) is not None
    if not officer:
        own = {rights.seat_at(state, ref, by)}
        if not here or set(seats) not in (own, set(range(len(table.pairing.seats)))):
            raise NotAllowed("needs_role", role=Role.SCORER.value)
    # Officers who mark others mark whom they see: they may still call those who are missing.
    at_table = by in {state.entries[no].player for no in table.pairing.seats}
    return presence.note(state, ref, table, seats, here=here, rules=officer, silent=command.silent if at_table else ())


def _changed(state: State, title: str, settings: Settings, by: UUID) -> Batch:
    if not settings.rated:
        consent.check_may_be_unrated(state, by)
    same = (state.title, state.settings) == (title, settings)
    return [] if same else [e.TournamentChanged(title, settings)]


def _planned(state: State, stages: Sequence[StagePlan]) -> Batch:
    for begun in state.stages.values():
        if begun.plan not in stages:
            raise Conflict("stage_has_begun", stage=begun.key)
    return [] if tuple(stages) == state.planned else [e.StagesPlanned(tuple(stages))]


def _role(state: State, player: UUID, role: Role | None) -> Batch:
    if state.roles.get(player) is role:
        return []
    owners = [one for one, held in state.roles.items() if held is Role.OWNER]
    if owners == [player]:
        raise Conflict("last_owner")
    return [e.RoleRevoked(player) if role is None else e.RoleGranted(player, role)]

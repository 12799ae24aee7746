"""The fold: one fact after another makes the state. It judges nothing and never fails on what has happened."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple, assert_never
from uuid import UUID

from ledger.events import StoredEvent

from . import events as e
from .events import KINDS, TournamentEvent
from .evolve_tables import at_table, called_off, with_value, without_key
from .formats.contract import Bye, EntrantNo, Pairing, Penalty, Reason, RoundNo
from .state import Entry, Progress, Role, Round, Stage, State, Status, Table


def fold(tournament_id: UUID, stored: Sequence[StoredEvent]) -> State:
    """A tournament from its whole stream, without undone events; an empty one for another kind of stream."""
    state = State(tournament_id)
    if not stored or stored[0].kind != KINDS.first:
        return state
    return fold_all(state, [Past(one.seq, event, one.at) for one, event in zip(stored, read_all(stored), strict=True)])


class Past(NamedTuple):
    """An event of a stream, and when it happened."""

    seq: int
    event: TournamentEvent
    at: datetime


def fold_all(new: State, past: Sequence[Past]) -> State:
    """``new``, an empty tournament, after all these events."""
    state, read = new, [one.event for one in past]
    dropped = undone(read)
    for seq, happened, at in past:
        if isinstance(happened, e.Undone):
            taken_back = read[happened.first - 1 : happened.last]
            state = replace(state, overruled=state.overruled | {spot for one in taken_back if (spot := _by_clock(one))})
        elif seq not in dropped:
            state = evolve(state, happened, at)
    return replace(state, version=past[-1].seq, changed_at=past[-1].at)


def read_all(stored: Sequence[StoredEvent]) -> list[TournamentEvent]:
    """Events from the beginning of a batch on. Older events do not say who entered by themselves; for them the ledger's
    actor of the batch does.
    """
    read, actor = [], ""
    for one in stored:
        actor = (one.actor or "") if one.batch else actor
        event = KINDS.read(one)
        if isinstance(event, e.EntrantEntered) and event.player and actor == f"player:{event.player}":
            event = replace(event, own=True)
        read.append(event)
    return read


def undone(stream: Sequence[TournamentEvent]) -> frozenset[int]:
    """Numbers of the events in a whole stream that no longer count."""
    ranges = (range(event.first, event.last + 1) for event in stream if isinstance(event, e.Undone))
    return frozenset(seq for span in ranges for seq in span)


def _by_clock(event: TournamentEvent) -> tuple[str, RoundNo, int] | None:
    """The table for which the clock alone made this event."""
    if isinstance(event, (e.ResultStood, e.SeatsMissed)) and event.source in ("clock", "default"):
        return event.stage, event.round, event.table
    return None


def evolve(state: State, event: TournamentEvent, at: datetime) -> State:
    """The state after ``event``. An ``Undone`` cannot be folded alone: ``fold`` has to start from the beginning."""
    return replace(_evolve(state, event, at), version=state.version + 1, changed_at=at)


def evolve_all(state: State, batch: Sequence[TournamentEvent], at: datetime) -> State:
    for event in batch:
        state = evolve(state, event, at)
    return state


def _evolve(state: State, event: TournamentEvent, at: datetime) -> State:
    match event:
        case e.TournamentOpened():
            return _opened(state, event, at)
        case e.TournamentChanged():
            return replace(state, title=event.title, settings=event.settings)
        case e.StagesPlanned():
            return replace(state, planned=event.stages)
        case e.RoleGranted():
            return replace(state, roles=with_value(state.roles, event.player, Role(event.role)))
        case e.RoleRevoked():
            return replace(state, roles=without_key(state.roles, event.player))
        case e.NoteAdded():
            return replace(state, notes=(*state.notes, (event.remark, event.entrant)))
        case e.TournamentClosed():
            return replace(state, status=Status.CLOSED)
        case e.TournamentReopened():
            return replace(state, status=Status.RUNNING if state.stages else Status.OPEN)
        case e.TournamentCancelled():
            stages = {key: called_off(stage) for key, stage in state.stages.items()}
            return replace(state, status=Status.CANCELLED, stages=stages)
        case e.Undone():
            raise ValueError("what was undone is left out before folding")
        case (
            e.EntrantEntered()
            | e.EntryConfirmed()
            | e.EntrantChanged()
            | e.EntrantReplaced()
            | e.EntrantRemoved()
            | e.EntrantCheckedIn()
            | e.CheckInUndone()
            | e.EntrantWithdrew()
            | e.EntrantReturned()
        ):
            return _entered(state, event, at)
        case e.ByeGranted():
            return _bye(state, event.stage, event.round, event.no, event.bye)
        case e.ByeRevoked():
            return _bye(state, event.stage, event.round, event.no, None)
        case e.FieldSeeded():
            return replace(state, order=event.order)
        case e.StageStarted():
            plan = state.plan(event.stage)
            assert plan is not None, "a stage is planned before it begins"
            started = Stage(plan, event.entrants, event.seed)
            return replace(state, stages=with_value(state.stages, event.stage, started), status=Status.RUNNING)
        case e.StageTakenBack():
            overruled = frozenset(spot for spot in state.overruled if spot[0] != event.stage)
            return replace(state, stages=without_key(state.stages, event.stage), overruled=overruled)
        case _:
            stage = state.stages[event.stage]
            if state.overruled and isinstance(event, (e.TablesRepaired, e.RoundUnpaired)):
                state = replace(state, overruled=state.overruled - _gone(event, state.overruled))
            return replace(state, stages=with_value(state.stages, event.stage, _in_stage(stage, event, at)))


def _gone(
    event: e.TablesRepaired | e.RoundUnpaired, spots: Collection[tuple[str, RoundNo, int]]
) -> set[tuple[str, RoundNo, int]]:
    """Those of ``spots`` that now hold another table, or none."""
    there = {spot for spot in spots if spot[:2] == (event.stage, event.round)}
    if isinstance(event, e.RoundUnpaired):
        return there
    changed = {*event.removed, *(pairing.table for pairing in event.pairings)}
    return {spot for spot in there if spot[2] in changed}


def _opened(state: State, event: e.TournamentOpened, at: datetime) -> State:
    return replace(
        state,
        title=event.title,
        game=event.game,
        ruleset=event.ruleset,
        options=event.options,
        cards=event.cards,
        card_list=event.card_list,
        card_list_version=event.card_list_version,
        league=event.league,
        settings=event.settings,
        planned=event.stages,
        roles={event.owner: Role.OWNER},
        status=Status.OPEN,
        opened_at=at,
    )


# --- the field --------------------------------------------------------------------------------------------

Entering = (
    e.EntrantEntered
    | e.EntryConfirmed
    | e.EntrantChanged
    | e.EntrantReplaced
    | e.EntrantRemoved
    | e.EntrantCheckedIn
    | e.CheckInUndone
    | e.EntrantWithdrew
    | e.EntrantReturned
)


def _entered(state: State, event: Entering, at: datetime) -> State:
    if isinstance(event, e.EntrantEntered):
        new = event
        entry = Entry(new.no, new.player, new.bot, new.rating, new.title, new.division, at, own=new.own)
        numbers = max(state.numbers, event.no)
        return replace(state, entries=with_value(state.entries, event.no, entry), numbers=numbers)
    if isinstance(event, e.EntrantRemoved):
        order = tuple(no for no in state.order if no != event.no)
        return replace(state, entries=without_key(state.entries, event.no), order=order)
    entry = _changed(state.entries[event.no], event)
    return replace(state, entries=with_value(state.entries, event.no, entry))


def _changed(entry: Entry, event: Entering) -> Entry:
    match event:
        case e.EntryConfirmed():
            return replace(entry, own=True)
        case e.EntrantChanged():
            return replace(entry, rating=event.rating, title=event.title, division=event.division)
        case e.EntrantReplaced():
            return replace(entry, player=event.player, bot=event.bot, withdrawn=False, own=False)
        case e.EntrantCheckedIn():
            return replace(entry, checked_in=True)
        case e.CheckInUndone():
            return replace(entry, checked_in=False)
        case e.EntrantWithdrew():
            return replace(entry, withdrawn=True, own=False)
        case e.EntrantReturned():
            return replace(entry, withdrawn=False)
        case e.EntrantEntered() | e.EntrantRemoved():
            raise AssertionError("these make an entry and end it")
        case _:
            assert_never(event)


def _bye(state: State, stage: str, number: RoundNo, no: EntrantNo, bye: Bye | None) -> State:
    rounds = state.byes.get(stage, {})
    of_round = rounds.get(number, {})
    of_round = without_key(of_round, no) if bye is None else with_value(of_round, no, bye)
    return replace(state, byes=with_value(state.byes, stage, with_value(rounds, number, of_round)))


# --- stages and their rounds ------------------------------------------------------------------------------

InStage = (
    e.StageJoined
    | e.TablesPaired
    | e.TablesRepaired
    | e.RoundUnpaired
    | e.EntrantsExchanged
    | e.TimerStarted
    | e.WindowsSet
    | e.StageClosed
    | e.PenaltyGiven
    | e.PenaltyLifted
    | e.TableCalled
    | e.TableStarted
    | e.PlayersCalled
    | e.PresenceNoted
    | e.SeatsMissed
    | e.PostponementAsked
    | e.TablePostponed
    | e.ResultReported
    | e.ResultDisputed
    | e.StatementMade
    | e.GamePlayed
    | e.MatchRewound
    | e.MatchStopped
    | e.ResultStood
    | e.ResultCorrected
    | e.ConsentNoted
    | e.ConsentGiven
    | e.RatingObjected
    | e.ObjectionWithdrawn
    | e.ObjectionsRuled
)


def _in_stage(stage: Stage, event: InStage, at: datetime) -> Stage:
    match event:
        case e.StageJoined():
            return _joined(stage, event)
        case e.TablesPaired():
            return _paired(stage, event, at)
        case e.TablesRepaired():
            return _repaired(stage, event, at)
        case e.RoundUnpaired():
            return replace(stage, rounds=stage.rounds[: event.round - 1])
        case e.EntrantsExchanged():
            return _exchanged(stage, event.places, at)
        case e.TimerStarted():
            one = stage.rounds[event.round - 1]
            return _in_round(stage, replace(one, ends=event.ends, began=one.began or at))
        case e.WindowsSet():
            return _with_windows(stage, event.ends)
        case e.StageClosed():
            return replace(stage, closed=True)
        case e.PenaltyGiven():
            given = Penalty(event.no, event.round, event.points)
            return replace(stage, penalties=(*stage.penalties, given))
        case e.PenaltyLifted():
            return replace(stage, lifted=stage.lifted | {event.index})
        case _:
            if isinstance(event, e.TableCalled):
                stage = replace(stage, calls=_one_more(stage, event.round, event.table))
            one = stage.rounds[event.round - 1]
            table = at_table(one.tables[event.table], event, at)
            return _in_round(stage, replace(one, tables=with_value(one.tables, event.table, table)))


def _joined(stage: Stage, event: e.StageJoined) -> Stage:
    """They come without a table into a round that is already published."""
    joined = with_value(stage.joined, event.no, event.round)
    stage = replace(stage, entrants=(*stage.entrants, event.no), joined=joined)
    one = stage.round(event.round)
    return stage if one is None else _in_round(stage, replace(one, byes=with_value(one.byes, event.no, Bye.ZERO)))


def _one_more(stage: Stage, number: RoundNo, table: int) -> Mapping[RoundNo, Mapping[int, int]]:
    of_round = with_value(stage.calls.get(number, {}), table, stage.calls_of(number, table) + 1)
    return with_value(stage.calls, number, of_round)


def _in_round(stage: Stage, changed: Round) -> Stage:
    return replace(stage, rounds=(*stage.rounds[: changed.no - 1], changed, *stage.rounds[changed.no :]))


def _paired(stage: Stage, event: e.TablesPaired, at: datetime) -> Stage:
    rounds = list(stage.rounds)
    last = max([event.round, *(pairing.round for pairing in event.pairings)])
    rounds += [Round(RoundNo(no), published_at=at) for no in range(len(rounds) + 1, last + 1)]
    added: dict[int, dict[int, Table]] = {}
    for pairing in event.pairings:
        until = rounds[pairing.round - 1].window
        added.setdefault(pairing.round, {})[pairing.table] = replace(published(pairing, at), until=until)
    for number, tables in added.items():
        rounds[number - 1] = replace(rounds[number - 1], tables={**rounds[number - 1].tables, **tables})
    if event.round:
        rounds[event.round - 1] = replace(rounds[event.round - 1], byes=event.byes)
    return replace(stage, rounds=tuple(rounds))


def _exchanged(stage: Stage, places: Mapping[EntrantNo, EntrantNo], at: datetime) -> Stage:
    """A table with new players counts as newly published."""
    rounds = []
    for one in stage.rounds:
        tables = dict(one.tables)
        for no, table in one.tables.items():
            seats = tuple(places.get(entrant, entrant) for entrant in table.pairing.seats)
            if seats != table.pairing.seats:
                pairing = replace(table.pairing, seats=seats, reason=Reason("repaired"))
                tables[no] = replace(published(pairing, at), until=table.until, postponed=table.postponed)
        byes = {places.get(no, no): bye for no, bye in one.byes.items()}
        rounds.append(replace(one, tables=tables, byes=byes))
    entrants = tuple(places.get(no, no) for no in stage.entrants)
    joined = {places.get(no, no): first for no, first in stage.joined.items()}
    return replace(stage, entrants=entrants, joined=joined, rounds=tuple(rounds))


def _with_windows(stage: Stage, ends: Mapping[RoundNo, str]) -> Stage:
    for number, until in ends.items():
        one = stage.rounds[number - 1]
        tables = {no: table if table.postponed else replace(table, until=until) for no, table in one.tables.items()}
        stage = _in_round(stage, replace(one, tables=tables, window=until))
    return stage


def published(pairing: Pairing, at: datetime) -> Table:
    """A table at its publication; a walkover has its result at once."""
    if pairing.result is None:
        return Table(pairing, since=at)
    return Table(pairing, Progress.DONE, source="walkover", since=at)


def _repaired(stage: Stage, event: e.TablesRepaired, at: datetime) -> Stage:
    one = stage.rounds[event.round - 1]
    tables = {no: table for no, table in one.tables.items() if no not in event.removed}
    tables |= {pairing.table: replace(published(pairing, at), until=one.window) for pairing in event.pairings}
    return _in_round(stage, replace(one, tables=dict(sorted(tables.items())), byes=event.byes))

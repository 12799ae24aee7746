"""What a change does to stages that have begun with the entrants that the results named: stages that took their
entrants from the corrected one, and play-offs between divisions. Who would play there instead, and what can be done
about it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated
from uuid import UUID

from web.encoding import Named, component
from web.errors import Conflict, NotFound

from . import events as e
from . import stages
from .decisions import publishing, rounds, windows
from .events import TournamentEvent
from .evolve import evolve_all
from .formats.contract import EntrantNo, Pairing, Reason
from .state import Stage, State, Status


@component("QualifiedShown")
@dataclass(frozen=True, slots=True)
class Qualified:
    """A later stage for which the change makes a difference."""

    key: Annotated[str, Named("stage")]
    out: Annotated[tuple[EntrantNo, ...], "Who would not have gone on."]
    into: Annotated[tuple[EntrantNo, ...], "Who would have, each in the other's place."]
    reordered: Annotated[bool, "The same would have gone on, seeded otherwise."]
    border: Annotated[bool, "Nobody goes on: it is a play-off between two divisions of a league."] = False


def affected(before: State, after: State, key: str) -> list[Qualified]:
    """The stages after ``key``, and the play-offs between divisions, that differ between the two states."""
    found = (_difference(before, after, stage) for stage in after.stages.values() if _follows(stage, key))
    return [one for one in found if one.out or one.into or one.reordered]


def _follows(stage: Stage, key: str) -> bool:
    """All divisions decide who plays off: a change in one also moves the borders of the others."""
    return stage.plan.source.border is not None or stage.plan.source.stage == key


def _difference(before: State, after: State, stage: Stage) -> Qualified:
    """Only the effect of the change: a qualifier who had left before does not count."""
    border = stage.plan.source.border is not None
    there = [no for no in stage.entrants if not border or before.entries[no].withdrawn]
    old, new = (stages.entrants_for(_with(state, there), stage.plan) for state in (before, after))
    out = tuple(no for no in old if no not in new and no in stage.entrants)
    into = tuple(no for no in new if no not in old and no not in stage.entrants)
    return Qualified(stage.key, out, into, not (out or into) and old != new, border)


def _with(state: State, there: Sequence[EntrantNo]) -> State:
    """The state as if these entrants had not left."""
    here = {no: replace(state.entries[no], withdrawn=False) for no in there}
    return replace(state, entries={**state.entries, **here})


def exchange(
    state: State, key: str, out: EntrantNo, into: EntrantNo, *, remark: UUID | None = None
) -> list[TournamentEvent]:
    """An arbiter gives the place of an entrant who left to another of the stage before. Raises NotFound, Conflict."""
    stage = rounds.begun(state, key)
    if out not in stage.entrants:
        raise NotFound("unknown_entrant", no=out)
    if not state.entries[out].withdrawn:
        raise Conflict("not_withdrawn", no=out)
    if into not in could_follow(state, stage):
        raise Conflict("cannot_follow", no=into)
    batch = exchanged(state, Qualified(key, (out,), (into,), False))
    return [replace(event, remark=remark) if isinstance(event, e.EntrantsExchanged) else event for event in batch]


def could_follow(state: State, stage: Stage, out: EntrantNo | None = None) -> list[EntrantNo]:
    """Entrants of the stage before who are still here and not in this one: the next one in the group of ``out`` first,
    then in the order of the standings; in a play-off between divisions those who would play there now.
    """
    if stage.plan.source.border is not None:
        return [no for no in stages.entrants_for(state, stage.plan) if no not in stage.entrants]
    if not stage.plan.source.stage:
        return []
    before = stages.stage_of(state, stage.plan.source.stage)
    group = stages.group_of(before)
    able = [
        row.entrant
        for row in stages.standings(before)
        if not state.entries[row.entrant].withdrawn and row.entrant not in stage.entrants
    ]
    return sorted(able, key=lambda no: out is None or group.get(no) != group.get(out))


def exchanged(state: State, one: Qualified) -> list[TournamentEvent]:
    """Each rightful qualifier takes the place of a wrong one: the smallest change. Raises Conflict."""
    stage = _going_on(state, one.key)
    if len(one.out) != len(one.into):
        raise Conflict("places_do_not_fit", stage=one.key)
    if not one.out:
        return []
    begun = [
        table.no
        for table in stage.tables()
        if table.has_started and table.source != "walkover" and set(table.pairing.seats) & set(one.out)
    ]
    if begun:
        raise Conflict("tables_have_started", tables=begun)
    places = dict(zip(one.out, one.into, strict=True))
    return [e.EntrantsExchanged(one.key, places), *_to_be_played(state, stage, places)]


def _to_be_played(state: State, stage: Stage, places: Mapping[EntrantNo, EntrantNo]) -> list[TournamentEvent]:
    """Tables that were walkovers because a player had left whose place another now has: they can be played."""
    batch: list[TournamentEvent] = []
    for one in stage.rounds:
        anew = [
            _with_seats(state, table.pairing, places)
            for table in one.tables.values()
            if table.source == "walkover" and places.keys() & set(table.pairing.seats)
        ]
        byes = {places.get(no, no): bye for no, bye in one.byes.items()}
        batch += [e.TablesRepaired(stage.key, one.no, tuple(anew), (), byes)] if anew else []
    return batch


def _with_seats(state: State, pairing: Pairing, places: Mapping[EntrantNo, EntrantNo]) -> Pairing:
    seats = tuple(places.get(no, no) for no in pairing.seats)
    away = frozenset(seat for seat, no in enumerate(seats) if state.entries[no].withdrawn)
    return replace(pairing, seats=seats, result=windows.walkover_of(len(seats), away), reason=Reason("repaired"))


def begun_anew(state: State, one: Qualified, *, at: datetime) -> list[TournamentEvent]:
    """The stage begins again with the current qualifiers and the same lots; if it had tables, its first ones are
    paired. Raises Conflict.
    """
    stage = _going_on(state, one.key)
    rounds.check_untouched(state, stage)
    entrants = stages.entrants_for(state, stage.plan)
    rounds.check_field(stage.plan, entrants)
    batch: list[TournamentEvent] = [e.StageTakenBack(one.key), e.StageStarted(one.key, entrants, stage.seed)]
    if not stage.rounds:
        return batch
    return batch + publishing.next_tables(evolve_all(state, batch, at), one.key, at=at)


def _going_on(state: State, key: str) -> Stage:
    stage = state.stages[key]
    if state.status is not Status.RUNNING:
        raise Conflict("tournament_closed")
    if stage.closed:
        raise Conflict("stage_is_closed", stage=key)
    return stage


def all_of(state: State, found: Sequence[Qualified], *, anew: bool, at: datetime) -> list[TournamentEvent]:
    """One or the other for all of the stages. Raises Conflict.

    A play-off at a border begins after all finals, so a final that was played by others stays as it is beside one that
    can be changed; who plays off follows from it as it was played.
    """
    borders = [one for one in found if one.border]
    try:
        batch = _each(state, [one for one in found if not one.border], anew=anew, at=at)
    except Conflict:
        if not borders:
            raise
        batch = []
    return batch + _each(evolve_all(state, batch, at), borders, anew=anew, at=at)


def _each(state: State, found: Sequence[Qualified], *, anew: bool, at: datetime) -> list[TournamentEvent]:
    batch: list[TournamentEvent] = []
    for one in found:
        step = begun_anew(state, one, at=at) if anew else exchanged(state, one)
        state = evolve_all(state, step, at)
        batch += step
    return batch

"""Entries: entering, changing, checking in, withdrawing and returning; seeding, byes and penalties."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated
from uuid import UUID

from msgspec import Meta

from web.decoding import INSIDE
from web.errors import BadRequest, Conflict, NotFound

from .. import events as e
from ..events import TournamentEvent
from ..formats.contract import Bye, EntrantNo, RoundNo
from ..formats.registry import format_of
from ..settings import MAX_DIVISION, MAX_ENTRANTS, StagePlan
from ..state import Entry, Stage, State, Status

MAX_RATING = 4000
MAX_TITLE = 4
MAX_PENALTY = 1000
FREE_BYES = (Bye.ZERO, Bye.HALF, Bye.FULL)


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A newcomer: a player, a bot, or by ``name`` a new person, who becomes a player before the decision."""

    player: UUID | None = None
    bot: Annotated[str, Meta(max_length=40)] = ""
    rating: Annotated[int, Meta(ge=0, le=MAX_RATING)] = 0
    title: Annotated[str, INSIDE] = ""
    division: Annotated[str, Meta(max_length=MAX_DIVISION)] = ""
    name: Annotated[str, Meta(max_length=32)] = ""


def enter(state: State, newcomers: Sequence[Newcomer], *, at: datetime, by_organiser: bool) -> list[TournamentEvent]:
    """Enter them in this order. Withdrawn players return; late entrants join running stages from their next round on.

    Raises Conflict (doubled name, closed, full), BadRequest.
    """
    _check_open(state, at, by_organiser)
    batch: list[TournamentEvent] = []
    number, here = state.numbers, _by_player(state)
    for newcomer in newcomers:
        _check_newcomer(newcomer)
        _check_division(state, newcomer.division, by_organiser)
        before = here.get(newcomer.player) if newcomer.player else None
        if before is not None and not before.withdrawn:
            raise Conflict("already_entered", player=str(newcomer.player))
        if before is not None:
            batch += [e.EntrantReturned(before.no), *_joining(state, before.no, before.division)]
        else:
            number += 1
            batch += _entered(state, EntrantNo(number), newcomer)
        if newcomer.player:
            here[newcomer.player] = _entry(before.no if before else EntrantNo(number), newcomer, at)
    added = sum(isinstance(event, (e.EntrantEntered, e.EntrantReturned)) for event in batch)
    _check_room(state, added)
    return batch


def _by_player(state: State) -> dict[UUID, Entry]:
    """The entry that counts for each player: if there are several, one that has not withdrawn."""
    order = sorted(state.entries.values(), key=lambda entry: (not entry.withdrawn, entry.no))
    return {entry.player: entry for entry in order if entry.player}


def _entered(state: State, no: EntrantNo, new: Newcomer) -> list[TournamentEvent]:
    entered = e.EntrantEntered(no, new.player, new.bot, new.rating, new.title, new.division)
    return [entered, *_joining(state, no, new.division)]


def _joining(state: State, no: EntrantNo, division: str) -> list[TournamentEvent]:
    """A late entrant joins the running stages that began without them."""
    missed = [stage for stage in _joined(state, division) if no not in stage.entrants]
    return [e.StageJoined(stage.key, no, _first_round(stage)) for stage in missed]


def _joined(state: State, division: str) -> list[Stage]:
    """Running stages that a late entrant plays in."""
    running = [stage for stage in state.stages.values() if not stage.closed and not stage.plan.source.stage]
    return [
        stage
        for stage in running
        if stage.plan.source.division in ("", division) and format_of(str(stage.plan.plan["format"])).takes_late
    ]


def _first_round(stage: Stage) -> RoundNo:
    """The running round if a repair can still seat them, otherwise the next."""
    runs = bool(stage.rounds) and format_of(str(stage.plan.plan["format"])).by_rounds and not stage.rounds[-1].is_done
    return RoundNo(len(stage.rounds) + (not runs))


def _entry(no: EntrantNo, new: Newcomer, at: datetime) -> Entry:
    return Entry(no, new.player, new.bot, new.rating, new.title, new.division, at)


def takes_entries(state: State) -> bool:
    """Whether organisers may enter somebody; for players there may also be a deadline."""
    return state.status is Status.OPEN or (state.status is Status.RUNNING and state.settings.late_entry)


def _check_open(state: State, at: datetime, by_organiser: bool) -> None:
    if not takes_entries(state):
        raise Conflict("no_late_entry" if state.status is Status.RUNNING else "tournament_closed")
    if by_organiser:
        return
    closes = state.settings.entries_close
    if not state.settings.open_entry:
        raise Conflict("entry_by_organiser")
    if closes and at >= datetime.fromisoformat(closes):
        raise Conflict("entries_closed", closed=closes)


def _check_division(state: State, division: str, by_organiser: bool) -> None:
    """Players choose one of the planned divisions; nobody enters once everything has begun without them."""
    planned = {plan.source.division for plan in state.planned}
    if division not in planned | {""} and not by_organiser:
        raise BadRequest("bad_field", field="division")
    if state.status is not Status.RUNNING or _joined(state, division):
        return
    if not any(_is_to_come(state, plan, division) for plan in state.planned):
        raise Conflict("no_late_entry")


def _is_to_come(state: State, plan: StagePlan, division: str) -> bool:
    return plan.key not in state.stages and not plan.source.stage and plan.source.division in ("", division)


def room(state: State) -> int:
    """How many more can enter."""
    here = sum(not entry.withdrawn for entry in state.entries.values())
    return max(0, (state.settings.capacity or MAX_ENTRANTS) - here)


def _check_room(state: State, added: int) -> None:
    if added > room(state):
        raise Conflict("tournament_full", most=state.settings.capacity or MAX_ENTRANTS)


def _check_newcomer(new: Newcomer) -> None:
    if (new.player is None) == (not new.bot):
        raise BadRequest("bad_field", field="player")
    _check_rating(new.rating)
    _check_short(new.title, new.division)


def _check_short(title: str, division: str) -> None:
    """Events store both, so there is no room for a name in them."""
    if len(title) > MAX_TITLE or not title.isprintable():
        raise BadRequest("bad_field", field="title")
    if len(division) > MAX_DIVISION or not division.isprintable():
        raise BadRequest("bad_field", field="division")


def _check_rating(rating: int) -> None:
    if not 0 <= rating <= MAX_RATING:
        raise BadRequest("rating_out_of_range", field="rating", rating=rating, most=MAX_RATING)


def change(
    state: State, no: EntrantNo, *, rating: int | None = None, title: str | None = None, division: str | None = None
) -> list[TournamentEvent]:
    """None leaves a field as it was. Raises NotFound, BadRequest, Conflict (division of somebody in a stage)."""
    _check_running(state)
    entry = known(state, no)
    changed = e.EntrantChanged(
        no,
        entry.rating if rating is None else rating,
        entry.title if title is None else title,
        entry.division if division is None else division,
    )
    _check_rating(changed.rating)
    _check_short(changed.title, changed.division)
    if changed.division != entry.division and any(no in stage.entrants for stage in state.stages.values()):
        raise Conflict("division_has_begun", no=no)
    same = (changed.rating, changed.title, changed.division) == (entry.rating, entry.title, entry.division)
    return [] if same else [changed]


def substitute(
    state: State, no: EntrantNo, *, player: UUID | None = None, bot: str = "", remark: UUID | None = None
) -> list[TournamentEvent]:
    """Another player takes over the place with its points and pairings. Raises NotFound, Conflict."""
    _check_running(state)
    entry = known(state, no)
    _check_newcomer(Newcomer(player, bot))
    other = state.entry_of(player)
    if other is not None and other.no != no and not other.withdrawn:
        raise Conflict("already_entered", player=str(player))
    if _sits_now(state, entry.no):
        raise Conflict("entrant_is_playing", no=no)
    return [e.EntrantReplaced(no, player, bot, remark)]


def remove(state: State, no: EntrantNo, *, remark: UUID | None = None) -> list[TournamentEvent]:
    """Delete an entry that has not been in any stage. Raises NotFound, Conflict."""
    _check_running(state)
    known(state, no)
    if any(no in stage.entrants for stage in state.stages.values()):
        raise Conflict("entrant_has_begun", no=no)
    return [e.EntrantRemoved(no, remark)]


def check_in(state: State, numbers: Sequence[EntrantNo], *, here: bool = True) -> list[TournamentEvent]:
    """Note who is here or, with ``here`` False, who is not after all; no change is no event. Players who were absent
    when a stage began join it as late entrants do.

    Raises NotFound, Conflict.
    """
    _check_running(state)
    changed = [no for no in dict.fromkeys(numbers) if known(state, no).checked_in is not here]
    if not here:
        return [e.CheckInUndone(no) for no in changed]
    late = changed if state.settings.late_entry else []
    joined = [event for no in late for event in _joining_again(state, state.entries[no])]
    return [*(e.EntrantCheckedIn(no) for no in changed), *joined]


def _joining_again(state: State, entry: Entry) -> list[TournamentEvent]:
    return [] if entry.withdrawn else _joining(state, entry.no, entry.division)


def withdraw(state: State, no: EntrantNo, *, remark: UUID | None = None) -> list[TournamentEvent]:
    """Withdraw from all further rounds; an unfinished table is ruled on separately. Raises NotFound, Conflict."""
    _check_running(state)
    if known(state, no).withdrawn:
        raise Conflict("already_withdrawn", no=no)
    return [e.EntrantWithdrew(no, remark)]


def bring_back(state: State, no: EntrantNo) -> list[TournamentEvent]:
    """Raises NotFound, Conflict."""
    _check_running(state)
    entry = known(state, no)
    if not entry.withdrawn:
        raise Conflict("not_withdrawn", no=no)
    if entry.player and not _by_player(state)[entry.player].withdrawn:
        raise Conflict("already_entered", player=str(entry.player))
    return [e.EntrantReturned(no), *_joining(state, no, entry.division)]


def grant_bye(state: State, no: EntrantNo, stage: str, round_no: int, bye: Bye) -> list[TournamentEvent]:
    """Give a bye in a round that is not paired yet. Raises NotFound, BadRequest, Conflict."""
    _check_running(state)
    known(state, no)
    if state.plan(stage) is None:
        raise NotFound("unknown_stage", stage=stage)
    if bye not in FREE_BYES or round_no < 1:
        raise BadRequest("bad_field", field="bye")
    begun = state.stages.get(stage)
    if begun is not None and round_no <= len(begun.rounds):
        raise Conflict("round_is_paired", round=round_no)
    return [e.ByeGranted(no, stage, RoundNo(round_no), bye)]


def revoke_bye(state: State, no: EntrantNo, stage: str, round_no: int) -> list[TournamentEvent]:
    """Raises NotFound, Conflict."""
    _check_running(state)
    if no not in state.byes.get(stage, {}).get(RoundNo(round_no), {}):
        raise NotFound("unknown_bye", no=no, round=round_no)
    return [e.ByeRevoked(no, stage, RoundNo(round_no))]


def seed(state: State, order: Sequence[EntrantNo]) -> list[TournamentEvent]:
    """Set the order of the whole field. Raises BadRequest if somebody is missing, unknown or listed twice;
    Conflict."""
    _check_running(state)
    given = set(order)
    missing = [no for no in state.entries if no not in given]
    unknown = [no for no in order if no not in state.entries]
    if missing or unknown or len(given) != len(order):
        raise BadRequest("not_the_field", field="order", missing=missing, unknown=unknown)
    return [] if tuple(order) == state.order else [e.FieldSeeded(tuple(order))]


def penalise(
    state: State, no: EntrantNo, stage: str, points: int, *, remark: UUID | None = None
) -> list[TournamentEvent]:
    """Deduct ``points`` half-points, from the running round on; 0 warns. Raises NotFound, BadRequest, Conflict."""
    _check_not_cancelled(state)
    known(state, no)
    begun = state.stages.get(stage)
    if begun is None or no not in begun.entrants:
        raise NotFound("unknown_stage", stage=stage)
    if not 0 <= points <= MAX_PENALTY:
        raise BadRequest("bad_field", field="points")
    return [e.PenaltyGiven(no, stage, RoundNo(max(1, len(begun.rounds))), points, remark)]


def lift_penalty(state: State, stage: str, index: int, *, remark: UUID | None = None) -> list[TournamentEvent]:
    """Raises NotFound, Conflict."""
    _check_not_cancelled(state)
    begun = state.stages.get(stage)
    if begun is None or not 0 <= index < len(begun.penalties) or index in begun.lifted:
        raise NotFound("unknown_penalty", index=index)
    return [e.PenaltyLifted(stage, index, remark)]


def known(state: State, no: EntrantNo) -> Entry:
    """Raises NotFound."""
    entry = state.entries.get(no)
    if entry is None:
        raise NotFound("unknown_entrant", no=no)
    return entry


def _check_running(state: State) -> None:
    if state.status not in (Status.OPEN, Status.RUNNING):
        raise Conflict("tournament_closed")


def _check_not_cancelled(state: State) -> None:
    """A closed tournament can still be corrected, a cancelled one cannot."""
    if state.status is Status.CANCELLED:
        raise Conflict("tournament_closed")


def _sits_now(state: State, no: EntrantNo) -> bool:
    return any(
        no in table.pairing.seats and (table.has_started or table.waits_for) and not table.is_done
        for stage in state.stages.values()
        for table in stage.tables()
    )

"""Entries: in, changed, checked in, out, back; seeding, byes and penalties."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from matches.errors import BadRequest, Conflict, NotFound

from .. import events as e
from ..events import TournamentEvent
from ..formats.contract import Bye, EntrantNo, RoundNo
from ..formats.registry import format_of
from ..state import Entry, Stage, State, Status

HIGHEST_RATING = 4000
LONGEST_DIVISION = 20
MOST_ENTRANTS = 6000
FREE_BYES = (Bye.ZERO, Bye.HALF, Bye.FULL)


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Who is to be entered: a player or a bot."""

    player: UUID | None = None
    bot: str = ""
    rating: int = 0
    title: str = ""
    division: str = ""


def enter(state: State, newcomers: Sequence[Newcomer], *, at: datetime, by_organiser: bool) -> list[TournamentEvent]:
    """Enter them in this order. Who has withdrawn returns; who comes late joins what runs, from its next round on.

    Raises Conflict (doubled name, closed, full), BadRequest.
    """
    _check_open(state, at, by_organiser)
    batch: list[TournamentEvent] = []
    number, here = state.numbers, {entry.player: entry for entry in state.entries.values() if entry.player}
    for newcomer in newcomers:
        _check_newcomer(newcomer)
        before = here.get(newcomer.player) if newcomer.player else None
        if before is not None and not before.withdrawn:
            raise Conflict("already_entered", player=str(newcomer.player))
        if before is not None:
            batch.append(e.EntrantReturned(before.no))
        else:
            number += 1
            batch += _entered(state, EntrantNo(number), newcomer)
            if newcomer.player:
                here[newcomer.player] = _entry(EntrantNo(number), newcomer, at)
    added = sum(isinstance(event, (e.EntrantEntered, e.EntrantReturned)) for event in batch)
    _check_room(state, added)
    return batch


def _entered(state: State, no: EntrantNo, new: Newcomer) -> list[TournamentEvent]:
    entered = e.EntrantEntered(no, new.player, new.bot, new.rating, new.title, new.division)
    return [entered, *(e.StageJoined(stage.key, no, _next_round(stage)) for stage in _joined(state, new.division))]


def _joined(state: State, division: str) -> list[Stage]:
    """Running stages that a late entrant plays in."""
    running = [stage for stage in state.stages.values() if not stage.closed and not stage.plan.source.stage]
    return [
        stage
        for stage in running
        if stage.plan.source.division in ("", division) and format_of(str(stage.plan.plan["format"])).takes_late
    ]


def _next_round(stage: Stage) -> RoundNo:
    return RoundNo(len(stage.rounds) + 1)


def _entry(no: EntrantNo, new: Newcomer, at: datetime) -> Entry:
    return Entry(no, new.player, new.bot, new.rating, new.title, new.division, at)


def _check_open(state: State, at: datetime, by_organiser: bool) -> None:
    if state.status not in (Status.OPEN, Status.RUNNING):
        raise Conflict("tournament_closed")
    if state.status is Status.RUNNING and not (state.settings.late_entry and _any_takes_late(state)):
        raise Conflict("no_late_entry")
    if by_organiser:
        return
    closes = state.settings.entries_close
    if not state.settings.open_entry:
        raise Conflict("entry_by_organiser")
    if closes and at >= datetime.fromisoformat(closes):
        raise Conflict("entries_closed", closed=closes)


def _any_takes_late(state: State) -> bool:
    return not state.stages or bool(_any_joined(state))


def _any_joined(state: State) -> list[Stage]:
    divisions = {plan.source.division for plan in state.planned}
    return [stage for division in divisions for stage in _joined(state, division)]


def _check_room(state: State, added: int) -> None:
    here = sum(not entry.withdrawn for entry in state.entries.values())
    most = state.settings.capacity or MOST_ENTRANTS
    if here + added > most:
        raise Conflict("tournament_full", most=most)


def _check_newcomer(new: Newcomer) -> None:
    if (new.player is None) == (not new.bot):
        raise BadRequest("bad_field", field="player")
    _check_rating(new.rating)
    if len(new.division) > LONGEST_DIVISION:
        raise BadRequest("bad_field", field="division")


def _check_rating(rating: int) -> None:
    if not 0 <= rating <= HIGHEST_RATING:
        raise BadRequest("rating_out_of_range", field="rating", rating=rating, most=HIGHEST_RATING)


def change(
    state: State, no: EntrantNo, *, rating: int | None = None, title: str | None = None, division: str | None = None
) -> list[TournamentEvent]:
    """What is not given stays as it was. Raises NotFound, BadRequest, Conflict (division of a stage that runs)."""
    entry = known(state, no)
    changed = e.EntrantChanged(
        no,
        entry.rating if rating is None else rating,
        entry.title if title is None else title,
        entry.division if division is None else division,
    )
    _check_rating(changed.rating)
    if changed.division != entry.division and any(no in stage.entrants for stage in state.stages.values()):
        raise Conflict("division_has_begun", no=no)
    same = (changed.rating, changed.title, changed.division) == (entry.rating, entry.title, entry.division)
    return [] if same else [changed]


def substitute(
    state: State, no: EntrantNo, *, player: UUID | None = None, bot: str = "", remark: UUID | None = None
) -> list[TournamentEvent]:
    """Somebody else plays on in that place, with its points and its pairings. Raises NotFound, Conflict."""
    entry = known(state, no)
    _check_newcomer(Newcomer(player, bot))
    other = state.entry_of(player)
    if other is not None and other.no != no and not other.withdrawn:
        raise Conflict("already_entered", player=str(player))
    if _sits_now(state, entry.no):
        raise Conflict("entrant_is_playing", no=no)
    return [e.EntrantReplaced(no, player, bot, remark)]


def remove(state: State, no: EntrantNo) -> list[TournamentEvent]:
    """Strike an entry off, as long as it was in no stage. Raises NotFound, Conflict."""
    known(state, no)
    if any(no in stage.entrants for stage in state.stages.values()):
        raise Conflict("entrant_has_begun", no=no)
    return [e.EntrantRemoved(no)]


def check_in(state: State, numbers: Sequence[EntrantNo], *, here: bool = True) -> list[TournamentEvent]:
    """Note who is there, or (``here`` False) that somebody is not after all. What is so already stays.

    Raises NotFound, Conflict.
    """
    _check_running(state)
    changed = [no for no in numbers if known(state, no).checked_in is not here]
    return [e.EntrantCheckedIn(no) if here else e.CheckInUndone(no) for no in changed]


def withdraw(state: State, no: EntrantNo, *, remark: UUID | None = None) -> list[TournamentEvent]:
    """They play no further round; a table where they sit now is ruled on its own. Raises NotFound, Conflict."""
    _check_running(state)
    if known(state, no).withdrawn:
        raise Conflict("already_withdrawn", no=no)
    return [e.EntrantWithdrew(no, remark)]


def bring_back(state: State, no: EntrantNo) -> list[TournamentEvent]:
    """Raises NotFound, Conflict."""
    _check_running(state)
    if not known(state, no).withdrawn:
        raise Conflict("not_withdrawn", no=no)
    return [e.EntrantReturned(no)]


def grant_bye(state: State, no: EntrantNo, stage: str, round_no: int, bye: Bye) -> list[TournamentEvent]:
    """For a round that is not paired yet. Raises NotFound, BadRequest, Conflict."""
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
    """Raises NotFound."""
    if no not in state.byes.get(stage, {}).get(RoundNo(round_no), {}):
        raise NotFound("unknown_bye", no=no, round=round_no)
    return [e.ByeRevoked(no, stage, RoundNo(round_no))]


def seed(state: State, order: Sequence[EntrantNo]) -> list[TournamentEvent]:
    """The whole field in this order. Raises BadRequest where somebody is missing, unknown or there twice."""
    missing = [no for no in state.entries if no not in order]
    unknown = [no for no in order if no not in state.entries]
    if missing or unknown or len(set(order)) != len(order):
        raise BadRequest("not_the_field", field="order", missing=missing, unknown=unknown)
    return [] if tuple(order) == state.order else [e.FieldSeeded(tuple(order))]


def penalise(
    state: State, no: EntrantNo, stage: str, points: int, *, remark: UUID | None = None
) -> list[TournamentEvent]:
    """``points`` half-points off, from the round that runs; 0 is a warning. Raises NotFound, BadRequest."""
    known(state, no)
    begun = state.stages.get(stage)
    if begun is None or no not in begun.entrants:
        raise NotFound("unknown_stage", stage=stage)
    if points < 0:
        raise BadRequest("bad_field", field="points")
    return [e.PenaltyGiven(no, stage, RoundNo(max(1, len(begun.rounds))), points, remark)]


def lift_penalty(state: State, stage: str, index: int, *, remark: UUID | None = None) -> list[TournamentEvent]:
    """Raises NotFound."""
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


def _sits_now(state: State, no: EntrantNo) -> bool:
    return any(
        no in table.pairing.seats and table.has_started and not table.is_done
        for stage in state.stages.values()
        for table in stage.tables()
    )

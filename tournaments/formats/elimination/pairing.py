"""The tables of a bracket that can now be played."""

from __future__ import annotations

from collections.abc import Iterator

from ..contract import Bye, CannotPair, EntrantNo, Pairing, Proposal, Reason, Result, RoundNo, Stage
from ..seating import Seats, seat_order, seats_had, table_numbers
from .fill import Filled, Filling, draw, fill
from .options import bracket


def pair(stage: Stage) -> Proposal:
    """Every slot whose entrants are known and that has no table yet, each in its own round.

    Tables of later rounds may be possible before an earlier round is over. A replay of a drawn table has the round
    of the first. Raises CannotPair where all that stands between here and the next table is a draw that no setting
    decides; where other tables are possible, the draw is among the notes.
    """
    filling = fill(bracket(stage.plan, len(stage.entrants)), stage)
    replays = stage.plan.settings.get("draws") == "replay"
    drawn = [] if replays else [_drawn(filled) for filled in filling.values() if filled.is_drawn]
    ready = [filled for filled in filling.values() if _is_ready(filled, replays)]
    if drawn and not ready:
        raise CannotPair(drawn[0])
    pairings = tuple(_pairings(stage, ready)) if ready else ()
    missing = [_missing(one, stage) for one in pairings if one.result is None and _absent(one.seats, stage)]
    byes = {} if stage.rounds else _byes(stage, filling)
    reasons = {entrant: Reason("bye_by_seeding") for entrant in byes}
    return Proposal(pairings, byes, reasons, (*drawn, *missing))


def _is_ready(filled: Filled, replays: bool) -> bool:
    if filled.pairings:
        return replays and filled.is_drawn
    return filled.places is None and None not in filled.seats


def _drawn(filled: Filled) -> Reason:
    last = filled.pairings[-1]
    return Reason("drawn_table", {"slot": last.slot, "round": last.round, "table": last.table})


def _pairings(stage: Stage, ready: list[Filled]) -> Iterator[Pairing]:
    had = seats_had(stage, {no for filled in ready for no in filled.entrants})
    taken = table_numbers(stage, {filled.slot.round for filled in ready})
    slots = bracket(stage.plan, len(stage.entrants)).slots.values() if taken else ()
    reserved = {(slot.round, slot.table) for slot in slots if slot.round in taken}
    for filled in ready:
        slot = filled.slot
        used = taken.get(slot.round, set())
        table = slot.table
        while table in used or (table != slot.table and (slot.round, table) in reserved):
            table += 1
        if used:
            used.add(table)
        seats = _order(filled, had)
        reason = Reason("replay") if filled.pairings else None
        yield Pairing(RoundNo(slot.round), table, seats, slot.name, reason, _walkover(seats, stage))


def _order(filled: Filled, had: Seats) -> tuple[EntrantNo, ...]:
    """Seats alternate from replay to replay and from row to row, as evenly as possible for everyone."""
    entrants = filled.entrants
    turned = (filled.slot.row + 1 + len(filled.pairings)) % len(entrants)
    return seat_order(entrants[turned:] + entrants[:turned], had)


def _absent(seats: tuple[EntrantNo, ...], stage: Stage) -> list[int]:
    return [seat for seat, entrant in enumerate(seats) if entrant in stage.absent]


def _walkover(seats: tuple[EntrantNo, ...], stage: Stage) -> Result | None:
    """A walkover if at most one entrant is present, so that nothing has to be played."""
    absent = _absent(seats, stage)
    if len(absent) < len(seats) - 1:
        return None
    lost = 1 if len(absent) == len(seats) else 2
    return Result(tuple(lost if seat in absent else 1 for seat in range(len(seats))), (), frozenset(absent))


def _missing(pairing: Pairing, stage: Stage) -> Reason:
    """Two or more are present: the table is played and the other seats stay empty."""
    away = [pairing.seats[seat] for seat in _absent(pairing.seats, stage)]
    return Reason("absent_at_table", {"slot": pairing.slot, "entrants": away})


def _byes(stage: Stage, filling: Filling) -> dict[EntrantNo, Bye]:
    playing = {entrant for one in filling.values() if one.slot.round == 1 for entrant in one.entrants}
    return {entrant: Bye.PAIRING for entrant in draw(stage) if entrant not in playing}

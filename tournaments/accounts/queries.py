"""Everything that the rules say about each table and bye of a round.

The Dutch system accounts for every pair and bye: the round is paired anew, from the tournament as it stood. Of other
formats, and where an arbiter or a repair seated them, there is the reason that was kept with the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from django.core.cache import cache

from tournaments import queries, stages
from tournaments.decisions.rounds import begun
from tournaments.formats import contract
from tournaments.formats.contract import Bye, CannotPair, EntrantNo, Pairing, Reason
from tournaments.formats.dutch import DUTCH
from tournaments.queries import Asked
from tournaments.state import Stage, Table
from web.costly import CHECKING
from web.errors import NotFound

KEPT_SECONDS = 24 * 3600
SEATED_OTHERWISE = ("by_hand", "repaired")


@dataclass(frozen=True, slots=True)
class Account:
    """``table`` is 0 for the bye. ``is_whole`` if it is all that the rules say; else it is the stored reason."""

    table: int
    seats: tuple[EntrantNo, ...]
    is_whole: bool
    reasons: Sequence[Reason]


def is_whole(stage: Stage) -> bool:
    """Whether the rules of the stage say more than the reason stored with a table."""
    return stages.format_in(stage) is DUTCH


def is_explained(stage: Stage, pairing: Pairing) -> bool:
    """Whether the rules can explain this table: not if an arbiter or a repair has seated it."""
    return is_whole(stage) and (pairing.reason is None or pairing.reason.code not in SEATED_OTHERWISE)


def of_round(asked: Asked, key: str, round_no: int, only: EntrantNo | None = None, *, asker: str) -> Sequence[Account]:
    """The account of each table and the bye; with ``only``, of one entrant's. Raises NotFound, Busy."""
    stage = begun(asked.state, key)
    one = stage.round(round_no)
    if one is None:
        raise NotFound("unknown_round", stage=key, round=round_no)
    kept = [_kept(table) for table in one.tables.values()]
    kept += [Account(0, (no,), False, ()) for no, bye in one.byes.items() if bye is Bye.PAIRING]
    wanted = [each for each in kept if only is None or only in each.seats]
    if not wanted:
        raise NotFound("table_not_paired", stage=key, round=round_no, table=0)
    if not is_whole(stage):
        return wanted
    with CHECKING.place(asker):
        return _told(asked, key, round_no, wanted)


def _kept(table: Table) -> Account:
    pairing = table.pairing
    return Account(table.no, tuple(pairing.seats), False, () if pairing.reason is None else (pairing.reason,))


def _told(asked: Asked, key: str, round_no: int, kept: Sequence[Account]) -> Sequence[Account]:
    """By the rules, if these give the same seats; kept for a day, since working it out takes long."""
    before = queries.before_pairing(tournament_id=asked.state.id, player=None, stage=key, round_no=round_no)
    place = repr((asked.state.id, before.state.version, key, round_no, [one.seats for one in kept]))
    name = f"account:{sha256(place.encode()).hexdigest()}"
    told: Sequence[Sequence[Reason]] | None = cache.get(name)
    if told is None:
        told = _by_the_rules(stages.stage_of(before.state, key), [one.seats for one in kept])
        cache.set(name, told, KEPT_SECONDS)
    return [
        replace(one, is_whole=True, reasons=reasons) if reasons else one
        for one, reasons in zip(kept, told, strict=True)
    ]


def _by_the_rules(stage: contract.Stage, seats: Sequence[Sequence[EntrantNo]]) -> Sequence[Sequence[Reason]]:
    try:
        teller = DUTCH.teller(stage)
    except CannotPair:
        return [()] * len(seats)
    return [tuple(teller.of(each)) for each in seats]

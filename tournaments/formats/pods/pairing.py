"""The next round: who sits with whom, and in which seat."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from elekt_core.chance import SeededChance
from tournaments.formats.contract import (
    Bye,
    CannotPair,
    EntrantNo,
    Pairing,
    Progress,
    Proposal,
    Reason,
    RoundNo,
    Stage,
)
from tournaments.formats.seating import seat_order, seats_had

from . import reasons, search
from .by_score import tables_by_score
from .check import SCORES, settings_of
from .exact import MAX_PLAYERS, best_tables
from .field import Field, field_of
from .schedules import schedules
from .sizes import Sizes, sizes

SCHEDULED_FOR = 32
"""Larger ones, up to this size, follow a known schedule, or are planned ahead where one covers all rounds."""
AHEAD_FOR = 24
"""Fields up to this size are planned ahead to the last round."""
AHEAD_ROUNDS = 8
LARGE_FROM = 300


def pair(stage: Stage, rounds: int, progress: Progress | None = None) -> Proposal:
    """The next of ``rounds`` rounds; see the format's ``pair``."""
    no = RoundNo(len(stage.rounds) + 1)
    _check_pairable(stage, no, rounds)
    field = field_of(stage)
    if len(field.numbers) < stage.plan.least:
        raise CannotPair(Reason("too_few_present", {"present": len(field.numbers), "least": stage.plan.least}))
    if progress:
        progress(0, 1)
    division = sizes(stage.plan, len(field.numbers))
    drawn = field.fresh
    proven = not drawn and _is_tiny(field, no, rounds) and settings_of(stage.plan).first != SCORES
    tables = _tables(stage, field, division, no, rounds)
    out = tables.pop() if division.byes else []
    if progress:
        progress(1, 1)
    return Proposal(
        pairings=_pairings(stage, field, tables, no, drawn=drawn, proven=proven),
        byes={**stage.absent, **{field.numbers[p]: Bye.PAIRING for p in out}},
        bye_reasons={field.numbers[p]: reasons.of_bye(field, p) for p in out},
        notes=reasons.of_round(field, tables, proven=proven),
    )


def _check_pairable(stage: Stage, no: RoundNo, rounds: int) -> None:
    if stage.rounds:
        open_tables = [pairing.table for pairing in stage.rounds[-1].pairings if pairing.result is None]
        if open_tables:
            raise CannotPair(Reason("round_not_finished", {"round": no - 1, "tables": open_tables}))
    if no > rounds:
        raise CannotPair(Reason("stage_is_over", {"rounds": rounds}))


def _is_tiny(field: Field, no: int, rounds: int) -> bool:
    return len(field.numbers) <= MAX_PLAYERS and no >= rounds


def _tables(stage: Stage, field: Field, division: Sizes, no: int, rounds: int) -> list[list[int]]:
    """Full tables first, byes last."""
    players, settings = len(field.numbers), settings_of(stage.plan)
    if field.fresh:
        return _draw(stage, division, no, quarters=settings.draw == "quarters")
    dice = Random(stage.seed + no.to_bytes(4, "big"))  # its random() is the same for ever, as Python promises
    if settings.first == SCORES:
        return tables_by_score(field, division, search.QUICK if settings.search == "quick" else search.FULL, dice)
    if settings.search == "quick":
        return search.search(field, division, search.QUICK, dice).next_round()
    if _is_tiny(field, no, rounds):
        return best_tables(field, division)
    if players <= SCHEDULED_FOR:
        left = min(rounds - no + 1, AHEAD_ROUNDS)
        played = [[pairing.seats for pairing in one.pairings] for one in stage.rounds]
        known = schedules(field, division, played, stage.plan.seats, left, stage.seed)
        if players <= AHEAD_FOR or (known and len(known[0]) >= left):
            return search.search_ahead(field, division, left, search.FULL, dice, known).next_round()
        if known:
            return search.seated(field, division, known[0][0]).next_round()
    return search.search(field, division, search.LARGE if players >= LARGE_FROM else search.FULL, dice).next_round()


def _draw(stage: Stage, division: Sizes, no: int, *, quarters: bool) -> list[list[int]]:
    """The first round, by draw ``no`` of the stage's chance; the lowest seeds have the byes.

    A draw orders the field; by quarters, the players of each quarter keep that order and are dealt to the tables.
    """
    players = sum(division.tables)
    order = SeededChance(stage.seed).permutation(no, players)
    if quarters:
        order = sorted(order, key=lambda p: p // len(division.tables))
    tables: list[list[int]] = [[] for _ in division.tables]
    for at, p in enumerate(order):
        tables[at % len(tables)].append(p)
    byes = list(range(players, players + division.byes))
    return tables + ([byes] if byes else [])


def _pairings(
    stage: Stage, field: Field, tables: Sequence[Sequence[int]], no: RoundNo, *, drawn: bool, proven: bool
) -> tuple[Pairing, ...]:
    """Tables by number: the highest scores sit at table 1."""
    had, full = seats_had(stage), stage.plan.seats
    lots = SeededChance(stage.seed).permutation(no, len(field.numbers))
    ranked = sorted(tables, key=lambda table: (sorted(-field.levels[p] for p in table), min(table)))
    by_score = settings_of(stage.plan).first == SCORES
    pairings = []
    for number, table in enumerate(ranked, 1):
        seats: Sequence[EntrantNo] = [field.numbers[p] for p in sorted(table, key=lots.__getitem__)]
        reason = reasons.of_table(field, table, full, drawn=drawn, proven=proven, by_score=by_score)
        pairings.append(Pairing(no, number, seat_order(seats, had), reason=reason))
    return tuple(pairings)

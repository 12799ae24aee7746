"""The rows that lists and rights are read from: written with the events they follow from, and rebuilt from them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from elekt_core.contract import Decision, Game

from .events import TableFold
from .models import Invitation, Match, Seat, Table

CONCEDE = "concede"


def table_row(fold: TableFold) -> Table:
    assert fold.host is not None
    assert fold.opened_at is not None
    return Table(
        id=fold.id,
        game=fold.game,
        ruleset=fold.ruleset,
        size=len(fold.places),
        options=fold.options,
        cards=fold.cards,
        card_list=fold.card_list,
        access=fold.access,
        host=fold.host,
        rated=fold.rated,
        speed=fold.speed,
        status=fold.status,
        match=fold.match,
        opened_at=fold.opened_at,
        version=fold.version,
    )


def seat_rows(fold: TableFold) -> list[Seat]:
    return [
        Seat(table_id=fold.id, number=number, player=place.player, bot=place.bot, reserved=fold.reserved_for(number))
        for number, place in enumerate(fold.places)
    ]


def invitation_rows(fold: TableFold) -> list[Invitation]:
    return [Invitation(table_id=fold.id, player=player) for player in fold.invited]


def save_table(fold: TableFold) -> None:
    """Write a table as it stands. Seats are few, so they are written as a whole."""
    row = table_row(fold)
    if Table.objects.filter(id=fold.id).exists():
        row.save(force_update=True)
        Seat.objects.filter(table=fold.id).delete()
    else:
        row.save(force_insert=True)
        Invitation.objects.bulk_create(invitation_rows(fold))
    Seat.objects.bulk_create(seat_rows(fold))


def new_match(match_id: UUID, table: TableFold, at: datetime) -> Match:
    """The row of a match that has not moved yet."""
    return Match(
        id=match_id,
        table_id=table.id,
        game=table.game,
        ruleset=table.ruleset,
        cards=table.cards,
        version=0,
        batches=0,
        started_at=at,
        last_at=at,
        awaited=0,
        automatic=sum(1 << number for number, place in enumerate(table.places) if place.bot),
        conceded=0,
        due=False,
        ranks=[],
        scores=[],
    )


def move(row: Match, game: Game[Any], state: Any, decision: Decision | None, version: int, at: datetime) -> None:
    """Take a batch into the row: ``state`` is the position after it, ``decision`` what it came from."""
    if decision is not None and decision.kind == CONCEDE:
        concede(row, decision.seat)
    row.batches += 1
    settle(row, game, state, version, at)


def concede(row: Match, seat: int) -> None:
    """From now on the platform answers for that seat."""
    row.conceded |= 1 << seat
    row.automatic |= 1 << seat


def bots(table_id: UUID) -> int:
    """Mask of the seats of a table that have a bot."""
    numbers = Seat.objects.filter(table=table_id).exclude(bot="").values_list("number", flat=True)
    return sum(1 << number for number in numbers)


def concede_again(row: Match, bots: int, seats: Iterable[int]) -> None:
    """After a takeback: these seats have conceded, and no other. ``bots`` is the mask of the seats that have a bot."""
    row.automatic, row.conceded = bots, 0
    for seat in seats:
        concede(row, seat)


def settle(row: Match, game: Game[Any], state: Any, version: int, at: datetime) -> None:
    """Say where the match stands now."""
    row.version, row.last_at = version, at
    row.awaited = 0
    for question in game.awaiting(state):
        if not question.optional:
            row.awaited |= 1 << question.seat
    row.due = row.awaited & row.automatic != 0
    outcome = game.outcome(state)
    if outcome is not None and row.ended_at is None:
        row.ended_at = at
        row.winner, row.termination = outcome.winner, outcome.termination
        row.ranks, row.scores = list(outcome.ranks), list(outcome.scores)
        row.automata = [[automaton.name, automaton.rank, automaton.score] for automaton in outcome.automata]

"""Seats of people who cannot answer: an organiser wrote them down by name, and no phone was let in for them. Nobody
waits for them at a table: the others' report stands, and play begins, without their saying so.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta

from django.utils import timezone

from players import queries as players

from .models import Arrival
from .state import State, Table, TableRef

PHONE_LASTS = timedelta(hours=24)
"""So long a browser stays the entrant as whom it was let in."""


def seats(state: State, ref: TableRef) -> tuple[int, ...]:
    """None of a table that was not paired, and none online, where only those play who can click."""
    stage = state.stages.get(ref.stage)
    table = None if stage is None else stage.table(ref.round, ref.table)
    return () if table is None or state.settings.online else of_table(state, table)


def of_table(state: State, table: Table) -> tuple[int, ...]:
    people = {seat: state.entries[no].player for seat, no in enumerate(table.pairing.seats)}
    names = players.written_down(player for player in people.values() if player is not None)
    by_name = {seat: table.pairing.seats[seat] for seat, player in people.items() if player in names}
    if not by_name:
        return ()
    phones = with_phone(state, by_name.values())
    return tuple(seat for seat, no in by_name.items() if no not in phones)


def with_phone(state: State, numbers: Collection[int]) -> set[int]:
    """Those of the entrants as whom a phone is let in now."""
    let_in = Arrival.objects.filter(
        tournament=state.id,
        no__in=numbers,
        status=Arrival.Status.HERE,
        looked=True,
        player=None,
        changed_at__gte=timezone.now() - PHONE_LASTS,
    )
    return {no for no in let_in.values_list("no", flat=True) if no is not None}

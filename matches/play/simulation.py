"""Whole games between bots, in this process, through the same services as every other match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid5

from elekt_core.record.match import state_hash
from web.errors import Refused

from .. import after_commit
from ..games import game_of
from ..models import Match, Table
from ..tables import services as tables
from ..tables.commands import OpenTable
from . import services
from .timeline import timelines

NAMESPACE = UUID("6f0d2c53-8f0b-5c8e-9d4e-3f6a1f7c2b10")
HOST = uuid5(NAMESPACE, "simulation")
"""Opens the tables of simulations. Nobody: there is no such player."""


@dataclass(frozen=True, slots=True)
class Simulated:
    match: UUID
    outcome: Mapping[str, Any]
    events: int
    state: str
    """The hash of the last position."""


def simulate(*, game: str, bots: Sequence[str], seed: bytes) -> Simulated:
    """One game; the same arguments give the same game. Raises UnknownGame, BadSetup, BadRequest, NotFound."""
    opened = tables.open_table(
        OpenTable(game=game, seats=len(bots), host_seat=None, bots=dict(enumerate(bots)), access=Table.Access.LINK),
        by=HOST,
        seed=seed,
    )
    assert opened.match is not None, "bots take all seats"
    return summary(play_out(opened.match))


def play_out(match_id: UUID) -> Match:
    """Let the bots of a match play, as long as it is a bot's turn."""
    with after_commit.in_process():
        row = Match.objects.get(id=match_id)
        while seats := after_commit.seats_due(row):
            before = row.version
            services.decide_automatically(match_id=match_id, seat=seats[0], expected_version=before)
            row = Match.objects.get(id=match_id)
            if row.version == before:
                raise Refused("stuck", match=str(match_id), version=before)
    return row


def summary(row: Match) -> Simulated:
    timeline = timelines.get(row.id, lambda: game_of(row))
    timeline.catch_up()
    outcome = {"winner": row.winner, "ranks": row.ranks, "scores": row.scores, "termination": row.termination}
    return Simulated(row.id, outcome, row.version, state_hash(timeline.game, timeline.state(row.version)))

"""Matches of one person against the bank, won or lost as a test wants them."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from elekt_core.record.record import encode_meta_decision
from matches.models import Match, Table
from matches.play import queries, services
from matches.tables import services as table_services
from matches.tables.commands import OpenTable

GAME, RULESET = "duel", "duel-1"


def begun(player: UUID, level: str = "easy", **changes: Any) -> UUID:
    """A match that has begun."""
    access = Table.Access(changes.pop("access", "anyone"))
    asked: dict[str, Any] = {"game": GAME, "seats": 1, "options": {"level": level}, "access": access}
    match = table_services.open_table(OpenTable(**asked | changes), by=player).match
    assert match is not None, "nobody else is waited for"
    return match


def finish(match: UUID, player: UUID) -> Match:
    """Play the first card each time."""
    while (row := Match.objects.get(id=match)).ended_at is None:
        here = queries.position(match_id=match, player=player)
        decide(match, player, encode_meta_decision(here.game, here.options[0]), row.version)
    return row


def decide(match: UUID, player: UUID, decision: dict[str, Any], version: int) -> None:
    services.decide(
        match_id=match,
        seat=0,
        decision=decision,
        expected_version=version,
        decision_id=uuid4(),
        actor=services.player_actor(player),
    )


def concede(match: UUID, player: UUID) -> None:
    services.concede(match_id=match, seat=0, decision_id=uuid4(), actor=services.player_actor(player))

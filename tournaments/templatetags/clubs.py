"""The club that a tournament or a league belongs to."""

from __future__ import annotations

from uuid import UUID

from django import template

from players.clubs import queries
from players.clubs.queries import Line
from tournaments.circuits import queries as circuits
from tournaments.circuits.queries import Line as CircuitLine

register = template.Library()


@register.simple_tag
def circuits_of(tournament: UUID, club: str) -> list[CircuitLine]:
    """The circuits of its club in which a tournament counts."""
    return circuits.of_tournament(tournament, club)


@register.simple_tag
def club_named(club: str) -> Line | None:
    """A club by its id, ``""`` for none: only listed, open clubs; others are found by their address alone."""
    return next(iter(queries.named([UUID(club)])), None) if club else None

"""Links to the games of a table, live and as replays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from matches.models import Match
from tournaments.formats.contract import Result
from tournaments.state import Table

from . import words


@dataclass(frozen=True, slots=True)
class GameShown:
    """One game of a table. ``opened`` is the table if it is played online, ``match`` the match that it became."""

    no: int
    opened: UUID | None
    match: UUID | None
    result: Result | None
    told: str


def matches_at(opened: Iterable[UUID | None]) -> Mapping[UUID, UUID]:
    """The matches that started at these tables."""
    wanted = {one for one in opened if one is not None}
    return dict(Match.objects.filter(table__in=wanted).values_list("table_id", "id")) if wanted else {}


def games_of(table: Table, names: list[str]) -> list[GameShown]:
    """The games in order; ``names`` in seat order."""
    known = matches_at(game.opened for game in table.games.values())
    return [
        GameShown(
            no,
            game.opened,
            None if game.opened is None else known.get(game.opened),
            game.result,
            words.result(game.result, names) if game.result else "",
        )
        for no, game in sorted(table.games.items())
    ]

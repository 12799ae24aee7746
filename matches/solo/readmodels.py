"""The rows of the solo ladder: written with the events from which they follow, and rebuilt from them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from elekt_core.contract import Event, Outcome
from elekt_core.contract import Game as Rules
from elekt_core.errors import UnknownGame
from elekt_core.registry import get_game
from elekt_core.ruleset import Ruleset

from ..models import Match
from ..tables.events import TableFold
from . import rating
from .models import SoloGame, SoloStanding
from .standings import Game, Standing, order_key, standing

LEVEL = "level"
"""The option by which a ruleset for one says how hard it is."""


class Rung(NamedTuple):
    """Whose standing it is, and at which level."""

    game: str
    ruleset: str
    level: str
    player: UUID


def is_solo(ruleset: Ruleset) -> bool:
    """Whether the ruleset is for one person against the rules themselves."""
    return bool(ruleset.automata) and list(ruleset.seats) == [1]


def levels_of(ruleset: Ruleset) -> tuple[str, ...]:
    """Its levels in order, ``("",)`` if it has none."""
    option = next((option for option in ruleset.options if option.name == LEVEL), None)
    return tuple(map(str, option.values)) if option else ("",)


def rung_of(table: TableFold) -> Rung | None:
    """Where a match of this table counts, None if it does not count.

    It counts where one person plays a ruleset for one, with the game's own cards, and has agreed on nothing but the
    level. Practice, bots and what goes on from another match never count.
    """
    player = table.places[0].player if len(table.places) == 1 else None
    if player is None or table.access == "practice" or table.cards or table.branch is not None:
        return None
    try:
        ruleset = get_game(table.game).ruleset(table.ruleset)
    except UnknownGame:
        return None
    if not is_solo(ruleset):
        return None
    agreed = ruleset.agreed(1, table.options)
    if any(agreed[option.name] != option.default for option in ruleset.options if option.name != LEVEL):
        return None
    return Rung(table.game, ruleset.ladder, str(agreed.get(LEVEL, "")), player)


def rounds_of(game: Rules[Any], events: Iterable[Event]) -> int:
    return sum(game.chapter(event) == 1 for event in events)


def match_began(match: UUID, table: TableFold, at: datetime) -> None:
    """Called in the transaction that starts a match."""
    rung = begin(match, table, at)
    if rung is not None:
        settle(rung)
        rating.left_behind(SoloGame.objects.get(match=match), at)


def match_ended(row: Match, game: Rules[Any], state: Any, facts: Iterable[Event]) -> None:
    """Called in the transaction that ends a match; ``facts`` are all of its facts."""
    outcome = game.outcome(state)
    if not row.automata or outcome is None or row.ended_at is None:
        return
    rung = end(row.id, outcome, rounds_of(game, facts), row.ended_at)
    if rung is not None:
        settle(rung)
        rating.over(SoloGame.objects.get(match=row.id))


def begin(match: UUID, table: TableFold, at: datetime) -> Rung | None:
    """A match of this table begins: its row, if it counts. The standing still has to be settled."""
    rung = rung_of(table)
    if rung is not None:
        SoloGame.objects.create(match=match, begun_at=at, **rung._asdict())
    return rung


def end(match: UUID, outcome: Outcome, rounds: int, at: datetime) -> Rung | None:
    """A match is over; None if it does not count. The standing still has to be settled."""
    row = SoloGame.objects.filter(match=match).first()
    if row is None:
        return None
    row.ended_at, row.won, row.rounds = at, outcome.winner == 0, rounds
    row.margin = outcome.scores[0] - max(automaton.score for automaton in outcome.automata)
    row.save(force_update=True)
    return Rung(row.game, row.ruleset, row.level, row.player)


def settle(rung: Rung) -> None:
    """Update how the player stands there. Anybody else settling the same waits, and then sees this."""
    where = rung._asdict()
    list(SoloStanding.objects.select_for_update().filter(**where))
    rows = list(SoloGame.objects.filter(**where).order_by("begun_at", "match"))
    now = standing(_game(row) for row in rows)
    values = {name: getattr(now, name) for name in Standing.__slots__}
    last_at = max(row.ended_at or row.begun_at for row in rows)
    SoloStanding.objects.update_or_create(**where, defaults=values | {"order": order_key(now), "last_at": last_at})


def _game(row: SoloGame) -> Game:
    return Game(row.match, row.ended_at is not None, row.won, row.margin, row.rounds)

"""What an arbiter orders at a running match, carried out: the match goes back to a moment, without anybody's consent.

Who may order it, and why it was ordered, stands where the match belongs: the hook ``match_orders`` tells of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from elekt_core.record import match as course
from elekt_core.record.takeback import ARBITER
from web import hooks
from web.errors import Conflict

from .. import changing
from ..games import game_of
from ..models import Match
from ..play.services import player_actor
from ..play.shapes import MatchShown
from ..play.timeline import Timeline, timelines
from . import news
from .takebacks import clocks_go_on, fact_of

REWOUND = "rewound"


@dataclass(frozen=True, slots=True)
class Order:
    """What was ordered: back to event ``to``. ``reason`` is public, and ``""`` once its author was erased."""

    what: str
    by: str
    reason: str
    at: datetime
    to: int = 0


@dataclass(frozen=True, slots=True)
class OrdersShown:
    """All that was ordered at a match, in order. ``address`` is where the asker may order more, ``""`` if they may not,
    and the ``fields`` say at which table."""

    orders: tuple[Order, ...] = ()
    address: str = ""
    fields: tuple[tuple[str, str], ...] = ()


def shown(match: MatchShown, player: UUID | None) -> OrdersShown:
    """The orders of whoever the match belongs to."""
    if match.practice:
        return OrdersShown()
    found = (orders(match.table, player) for orders in hooks.given("match_orders"))
    return next((one for one in found if one is not None), OrdersShown())


def check_moment(table: UUID, to: int) -> None:
    """Raises Conflict where nothing runs at this table, BadRequest where there is no such moment."""
    _, timeline = _running(table)
    fact_of(timeline, to, ARBITER, (), timeline.version)


def rewind(table: UUID, to: int, *, order: UUID, by: UUID) -> None:
    """Go on from event ``to``. An order that was carried out before changes nothing. Raises Conflict, BadRequest."""
    row, _ = _running(table)

    def move(playing: changing.Playing) -> changing.Move:
        timeline = playing.timeline
        fact = fact_of(timeline, to, ARBITER, (), playing.version)
        state = timeline.state(to)
        facts = (fact, *clocks_go_on(playing, fact, state))
        return changing.Move(timeline.game, course.Batch(facts, course.state_hash(timeline.game, state)), state)

    changing.MATCHES.change(row.id, move, actor=player_actor(by), decision_id=order)
    news.tell(row.id)


def _running(table: UUID) -> tuple[Match, Timeline]:
    row = Match.objects.filter(table=table).first()
    if row is None or row.ended_at is not None:
        raise Conflict("no_running_match")
    timeline = timelines.get(row.id, lambda: game_of(row))
    timeline.catch_up(at_least=row.version)
    return row, timeline

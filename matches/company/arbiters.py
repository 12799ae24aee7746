"""An arbiter's order in a running match, carried out: the match goes back to a moment, without anybody's consent.

Who may order it, and why it was ordered, stands where the match belongs: the hook ``match_orders`` tells of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from elekt_core.record import match as course
from elekt_core.record.stop import PlayStopped
from elekt_core.record.takeback import ARBITER
from web import hooks
from web.errors import Conflict

from .. import changing
from ..clocks import service_time
from ..clocks.beside import beside_of
from ..clocks.deciding import course_of
from ..clocks.notes import note
from ..games import game_of
from ..models import Match, Table
from ..play.services import player_actor
from ..play.shapes import MatchShown
from ..play.timeline import Timeline, timelines
from ..tables import events as e
from . import news
from .takebacks import clocks_go_on, fact_of

REWOUND = "rewound"


@dataclass(frozen=True, slots=True)
class Order:
    """What was ordered: back to event ``to``, or the end, with a ruling or none.

    ``reason`` is public, and ``""`` once its author was erased.
    """

    what: str
    by: str
    reason: str
    at: datetime
    to: int = 0


@dataclass(frozen=True, slots=True)
class OrdersShown:
    """All orders at a match, in sequence. ``address`` is where the asker may order more, ``""`` if they may not,
    and the ``fields`` say at which table; ``for_staff``: an arbiter asks, and only the platform's staff may."""

    orders: tuple[Order, ...] = ()
    address: str = ""
    fields: tuple[tuple[str, str], ...] = ()
    for_staff: bool = False


def shown(match: MatchShown, player: UUID | None) -> OrdersShown:
    """The orders in this match, from the app to which its table belongs."""
    if match.practice:
        return OrdersShown()
    found = (orders(match.table, player) for orders in hooks.given("match_orders"))
    told = next((one for one in found if one is not None), OrdersShown())
    seen = tuple(one for one in told.orders if one.at <= match.last_at)
    return replace(told, orders=seen) if match.late else told


def check_moment(table: UUID, to: int) -> None:
    """Raises Conflict if nothing is running at this table, BadRequest if there is no such moment."""
    _, timeline = _running(table)
    fact_of(timeline, to, ARBITER, (), timeline.version)


def rewind(table: UUID, to: int, *, rated: bool, order: UUID, by: UUID) -> None:
    """Go on from event ``to``; if not ``rated``, the match counts for no rating from now on. Repeating an order changes
    nothing. Raises Conflict, BadRequest."""
    row, _ = _running(table)
    if not rated:
        _waive_rating(table, by)

    def move(playing: changing.Playing) -> changing.Move:
        if playing.row.ended_at is not None:
            raise Conflict("no_running_match")
        timeline = playing.timeline
        fact = fact_of(timeline, to, ARBITER, (), playing.version)
        state = timeline.state(to)
        facts = (fact, *clocks_go_on(playing, fact, state))
        return changing.Move(timeline.game, course.Batch(facts, course.state_hash(timeline.game, state)), state)

    changing.MATCHES.change(row.id, move, actor=player_actor(by), decision_id=order)
    news.tell(row.id)


def is_rated(table: UUID) -> bool:
    """Whether the match of this table counts for a rating."""
    return Table.objects.filter(id=table, rated=True).exists()


def check_running(table: UUID) -> None:
    """Raises Conflict where nothing runs at this table."""
    _running(table)


def stop(table: UUID, places: Sequence[int], *, rated: bool, order: UUID, by: UUID) -> None:
    """End the match with these places by seat; without any it is annulled. ``rated``: its places count on the ladder.

    Nothing happens to a match that is over. Raises Conflict.
    """
    row = Match.objects.filter(table=table, ended_at=None).first()
    if row is None:
        return
    if not rated:  # before the end: a rating must not follow from that
        _waive_rating(table, by)

    def move(playing: changing.Playing) -> changing.Move:
        if playing.row.ended_at is not None:
            raise Conflict("no_running_match")
        clocks = beside_of(playing.timeline, playing.version).clocks
        if clocks.agreed is None:
            return note(playing, PlayStopped(tuple(places)))
        going = course_of(playing.row, clocks)
        going.settle(service_time.serve(), ())
        return note(playing, PlayStopped(tuple(places)), *going.facts)

    changing.MATCHES.change(row.id, move, actor=player_actor(by), decision_id=order)
    news.tell(row.id)


def _waive_rating(table: UUID, by: UUID) -> None:
    changing.TABLES.change(table, lambda fold: [e.RatingWaived()] if fold.rated else [], actor=player_actor(by))


def _running(table: UUID) -> tuple[Match, Timeline]:
    row = Match.objects.filter(table=table).first()
    if row is None or row.ended_at is not None:
        raise Conflict("no_running_match")
    timeline = timelines.get(row.id, lambda: game_of(row))
    timeline.catch_up(at_least=row.version)
    return row, timeline

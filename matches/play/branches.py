"""Playing on from a moment of a match that is over: a new match between the asker and bots, or whoever has its link.

It begins with every card where it was, or, dealt anew, with what one seat saw. It never counts, and says where it comes
from; its starting position is shown to nobody.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q

from elekt_core.contract import Json
from elekt_core.record.branch import ALL_CARDS
from elekt_core.record.playing_on import position_from
from ledger import store
from players.queries import of_person
from web.encoding import BESIDE
from web.errors import Conflict, NotFound

from ..models import Seat, Table
from ..tables import services
from ..tables.commands import POSITION, OpenTable
from ..tables.events import BranchedOff
from ..tables.services import TableChanged
from . import queries
from .practice import pinned
from .shapes import GoesOnFrom, MatchShown
from .timeline import Timeline

LISTED = 20


@dataclass(frozen=True, slots=True)
class Branched:
    """``at`` is the event of the old match after which the new one begins."""

    opened: Annotated[TableChanged, BESIDE]
    at: Annotated[int, "It begins after this event of the old match: the last one before the one asked for."]


def play_on(
    *,
    match_id: UUID,
    at: int,
    by: UUID,
    seat: int,
    seen_by: int | None,
    bots: Mapping[int, str],
    decision_id: UUID | None = None,
) -> Branched:
    """Open the table; ``by`` sits on ``seat``, and seats without a bot are free for whoever has the link.

    Where there are no words for the position after event ``at``, the match begins in the last one before it that has
    some. Raises NotFound; Conflict where the match is not over, or there is no such position; what
    ``tables.services.open_table`` raises.
    """
    match = queries.match(match_id=match_id, player=by)
    if not match.is_over:
        raise Conflict("match_not_over", match=str(match_id))
    for number in (seat, *(() if seen_by is None else (seen_by,))):
        if not 0 <= number < len(match.seats):
            raise NotFound("unknown_seat", field="seat", seat=number)
    queries.allowed(match, "open")
    table = Table.objects.get(id=match.table)
    position, event = _position(match, at, ALL_CARDS if seen_by is None else seen_by)
    (stored,) = store.stored(match_id, event - 1, event)
    command = OpenTable(
        game=match.game,
        seats=table.size,
        ruleset=match.ruleset,
        options={**table.options, POSITION: dict(position)},
        access=Table.Access.LINK,
        host_seat=seat,
        bots=bots,
        rated=False,
        pinned=pinned(table.cards, table.card_list),
        branch=BranchedOff(match_id, event, stored.hash.hex(), seen_by),
    )
    return Branched(services.open_table(command, by=by, decision_id=decision_id), event)


def _position(match: MatchShown, at: int, seen_by: int) -> tuple[Json, int]:
    timeline = queries.timeline_of(match)
    if not 1 <= at <= match.version:
        raise NotFound("unknown_position", at=at, last=match.version)
    seed = secrets.token_bytes(32)
    for event in reversed([end for end in _moments(timeline, match) if end <= at]):
        position = position_from(timeline.game, timeline.state(event), seen_by, seed)
        if position is not None:
            return position, event
    raise Conflict("no_position_to_set_up", at=at)


def _moments(timeline: Timeline, match: MatchShown) -> Sequence[int]:
    """Where somebody had to decide while the game went on."""
    if not timeline.game.writes_positions:
        return ()
    return [end for end in timeline.ends(match.version) if timeline.game.outcome(timeline.state(end)) is None]


# --- showing ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SourceShown:
    """Where a match comes from; ``at`` is None where the asker may not look at that match."""

    at: GoesOnFrom | None
    event: int
    seat: str


@dataclass(frozen=True, slots=True)
class BranchShown:
    """A match that goes on from the one that is looked at."""

    table: UUID
    match: UUID | None
    event: int
    seat: str


def source_of(match: MatchShown, player: UUID | None) -> SourceShown | None:
    found = match.goes_on_from
    if found is None:
        return None
    may_look = Table.objects.filter(queries.open_to(player), match=found.match).exists()
    return SourceShown(found if may_look else None, found.event, _seat_name(match, found.seen_by))


def branches_of(match: MatchShown, player: UUID | None) -> tuple[BranchShown, ...]:
    """The asker's own matches that go on from this one, the latest first: others are known to who has their link."""
    if player is None:
        return ()
    own = Q(host=player) | Exists(Seat.objects.filter(of_person(player), table=OuterRef("pk")))
    rows = Table.objects.filter(own, source=match.id).exclude(status=Table.Status.CLOSED)
    return tuple(
        BranchShown(row.id, row.match, row.source_at or 0, _seat_name(match, row.source_seen_by))
        for row in rows.order_by("-opened_at")[:LISTED]
    )


def _seat_name(match: MatchShown, seat: int | None) -> str:
    return "" if seat is None else match.names[seat]


def offered(match: MatchShown, timeline: Timeline, at: int) -> Any:
    """Who had to decide after event ``at``: the seat that somebody plays on with by default. None where nobody did, or
    the game has no words for positions."""
    if not (match.is_over and timeline.game.writes_positions and timeline.is_end(at)):
        return None
    state = timeline.state(at)
    asked = timeline.game.awaiting(state) if timeline.game.outcome(state) is None else ()
    return asked[0].seat if asked else None

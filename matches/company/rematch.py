"""A rematch: one table for all who ask, seats moved on by one, bots there again."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID, uuid5

from players.friends.queries import could_be_asked
from web.errors import Conflict, NotAllowed, StaleVersion

from ..cardlists.shapes import Chosen
from ..clocks.controls import control_of
from ..games import game_of
from ..models import Match, Seat, Table
from ..play import practice, queries
from ..play.shapes import MatchShown, SeatShown
from ..tables import commands as c
from ..tables import queries as tables
from ..tables import services
from ..tables.rating import LIVE
from ..tables.services import TableChanged
from ..tables.turns import turns
from ..watching.rules import rule_of
from . import news

MAX_CLOSED = 20
"""Tables of one match that were opened for a rematch and closed again."""
ATTEMPTS = 4


@dataclass(frozen=True, slots=True)
class RematchShown:
    """``table`` is where it will be, None while nobody has asked; ``here`` are those already seated there."""

    may: bool
    """Whether whoever looks sat in the match, and so sits down there with one click."""
    seated: bool = False
    table: UUID | None = None
    match: UUID | None = None
    here: tuple[str, ...] = ()
    strangers: tuple[SeatShown, ...] = ()
    """Who else sat there and could be asked to be a friend."""


def shown(match: MatchShown) -> RematchShown | None:
    """None if there can be no rematch: while the match goes on, in practice, and in solo games, which one restarts."""
    if not match.is_over or match.practice or len(match.seats) < 2:
        return None
    me = None if match.my_seat is None else match.seats[match.my_seat].player
    others = could_be_asked(me, (seat.player for seat in match.seats if seat.player)) if me else []
    strangers = tuple(seat for seat in match.seats if seat.player in others)
    _, row = _latest(match.id)
    if row is None or row.status == Table.Status.CLOSED:
        return RematchShown(me is not None, strangers=strangers)
    names = tables.names_at(table_id=row.id, player=me)
    sitting = list(Seat.objects.filter(table=row.id).order_by("number").values_list("player", flat=True))
    here = tuple(name for name, player in zip(names, sitting, strict=False) if player)
    return RematchShown(me is not None, me in sitting if me else False, row.id, row.match, here, strangers)


def ask(match_id: UUID, *, by: UUID) -> TableChanged:
    """Open the table of the rematch, or sit down at it if somebody else has opened it; asking again changes nothing.

    Raises NotFound, NotAllowed (who had no seat), Conflict (not over; no seat is left there), GameUnavailable.
    """
    match = queries.match(match_id=match_id, player=by)
    if match.practice:
        return practice.set_up_again(match_id=match_id, by=by)
    if match.my_seat is None:
        raise NotAllowed("foreign_seat")
    if not match.is_over:
        raise Conflict("match_not_over")
    game_of(match)
    changed = _open_or_sit(match, by)
    news.tell(match_id)
    return changed


def _open_or_sit(match: MatchShown, by: UUID) -> TableChanged:
    """Open or sit down as things stand. If somebody gets there first, that is refused: then look again."""
    for last in (*(False,) * (ATTEMPTS - 1), True):
        number, row = _latest(match.id)
        if row is not None and row.status != Table.Status.CLOSED:
            try:
                return _sit(match, row, by)
            except Conflict:  # sits there by now, or somebody else does
                if last:
                    raise
        elif number + 1 >= MAX_CLOSED:
            raise Conflict("rematch_closed_too_often", most=MAX_CLOSED)
        else:
            try:
                return services.open_table(_command(match), by=by, table_id=_ids(match.id)[number + 1])
            except StaleVersion:  # somebody else has just opened it
                if last:
                    raise
    raise AssertionError("unreachable")


def _sit(match: MatchShown, row: Table, by: UUID) -> TableChanged:
    assert match.my_seat is not None
    seats = {seat.number: seat for seat in Seat.objects.filter(table=row.id)}
    if row.match is not None or by in (seat.player for seat in seats.values()):
        return TableChanged(row.id, row.version, row.match, repeated=True)
    own = _rotated(match.my_seat, len(match.seats))
    taken = bool(seats[own].player or seats[own].bot)
    return services.change(row.id, c.SitDown(None if taken else own, agrees=True), by=by)


def _command(match: MatchShown) -> c.OpenTable:
    """The same game between the same people: nobody else sits down there. They find it on the old match's page."""
    table = Table.objects.get(id=match.table)
    size = len(match.seats)
    people = [seat.player for seat in match.seats if seat.player]
    named = table.access == Table.Access.NAMED
    assert match.my_seat is not None
    return c.OpenTable(
        game=table.game,
        seats=size,
        ruleset=table.ruleset,
        options={name: value for name, value in table.options.items() if name != c.POSITION},
        access=Table.Access.NAMED if named else Table.Access.LINK,
        invited=tuple(people) if named else (),
        among=tuple(people),
        host_seat=_rotated(match.my_seat, size),
        bots={_rotated(seat.number, size): seat.bot for seat in match.seats if seat.bot},
        rated=table.rated,
        time=control_of(table.time),
        takebacks=table.takebacks,
        spectators=rule_of(table.spectators),
        speed=table.speed or LIVE,
        pinned=Chosen(table.card_list, 0, table.cards) if table.cards and table.card_list else None,
    )


def _rotated(seat: int, seats: int) -> int:
    return (seat + 1) % seats


def _ids(match_id: UUID) -> list[UUID]:
    return [uuid5(match_id, f"rematch {number}") for number in range(MAX_CLOSED)]


def _latest(match_id: UUID) -> tuple[int, Table | None]:
    """The last table that was opened for it, with its number; -1 if there is none.

    The next number follows from this reading alone: a table that comes later has it, and refuses to be opened again.
    """
    numbers = {id_: number for number, id_ in enumerate(_ids(match_id))}
    rows = {numbers[row.id]: row for row in Table.objects.filter(id__in=numbers)}
    return max(rows.items(), key=lambda one: one[0], default=(-1, None))


def next_of(player: UUID, besides: UUID) -> Match | Table | None:
    """Where a player goes from a finished match: a match that waits for them, a table where they sit, an open
    table of the same game."""
    waiting = turns(player).after(besides)
    if waiting is not None:
        return Match.objects.get(id=waiting)
    seated = Table.objects.filter(seat_rows__player=player, status=Table.Status.OPEN).order_by("-opened_at").first()
    if seated is not None:
        return seated
    game = Match.objects.filter(id=besides).values_list("game", flat=True).first() or ""
    open_now = Table.objects.filter(status=Table.Status.OPEN, access=Table.Access.ANYONE, game=game)
    free = open_now.filter(seat_rows__player__isnull=True, seat_rows__bot="", seat_rows__reserved__isnull=True)
    return free.exclude(host=player).order_by("-opened_at").first()

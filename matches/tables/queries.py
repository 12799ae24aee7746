"""Tables, and lists of tables and matches. Each query names the asker, who gets what they may see, or an error.

``player`` is the asker's player id, None for somebody who is nobody here. Sentences come in the current language.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone

from players.queries import of_person
from web.errors import NotFound

from .. import names
from ..clocks.controls import control_of
from ..models import BroughtCard, Match, Seat, Table
from ..names import agreed
from ..play.queries import PRACTICE, by_office, concerns, matches_shown, open_to, seats_shown
from ..play.shapes import Guest, MatchShown, SeatShown, TableShown
from ..watching.rules import rule_of
from . import pair_limit

LIST_LENGTH = 50


def open_tables(*, player: UUID | None, limit: int = LIST_LENGTH) -> list[TableShown]:
    """Tables with a free seat: the public ones, and those that concern the asker."""
    rows = Table.objects.filter(_listed_for(player), status=Table.Status.OPEN)
    return _tables_shown(rows.order_by("-opened_at", "id")[:limit], player)


def table(*, table_id: UUID, player: UUID | None) -> TableShown:
    """Raises NotFound, also if a table is for named players and the asker is none of them."""
    shown = _tables_shown(Table.objects.filter(open_to(player), id=table_id), player)
    if not shown and by_office(table_id, player):
        shown = _tables_shown(Table.objects.filter(id=table_id), player)
    if not shown:
        raise NotFound("unknown_table", table=str(table_id))
    return _with_limit(shown[0], player)


def _with_limit(shown: TableShown, player: UUID | None) -> TableShown:
    """The same, with those two for whom it will not be rated, the asker among them if they may sit down."""
    if not shown.rated or shown.status != Table.Status.OPEN:
        return shown
    named = {seat.player: seat.name for seat in shown.seats if seat.player is not None}
    if player is not None and "sit" in shown.may and player not in named:
        named |= names.players_named([player])
    pairs = pair_limit.played_enough(named, timezone.now())
    told = tuple(sorted(" – ".join(sorted(named[one] for one in pair)) for pair in pairs))
    return replace(shown, played_enough=told)


def names_at(*, table_id: UUID, player: UUID | None) -> tuple[str, ...]:
    """Who sits where, ``""`` for a free seat; empty for a table that the asker may not see."""
    shown = _tables_shown(Table.objects.filter(open_to(player), id=table_id), player)
    return tuple(seat.name for seat in shown[0].seats) if shown else ()


def matches(
    *,
    player: UUID | None,
    over: bool | None = None,
    game: str = "",
    cards: Collection[str] | None = None,
    card_list: UUID | None = None,
    brought: str = "",
    limit: int = LIST_LENGTH,
    skipped: int = 0,
) -> list[MatchShown]:
    """The latest matches that anyone may find, and the asker's own: only running or only finished ones if asked.

    ``cards`` are hashes of card lists (``""``: the game's own cards), ``card_list`` the list they were taken from,
    ``brought`` is a card that came into play in view of all. Practice is in no such list (``practice_matches``).
    The latest ``skipped`` are left out, and so is what was imported: that is in the archive.
    """
    tables = Table.objects.filter(_listed_for(player), imported__isnull=True).exclude(PRACTICE)
    if card_list is not None:
        tables = tables.filter(card_list=card_list)
    rows = Match.objects.filter(table__in=tables)
    if game:
        rows = rows.filter(game=game)
    if cards is not None:
        rows = rows.filter(cards__in=cards)
    if brought:
        late = Q(ended_at__isnull=True, table__spectators__isnull=False)  # they have not seen what came into play
        rows = rows.filter(id__in=BroughtCard.objects.filter(card=brought).values("match")).exclude(late)
    if over is not None:
        rows = rows.filter(ended_at__isnull=not over)
    return matches_shown(rows.order_by("-last_at", "id")[skipped : skipped + limit], player)


def matches_of(
    *, player: UUID, over: bool | None = None, limit: int = LIST_LENGTH, skipped: int = 0
) -> list[MatchShown]:
    """The matches in which the asker has a seat, or had one under another profile; the latest first, after the
    first ``skipped`` ones; without practice."""
    seats = Seat.objects.filter(of_person(player)).exclude(table__access=Table.Access.PRACTICE)
    rows = Match.objects.filter(table__in=seats.values("table"))
    if over is not None:
        rows = rows.filter(ended_at__isnull=not over)
    return matches_shown(rows.order_by("-last_at", "id")[skipped : skipped + limit], player)


def practice_matches(*, player: UUID, game: str = "", limit: int = LIST_LENGTH, skipped: int = 0) -> list[MatchShown]:
    """The asker's practice matches, lessons too, the latest first, after the first ``skipped`` ones."""
    rows = Match.objects.filter(table__in=Table.objects.filter(PRACTICE, host=player))
    if game:
        rows = rows.filter(game=game)
    return matches_shown(rows.order_by("-last_at", "id")[skipped : skipped + limit], player)


# --- rights, and making the shapes -------------------------------------------------------------------------


def _listed_for(player: UUID | None) -> Q:
    """Tables that the asker finds in lists."""
    return Q(access=Table.Access.ANYONE) | concerns(player)


def _tables_shown(rows: QuerySet[Table], player: UUID | None) -> list[TableShown]:
    found = list(rows.prefetch_related("seat_rows", "invitations"))
    known = names.players_named(
        id_
        for row in found
        for id_ in (row.host, *(s.player for s in row.seat_rows.all()), *(i.player for i in row.invitations.all()))
    )
    return [_table_shown(row, known, player) for row in found]


def _table_shown(row: Table, known: Mapping[UUID, str], player: UUID | None) -> TableShown:
    seats = seats_shown(row, known, player, None)
    guests = sorted((i.player for i in row.invitations.all()), key=str)
    called = [names.of_seats([(guest, "")], known)[0] for guest in guests]
    return TableShown(
        id=row.id,
        version=row.version,
        game=row.game,
        ruleset=row.ruleset,
        cards=row.cards,
        access=Table.Access(row.access),
        status=Table.Status(row.status),
        host=row.host,
        host_name=names.of_seats([(row.host, "")], known)[0],
        opened_at=row.opened_at,
        seats=seats,
        match=row.match,
        may=_rights(row, seats, player),
        agreed=agreed(row.game, row.ruleset, row.options),
        invited=tuple(Guest(guest, name) for guest, name in zip(guests, called, strict=True)),
        rated=row.rated,
        time=control_of(row.time),
        spectators=rule_of(row.spectators),
        reviewed=row.reviewed,
    )


def _rights(row: Table, seats: Sequence[SeatShown], player: UUID | None) -> frozenset[str]:
    if player is None or row.status != Table.Status.OPEN:
        return frozenset()
    rights = {"close", "seat_bot"} if player == row.host else set()
    if any(seat.mine for seat in seats):
        return frozenset(rights | {"stand"})
    invited = {invitation.player for invitation in row.invitations.all()}
    anybody = row.access != Table.Access.NAMED and not invited
    if anybody or player == row.host or player in invited:
        rights.add("sit")
    return frozenset(rights)

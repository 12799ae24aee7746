"""Somebody's games, all of them, guests' too: filtered, and page by page, the latest first.

A page is asked for by where the one before ended (``after``), so that a long history costs no more than a short one,
and nothing is shown twice where a game moves meanwhile.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Annotated, Literal
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from msgspec import Meta

from players.models import Player
from players.queries import of_person
from web.encoding import component
from web.errors import BadRequest

from .. import names
from ..models import Match, Seat, Table
from ..play.queries import matches_shown
from ..play.shapes import MatchShown

PAGE = 24
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games are wanted. An empty field filters nothing."""

    game: Annotated[str, Meta(max_length=40)] = ""
    opponent: Annotated[str, Meta(max_length=64, description="A part of the name of somebody who played, too.")] = ""
    result: Annotated[Literal["", "won", "lost", "shared"], Meta(description="How they ended for you.")] = ""
    state: Annotated[Literal["", "live", "over"], Meta(description="Only those that go on, or are over.")] = ""
    after: Annotated[str, Meta(max_length=80, description="`next` of the page before.")] = ""


@component("OwnGames")
@dataclass(frozen=True, slots=True)
class OwnGames:
    """A page of somebody's games, the latest first."""

    matches: list[MatchShown]
    next: Annotated[str, "What to send as `after` for the next page; empty on the last one."] = ""


def own_games(player: UUID, wanted: Wanted, *, limit: int = PAGE) -> OwnGames:
    """Without practice. Raises BadRequest (a malformed ``after``, an impossible name)."""
    if not wanted.opponent.isprintable():
        raise BadRequest("bad_field", field="opponent")
    rows = _filtered(player, wanted)
    if wanted.after:
        at, last = place_of(wanted.after)
        rows = rows.filter(Q(last_at__lt=at) | Q(last_at=at, id__gt=last))
    found = matches_shown(rows.order_by("-last_at", "id")[: limit + 1], player)
    page = found[:limit]
    return OwnGames(page, cursor_of(page[-1].last_at, page[-1].id) if len(found) > limit else "")


def _filtered(player: UUID, wanted: Wanted) -> QuerySet[Match]:
    seats = Seat.objects.filter(of_person(player)).exclude(table__access=Table.Access.PRACTICE)
    rows = Match.objects.filter(table__in=seats.values("table"))
    if wanted.game:
        rows = rows.filter(game=wanted.game)
    if wanted.state:
        rows = rows.filter(ended_at__isnull=wanted.state == "live")
    if wanted.opponent.strip():
        rows = rows.filter(Exists(_called(wanted.opponent.strip(), player)))
    if wanted.result:
        won = Exists(Seat.objects.filter(of_person(player), table=OuterRef("table"), number=OuterRef("winner")))
        nobody = Q(winner__isnull=True, automata=[])
        asked = {"won": Q(won), "lost": ~Q(won) & ~nobody, "shared": nobody}[wanted.result]
        rows = rows.filter(asked, ended_at__isnull=False)
    return rows


def _called(text: str, player: UUID) -> QuerySet[Seat]:
    """Seats of other players, bots too, whose names contain the text."""
    alike = [bot for bot in names.all_bots() if text.casefold() in names.bot_name(bot).casefold()]
    people = Player.objects.filter(name__icontains=text).values("id")
    others = Seat.objects.filter(table=OuterRef("table")).exclude(player=player)
    return others.filter(Q(player__in=people) | Q(bot__in=alike))


def cursor_of(at: datetime, match: UUID) -> str:
    return f"{(at - EPOCH) // timedelta(microseconds=1)}.{match}"


def place_of(after: str) -> tuple[datetime, UUID]:
    """Raises BadRequest."""
    micros, _, last = after.partition(".")
    try:
        if not (micros.isascii() and micros.isdigit()):
            raise ValueError(micros)
        return EPOCH + timedelta(microseconds=int(micros)), UUID(last)
    except (ValueError, OverflowError):
        raise BadRequest("bad_field", field="after") from None

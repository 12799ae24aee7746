"""The chance of each place at a rated table: before the match by ratings as they stand, afterwards by those as they
stood when it began. Only public ratings go in, so nothing of the match shows."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.utils import timezone

from players import queries as players
from players.ratings.events import LadderKey, ladder_key
from players.ratings.outcome import MAX_SEATED, bot, person
from players.ratings.pages.forecast import Forecast, forecast

from ..models import Seat, Table
from ..play.shapes import MatchShown, SeatShown, TableShown
from . import rating


def of_match(match: MatchShown, *, over: bool) -> Forecast | None:
    """None if the match is not rated. ``over``: with the actual result, if it is known."""
    if not match.rated or len(match.seats) > MAX_SEATED or _guests(match.seats):
        return None
    places = [seat.rank or 0 for seat in match.seats] if over and match.is_over else []
    return forecast(
        _ladder(match.table, match.game, match.ruleset),
        [_who(seat) for seat in match.seats],
        match.started_at,
        places=places,
        game=match.rated_game if places else None,
        before=match.rated_game,
        me=_me(match.seats),
    )


def of_table(table: TableShown, player: UUID | None) -> Forecast | None:
    """For those who sit there now, and for the asker if a seat is free for them. None for fewer than two."""
    if not table.rated or table.status != Table.Status.OPEN or len(table.seats) > MAX_SEATED:
        return None
    seats = [seat for seat in table.seats if not seat.is_free]
    joining = player is not None and table.my_seat is None and "sit" in table.may
    whos = [_who(seat) for seat in seats] + ([person(player)] if joining and player else [])
    if _guests(seats) or (joining and player and players.guests([player])):
        return None
    me = "" if player is None else person(player)
    return forecast(_ladder(table.id, table.game, table.ruleset), whos, timezone.now(), me=me)


def _ladder(table: UUID, game: str, ruleset: str) -> LadderKey:
    speed = Table.objects.values_list("speed", flat=True).get(id=table)
    with_bots = Seat.objects.filter(table=table).exclude(bot="").exists()
    return ladder_key(game, ruleset, rating.ladder_of(speed, with_bots))


def _who(seat: SeatShown) -> str:
    return bot(seat.bot) if seat.player is None else person(seat.player)


def _me(seats: Sequence[SeatShown]) -> str:
    return next((_who(seat) for seat in seats if seat.mine), "")


def _guests(seats: Sequence[SeatShown]) -> bool:
    """Whether a guest sits here: then nothing is rated."""
    return bool(players.guests(seat.player for seat in seats if seat.player is not None))

"""Rated matches: which tables may be rated, and what follows when such a match is over."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any
from uuid import UUID, uuid5

import structlog

from elekt_core.ruleset import Ruleset
from players import queries as players
from players.ratings import services as ratings
from players.ratings.events import ladder_key
from players.ratings.models import RatedGame
from players.ratings.outcome import MAX_SEATED, bot, person
from web.errors import Conflict, Refused

from ..clocks.controls import BOT, TimeControl
from ..models import Match, Seat, Table
from . import pair_limit
from .events import TableFold

LIVE = "live"
"""The speed of what is played here in one go; it names the ladder."""
AGAINST_BOTS = "bots"
"""Names the ladder on which matches with bots count instead: what one wins from them moves no rating among people."""

log = structlog.get_logger()


def settled(asked: bool | None, host: UUID, why_not: str) -> bool:
    """Whether a new table is rated: as ``asked``, or by default whenever it can be and its host has an account.

    Raises Conflict where it was asked for and ``why_not`` says that it cannot be.
    """
    if asked and why_not:
        raise Conflict("cannot_be_rated", why=why_not)
    return not why_not and (asked or (asked is None and not players.guests([host])))


def why_not(
    ruleset: Ruleset,
    *,
    seats: int,
    access: str,
    cards: str,
    options: Mapping[str, Any],
    bots: Sequence[str],
    time: TimeControl | None = None,
    open_hands: bool = False,
) -> str:
    """What keeps a table from being rated, as a word; ``""`` if nothing does."""
    if access == Table.Access.PRACTICE or "position" in options:
        return "practice"
    if ruleset.automata or not 2 <= seats <= MAX_SEATED:
        return "not_two_to_four"
    if cards:
        return "own_cards"
    if time is not None and time.flag == BOT:
        return "bot_plays_on"
    if open_hands:
        return "open_hands"
    if len(bots) == seats:
        return "bots_alone"
    return "bot_twice" if len(set(bots)) < len(bots) else ""


def ladder_of(speed: str, with_bots: bool) -> str:
    """The speed of the ladder on which a match counts: with bots their own, however slowly it is played."""
    return AGAINST_BOTS if with_bots else speed


def check_bot(table: TableFold, name: str) -> None:
    """Raises Conflict if the same bot would sit there twice: it would play itself for rating points."""
    if table.rated and any(place.bot == name for place in table.places):
        raise Conflict("bot_twice_when_rated", bot=name)


def match_ended(row: Match, actor: str, *, stood_in: bool) -> None:
    """Rate a match whose end was just stored, in the same transaction; does nothing if it is not rated.

    It counts where its table was opened as a rated one, somebody plays there and everybody has an account, or is a bot,
    and nobody has decided for somebody else (``stood_in``); not where an arbiter has annulled it, or two of them play
    each other too often (``pair_limit``).
    """
    table = Table.objects.get(id=row.table_id)
    if not table.rated or stood_in or not row.ranks or pair_limit.is_beyond(row):
        return
    seats = list(Seat.objects.filter(table=table).order_by("number"))
    if all(seat.player is None for seat in seats):  # it was opened when such tables could be rated
        return
    if players.guests(seat.player for seat in seats if seat.player):
        return
    assert row.ended_at is not None
    try:
        ratings.record(
            game=rated_game(row.id),
            ladder=ladder_key(row.game, row.ruleset, ladder_of(table.speed, any(seat.bot for seat in seats))),
            seats=[bot(seat.bot) if seat.player is None else person(seat.player) for seat in seats],
            places=row.ranks,
            played_at=row.ended_at,
            actor=actor,
            source=f"match:{row.id}",
        )
    except Refused as refused:  # the match has ended all the same
        log.error("match not rated", match=str(row.id), code=refused.code)


def rated_game(match: UUID) -> UUID:
    """The id under which a match is rated."""
    return uuid5(match, "rated")


def counted(matches: Collection[UUID]) -> Mapping[UUID, UUID]:
    """Those of ``matches`` that were rated, with the rated game's id."""
    games = {rated_game(match): match for match in matches}
    return {games[game]: game for game in RatedGame.objects.filter(game__in=games).values_list("game", flat=True)}

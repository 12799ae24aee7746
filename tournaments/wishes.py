"""Changes of the field and its penalties as somebody wishes for them: looked at first, or made at once, by the same
events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import assert_never
from uuid import UUID

from elekt_core.registry import get_bot
from matches.games import game_with
from matches.names import bot_name
from players import queries as players
from players.models import Player
from web.errors import NotFound

from . import events as e
from . import rating, written_down
from .decisions import field, windows
from .decisions.field import Newcomer
from .events import TournamentEvent
from .formats.contract import EntrantNo
from .state import State


@dataclass(frozen=True, slots=True)
class Enters:
    """Players, bots, and ``people`` who are saved with it since nobody knew them before. ``here``: they are to be
    seated at once, so where players are checked in, they are."""

    newcomers: tuple[Newcomer, ...]
    people: tuple[Player, ...] = ()
    here: bool = False


@dataclass(frozen=True, slots=True)
class Leaves:
    """Somebody plays no further round; before anything of theirs has begun, the entry is struck off."""

    no: int


@dataclass(frozen=True, slots=True)
class Returns:
    no: int


@dataclass(frozen=True, slots=True)
class Penalised:
    """``points`` are half-points; 0 is a warning."""

    no: int
    stage: str
    points: int


@dataclass(frozen=True, slots=True)
class Lifted:
    """``index`` counts the stage's penalties from 0."""

    stage: str
    index: int


Wish = Enters | Leaves | Returns | Penalised | Lifted


def events(
    state: State, wish: Wish, *, at: datetime, by: UUID | None = None, remark: UUID | None = None
) -> list[TournamentEvent]:
    """What it is in events; nothing happens by it. ``by`` enters others. Raises NotFound, NotAllowed (somebody who was
    written down elsewhere), BadRequest, Conflict, UnknownBot."""
    match wish:
        case Enters():
            _check_known(state, wish, by)
            newcomers = rating.with_ratings(state, _as_now(wish.newcomers))
            batch = field.enter(state, newcomers, at=at, by_organiser=True)
            return [*batch, *_checked_in(state, batch)] if wish.here and state.settings.check_in else batch
        case Leaves(no):
            if any(no in one.entrants for one in state.stages.values()):
                return field.withdraw(state, EntrantNo(no), remark=remark) + windows.walkovers(state, EntrantNo(no))
            return field.remove(state, EntrantNo(no), remark=remark)
        case Returns(no):
            return field.bring_back(state, EntrantNo(no))
        case Penalised(no, stage, points):
            return field.penalise(state, EntrantNo(no), stage, points, remark=remark)
        case Lifted(stage, index):
            return field.lift_penalty(state, stage, index, remark=remark)
        case _:
            assert_never(wish)


def _checked_in(state: State, batch: Sequence[TournamentEvent]) -> list[TournamentEvent]:
    come = [event.no for event in batch if isinstance(event, (e.EntrantEntered, e.EntrantReturned))]
    return [e.EntrantCheckedIn(no) for no in come if no not in state.entries or not state.entries[no].checked_in]


def _check_known(state: State, wish: Enters, by: UUID | None) -> None:
    new = {person.id for person in wish.people}
    check_players(state, [one.player for one in wish.newcomers if one.player and one.player not in new], by)
    check_bots(state, [one.bot for one in wish.newcomers if one.bot])


def _as_now(newcomers: Sequence[Newcomer]) -> list[Newcomer]:
    """Who is named by a profile that was merged into another is entered under the one that was kept."""
    now = players.now_of(one.player for one in newcomers if one.player)
    return [replace(one, player=now[one.player]) if one.player else one for one in newcomers]


def check_players(state: State, ids: Sequence[UUID], by: UUID | None) -> None:
    """Whom ``by`` enters or lets play. Raises NotFound, NotAllowed."""
    known = players.names(ids)
    if missing := [one for one in ids if one not in known]:
        raise NotFound("unknown_player", field="player", player=str(missing[0]))
    written_down.check_may_enter(ids, by=by, event=state.id, league=state.league)


def check_bots(state: State, names: Sequence[str]) -> None:
    """Raises UnknownBot."""
    for bot in dict.fromkeys(names):
        get_bot(game_with(state.game, state.cards), bot)


def names(wish: Wish | None, batch: Sequence[TournamentEvent]) -> Mapping[EntrantNo, str]:
    """Of those whom ``batch``, the events of ``wish``, would enter."""
    if not isinstance(wish, Enters):
        return {}
    entered = [event for event in batch if isinstance(event, e.EntrantEntered)]
    known = players.names([one.player for one in entered if one.player])
    new = {person.id: person.name for person in wish.people}
    called = {**known, **new}
    return {one.no: called.get(one.player, "?") if one.player else bot_name(one.bot) for one in entered}

"""Everything a command names, looked up before it is decided: people, bots, card lists, ratings, earlier events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from elekt_core.registry import get_bot
from ledger import store
from matches.games import game_with
from matches.names import bot_name
from players import queries as players
from players.models import NAME_LENGTH, Player
from players.names.bots import is_like_a_bots
from players.services import new_person
from web.errors import BadRequest, NotFound

from . import commands as c
from . import events as e
from . import opening, rating, rights, silent, undoing, written_down
from .commands import Command
from .consent import entering
from .decisions.field import Newcomer
from .events import KINDS, TournamentEvent
from .formats.contract import EntrantNo
from .settings import Settings, StagePlan
from .state import Role, State

OWNERS = (e.RoleGranted, e.RoleRevoked, e.TournamentReopened, e.TournamentCancelled)
"""What owners alone do, and take back."""


@dataclass(frozen=True, slots=True)
class Known:
    """A command with everything it names looked up, and new ``people``, who are saved with it."""

    command: Command
    people: tuple[Player, ...] = ()


def look_up(state: State, command: Command, by: UUID) -> Known:
    """Raises NotFound, NotAllowed (somebody who was entered by name elsewhere), BadRequest, Conflict, UnknownBot."""
    match command:
        case c.Enter():
            return _entering(state, command, by)
        case c.EnterOneself():
            (newcomer,) = rating.with_ratings(state, [Newcomer(by, rating=command.rating)])
            return Known(replace(command, rating=newcomer.rating))
        case c.Substitute(player=player, bot=bot):
            check_players(state, [player] if player else [], by)
            check_bots(state, [bot] if bot else [])
            return Known(replace(command, player=None if player is None else players.now_of([player])[player]))
        case c.BringBack(no):
            entry = state.entries.get(EntrantNo(no))
            if entry is not None and entry.player is not None:
                entering.check_may_be_entered([entry.player], by=by, event=written_down.tournament(state))
        case c.GrantRole(player, role):
            if role is not None and (players.player(player) is None or players.written_down([player])):
                raise NotFound("unknown_player", field="player", player=str(player))
        case c.Report(ref=ref) | c.NotePresence(ref=ref):
            return Known(replace(command, silent=silent.seats(state, ref)))
        case c.AddStage(plan):
            _check_stages(state, [plan])
        case c.PlanStages(stages):
            _check_stages(state, stages)
        case c.ChangeSettings(title, settings, stages):
            _check_stages(state, stages)
            _check_settings(state, settings, by)
            return Known(replace(command, title=opening.titled(title)))
        case c.ChangeTournament(title, settings):
            _check_settings(state, settings, by)
            return Known(replace(command, title=opening.titled(title)))
        case c.Undo():
            return Known(_latest(state, command, by))
        case _:
            pass
    return Known(command)


def _check_stages(state: State, stages: Sequence[StagePlan]) -> None:
    opening.check_stages(stages, game_with(state.game, state.cards).ruleset(state.ruleset).seats)


def _check_settings(state: State, settings: Settings, by: UUID) -> None:
    settings.check_tables()
    if settings.club != state.settings.club:
        opening.check_club(settings.club, by)


def _latest(state: State, command: c.Undo, by: UUID) -> c.Undo:
    stored = store.read(state.id)
    back = undoing.latest(state, stored, None)
    if any(isinstance(KINDS.read(event), OWNERS) for event in stored[back.first - 1 : back.last]):
        rights.check_role(state, by, Role.OWNER)
    return replace(command, first=back.first, last=back.last)


# --- people -------------------------------------------------------------------------------------------------


def _entering(state: State, command: c.Enter, by: UUID) -> Known:
    check_players(state, [one.player for one in command.newcomers if one.player], by)
    check_bots(state, [one.bot for one in command.newcomers if one.bot])
    now = players.now_of(one.player for one in command.newcomers if one.player)
    people: list[Player] = []
    entering: list[Newcomer] = []
    for one in command.newcomers:
        if one.player:  # a profile that was merged into another is entered under the one that was kept
            one = replace(one, player=now[one.player])
        elif one.name:
            people.append(written(state.id, one.name))
            one = replace(one, player=people[-1].id)
        entering.append(one)
    return Known(replace(command, newcomers=tuple(rating.with_ratings(state, entering))), tuple(people))


def written(event: UUID, name: str) -> Player:
    """A new person whom an organiser enters by name in a tournament or a league. Raises BadRequest."""
    try:
        person = new_person(name, written_in=event)
    except ValueError:
        raise BadRequest("not_a_name", field="name", most=NAME_LENGTH) from None
    if is_like_a_bots(person.name):
        raise BadRequest("name_of_a_bot", field="name", name=person.name)
    return person


def check_players(state: State, ids: Sequence[UUID], by: UUID | None) -> None:
    """Whether ``by`` may enter these players or let them play. Raises NotFound, NotAllowed."""
    known = players.names(ids)
    if missing := [one for one in ids if one not in known]:
        raise NotFound("unknown_player", field="player", player=str(missing[0]))
    event = written_down.tournament(state)
    written_down.check_may_enter(ids, by=by, event=event)
    entering.check_may_be_entered(ids, by=by, event=event)


def check_bots(state: State, names: Sequence[str]) -> None:
    """Raises UnknownBot."""
    for bot in dict.fromkeys(names):
        get_bot(game_with(state.game, state.cards), bot)


def names(people: Sequence[Player], batch: Sequence[TournamentEvent]) -> Mapping[EntrantNo, str]:
    """The names of those whom ``batch`` would enter; ``people`` are not saved yet."""
    entered = [event for event in batch if isinstance(event, e.EntrantEntered)]
    known = players.names([one.player for one in entered if one.player])
    called = {**known, **{person.id: person.name for person in people}}
    return {one.no: called.get(one.player, "?") if one.player else bot_name(one.bot) for one in entered}

"""Decides commands on the league's own stream. Players' profiles are looked up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never
from uuid import UUID

from matches.games import game_with
from players import queries as players
from tournaments import opening, written_down
from tournaments.consent import entering
from tournaments.state import Role
from web.errors import BadRequest, Conflict, NotFound

from . import commands as c
from . import events as e
from . import seasons
from .commands import Decided
from .events import LeagueEvent
from .rights import check_right, profile_in
from .rules import check, check_seats
from .state import League

MAX_WAITING = 1000


def check_known(command: Decided) -> None:
    """Checks that do not depend on the league. Raises NotFound, BadRequest, Conflict (a plan that cannot be
    played)."""
    match command:
        case c.ChangeLeague(rules=rules):
            check(rules)
        case c.GrantRole(player, role):
            _check_players([player])
            if role is Role.SCORER:
                raise BadRequest("bad_field", field="role")
            if role is not None and players.written_down([player]):
                raise NotFound("unknown_player", field="player", player=str(player))
        case c.Enter(entered, people):
            _check_players([*entered, *(player for _name, player in people if player is not None)])
        case _:
            pass


def decide(
    state: League, command: Decided, *, by: UUID, new: Sequence[UUID] = (), remark: UUID | None = None
) -> Sequence[LeagueEvent]:
    """``new`` are the people created for names. Raises NotFound, NotAllowed, Conflict."""
    match command:
        case c.ChangeLeague():
            return _changed(state, command, by)
        case c.GrantRole(player, role):
            return _role(state, player, role, by)
        case c.Join():
            me = profile_in(state, by)
            if _is_in(state, me):
                return [] if me in state.own else [e.MemberConfirmed(me)]
            if not state.open_entry:
                raise Conflict("entry_by_organiser")
            return _joined(state, by, by)
        case c.Enter(entered, people):
            return _entered(state, entered, people, new, by)
        case c.Leave(player):
            return _left(state, by if player is None else player, by)
        case c.CorrectSeason(number, playoffs):
            check_right(state, by, Role.OWNER)
            season = state.season(number)
            if season is None:
                raise NotFound("unknown_season", season=number)
            now = seasons.closing_now(season, playoffs)
            return [] if now == season.closing else [e.SeasonCorrected(number, now, remark)]
        case _:
            assert_never(command)


def _changed(state: League, command: c.ChangeLeague, by: UUID) -> Sequence[LeagueEvent]:
    check_right(state, by, Role.OWNER)
    rules = command.rules
    check_seats(rules, game_with(state.game, "").ruleset(state.ruleset).seats)
    whose = state.club if command.club is None else command.club
    if whose != state.club:
        opening.check_club(whose, by)
    changed = e.LeagueChanged(opening.titled(command.title), rules, command.listed, command.open_entry, whose)
    same = e.LeagueChanged(state.title, rules, state.listed, state.open_entry, state.club)
    return [] if same == changed and state.rules == rules else [changed]


def _role(state: League, player: UUID, role: Role | None, by: UUID) -> Sequence[LeagueEvent]:
    check_right(state, by, Role.OWNER)
    if state.roles.get(player) is role:
        return []
    if [one for one, held in state.roles.items() if held is Role.OWNER] == [player]:
        raise Conflict("last_owner")
    return [e.LeagueRoleRevoked(player) if role is None else e.LeagueRoleGranted(player, role)]


def _entered(
    state: League,
    entered: Sequence[UUID],
    people: Sequence[tuple[str, UUID | None]],
    new: Sequence[UUID],
    by: UUID,
) -> Sequence[LeagueEvent]:
    check_right(state, by, Role.ARBITER)
    known = [*entered, *(player for _name, player in people if player is not None)]
    event = written_down.of_league(state)
    written_down.check_may_enter(known, by=by, event=event)
    entering.check_may_be_entered(known, by=by, event=event)
    made = iter(new)
    ids = [*entered, *(player or next(made) for _name, player in people)]
    now = players.now_of(ids)
    return [event for player in dict.fromkeys(now[one] for one in ids) for event in _joined(state, player, by)]


def _joined(state: League, player: UUID, by: UUID) -> Sequence[LeagueEvent]:
    who = profile_in(state, player)
    if len(state.waiting) >= MAX_WAITING:
        raise Conflict("tournament_full", most=MAX_WAITING)
    return [] if _is_in(state, who) else [e.MemberJoined(who, own=player == by)]


def _is_in(state: League, player: UUID) -> bool:
    return player in state.waiting or (player in state.members() and player not in state.leaving)


def _left(state: League, player: UUID, by: UUID) -> Sequence[LeagueEvent]:
    who = profile_in(state, player)
    if who not in (by, profile_in(state, by)):
        check_right(state, by, Role.ARBITER)
    if who not in state.waiting and who not in state.members():
        raise NotFound("not_in_league")
    return [] if who in state.leaving else [e.MemberLeft(who)]


def _check_players(people: Sequence[UUID]) -> None:
    known = players.names(people)
    if missing := [player for player in people if player not in known]:
        raise NotFound("unknown_player", field="player", player=str(missing[0]))

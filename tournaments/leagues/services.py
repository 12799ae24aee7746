"""Every change to a league comes in here. What happens at its tables goes through ``tournaments.services``.

A service does the whole of what was asked and returns, or raises and has changed nothing. Opening and closing a season
touch two streams, the tournament's first: asked again after a failure between the two, they go on where it was.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from ledger import changing, notify, store
from ledger.changing import Kept, Streams
from ledger.errors import DecisionTaken
from ledger.events import NewEvent
from matches.games import game_with
from players import queries as players
from tournaments import chance, commands, lookups, opening, plans, written_down
from tournaments import events as te
from tournaments import services as tournaments
from tournaments.cache import cache
from tournaments.decisions import publishing, rounds
from tournaments.evolve import evolve_all
from tournaments.formats.contract import BadPlan, EntrantNo
from tournaments.settings import StagePlan
from tournaments.state import Role
from tournaments.state import State as Tournament
from web.errors import BadRequest, Conflict, NotAllowed, NotFound, StaleVersion, of_ledger

from . import events as e
from . import moving
from .events import KINDS, LeagueEvent, Members, Place
from .projection import save
from .rules import Division, Rules, check, check_seats
from .state import League, Season, evolve, fold

MOST_WAITING = 1000
Decide = Callable[[League], Sequence[LeagueEvent]]


@dataclass(frozen=True, slots=True)
class Changed:
    """``events`` are what the change added, none where nothing was to be done."""

    league: UUID
    version: int
    events: tuple[LeagueEvent, ...] = ()
    repeated: bool = False


# --- the league -------------------------------------------------------------------------------------------


def open_league(
    *,
    owner: UUID,
    title: str,
    game: str,
    rules: Rules,
    ruleset: str = "",
    listed: bool = True,
    open_entry: bool = True,
    club: str = "",
    decision_id: UUID | None = None,
) -> Changed:
    """Raises BadRequest, Conflict (a plan that cannot be played), UnknownGame."""
    check(rules)
    agreed = game_with(game, "").ruleset(ruleset)
    check_seats(rules, agreed.seats)
    opening.check_club(club, owner)
    opened = e.LeagueOpened(opening.titled(title), game, agreed.name, owner, rules, listed, open_entry, club)
    league_id = store.new_stream() if decision_id is None else uuid5(decision_id, f"league of {owner}")
    return _change(league_id, owner, lambda state: [] if state.rules else [opened], decision_id=decision_id, new=True)


def change_league(
    *,
    league_id: UUID,
    by: UUID,
    title: str,
    rules: Rules,
    listed: bool,
    open_entry: bool,
    club: str | None = None,
    **how: Any,
) -> Changed:
    """What is agreed from the next season on; a season that runs keeps its own. Without ``club`` it stays whose it is.
    Raises as ``open_league``."""
    check(rules)

    def decide(state: League) -> Sequence[LeagueEvent]:
        check_right(state, by, Role.OWNER)
        check_seats(rules, game_with(state.game, "").ruleset(state.ruleset).seats)
        whose = state.club if club is None else club
        if whose != state.club:
            opening.check_club(whose, by)
        changed = e.LeagueChanged(opening.titled(title), rules, listed, open_entry, whose)
        same = e.LeagueChanged(state.title, rules, state.listed, state.open_entry, state.club)
        return [] if same == changed and state.rules == rules else [changed]

    return _change(league_id, by, decide, **how)


def grant_role(*, league_id: UUID, by: UUID, player: UUID, role: Role | None, **how: Any) -> Changed:
    """Owners and arbiters; None takes it away. Raises NotFound, NotAllowed, BadRequest, Conflict."""
    _known_players([player])
    if role is Role.SCORER:
        raise BadRequest("bad_field", field="role")
    if role is not None and players.written_down([player]):
        raise NotFound("unknown_player", field="player", player=str(player))

    def decide(state: League) -> Sequence[LeagueEvent]:
        check_right(state, by, Role.OWNER)
        if state.roles.get(player) is role:
            return []
        if [one for one, held in state.roles.items() if held is Role.OWNER] == [player]:
            raise Conflict("last_owner")
        return [e.LeagueRoleRevoked(player) if role is None else e.LeagueRoleGranted(player, role)]

    return _change(league_id, by, decide, **how)


# --- members ----------------------------------------------------------------------------------------------


def join(*, league_id: UUID, player: UUID, **how: Any) -> Changed:
    """Wait for the next season; who wanted to leave stays after all, and whom an officer has entered confirms it.
    Raises NotFound, Conflict."""

    def decide(state: League) -> Sequence[LeagueEvent]:
        me = profile_in(state, player)
        if _is_in(state, me):
            return [] if me in state.own else [e.MemberConfirmed(me)]
        if not state.open_entry:
            raise Conflict("entry_by_organiser")
        return _joined(state, player, player)

    return _change(league_id, player, decide, **how)


def enter(*, league_id: UUID, by: UUID, newcomers: Sequence[UUID], **how: Any) -> Changed:
    """An officer enters players, in this order. Who is in already stays. Raises NotFound, NotAllowed (also: of who
    was written down elsewhere), Conflict."""
    _known_players(newcomers)

    def decide(state: League) -> Sequence[LeagueEvent]:
        check_right(state, by, Role.ARBITER)
        written_down.check_may_enter(newcomers, by=by, event=league_id)
        now = players.now_of(newcomers)
        return [
            event for player in dict.fromkeys(now[one] for one in newcomers) for event in _joined(state, player, by)
        ]

    return _change(league_id, by, decide, **how)


def enter_names(*, league_id: UUID, by: UUID, newcomers: Sequence[tuple[str, UUID | None]], **how: Any) -> Changed:
    """The same by name: who has no player (None) becomes a new person without account. All or none."""
    people = [lookups.written(league_id, name) for name, player in newcomers if player is None]
    new = iter(people)
    ids = [player or next(new).id for _, player in newcomers]
    known = [player for _, player in newcomers if player is not None]
    _known_players(known)

    def decide(state: League) -> Sequence[LeagueEvent]:
        check_right(state, by, Role.ARBITER)
        written_down.check_may_enter(known, by=by, event=league_id)
        now = players.now_of(ids)
        return [event for player in dict.fromkeys(now[one] for one in ids) for event in _joined(state, player, by)]

    return _change(league_id, by, decide, beside=people, **how)


def _joined(state: League, player: UUID, by: UUID) -> Sequence[LeagueEvent]:
    who = profile_in(state, player)
    if len(state.waiting) >= MOST_WAITING:
        raise Conflict("tournament_full", most=MOST_WAITING)
    return [] if _is_in(state, who) else [e.MemberJoined(who, own=player == by)]


def _is_in(state: League, player: UUID) -> bool:
    return player in state.waiting or (player in state.members() and player not in state.leaving)


def leave(*, league_id: UUID, by: UUID, player: UUID, **how: Any) -> Changed:
    """Not to play the next season: players themselves, officers anybody. The season that runs is left through its
    tournament. Raises NotFound, NotAllowed."""

    def decide(state: League) -> Sequence[LeagueEvent]:
        who = profile_in(state, player)
        if who not in (by, profile_in(state, by)):
            check_right(state, by, Role.ARBITER)
        if who not in state.waiting and who not in state.members():
            raise NotFound("not_in_league")
        return [] if who in state.leaving else [e.MemberLeft(who)]

    return _change(league_id, by, decide, **how)


# --- seasons ----------------------------------------------------------------------------------------------


def open_season(*, league_id: UUID, by: UUID, starts: datetime | None = None, **how: Any) -> Changed:
    """The next season: a tournament with a stage for each division, and for its final where it has one; entries from
    the last season's moves and those who wait.

    Raises NotFound, NotAllowed, Conflict (a season runs, too few members, a division of an impossible size).
    """
    state = existing(league_id)
    check_right(state, by, Role.ARBITER)
    if (done := _done_before(league_id, by, **how)) is not None:
        return done
    if state.running is not None:
        raise Conflict("season_runs", season=state.running.no)
    no = len(state.seasons) + 1
    tournament = _season_tournament(state, no, by, starts)

    def decide(now: League) -> Sequence[LeagueEvent]:
        return [] if len(now.seasons) >= no else [_season_opened(now, no, tournament)]

    return _change(league_id, by, decide, **how)


def _season_tournament(state: League, no: int, by: UUID, starts: datetime | None) -> UUID:
    """Its id follows from the league and the season, so that it is opened once."""
    assert state.rules is not None
    divisions = moving.next_divisions(state)
    if sum(map(len, divisions)) < 2:
        raise Conflict("too_few_members")
    for division, members in zip(state.rules.divisions, divisions, strict=False):
        _check_field(division, len(members))
    stages = moving.stages_of(state.rules, len(divisions))
    now = players.now_of(state.roles)
    owner = now[state.owner]
    opened = opening.first_event(
        owner=owner,
        title=f"{state.title} · {no}"[: opening.MAX_TITLE],
        game=state.game,
        ruleset=game_with(state.game, "").newest(state.ruleset).name,
        stages=stages,
        settings=replace(
            state.rules.settings(starts.isoformat(timespec="seconds") if starts else "", listed=state.listed),
            club=state.club,
        ),
        league=state.id,
    )
    roles = [te.RoleGranted(now[player], role) for player, role in state.roles.items() if now[player] != owner]
    tournament_id = uuid5(state.id, f"season {no}")
    tournaments.open_with(owner=by, events=[opened, *roles, *_entries(divisions)], tournament_id=tournament_id)
    return tournament_id


def _check_field(division: Division, members: int) -> None:
    try:
        plans.check(plans.read(division.plan), members)
    except BadPlan as bad:
        raise Conflict(bad.reason.code, **{**bad.reason.data, "field": bad.field}) from bad


def _entries(divisions: Sequence[Members]) -> list[te.TournamentEvent]:
    people = [(at, player) for at, members in enumerate(divisions) for player in members]
    now = players.now_of(player for _, player in people)  # two profiles may have been made one since they joined
    return [
        te.EntrantEntered(EntrantNo(no), now[player], division=moving.key_of(at))
        for no, (at, player) in enumerate(people, start=1)
    ]


def _season_opened(state: League, no: int, tournament: UUID) -> LeagueEvent:
    """The roster is read from the tournament: it may have been opened by somebody else a moment ago."""
    assert state.rules is not None
    season = cache.state(tournament)
    keys = [plan.key for plan in season.planned if plan.source.division]
    places = tuple(
        Place(entry.no, entry.player, keys.index(entry.division))
        for entry in season.entries.values()
        if entry.player is not None
    )
    return e.SeasonOpened(no, tournament, places, state.rules, len(keys))


def begin_season(
    *,
    league_id: UUID,
    by: UUID,
    decision_id: UUID | None = None,
    expected_version: int | None = None,
    season_version: int | None = None,
) -> Changed:
    """Start all divisions that have not started, the finals of those that are over, and the play-offs between two that
    are; and publish their tables. One change of the season's tournament, or nothing.

    ``expected_version`` is the league's, ``season_version`` its tournament's. Raises NotFound, NotAllowed, Conflict,
    StaleVersion.
    """
    state = existing(league_id)
    check_right(state, by, Role.ARBITER)
    if any(_is_done(tournaments.TOURNAMENTS, one.tournament, decision_id, by) for one in state.seasons):
        return Changed(league_id, state.version, repeated=True)
    if expected_version not in (None, state.version):
        raise StaleVersion(expected_version, state.version)
    if state.running is None:
        raise Conflict("no_season_runs")
    season, now, seeds = state.running, timezone.now(), defaultdict[str, bytes](chance.lots)

    def decide(before: Tournament) -> Sequence[te.TournamentEvent]:
        return _begun(season, before, state.leaving, seeds, now)

    done = tournaments.change_with(
        season.tournament,
        by,
        Role.ARBITER,
        decide,
        now=now,
        decision_id=decision_id,
        expected_version=season_version,
    )
    return Changed(league_id, state.version, repeated=done.repeated)


def _begun(
    season: Season, before: Tournament, leaving: Collection[UUID], seeds: Mapping[str, bytes], now: datetime
) -> Sequence[te.TournamentEvent]:
    """``seeds`` has one for whatever is asked for. Raises Conflict."""
    batch: list[te.TournamentEvent] = []
    for key in moving.to_begin(before):
        batch += rounds.start(evolve_all(before, batch, now), key, seed=seeds[key])
    played = evolve_all(before, batch, now)
    for plan in moving.borders_to_begin(season, played, moving.gone(season, played, leaving)):
        batch += _added(evolve_all(before, batch, now), plan, seeds[plan.key])
    for key, stage in evolve_all(before, batch, now).stages.items():
        if not stage.rounds:
            batch += publishing.next_tables(evolve_all(before, batch, now), key, at=now)
    return batch


def _added(state: Tournament, plan: StagePlan, seed: bytes) -> Sequence[te.TournamentEvent]:
    """Raises BadRequest, Conflict."""
    opening.check_stages([plan], game_with(state.game, state.cards).ruleset(state.ruleset).seats)
    return rounds.add(state, plan, seed=seed)


def close_season(
    *,
    league_id: UUID,
    by: UUID,
    playoffs: Mapping[int, Members] | None = None,
    decision_id: UUID | None = None,
    expected_version: int | None = None,
    season_version: int | None = None,
) -> Changed:
    """The last season is over: final standings, and who moves. Nothing happens the second time.

    ``playoffs``: by the upper division (from 0), who won a place in it, where that was not played in the season. The
    versions are as for ``begin_season``. Raises NotFound, NotAllowed, Conflict, StaleVersion.
    """
    how: dict[str, Any] = {"decision_id": decision_id, "expected_version": expected_version}
    state = existing(league_id)
    check_right(state, by, Role.ARBITER)
    if (done := _done_before(league_id, by, **how)) is not None:
        return done
    season = state.last
    if season is None:
        raise Conflict("no_season_runs")
    if season.is_closed:
        return Changed(league_id, state.version)
    played = cache.state(season.tournament)
    moving.check_over(played)
    _closing(state, season, playoffs or {})  # refused before anything is closed
    own = None if decision_id is None else uuid5(decision_id, f"close {season.tournament}")
    tournaments.change(
        season.tournament, commands.Close(), by=by, decision_id=own, expected_version=season_version
    )  # asked again after this alone was stored, it is the same decision

    def decide(now: League) -> Sequence[LeagueEvent]:
        last = now.season(season.no)
        assert last is not None, "a season that was opened stays"
        return [] if last.is_closed else [e.SeasonClosed(season.no, _closing(now, last, playoffs or {}))]

    return _change(league_id, by, decide, **how)


def _closing(state: League, season: Season, playoffs: Mapping[int, Members]) -> e.Closing:
    played = cache.state(season.tournament)
    return moving.closing(season, played, moving.gone(season, played, state.leaving), playoffs)


def correct_season(
    *,
    league_id: UUID,
    by: UUID,
    season_no: int,
    playoffs: Mapping[int, Members] | None = None,
    reason: str = "",
    **how: Any,
) -> Changed:
    """Let the moves of a closed season be what its results are now. Where they are that already, nothing happens; a
    season that has been opened since keeps its divisions.

    ``playoffs``: by the upper division (from 0), who wins a place in it where others would have had to play off than
    did (``undecided``). Raises NotFound, NotAllowed, Conflict.
    """
    remark = tournaments.remark_of(league_id, by, reason, uuid4())

    def decide(state: League) -> Sequence[LeagueEvent]:
        check_right(state, by, Role.OWNER)
        season = state.season(season_no)
        if season is None:
            raise NotFound("unknown_season", season=season_no)
        now = closing_now(season, playoffs)
        if now == season.closing:
            return []
        return [e.SeasonCorrected(season_no, now, None if remark is None else remark.id)]

    return _change(league_id, by, decide, beside=() if remark is None else (remark,), **how)


def closing_now(season: Season, playoffs: Mapping[int, Members] | None = None) -> e.Closing:
    """What the end of a closed season would be by its results as they are now, and with the winners of ``playoffs``
    beside those that were noted at its end. Raises Conflict."""
    if season.closing is None:
        raise Conflict("season_not_closed", season=season.no)
    played = cache.state(season.tournament)
    moving.check_over(played)
    return moving.closing(season, played, season.closing.withdrawn, {**season.closing.playoffs, **(playoffs or {})})


def undecided(season: Season) -> list[moving.PlayOff]:
    """Play-offs of a closed season that, by its results as they are now, others would have had to play. Nothing can be
    said of one where a result was taken away."""
    if season.closing is None:
        return []
    noted, played = season.closing.playoffs, cache.state(season.tournament)
    try:
        moving.check_over(played)
    except Conflict:
        return []
    found = moving.borders(season, played, season.closing.withdrawn)
    return [one for one in found if one.won is None and not one.fits(noted.get(one.upper, ()))]


# --- how all of them work ---------------------------------------------------------------------------------


def existing(league_id: UUID) -> League:
    """Raises NotFound."""
    state = LEAGUES.load(league_id)
    _check_there(state)
    return state


def profile_in(state: League, player: UUID) -> UUID:
    """Under which profile somebody is in the league: of two that were made one, it may be the one that went."""
    here = {*state.members(), *state.waiting}
    return player if player in here else min(players.profiles(player) & here, default=player)


def role_of(state: League, player: UUID) -> Role | None:
    """Whichever profile it was given to."""
    here = [player] if player in state.roles else sorted(players.profiles(player) & state.roles.keys())
    return state.roles[here[0]] if here else None


def check_right(state: League, by: UUID | None, need: Role) -> None:
    """Raises NotAllowed."""
    held = None if by is None else role_of(state, by)
    if held is None or (need is Role.OWNER and held is not Role.OWNER):
        raise NotAllowed("needs_league_role", role=need.value)


def _known_players(people: Sequence[UUID]) -> None:
    known = players.names(people)
    if missing := [player for player in people if player not in known]:
        raise NotFound("unknown_player", field="player", player=str(missing[0]))


class Leagues(Streams[League, Sequence[LeagueEvent]]):
    def load(self, stream: UUID) -> League:
        return fold(stream, store.read(stream))

    def version(self, state: League) -> int:
        return state.version

    def encoded(self, batch: Sequence[LeagueEvent]) -> tuple[Sequence[NewEvent], None]:
        return KINDS.encoded(batch), None

    def after(self, state: League, batch: Sequence[LeagueEvent], at: datetime) -> League:
        for event in batch:
            state = evolve(state, event, at)
        return state

    def keep(self, kept: Kept[League, Sequence[LeagueEvent]]) -> None:
        save(kept.state)
        transaction.on_commit(lambda: notify.tell(kept.state.id, kept.version), robust=True)

    refusal = staticmethod(of_ledger)


LEAGUES = Leagues()


def _change(
    league_id: UUID,
    by: UUID,
    decide: Decide,
    *,
    decision_id: UUID | None = None,
    expected_version: int | None = None,
    new: bool = False,
    beside: Sequence[Model] = (),
) -> Changed:
    done = LEAGUES.change(
        league_id,
        decide,
        actor=tournaments.player_actor(by),
        decision_id=decision_id,
        expected_version=expected_version,
        admit=None if new else _check_there,
        also=lambda _: tournaments.insert(beside),
    )
    return Changed(league_id, done.version, tuple(done.batch or ()), done.repeated)


def _done_before(
    league_id: UUID, by: UUID, *, decision_id: UUID | None = None, expected_version: int | None = None
) -> Changed | None:
    """For what begins elsewhere than in the league's stream: the answer that it got before. Raises Conflict."""
    if (done := _is_done(LEAGUES, league_id, decision_id, by)) is not None:
        return Changed(league_id, done.version, repeated=True)
    if expected_version is not None and expected_version != (version := store.version(league_id)):
        raise StaleVersion(expected_version, version)
    return None


def _is_done(
    streams: Streams[Any, Any], stream: UUID, decision_id: UUID | None, by: UUID
) -> changing.Changed[Any, Any] | None:
    """What this decision has changed there before. Raises Conflict."""
    try:
        return streams.earlier(stream, decision_id, tournaments.player_actor(by))
    except DecisionTaken as taken:
        raise of_ledger(taken) from taken


def _check_there(state: League) -> None:
    if state.rules is None:
        raise NotFound("unknown_league", league=str(state.id))

"""How seasons open, begin and end, both in the league and in the season's tournament."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from matches.games import game_with
from players import queries as players
from tournaments import events as te
from tournaments import opening, plans
from tournaments.cache import cache
from tournaments.decisions import publishing, rounds
from tournaments.evolve import evolve_all
from tournaments.formats.contract import BadPlan, EntrantNo
from tournaments.settings import StagePlan
from tournaments.state import State as Tournament
from web.errors import Conflict

from . import events as e
from . import moving
from .events import LeagueEvent, Members, Place
from .rules import Division, Rules
from .state import League, Season


def first_events(state: League, starts: datetime | None) -> list[te.TournamentEvent]:
    """The first events of the next season's tournament. Raises Conflict."""
    assert state.rules is not None
    divisions = moving.next_divisions(state)
    _check_divisions(state.rules, divisions)
    stages = moving.stages_of(state.rules, len(divisions))
    now = players.now_of(state.roles)
    owner = now[state.owner]
    opened = opening.first_event(
        owner=owner,
        title=f"{state.title} · {len(state.seasons) + 1}"[: opening.MAX_TITLE],
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
    return [opened, *roles, *_entries(divisions)]


def can_open(state: League) -> bool:
    """Whether there are enough players for the divisions of the next season."""
    assert state.rules is not None
    try:
        _check_divisions(state.rules, moving.next_divisions(state))
    except Conflict:
        return False
    return True


def _check_divisions(rules: Rules, divisions: Sequence[Members]) -> None:
    """Raises Conflict."""
    if sum(map(len, divisions)) < 2:
        raise Conflict("too_few_members")
    for division, members in zip(rules.divisions, divisions, strict=False):
        _check_field(division, len(members))


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


def season_opened(state: League, no: int, tournament: UUID) -> LeagueEvent:
    """Reads the roster from the tournament, which somebody else may have opened a moment ago."""
    assert state.rules is not None
    season = cache.state(tournament)
    keys = [plan.key for plan in season.planned if plan.source.division]
    places = tuple(
        Place(entry.no, entry.player, keys.index(entry.division))
        for entry in season.entries.values()
        if entry.player is not None
    )
    return e.SeasonOpened(no, tournament, places, state.rules, len(keys))


def begun(
    season: Season, before: Tournament, leaving: Collection[UUID], seeds: Mapping[str, bytes], now: datetime
) -> Sequence[te.TournamentEvent]:
    """``seeds`` has a seed for every stage that it is asked for. Raises Conflict."""
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


def closing(state: League, season: Season, playoffs: Mapping[int, Members]) -> e.Closing:
    played = cache.state(season.tournament)
    return moving.closing(season, played, moving.gone(season, played, state.leaving), playoffs)


def closing_now(season: Season, playoffs: Mapping[int, Members] | None = None) -> e.Closing:
    """The end of a closed season by its current results, with the winners of ``playoffs`` added to those noted at
    its end. Raises Conflict."""
    if season.closing is None:
        raise Conflict("season_not_closed", season=season.no)
    played = cache.state(season.tournament)
    moving.check_over(played)
    return moving.closing(season, played, season.closing.withdrawn, {**season.closing.playoffs, **(playoffs or {})})


def undecided(season: Season) -> list[moving.PlayOff]:
    """Play-offs of a closed season that other players should have played by its current results. Empty while a
    cleared result leaves that open."""
    if season.closing is None:
        return []
    noted, played = season.closing.playoffs, cache.state(season.tournament)
    try:
        moving.check_over(played)
    except Conflict:
        return []
    found = moving.borders(season, played, season.closing.withdrawn)
    return [one for one in found if one.won is None and not one.fits(noted.get(one.upper, ()))]

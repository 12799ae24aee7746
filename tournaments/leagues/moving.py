"""From a season's results to the next season's divisions. Pure: nothing is asked but the two states."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from uuid import UUID

from matches.errors import Conflict
from tournaments import plans, stages
from tournaments.decisions import rounds
from tournaments.formats import league
from tournaments.formats.contract import BadPlan, EntrantNo
from tournaments.pages.words import DIVISION
from tournaments.state import State

from .events import Closing, LeagueMove, Members
from .state import League, Season


def key_of(division: int) -> str:
    """The stage of a division (from 0), and what its entrants have as ``division``."""
    return f"{DIVISION}{division + 1}"


# --- the end of a season ----------------------------------------------------------------------------------


def roster(season: Season, tournament: State) -> Mapping[EntrantNo, UUID]:
    """Whose place it is, by entrant: the member's with whom the season began, whoever plays in it now. Who was entered
    later has one of their own."""
    places = {place.no: place.player for place in season.places}
    others = {no: entry.player for no, entry in tournament.entries.items() if no not in places and entry.player}
    return {**others, **places}


def final(season: Season, tournament: State) -> tuple[Members, ...]:
    """Members of each division in order of its standings."""
    member = roster(season, tournament)
    found = []
    for division in range(season.divisions):
        rows = stages.standings(stages.stage_of(tournament, key_of(division)))
        found.append(tuple(member[row.entrant] for row in rows if row.entrant in member))
    return tuple(found)


def gone(season: Season, tournament: State, leaving: Collection[UUID]) -> Members:
    """Who does not play on: who said so, and who has left the season."""
    entries = tournament.entries
    return tuple(
        player
        for no, player in roster(season, tournament).items()
        if player in leaving or no not in entries or entries[no].withdrawn
    )


def check_over(tournament: State) -> None:
    """Raises Conflict."""
    for plan in tournament.planned:
        stage = tournament.stages.get(plan.key)
        if stage is None or not rounds.is_stage_over(tournament, plan.key):
            missing = [] if stage is None else rounds.unfinished(stage)
            raise Conflict("season_not_over", stage=plan.key, tables=missing)


def closing(season: Season, tournament: State, withdrawn: Members, playoffs: Mapping[int, Members]) -> Closing:
    """What the end of the season is, by its results as they are now. Raises Conflict (play-off places not decided)."""
    standings = final(season, tournament)
    people = [player for members in standings for player in members]
    number = {player: EntrantNo(at) for at, player in enumerate(people)}
    changes = league.Changes(
        withdrawn=frozenset(number[player] for player in withdrawn if player in number),
        playoffs={upper: [number[player] for player in won if player in number] for upper, won in playoffs.items()},
    )
    old = tuple(tuple(number[player] for player in members) for members in standings)
    try:
        following = league.next_season(old, season.rules.moving, changes)
    except BadPlan as bad:
        raise Conflict(bad.reason.code, **{**bad.reason.data, "field": bad.field}) from bad
    moves = tuple(
        LeagueMove(people[one.entrant], one.origin, one.target, one.reason.code, dict(one.reason.data))
        for one in following.moves
    )
    divisions = tuple(tuple(people[no] for no in members) for members in following.divisions)
    return Closing(standings, moves, divisions, withdrawn, dict(playoffs))


def play_offs(season: Season, tournament: State, withdrawn: Members) -> Iterator[tuple[int, Members, int]]:
    """What has to be played before the end: the upper division, who plays, and for how many places."""
    standings = final(season, tournament)
    people = [player for members in standings for player in members]
    number = {player: EntrantNo(at) for at, player in enumerate(people)}
    old = tuple(tuple(number[player] for player in members) for members in standings)
    left = frozenset(number[player] for player in withdrawn if player in number)
    for one in league.play_offs(old, season.rules.moving, left):
        yield one.upper, tuple(people[no] for no in (*one.defenders, *one.challengers)), one.places


# --- the beginning of a season ----------------------------------------------------------------------------


def next_divisions(state: League) -> tuple[Members, ...]:
    """Who would play where if the next season began now.

    Those of the last season as it ended, without who has left since. Newcomers fill the last division, and further ones
    where the rules have any; of the first season all divisions, from the top. A division with too few for a table takes
    the first of the next one; the last joins the one above it.
    """
    assert state.rules is not None
    sizes = [division.size for division in state.rules.divisions]
    last = None if state.last is None else state.last.closing
    before = () if last is None else last.divisions
    found = [[player for player in members if player not in state.leaving] for members in before[: len(sizes)]]
    for members in before[len(sizes) :]:  # divisions that the rules have no more
        found[-1] += [player for player in members if player not in state.leaving]
    at = max(0, len(found) - 1)
    found += [[] for _ in range(len(sizes) - len(found))]
    for player in state.waiting:
        while at < len(sizes) - 1 and len(found[at]) >= sizes[at]:
            at += 1
        found[at].append(player)
    return _playable(found, [plans.read(division.plan).least for division in state.rules.divisions])


def _playable(divisions: list[list[UUID]], least: Sequence[int]) -> tuple[Members, ...]:
    for at, below in enumerate(divisions[1:]):
        while len(divisions[at]) < least[at] and below:
            divisions[at].append(below.pop(0))
    while len(divisions) > 1 and len(divisions[-1]) < least[len(divisions) - 1]:
        last = divisions.pop()
        divisions[-1] += last
    return tuple(tuple(members) for members in divisions)

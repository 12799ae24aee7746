"""From a season's results to the next season's divisions. Pure: depends on the two states only."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from tournaments import plans, stages
from tournaments.decisions import rounds
from tournaments.formats import league
from tournaments.formats.contract import BadPlan, EntrantNo
from tournaments.pages.words import BORDER, DIVISION, FINAL
from tournaments.settings import Border, Source, StagePlan
from tournaments.state import State
from web.errors import Conflict

from .events import Closing, LeagueMove, Members
from .rules import Rules, border_plan, border_window
from .state import League, Season


def key_of(division: int) -> str:
    """The stage of a division (from 0), and its entrants' ``division``."""
    return f"{DIVISION}{division + 1}"


def final_key_of(division: int) -> str:
    """The stage of a division's final."""
    return f"{key_of(division)}{FINAL}"


def border_key_of(upper: int) -> str:
    """The stage of the play-off under a division."""
    return f"{key_of(upper)}{BORDER}"


def stages_of(rules: Rules, divisions: int) -> list[StagePlan]:
    """The stages of a season with the first ``divisions`` divisions: each division, then their finals."""
    played = list(enumerate(rules.divisions[:divisions]))
    stages = [StagePlan(key_of(at), one.plan, Source(division=key_of(at)), one.window_minutes) for at, one in played]
    finals = [
        StagePlan(final_key_of(at), one.final, Source(stage=key_of(at), best=one.best), one.window_minutes)
        for at, one in played
        if one.best
    ]
    return stages + finals


# --- the end of a season ----------------------------------------------------------------------------------


def roster(season: Season, tournament: State) -> Mapping[EntrantNo, UUID]:
    """The member whose place it is, by entrant: the one who began the season, even if a substitute plays now. Late
    entrants have places of their own."""
    places = {place.no: place.player for place in season.places}
    others = {no: entry.player for no, entry in tournament.entries.items() if no not in places and entry.player}
    return {**others, **places}


def final(season: Season, tournament: State) -> tuple[Members, ...]:
    """Members of each division by its standings; the players of its final come first, in the final's order."""
    member = roster(season, tournament)
    orders = [stages.division_order(tournament, keys, _places(season)) for keys in _keys(season)]
    return tuple(tuple(member[no] for no in order) for order in orders)


def _keys(season: Season) -> tuple[tuple[str, ...], ...]:
    """The stages of each division, the final first since its places count first."""
    return tuple((final_key_of(division), key_of(division)) for division in range(season.divisions))


def _places(season: Season) -> tuple[EntrantNo, ...]:
    return tuple(place.no for place in season.places)


def to_begin(tournament: State) -> list[str]:
    """Stages that can begin now: divisions, and finals of divisions that are over."""
    return [
        plan.key
        for plan in tournament.planned
        if plan.key not in tournament.stages and (not plan.source.stage or _may_have_a_final(tournament, plan))
    ]


@dataclass(frozen=True, slots=True)
class PlayOff:
    """A play-off under the division ``upper``: the defenders first, then the challengers, each by their standings.
    ``places`` of them will be in the upper division; ``won``: the winners, once its stage has decided them."""

    upper: int
    people: Members
    places: int
    won: Members | None = None

    def fits(self, winners: Members) -> bool:
        """Whether these players can be its winners."""
        return len(set(winners)) == self.places and set(winners) <= set(self.people)


def borders(season: Season, tournament: State, withdrawn: Members) -> list[PlayOff]:
    """The play-offs due before the end, and their winners. A play-off counts for nothing if other players played it
    than the standings name now: then an officer says who won."""
    return [replace(one, won=_won(season, tournament, one)) for one in play_offs(season, tournament, withdrawn)]


def at_odds(season: Season, tournament: State, withdrawn: Members) -> Mapping[str, Members]:
    """Begun play-offs that other players should play by the current standings: by stage, those players."""
    member = roster(season, tournament)
    now = {border_key_of(one.upper): one.people for one in play_offs(season, tournament, withdrawn)}
    begun = {key: stage.entrants for key, stage in tournament.stages.items() if key.endswith(BORDER)}
    return {
        key: now.get(key, ())
        for key, entrants in begun.items()
        if {member.get(no) for no in entrants} != set(now.get(key, ()))
    }


def _won(season: Season, tournament: State, one: PlayOff) -> Members | None:
    key = border_key_of(one.upper)
    stage = tournament.stages.get(key)
    if stage is None or rounds.unfinished(stage) or not rounds.is_stage_over(tournament, key):
        return None
    member = roster(season, tournament)
    rows = stages.standings(stages.stage_of(tournament, key))
    order = [member[row.entrant] for row in rows if row.entrant in member]
    return tuple(order[: one.places]) if set(order) == set(one.people) else None


def borders_to_begin(season: Season, tournament: State, withdrawn: Members) -> list[StagePlan]:
    """Play-offs between two divisions that are over, finals included."""
    gone = _gone(season, tournament, withdrawn)
    leaving = tuple(sorted(no for no in gone if no in tournament.entries and not tournament.entries[no].withdrawn))
    return [
        StagePlan(
            key,
            border_plan(season.rules, one.upper, len(one.people)),
            Source(division=key, border=_border(season, one.upper, leaving)),
            border_window(season.rules, one.upper),
        )
        for one in play_offs(season, tournament, withdrawn)
        if (key := border_key_of(one.upper)) not in tournament.stages
        and all(_is_over(tournament, division) for division in (one.upper, one.upper + 1))
    ]


def _border(season: Season, upper: int, leaving: tuple[EntrantNo, ...] = ()) -> Border:
    rules = season.rules
    return Border(upper, _keys(season), rules.up, rules.down, rules.playoff, _places(season), leaving)


def _gone(season: Season, tournament: State, withdrawn: Members) -> frozenset[EntrantNo]:
    return frozenset(no for no, player in roster(season, tournament).items() if player in withdrawn)


def _is_over(tournament: State, division: int) -> bool:
    """Whether its rounds are over, and its final if there is one to be played."""
    if not _has_ended(tournament, key_of(division)):
        return False
    final = final_key_of(division)
    if tournament.plan(final) is None or (final not in tournament.stages and final not in to_begin(tournament)):
        return True
    return _has_ended(tournament, final)


def _has_ended(tournament: State, key: str) -> bool:
    stage = tournament.stages.get(key)
    return stage is not None and not rounds.unfinished(stage) and rounds.is_stage_over(tournament, key)


def _may_have_a_final(tournament: State, plan: StagePlan) -> bool:
    """Whether the division is over and enough people are left for a table."""
    before = tournament.stages.get(plan.source.stage)
    if before is None or rounds.unfinished(before) or not rounds.is_stage_over(tournament, before.key):
        return False
    return len(stages.entrants_for(tournament, plan)) >= plans.read(plan.plan).least


def gone(season: Season, tournament: State, leaving: Collection[UUID]) -> Members:
    """Members who will not play the next season: they said so, or left this one."""
    entries = tournament.entries
    return tuple(
        player
        for no, player in roster(season, tournament).items()
        if player in leaving or no not in entries or entries[no].withdrawn
    )


def check_over(tournament: State) -> None:
    """Raises Conflict unless the season is over."""
    for plan in tournament.planned:
        stage = tournament.stages.get(plan.key)
        if stage is None and plan.source.stage and plan.key not in to_begin(tournament):
            continue  # of a division that is not over, or a final for which nobody is left
        if stage is None or not rounds.is_stage_over(tournament, plan.key):
            missing = [] if stage is None else rounds.unfinished(stage)
            raise Conflict("season_not_over", stage=plan.key, tables=missing)


def closing(season: Season, tournament: State, withdrawn: Members, playoffs: Mapping[int, Members]) -> Closing:
    """The end of the season by its current results; ``playoffs``: the winners of play-offs that were not played
    in it. Raises Conflict (play-off places not decided)."""
    standings = final(season, tournament)
    played = {one.upper: one.won for one in borders(season, tournament, withdrawn) if one.won is not None}
    decided = {**playoffs, **played}
    people = [player for members in standings for player in members]
    number = {player: EntrantNo(at) for at, player in enumerate(people)}
    changes = league.Changes(
        withdrawn=frozenset(number[player] for player in withdrawn if player in number),
        playoffs={upper: [number[player] for player in won if player in number] for upper, won in decided.items()},
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


def play_offs(season: Season, tournament: State, withdrawn: Members) -> Iterator[PlayOff]:
    """The play-offs due before the end, by the current standings."""
    member = roster(season, tournament)
    for one in stages.play_offs(tournament, _border(season, 0), _gone(season, tournament, withdrawn)):
        yield PlayOff(one.upper, tuple(member[no] for no in (*one.defenders, *one.challengers)), one.places)


# --- the beginning of a season ----------------------------------------------------------------------------


def next_divisions(state: League) -> tuple[Members, ...]:
    """The divisions if the next season began now.

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

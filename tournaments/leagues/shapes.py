"""What the pages of leagues show: plain values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.clocks import words as clocks
from matches.watching.words import rule_told
from tournaments import plans, stages
from tournaments import queries as tournaments
from tournaments.decisions import windows
from tournaments.formats.contract import RoundNo
from tournaments.pages import shapes as shown
from tournaments.pages import words
from tournaments.pages.words import BORDER
from tournaments.queries import Asked as Played
from tournaments.settings import WINDOWS
from tournaments.state import Progress, Role, Stage, Status, Table
from web.setting_fields import told

from . import moving, queries, seasons
from .events import Closing, LeagueMove, Members
from .queries import Asked
from .rules import Division, Rules
from .state import Season

MOVES = {
    "promoted": gettext_lazy("is promoted"),
    "promoted_by_playoff": gettext_lazy("is promoted through a play-off"),
    "fills_a_gap": gettext_lazy("is promoted to a free place"),
    "relegated": gettext_lazy("is relegated"),
    "relegated_by_playoff": gettext_lazy("is relegated after a play-off"),
    "spared": gettext_lazy("stays thanks to a free place"),
    "kept_by_playoff": gettext_lazy("stays by winning a play-off"),
    "stays_after_playoff": gettext_lazy("stays after losing a play-off"),
    "stays": gettext_lazy("stays"),
    "withdrew": gettext_lazy("leaves"),
    "newcomer": gettext_lazy("is new"),
}


@dataclass(frozen=True, slots=True)
class Postponing:
    """Who wants to play by when instead."""

    name: str
    until: datetime


@dataclass(frozen=True, slots=True)
class Due:
    """A table still to be played. ``may_postpone``: the reader sits there, or can decide alone."""

    stage: str
    round: RoundNo
    no: int
    names: Sequence[str]
    until: datetime | None
    postponed: bool
    overdue: bool
    asked: Sequence[Postponing]
    mine: bool
    opened: UUID | None
    may_open: bool
    may_postpone: bool


@dataclass(frozen=True, slots=True)
class DivisionShown:
    name: str
    key: str
    rows: Sequence[shown.Row]
    due: Sequence[Due]
    begun: bool
    """It is paired."""
    members: Sequence[str]
    """Before that."""
    best: int = 0
    """So many of them play the final."""
    final: DivisionShown | None = None
    instead: Sequence[str] | None = None
    """Of a play-off that others would play by now: who."""


@dataclass(frozen=True, slots=True)
class OfficerShown:
    id: UUID
    name: str
    role: str


@dataclass(frozen=True, slots=True)
class MemberShown:
    """``entrant`` is their number in the running season, 0 if they are not in it. ``leaving``: not in the next."""

    id: UUID
    name: str
    division: str
    entrant: int
    leaving: bool


@dataclass(frozen=True, slots=True)
class MoveShown:
    name: str
    what: str
    target: str


@dataclass(frozen=True, slots=True)
class PastDivision:
    name: str
    standings: Sequence[str]
    moves: Sequence[MoveShown]


@dataclass(frozen=True, slots=True)
class PastSeason:
    """``odds`` are the moves that would be different now, ``undecided`` the play-offs that others should have
    played."""

    no: int
    tournament: UUID
    champion: str
    divisions: Sequence[PastDivision]
    corrected: bool
    at_odds: bool
    odds: Sequence[MoveShown]
    undecided: Sequence[PlayOffShown]


@dataclass(frozen=True, slots=True)
class PlayOffShown:
    upper: int
    name: str
    people: Sequence[tuple[UUID, str]]
    places: int
    won: Sequence[str] | None = None
    """Who won, where it was played in the season."""


@dataclass(frozen=True, slots=True)
class SeasonShown:
    no: int
    tournament: UUID
    divisions: Sequence[DivisionShown]
    begun: bool
    finals: bool
    """Finals can begin."""
    borders: Sequence[PlayOffShown]
    """Play-offs that can begin."""
    border_stages: Sequence[DivisionShown]
    """Those that have begun."""
    over: bool
    cancelled: bool
    playoffs: Sequence[PlayOffShown]


def season(asked: Asked, now: datetime) -> SeasonShown | None:
    """The running season."""
    running = asked.state.running
    if running is None:
        return None
    played = tournaments.tournament(tournament_id=running.tournament, player=asked.player)
    begun = all(plan.key in played.state.stages for plan in played.state.planned if plan.source.division)
    finals = begun and bool(moving.to_begin(played.state))
    over = begun and not finals and all(stages.is_over(played.state, key) for key in played.state.stages)
    divisions = [_division(asked, running, played, at, now) for at in range(running.divisions)]
    play_offs = list(_play_offs(asked, running, played)) if begun else []
    gone = moving.gone(running, played.state, asked.state.leaving)
    waiting = {plan.key for plan in moving.borders_to_begin(running, played.state, gone)} if begun else set()
    cancelled = played.state.status is Status.CANCELLED
    return SeasonShown(
        running.no,
        running.tournament,
        divisions,
        begun,
        finals,
        [one for one in play_offs if moving.border_key_of(one.upper) in waiting],
        list(_border_stages(asked, running, played, gone, now)),
        over,
        cancelled,
        play_offs if over else [],
    )


def _border_stages(
    asked: Asked, running: Season, played: Played, gone: Members, now: datetime
) -> Iterator[DivisionShown]:
    odds = moving.at_odds(running, played.state, gone)
    for key in played.state.stages:
        if key.endswith(BORDER):
            instead = [asked.name(player) for player in odds[key]] if key in odds else None
            yield replace(_stage(asked, played, words.stage(key), key, (), now), instead=instead)


def _division(asked: Asked, running: Season, played: Played, at: int, now: datetime) -> DivisionShown:
    members = [asked.name(place.player) for place in running.places if place.division == at]
    final = moving.final_key_of(at)
    return replace(
        _stage(asked, played, running.name_of(at), moving.key_of(at), members, now),
        best=running.rules.divisions[at].best,
        final=_stage(asked, played, _("Final"), final, (), now) if final in played.state.stages else None,
    )


def _stage(asked: Asked, played: Played, name: str, key: str, members: Sequence[str], now: datetime) -> DivisionShown:
    stage = played.state.stages.get(key)
    if stage is None:
        return DivisionShown(name, key, (), (), False, members)
    due = _due(asked, played, stage, now)
    return DivisionShown(name, key, shown.rows(played, key), due, bool(stage.rounds), members)


def _due(asked: Asked, played: Played, stage: Stage, now: datetime) -> list[Due]:
    """The reader's own tables first, then by the end of their windows."""
    found = [_table(asked, played, stage, table, now) for table in stage.tables() if not table.is_done]
    return sorted(found, key=lambda one: (not one.mine, one.until or now, one.round, one.no))


def _table(asked: Asked, played: Played, stage: Stage, table: Table, now: datetime) -> Due:
    seats = table.pairing.seats
    mine = any(played.state.entries[no].player == asked.player for no in seats) and asked.player is not None
    last = table.games.get(max(table.games, default=0))
    opened = last.opened if last is not None and last.is_under_way else None
    waits = table.progress in (Progress.PAIRED, Progress.STARTED)
    return Due(
        stage.key,
        table.pairing.round,
        table.no,
        [played.names[no] for no in seats],
        datetime.fromisoformat(table.until) if table.until else None,
        table.postponed,
        windows.is_overdue(table, now),
        [Postponing(played.names[seats[at]], datetime.fromisoformat(text)) for at, text in table.asked.items()],
        mine,
        opened,
        may_open=mine and played.state.settings.online and opened is None and waits,
        may_postpone=bool(table.until) and waits and (mine or asked.role is not None),
    )


def _play_offs(asked: Asked, running: Season, played: Played) -> Iterator[PlayOffShown]:
    gone = moving.gone(running, played.state, asked.state.leaving)
    for one in moving.borders(running, played.state, gone):
        yield _play_off(asked, running, one)


def _play_off(asked: Asked, season: Season, one: moving.PlayOff) -> PlayOffShown:
    won = None if one.won is None else [asked.name(player) for player in one.won]
    people = [(player, asked.name(player)) for player in one.people]
    return PlayOffShown(one.upper, season.name_of(one.upper), people, one.places, won)


# --- who runs it, and who is in it -------------------------------------------------------------------------


def officers(asked: Asked) -> list[OfficerShown]:
    said = {Role.OWNER: _("owner"), Role.ARBITER: _("arbiter")}
    return [OfficerShown(one, asked.name(one), said[role]) for one, role in asked.state.roles.items()]


def members(asked: Asked) -> list[MemberShown]:
    """Members by division, of the running season or of the next as far as it is known; those waiting come last."""
    state = asked.state
    running = state.running
    found = []
    if running is not None:
        found = [(one.player, running.name_of(one.division), int(one.no)) for one in running.places]
    elif state.last is not None and state.last.closing is not None and state.rules is not None:
        names = [one.name for one in state.rules.divisions]
        divisions = state.last.closing.divisions
        found = [(player, names[min(at, len(names) - 1)], 0) for at, here in enumerate(divisions) for player in here]
    found += [(player, _("waits for the next season"), 0) for player in state.waiting]
    return [MemberShown(one, asked.name(one), where, no, one in state.leaving) for one, where, no in found]


# --- what was -------------------------------------------------------------------------------------------------


def history(asked: Asked) -> list[PastSeason]:
    """Closed seasons, latest first."""
    return [_past(asked, one, one.closing) for one in asked.state.seasons[::-1] if one.closing is not None]


def _past(asked: Asked, one: Season, closing: Closing) -> PastSeason:
    now = queries.odds(one)
    other = [] if now is None else [move for move in now.moves if move not in closing.moves]
    champion = next((asked.name(members[0]) for members in closing.standings if members), "")
    divisions = [_past_division(asked, one, closing, at, names) for at, names in enumerate(closing.standings)]
    odds = [_move(asked, one, move) for move in other]
    undecided = [_play_off(asked, one, border) for border in seasons.undecided(one)]
    at_odds = now is not None or bool(undecided)
    return PastSeason(one.no, one.tournament, champion, divisions, one.corrected, at_odds, odds, undecided)


def _past_division(asked: Asked, one: Season, closing: Closing, at: int, members: Members) -> PastDivision:
    moves = [_move(asked, one, move) for move in closing.moves if move.origin == at and move.code != "stays"]
    return PastDivision(one.name_of(at), [asked.name(player) for player in members], moves)


def _move(asked: Asked, one: Season, move: LeagueMove) -> MoveShown:
    target = "" if move.target is None else one.name_of(move.target)
    return MoveShown(asked.name(move.player), str(MOVES.get(move.code, move.code)), target)


def champions(asked: Asked) -> list[tuple[str, list[int]]]:
    """Winners of the top division with their seasons; most titles first."""
    won: dict[str, list[int]] = {}
    for one in asked.state.seasons:
        if one.closing is not None and one.closing.standings and one.closing.standings[0]:
            won.setdefault(asked.name(one.closing.standings[0][0]), []).append(one.no)
    return sorted(won.items(), key=lambda item: (-len(item[1]), item[1]))


def rule(asked: Asked) -> list[str]:
    """The rules, in sentences."""
    rules = asked.state.rules
    assert rules is not None
    said = []
    if len(rules.divisions) > 1:
        said.append(
            _("After each season, each division promotes its top %(up)s and relegates its bottom %(down)s.")
            % {"up": rules.up, "down": rules.down}
        )
    finals = [one.best for one in rules.divisions if one.best]
    if finals and len(set(finals)) == 1 and len(finals) == len(rules.divisions):
        said.append(_("The best %(n)s of each division play a final for its first places.") % {"n": finals[0]})
    else:
        said += [
            _("%(division)s: the best %(n)s play a final for the first places.") % {"division": one.name, "n": one.best}
            for one in rules.divisions
            if one.best
        ]
    if rules.playoff and len(rules.divisions) > 1:
        said.append(
            _("Places in the play-off at each border: %(n)s from each of its two divisions.") % {"n": rules.playoff}
        )
        said += _border(rules)
    if rules.window_minutes:
        said.append(words.window(rules.window_minutes))
    said += [_own_window(one) for one in rules.divisions if one.window_minutes is not None]
    if rules.window_minutes or any(one.window_minutes for one in rules.divisions):
        said += told(rules, WINDOWS)
    if rules.time is not None:
        said += [clocks.time_told(rules.time) + ".", clocks.flag_told(rules.time)]
    if rules.spectators is not None:
        said.append(_("Spectators see the match %(how)s.") % {"how": rule_told(rules.spectators)})
    return said


def _border(rules: Rules) -> list[str]:
    """How play-offs are played, if that was agreed."""
    if not rules.border:
        return []
    return [_("A play-off: %(about)s") % {"about": words.about_plan(plans.read(rules.border))}]


def _own_window(one: Division) -> str:
    if not one.window_minutes:
        return _("%(division)s: rounds are paired and called one after the other.") % {"division": one.name}
    days = -(-one.window_minutes // (24 * 60))
    return _("%(division)s: each round may be played any time within its %(days)s days.") % {
        "division": one.name,
        "days": days,
    }

"""What the pages of leagues show: plain values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments import queries as tournaments
from tournaments import stages
from tournaments.decisions import windows
from tournaments.formats.contract import RoundNo
from tournaments.pages import shapes as shown
from tournaments.queries import Asked as Played
from tournaments.state import Progress, Stage, Status, Table

from . import moving, queries
from .events import Closing, LeagueMove, Members
from .queries import Asked
from .state import Season

MOVES = {
    "promoted": gettext_lazy("goes up"),
    "promoted_by_playoff": gettext_lazy("goes up by a play-off"),
    "fills_a_gap": gettext_lazy("goes up, since a place is free"),
    "relegated": gettext_lazy("goes down"),
    "relegated_by_playoff": gettext_lazy("goes down after a play-off"),
    "spared": gettext_lazy("stays, since a place is free"),
    "kept_by_playoff": gettext_lazy("stays by a play-off"),
    "stays_after_playoff": gettext_lazy("stays after a play-off"),
    "stays": gettext_lazy("stays"),
    "withdrew": gettext_lazy("leaves"),
    "newcomer": gettext_lazy("is new"),
}


@dataclass(frozen=True, slots=True)
class Postponing:
    """Who would play by when instead."""

    name: str
    until: datetime


@dataclass(frozen=True, slots=True)
class Due:
    """A table that is to be played. ``may_postpone``: the reader sits there, or decides alone."""

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
    members: Sequence[str]
    """Before it begins."""


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
    """``odds`` are the moves that would be others now."""

    no: int
    tournament: UUID
    champion: str
    divisions: Sequence[PastDivision]
    corrected: bool
    at_odds: bool
    odds: Sequence[MoveShown]


@dataclass(frozen=True, slots=True)
class PlayOffShown:
    upper: int
    name: str
    people: Sequence[tuple[UUID, str]]
    places: int


@dataclass(frozen=True, slots=True)
class SeasonShown:
    no: int
    tournament: UUID
    divisions: Sequence[DivisionShown]
    begun: bool
    over: bool
    cancelled: bool
    playoffs: Sequence[PlayOffShown]


def season(asked: Asked, now: datetime) -> SeasonShown | None:
    """The one that runs."""
    running = asked.state.running
    if running is None:
        return None
    played = tournaments.tournament(tournament_id=running.tournament, player=asked.player)
    begun = all(plan.key in played.state.stages for plan in played.state.planned)
    over = begun and all(stages.is_over(played.state, key) for key in played.state.stages)
    divisions = [_division(asked, running, played, at, now) for at in range(running.divisions)]
    play_offs = list(_play_offs(asked, running, played)) if over else []
    cancelled = played.state.status is Status.CANCELLED
    return SeasonShown(running.no, running.tournament, divisions, begun, over, cancelled, play_offs)


def _division(asked: Asked, running: Season, played: Played, at: int, now: datetime) -> DivisionShown:
    key = moving.key_of(at)
    stage = played.state.stages.get(key)
    members = [asked.name(place.player) for place in running.places if place.division == at]
    if stage is None:
        return DivisionShown(running.name_of(at), key, (), (), False, members)
    return DivisionShown(
        running.name_of(at), key, shown.rows(played, key), _due(asked, played, stage, now), True, members
    )


def _due(asked: Asked, played: Played, stage: Stage, now: datetime) -> list[Due]:
    """The reader's own first, then by the end of their windows."""
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
    for upper, people, places in moving.play_offs(running, played.state, gone):
        yield PlayOffShown(upper, running.name_of(upper), [(one, asked.name(one)) for one in people], places)


# --- what was -------------------------------------------------------------------------------------------------


def history(asked: Asked) -> list[PastSeason]:
    """Closed seasons, the latest first."""
    return [_past(asked, one, one.closing) for one in asked.state.seasons[::-1] if one.closing is not None]


def _past(asked: Asked, one: Season, closing: Closing) -> PastSeason:
    now = queries.odds(one)
    other = [] if now is None else [move for move in now.moves if move not in closing.moves]
    champion = next((asked.name(members[0]) for members in closing.standings if members), "")
    divisions = [_past_division(asked, one, closing, at, names) for at, names in enumerate(closing.standings)]
    odds = [_move(asked, one, move) for move in other]
    return PastSeason(one.no, one.tournament, champion, divisions, one.corrected, now is not None, odds)


def _past_division(asked: Asked, one: Season, closing: Closing, at: int, members: Members) -> PastDivision:
    moves = [_move(asked, one, move) for move in closing.moves if move.origin == at and move.code != "stays"]
    return PastDivision(one.name_of(at), [asked.name(player) for player in members], moves)


def _move(asked: Asked, one: Season, move: LeagueMove) -> MoveShown:
    target = "" if move.target is None else one.name_of(move.target)
    return MoveShown(asked.name(move.player), str(MOVES.get(move.code, move.code)), target)


def champions(asked: Asked) -> list[tuple[str, list[int]]]:
    """Who won the first division, and in which seasons; most titles first."""
    won: dict[str, list[int]] = {}
    for one in asked.state.seasons:
        if one.closing is not None and one.closing.standings and one.closing.standings[0]:
            won.setdefault(asked.name(one.closing.standings[0][0]), []).append(one.no)
    return sorted(won.items(), key=lambda item: (-len(item[1]), item[1]))


def rule(asked: Asked) -> list[str]:
    """What is agreed, in sentences."""
    rules = asked.state.rules
    assert rules is not None
    said = []
    if len(rules.divisions) > 1:
        said.append(
            _("After each season the first %(up)s of a division go up and the last %(down)s go down.")
            % {"up": rules.up, "down": rules.down}
        )
    if rules.playoff and len(rules.divisions) > 1:
        said.append(_("At each border %(n)s more play off against as many from below.") % {"n": rules.playoff})
    if rules.window_minutes:
        days = -(-rules.window_minutes // (24 * 60))
        said.append(_("Each round may be played any time within its %(days)s days.") % {"days": days})
        said.append(
            _("A table that was not played by then is lost for those who did not appear.")
            if rules.window_default == "forfeit"
            else _("What becomes of a table that was not played by then, an arbiter decides.")
        )
    return said

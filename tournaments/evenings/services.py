"""Every change to a planned evening, and opening its tournament for those who come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID, uuid5

from django.db.models import QuerySet
from django.utils import timezone

from ledger import store
from ledger.changing import Folds, Kept
from players import queries as players
from players.clubs import services as clubs
from players.errors import of_ledger
from players.rosters import services as rosters
from tournaments import commands as tournament_commands
from tournaments import services as tournaments
from tournaments import written_down
from tournaments.cache import cache
from tournaments.consent import entering
from tournaments.decisions.field import Newcomer, room
from tournaments.models import PlannedEvening
from tournaments.state import State
from web.errors import BadRequest, Conflict, NotAllowed, NotFound

from . import commands as c
from .commands import Command
from .decide import decide
from .events import KINDS, Coming, EveningEvent
from .projection import save
from .state import Evening

MAX_PLANNED = 60
"""Of one club, to come."""
MAX_AHEAD = timedelta(days=2 * 366)
SHOWN_AFTER = timedelta(hours=12)
"""So long an evening that nobody opened is still shown, and answered."""
Batch = Sequence[EveningEvent]


@dataclass(frozen=True, slots=True)
class Changed:
    evening: UUID
    version: int
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Entered:
    """How many were entered for an evening, and the names of those who come and were not."""

    many: int
    left_out: tuple[str, ...]


def plan(command: c.PlanEvening, *, by: UUID, decision_id: UUID | None = None) -> Changed:
    """Raises NotFound, NotAllowed, BadRequest, Conflict."""
    rosters.check_board(command.club, by)
    now = timezone.now()
    if command.starts < now:
        raise BadRequest("evening_in_the_past", field="starts")
    if command.starts > now + MAX_AHEAD:
        raise BadRequest("evening_too_far", field="starts")
    if to_come(command.club, now).count() >= MAX_PLANNED:
        raise Conflict("too_many_evenings", most=MAX_PLANNED)
    evening = store.new_stream() if decision_id is None else uuid5(decision_id, f"evening of {command.club}")
    done = EVENINGS.change(evening, lambda state: decide(state, command, by), actor=f"player:{by}")
    return Changed(evening, done.version, not done.batch)


def change(
    evening: UUID, command: Command, *, by: UUID, decision_id: UUID | None = None, expected_version: int | None = None
) -> Changed:
    """Raises NotFound, NotAllowed, Conflict."""

    def decided(state: Evening) -> Batch:
        _check_right(state, command, by)
        return decide(state, command, by)

    done = EVENINGS.change(
        evening,
        decided,
        actor=f"player:{by}",
        decision_id=decision_id,
        expected_version=expected_version,
        admit=_check_there,
    )
    return Changed(evening, done.version, not done.batch)


def enter_those_who_come(evening: UUID, tournament: UUID, *, by: UUID) -> Entered:
    """Enter everybody who said that they come, in the order of their answers as far as there is room, but who may not
    be entered, and note that the evening was opened. Raises NotFound, NotAllowed, Conflict."""
    coming = [player for player, answer in existing(evening).answers.items() if answer is Coming.YES]
    state = cache.state(tournament)
    check_to_open(evening, by, state.settings.club)
    now = players.now_of(coming)
    known = players.names(now.values())
    here = {entry.player for entry in state.entries.values()}
    people = [one for one in dict.fromkeys(now[who] for who in coming) if one in known and one not in here]
    not_let = _not_entered(people, state, by)
    let = [one for one in people if one not in not_let][: room(state)]
    if let:
        tournaments.change(tournament, tournament_commands.Enter(tuple(map(Newcomer, let))), by=by)
    change(evening, c.NoteOpened(tournament), by=by)
    entered = set(let)
    return Entered(len(let), tuple(known[one] for one in people if one not in entered))


def _not_entered(people: Sequence[UUID], state: State, by: UUID) -> set[UUID]:
    """Those whom ``by`` may not enter in this tournament."""
    event, found = written_down.tournament(state), set[UUID]()
    for one in players.not_entered_by_all(people):
        try:
            entering.check_may_be_entered([one], by=by, event=event)
        except NotAllowed:
            found.add(one)
    return found


def check_to_open(evening: UUID, by: UUID, club: str) -> None:
    """Whether ``by`` may open a tournament of ``club`` for it. Raises NotFound, NotAllowed, Conflict."""
    state = existing(evening)
    assert state.club is not None
    rosters.check_board(state.club, by)
    if not state.is_to_come:
        raise Conflict("evening_is_over")
    if club != str(state.club):
        raise Conflict("evening_of_another_club", field="club")


def check_of_club(evening: UUID, club: UUID) -> None:
    """Raises NotFound."""
    if existing(evening).club != club:
        raise NotFound("unknown_evening")


def to_come(club: UUID, now: datetime) -> QuerySet[PlannedEvening]:
    return PlannedEvening.objects.filter(club=club, to_come=True, starts__gte=now - SHOWN_AFTER)


def existing(evening: UUID) -> Evening:
    """Raises NotFound."""
    state = EVENINGS.load(evening)
    _check_there(state)
    return state


def _check_right(state: Evening, command: Command, by: UUID) -> None:
    """Raises NotAllowed, Conflict."""
    assert state.club is not None
    if isinstance(command, c.AnswerEvening) and state.starts and state.starts < timezone.now() - SHOWN_AFTER:
        raise Conflict("evening_has_passed")
    match command:
        case c.AnswerEvening(player=player) if player in (None, by):
            if clubs.existing(state.club).role_of(by) is None:
                raise NotAllowed("evenings_for_members")
        case c.AnswerEvening(player=player):
            assert player is not None
            rosters.check_board(state.club, by)
            if players.written_down([player]).get(player) != state.club:
                raise Conflict("not_a_name_of_the_club", player=str(player))
        case _:
            rosters.check_board(state.club, by)


def _check_there(state: Evening) -> None:
    if not state.version:
        raise NotFound("unknown_evening")


class Evenings(Folds[Evening, EveningEvent]):
    kinds = KINDS
    new = Evening
    refusal = staticmethod(of_ledger)

    def keep(self, kept: Kept[Evening, Batch]) -> None:
        save(kept.state)


EVENINGS = Evenings()

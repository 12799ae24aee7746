"""Every change to a planned evening, and opening its tournament for those who come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID, uuid5

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from ledger import store
from ledger.changing import Folds, Kept
from players import queries as players
from players.clubs import services as clubs
from players.clubs.events import ClubEvent, ClubMemberLeft
from players.errors import of_ledger
from players.notices import messages
from players.notices.telling import tell
from players.rosters import services as rosters
from players.rosters.book import book_of
from tournaments import commands as tournament_commands
from tournaments import services as tournaments
from tournaments import written_down
from tournaments.cache import cache
from tournaments.consent import entering
from tournaments.decisions.field import Newcomer, room
from tournaments.models import PlannedEvening
from tournaments.state import State
from web.encoding import component
from web.errors import BadRequest, Conflict, NotAllowed, NotFound

from . import commands as c
from .commands import Command
from .decide import decide
from .events import KINDS, Coming, EveningAnswered, EveningEvent
from .projection import save
from .state import Evening

MAX_PLANNED = 60
"""Of one club, to come."""
MAX_AHEAD = timedelta(days=2 * 366)
SHOWN_AFTER = timedelta(hours=12)
"""So long an evening that nobody opened is still shown, and answered."""
Batch = Sequence[EveningEvent]


@component("EveningChanged")
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

    before: list[UUID] = []

    def decided(state: Evening) -> Batch:
        _check_right(state, command, by)
        before[:] = state.waiting
        batch = decide(state, command, by)
        answered = {event.player for event in batch if isinstance(event, EveningAnswered)}
        return [*(event for event in _freed(state) if event.player not in answered), *batch]

    done = EVENINGS.change(
        evening,
        decided,
        actor=f"player:{by}",
        decision_id=decision_id,
        expected_version=expected_version,
        admit=_check_there,
        also=lambda kept: _tell_who_moved_up(kept.state, before),
    )
    return Changed(evening, done.version, not done.batch)


def club_changed(club: UUID, batch: Sequence[ClubEvent]) -> None:
    """Whoever has left the club keeps no place at its evenings (hook ``club_changed``)."""
    if any(isinstance(event, ClubMemberLeft) for event in batch):
        for evening in to_come(club, timezone.now()).values_list("id", flat=True):
            free_places(evening)


def free_places(evening: UUID) -> None:
    """Whoever is no longer of the club does not come, and who waited moves up. What follows from somebody's leaving is
    a hint that may be lost: each change of the evening looks for them, too."""
    before: list[UUID] = []

    def decided(state: Evening) -> Batch:
        before[:] = state.waiting
        return _freed(state)

    EVENINGS.change(
        evening,
        decided,
        actor=tournaments.CLOCK,
        admit=_check_there,
        also=lambda kept: _tell_who_moved_up(kept.state, before),
    )


def _freed(state: Evening) -> list[EveningAnswered]:
    """Of those who said that they come or perhaps come, who is erased, or neither a member nor on the roster now."""
    if not state.is_to_come:
        return []
    assert state.club is not None
    said = [player for player, answer in state.answers.items() if answer is not Coming.NO]
    now = players.now_of(said)
    here = book_of(state.club, hidden=True, only=set(now.values())).ids if said else set()
    return [EveningAnswered(player, Coming.NO) for player in said if now[player] not in here]


def _tell_who_moved_up(state: Evening, waited: Sequence[UUID]) -> None:
    assert state.club is not None
    placed = set(state.placed)
    moved = [player for player in waited if player in placed]
    if moved:
        tell(
            messages.MOVED_UP,
            to=moved,
            key=f"moved-up:{state.id}:{state.version}",
            path=reverse("tournaments:evenings", args=[state.club]),
            about={"event": clubs.existing(state.club).name},
        )


def enter_those_who_come(evening: UUID, tournament: UUID, *, by: UUID) -> Entered:
    """Enter everybody who has a place, in the order of their answers as far as there is room, but who may not be
    entered, and note that the evening was opened. Raises NotFound, NotAllowed, Conflict."""
    state = cache.state(tournament)
    check_to_open(evening, by, state.settings.club)
    free_places(evening)
    planned = existing(evening)
    coming = planned.coming
    now = players.now_of(coming)
    known = players.names(now.values())
    here = {entry.player for entry in state.entries.values()}
    people = [one for one in dict.fromkeys(now[who] for who in coming) if one in known and one not in here]
    not_let, placed = _not_entered(people, state, by), {now[who] for who in planned.placed}
    let = [one for one in people if one in placed and one not in not_let][: room(state)]
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


def check_board(evening: UUID, by: UUID) -> None:
    """Raises NotFound, NotAllowed."""
    state = existing(evening)
    assert state.club is not None
    rosters.check_board(state.club, by)


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
        case c.AnswerEvening(coming, player):
            assert player is not None
            rosters.check_board(state.club, by)
            takes_off = coming is Coming.NO and player in state.answers
            if not takes_off and players.written_down([player]).get(player) != state.club:
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

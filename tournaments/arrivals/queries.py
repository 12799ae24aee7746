"""What somebody sees who has scanned a code, and what organisers see of those who did.

Whoever scans learns what the event's own page says, and of the club's people nothing at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from django.utils import timezone

from players import queries as players
from tournaments import queries
from tournaments.models import Arrival
from tournaments.pages import about, seated
from tournaments.pages.asking import Look
from tournaments.pages.seated import SeatAsked, Seated
from tournaments.queries import Asked
from tournaments.state import Stage, State, Status, Table

from . import places, services


class Step(StrEnum):
    """What comes next for whoever scanned."""

    OVER = "over"
    EARLY = "early"  # the event begins on another day
    ONLINE = "online"
    WHO = "who"  # nobody is logged in: say who you are
    NOTED = "noted"  # a name, at which an organiser has yet to look
    DECLINED = "declined"
    ENTER = "enter"
    ASK = "ask"  # an organiser must let them in
    CHECK_IN = "check_in"
    WAIT = "wait"  # for a table
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Told:
    """A report of another seat, with the fields of the form that says the same."""

    name: str
    text: str
    fields: Sequence[SeatAsked]


@dataclass(frozen=True, slots=True)
class ComingIn:
    """``name``: whom the page takes the reader for. ``elsewhere``: they scanned another table than their own."""

    tournament: UUID
    title: str
    step: Step
    starts: datetime | None = None
    name: str = ""
    why_not: str = ""
    divisions: Sequence[str] = ()
    table: Seated | None = None
    elsewhere: bool = False
    told: Told | None = None
    mine: str = ""
    """What the reader has reported."""
    done: Seated | None = None
    """Their latest table, which has its result."""
    is_officer: bool = False


def coming_in(tournament: UUID, *, player: UUID | None, arrival: Arrival | None, table: int = 0) -> ComingIn:
    """Raises NotFound."""
    asked = queries.tournament(tournament_id=tournament, player=player)
    named = services.entrant_of(asked.state, arrival) if player is None else None
    if named is not None:
        asked = queries.tournament(tournament_id=tournament, player=named.player)
    return _Page(asked, player, arrival, named is not None).shown(table)


@dataclass(frozen=True, slots=True)
class _Page:
    asked: Asked
    player: UUID | None
    arrival: Arrival | None
    by_name: bool

    def shown(self, table: int) -> ComingIn:
        state, entry = self.asked.state, self.asked.entry
        if places.is_over(state):
            return ComingIn(state.id, "", Step.OVER)
        if state.settings.online:
            return self._plain(Step.ONLINE)
        if entry is None or entry.withdrawn:
            return self._outside()
        if state.settings.check_in and not entry.checked_in and not self.by_name:
            return self._plain(Step.CHECK_IN)
        return self._at_table(table)

    def _plain(self, step: Step, **more: object) -> ComingIn:
        state = self.asked.state
        starts = datetime.fromisoformat(state.settings.starts) if state.settings.starts else None
        return ComingIn(
            state.id,
            state.title,
            step,
            starts,
            self._name(),
            is_officer=self.asked.is_officer and not self.by_name,
            **more,  # type: ignore[arg-type]  # as the class says
        )

    def _name(self) -> str:
        if self.asked.entry is not None:
            return self.asked.names[self.asked.entry.no]
        if self.player is not None:
            return players.names([self.player]).get(self.player, "")
        return self.arrival.name if self.arrival is not None else ""

    def _outside(self) -> ComingIn:
        state, now = self.asked.state, timezone.now()
        if self.player is None and not places.is_on(state, now):
            starts = datetime.fromisoformat(state.settings.starts) if state.settings.starts else None
            return self._plain(Step.EARLY) if starts and starts > now else ComingIn(state.id, "", Step.OVER)
        if self.arrival is not None and self.arrival.status == Arrival.Status.DECLINED:
            return self._plain(Step.DECLINED)
        if self.arrival is not None and not (self.player is None and self.arrival.player is not None):
            if self.arrival.status == Arrival.Status.WAITING or self.arrival.no is None:
                return self._plain(Step.NOTED)
        if self.player is None:
            return self._plain(Step.WHO)
        doors = about.doors(self.asked, self.player, now)
        if doors.enter:
            return self._plain(Step.ENTER, divisions=doors.divisions)
        return self._plain(Step.ASK, why_not=doors.why_not)

    def _at_table(self, wanted: int) -> ComingIn:
        assert self.asked.entry is not None
        here, number = Look(self.asked, self.asked, None), self.asked.entry.no
        mine = [(stage, table) for stage, table in _latest(self.asked.state) if number in table.pairing.seats]
        open_ = [one for one in mine if not one[1].is_done]
        if not open_:
            done = seated.seated(here, *mine[0]) if mine else None
            return self._plain(Step.WAIT, done=done)
        stage, table = next((one for one in open_ if one[1].no == wanted), open_[0])
        shown = seated.seated(here, stage, table)
        names = [self.asked.names[no] for no in table.pairing.seats]
        seat = table.pairing.seats.index(number)
        other = next(((at, said) for at, said in sorted(table.reports.items()) if at != seat), None)
        told = mine_said = None
        if seat in table.reports:
            mine_said = next(one.text for one in shown.reports if one.name == names[seat])
        elif other is not None and len(set(table.reports.values())) == 1:
            fields = tuple(seated.fields(table, names, other[1]))
            told = Told(names[other[0]], next(one.text for one in shown.reports if one.name == names[other[0]]), fields)
        return self._plain(
            Step.TABLE, table=shown, elsewhere=wanted not in (0, table.no), told=told, mine=mine_said or ""
        )


def _latest(state: State) -> list[tuple[Stage, Table]]:
    """The tables of all stages, the latest first."""
    if state.status is not Status.RUNNING:
        return []
    return [
        (stage, table)
        for stage in reversed(list(state.stages.values()))
        for one in reversed(stage.rounds)
        for table in one.tables.values()
    ]


# --- for organisers -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Candidate:
    """Whom an organiser may take somebody for: an entrant (``no``) or a ``person`` of the club's roster."""

    label: str
    no: int | None = None
    person: UUID | None = None


@dataclass(frozen=True, slots=True)
class Waiting:
    """``checked_in``: a scan has checked in the entrant of this name until somebody looks."""

    id: UUID
    name: str
    account: bool
    since: datetime
    checked_in: bool
    candidates: Sequence[Candidate]

    @property
    def alone(self) -> bool:
        """Whether nobody here is called so: they can only be somebody new."""
        return not self.candidates


def waiting(asked: Asked) -> list[Waiting]:
    """Those at whom an organiser has yet to look, the first first. The caller has checked the right to see them."""
    unanswered = Arrival.objects.filter(services.unanswered(), tournament=asked.state.id)
    rows = list(unanswered.order_by("changed_at", "id"))
    if not rows:
        return []
    names = players.names(row.player for row in rows if row.player is not None)
    entrants, book = services.called(services.names_of(asked.state)), services.book(asked.state)
    found = []
    for row in rows:
        candidates: list[Candidate] = []
        if row.player is None:
            alike = sorted(entrants.alike(row.name), key=lambda one: one.no)
            candidates += [Candidate(f"{asked.names[one.no]} ({one.no})", no=one.no) for one in alike]
            known = services.known_as(asked.state, book, row.name)
            candidates += [Candidate(line, person=person) for person, line in known]
        name = row.name if row.player is None else names.get(row.player, "?")
        checked = row.no is not None
        found.append(Waiting(row.id, name, row.player is not None, row.changed_at, checked, candidates))
    return found


def not_checked_in(asked: Asked) -> int:
    """How many entrants without an account are not checked in, where that counts."""
    if not asked.state.settings.check_in or asked.state.status not in (Status.OPEN, Status.RUNNING):
        return 0
    return sum(not one.checked_in for one in services.names_of(asked.state))

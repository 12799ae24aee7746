"""Import a tournament that was played elsewhere: the events that lead to what a file describes, in one append.

Whoever stands in the file becomes a person without account, and nothing here is opened for play. What the file says is
checked like what anybody says: nobody at two tables of a round, no impossible places, no field that a format cannot
take.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID

from django.utils import timezone

from elekt_core.registry import get_bot
from matches.games import game_with
from players.models import Player
from players.services import new_person
from tournaments import events as e
from tournaments import opening, plans, reasons, services, stages
from tournaments.decisions import results, rounds
from tournaments.decisions.field import MAX_RATING
from tournaments.decisions.results import checked
from tournaments.events import TournamentEvent
from tournaments.evolve import evolve
from tournaments.formats.contract import BadPlan, EntrantNo, Proposal, Result
from tournaments.models import Report
from tournaments.services import Changed
from tournaments.settings import MAX_DIVISION, MAX_ENTRANTS, Settings
from tournaments.state import Entry, Round, Stage, State, Status, Table, TableRef
from web import setting_fields
from web.errors import BadRequest, Conflict

WALKOVER = "walkover"
SOURCES = ("match", "agreed", "scorer", "arbiter", "clock", "default")
MAX_PENALTY = 10_000
MAX_NUMBER = 1_000_000
"""No number, of an entrant, a table or minutes, is higher."""
MAX_TITLE = 10
SLUG = re.compile(r"[-a-zA-Z0-9_]{1,40}")
SPEEDS = ("live", "correspondence")
Names = Mapping[EntrantNo, str]


def bring_in(told: State, names: Names, *, owner: UUID, decision_id: UUID | None = None, report: str = "") -> Changed:
    """Open a tournament of ``owner`` in the state ``told``, with new people of these names; ``report`` is kept.

    Raises BadRequest, Conflict: what is told cannot be.
    """
    _check_settings(told.settings)
    for planned in told.planned:
        if not SLUG.fullmatch(planned.key):
            raise BadRequest("bad_field", field="planned.key")
    opened = opening.first_event(
        owner=owner,
        title=told.title,
        game=told.game,
        stages=told.planned,
        settings=replace(told.settings, online=False, automatic=False, club="", time=None, spectators=None),
        ruleset=told.ruleset,
        options=told.options,
    )
    tournament_id = services.new_tournament(owner, decision_id)
    people = {no: _person(no, names, tournament_id) for no, entry in told.entries.items() if not entry.bot}
    run = _Run(told, {no: person.id for no, person in people.items()}, timezone.now())
    run.tell(opened)
    beside = [*people.values(), *([Report(tournament=tournament_id, text=report)] if report else [])]
    return services.open_with(
        owner=owner, events=run.events, beside=beside, decision_id=decision_id, tournament_id=tournament_id
    )


def _check_settings(settings: Settings) -> None:
    """Raises BadRequest for settings that no form would accept."""
    setting_fields.check_sent(settings)
    if settings.speed not in SPEEDS:
        raise BadRequest("bad_field", field="settings")


def _person(no: EntrantNo, names: Names, tournament_id: UUID) -> Player:
    try:
        return new_person(names.get(no, ""), written_in=tournament_id)
    except ValueError:
        raise BadRequest("bad_name_of_entrant", no=no) from None


class _Run:
    """Goes through the given results from the beginning, and folds the events made so far."""

    def __init__(self, told: State, people: Mapping[EntrantNo, UUID], at: datetime) -> None:
        self.told, self.people, self.at = told, people, at
        self.state = State(told.id)
        self.events: list[TournamentEvent] = []

    def add(self, *events: TournamentEvent) -> None:
        for event in events:
            self.state = evolve(self.state, event, self.at)
            self.events.append(event)

    def tell(self, opened: e.TournamentOpened) -> None:
        self.add(opened)
        self.add(*self._field())
        for stage in self.told.stages.values():
            self._stage(stage)
        self.add(*(e.EntrantWithdrew(no) for no, one in self.told.entries.items() if one.withdrawn))
        self.add(*self._byes())
        self._check_shown()
        if self.told.status is Status.CLOSED:
            self.add(*rounds.close(self.state))

    def _field(self) -> Iterator[TournamentEvent]:
        if len(self.told.entries) > MAX_ENTRANTS:
            raise BadRequest("too_many_entrants", most=MAX_ENTRANTS)
        for no, entry in self.told.entries.items():
            yield self._entered(no, entry)
        if self.told.order:
            if sorted(self.told.order) != sorted(self.told.entries):
                raise BadRequest("not_the_field", field="order")
            yield e.FieldSeeded(self.told.order)
        yield from (e.EntrantCheckedIn(no) for no, entry in self.told.entries.items() if entry.checked_in)

    def _entered(self, no: EntrantNo, entry: Entry) -> e.EntrantEntered:
        if not 1 <= no <= MAX_NUMBER or entry.no != no:
            raise BadRequest("bad_field", field="entries.no")
        if len(entry.title) > MAX_TITLE or not (entry.title + entry.division).isprintable():
            raise BadRequest("bad_field", field="entries.title")
        if not 0 <= entry.rating <= MAX_RATING:
            raise BadRequest("rating_out_of_range", field="rating", rating=entry.rating, most=MAX_RATING)
        if len(entry.division) > MAX_DIVISION:
            raise BadRequest("bad_field", field="division")
        if entry.bot:
            get_bot(game_with(self.told.game, ""), entry.bot)
        return e.EntrantEntered(no, self.people.get(no), entry.bot, entry.rating, entry.title, entry.division)

    # --- a stage --------------------------------------------------------------------------------------------

    def _stage(self, stage: Stage) -> None:
        first = tuple(no for no in stage.entrants if no not in stage.joined)
        self._check_stage(stage, first)
        self.add(e.StageStarted(stage.key, first, stage.seed))
        for one in stage.rounds:
            self._join(stage, one.no)
            self._round(stage, one)
        self._join(stage, None)
        for index, given in enumerate(stage.penalties):
            sound = abs(given.points) <= MAX_PENALTY and 1 <= given.round <= MAX_NUMBER
            if given.entrant not in stage.entrants or not sound:
                raise BadRequest("bad_field", field="penalties")
            self.add(e.PenaltyGiven(given.entrant, stage.key, given.round, given.points))
            if index in stage.lifted:
                self.add(e.PenaltyLifted(stage.key, index))
        if stage.closed:
            self.add(*rounds.close_stage(self.state, stage.key))

    def _check_stage(self, stage: Stage, first: tuple[EntrantNo, ...]) -> None:
        if self.state.plan(stage.key) != stage.plan:
            raise BadRequest("unknown_stage_told", stage=stage.key)
        if not set(stage.entrants) <= set(self.told.entries) or len(set(stage.entrants)) != len(stage.entrants):
            raise BadRequest("not_the_field", field="entrants")
        try:
            bytes.fromhex(stage.seed)
            plans.check(plans.read(stage.plan.plan), len(first))
        except BadPlan as bad:
            raise Conflict(bad.reason.code, **{**bad.reason.data, "field": bad.field}) from bad
        except ValueError:
            raise BadRequest("bad_field", field="seed") from None

    def _join(self, stage: Stage, before: int | None) -> None:
        """The entrants who can play from round ``before`` on; None: all who have not joined yet."""
        here = self.state.stages[stage.key].entrants
        for no, first in stage.joined.items():
            if no not in here and (before is None or first <= before):
                self.add(e.StageJoined(stage.key, no, first))

    def _round(self, stage: Stage, one: Round) -> None:
        if one.no != len(self.state.stages[stage.key].rounds) + 1:
            raise BadRequest("bad_field", field="rounds.no")
        if any(table.no != no or not 1 <= no <= MAX_NUMBER for no, table in one.tables.items()):
            raise BadRequest("bad_field", field="tables")
        pairings = tuple(
            table.pairing if table.source == WALKOVER else replace(table.pairing, result=None)
            for table in one.tables.values()
        )
        most = plans.read(stage.plan.plan).seats
        if wrong := next((table.no for table in one.tables.values() if not 1 <= len(table.pairing.seats) <= most), 0):
            raise BadRequest("wrong_number_of_seats", round=one.no, table=wrong, most=most)
        proposal = Proposal(pairings, one.byes)
        if stages.format_in(stage).by_rounds:
            self.add(*rounds.publish(self.state, stage.key, proposal, at=self.at))
        elif pairings:
            self._check_tables(stage, one)
            self.add(e.TablesPaired(stage.key, pairings))
        for table in one.tables.values():
            self._result(stage, one, table)
        self._times(stage, one)

    def _times(self, stage: Stage, one: Round) -> None:
        if one.window:
            self.add(e.WindowsSet(stage.key, {one.no: _moment(one.window)}))
        for no, table in one.tables.items():
            if table.postponed and table.until:
                self.add(e.TablePostponed(stage.key, one.no, no, _moment(table.until)))
        if one.ends:
            self.add(e.TimerStarted(stage.key, one.no, _moment(one.ends)))

    def _check_tables(self, stage: Stage, one: Round) -> None:
        for no, table in one.tables.items():
            seats = table.pairing.seats
            if (table.pairing.round, table.no) != (one.no, no) or len(set(seats)) != len(seats):
                raise BadRequest("bad_field", field="tables")
            if strangers := sorted(set(seats) - set(self.state.stages[stage.key].entrants)):
                raise BadRequest("not_in_stage", field="tables", no=strangers[0])

    def _result(self, stage: Stage, one: Round, table: Table) -> None:
        self._check_reason(table)
        result = table.pairing.result
        if result is None:
            return
        _check(result, table)
        if table.source != WALKOVER:
            source = table.source if table.source in SOURCES else "arbiter"
            ref = TableRef(stage.key, one.no, table.no)
            self.add(*results.enter(self.state, ref, result, source=source))

    def _check_reason(self, table: Table) -> None:
        """A reason's data are whatever the format noted; a reason that cannot be put into words must be refused now."""
        reason = table.pairing.reason
        try:
            if reason is not None:
                reasons.said(reason, dict.fromkeys(self.told.entries, ""))
        except Exception as error:
            raise BadRequest("bad_reason", round=table.pairing.round, table=table.no) from error

    # --- the end --------------------------------------------------------------------------------------------

    def _byes(self) -> Iterator[TournamentEvent]:
        """Byes asked for in rounds that are not over yet: an entrant with neither a bye nor a table waits for one."""
        for key, by_round in self.told.byes.items():
            begun = self.state.stages.get(key)
            over = 0 if begun is None else sum(one.is_done for one in begun.rounds)
            for number, of_round in by_round.items():
                if over < number <= MAX_NUMBER and self.state.plan(key) is not None:
                    known = {no: bye for no, bye in of_round.items() if no in self.told.entries}
                    yield from (e.ByeGranted(no, key, number, bye) for no, bye in known.items())

    def _check_shown(self) -> None:
        """A slot or a schedule that its format cannot read must be refused now, not when somebody looks at it."""
        for key in self.state.stages:
            try:
                stages.standings(stages.stage_of(self.state, key))
                stages.is_over(self.state, key)
            except Exception as error:  # whatever a format makes of tables that it would never have made
                raise BadRequest("not_of_this_format", stage=key) from error


def _check(result: Result, table: Table) -> None:
    try:
        checked(result, len(table.pairing.seats), told_elsewhere=True)
    except BadRequest as bad:
        raise BadRequest(bad.code, **{**bad.data, "round": table.pairing.round, "table": table.no}) from bad


def _moment(text: str) -> str:
    try:
        return datetime.fromisoformat(text).astimezone(UTC).isoformat(timespec="seconds")
    except (ValueError, OverflowError):
        raise BadRequest("bad_field", field="ends") from None

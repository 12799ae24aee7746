"""Every change to a tournament comes in here: it loads, decides, appends, writes the read model, and wakes who waits.

A service does the whole of what was asked and returns, or raises and has changed nothing. ``by`` is the player who
acts; ``reason`` is kept as a ``Remark`` of its own. A ``decision_id`` makes a request repeatable: sent twice, it counts
once; an ``expected_version`` refuses it where somebody else was faster.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from elekt_core.contract import Setup
from ledger import store
from ledger.changing import Kept, Streams
from ledger.events import NewEvent
from matches.cardlists import queries as card_lists
from matches.cardlists.shapes import Chosen
from matches.games import game_with
from matches.models import Table as MatchTable
from players import queries as players
from players.clubs import queries as clubs
from players.models import NAME_LENGTH, Player
from players.names.bots import is_like_a_bots
from players.services import new_person
from web.errors import BadRequest, Conflict, NotAllowed, NotFound, of_ledger

from . import after, corrections, later, plans, undoing, wishes
from . import events as e
from . import rating as ladders
from .consent import limits as objections
from .consent import noting
from .corrections import Tables
from .decisions import arenas, challenges, field, presence, publishing, results, rounds, windows
from .decisions.field import Newcomer
from .events import KINDS, TournamentEvent
from .evolve import Past, evolve_all, fold_all, read_all
from .formats.contract import BadPlan, Bye, EntrantNo, Proposal, Result
from .models import Remark
from .projection import save
from .settings import Settings, StagePlan
from .shelf import shelf
from .state import Progress, Role, State, Status, TableRef
from .wishes import Enters, Leaves, Lifted, Penalised, Returns, Wish

LONGEST_TITLE = 120
LONGEST_REMARK = 2000
CLOCK = "clock"
MATCH = "match"
"""The actor where a match that ended brings its result."""
OWNERS = (e.RoleGranted, e.RoleRevoked, e.TournamentReopened, e.TournamentCancelled)
"""What owners alone do, and take back."""

Decide = Callable[[State], Sequence[TournamentEvent]]
_RIGHTS = {Role.SCORER: 0, Role.ARBITER: 1, Role.OWNER: 2}


@dataclass(frozen=True, slots=True)
class Changed:
    """``version`` after the change; ``events`` are what it added, none where nothing was to be done."""

    tournament: UUID
    version: int
    events: tuple[TournamentEvent, ...] = ()
    repeated: bool = False


# --- the tournament ---------------------------------------------------------------------------------------


def open_tournament(
    *,
    owner: UUID,
    title: str,
    game: str,
    stages: Sequence[StagePlan],
    settings: Settings | None = None,
    ruleset: str = "",
    options: Mapping[str, Any] | None = None,
    cards: str = "",
    league: UUID | None = None,
    decision_id: UUID | None = None,
) -> Changed:
    """``cards`` as for a table. Raises BadRequest, Conflict (a plan that cannot be played), UnknownGame, BadSetup."""
    if settings is not None:
        check_club(settings.club, owner)
    opened = opening(
        owner=owner,
        title=title,
        game=game,
        stages=stages,
        settings=settings,
        ruleset=ruleset,
        options=options,
        cards=cards,
        league=league,
    )
    return open_with(owner=owner, events=[opened], decision_id=decision_id)


def opening(
    *,
    owner: UUID,
    title: str,
    game: str,
    stages: Sequence[StagePlan],
    settings: Settings | None = None,
    ruleset: str = "",
    options: Mapping[str, Any] | None = None,
    cards: str = "",
    league: UUID | None = None,
) -> e.TournamentOpened:
    """The first event of a tournament, checked. Raises as ``open_tournament``."""
    chosen = card_lists.chosen(cards, player=owner, game=game)
    rules = game_with(game, chosen.cards if chosen else "")
    agreed = rules.ruleset(ruleset)
    agreed.only_offered(dict(options or {}))
    _check_stages(stages, agreed.seats)
    return e.TournamentOpened(
        titled(title),
        game,
        Setup(game, agreed.name, agreed.seats[0], dict(options or {})).ruleset,
        owner,
        settings or Settings(),
        tuple(stages),
        dict(options or {}),
        chosen.cards if chosen else "",
        chosen.list if chosen else None,
        chosen.number if chosen else 0,
        league,
    )


def open_with(
    *,
    owner: UUID,
    events: Sequence[TournamentEvent],
    beside: Sequence[Model] = (),
    decision_id: UUID | None = None,
    tournament_id: UUID | None = None,
) -> Changed:
    """A tournament that begins with all of ``events``, its ``opening`` first; rows ``beside`` it are saved with it.

    Nothing happens to one that is there already.
    """
    if tournament_id is None:
        tournament_id = new_tournament(owner, decision_id)

    def decide(state: State) -> Sequence[TournamentEvent]:
        return events if state.status is None else []

    actor = player_actor(owner)
    return _change(tournament_id, actor, decide, timezone.now(), decision_id=decision_id, new=True, beside=beside)


def new_tournament(owner: UUID, decision_id: UUID | None) -> UUID:
    """The id that a tournament of this owner will have: the same for the same decision."""
    return store.new_stream() if decision_id is None else uuid5(decision_id, f"tournament of {owner}")


def _check_stages(stages: Sequence[StagePlan], sizes: Sequence[int]) -> None:
    try:
        plans.check_stages(stages)
    except BadPlan as bad:
        raise BadRequest(bad.reason.code, **{**bad.reason.data, "field": bad.field}) from bad
    for stage in stages:
        plan = plans.read(stage.plan)
        if not set(range(plan.least, plan.seats + 1)) <= set(sizes):
            raise BadRequest("bad_number_of_seats", field="seats", seats=plan.seats, least=sizes[0], most=sizes[-1])


def check_club(club: str, by: UUID) -> None:
    """It is for those who run a club to make a tournament the club's. Raises BadRequest."""
    if club and club not in {str(line.id) for line in clubs.run_by(by)}:
        raise BadRequest("not_your_club", field="club")


def change_tournament(*, tournament_id: UUID, by: UUID, title: str, settings: Settings, **how: Any) -> Changed:
    """Raises NotFound, NotAllowed, BadRequest, Conflict."""
    return change(tournament_id, by, Role.ARBITER, lambda state: _otherwise(state, by, title, settings), **how)


def plan_stages(*, tournament_id: UUID, by: UUID, stages: Sequence[StagePlan], **how: Any) -> Changed:
    """Other stages than planned; those that have begun stay as they are. Raises as ``open_tournament``."""
    return change(tournament_id, by, Role.ARBITER, lambda state: _planned(state, stages), **how)


def change_settings(
    *, tournament_id: UUID, by: UUID, title: str, settings: Settings, stages: Sequence[StagePlan], **how: Any
) -> Changed:
    """Both at once, all of it or nothing."""

    def decide(state: State) -> list[TournamentEvent]:
        return [*_planned(state, stages), *_otherwise(state, by, title, settings)]

    return change(tournament_id, by, Role.ARBITER, decide, **how)


def _otherwise(state: State, by: UUID, title: str, settings: Settings) -> list[TournamentEvent]:
    if settings.club != state.settings.club:
        check_club(settings.club, by)
    same = (state.title, state.settings) == (titled(title), settings)
    return [] if same else [e.TournamentChanged(titled(title), settings)]


def _planned(state: State, stages: Sequence[StagePlan]) -> list[TournamentEvent]:
    for begun in state.stages.values():
        if begun.plan not in stages:
            raise Conflict("stage_has_begun", stage=begun.key)
    _check_stages(stages, game_with(state.game, state.cards).ruleset(state.ruleset).seats)
    return [] if tuple(stages) == state.planned else [e.StagesPlanned(tuple(stages))]


def grant_role(*, tournament_id: UUID, by: UUID, player: UUID, role: Role | None, **how: Any) -> Changed:
    """None takes it away; somebody must stay owner. Raises NotFound, NotAllowed, Conflict."""
    if role is not None and (players.player(player) is None or players.written_down([player])):
        raise NotFound("unknown_player", field="player", player=str(player))

    def decide(state: State) -> list[TournamentEvent]:
        if state.roles.get(player) is role:
            return []
        owners = [one for one, held in state.roles.items() if held is Role.OWNER]
        if owners == [player]:
            raise Conflict("last_owner")
        return [e.RoleRevoked(player) if role is None else e.RoleGranted(player, role)]

    return change(tournament_id, by, Role.OWNER, decide, **how)


def add_note(*, tournament_id: UUID, by: UUID, text: str, entrant: int | None = None, **how: Any) -> Changed:
    def decide(state: State, remark: UUID | None) -> list[TournamentEvent]:
        assert remark is not None
        if entrant is not None:
            field.known(state, EntrantNo(entrant))
        return [e.NoteAdded(remark, None if entrant is None else EntrantNo(entrant))]

    if not text.strip():
        raise BadRequest("bad_field", field="text")
    return change_saying(tournament_id, by, Role.SCORER, decide, text, **how)


def close(*, tournament_id: UUID, by: UUID, **how: Any) -> Changed:
    return change(tournament_id, by, Role.ARBITER, rounds.close, **how)


def reopen(*, tournament_id: UUID, by: UUID, reason: str = "", **how: Any) -> Changed:
    return change_saying(
        tournament_id, by, Role.OWNER, lambda state, remark: rounds.reopen(state, remark=remark), reason, **how
    )


def cancel(*, tournament_id: UUID, by: UUID, reason: str = "", **how: Any) -> Changed:
    return change_saying(
        tournament_id, by, Role.OWNER, lambda state, remark: rounds.cancel(state, remark=remark), reason, **how
    )


def undo(*, tournament_id: UUID, by: UUID, reason: str = "", **how: Any) -> Changed:
    """Take back the latest change that still counts: the state is the one before it, to the last bit.

    Of two who take back the same change one is refused. Raises NotFound, NotAllowed (an owner's own change), Conflict
    (it cannot be taken back), StaleVersion.
    """

    def decide(state: State, remark: UUID | None) -> list[TournamentEvent]:
        stored = store.read(state.id)
        back = undoing.latest(state, stored, remark)
        if any(isinstance(KINDS.read(event), OWNERS) for event in stored[back.first - 1 : back.last]):
            check_right(state, by, Role.OWNER)
        return [back]

    if how.get("expected_version") is None:
        how["expected_version"] = shelf.state(tournament_id).version
    return change_saying(tournament_id, by, Role.ARBITER, decide, reason, **how)


# --- the field --------------------------------------------------------------------------------------------


def make(
    *, tournament_id: UUID, by: UUID, wish: Wish, tables: Tables | None = None, reason: str = "", **how: Any
) -> Changed:
    """Change the field or its penalties as wished; arbiters may say at once what becomes of published ``tables``.

    Scorers enter people, arbiters do the rest, and players withdraw themselves. All or nothing. Raises NotFound,
    NotAllowed, BadRequest, Conflict (also: a choice is not open).
    """

    def decide(state: State, remark: UUID | None) -> Sequence[TournamentEvent]:
        _check_may(state, by, wish, tables)
        change = wishes.events(state, wish, at=now, by=by, remark=remark)
        return change if tables is None else _with_tables(state, change, tables, now)

    if tables is not None:
        note_begun(tournament_id)
    now, people = timezone.now(), wish.people if isinstance(wish, Enters) else ()
    return change_saying(tournament_id, by, None, decide, reason, now=now, beside=people, **how)


def _check_may(state: State, by: UUID, wish: Wish, tables: Tables | None) -> None:
    if isinstance(wish, Leaves) and tables is None:
        _check_right_or_own(state, by, Role.ARBITER, [wish.no])
    else:
        check_right(state, by, Role.SCORER if isinstance(wish, Enters) and tables is None else Role.ARBITER)


def _with_tables(
    state: State, change: Sequence[TournamentEvent], tables: Tables, at: datetime
) -> list[TournamentEvent]:
    return corrections.choose(
        state, change, tables.stage, tables.choice, at=at, later=tables.later, proposal=tables.proposal
    )


def enter(*, tournament_id: UUID, by: UUID, newcomers: Sequence[Newcomer], **how: Any) -> Changed:
    """An organiser enters players and bots, as ``make``."""
    return make(tournament_id=tournament_id, by=by, wish=Enters(tuple(newcomers)), **how)


def enter_names(*, tournament_id: UUID, by: UUID, newcomers: Sequence[tuple[str, Newcomer]], **how: Any) -> Changed:
    """An organiser enters people by name: each name for which no player is given becomes a new person."""
    return make(tournament_id=tournament_id, by=by, wish=named(tournament_id, newcomers), **how)


def named(tournament_id: UUID, newcomers: Sequence[tuple[str, Newcomer]]) -> Enters:
    """Those without a player become new people of these names, who are written down there."""
    people = {
        at: written(tournament_id, name) for at, (name, newcomer) in enumerate(newcomers) if newcomer.player is None
    }
    entered = [
        replace(newcomer, player=people[at].id) if at in people else newcomer
        for at, (_, newcomer) in enumerate(newcomers)
    ]
    return Enters(tuple(entered), tuple(people.values()))


def written(event: UUID, name: str) -> Player:
    """A new person whom an organiser writes down in a tournament or a league. Raises BadRequest."""
    try:
        person = new_person(name, written_in=event)
    except ValueError:
        raise BadRequest("not_a_name", field="name", most=NAME_LENGTH) from None
    if is_like_a_bots(person.name):
        raise BadRequest("name_of_a_bot", field="name", name=person.name)
    return person


def enter_oneself(*, tournament_id: UUID, player: UUID, rating: int = 0, division: str = "", **how: Any) -> Changed:
    """Raises NotFound, BadRequest, Conflict."""
    newcomer, now = Newcomer(player, rating=rating, division=division), timezone.now()

    def decide(state: State) -> list[TournamentEvent]:
        return field.enter(state, ladders.with_ratings(state, [newcomer]), at=now, by_organiser=False)

    return change(tournament_id, player, None, decide, now=now, **how)


def change_entrant(*, tournament_id: UUID, by: UUID, no: int, **wishes: Any) -> Changed:
    """``rating``, ``title``, ``division``: what is not given stays."""
    how = {key: wishes.pop(key) for key in ("decision_id", "expected_version") if key in wishes}
    return change(tournament_id, by, Role.SCORER, lambda state: field.change(state, EntrantNo(no), **wishes), **how)


def substitute(
    *, tournament_id: UUID, by: UUID, no: int, player: UUID | None = None, bot: str = "", reason: str = "", **how: Any
) -> Changed:
    """Raises NotFound, NotAllowed (also: somebody who was written down elsewhere), BadRequest, Conflict."""

    def decide(state: State, remark: UUID | None) -> list[TournamentEvent]:
        wishes.check_players(state, [player] if player else [], by)
        wishes.check_bots(state, [bot] if bot else [])
        now = None if player is None else players.now_of([player])[player]
        return field.substitute(state, EntrantNo(no), player=now, bot=bot, remark=remark)

    return change_saying(tournament_id, by, Role.ARBITER, decide, reason, **how)


def remove(*, tournament_id: UUID, by: UUID, no: int, **how: Any) -> Changed:
    return change(tournament_id, by, Role.SCORER, lambda state: field.remove(state, EntrantNo(no)), **how)


def check_in(*, tournament_id: UUID, by: UUID, numbers: Sequence[int], here: bool = True, **how: Any) -> Changed:
    """Officers check in anybody, players themselves."""

    def decide(state: State) -> list[TournamentEvent]:
        _check_right_or_own(state, by, Role.SCORER, numbers)
        return field.check_in(state, [EntrantNo(no) for no in numbers], here=here)

    return change(tournament_id, by, None, decide, **how)


def withdraw(*, tournament_id: UUID, by: UUID, no: int, **how: Any) -> Changed:
    """Officers withdraw anybody, players themselves, as ``make``."""
    return make(tournament_id=tournament_id, by=by, wish=Leaves(no), **how)


def bring_back(*, tournament_id: UUID, by: UUID, no: int, **how: Any) -> Changed:
    return make(tournament_id=tournament_id, by=by, wish=Returns(no), **how)


def grant_bye(
    *, tournament_id: UUID, by: UUID, no: int, stage: str, round_no: int, bye: Bye | None, **how: Any
) -> Changed:
    """None takes it back."""

    def decide(state: State) -> list[TournamentEvent]:
        if bye is None:
            return field.revoke_bye(state, EntrantNo(no), stage, round_no)
        return field.grant_bye(state, EntrantNo(no), stage, round_no, bye)

    return change(tournament_id, by, Role.ARBITER, decide, **how)


def seed(*, tournament_id: UUID, by: UUID, order: Sequence[int], **how: Any) -> Changed:
    return change(
        tournament_id, by, Role.ARBITER, lambda state: field.seed(state, [EntrantNo(no) for no in order]), **how
    )


def penalise(*, tournament_id: UUID, by: UUID, no: int, stage: str, points: int, **how: Any) -> Changed:
    return make(tournament_id=tournament_id, by=by, wish=Penalised(no, stage, points), **how)


def lift_penalty(*, tournament_id: UUID, by: UUID, stage: str, index: int, **how: Any) -> Changed:
    return make(tournament_id=tournament_id, by=by, wish=Lifted(stage, index), **how)


# --- stages and rounds ------------------------------------------------------------------------------------


def start_stage(
    *, tournament_id: UUID, by: UUID, stage: str, entrants: Sequence[int] | None = None, reason: str = "", **how: Any
) -> Changed:
    """``entrants`` of the stage before go on where they are given, and not those whom the results say. Raises NotFound,
    NotAllowed, BadRequest, Conflict."""
    drawn = lots()
    chosen = None if entrants is None else [EntrantNo(no) for no in entrants]

    def decide(state: State, remark: UUID | None) -> list[TournamentEvent]:
        return rounds.start(state, stage, seed=drawn, chosen=chosen, remark=remark)

    return change_saying(tournament_id, by, Role.ARBITER, decide, reason, **how)


def add_stage(*, tournament_id: UUID, by: UUID, plan: StagePlan, **how: Any) -> Changed:
    """Plan a stage at a border and begin it with those who play off there; nothing where it has begun. Raises NotFound,
    NotAllowed, BadRequest, Conflict."""
    drawn = lots()
    return change(tournament_id, by, Role.ARBITER, lambda state: added(state, plan, drawn), **how)


def added(state: State, plan: StagePlan, seed: bytes) -> Sequence[TournamentEvent]:
    """Raises BadRequest, Conflict."""
    _check_stages([plan], game_with(state.game, state.cards).ruleset(state.ruleset).seats)
    return rounds.add(state, plan, seed=seed)


def exchange(
    *, tournament_id: UUID, by: UUID, stage: str, out: int, into: int, reason: str = "", **how: Any
) -> Changed:
    """Somebody of the stage before plays on in the place of one who has left this one, as long as no table of theirs
    has begun. Raises NotFound, NotAllowed, Conflict."""

    def decide(state: State, remark: UUID | None) -> list[TournamentEvent]:
        return later.exchange(state, stage, EntrantNo(out), EntrantNo(into), remark=remark)

    note_begun(tournament_id)
    return change_saying(tournament_id, by, Role.ARBITER, decide, reason, **how)


def pair(
    *,
    tournament_id: UUID,
    by: UUID,
    stage: str,
    proposal: Proposal | None = None,
    by_hand: bool = True,
    **how: Any,
) -> Changed:
    """Publish the next round: as the format pairs it, or ``proposal`` as an arbiter saw (``by_hand``: changed) it."""
    now = timezone.now()

    def decide(state: State) -> list[TournamentEvent]:
        return publishing.next_tables(state, stage, at=now, proposal=proposal, by_hand=by_hand)

    return change(tournament_id, by, Role.ARBITER, decide, now=now, **how)


def challenge(
    *, tournament_id: UUID, by: UUID, stage: str, challenged: int, challenger: int | None = None, **how: Any
) -> Changed:
    """On a ladder: players challenge for themselves (``challenger`` None: their own entry), arbiters for anybody.

    Raises NotFound, NotAllowed, Conflict.
    """
    now = timezone.now()

    def decide(state: State) -> list[TournamentEvent]:
        mine = state.entry_of(by)
        number = challenger if challenger is not None or mine is None else mine.no
        if number is None:
            raise NotFound("not_entered")
        _check_right_or_own(state, by, Role.ARBITER, [number])
        return challenges.challenge(state, stage, EntrantNo(number), EntrantNo(challenged), at=now)

    return change(tournament_id, by, None, decide, now=now, **how)


def take_back_round(
    *, tournament_id: UUID, by: UUID, stage: str, round_no: int, reason: str = "", **how: Any
) -> Changed:
    def decide(state: State, remark: UUID | None) -> list[TournamentEvent]:
        return rounds.take_back(state, stage, round_no, remark=remark)

    note_begun(tournament_id)
    return change_saying(tournament_id, by, Role.ARBITER, decide, reason, **how)


def take_back_stage(*, tournament_id: UUID, by: UUID, stage: str, reason: str = "", **how: Any) -> Changed:
    """As if it had not begun, as long as none of its tables has. Raises NotFound, NotAllowed, Conflict."""

    def decide(state: State, remark: UUID | None) -> list[TournamentEvent]:
        return rounds.take_back_stage(state, stage, remark=remark)

    note_begun(tournament_id)
    return change_saying(tournament_id, by, Role.ARBITER, decide, reason, **how)


def swap(
    *,
    tournament_id: UUID,
    by: UUID,
    stage: str,
    one: int,
    other: int,
    anyway: bool = False,
    reason: str = "",
    **how: Any,
) -> Changed:
    """Two players of the round that runs change places; a repeat or a second bye that this makes must be meant
    (``anyway``). Raises NotFound, NotAllowed, Conflict (one of them plays, ``makes_breach``)."""
    now = timezone.now()

    def decide(state: State, remark: UUID | None) -> list[TournamentEvent]:
        batch = rounds.swap(state, stage, EntrantNo(one), EntrantNo(other), remark=remark)
        if not anyway:
            rounds.check_breaches(state, batch, stage, now)
        return batch

    return change_saying(tournament_id, by, Role.ARBITER, decide, reason, now=now, **how)


def start_timer(*, tournament_id: UUID, by: UUID, stage: str, round_no: int, minutes: int, **how: Any) -> Changed:
    now = timezone.now()

    def decide(state: State) -> list[TournamentEvent]:
        return rounds.start_timer(state, stage, round_no, minutes, at=now)

    return change(tournament_id, by, Role.SCORER, decide, now=now, **how)


def close_stage(*, tournament_id: UUID, by: UUID, stage: str, **how: Any) -> Changed:
    return change(tournament_id, by, Role.ARBITER, lambda state: rounds.close_stage(state, stage), **how)


# --- tables and results -----------------------------------------------------------------------------------


def postpone(*, tournament_id: UUID, by: UUID, ref: TableRef, until: datetime, reason: str = "", **how: Any) -> Changed:
    """Play a table that has not begun by ``until`` instead: arbiters decide, players agree among themselves.

    Raises NotFound, NotAllowed, BadRequest, Conflict.
    """
    now = timezone.now()

    def decide(state: State, remark: UUID | None) -> list[TournamentEvent]:
        table = results.table_at(state, ref)
        held = state.role_of(by)
        rules = held is not None and _RIGHTS[held] >= _RIGHTS[Role.ARBITER]
        wish = windows.Wish(until, None if rules else seat_at(state, ref, by))
        return windows.postpone(state, ref, table, wish, at=now, remark=remark)

    return change_saying(tournament_id, by, None, decide, reason, now=now, **how)


def start_table(*, tournament_id: UUID, by: UUID, ref: TableRef, **how: Any) -> Changed:
    return change(tournament_id, by, Role.SCORER, lambda state: results.start(state, ref), **how)


def call_players(
    *, tournament_id: UUID, by: UUID, ref: TableRef, seats: Sequence[int] | None = None, **how: Any
) -> Changed:
    """Call out who is not at a real table yet, or these ``seats`` (from 0). Raises NotFound, NotAllowed, BadRequest,
    Conflict."""

    def decide(state: State) -> list[TournamentEvent]:
        return presence.call(state, ref, results.table_at(state, ref), seats)

    return change(tournament_id, by, Role.SCORER, decide, **how)


def call_round(*, tournament_id: UUID, by: UUID, stage: str, round_no: int, **how: Any) -> Changed:
    """Call out everybody of a round who is not at a real table yet. Raises NotFound, NotAllowed, Conflict."""

    def decide(state: State) -> list[TournamentEvent]:
        one = rounds.begun(state, stage).round(round_no)
        if one is None:
            raise NotFound("unknown_round", round=round_no)
        waiting = [table for table in one.tables.values() if table.progress is Progress.PAIRED]
        calls = [presence.call(state, TableRef(stage, one.no, table.no), table) for table in waiting]
        return [event for batch in calls for event in batch]

    return change(tournament_id, by, Role.SCORER, decide, **how)


def note_presence(
    *, tournament_id: UUID, by: UUID, ref: TableRef, seats: Sequence[int], here: bool = True, **how: Any
) -> Changed:
    """Who is at a real table: officers say it of anybody, players of themselves, and that all of their table are.

    Raises NotFound, NotAllowed, BadRequest, Conflict (``came_too_late``: an officer decides).
    """

    def decide(state: State) -> list[TournamentEvent]:
        table = results.table_at(state, ref)
        officer = state.role_of(by) is not None
        if not officer:
            own = {seat_at(state, ref, by)}
            if not here or set(seats) not in (own, set(range(len(table.pairing.seats)))):
                raise NotAllowed("needs_role", role=Role.SCORER.value)
        return presence.note(state, ref, table, seats, here=here, rules=officer)

    return change(tournament_id, by, None, decide, **how)


def report(*, tournament_id: UUID, player: UUID, ref: TableRef, result: Result, **how: Any) -> Changed:
    """A player of the table says how it ended. Raises NotFound, NotAllowed, BadRequest, Conflict."""
    now = timezone.now()

    def decide(state: State) -> list[TournamentEvent]:
        seat = seat_at(state, ref, player)
        return results.report(state, ref, seat, result, at=now)

    return _advancing(tournament_id, player_actor(player), ref, decide, now=now, **how)


def object_to(*, tournament_id: UUID, player: UUID, ref: TableRef, text: str, **how: Any) -> Changed:
    """A player of the table disagrees, and says why. Raises NotFound, NotAllowed, BadRequest, Conflict."""
    now = timezone.now()

    def decide(state: State, remark: UUID | None) -> list[TournamentEvent]:
        assert remark is not None
        return results.object_to(state, ref, seat_at(state, ref, player), remark, at=now)

    if not text.strip():
        raise BadRequest("bad_field", field="text")
    return change_saying(tournament_id, player, None, decide, text, now=now, **how)


def enter_result(*, tournament_id: UUID, by: UUID, ref: TableRef, result: Result, **how: Any) -> Changed:
    """An officer writes a result down; where a game is under way here, an arbiter. Raises Conflict ``result_stands``
    with what another has written."""

    def decide(state: State) -> list[TournamentEvent]:
        check_right(state, by, Role.SCORER)
        if state.role_of(by) is Role.SCORER:
            results.check_not_played_here(state, ref)
        return results.enter(state, ref, result, source="scorer")

    return _advancing(tournament_id, player_actor(by), ref, decide, **how)


def rule(*, tournament_id: UUID, by: UUID, ref: TableRef, result: Result, reason: str = "", **how: Any) -> Changed:
    """An arbiter decides a table. Raises as ``enter_result``."""

    def decide(state: State, remark: UUID | None) -> list[TournamentEvent]:
        check_right(state, by, Role.ARBITER)
        return results.rule(state, ref, result, remark=remark)

    return _advancing_saying(tournament_id, by, ref, decide, reason, **how)


def forfeit(*, tournament_id: UUID, by: UUID, ref: TableRef, missing: Sequence[int], **how: Any) -> Changed:
    """These seats (from 0) did not appear; at a real table the others play without them. Raises as ``enter_result``."""

    def decide(state: State) -> list[TournamentEvent]:
        check_right(state, by, Role.SCORER)
        return results.no_shows(state, ref, frozenset(missing))

    return _advancing(tournament_id, player_actor(by), ref, decide, **how)


def correct(
    *,
    tournament_id: UUID,
    by: UUID,
    ref: TableRef,
    result: Result | None,
    choice: str = corrections.KEEP,
    later: str = corrections.KEEP,
    proposal: Proposal | None = None,
    reason: str = "",
    **how: Any,
) -> Changed:
    """Another result for a table of any round; ``choice`` says what becomes of tables published since, ``later`` of the
    stages that took their entrants from this one. ``proposal``: pairing again gives this, as was worked out before.

    Raises NotFound, NotAllowed, BadRequest, Conflict (the choice is not open).
    """

    def decide(state: State, remark: UUID | None) -> list[TournamentEvent]:
        change = results.correct(state, ref, result, remark=remark)
        return _with_tables(state, change, Tables(ref.stage, choice, later, proposal), now)

    note_begun(tournament_id)
    now = timezone.now()
    return change_saying(tournament_id, by, Role.ARBITER, decide, reason, now=now, **how)


def repair(*, tournament_id: UUID, by: UUID, tables: Tables, reason: str = "", **how: Any) -> Changed:
    """Bring the published tables in line with the field and the results as they are now, after a withdrawal or a late
    entry. Raises as ``correct``."""

    def decide(state: State, remark: UUID | None) -> list[TournamentEvent]:
        return _with_tables(state, [], tables, now)

    note_begun(tournament_id)
    now = timezone.now()
    return change_saying(tournament_id, by, Role.ARBITER, decide, reason, now=now, **how)


def note_begun(tournament_id: UUID) -> Changed:
    """Note at which called tables play has begun by now, so that nothing moves them; of all stages, for what is changed
    in one may move those after it."""

    def decide(state: State) -> list[TournamentEvent]:
        called = {
            table.waits_for: e.TableStarted(key, table.pairing.round, table.no)
            for key, stage in state.stages.items()
            for table in stage.tables()
            if table.waits_for
        }
        begun = MatchTable.objects.filter(id__in=list(called), match__isnull=False).values_list("id", flat=True)
        return [called[here] for here in begun]

    return by_itself(tournament_id=tournament_id, actor=CLOCK, decide=decide)


# --- by itself --------------------------------------------------------------------------------------------


def by_itself(
    *,
    tournament_id: UUID,
    actor: str,
    decide: Decide,
    stage: str | None = None,
    decision_id: UUID | None = None,
    expected_version: int | None = None,
    now: datetime | None = None,
    beside: Sequence[Model] = (),
) -> Changed:
    """What the clock, a match or a bot tournament does; in ``stage`` whatever becomes possible follows at once."""
    at = now or timezone.now()

    def whole(state: State) -> list[TournamentEvent]:
        batch = list(decide(state))
        return batch + (_following(state, batch, stage, at) if stage is not None else [])

    return _change(
        tournament_id, actor, whole, at, decision_id=decision_id, expected_version=expected_version, beside=beside
    )


def _following(state: State, batch: Sequence[TournamentEvent], stage: str, now: datetime) -> list[TournamentEvent]:
    """Tables of a bracket that the results in ``batch`` have made possible."""
    if not any(isinstance(event, (e.ResultStood, e.ResultCorrected)) for event in batch):
        return []
    return rounds.advance(evolve_all(state, batch, now), [stage], at=now)


def _advancing(tournament_id: UUID, actor: str, ref: TableRef, decide: Decide, **how: Any) -> Changed:
    return by_itself(tournament_id=tournament_id, actor=actor, decide=decide, stage=ref.stage, **how)


# --- how all of them work ---------------------------------------------------------------------------------

DecideSaying = Callable[[State, UUID | None], Sequence[TournamentEvent]]


def change(
    tournament_id: UUID,
    by: UUID,
    need: Role | None,
    decide: Decide,
    *,
    decision_id: UUID | None = None,
    expected_version: int | None = None,
    now: datetime | None = None,
    beside: Sequence[Model] = (),
) -> Changed:
    """Append what ``decide`` answers, for somebody who has at least the role ``need``. Who comes by it into an arena
    is paired at once."""
    at = now or timezone.now()

    def allowed(state: State) -> Sequence[TournamentEvent]:
        if need is not None:
            check_right(state, by, need)
        batch = decide(state)
        return [*batch, *arenas.seat(state, batch, at)]

    actor = player_actor(by)
    return _change(
        tournament_id, actor, allowed, at, decision_id=decision_id, expected_version=expected_version, beside=beside
    )


def change_saying(
    tournament_id: UUID,
    by: UUID,
    need: Role | None,
    decide: DecideSaying,
    text: str,
    *,
    beside: Sequence[Model] = (),
    **how: Any,
) -> Changed:
    """The same, with what somebody has to say about it (``""``: nothing)."""
    remark = remark_of(tournament_id, by, text)
    rows = (*beside, *_kept(remark))
    return change(tournament_id, by, need, lambda state: decide(state, _id(remark)), beside=rows, **how)


def _advancing_saying(
    tournament_id: UUID, by: UUID, ref: TableRef, decide: DecideSaying, text: str, **how: Any
) -> Changed:
    remark = remark_of(tournament_id, by, text)
    actor = player_actor(by)
    return _advancing(tournament_id, actor, ref, lambda state: decide(state, _id(remark)), beside=_kept(remark), **how)


def _kept(remark: Remark | None) -> Sequence[Model]:
    return () if remark is None else (remark,)


def _id(remark: Remark | None) -> UUID | None:
    return None if remark is None else remark.id


def remark_of(tournament_id: UUID, by: UUID, text: str) -> Remark | None:
    """What is to be kept beside the event. Raises BadRequest."""
    text = text.strip()
    if len(text) > LONGEST_REMARK or "\0" in text:
        raise BadRequest("remark_too_long", field="reason", most=LONGEST_REMARK)
    return Remark(id=uuid4(), tournament=tournament_id, author=by, text=text) if text else None


class Tournaments(Streams[State, Sequence[TournamentEvent]]):
    def load(self, stream: UUID) -> State:
        return shelf.state(stream)

    def version(self, state: State) -> int:
        return state.version

    def encoded(self, batch: Sequence[TournamentEvent]) -> tuple[Sequence[NewEvent], None]:
        return KINDS.encoded(batch), None

    def after(self, state: State, batch: Sequence[TournamentEvent], at: datetime) -> State:
        if not any(isinstance(event, e.Undone) for event in batch):
            return evolve_all(state, batch, at)
        before = store.read(state.id, upto=state.version)
        past = [Past(one.seq, event, one.at) for one, event in zip(before, read_all(before), strict=True)]
        now = [Past(seq, event, at) for seq, event in enumerate(batch, start=state.version + 1)]
        return fold_all(State(state.id), [*past, *now])

    def keep(self, kept: Kept[State, Sequence[TournamentEvent]]) -> None:
        save(kept.state, kept.before)
        objections.check(kept.batch, kept.actor)
        ladders.follow(kept.before, kept.state, kept.actor)
        transaction.on_commit(partial(shelf.put, kept.state), robust=True)
        transaction.on_commit(partial(after.changed, kept.state, tuple(kept.batch)), robust=True)

    refusal = staticmethod(of_ledger)


TOURNAMENTS = Tournaments()


def _change(
    tournament_id: UUID,
    actor: str,
    decide: Decide,
    now: datetime,
    *,
    decision_id: UUID | None,
    expected_version: int | None = None,
    new: bool = False,
    beside: Sequence[Model] = (),
) -> Changed:
    done = TOURNAMENTS.change(
        tournament_id,
        lambda state: noting.noted(state, list(decide(state)), actor, now),
        actor=actor,
        decision_id=decision_id,
        expected_version=expected_version,
        now=now,
        admit=None if new else _check_there,
        also=lambda _: insert(beside),
    )
    return Changed(tournament_id, done.version, tuple(done.batch or ()), done.repeated)


def _check_there(state: State) -> None:
    if state.status is None:
        raise NotFound("unknown_tournament", tournament=str(state.id))


def insert(rows: Sequence[Model]) -> None:
    """What is kept beside the events that name it."""
    for row in rows:
        row.save(force_insert=True)


def lots() -> bytes:
    """A stage's seed: nobody can foresee it, and everybody knows it once the stage has begun."""
    return secrets.token_bytes(32)


def pinned(state: State) -> Chosen | None:
    """The own card list that the tournament was opened with."""
    return Chosen(state.card_list, state.card_list_version, state.cards) if state.card_list else None


def player_actor(player: UUID) -> str:
    return f"player:{player}"


def titled(title: str) -> str:
    """Raises BadRequest."""
    title = " ".join(title.split())
    if not title or len(title) > LONGEST_TITLE or not title.isprintable():
        raise BadRequest("tournament_needs_title", field="title", most=LONGEST_TITLE)
    return title


def check_right(state: State, by: UUID | None, need: Role) -> None:
    """Raises NotAllowed."""
    held = state.role_of(by)
    if held is None or _RIGHTS[held] < _RIGHTS[need]:
        raise NotAllowed("needs_role", role=need.value)


def _check_right_or_own(state: State, by: UUID, need: Role, numbers: Sequence[int]) -> None:
    mine = state.entry_of(by)
    if mine is None or list(numbers) != [mine.no]:
        check_right(state, by, need)
    elif state.status not in (Status.OPEN, Status.RUNNING):
        raise Conflict("tournament_closed")


def seat_at(state: State, ref: TableRef, player: UUID) -> int:
    """Raises NotFound, NotAllowed where the player does not sit there."""
    table = results.table_at(state, ref)
    for seat, no in enumerate(table.pairing.seats):
        if state.entries[no].player == player:
            return seat
    raise NotAllowed("not_your_table")

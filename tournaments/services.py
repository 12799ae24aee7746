"""Every change to a tournament passes through here: it loads, decides, appends, writes the read model, and notifies.

A service does the whole of what was asked and returns, or raises and has changed nothing. ``by`` is the player who
acts; what they say with it is kept as a ``Remark`` of its own. A ``decision_id`` makes a request repeatable: sent
twice, it counts once; an ``expected_version`` refuses it where somebody else was faster.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Annotated, Any
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from ledger import store
from ledger.changing import Kept, Streams
from ledger.events import NewEvent
from matches.models import Table as MatchTable
from web.encoding import UNSHOWN
from web.errors import BadRequest, NotFound, of_ledger

from . import after_commit, archived, chance, lookups, opening, orders, rights, telling
from . import commands as c
from . import events as e
from . import rating as ladders
from .cache import cache
from .commands import Command
from .commands.fields import MAX_REMARK
from .consent import limits as objections
from .consent import noting
from .decide import decide, following, said
from .decisions import arenas
from .events import KINDS, TournamentEvent
from .evolve import Past, evolve_all, fold_all, read_all
from .models import Remark
from .projection import save
from .settings import Settings, StagePlan
from .state import Role, State

CLOCK = "clock"
MATCH = "match"
"""The actor where a match that ended brings its result."""
SCAN = "scan"
"""The actor where somebody without an account has checked in a name by scanning a code."""
MOVES_TABLES = (c.Correct, c.Exchange, c.Repair, c.TakeBackRound, c.TakeBackStage)
"""Commands before which it is noted at which called tables play has begun; others are, where they name tables."""

Decide = Callable[[State], Sequence[TournamentEvent]]


@dataclass(frozen=True, slots=True)
class Changed:
    """``version`` after the change; ``events`` are those it added, none if there was nothing to do."""

    tournament: UUID
    version: int
    events: Annotated[tuple[TournamentEvent, ...], UNSHOWN] = ()
    repeated: bool = False


def change(
    tournament_id: UUID,
    command: Command,
    *,
    by: UUID,
    decision_id: UUID | None = None,
    expected_version: int | None = None,
) -> Changed:
    """Make a change for a user. Raises NotFound, NotAllowed, BadRequest, Conflict, UnknownBot, StaleVersion."""
    drawn, people = chance.draw(), list[Model]()
    remark = _remark(tournament_id, by, command, drawn)
    if isinstance(command, MOVES_TABLES) or getattr(command, "tables", None) is not None:
        note_begun(tournament_id)
    if isinstance(command, c.Undo) and expected_version is None:  # of two who take back the same, one is refused
        expected_version = cache.state(tournament_id).version
    now = timezone.now()

    def decided(state: State) -> Sequence[TournamentEvent]:
        rights.check(state, command, by)
        known = lookups.look_up(state, command, by)
        if isinstance(command, orders.ORDERS):
            orders.check(state, command)
        people[:] = known.people
        return decide(state, known.command, by=by, now=now, chance=drawn)

    done = _change(
        tournament_id,
        player_actor(by),
        decided,
        now,
        decision_id=decision_id,
        expected_version=expected_version,
        beside=lambda: [*people, *remark],
    )
    if isinstance(command, orders.ORDERS):
        orders.carry_out(tournament_id, command, by)
    return done


def _remark(tournament_id: UUID, by: UUID, command: Command, drawn: chance.Chance) -> list[Remark]:
    """The remark sent with the command. Raises BadRequest."""
    text = said(command)
    if not text and hasattr(command, "text"):
        raise BadRequest("bad_field", field="text")
    remark = remark_of(tournament_id, by, text, drawn.remark)
    return [] if remark is None else [remark]


def remark_of(stream: UUID, by: UUID, text: str, number: UUID) -> Remark | None:
    """The remark to store beside an event that names it by ``number``. Raises BadRequest."""
    text = text.strip()
    if len(text) > MAX_REMARK or "\0" in text:
        raise BadRequest("remark_too_long", field="reason", most=MAX_REMARK)
    return Remark(id=number, tournament=stream, author=by, text=text) if text else None


# --- the beginning ----------------------------------------------------------------------------------------


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
        opening.check_club(settings.club, owner)
    opened = opening.first_event(
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


def open_with(
    *,
    owner: UUID,
    events: Sequence[TournamentEvent],
    beside: Sequence[Model] = (),
    decision_id: UUID | None = None,
    tournament_id: UUID | None = None,
) -> Changed:
    """A tournament that begins with all of ``events``, its ``opening.first_event`` first; rows ``beside`` it are saved
    with it.

    Nothing happens to one that is there already.
    """
    if tournament_id is None:
        tournament_id = new_tournament(owner, decision_id)

    def decide(state: State) -> Sequence[TournamentEvent]:
        return events if state.status is None else []

    actor = player_actor(owner)
    return _change(
        tournament_id, actor, decide, timezone.now(), decision_id=decision_id, new=True, beside=lambda: beside
    )


def new_tournament(owner: UUID, decision_id: UUID | None) -> UUID:
    """The id that a tournament of this owner will have: the same for the same decision."""
    return store.new_stream() if decision_id is None else uuid5(decision_id, f"tournament of {owner}")


# --- by itself, and together with other changes -----------------------------------------------------------


def by_itself(
    *,
    tournament_id: UUID,
    actor: str,
    decide: Decide,
    stage: str | None = None,
    decision_id: UUID | None = None,
    expected_version: int | None = None,
    now: datetime | None = None,
) -> Changed:
    """A change made by the clock, a match or a bot tournament; in ``stage`` the tables that become possible follow at
    once.
    """
    at = now or timezone.now()

    def whole(state: State) -> list[TournamentEvent]:
        batch = list(decide(state))
        return batch + (following(state, batch, stage, at) if stage is not None else [])

    return _change(tournament_id, actor, whole, at, decision_id=decision_id, expected_version=expected_version)


def change_with(
    tournament_id: UUID,
    by: UUID,
    need: Role | None,
    decide: Decide,
    *,
    decision_id: UUID | None = None,
    expected_version: int | None = None,
    now: datetime | None = None,
) -> Changed:
    """Append what ``decide`` returns, for somebody who has at least the role ``need``: for changes without a command,
    such as the beginning of a league's season.
    """
    at = now or timezone.now()

    def allowed(state: State) -> Sequence[TournamentEvent]:
        if need is not None:
            rights.check_role(state, by, need)
        batch = decide(state)
        return [*batch, *arenas.seat(state, batch, at)]

    actor = player_actor(by)
    return _change(tournament_id, actor, allowed, at, decision_id=decision_id, expected_version=expected_version)


def note_begun(tournament_id: UUID) -> Changed:
    """Note the called tables where play has begun, so that nothing moves them; in all stages, since a change in one may
    move those after it.
    """

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


# --- how all of them work ---------------------------------------------------------------------------------


class Tournaments(Streams[State, Sequence[TournamentEvent]]):
    def load(self, stream: UUID) -> State:
        return cache.state(stream)

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
        orders.save(kept.state, kept.batch, kept.at)
        archived.save(kept.state, kept.batch)
        objections.check(kept.batch, kept.actor)
        ladders.follow(kept.before, kept.state, kept.actor)
        telling.changed(kept.state, kept.batch, kept.actor)
        transaction.on_commit(partial(cache.put, kept.state), robust=True)
        transaction.on_commit(partial(after_commit.changed, kept.state, tuple(kept.batch)), robust=True)

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
    beside: Callable[[], Sequence[Model]] = list,
) -> Changed:
    done = TOURNAMENTS.change(
        tournament_id,
        lambda state: noting.noted(state, list(decide(state)), actor, now),
        actor=actor,
        decision_id=decision_id,
        expected_version=expected_version,
        now=now,
        admit=None if new else _check_there,
        also=lambda _: insert(beside()),
    )
    return Changed(tournament_id, done.version, tuple(done.batch or ()), done.repeated)


def _check_there(state: State) -> None:
    if state.status is None:
        raise NotFound("unknown_tournament", tournament=str(state.id))


def insert(rows: Sequence[Model]) -> None:
    """Insert the rows kept beside the events that name them."""
    for row in rows:
        row.save(force_insert=True)


def player_actor(player: UUID) -> str:
    return f"player:{player}"

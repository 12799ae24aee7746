"""All queries about tournaments. Unlisted ones are found by address alone; what officers and players of a table wrote
to each other is for them only.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext as _

from ledger import store
from ledger.events import StoredEvent
from matches.names import bot_name
from players import queries as players
from players.names import alike
from players.ratings.rulings import is_entitled
from players.taking_part import Part
from web.costly import CHECKING
from web.encoding import component
from web.errors import NotFound

from . import events as e
from .cache import cache
from .events import KINDS, TournamentEvent
from .evolve import fold, undone
from .formats.contract import EntrantNo
from .models import Entry, Officer, Remark, Tournament
from .state import Entry as Entrant
from .state import Role, State, Status

LIST_LENGTH = 100
LONG_LOG = 1000
"""Events of a tournament beyond which its change log takes a place among costly work."""
STARTED_LATELY = timedelta(hours=12)
"""So long a tournament that has begun stands among those that come."""
PARTS = 30
"""On somebody's page."""
NOBODY: Mapping[EntrantNo, str] = {}
PRIVATE = (e.NoteAdded, e.StatementMade, e.RatingObjected)
"""What was said in these is for officers, and for those of the table."""


@component("LineShown")
@dataclass(frozen=True, slots=True)
class Line:
    """A tournament in a list."""

    id: UUID
    title: str
    game: str
    ruleset: str
    status: Status
    online: bool
    starts: datetime | None
    entrants: int
    changed_at: datetime


@dataclass(frozen=True, slots=True)
class Asked:
    """A tournament for one viewer: its state, its people's names, and the viewer's role."""

    state: State
    names: Mapping[EntrantNo, str]
    role: Role | None
    entry: Entrant | None
    asker: UUID | None = None

    @property
    def is_officer(self) -> bool:
        return self.role is not None

    @property
    def is_arbiter(self) -> bool:
        return self.role in (Role.ARBITER, Role.OWNER)


@dataclass(frozen=True, slots=True)
class Change:
    """A line of the change log: the events of one batch. ``by`` is None if nobody did it (the clock, a match)."""

    first: int
    last: int
    at: datetime
    actor: str
    by: UUID | None
    events: tuple[TournamentEvent, ...]
    said: Mapping[UUID, str]
    hash: str
    undone: bool


def pages(ids: Collection[UUID], player: UUID | None) -> Mapping[UUID, str]:
    """The addresses of those of ``ids`` that the asker sees in lists."""
    own = Q(pk__in=[]) if player is None else _own(player)
    found = Tournament.objects.filter(own | Q(listed=True), id__in=ids).values_list("id", flat=True)
    return {id_: reverse("tournaments:tournament", args=[id_]) for id_ in found}


def taken_part(players: Collection[UUID], asker: UUID | None) -> list[Part]:
    """The tournaments that somebody has entered, if the asker sees them in lists; the latest first."""
    own = Q(pk__in=[]) if asker is None else _own(asker)
    entered = Exists(Entry.objects.filter(tournament=OuterRef("id"), player__in=players, withdrawn=False))
    rows = Tournament.objects.filter(own | Q(listed=True)).filter(entered).order_by("-changed_at", "id")
    return [_part(row) for row in rows[:PARTS]]


def of_club(club: UUID, asker: UUID | None) -> list[Part]:
    """The tournaments of a club that the asker sees in lists; the latest first."""
    own = Q(pk__in=[]) if asker is None else _own(asker)
    rows = Tournament.objects.filter(own | Q(listed=True), club=club).order_by("-changed_at", "id")
    return [_part(row) for row in rows[:PARTS]]


def _part(row: Tournament) -> Part:
    url = reverse("tournaments:tournament", args=[row.id])
    return Part(row.title, url, row.status, row.starts or row.opened_at)


def tournaments(
    *,
    player: UUID | None,
    status: Sequence[Status] = (),
    mine: bool = False,
    game: str = "",
    club: UUID | None = None,
    limit: int = LIST_LENGTH,
) -> list[Line]:
    """Listed tournaments and the asker's own, the latest change first; with ``mine`` only those that they run or play
    in.
    """
    own = Q(pk__in=[]) if player is None else _own(player)
    rows = Tournament.objects.filter(own if mine else own | Q(listed=True))
    if status:
        rows = rows.filter(status__in=[one.value for one in status])
    if game:
        rows = rows.filter(game=game)
    if club is not None:
        rows = rows.filter(club=club)
    return [_line(row) for row in rows.order_by("-changed_at", "id")[:limit]]


def coming(*, player: UUID | None, now: datetime, limit: int = 4) -> list[Line]:
    """Tournaments under way or starting next, of those listed and the asker's own."""
    own = Q(pk__in=[]) if player is None else _own(player)
    rows = Tournament.objects.filter(own | Q(listed=True), status__in=(Status.OPEN, Status.RUNNING))
    soon = rows.filter(Q(starts__gte=now - STARTED_LATELY)).order_by("starts", "id")[:limit]
    return [_line(row) for row in soon]


def coming_of(player: UUID, *, now: datetime, limit: int = 5) -> list[Line]:
    """Tournaments that somebody takes part in or runs, and that begin next."""
    rows = Tournament.objects.filter(_own(player), status=Status.OPEN, starts__gte=now)
    return [_line(row) for row in rows.order_by("starts", "id")[:limit]]


def _own(player: UUID) -> Q:
    entered = Exists(Entry.objects.filter(players.of_person(player), tournament=OuterRef("id"), withdrawn=False))
    runs = Exists(Officer.objects.filter(tournament=OuterRef("id"), player=player))
    return Q(entered) | Q(runs)


def _line(row: Tournament) -> Line:
    return Line(
        row.id,
        row.title,
        row.game,
        row.ruleset,
        Status(row.status),
        row.online,
        row.starts,
        row.entrants,
        row.changed_at,
    )


def tournament(*, tournament_id: UUID, player: UUID | None) -> Asked:
    """The tournament as it is now. Raises NotFound."""
    return _asked(existing(cache.state(tournament_id)), player)


def as_it_stood(*, tournament_id: UUID, player: UUID | None, version: int) -> Asked:
    """The tournament as it was after event ``version``. Raises NotFound."""
    return _asked(existing(fold(tournament_id, store.read(tournament_id, upto=version))), player)


def as_it_stood_at(*, tournament_id: UUID, player: UUID | None, moment: datetime) -> Asked:
    """The tournament as it was at a moment. Raises NotFound, also if it did not exist yet."""
    stored = [event for event in store.read(tournament_id) if event.at <= moment]
    return _asked(existing(fold(tournament_id, stored)), player)


def before_pairing(*, tournament_id: UUID, player: UUID | None, stage: str, round_no: int) -> Asked:
    """The tournament when that round was last paired as a whole. Raises NotFound."""
    stored = store.read(tournament_id)
    read = [KINDS.read(event) for event in stored]
    gone = undone(read)
    at = [
        place
        for place, event in enumerate(read)
        if isinstance(event, e.TablesPaired)
        and event.stage == stage
        and round_no in (event.round, *(pairing.round for pairing in event.pairings))
        and stored[place].seq not in gone
    ]
    if not at:
        raise NotFound("unknown_round", stage=stage, round=round_no)
    return _asked(existing(fold(tournament_id, stored[: at[-1]])), player)


def existing(state: State) -> State:
    """Raises NotFound."""
    if state.status is None:
        raise NotFound("unknown_tournament", tournament=str(state.id))
    return state


def _asked(state: State, player: UUID | None) -> Asked:
    return Asked(state, names(state), state.role_of(player), state.entry_of(player), player)


def names(state: State, newcomers: Mapping[EntrantNo, str] = NOBODY) -> Mapping[EntrantNo, str]:
    """The names to show, also of ``newcomers``. Bots of one kind, and people whose names look alike, are told apart by
    entrant number.
    """
    shown = {**_names(state, players.names(_people(state))), **newcomers}
    return alike.told_apart(shown, with_number)


def plain_names(state: State) -> Mapping[EntrantNo, str]:
    """Names as they were written, for a file or for comparison."""
    known = players.plain_names(_people(state))
    return _names(state, {player: name or _("Former player") for player, name in known.items()})


def with_number(no: EntrantNo, name: str) -> str:
    return _("%(name)s (no. %(no)d)") % {"name": name, "no": no}


def _people(state: State) -> list[UUID]:
    return [entry.player for entry in state.entries.values() if entry.player is not None]


def _names(state: State, known: Mapping[UUID, str]) -> dict[EntrantNo, str]:
    return {
        no: known.get(entry.player, "?") if entry.player is not None else f"{bot_name(entry.bot)} {no}"
        for no, entry in state.entries.items()
    }


def remarks(tournament_id: UUID) -> Mapping[UUID, str]:
    """Everything that officers and players wrote here; the asker must be an officer."""
    return dict(Remark.objects.filter(tournament=tournament_id).values_list("id", "text"))


def changes_since(*, tournament_id: UUID, version: int) -> list[tuple[TournamentEvent, ...]]:
    """The events after ``version``, batch by batch, in order."""
    stored = store.read(tournament_id, after=version)
    read = [KINDS.read(event) for event in stored]
    return [tuple(read[at : at + event.batch]) for at, event in enumerate(stored) if event.batch]


def place_for_log(state: State, asker: str) -> AbstractContextManager[None]:
    """Where a change log is made and told: a long one is dear work, since each line depends on all before it. ``asker``
    as ``web.costly`` counts them. Raises Busy."""
    return CHECKING.place(asker) if state.version > LONG_LOG else nullcontext()


def change_log(*, tournament_id: UUID, player: UUID | None) -> list[Change]:
    """Every change, the latest first, each with who, when and why. Raises NotFound."""
    stored = store.read(tournament_id)
    state = existing(cache.state(tournament_id))
    read = [KINDS.read(event) for event in stored]
    gone = undone(read)
    said = dict(Remark.objects.filter(tournament=tournament_id).values_list("id", "text"))
    mine = _own_tables(state, player)
    log = [_change(first, read, gone, said, state, player, mine) for first in stored if first.batch]
    return log[::-1]


def _change(
    first: StoredEvent,
    read: Sequence[TournamentEvent],
    gone: frozenset[int],
    said: Mapping[UUID, str],
    state: State,
    player: UUID | None,
    mine: frozenset[tuple[str, int, int]],
) -> Change:
    assert first.batch is not None
    last = first.seq + first.batch - 1
    batch = tuple(read[first.seq - 1 : last])
    told: dict[UUID, str] = {}
    for event in batch:
        remark: UUID | None = getattr(event, "remark", None)
        if remark is not None and remark in said and _may_read(event, state, player, mine):
            told[remark] = said[remark]
    actor = first.actor or ""
    by = UUID(actor.removeprefix("player:")) if actor.startswith("player:") else None
    return Change(first.seq, last, first.at, actor, by, batch, told, first.hash.hex(), first.seq in gone)


def _may_read(event: TournamentEvent, state: State, player: UUID | None, mine: frozenset[tuple[str, int, int]]) -> bool:
    if not isinstance(event, PRIVATE) or state.role_of(player) is not None:
        return True
    if isinstance(event, e.RatingObjected) and is_entitled(player):
        return True
    return not isinstance(event, e.NoteAdded) and (event.stage, event.round, event.table) in mine


def _own_tables(state: State, player: UUID | None) -> frozenset[tuple[str, int, int]]:
    mine = {no for no, entry in state.entries.items() if player is not None and entry.player == player}
    return frozenset(
        (stage.key, table.pairing.round, table.no)
        for stage in state.stages.values()
        for table in stage.tables()
        if mine.intersection(table.pairing.seats)
    )

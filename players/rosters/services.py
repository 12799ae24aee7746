"""Every change to a club's roster: look up, decide, append, write the read model.

A name on a roster is a player without an account whose home (``Player.written_in``) is the club: its board speaks for
them, and nobody else enters them, confirms a claim of them, or changes their name.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from ledger import store
from ledger.changing import Folds, Kept
from ledger.errors import DecisionTaken
from web import limits
from web.encoding import component
from web.errors import BadRequest, Conflict, NotAllowed

from .. import queries as players
from .. import services as accounts
from ..clubs import commands as club_commands
from ..clubs import queries as clubs
from ..clubs import services as club_services
from ..clubs.rights import check_role
from ..clubs.state import Role
from ..errors import of_ledger
from ..merging import commands as merging_commands
from ..merging import services as merging
from ..merging.events import CLUB
from ..merging.models import Merge
from ..models import NAME_LENGTH, Player
from ..names.bots import is_like_a_bots
from . import commands as c
from . import events as e
from .book import Book
from .commands import Command
from .decide import decide, listed
from .events import KINDS, RosterEvent
from .models import RosterPerson
from .projection import save
from .state import Roster, stream_of

MAX_CLAIMS = 50
"""Of the people of one club, that nobody has answered."""
Batch = Sequence[RosterEvent]


@component("RosterChanged")
@dataclass(frozen=True, slots=True)
class Changed:
    version: int
    people: tuple[UUID, ...] = ()
    repeated: bool = False


def change(
    club: UUID,
    command: Command,
    *,
    by: UUID,
    decision_id: UUID | None = None,
    expected_version: int | None = None,
) -> Changed:
    """Change a roster as one of the board asks. Raises NotFound, NotAllowed, BadRequest, Conflict."""
    check_board(club, by)
    new = [_person(club, name) for name in command.names] if isinstance(command, c.WriteDown) else []
    if isinstance(command, c.WriteDown):
        command = replace(command, people=tuple(one.id for one in new))
    if isinstance(command, c.Rename):
        command = replace(command, name=_person(club, command.name).name)
        _check_ours(club, command.player)

    def decided(state: Roster) -> Batch:
        if isinstance(command, c.Rename) and _is_named_so(command):
            return []
        return decide(state, command, club)

    def keep_names(kept: Kept[Roster, Batch]) -> None:
        Player.objects.bulk_create(new, batch_size=500)
        if isinstance(command, c.Rename):
            Player.objects.filter(id=command.player).update(name=command.name)

    done = ROSTERS.change(
        stream_of(club),
        decided,
        actor=f"player:{by}",
        decision_id=decision_id,
        expected_version=expected_version,
        also=keep_names,
    )
    return Changed(done.version, tuple(one.id for one in new) if done.batch else (), done.repeated)


def before(book: Book, *, by: UUID, decision_id: UUID | None) -> Book:
    """The book without those whom this decision has listed: a list that is sent again is read as it was first."""
    stream = stream_of(book.club)
    try:
        done = ROSTERS.earlier(stream, decision_id, f"player:{by}")
    except DecisionTaken:  # ``change`` refuses it
        return book
    if done is None:
        return book
    events = map(KINDS.read, store.read(stream)[done.first_seq - 1 : done.version])
    new = {event.player for event in events if isinstance(event, e.PersonListed)}
    return Book(book.club, [one for one in book.people if one.player not in new])


def take_in(club: UUID, people: Collection[UUID], *, homes: Collection[UUID], actor: str) -> int:
    """Put people on the roster who were written down at the club's own events (``homes``) and have played there. From
    now on the club is their home. Returns how many are new."""
    rows = Player.objects.filter(id__in=people, written_in__in=homes)
    ours = list(rows.order_by("joined_at", "id").values_list("id", flat=True))
    if not ours or club_services.existing(club).closed:
        return 0

    def at_home(kept: Kept[Roster, Batch]) -> None:
        Player.objects.filter(id__in=ours).update(written_in=club)

    done = ROSTERS.change(
        stream_of(club), lambda state: listed(state, club, ours, played=True), actor=actor, also=at_home
    )
    return sum(isinstance(event, e.PersonListed) for event in done.batch or ())


# --- one person, two names ----------------------------------------------------------------------------------


def merge(club: UUID, keeps: UUID, goes: UUID, *, by: UUID) -> UUID:
    """Two names of the roster are one person: the second one's games become the first one's. Returns the merger's id.
    Raises NotFound, NotAllowed, Conflict."""
    check_board(club, by)
    for one in (keeps, goes):
        _check_ours(club, one)
    return merging.merge(merging_commands.Merge(keeps, goes, CLUB, club), by=by)


def part(club: UUID, merger: UUID, *, by: UUID) -> None:
    """Undo that, for as long as any merger can be undone. Raises NotFound, NotAllowed, Conflict."""
    check_board(club, by)
    row = merging.existing(merger)
    if row.at != club or row.proof != CLUB:
        raise Conflict("foreign_claim_of_club")
    merging.change(merger, merging_commands.Part(officer=True), by=by)


# --- claims -------------------------------------------------------------------------------------------------


def claim(club: UUID, player: UUID, *, by: UUID) -> UUID:
    """Somebody with an account says that they are this person. Raises NotFound, NotAllowed, Conflict, TooMany."""
    club_services.existing(club)
    if players.guests([by]):
        raise NotAllowed("needs_account")
    _check_ours(club, player)
    waiting = Merge.objects.filter(at=club, status=Merge.Status.ASKED)
    if not waiting.filter(keeps=by, goes=player).exists():
        limits.ROSTER_CLAIMS.take(str(by))
        if waiting.count() >= MAX_CLAIMS:
            raise Conflict("too_many_claims_here", most=MAX_CLAIMS)
    return merging.ask(merging_commands.Ask(by, player, club))


def answer(club: UUID, merger: UUID, *, by: UUID, confirmed: bool) -> None:
    """One of the board answers a claim, and invites whom they recognise. Raises NotFound, NotAllowed, Conflict."""
    check_board(club, by)
    row = merging.existing(merger)
    if row.at != club:
        raise Conflict("foreign_claim_of_club")
    if not confirmed:
        merging.change(merger, merging_commands.Decline(), by=by)
        return
    if row.status == Merge.Status.ASKED:
        _check_ours(club, row.goes)
    merging.change(merger, merging_commands.Confirm(), by=by)
    state = club_services.existing(club)
    if row.keeps not in state.members and row.keeps not in state.invited:
        club_services.change(club, club_commands.Invite(row.keeps), by=by)


def take_back_claim(club: UUID, player: UUID, *, by: UUID) -> None:
    for row in Merge.objects.filter(at=club, keeps=by, goes=player, status=Merge.Status.ASKED):
        merging.change(row.id, merging_commands.Decline(), by=by)


# --- who may, and whom ---------------------------------------------------------------------------------------


def check_board(club: UUID, by: UUID) -> None:
    """Raises NotFound, NotAllowed, Conflict (the club is closed)."""
    state = club_services.existing(club)
    check_role(state, by, Role.OFFICER)
    if state.closed:
        raise Conflict("club_closed")


def _is_named_so(command: c.Rename) -> bool:
    """Whether the name is already what it is to be. Raises Conflict if it is not the one that the sender saw."""
    now = Player.objects.values_list("name", flat=True).get(id=command.player)
    if now != command.name and command.instead_of not in (None, now):
        raise Conflict("name_changed", field="name", name=now)
    return now == command.name


def speaks_for(club: UUID, by: UUID) -> bool:
    """Whether somebody may say who a person of this club's roster is."""
    return clubs.is_run_by(club, by)


def _check_ours(club: UUID, player: UUID) -> None:
    """Raises Conflict if it is not a name whose home is this club's roster."""
    here = RosterPerson.objects.filter(club=club, player=player).exists()
    if not here or players.written_down([player]).get(player) != club:
        raise Conflict("not_a_name_of_the_club", player=str(player))


def _person(club: UUID, name: str) -> Player:
    """Raises BadRequest."""
    try:
        person = accounts.new_person(name, written_in=club)
    except ValueError:
        raise BadRequest("not_a_name", field="name", most=NAME_LENGTH) from None
    if is_like_a_bots(person.name):
        raise BadRequest("name_of_a_bot", field="name", name=person.name)
    return person


class Rosters(Folds[Roster, RosterEvent]):
    kinds = KINDS
    new = Roster
    refusal = staticmethod(of_ledger)

    def keep(self, kept: Kept[Roster, Batch]) -> None:
        save(kept.state, kept.batch, kept.at)


ROSTERS = Rosters()

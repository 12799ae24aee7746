"""Who scans the code of an event and has no account there says a name; an organiser looks at it.

A name is only that: it takes nobody's profile, and nothing is rated by it. A name that exactly one entrant without an
account has is checked in at once, until an organiser has looked; every other waits for them. Whoever sends it learns
nothing of the club's people, whatever they type.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID, uuid4, uuid5

from django.db.models import Q
from django.utils import timezone

from players import queries as players
from players.models import NAME_LENGTH
from players.names.alike import Names
from players.names.bots import is_like_a_bots
from players.rosters.book import Book, book_of
from players.services import new_person
from tournaments import commands, rights, written_down
from tournaments import services as tournaments
from tournaments.cache import cache
from tournaments.decisions import field
from tournaments.decisions.field import Newcomer
from tournaments.events import EntrantCheckedIn, TournamentEvent
from tournaments.formats.contract import EntrantNo
from tournaments.models import Arrival
from tournaments.silent import PHONE_LASTS, with_phone
from tournaments.state import Entry, Role, State
from web.errors import BadRequest, Conflict, NotAllowed, NotFound

from . import places

MAX_WAITING = 100
"""At one event, that nobody has looked at."""
KEPT = timedelta(days=30)
BEING_LET_IN = timedelta(minutes=1)
"""What an organiser has begun is theirs for so long; of which nothing came by then waits again."""


def say(tournament: UUID, name: str, *, before: UUID | None) -> Arrival:
    """Somebody without an account is here and says their name; ``before`` is what this browser said earlier, which the
    new name replaces. Raises NotFound, BadRequest, Conflict."""
    state = _state(tournament)
    _check_on(state)
    name = _checked(name)
    earlier = _earlier(state, before)
    if earlier is not None and (earlier.looked or earlier.name == name):
        return earlier
    _check_room(tournament, earlier)
    row = earlier or Arrival.objects.create(id=uuid4(), tournament=tournament, name=name, changed_at=timezone.now())
    if earlier is not None:
        mine = Arrival.objects.filter(id=row.id, name=row.name, looked=False)
        if not mine.update(name=name, changed_at=timezone.now()):  # looked at, or sent twice at once
            return row
    row.name, row.no = name, _checked_in_by_scan(state, name, row.no)
    Arrival.objects.filter(id=row.id, looked=False).update(no=row.no)
    return row


def ask(tournament: UUID, player: UUID) -> Arrival:
    """An account asks to be let in where only organisers enter players. Raises NotFound, NotAllowed, Conflict."""
    state = _state(tournament)
    _check_on(state)
    if players.guests([player]):
        raise NotAllowed("needs_account")
    earlier = Arrival.objects.filter(tournament=tournament, player=player).first()
    if earlier is not None and earlier.status == Arrival.Status.WAITING:
        return earlier
    _check_room(tournament, None)
    row = earlier or Arrival(id=uuid5(tournament, f"asks {player}"), tournament=tournament, player=player)
    row.status, row.looked, row.changed_at = Arrival.Status.WAITING, False, timezone.now()
    row.save()
    return row


# --- what organisers do -----------------------------------------------------------------------------------------


def let_in(
    tournament: UUID, arrival: UUID, *, by: UUID, no: int | None = None, person: UUID | None = None, new: bool = False
) -> None:
    """An organiser has looked: it is entrant ``no``, the ``person`` of the club's roster, or somebody ``new``; if
    nothing is said, whom the scan has checked in, else somebody new. Of two organisers one does it. Raises NotFound,
    NotAllowed, BadRequest, Conflict."""
    state = _checked_role(tournament, by)
    row = _taken(tournament, arrival, Arrival.Status.HERE)
    taken_for, no = row.no, row.no if no is None and person is None and not new else no
    try:
        number = _entered(state, row, by, no, person)
        if taken_for not in (None, number):
            _check_out(state, [taken_for], by)
        if number is not None and row.player is None:
            _one_phone_each(tournament, number, row.id)
    except BaseException:
        Arrival.objects.filter(id=row.id).update(status=Arrival.Status.WAITING, looked=False)
        raise
    Arrival.objects.filter(id=row.id).update(no=number)


def decline(tournament: UUID, arrivals: Sequence[UUID], *, by: UUID) -> None:
    """They are not here, or not who they say: whom a scan had checked in is checked out. Raises NotFound,
    NotAllowed."""
    state = _checked_role(tournament, by)
    rows = list(Arrival.objects.filter(unanswered(), tournament=tournament, id__in=arrivals))
    numbers = [row.no for row in rows if row.no is not None]
    Arrival.objects.filter(unanswered(), id__in=[row.id for row in rows]).update(
        status=Arrival.Status.DECLINED, looked=True, changed_at=timezone.now()
    )
    _check_out(state, numbers, by)


def check_in_names(tournament: UUID, *, by: UUID) -> int:
    """Check in everybody who has no account, and so cannot do it. Returns how many. Raises NotFound, NotAllowed."""
    state = _checked_role(tournament, by)
    numbers = tuple(one.no for one in names_of(state) if not one.checked_in)
    if numbers:
        tournaments.change(tournament, commands.CheckIn(numbers), by=by)
    return len(numbers)


def forget_old() -> None:
    """Names that were said at events go some weeks later."""
    Arrival.objects.filter(changed_at__lt=timezone.now() - KEPT).delete()


def forget(player: UUID) -> None:
    """Somebody is erased."""
    Arrival.objects.filter(player=player).delete()


def unanswered() -> Q:
    """At whom nobody has looked, or somebody has begun to and was cut off."""
    begun = Q(status=Arrival.Status.HERE, no=None, changed_at__lt=timezone.now() - BEING_LET_IN)
    return Q(looked=False) | begun


# --- whom a browser is --------------------------------------------------------------------------------------------


def entrant_of(state: State, arrival: Arrival | None) -> Entry | None:
    """The entrant as whom an organiser has let a browser in today; nobody once the name belongs to an account."""
    if arrival is None or arrival.no is None or arrival.status != Arrival.Status.HERE or not arrival.looked:
        return None
    if arrival.player is not None or timezone.now() - arrival.changed_at > PHONE_LASTS:
        return None
    entry = state.entries.get(EntrantNo(arrival.no))
    if entry is None or entry.player is None or entry.withdrawn:
        return None
    return entry if entry.player in players.written_down([entry.player]) else None


def names_of(state: State) -> list[Entry]:
    """Entrants without an account, whom an organiser wrote down."""
    people = [one for one in state.entries.values() if one.player is not None and not one.withdrawn]
    names = players.written_down(one.player for one in people if one.player is not None)
    return [one for one in people if one.player in names]


# --- how ----------------------------------------------------------------------------------------------------------


def _state(tournament: UUID) -> State:
    state = cache.state(tournament)
    if state.status is None:
        raise NotFound("unknown_tournament", tournament=str(tournament))
    return state


def _check_on(state: State) -> None:
    if not places.is_on(state, timezone.now()):
        raise Conflict("nobody_comes_in")


def _checked_role(tournament: UUID, by: UUID) -> State:
    state = _state(tournament)
    rights.check_role(state, by, Role.SCORER)
    return state


def _checked(name: str) -> str:
    try:
        person = new_person(name, written_in=uuid4())
    except ValueError:
        raise BadRequest("not_a_name", field="name", most=NAME_LENGTH) from None
    if is_like_a_bots(person.name):
        raise BadRequest("name_of_a_bot", field="name", name=person.name)
    return person.name


def _earlier(state: State, before: UUID | None) -> Arrival | None:
    """What the browser has said, as long as that waits or counts: not if it was declined, nor on another day than it
    was let in."""
    if before is None:
        return None
    rows = Arrival.objects.filter(tournament=state.id, id=before, player=None)
    row = rows.exclude(status=Arrival.Status.DECLINED).first()
    has_ended = row is not None and row.looked and row.no is not None and entrant_of(state, row) is None
    return None if has_ended else row


def _check_room(tournament: UUID, earlier: Arrival | None) -> None:
    waiting = Arrival.objects.filter(unanswered(), tournament=tournament)
    if earlier is None and waiting.count() >= MAX_WAITING:
        raise Conflict("go_to_the_desk")


def _only_entrant(state: State, name: str) -> Entry | None:
    """The one entrant without an account who has this name, if it is one and is not let in already."""
    entries = names_of(state)
    found = called(entries).alike(name)
    return found[0] if len(found) == 1 and not with_phone(state, [found[0].no]) else None


def called(entries: Sequence[Entry]) -> Names[Entry]:
    """These entrants by how their names look."""
    names = players.plain_names(one.player for one in entries if one.player is not None)
    return Names((one, names.get(one.player, "")) for one in entries if one.player is not None)


def _checked_in_by_scan(state: State, name: str, before: int | None) -> int | None:
    """The number of the entrant whom this name has checked in now: nobody whom an organiser has checked in before.
    ``before`` is the one whom the browser's earlier name had checked in: no longer."""
    entry = _only_entrant(state, name)
    if entry is None and before is None:
        return None
    if entry is not None and entry.no == before:
        return before

    def decide(now: State) -> Sequence[TournamentEvent]:
        one = None if entry is None else now.entries.get(entry.no)
        gone = None if before is None else now.entries.get(EntrantNo(before))
        comes = now.settings.check_in and one is not None and not one.checked_in and not one.withdrawn
        return [
            *(field.check_in(now, [gone.no], here=False) if gone is not None and gone.checked_in else ()),
            *(field.check_in(now, [one.no]) if comes and one is not None else ()),
        ]

    done = tournaments.by_itself(tournament_id=state.id, actor=tournaments.SCAN, decide=decide)
    came = [event.no for event in done.events if isinstance(event, EntrantCheckedIn)]
    return came[0] if came else None


def _check_out(state: State, numbers: Sequence[int | None], by: UUID) -> None:
    known = [state.entries.get(EntrantNo(no)) for no in numbers if no is not None]
    here = tuple(one.no for one in known if one is not None and one.checked_in)
    if here:
        tournaments.change(state.id, commands.CheckIn(here, here=False), by=by)


def _taken(tournament: UUID, arrival: UUID, status: Arrival.Status) -> Arrival:
    """Mark it as looked at, and whoever is second is refused. Raises NotFound, Conflict."""
    rows = Arrival.objects.filter(tournament=tournament, id=arrival)
    if not rows.filter(unanswered()).update(status=status, looked=True, changed_at=timezone.now()):
        if rows.exists():
            raise Conflict("arrival_answered")
        raise NotFound("unknown_arrival")
    return rows.get()


def _entered(state: State, row: Arrival, by: UUID, no: int | None, person: UUID | None) -> int | None:
    """The number of the entrant whom it is now."""
    if no is None and row.player is not None:  # they have entered by themselves since, or an answer was cut off
        mine = (one.no for one in state.entries.values() if one.player == row.player and not one.withdrawn)
        no = next(mine, None)
    if no is not None:
        entry = field.known(state, EntrantNo(no))
        if row.player is None and entry.player not in players.written_down([entry.player] if entry.player else []):
            raise Conflict("not_a_name_here")
        if state.settings.check_in and not entry.checked_in:
            tournaments.change(state.id, commands.CheckIn((no,)), by=by)
        return no
    newcomer = Newcomer(player=person or row.player) if person or row.player else Newcomer(name=row.name)
    if person is not None and person not in {one for one, _line in known_as(state, book(state), row.name)}:
        raise NotFound("unknown_arrival")
    done = tournaments.change(state.id, commands.Enter((newcomer,), here=True), by=by)
    new = [getattr(event, "no", None) for event in done.events]
    return next((one for one in new if one is not None), None)


def book(state: State) -> Book | None:
    """Everybody whom the club of the event knows, if a club holds it."""
    club = written_down.tournament(state).of_club
    return None if club is None else book_of(club)


def known_as(state: State, book: Book | None, name: str) -> list[tuple[UUID, str]]:
    """People of the club's roster without an account who have this name and have not entered: for organisers."""
    here = {entry.player for entry in state.entries.values()}
    named = [] if book is None else book.named(name)
    return [(one.player, one.line) for one in named if not one.account and one.player not in here]


def _one_phone_each(tournament: UUID, no: int, kept: UUID) -> None:
    rows = Arrival.objects.filter(tournament=tournament, no=no, status=Arrival.Status.HERE, player=None)
    rows.exclude(id=kept).update(status=Arrival.Status.DECLINED, looked=True)

"""Claims of entries: made by a player with an account if the name was entered there, answered by the tournament's
officers or the club that holds it.
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet

from players import queries as players
from players.clubs import queries as clubs
from players.merging import commands as c
from players.merging import games
from players.merging import services as merging
from players.merging.games import OnLadder
from players.merging.models import Merge
from tournaments import queries, written_down
from tournaments.decisions import field
from tournaments.formats.contract import EntrantNo
from tournaments.state import State
from web.costly import DIRECTING
from web.error_words import explain
from web.errors import Conflict, NotAllowed, NotFound, Refused

MAX_SHOWN = 5
"""Claims on one page."""


@dataclass(frozen=True, slots=True)
class ClaimShown:
    """``refused`` says why the claim cannot be confirmed, ``""`` if it can; ``ladders`` what it would change in
    ratings.
    """

    id: UUID
    version: int
    claimant: UUID
    claimant_name: str
    name: str
    ladders: list[OnLadder]
    refused: str


@dataclass(frozen=True, slots=True)
class CanClaim:
    """Where the name can be claimed: ``here``, or at ``address`` (``""`` if the asker does not see it in lists)."""

    here: bool
    address: str = ""


def can_be_claimed(state: State, no: int, player: UUID | None) -> CanClaim | None:
    """None unless the entrant is only a name, and the asker has an account and has not entered."""
    entry = state.entries.get(EntrantNo(no))
    if entry is None or entry.player is None or player is None or players.guests([player]):
        return None
    mine = state.entry_of(player)
    if mine is not None and not mine.withdrawn:
        return None
    home = players.written_down([entry.player]).get(entry.player)
    if home is None:
        return None
    if _is_at_home(home, state):
        return CanClaim(here=True)
    listed = {**queries.pages([home], player), **clubs.addresses([home])}
    return CanClaim(here=False, address=listed.get(home, ""))


def asked(tournament_id: UUID, goes: UUID | None, player: UUID | None) -> bool:
    """Whether the player's claim waits for an answer."""
    if goes is None or player is None:
        return False
    waiting = Merge.objects.filter(keeps=player, goes=goes, at=tournament_id, status=Merge.Status.ASKED)
    return waiting.exists()


def claim(*, tournament_id: UUID, player: UUID, no: int) -> UUID:
    """Raises NotFound, Conflict (the name was entered elsewhere), Refused."""
    state = queries.tournament(tournament_id=tournament_id, player=player).state
    entry = field.known(state, EntrantNo(no))
    if entry.player is None:
        raise Conflict("not_entered_by_name")
    if players.written_down([entry.player]):
        _check_at_home(entry.player, state)
    return merging.ask(c.Ask(player, entry.player, tournament_id))


def waiting(*, tournament_id: UUID, by: UUID) -> tuple[list[ClaimShown], int]:
    """The first, and how many more wait: what each would change is rated anew, which takes its time. Raises NotFound,
    NotAllowed, Busy."""
    state = queries.tournament(tournament_id=tournament_id, player=by).state
    _check_answers(state, by)
    rows = list(_asked(tournament_id)[:MAX_SHOWN])
    if not rows:
        return [], 0
    names = players.names(id_ for row in rows for id_ in (row.keeps, row.goes))
    with DIRECTING.place(str(by)):
        shown = [_shown(state, row, names[row.keeps], names[row.goes], by) for row in rows]
    return shown, max(0, count(tournament_id) - len(shown))


def count(tournament_id: UUID) -> int:
    return _asked(tournament_id).count()


def answer(
    *,
    tournament_id: UUID,
    merger: UUID,
    by: UUID,
    confirmed: bool,
    decision_id: UUID | None = None,
    expected_version: int | None = None,
) -> None:
    """Raises NotFound, NotAllowed, Conflict (a claim of another tournament, or a name entered elsewhere), Refused."""
    state = queries.tournament(tournament_id=tournament_id, player=by).state
    _check_answers(state, by)
    row = merging.existing(merger)
    if row.at != tournament_id:
        raise Conflict("foreign_claim")
    if confirmed and row.status == Merge.Status.ASKED:  # else it was answered, perhaps by this very decision
        merging.check(row.keeps, row.goes)
        _check_identifies(_check_at_home(row.goes, state), state, by)
    command = c.Confirm() if confirmed else c.Decline()
    merging.change(merger, command, by=by, decision_id=decision_id, expected_version=expected_version)


def take_back(*, tournament_id: UUID, player: UUID, no: int) -> None:
    """Raises NotFound if nothing was claimed."""
    state = queries.tournament(tournament_id=tournament_id, player=player).state
    entry = field.known(state, EntrantNo(no))
    row = next((one for one in _asked(tournament_id).filter(keeps=player) if one.goes == entry.player), None)
    if row is None:
        raise NotFound("unknown_claim")
    merging.change(row.id, c.Decline(), by=player)


def _asked(tournament_id: UUID) -> QuerySet[Merge]:
    return Merge.objects.filter(at=tournament_id, status=Merge.Status.ASKED).order_by("asked_at", "id")


def _is_at_home(home: UUID, state: State) -> bool:
    return written_down.is_at_home(home, written_down.tournament(state))


def _check_at_home(person: UUID, state: State) -> UUID:
    """Their home. Raises Conflict if somebody else has entered them: the organisers here cannot know who it is."""
    home = players.written_down([person]).get(person)
    if home is None or not _is_at_home(home, state):
        raise Conflict("claim_where_written_down")
    return home


def may_answer(state: State, by: UUID | None) -> bool:
    """Whether somebody is an owner or arbiter of the tournament, or runs the club that holds it."""
    return state.role_of(by) in written_down.RUN_IT or written_down.speaks_for(state.id, by)


def _check_answers(state: State, by: UUID) -> None:
    """Raises NotAllowed."""
    if not may_answer(state, by):
        raise NotAllowed("not_your_claim_to_answer")


def _check_identifies(home: UUID, state: State, by: UUID) -> None:
    """Raises NotAllowed: who a person of the club's roster is, its board says, and not an arbiter of one evening."""
    if not written_down.is_of_event(home, written_down.tournament(state)) and not written_down.speaks_for(home, by):
        raise NotAllowed("not_your_claim_to_answer")


def _shown(state: State, row: Merge, claimant: str, name: str, by: UUID) -> ClaimShown:
    try:
        merging.check(row.keeps, row.goes)
        _check_identifies(_check_at_home(row.goes, state), state, by)
    except Refused as refused:
        return ClaimShown(row.id, row.version, row.keeps, claimant, name, [], explain(refused).sentence)
    return ClaimShown(row.id, row.version, row.keeps, claimant, name, games.preview(row.keeps, row.goes), "")

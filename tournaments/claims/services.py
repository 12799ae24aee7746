"""Claims of entries: asked by who has an account, answered by who runs the tournament."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet

from matches.errors import Conflict, NotFound
from players import queries as players
from players.errors import PeopleRefused
from players.merging import games
from players.merging import services as merging
from players.merging.games import OnLadder
from players.merging.models import Merge
from players.models import Player
from players.sentences import said
from tournaments import queries
from tournaments.decisions import field
from tournaments.formats.contract import EntrantNo
from tournaments.services import check_right
from tournaments.state import Role, State


@dataclass(frozen=True, slots=True)
class ClaimShown:
    """``refused`` says why it cannot be confirmed, ``""`` where it can; ``ladders`` what it would do to ratings."""

    id: UUID
    claimant: UUID
    claimant_name: str
    name: str
    ladders: list[OnLadder]
    refused: str


def can_be_claimed(state: State, no: int, player: UUID | None) -> bool:
    """Whether this entrant is a name only, and whoever asks has an account and is not in it themselves."""
    entry = state.entries.get(EntrantNo(no))
    if entry is None or entry.player is None or player is None or players.guests([player]):
        return False
    mine = state.entry_of(player)
    if mine is not None and not mine.withdrawn:
        return False
    row = Player.objects.filter(id=entry.player, merged_into=None).first()
    return row is not None and merging.is_a_name(row)


def asked(tournament_id: UUID, goes: UUID | None, player: UUID | None) -> bool:
    """Whether the player's claim waits for an answer."""
    if goes is None or player is None:
        return False
    waiting = Merge.objects.filter(keeps=player, goes=goes, at=tournament_id, status=Merge.Status.ASKED)
    return waiting.exists()


def claim(*, tournament_id: UUID, player: UUID, no: int) -> UUID:
    """Raises NotFound, PeopleRefused."""
    state = queries.tournament(tournament_id=tournament_id, player=player).state
    entry = field.known(state, EntrantNo(no))
    if entry.player is None:
        raise PeopleRefused("not_entered_by_name")
    return merging.ask(keeps=player, goes=entry.player, at=tournament_id)


def waiting(*, tournament_id: UUID, by: UUID) -> list[ClaimShown]:
    """Raises NotFound, NotAllowed."""
    check_right(queries.tournament(tournament_id=tournament_id, player=by).state, by, Role.ARBITER)
    rows = list(_asked(tournament_id))
    names = players.names(id_ for row in rows for id_ in (row.keeps, row.goes))
    return [_shown(row, names[row.keeps], names[row.goes]) for row in rows]


def count(tournament_id: UUID) -> int:
    return _asked(tournament_id).count()


def answer(*, tournament_id: UUID, merger: UUID, by: UUID, confirmed: bool) -> None:
    """Raises NotFound, NotAllowed, Conflict (a claim of another tournament), PeopleRefused."""
    check_right(queries.tournament(tournament_id=tournament_id, player=by).state, by, Role.ARBITER)
    row = merging.existing(merger)
    if row.at != tournament_id:
        raise Conflict("foreign_claim")
    if confirmed:
        merging.confirm(merger=merger, by=by)
    else:
        merging.decline(merger=merger, by=by)


def take_back(*, tournament_id: UUID, player: UUID, no: int) -> None:
    """Raises NotFound where nothing was claimed."""
    state = queries.tournament(tournament_id=tournament_id, player=player).state
    entry = field.known(state, EntrantNo(no))
    row = next((one for one in _asked(tournament_id).filter(keeps=player) if one.goes == entry.player), None)
    if row is None:
        raise NotFound("unknown_claim")
    merging.decline(merger=row.id, by=player)


def _asked(tournament_id: UUID) -> QuerySet[Merge]:
    return Merge.objects.filter(at=tournament_id, status=Merge.Status.ASKED).order_by("asked_at", "id")


def _shown(row: Merge, claimant: str, name: str) -> ClaimShown:
    try:
        merging.check(row.keeps, row.goes)
    except PeopleRefused as refused:
        return ClaimShown(row.id, row.keeps, claimant, name, [], said(refused))
    return ClaimShown(row.id, row.keeps, claimant, name, games.preview(row.keeps, row.goes), "")

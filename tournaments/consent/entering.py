"""Who may enter somebody with an account: whom they let, by one switch in their settings (``players.models.Entering``);
and where they were entered, by whom, and whether that counts."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from django.utils import timezone
from django.utils.formats import date_format

from ledger import store
from players import queries as players
from players.clubs.models import ClubMember
from players.models import Entering
from players.ratings.outcome import person
from tournaments import events as e
from tournaments.cache import cache
from tournaments.events import KINDS
from tournaments.leagues import state as leagues
from tournaments.models import Entry, Tournament
from tournaments.state import Entry as Entrant
from tournaments.state import State, Status
from tournaments.written_down import Event
from web.errors import NotAllowed

from . import noting
from .standing import is_rated

LISTED = 10
"""Entries on one page, the latest first: of each the whole stream is read."""


def check_may_be_entered(ids: Collection[UUID], *, by: UUID | None, event: Event) -> None:
    """Raises NotAllowed for whoever does not let ``by`` enter them in this event."""
    mine = players.profiles(by) if by is not None else set[UUID]()
    for player, whom in players.not_entered_by_all(players.kept(ids) - mine).items():
        if whom is Entering.SELF:
            raise NotAllowed("enters_alone", field="player", name=players.names([player])[player])
        if not _belongs(player, event):
            raise NotAllowed("entered_by_clubs_only", field="player", name=players.names([player])[player])


def _belongs(player: UUID, event: Event) -> bool:
    """Whether they are, by their own yes, in the club or the league that holds the event."""
    club = event.of_club
    if club is not None and ClubMember.objects.filter(club=club, player=player).exists():
        return True
    league = event.league or event.id
    return player in players.kept(leagues.fold(league, store.read(league)).own)


# --- where somebody was entered -------------------------------------------------------------------------------


class Word(StrEnum):
    """Whether an entry has the word of whom it is about."""

    OWN = "own"  # they entered, or have confirmed it
    MEMBER = "member"  # they belong to the club or league that holds the event
    WAITS = "waits"  # nothing typed in is rated until they confirm
    UNRATED = "unrated"  # nothing is rated there


@dataclass(frozen=True, slots=True)
class Entered:
    """``by`` and ``at``: who entered them and when; ``by`` is ``""`` if it was they themselves, or nobody knows."""

    tournament: UUID
    title: str
    by: str
    at: datetime | None
    word: Word
    open: bool

    @property
    def when(self) -> str:
        return "" if self.at is None else date_format(timezone.localtime(self.at), "SHORT_DATE_FORMAT")


def entries_of(player: UUID, page: int = 1) -> tuple[list[Entered], bool]:
    """Those of all profiles of a person, the latest change of a tournament first; and whether there are more."""
    mine = players.profiles(player)
    entered = Entry.objects.filter(player__in=mine, withdrawn=False).values("tournament")
    first = (page - 1) * LISTED
    rows = list(Tournament.objects.filter(id__in=entered).order_by("-changed_at", "id")[first : first + LISTED + 1])
    found = [one for row in rows[:LISTED] if (one := _entered(cache.state(row.id), mine)) is not None]
    names = players.names({by for _one, by in found if by is not None})
    return [_named(one, names.get(by, "?") if by else "") for one, by in found], len(rows) > LISTED


def _named(one: Entered, by: str) -> Entered:
    return Entered(one.tournament, one.title, by, one.at, one.word, one.open)


def _entered(state: State, mine: set[UUID]) -> tuple[Entered, UUID | None] | None:
    """None if they have withdrawn just now."""
    entry = next((one for one in state.entries.values() if one.player in mine and not one.withdrawn), None)
    if entry is None:
        return None
    by, at = _who_entered(state.id, entry)
    going = state.status in (Status.OPEN, Status.RUNNING)
    return Entered(state.id, state.title, "", at, _word(state, entry), going), None if by in mine else by


def _word(state: State, entry: Entrant) -> Word:
    if not is_rated(state):
        return Word.UNRATED
    if entry.own:
        return Word.OWN
    assert entry.player is not None
    return Word.MEMBER if noting.playing(state, [person(entry.player)]) else Word.WAITS


def _who_entered(tournament: UUID, entry: Entrant) -> tuple[UUID | None, datetime | None]:
    """From the ledger: the batch that has brought the entry."""
    actor = ""
    for stored in store.read(tournament):
        actor = stored.actor or "" if stored.batch else actor
        event = KINDS.read(stored)
        if isinstance(event, e.EntrantEntered) and event.no == entry.no:
            by = UUID(actor.removeprefix("player:")) if actor.startswith("player:") else None
            return by, stored.at
    return None, None

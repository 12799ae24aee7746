"""Who came to a club's events: for its roster (hook ``visitors_of_clubs``), which takes in those who are only names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import Count, Max
from django.db.models.functions import Coalesce

from ledger import store
from players import queries as players
from players.clubs import queries as clubs
from players.rosters import services as rosters

from . import events as e
from . import written_down
from .events import TournamentEvent
from .leagues.state import fold as league_of
from .models import Entry, League, Officer, Tournament
from .state import Role, State, Status

BEGUN = (Status.RUNNING.value, Status.CLOSED.value)
TAKEN_IN_AFTER = (e.StageStarted, e.TournamentClosed)


class Visitors:
    """The app's answer to ``players.rosters.book.Visitors``."""

    def last_here(self, club: UUID, people: Collection[UUID]) -> Mapping[UUID, datetime]:
        wanted = {one: one for one in people} | players.merged_into(people)
        rows = Entry.objects.filter(
            tournament__club=club, tournament__status__in=BEGUN, withdrawn=False, player__in=list(wanted)
        )
        at = Max(Coalesce("tournament__starts", "tournament__opened_at"))
        found: dict[UUID, datetime] = {}
        for profile, last in rows.values_list("player").annotate(last=at):
            one = wanted[profile]
            found[one] = max(last, found.get(one, last))
        return found

    def evenings(self, club: UUID) -> Mapping[UUID, int]:
        rows = Entry.objects.filter(tournament__club=club, tournament__status__in=BEGUN, withdrawn=False)
        came = {
            player: many
            for player, many in rows.values_list("player").annotate(many=Count("tournament", distinct=True))
            if player is not None
        }
        found: Counter[UUID] = Counter()
        for profile, kept in players.now_of(came).items():
            found[kept] += came[profile]
        return found

    def playing(self, game: str) -> Collection[UUID]:
        rows = (Tournament.objects.filter(listed=True, game=game), League.objects.filter(listed=True, game=game))
        return {club for some in rows for club in some.values_list("club", flat=True).distinct() if club is not None}

    def names(self, club: UUID) -> tuple[Collection[UUID], Collection[UUID]]:
        homes = {*_held_by(club), club}  # the club's own are those who were taken off its roster
        rows = Entry.objects.filter(tournament__club=club, tournament__status__in=BEGUN, withdrawn=False)
        came = {player for player in rows.values_list("player", flat=True) if player is not None}
        return {one for one, home in players.written_down(came).items() if home in homes}, homes


def _held_by(club: UUID) -> set[UUID]:
    """The tournaments and leagues of the club with an owner on its board (``written_down.Event.of_club``)."""
    board = {profile for one in clubs.board(club) for profile in players.profiles(one)}
    owned = Officer.objects.filter(tournament__club=club, role=Role.OWNER.value, player__in=board)
    ids = League.objects.filter(club=club).values_list("id", flat=True)
    leagues = [league_of(id_, store.read(id_)) for id_ in ids]
    held = {league.id for league in leagues if written_down.of_league(league).of_club == club}
    return {*owned.values_list("tournament", flat=True), *held}


VISITORS = Visitors()


def take_in(state: State, batch: Sequence[TournamentEvent]) -> None:
    """Put the names of a club's event on its roster once it is played. A hint that may be lost: the roster's page
    offers the same."""
    if not state.settings.club or not any(isinstance(event, TAKEN_IN_AFTER) for event in batch):
        return
    club = UUID(state.settings.club)
    came = [entry.player for entry in state.entries.values() if entry.player and not entry.withdrawn]
    homes = {state.id} if state.league is None else {state.id, state.league}
    if written_down.tournament(state).of_club == club:
        rosters.take_in(club, came, homes=homes, actor="clock")

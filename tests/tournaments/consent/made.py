"""Duels at real tables for tests about consent: whose results somebody else types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from unittest.mock import patch
from uuid import UUID

from ledger import projections
from players.clubs import commands as club_commands
from players.clubs import services as clubs
from players.ratings import queries as ladders
from players.ratings.outcome import person as named
from players.rosters import commands as roster_commands
from players.rosters import services as rosters
from tests.matches.factories import account as account
from tests.tournaments.factories import AT_A_TABLE, at, opened, stage, state_of, wins
from tournaments import commands, rating, services
from tournaments.consent.standing import Standing, standing
from tournaments.formats.contract import Result
from tournaments.settings import Settings
from tournaments.state import Table, TableRef

FIRST = at("main", 1, 1)


def tournament(owner: UUID, settings: Settings = AT_A_TABLE) -> UUID:
    return opened(owner, stage(form="round_robin"), settings=settings)


def club_with(owner: UUID, *members: UUID, name: str = "Zoe") -> tuple[UUID, UUID]:
    """A club to which these have come by themselves, and a person without an account on its roster."""
    club = clubs.found(club_commands.FoundClub("The club", open_entry=True), by=owner).club
    for member in members:
        clubs.change(club, club_commands.Join(), by=member)
    (written,) = rosters.change(club, roster_commands.WriteDown((name,)), by=owner).people
    return club, written


def begin(tournament_id: UUID, owner: UUID) -> None:
    services.change(tournament_id, commands.StartStage("main"), by=owner)
    services.change(tournament_id, commands.Pair("main"), by=owner)


def table(tournament_id: UUID, ref: TableRef = FIRST) -> Table:
    found = state_of(tournament_id).stages[ref.stage].table(ref.round, ref.table)
    assert found is not None
    return found


def seat(tournament_id: UUID, player: UUID, ref: TableRef = FIRST) -> int:
    state = state_of(tournament_id)
    return [state.entries[no].player for no in table(tournament_id, ref).pairing.seats].index(player)


def lost_by(tournament_id: UUID, player: UUID, ref: TableRef = FIRST) -> Result:
    return wins(1 - seat(tournament_id, player, ref))


def typed(tournament_id: UUID, by: UUID, result: Result | None = None, ref: TableRef = FIRST) -> None:
    services.change(tournament_id, commands.EnterResult(ref, result or wins(0)), by=by)


def stands(tournament_id: UUID, ref: TableRef = FIRST) -> Standing | None:
    return standing(table(tournament_id, ref))


def ratings(tournament_id: UUID) -> Mapping[str, tuple[int, int]]:
    """Whole points and games, by who they are; who was never rated is not among them."""
    rungs = ladders.ladder(rating.key_of(state_of(tournament_id)))
    return {rung.who: ((rung.value + 500) // 1000, rung.games) for rung in rungs}


def points(tournament_id: UUID, player: UUID) -> int:
    """Who was never rated stands where everybody begins."""
    return ratings(tournament_id).get(named(player), (1500, 0))[0]


def is_rebuilt_alike() -> bool:
    """Nothing else stands in the rows than what the ledger's facts make of them, to the last digit."""
    for projection in ("ratings", "tournaments"):
        assert projections.rebuild(projections.named(projection), compare=True).differences == []
    return True


@contextmanager
def as_before() -> Iterator[None]:
    """What is done here is stored as it was before anybody was asked: without a word of consent, and rated at once."""
    sitting = rating._sitting
    with (
        patch("tournaments.services.noting.noted", side_effect=lambda _state, batch, _actor, _at: list(batch)),
        patch("tournaments.rating._sitting", side_effect=lambda *how: replace(sitting(*how), is_old=False)),
    ):
        yield

"""A page of a tournament hears that something has changed, and nothing else."""

from __future__ import annotations

from uuid import UUID

import pytest

from tests.matches.factories import person
from tests.tournaments.factories import entered, opened, state_of
from tournaments import live
from web.live import audience
from web.live.audience import Audience

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> UUID:
    alice = person("Alice")
    made = opened(alice)
    entered(made, alice, 4)
    return made


def listening(tournament: UUID) -> Audience:
    return Audience(live.KIND, tournament, "", "en", "html")


def test_who_stands_behind_hears_the_version_alone(tournament: UUID) -> None:
    version, frames = audience.frames(listening(tournament), 1)
    assert version == state_of(tournament).version
    assert [frame.data for frame in frames] == [f"id: {version}\nevent: version\ndata: {version}\n\n".encode()]


def test_who_is_there_hears_nothing(tournament: UUID) -> None:
    version = state_of(tournament).version
    assert audience.frames(listening(tournament), version) == (version, [])


def test_streams_of_tournaments_are_looked_after(tournament: UUID) -> None:
    assert audience.versions({tournament: live.KIND}) == {tournament: state_of(tournament).version}


def test_an_address_begins_where_the_page_stands(tournament: UUID) -> None:
    state = state_of(tournament)
    assert live.address(state).startswith(f"/live/{state.id}?")
    assert live.address(state).endswith(f"&after={state.version}")

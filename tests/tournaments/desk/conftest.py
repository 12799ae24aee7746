"""Alice's desk: she organises, Dora enters results, Charlie has nothing to do with it."""

from __future__ import annotations

from uuid import UUID

import pytest
from django.test import Client

from players.models import Player
from tests.matches.factories import account, person
from tests.tournaments.factories import entered, opened, stage
from tournaments import commands, services
from tournaments.state import Role

EVENING = stage("swiss", "pods", seats=4, least=3, rounds=2)


@pytest.fixture
def alice() -> UUID:
    return account("Alice")


@pytest.fixture
def organiser(alice: UUID) -> Client:
    """Alice's, in English."""
    return client_of(alice)


@pytest.fixture
def desk(alice: UUID) -> UUID:
    return opened(alice, EVENING)


@pytest.fixture
def running(alice: UUID, desk: UUID) -> UUID:
    """Eight players at two tables of the first round."""
    entered(desk, alice, 8)
    services.change(desk, commands.StartStage("swiss"), by=alice)
    services.change(desk, commands.Pair("swiss"), by=alice)
    return desk


@pytest.fixture
def scorer(alice: UUID, desk: UUID) -> Client:
    dora = person("Dora")
    services.change(desk, commands.GrantRole(dora, Role.SCORER), by=alice)
    return client_of(dora)


@pytest.fixture
def outsider() -> Client:
    return client_of(person("Charlie"))


def client_of(player: UUID) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(Player.objects.get(id=player))
    return client

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

import pytest
from django.test import Client

from players.models import Player
from tests.matches.factories import person

ClientOf = Callable[[UUID | None], Client]


@pytest.fixture
def alice() -> UUID:
    return person("Alice")


@pytest.fixture
def client_of() -> ClientOf:
    """Somebody's browser, in English; nobody's for None."""

    def client(player: UUID | None) -> Client:
        found = Client(headers={"accept-language": "en"})
        if player is not None:
            found.force_login(Player.objects.get(id=player))
        return found

    return client

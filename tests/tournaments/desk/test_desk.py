"""The organiser's desk, as a browser without scripts and one with them ask for it."""

from __future__ import annotations

from uuid import UUID

import pytest
from django.test import Client

from matches.explain import SENTENCES
from players.models import Player
from tests.matches.factories import person
from tests.tournaments.factories import at, entered, opened, stage, state_of
from tournaments import services
from tournaments.formats.contract import Result
from tournaments.state import Progress, Role, Status

pytestmark = pytest.mark.django_db
EVENING = stage("swiss", "pods", seats=4, least=3, rounds=2)


@pytest.fixture
def alice() -> UUID:
    return person("Alice")


@pytest.fixture
def desk(alice: UUID, client: Client) -> UUID:
    """A tournament of Alice's, who is logged in."""
    client.force_login(Player.objects.get(id=alice))
    return opened(alice, EVENING)


@pytest.fixture
def running(alice: UUID, desk: UUID) -> UUID:
    """Eight players at two tables of the first round."""
    entered(desk, alice, 8)
    services.start_stage(tournament_id=desk, by=alice, stage="swiss")
    services.pair(tournament_id=desk, by=alice, stage="swiss")
    return desk


def url(tournament: UUID, rest: str = "") -> str:
    return f"/tournaments/{tournament}/desk/{rest}"


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def of_table(no: int, places: str = "1234", **more: str) -> dict[str, str]:
    fields = {f"place_{seat}": place for seat, place in enumerate(places)}
    return {"stage": "swiss", "round": "1", "table": str(no), **fields, **more}


def test_the_desk_shows_tables_and_field(client: Client, running: UUID) -> None:
    html = page(client, url(running))
    assert "Player 8" in html
    assert html.count('class="desk-table is-paired"') == 2

"""Where a ruleset has been replaced: what begins anew, what goes on, and what was kept."""

from __future__ import annotations

from uuid import UUID

import pytest
from django.test import Client

from matches.models import SoloGame, Table
from matches.positions import services as positions
from matches.positions.commands import KeepPosition
from matches.positions.shapes import Board
from matches.solo import queries as solo
from matches.tables import services as table_services
from matches.tables.commands import OpenTable
from players.models import Player
from tests.elekt_core.games.elekt.old_records.games import LATE_ROUND
from tests.matches.factories import person, started

pytestmark = pytest.mark.django_db


def client_of(player: UUID) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(Player.objects.get(id=player))
    return client


EDITOR = "/games/elekt/positions/"


@pytest.mark.parametrize("address", ["/tables/open/?game=elekt", EDITOR])
def test_only_the_newest_rules_are_offered(address: str) -> None:
    page = client_of(person("Alice")).get(address).content.decode()
    assert "elekt-2e-r2" in page
    assert "elekt-2e-r1" not in page


def test_a_table_is_played_by_the_newest_rules_unless_another_ruleset_is_named() -> None:
    alice = person("Alice")
    for named in ({}, {"ruleset": "elekt-2e-r1"}):
        table_services.open_table(OpenTable(game="elekt", seats=2, **named), by=alice)  # type: ignore[arg-type]
    assert sorted(Table.objects.values_list("ruleset", flat=True)) == ["elekt-2e-r1", "elekt-2e-r2"]


def test_the_solo_ladder_goes_on() -> None:
    for ruleset in ("elekt-solo-r1", "elekt-solo-r2"):
        started("Alice", game="elekt", seed=ruleset, ruleset=ruleset, options={"level": "hard"})
    assert list(SoloGame.objects.values_list("ruleset", "level")) == [("elekt-solo-r1", "hard")] * 2
    for ruleset in ("", "elekt-solo-r1", "elekt-solo-r2"):
        shown = solo.ladder(game="elekt", ruleset=ruleset, level="hard", player=None)
        assert (shown.offered.ruleset, shown.offered.ladder) == ("elekt-solo-r2", "elekt-solo-r1")


def test_a_position_that_was_kept_opens_under_its_own_rules() -> None:
    alice = person("Alice")
    board = Board("elekt", "elekt-2e-r1", 2, position=LATE_ROUND["position"])
    kept = positions.keep(KeepPosition(name="Late", board=board), by=alice).position
    page = client_of(alice).get(f"{EDITOR}{kept}/").content.decode()
    assert '<option value="elekt-2e-r1" selected' in page
    assert "[E5.2]" not in page

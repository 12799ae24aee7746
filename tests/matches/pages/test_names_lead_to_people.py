"""Names on the pages of matches and tournaments lead to the pages of those whom they name; erased people have none."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.utils import timezone

from matches.play import services
from players import services as players
from players.models import Player
from tests.matches.factories import person, started
from tests.tournaments.factories import entered, opened

pytestmark = pytest.mark.django_db


def page(path: str, player: UUID) -> str:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(Player.objects.get(id=player))
    answer = client.get(path)
    assert answer.status_code == 200, answer.content
    return answer.content.decode()


def erase(player: UUID) -> None:
    players.erase(player=Player.objects.get(id=player), now=timezone.now())


def test_the_match_leads_to_who_plays_it_and_not_to_somebody_erased() -> None:
    table = started("Alice", "Bob")
    alice, bob = table.players
    assert alice is not None
    assert bob is not None
    assert f'<a href="/players/{bob}/">Bob</a>' in page(f"/matches/{table.match}/", alice)
    services.concede(match_id=table.match, seat=1, decision_id=uuid4(), actor=f"player:{bob}")
    for path in (f"/matches/{table.match}/", f"/matches/{table.match}/verification/"):
        assert f'<a href="/players/{bob}/">Bob</a>' in page(path, alice)
    assert f'<span class="who"><a href="/players/{bob}/">Bob</a>' in page(f"/matches/{table.match}/", alice)
    erase(bob)
    for path in (f"/matches/{table.match}/", f"/matches/{table.match}/verification/"):
        shown = page(path, alice)
        assert "Former player" in shown
        assert f"/players/{bob}/" not in shown


def test_an_entrants_card_leads_to_the_player_and_not_to_somebody_erased() -> None:
    alice = person("Alice")
    made = opened(alice)
    people = entered(made, alice, 3)
    assert f'<h1><a href="/players/{people[1]}/">' in page(f"/tournaments/{made}/entrants/2/", alice)
    erase(people[1])
    shown = page(f"/tournaments/{made}/entrants/2/", alice)
    assert "<h1>Former player</h1>" in shown
    assert f"/players/{people[1]}/" not in shown

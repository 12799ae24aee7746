"""From a replay somebody plays on in a practice match that begins there, in every game that has words for it."""

from __future__ import annotations

import pytest

from elekt_core.registry import get_game
from matches.models import Match
from matches.play import queries

from ..factories import Table, started

pytestmark = pytest.mark.django_db


def finished(game: str) -> Table:
    """Given up by Bob after some decisions."""
    table = started("Alice", "Bob", game=game, seed="playing on")
    for _ in range(14):
        table.go_on()
    table.decide(1, decision={"kind": "concede"})
    return table


@pytest.mark.parametrize("game", ["enclave", "elector_counts"])
def test_a_match_goes_on_from_a_moment_of_its_replay(game: str) -> None:
    table = finished(game)
    client, at = table.client(0), table.version() - 8
    page = client.get(f"/matches/{table.match}/replay/{at}/").content.decode()
    assert "Practise from here" in page
    assert "Change this position" in page
    desk = client.get(f"/games/{game}/positions/?match={table.match}&at={at}").content.decode()
    assert "As it was in the match after event" in desk
    assert "in this position" not in desk
    begun = client.post(f"/matches/{table.match}/practise/", {"how": "on", "at": at})
    match = Match.objects.exclude(id=table.match).get()
    assert begun["Location"] == f"/matches/{match.id}/"
    told = client.get(begun["Location"]).content.decode()
    assert "Practice." in told
    assert get_game(game).position_of(queries.position(match_id=match.id, player=table.players[0]).view) is not None


def test_who_may_not_see_everything_plays_nothing_on() -> None:
    table = started("Alice", "Bob", game="enclave", seed="playing on")
    client = table.client(0)
    assert "Practise from here" not in client.get(f"/matches/{table.match}/replay/1/").content.decode()
    assert client.post(f"/matches/{table.match}/practise/", {"how": "on"}).status_code == 403
    assert client.get(f"/games/enclave/positions/?match={table.match}").status_code == 403
    wordless = started("Charlie", "Dana")
    wordless.play_out()
    assert "Practise from here" not in wordless.client(0).get(f"/matches/{wordless.match}/replay/2/").content.decode()

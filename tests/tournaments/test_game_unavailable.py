"""A tournament and a ladder of a game whose package is gone, or fails to load, are read as before."""

from __future__ import annotations

import pytest
from django.test import Client

from matches.models import Match
from matches.models import Table as MatchTable
from matches.play.timeline import timelines
from players.models import Player
from tests.elekt_core.conftest import OUTSIDE, Site, site
from tests.matches.test_quarantine import Breaks, both
from tournaments import commands, running, services
from tournaments.formats.contract import Result
from tournaments.settings import Settings

from .factories import at, state_of
from .test_every_game import begun

__all__ = ["site"]
pytestmark = pytest.mark.django_db


@both
def test_its_pages_standings_and_ratings_stay_and_no_match_is_opened(site: Site, breaks: Breaks) -> None:
    site.install("high_stakes", (OUTSIDE / "high_stakes.py").read_text())
    tournament, alice = begun("high_stakes", 4, Settings(rated=True, automatic=False), form="round_robin")
    services.change(tournament, commands.EnterResult(at("main", 1, 1), Result((1, 2))), by=alice)
    running.call_tables(tournament)
    before = MatchTable.objects.count()
    breaks(site)
    timelines.forget()
    client = Client(headers={"accept-language": "en"})
    client.force_login(Player.objects.get(id=alice))
    one = f"/tournaments/{tournament}/"
    for address in (
        one,
        f"{one}desk/",
        f"{one}desk/settings/",
        f"{one}entrants/1/",
        f"{one}log/",
        "/tournaments/",
        "/ratings/",
    ):
        assert client.get(address).status_code == 200, address
    for address in ("", "standings/?stage=main", "log/", "export/"):
        assert client.get(f"/api/v1{one}{address}").status_code == 200, address
    assert client.get("/ratings/?on=high_stakes~high-stakes-1~live").status_code in (200, 404)
    services.change(tournament, commands.EnterResult(at("main", 1, 2), Result((2, 1))), by=alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    running.call_tables(tournament)
    assert MatchTable.objects.count() == before
    assert not Match.objects.exists()
    assert len(state_of(tournament).stages["main"].rounds) == 2

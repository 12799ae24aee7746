"""An unlisted event is unrated unless somebody says otherwise, however it is opened."""

from __future__ import annotations

import json
from uuid import UUID

import pytest
from django.test import Client

from players.models import Player
from tests.matches.factories import GAME
from tests.tournaments.factories import AT_A_TABLE, state_of
from tests.tournaments.leagues.made import begun, rules
from tournaments import queries
from tournaments.exchange import document
from tournaments.leagues import commands as league_commands
from tournaments.leagues import services as leagues
from tournaments.models import Tournament
from tournaments.settings import Settings

from .made import account, tournament

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("listed", "asked", "rated"), [(True, "", True), (False, "", False), (False, "yes", True), (True, "no", False)]
)
def test_the_form_of_a_new_tournament(alice: UUID, listed: bool, asked: str, rated: bool) -> None:
    client = Client(headers={"accept-language": "en"})
    client.force_login(Player.objects.get(id=alice))
    form = {
        "title": "Evening", "preset": "pods", "seats": "4", "rounds": "3", "best": "0", "place": "table",
        "ruleset": "", "tie_breaks": "", "rated": asked, **({"listed": "on"} if listed else {}),
    }  # fmt: skip
    page = client.get(f"/tournaments/new/?game={GAME}")
    form["ruleset"] = page.context["form"].fields["ruleset"].choices[0][0]
    assert client.post(f"/tournaments/new/?game={GAME}", form).status_code == 302
    assert state_of(Tournament.objects.get().id).settings.rated is rated


def test_the_settings_keep_what_was_said(alice: UUID) -> None:
    client = Client(headers={"accept-language": "en"})
    client.force_login(Player.objects.get(id=alice))
    evening = tournament(alice)
    page = client.get(f"/tournaments/{evening}/desk/settings/")
    assert page.context["form"]["rated"].value() == "yes"
    form = {"title": "Evening", "place": "table", "rated": "no", "listed": "on", "open_entry": "on"}
    assert client.post(f"/tournaments/{evening}/desk/settings/", form).status_code in (200, 302)
    assert not state_of(evening).settings.rated
    assert client.get(f"/tournaments/{evening}/desk/settings/").context["form"]["rated"].value() == "no"


@pytest.mark.parametrize("listed", [True, False])
def test_the_season_of_a_league_is_listed_and_rated_as_the_league_is_listed(alice: UUID, listed: bool) -> None:
    made = leagues.open_league(
        owner=alice, command=league_commands.OpenLeague(title="League", game=GAME, rules=rules(4), listed=listed)
    ).league
    for name in ("Bob", "Charlie"):
        leagues.change(made, league_commands.Join(), by=account(name))
    settings = state_of(begun(made, alice)).settings
    assert (settings.listed, settings.rated) == (listed, listed)


def test_a_document_that_does_not_say(alice: UUID) -> None:
    evening = tournament(alice, Settings(online=False, listed=False, rated=True))
    told = json.loads(document.written(document.document(queries.tournament(tournament_id=evening, player=alice))))
    said = document.bring_in(json.dumps(told), owner=alice).tournament
    del told["tournament"]["settings"]["rated"]
    silent = document.bring_in(json.dumps(told), owner=alice).tournament
    assert (state_of(said).settings.rated, state_of(silent).settings.rated) == (True, False)


def test_what_was_stored_keeps_its_meaning() -> None:
    """Settings in events name every field, so an unlisted tournament from before stays rated."""
    assert AT_A_TABLE.rated is True
    assert Settings(listed=False, rated=True).rated is True

"""What may pair a whole field anew takes a place among costly work, whichever change asks for it."""

from __future__ import annotations

from typing import get_args

import pytest
from django.test import Client
from django.utils import timezone

from players.models import Player
from players.services import issue_token
from tests.busy import busy
from tests.matches.factories import account
from tests.tournaments.factories import entered, opened, stage, state_of
from tournaments import services
from tournaments.api_changes import OF_TABLES, OF_TOURNAMENTS
from tournaments.commands import StartStage, TablesCommand
from tournaments.formats.contract import EntrantNo
from web.costly import DIRECTING


def test_every_change_that_has_a_word_on_published_tables_is_costly() -> None:
    found = {
        change.body for change in (*OF_TOURNAMENTS, *OF_TABLES) if issubclass(change.body, get_args(TablesCommand))
    }
    assert found == set(get_args(TablesCommand))
    for change in (*OF_TOURNAMENTS, *OF_TABLES):
        assert change.costly or change.body not in found, change.address


@pytest.mark.django_db
def test_who_has_tables_paired_anew_and_finds_no_place_is_told_when_to_come_again() -> None:
    alice = account("Alice")
    made = opened(alice, stage("swiss", "dutch"))
    entered(made, alice, 4)
    services.change(made, StartStage("swiss"), by=alice)
    token = issue_token(player=Player.objects.get(id=alice), label="test", now=timezone.now()).secret
    program = Client(headers={"authorization": f"Bearer {token}"})
    address, anew = f"/api/v1/tournaments/{made}/withdraw/", {"tables": {"stage": "swiss", "choice": "again"}}
    with busy(DIRECTING):
        answer = program.post(address, {"no": 1, **anew}, content_type="application/json")
        assert (answer.status_code, answer["Retry-After"]) == (503, str(DIRECTING.seconds))
        assert not state_of(made).entries[EntrantNo(1)].withdrawn
        answer = program.post(address, {"no": 1}, content_type="application/json")
    assert answer.status_code == 200, "who leaves the tables alone waits for nobody"
    assert state_of(made).entries[EntrantNo(1)].withdrawn

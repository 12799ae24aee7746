"""Who is called to a real table sees it on the phone, at home and on the wall, and says there that they have come."""

from __future__ import annotations

from uuid import UUID

import pytest

from tests.matches.factories import person
from tests.tournaments.factories import at, entered, opened, stage, state_of
from tournaments import commands, services
from tournaments.decisions import presence, results
from tournaments.settings import Settings
from tournaments.state import Progress

from .conftest import ClientOf

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(alice: UUID) -> tuple[UUID, list[UUID]]:
    """Two at a table, in order of their seats; who is called has ten minutes."""
    settings = Settings(online=False, grace_minutes=10, grace_from="call", grace_default="forfeit")
    made = opened(alice, stage(), settings=settings)
    people = entered(made, alice, 2)
    services.change(made, commands.StartStage("main"), by=alice)
    services.change(made, commands.Pair("main"), by=alice)
    seats = state_of(made).stages["main"].rounds[0].tables[1].pairing.seats
    return made, [people[no - 1] for no in seats]


def test_a_call_reaches_the_phone_and_the_wall(
    alice: UUID, evening: tuple[UUID, list[UUID]], client_of: ClientOf
) -> None:
    made, (bob, other) = evening
    page, wall = f"/tournaments/{made}/", f"/tournaments/{made}/wall/"
    before = client_of(bob).get(page).content.decode()
    assert "You are called" not in before
    assert 'id="alarm"' in before
    assert 'id="alarm"' not in client_of(None).get(page).content.decode()
    assert "Time to get to the table: 10 min. from the first call. Players who are not here by then forfeit" in before
    services.change(made, commands.CallPlayers(at("main", 1, 1)), by=alice)
    told = client_of(bob).get(page).content.decode()
    assert "You are called to table 1." in told
    assert 'data-call="main 1 1 1"' in told
    assert "players who are not there by then forfeit" in told
    assert "is-called" in client_of(bob).get("/").content.decode()
    services.change(made, commands.NotePresence(at("main", 1, 1), (1,)), by=other)
    services.change(made, commands.CallPlayers(at("main", 1, 1)), by=alice)
    assert "second call" in client_of(bob).get(page).content.decode()
    assert "You are called" not in client_of(other).get(page).content.decode()
    assert "second call" in client_of(None).get(wall).content.decode()


def test_players_say_that_they_have_come(evening: tuple[UUID, list[UUID]], client_of: ClientOf) -> None:
    made, (bob, other) = evening
    here = f"/tournaments/{made}/tables/main/1/1/here/"
    assert client_of(person("Charlie")).post(here).status_code == 403
    assert client_of(bob).get(here).status_code == 405
    client_of(bob).post(here, {"who": "me"})
    assert state_of(made).stages["main"].rounds[0].tables[1].here == {0}
    client_of(other).post(here, {"who": "all"})
    assert state_of(made).stages["main"].rounds[0].tables[1].progress is Progress.STARTED


def test_who_came_too_late_is_sent_to_the_arbiter(
    alice: UUID, evening: tuple[UUID, list[UUID]], client_of: ClientOf
) -> None:
    made, (bob, _) = evening
    services.change(made, commands.ChangeTournament("Evening", Settings(online=False, grace_minutes=10)), by=alice)
    services.change(made, commands.CallPlayers(at("main", 1, 1)), by=alice)
    services.by_itself(
        tournament_id=made,
        actor=services.CLOCK,
        decide=lambda state: presence.missed(
            at("main", 1, 1), results.table_at(state, at("main", 1, 1)), [0], forfeit=False, source="clock"
        ),
    )
    assert "Go to the arbiter." in client_of(bob).get(f"/tournaments/{made}/").content.decode()
    assert client_of(bob).post(f"/tournaments/{made}/tables/main/1/1/here/", {"who": "me"}).status_code == 409

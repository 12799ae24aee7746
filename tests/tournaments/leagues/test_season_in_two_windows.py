"""A season in two windows: who acts on an old page is refused and told what has changed; sent twice, it counts once."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from ledger import store
from players.models import Player
from tests.matches.factories import person
from tests.tournaments.factories import state_of
from tournaments import commands
from tournaments import services as tournaments
from tournaments.leagues import commands as league_commands
from tournaments.leagues import services
from tournaments.state import Role
from web.errors import Conflict, StaleVersion

from .made import begun, league, of, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> UUID:
    return person("Alice")


@pytest.fixture
def made(alice: UUID) -> UUID:
    """A league whose season was opened."""
    one, _people = league(alice)
    services.change(one, league_commands.OpenSeason(), by=alice)
    return one


def season_of(made: UUID) -> UUID:
    last = of(made).last
    assert last is not None
    return last.tournament


def seen(made: UUID) -> dict[str, int]:
    """The versions of the league and of its season's tournament."""
    return {"league": store.version(made), "season": store.version(season_of(made))}


def played(made: UUID, alice: UUID) -> None:
    """All tables of the season that runs."""
    entries = state_of(season_of(made)).entries.values()
    play(season_of(made), alice, [entry.player for entry in entries if entry.player is not None])


def browser(player: UUID) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(Player.objects.get(id=player))
    return client


def window(client: Client, made: UUID) -> dict[str, Any]:
    """What its forms are sent back with."""
    context = client.get(f"/leagues/{made}/").context
    opened = context["opened"]
    return {
        "expected_version": opened.version,
        "decision_id": str(opened.decision_id),
        "season_version": context["season_version"],
    }


def test_a_season_begins_as_one_change(made: UUID, alice: UUID) -> None:
    before = store.version(season_of(made))
    services.change(made, league_commands.BeginSeason(), by=alice)
    batches = [event for event in store.read(season_of(made), after=before) if event.batch]
    assert len(batches) == 1
    assert all(len(stage.rounds) for stage in state_of(season_of(made)).stages.values())


def test_begun_twice_with_one_id_it_counts_once_whatever_has_happened_since(made: UUID, alice: UUID) -> None:
    id_, saw = uuid4(), seen(made)
    assert not services.change(
        made, league_commands.BeginSeason(saw["season"]), by=alice, decision_id=id_, expected_version=saw["league"]
    ).repeated
    played(made, alice)
    services.change(made, league_commands.CloseSeason(), by=alice)
    version, league_version = store.version(season_of(made)), store.version(made)
    assert services.change(
        made, league_commands.BeginSeason(saw["season"]), by=alice, decision_id=id_, expected_version=saw["league"]
    ).repeated
    assert (store.version(season_of(made)), store.version(made)) == (version, league_version)


def test_begun_on_an_old_version_it_is_refused(made: UUID, alice: UUID) -> None:
    saw = seen(made)
    tournaments.change(season_of(made), commands.Withdraw(1), by=alice)
    with pytest.raises(StaleVersion):
        services.change(made, league_commands.BeginSeason(saw["season"]), by=alice, expected_version=saw["league"])
    saw = seen(made)
    services.change(made, league_commands.GrantRole(player=person("Bob"), role=Role.ARBITER), by=alice)
    with pytest.raises(StaleVersion):
        services.change(made, league_commands.BeginSeason(saw["season"]), by=alice, expected_version=saw["league"])
    assert not state_of(season_of(made)).stages


def test_an_id_of_somebody_elses_begins_nothing(made: UUID, alice: UUID) -> None:
    id_, bob = uuid4(), person("Bob")
    services.change(made, league_commands.GrantRole(player=bob, role=Role.ARBITER), by=alice)
    services.change(made, league_commands.BeginSeason(), by=alice, decision_id=id_)
    with pytest.raises(Conflict, match="decision_id_taken"):
        services.change(made, league_commands.BeginSeason(), by=bob, decision_id=id_)


def test_closed_twice_with_one_id_it_counts_once(alice: UUID) -> None:
    made, _people = league(alice)
    begun(made, alice)
    played(made, alice)
    id_, saw = uuid4(), seen(made)
    first = services.change(
        made,
        league_commands.CloseSeason(season_version=saw["season"]),
        by=alice,
        decision_id=id_,
        expected_version=saw["league"],
    )
    again = services.change(
        made,
        league_commands.CloseSeason(season_version=saw["season"]),
        by=alice,
        decision_id=id_,
        expected_version=saw["league"],
    )
    assert (first.repeated, again.repeated) == (False, True)
    assert first.version == again.version == store.version(made)


def test_closing_that_broke_off_half_way_goes_on_with_the_same_id(alice: UUID, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tournament was closed, the league was not."""
    made, _people = league(alice)
    begun(made, alice)
    played(made, alice)
    id_, saw = uuid4(), seen(made)

    def broken(*_: Any, **__: Any) -> Any:
        raise ConnectionError

    with monkeypatch.context() as patched:
        patched.setattr(services, "_change", broken)
        with pytest.raises(ConnectionError):
            services.change(
                made,
                league_commands.CloseSeason(season_version=saw["season"]),
                by=alice,
                decision_id=id_,
                expected_version=saw["league"],
            )
    assert not services.change(
        made,
        league_commands.CloseSeason(season_version=saw["season"]),
        by=alice,
        decision_id=id_,
        expected_version=saw["league"],
    ).repeated
    last = of(made).last
    assert last is not None
    assert last.is_closed


def test_closed_on_an_old_version_it_is_refused(alice: UUID) -> None:
    made, _people = league(alice)
    begun(made, alice)
    played(made, alice)
    saw = seen(made)
    tournaments.change(season_of(made), commands.AddNote("Wait for the appeal"), by=alice)
    with pytest.raises(StaleVersion):
        services.change(
            made, league_commands.CloseSeason(season_version=saw["season"]), by=alice, expected_version=saw["league"]
        )
    last = of(made).last
    assert last is not None
    assert not last.is_closed


def test_an_old_page_is_refused_with_what_has_changed(made: UUID, alice: UUID) -> None:
    client = browser(alice)
    old = window(client, made)
    tournaments.change(season_of(made), commands.Withdraw(1), by=alice)
    services.change(made, league_commands.GrantRole(player=person("Bob"), role=Role.ARBITER), by=alice)
    answer = client.post(f"/leagues/{made}/begin/", old)
    assert answer.status_code == 409
    assert not state_of(season_of(made)).stages
    assert len(answer.context["since"]) == 2
    page = answer.content.decode()
    assert "Something has changed since you opened this page, so nothing was done:" in page
    assert "Bob" in answer.context["since"][0]
    now = window(client, made)
    for _ in range(2):
        assert client.post(f"/leagues/{made}/begin/", now).status_code == 302
    assert state_of(season_of(made)).stages


def test_a_season_is_closed_and_the_next_opened_from_the_page_that_was_seen(alice: UUID) -> None:
    made, _people = league(alice)
    begun(made, alice)
    played(made, alice)
    client = browser(alice)
    old = window(client, made)
    for status in (302, 302):
        assert client.post(f"/leagues/{made}/close/", old).status_code == status
    assert client.post(f"/leagues/{made}/open/", {**old, "decision_id": str(uuid4())}).status_code == 409
    assert len(of(made).seasons) == 1
    assert client.post(f"/leagues/{made}/open/", window(client, made)).status_code == 302
    assert len(of(made).seasons) == 2

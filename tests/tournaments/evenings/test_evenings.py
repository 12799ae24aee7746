"""Evenings that a club plans: Alice runs it, Bob is a member, Charlie has nothing to do with it, Ola has no account."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from ledger import projections
from players import services as accounts
from players.clubs import commands as club_commands
from players.clubs import services as clubs
from players.clubs.state import Role
from players.models import Entering, Player
from players.rosters import commands as roster_commands
from players.rosters import services as rosters
from tests.changing import Contract
from tournaments.evenings import commands as c
from tournaments.evenings import queries, services
from tournaments.evenings.events import Coming
from tournaments.models import PlannedEvening, Tournament
from web import limits
from web.errors import BadRequest, Conflict, NotAllowed

from ..factories import AT_A_TABLE, opened, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_counted() -> None:
    cache.clear()


def account(name: str) -> UUID:
    return Player.objects.create_user(name.lower(), name=name).id


@pytest.fixture
def alice() -> UUID:
    return account("Alice")


@pytest.fixture
def bob() -> UUID:
    return account("Bob")


@pytest.fixture
def charlie() -> UUID:
    return account("Charlie")


def club_of(owner: UUID, *members: UUID) -> UUID:
    club = clubs.found(club_commands.FoundClub("Meeples", open_entry=True), by=owner).club
    for one in members:
        clubs.change(club, club_commands.Join(), by=one)
    return club


@pytest.fixture
def club(alice: UUID, bob: UUID) -> UUID:
    return club_of(alice, bob)


def planned(club: UUID, by: UUID) -> UUID:
    return services.plan(c.PlanEvening(club, timezone.now() + timedelta(days=7)), by=by).evening


def browser(player: UUID) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(Player.objects.get(id=player))
    return client


class TestEvenings(Contract):
    streams = services.EVENINGS
    projections = ("evenings",)

    def begin(self) -> UUID:
        self.alice, self.bob, self.charlie = account("Alice"), account("Bob"), account("Charlie")
        club = club_of(self.alice, self.bob)
        clubs.change(club, club_commands.GrantRole(self.bob, Role.OFFICER), by=self.alice)
        self.names = rosters.change(club, roster_commands.WriteDown(("A", "B", "C")), by=self.alice).people
        return planned(club, self.alice)

    def change(self, by: UUID, number: int, **how: Any) -> Any:
        return services.change(self.id, c.AnswerEvening(Coming.YES, self.names[number - 1]), by=by, **how)


def test_the_tournament_of_an_evening_enters_those_who_said_that_they_come(
    club: UUID, alice: UUID, bob: UUID, charlie: UUID
) -> None:
    ola, jan = rosters.change(club, roster_commands.WriteDown(("Ola", "Jan")), by=alice).people
    clubs.change(club, club_commands.Join(), by=charlie)
    accounts.change_entering(player=Player.objects.get(id=charlie), entered_by=Entering.SELF)
    evening = planned(club, alice)
    for player, coming in ((alice, Coming.PERHAPS), (bob, Coming.NO), (charlie, Coming.YES)):
        services.change(evening, c.AnswerEvening(coming), by=player)
    services.change(evening, c.AnswerEvening(Coming.YES), by=bob)
    services.change(evening, c.AnswerEvening(Coming.YES, ola), by=alice)
    services.change(evening, c.AnswerEvening(Coming.NO, jan), by=alice)
    shown = queries.evenings(club=club, player=alice).evenings[0]
    assert (shown.coming, shown.perhaps, shown.not_coming) == (["Bob", "Charlie", "Ola"], ["Alice"], ["Jan"])
    client = browser(alice)
    form = {
        "title": "Tuesday",
        "preset": "round_robin",
        "ruleset": "",
        "place": "table",
        "seats": "2",
        "club": str(club),
    }
    page = client.get(f"/tournaments/new/?game=elekt&club={club}&evening={evening}").content.decode()
    form["ruleset"] = page.split('name="ruleset"')[1].split('value="')[1].split('"')[0]
    answer = client.post(f"/tournaments/new/?game=elekt&club={club}&evening={evening}", form)
    assert answer.status_code == 302, answer.content.decode()
    tournament = Tournament.objects.get(club=club)
    assert {entry.player for entry in state_of(tournament.id).entries.values()} == {bob, ola}, "Charlie enters alone"
    assert PlannedEvening.objects.get(id=evening).tournament == tournament.id
    assert queries.evenings(club=club, player=alice).evenings == []
    assert client.post(f"/tournaments/new/?game=elekt&evening={evening}", form).status_code == 422, "once"
    assert Tournament.objects.count() == 1
    for name in ("evenings", "tournaments"):
        assert projections.rebuild(projections.named(name), compare=True).differences == []


def test_who_has_no_room_or_enters_alone_is_named_and_the_others_are_entered(
    club: UUID, alice: UUID, bob: UUID, charlie: UUID
) -> None:
    ola, jan = rosters.change(club, roster_commands.WriteDown(("Ola", "Jan")), by=alice).people
    clubs.change(club, club_commands.Join(), by=charlie)
    accounts.change_entering(player=Player.objects.get(id=charlie), entered_by=Entering.SELF)
    evening = planned(club, alice)
    for player in (bob, charlie):
        services.change(evening, c.AnswerEvening(Coming.YES), by=player)
    for name in (ola, jan):
        services.change(evening, c.AnswerEvening(Coming.YES, name), by=alice)
    other, ours = (opened(alice, settings=replace(AT_A_TABLE, club=held_by, capacity=2)) for held_by in ("", str(club)))
    with pytest.raises(Conflict, match="evening_of_another_club"):
        services.enter_those_who_come(evening, other, by=alice)
    assert services.existing(evening).is_to_come, "nothing is lost"
    assert services.enter_those_who_come(evening, ours, by=alice) == services.Entered(2, ("Charlie", "Jan"))
    assert {entry.player for entry in state_of(ours).entries.values()} == {bob, ola}
    assert services.existing(evening).tournament == ours


def test_strangers_neither_see_nor_answer_and_members_do_not_answer_for_others(
    club: UUID, alice: UUID, bob: UUID, charlie: UUID
) -> None:
    (ola,) = rosters.change(club, roster_commands.WriteDown(("Ola",)), by=alice).people
    evening = planned(club, alice)
    for stranger, command in (
        (charlie, c.AnswerEvening(Coming.YES)),
        (charlie, c.AnswerEvening(Coming.YES, ola)),
        (bob, c.AnswerEvening(Coming.YES, ola)),
        (bob, c.CallOff()),
        (bob, c.NoteOpened(evening)),
    ):
        with pytest.raises(NotAllowed):
            services.change(evening, command, by=stranger)
    with pytest.raises(Conflict, match="not_a_name_of_the_club"):
        services.change(evening, c.AnswerEvening(Coming.YES, bob), by=alice)
    with pytest.raises(NotAllowed):
        services.plan(c.PlanEvening(club, timezone.now() + timedelta(days=1)), by=bob)
    with pytest.raises(BadRequest, match="evening_in_the_past"):
        services.plan(c.PlanEvening(club, timezone.now() - timedelta(days=1)), by=alice)
    assert browser(charlie).get(f"/evenings/{club}/").status_code == 403
    services.change(evening, c.CallOff(), by=alice)
    with pytest.raises(Conflict, match="evening_is_over"):
        services.change(evening, c.AnswerEvening(Coming.YES), by=bob)


def test_the_pages_plan_and_answer(club: UUID, alice: UUID, bob: UUID) -> None:
    client = browser(alice)
    at = (timezone.localtime() + timedelta(days=3)).strftime("%Y-%m-%dT%H:%M")
    assert client.post(f"/evenings/{club}/plan/", {"starts": "2020-01-01T19:00"}).status_code == 422
    assert client.post(f"/evenings/{club}/plan/", {"starts": at}).status_code == 302
    evening = PlannedEvening.objects.get(club=club).id
    assert browser(bob).post(f"/evenings/{club}/{evening}/answer/", {"coming": "yes"}).status_code == 302
    assert browser(bob).post(f"/evenings/{club}/{evening}/answer/", {"coming": "maybe"}).status_code == 400
    page = Client(headers={"accept-language": "en"}).get(f"/clubs/{club}/").content.decode()
    assert "Evenings to come" in page
    assert "Bob" not in page.split("Evenings to come")[1].split("</section>")[0], "who comes is for the members"


def test_answers_are_limited_and_belong_to_the_club_of_the_address(
    club: UUID, alice: UUID, bob: UUID, charlie: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = planned(club, alice)
    other = clubs.found(club_commands.FoundClub("Pretenders"), by=bob).club
    with pytest.raises(NotAllowed, match="evenings_for_members"):
        services.change(evening, c.AnswerEvening(Coming.YES), by=charlie)
    client = browser(bob)
    assert client.post(f"/evenings/{other}/{evening}/answer/", {"coming": "yes"}).status_code == 404
    assert browser(alice).post(f"/evenings/{other}/{evening}/call-off/").status_code == 404
    monkeypatch.setattr(limits, "EVENING_ANSWERS", limits.Limit("answers", 1, 3600))
    sent = [client.post(f"/evenings/{club}/{evening}/answer/", {"coming": how}).status_code for how in ("yes", "no")]
    assert sent == [302, 429]


def test_evenings_that_nobody_opened_pass_and_make_room(
    club: UUID, alice: UUID, bob: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MAX_PLANNED", 1)
    passed = planned(club, alice)
    with pytest.raises(Conflict, match="too_many_evenings"):
        planned(club, alice)
    monkeypatch.setattr("django.utils.timezone.now", lambda: datetime.now(UTC) + timedelta(days=8))
    with pytest.raises(Conflict, match="evening_has_passed"):
        services.change(passed, c.AnswerEvening(Coming.YES), by=bob)
    planned(club, alice)


def test_the_last_evening_of_the_calendar_is_too_far(club: UUID, alice: UUID) -> None:
    last = datetime(9999, 12, 31, 23, tzinfo=ZoneInfo("America/New_York"))
    with pytest.raises(BadRequest, match="evening_too_far"):
        services.plan(c.PlanEvening(club, last), by=alice)


def test_clubs_are_found_by_town_and_by_game(club: UUID, alice: UUID) -> None:
    client = Client(headers={"accept-language": "en"})
    assert "Meeples" not in client.get("/clubs/?game=elekt").content.decode()
    Tournament.objects.create(
        id=club, title="Tuesday", game="elekt", ruleset="", status="open", online=False, automatic=False, listed=True,
        entrants=0, club=club, opened_at=timezone.now(), changed_at=timezone.now(), version=1,
    )  # fmt: skip
    assert "Meeples" in client.get("/clubs/?game=elekt").content.decode()
    assert "Meeples" not in client.get("/clubs/?game=enclave").content.decode()
    assert 'href="/clubs/"' in client.get("/").content.decode()

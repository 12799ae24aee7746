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
from players.notices.models import Delivery, Reader
from players.rosters import commands as roster_commands
from players.rosters import services as rosters
from tests.changing import Contract
from tournaments import reminding
from tournaments.evenings import commands as c
from tournaments.evenings import queries, services
from tournaments.evenings.events import Coming
from tournaments.models import Announcement, PlannedEvening, Tournament
from web import limits
from web.errors import BadRequest, Conflict, NotAllowed

from ..factories import AT_A_TABLE, opened, stage, state_of
from ..test_api import Caller

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
    assert (shown.coming, shown.perhaps, shown.not_coming) == (["Charlie", "Bob", "Ola"], ["Alice"], ["Jan"])
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


def test_who_is_first_on_the_waiting_list_moves_up_and_is_told(
    club: UUID, alice: UUID, bob: UUID, charlie: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[UUID] = []
    monkeypatch.setattr("tournaments.evenings.services.tell", lambda _message, *, to, **_how: told.extend(to))
    (ola,) = rosters.change(club, roster_commands.WriteDown(("Ola",)), by=alice).people
    clubs.change(club, club_commands.Join(), by=charlie)
    starts = timezone.now() + timedelta(days=7)
    evening = services.plan(c.PlanEvening(club, starts, limit=1), by=alice).evening
    for player in (bob, charlie, alice):
        services.change(evening, c.AnswerEvening(Coming.YES), by=player)
    services.change(evening, c.AnswerEvening(Coming.YES, ola), by=alice)
    shown = queries.evenings(club=club, player=charlie).evenings[0]
    assert (shown.coming, shown.waiting, shown.queue) == (["Bob"], ["Charlie", "Alice", "Ola"], 1)
    assert "number 1 on the waiting list" in browser(charlie).get(f"/evenings/{club}/").content.decode()
    services.change(evening, c.AnswerEvening(Coming.PERHAPS), by=charlie)
    services.change(evening, c.AnswerEvening(Coming.YES), by=charlie)
    assert queries.evenings(club=club, player=charlie).evenings[0].queue == 3, "who steps out stands at the end"
    services.change(evening, c.AnswerEvening(Coming.NO), by=bob)
    assert told == [alice]
    assert services.existing(evening).placed == [alice]
    with pytest.raises(NotAllowed):
        services.change(evening, c.LimitEvening(9), by=bob)
    services.change(evening, c.LimitEvening(2), by=alice)
    assert told == [alice, ola]
    row = PlannedEvening.objects.get(id=evening)
    assert (row.coming, row.waiting, row.limit) == (2, 1, 2)
    page = Client(headers={"accept-language": "en"}).get(f"/clubs/{club}/").content.decode()
    assert "all 2 places are taken" in page
    assert projections.rebuild(projections.named("evenings"), compare=True).differences == []


def test_whoever_comes_is_reminded_once_a_day_before(club: UUID, alice: UUID, bob: UUID, charlie: UUID) -> None:
    clubs.change(club, club_commands.Join(), by=charlie)
    now = timezone.now()
    for one in (alice, bob, charlie):
        Reader.objects.create(
            player=one, language="en", zone="UTC", address=f"{one}@example.org", confirmed_at=now, choices={}
        )
    starts = now + timedelta(days=3)
    evening = services.plan(c.PlanEvening(club, starts, limit=1), by=alice).evening
    for player, answer in ((bob, Coming.YES), (charlie, Coming.YES), (alice, Coming.PERHAPS)):
        services.change(evening, c.AnswerEvening(answer), by=player)

    def told() -> list[tuple[UUID, str]]:
        reminders = Delivery.objects.filter(message__startswith="reminder")
        return sorted(reminders.values_list("player", "message"))

    assert reminding.remind(now) == 0
    reminding.remind(starts - timedelta(hours=20))
    expected = sorted((one, "reminder_of_evening") for one in (alice, bob))
    assert told() == expected, "Charlie has no place, and is on the waiting list"
    Announcement.objects.create(event=evening, kind="evening", place="Dock 3", author=alice, written_at=now)
    reminding.remind(starts - timedelta(hours=10))
    assert told() == expected, "once"
    services.change(evening, c.AnswerEvening(Coming.NO), by=bob)
    reminding.remind(starts - timedelta(hours=9))
    later = Delivery.objects.get(player=charlie, message="reminder_of_evening_at_place")
    assert later.about == {"club": "Meeples", "begins_at": starts.isoformat(), "place": "Dock 3"}
    Delivery.objects.all().delete()
    reminding.remind(starts + timedelta(minutes=1))
    assert told() == [], "it has begun"

    tournament = opened(alice, stage(), settings=replace(AT_A_TABLE, club=str(club), starts=starts.isoformat()))
    reminding.remind(starts - timedelta(hours=9))
    services.enter_those_who_come(evening, tournament, by=alice)
    reminding.remind(starts - timedelta(hours=8))
    assert told() == sorted((one, "reminder_of_evening_at_place") for one in (alice, charlie)), "not of both"


def test_the_board_answers_for_a_name_as_it_was_typed(club: UUID, alice: UUID, bob: UUID) -> None:
    rosters.change(club, roster_commands.WriteDown(("Ola", "Jan (Red)", "Jan (Blue)")), by=alice)
    evening = planned(club, alice)
    address = f"/evenings/{club}/{evening}/answer/"
    assert browser(alice).post(address, {"coming": "yes", "names": "OLA"}).status_code == 302
    assert browser(alice).post(address, {"coming": "yes", "names": "Jan (Blue) #3"}).status_code == 302
    assert browser(alice).post(address, {"coming": "yes", "names": "Zenon"}).status_code == 400
    assert browser(bob).post(address, {"coming": "yes", "names": "Zenon"}).status_code == 403, (
        "nor is told who is known"
    )
    assert queries.evenings(club=club, player=bob).evenings[0].coming == ["Ola", "Jan (Blue)"]


def test_evenings_are_planned_answered_and_called_off_through_the_api(club: UUID, alice: UUID, bob: UUID) -> None:
    hers, his, stranger = Caller(alice), Caller(bob), Caller(account("Dora"))
    starts = (timezone.now() + timedelta(days=2)).isoformat()
    at = f"clubs/{club}/evenings/"
    assert his.post(at, {"starts": starts}, 403)["code"] == "needs_club_role"
    evening = hers.post(at, {"starts": starts, "limit": 1}, 201)["evening"]
    his.post(f"evenings/{evening}/answer/", {"coming": "yes"})
    hers.post(f"evenings/{evening}/answer/", {"coming": "yes"})
    shown = his.get(at)["evenings"][0]
    assert (shown["coming"], shown["waiting"], shown["mine"]) == (["Bob"], ["Alice"], "yes")
    assert stranger.get(at, 403)["code"] == "evenings_for_members"
    assert stranger.post(f"evenings/{evening}/answer/", {"coming": "yes"}, 403)["code"] == "evenings_for_members"
    hers.post(f"evenings/{evening}/limit/", {"limit": 2})
    assert hers.get(at)["evenings"][0]["waiting"] == []
    hers.post(f"evenings/{evening}/call-off/")
    assert his.get(at)["evenings"] == []


def test_of_two_who_change_the_places_the_second_is_told_and_answers_are_in_nobodys_way(
    club: UUID, alice: UUID, bob: UUID, charlie: UUID
) -> None:
    clubs.change(club, club_commands.Join(), by=charlie)
    clubs.change(club, club_commands.GrantRole(charlie, Role.OWNER), by=alice)
    evening = planned(club, alice)
    page = f"/evenings/{club}/"
    here = f"{page}{evening}/limit/"
    for board in (alice, charlie):
        assert '<input type="hidden" name="instead_of" value="0">' in browser(board).get(page).content.decode()
    services.change(evening, c.AnswerEvening(Coming.YES), by=bob)
    assert browser(alice).post(here, {"limit": "8", "instead_of": "0"}).status_code == 302
    sent_from = {"referer": f"http://testserver{page}"}
    answer = browser(charlie).post(here, {"limit": "5", "instead_of": "0"}, headers=sent_from)
    assert answer.status_code == 409
    text = answer.content.decode()
    assert "Somebody has changed the number of places to 8" in text
    assert 'value="5"' in text, "what was typed stays"
    assert services.existing(evening).limit == 8
    assert browser(charlie).post(here, {"limit": "8", "instead_of": "0"}).status_code == 302, "so it is already"
    told = Caller(charlie).post(f"evenings/{evening}/limit/", {"limit": 5, "instead_of": 0}, 409)
    assert (told["code"], told["data"]["limit"]) == ("limit_changed", 8)
    assert browser(charlie).post(here, {"limit": "5", "instead_of": "8"}).status_code == 302
    assert services.existing(evening).limit == 5


def test_many_evenings_are_shown_page_by_page(
    club: UUID, alice: UUID, bob: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queries, "PAGE", 2)
    for _ in range(3):
        planned(club, alice)
    assert [len(queries.evenings(club=club, player=bob, page=page).evenings) for page in (1, 2, 9)] == [2, 1, 1]
    assert "Page 1 of 2" in browser(bob).get(f"/evenings/{club}/").content.decode()


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


def test_only_those_who_have_a_place_are_entered_and_its_places_are_the_limit(
    club: UUID, alice: UUID, bob: UUID, charlie: UUID
) -> None:
    clubs.change(club, club_commands.Join(), by=charlie)
    starts = timezone.now() + timedelta(days=7)
    evening = services.plan(c.PlanEvening(club, starts, limit=2), by=alice).evening
    for player in (bob, charlie, alice):
        services.change(evening, c.AnswerEvening(Coming.YES), by=player)
    client = browser(alice)
    address = client.get(f"/evenings/{club}/").content.decode().split('href="/tournaments/new/')[1].split('"')[0]
    form = client.get(f"/tournaments/new/{address.replace('&amp;', '&')}").context["form"]
    assert int(form["capacity"].value()) == 2
    ours = opened(alice, settings=replace(AT_A_TABLE, club=str(club)))
    assert services.enter_those_who_come(evening, ours, by=alice) == services.Entered(2, ("Alice",))
    assert {entry.player for entry in state_of(ours).entries.values()} == {bob, charlie}


def test_whoever_is_no_longer_of_the_club_holds_no_place(
    club: UUID, alice: UUID, bob: UUID, charlie: UUID, django_capture_on_commit_callbacks: Any
) -> None:
    dora = account("Dora")
    (ola,) = rosters.change(club, roster_commands.WriteDown(("Ola",)), by=alice).people
    for one in (charlie, dora):
        clubs.change(club, club_commands.Join(), by=one)
    starts = timezone.now() + timedelta(days=7)
    evening = services.plan(c.PlanEvening(club, starts, limit=1), by=alice).evening
    for player in (bob, charlie, dora, alice):
        services.change(evening, c.AnswerEvening(Coming.YES), by=player)
    services.change(evening, c.AnswerEvening(Coming.YES, ola), by=alice)
    with django_capture_on_commit_callbacks(execute=True):
        clubs.change(club, club_commands.Leave(), by=bob)
    assert services.existing(evening).placed == [charlie], "who leaves makes room at once"
    accounts.erase(player=Player.objects.get(id=charlie), now=timezone.now())
    ours = opened(alice, settings=replace(AT_A_TABLE, club=str(club)))
    services.free_places(evening)
    assert services.existing(evening).placed == [dora], "so does who is erased, though the hint was lost"
    sent = browser(alice).post(f"/evenings/{club}/{evening}/answer/", {"coming": "no", "player": str(dora)})
    assert sent.status_code == 302
    assert services.existing(evening).placed == [alice], "and whom the board takes off the list"
    with pytest.raises(NotAllowed):
        services.change(evening, c.AnswerEvening(Coming.NO, alice), by=dora)
    assert services.enter_those_who_come(evening, ours, by=alice) == services.Entered(1, ("Ola",))
    assert projections.rebuild(projections.named("evenings"), compare=True).differences == []


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

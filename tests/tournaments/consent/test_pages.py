"""Consent and objections on the pages and for programs. Alice organises, Bob and Charlie play, Olivia is an outsider,
Stella runs the platform."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from players import services as people
from players.models import Player, RatedGame
from tests.matches.factories import person
from tests.tournaments.factories import AT_A_TABLE, state_of, wins
from tournaments import commands, services
from tournaments.consent.standing import Standing
from tournaments.decisions.field import Newcomer
from tournaments.models import Objection

from .made import FIRST, account, begin, points, stands, tournament, typed

pytestmark = pytest.mark.django_db


def browser(player: UUID | None) -> Client:
    client = Client(headers={"accept-language": "en"})
    if player is not None:
        client.force_login(Player.objects.get(id=player))
    return client


def program(player: UUID) -> Client:
    token = people.issue_token(player=Player.objects.get(id=player), label="test", now=timezone.now()).secret
    return Client(headers={"authorization": f"Bearer {token}", "accept-language": "en"})


def post(client: Client, address: str, **data: Any) -> Any:
    return client.post(f"/api/v1/tournaments/{address}", data, content_type="application/json")


def api_of(evening: UUID, act: str) -> str:
    return f"{evening}/tables/main/1/1/rating/{act}/"


def page(evening: UUID, player: UUID | None) -> str:
    return browser(player).get(reverse("tournaments:table", args=[evening, "main", 1, 1])).content.decode()


def act(evening: UUID, player: UUID | None, name: str, **data: str) -> int:
    address = reverse(f"tournaments:{name}", args=[evening, "main", 1, 1])
    return browser(player).post(address, data).status_code


@pytest.fixture
def evening(alice: UUID, bob: UUID, charlie: UUID) -> UUID:
    """Bob has entered by himself, Charlie was entered by Alice."""
    made = tournament(alice)
    services.change(made, commands.EnterOneself(), by=bob)
    services.change(made, commands.Enter((Newcomer(charlie),)), by=alice)
    begin(made, alice)
    return made


def test_a_table_says_for_whom_it_has_to_be_confirmed_before_and_after_the_result(
    evening: UUID, alice: UUID, bob: UUID, charlie: UUID
) -> None:
    assert "The result is rated only once it is confirmed for Charlie." in page(evening, None)
    typed(evening, alice)
    assert "Not rated: nobody has confirmed it yet for Charlie." in page(evening, None)
    assert [("Confirm this result" in page(evening, who)) for who in (None, alice, bob, charlie)] == [
        False,
        False,
        False,
        True,
    ]
    assert act(evening, charlie, "confirm_result") == 302
    assert stands(evening) is Standing.COUNTS
    assert "This result is rated." in page(evening, None)


def test_who_was_entered_by_somebody_else_is_asked_on_the_tournament_s_page(
    evening: UUID, alice: UUID, bob: UUID, charlie: UUID
) -> None:
    address = reverse("tournaments:tournament", args=[evening])
    asked = {name: "Confirm my entry" in browser(who).get(address).content.decode()
             for name, who in (("Alice", alice), ("Bob", bob), ("Charlie", charlie), ("nobody", None))}  # fmt: skip
    assert asked == {"Alice": False, "Bob": False, "Charlie": True, "nobody": False}
    assert browser(charlie).post(reverse("tournaments:confirm_entry", args=[evening])).status_code == 302
    assert "Confirm my entry" not in browser(charlie).get(address).content.decode()
    typed(evening, alice)
    assert stands(evening) is Standing.COUNTS


def test_an_event_that_is_not_rated_asks_nobody(evening: UUID, alice: UUID, charlie: UUID) -> None:
    services.change(evening, commands.ChangeTournament("Evening", replace(AT_A_TABLE, rated=False)), by=alice)
    typed(evening, alice)
    assert 'id="rating"' not in page(evening, charlie)
    shown = browser(charlie).get(reverse("tournaments:tournament", args=[evening])).content.decode()
    assert "Confirm my entry" not in shown
    assert "not rated until" not in browser(None).get(reverse("tournaments:log", args=[evening])).content.decode()


def test_an_objection_is_made_shown_and_ruled_on_the_pages(
    evening: UUID, alice: UUID, bob: UUID, charlie: UUID
) -> None:
    services.change(evening, commands.ConfirmEntry(), by=charlie)
    typed(evening, alice)
    game = RatedGame.objects.get().game
    assert act(evening, charlie, "object_to_rating", text="I won that.") == 302
    assert "Suspended: Charlie objected" in page(evening, None)
    assert [("I won that." in page(evening, who)) for who in (None, alice, bob, account("Olivia"))] == [
        False,
        True,
        True,
        False,
    ]
    profile = reverse("players:player", args=[bob])
    assert '<span class="tag">suspended</span>' in browser(None).get(profile).content.decode()
    why = browser(None).get(reverse("players:rated_game", args=[game])).content.decode()
    assert "This game is suspended" in why
    assert "Suspended after an objection" in why
    desk = browser(alice).get(reverse("tournaments:desk", args=[evening])).content.decode()
    assert "1 result must be confirmed or ruled on" in desk
    assert act(evening, bob, "rule_objections", upheld="no") == 403
    assert act(evening, alice, "rule_objections", upheld="perhaps") == 400
    assert act(evening, alice, "rule_objections", upheld="no", reason="Both signed the slip.") == 302
    assert stands(evening) is Standing.COUNTS
    assert "suspended</span>" not in browser(None).get(profile).content.decode()
    log = browser(None).get(reverse("tournaments:log", args=[evening])).content.decode()
    assert "Both signed the slip." in log
    assert "I won that." not in log


def test_staff_rule_on_the_table_s_page_though_nobody_objects(evening: UUID, alice: UUID, charlie: UUID) -> None:
    stella, strike = account("Stella", staff=True), "Do not rate this result"
    services.change(evening, commands.ConfirmEntry(), by=charlie)
    typed(evening, alice)
    assert [strike in page(evening, who) for who in (None, alice, charlie, stella)] == [False, False, False, True]
    assert act(evening, alice, "rule_objections", upheld="yes") == 409
    assert act(evening, stella, "rule_objections", upheld="yes", reason="Nobody of that name was there.") == 302
    assert stands(evening) is Standing.STRUCK
    assert "Not rated: an administrator of the platform ruled so." in page(evening, None)
    assert "Rate this result" in page(evening, stella)
    assert act(evening, stella, "rule_objections", upheld="no") == 302
    log = browser(None).get(reverse("tournaments:log", args=[evening])).content.decode()
    assert "Nobody of that name was there." in log
    assert "Ruling: table 1 of round 1 is not rated." in log
    assert "Ruling: table 1 of round 1 can be rated again." in log
    assert "objection" not in log


def test_who_may_rule_finds_what_is_open(evening: UUID, alice: UUID, bob: UUID, charlie: UUID) -> None:
    services.change(evening, commands.ConfirmEntry(), by=charlie)
    typed(evening, alice)
    services.change(evening, commands.ObjectToRating(FIRST, "No."), by=charlie)
    stella = account("Stella", staff=True)
    readers = {"Alice": alice, "Bob": bob, "Charlie": charlie, "Stella": stella, "Olivia": account("Olivia")}
    here = reverse("tournaments:table", args=[evening, "main", 1, 1])
    listed = {
        name: here in browser(who).get(reverse("tournaments:objections")).content.decode()
        for name, who in readers.items()
    }
    assert listed == {"Alice": True, "Bob": False, "Charlie": True, "Stella": True, "Olivia": False}
    found = {
        name: "1 open objection" in browser(who).get(reverse("tournaments:tournaments")).content.decode()
        for name, who in readers.items()
    }
    assert found == listed
    told = program(charlie).get("/api/v1/tournaments/objections/").json()
    assert told == [
        {
            "tournament": str(evening),
            "title": "Club evening",
            "stage": "main",
            "round": 1,
            "table": 1,
            "name": "Charlie",
            "mine": True,
            "objection": str(Objection.objects.get().remark),
        }
    ]
    assert browser(None).get(reverse("tournaments:objections")).status_code == 302
    assert Client().get("/api/v1/tournaments/objections/").status_code == 401


def test_programs_confirm_object_take_back_and_rule(evening: UUID, alice: UUID, bob: UUID, charlie: UUID) -> None:
    typed(evening, alice)
    shown = program(bob).get(f"/api/v1/tournaments/{evening}/").json()
    assert [one["confirmed"] for one in shown["entrants"]] == [True, False]
    table = shown["stages"][0]["rounds"][0]["tables"][0]
    seats = [state_of(evening).entries[no].player for no in table["seats"]]
    assert table["rating"] == {"stands": "unconfirmed", "unconfirmed": [seats.index(charlie)], "objecting": []}
    assert post(program(charlie), f"{evening}/confirm/").status_code == 200
    assert stands(evening) is Standing.COUNTS
    assert post(program(bob), api_of(evening, "object"), text="No.").status_code == 200
    assert points(evening, bob) == 1500
    again = post(program(bob), api_of(evening, "object"), text="No.")
    assert (again.status_code, again.json()["code"]) == (409, "objection_is_open")
    assert post(program(bob), api_of(evening, "withdraw")).status_code == 200
    assert stands(evening) is Standing.COUNTS
    assert post(program(charlie), api_of(evening, "object"), text="No.").status_code == 200
    refused = post(program(bob), api_of(evening, "rule"), upheld=True)
    assert (refused.status_code, refused.json()["code"]) == (403, "party_to_the_game")
    assert post(program(alice), api_of(evening, "rule"), upheld=True, reason="So it was.").status_code == 200
    assert stands(evening) is Standing.STRUCK
    assert program(bob).get(f"/api/v1/tournaments/{evening}/").json()["stages"][0]["rounds"][0]["tables"][0][
        "rating"
    ] == {"stands": "struck", "unconfirmed": [], "objecting": []}
    assert post(program(bob), api_of(evening, "confirm")).status_code == 200, "it is confirmed already"
    assert post(program(account("Olivia")), api_of(evening, "confirm")).status_code == 403
    assert post(Client(), api_of(evening, "confirm")).status_code == 401
    assert post(program(bob), f"{evening}/tables/main/1/9/rating/object/", text="No.").status_code == 404
    assert program(bob).get(f"/api/v1/tournaments/{api_of(evening, 'object')}").status_code == 405


def test_the_preview_of_a_correction_says_whether_it_would_be_rated(evening: UUID, alice: UUID, charlie: UUID) -> None:
    """Charlie has confirmed one result, and not the other."""
    typed(evening, alice)
    services.change(evening, commands.ConfirmResult(FIRST), by=charlie)
    assert stands(evening) is Standing.COUNTS
    address = reverse("tournaments:desk_correct", args=[evening, "main", 1, 1])
    shown = browser(alice).post(address, {"table": "1", "place_0": "2", "place_1": "1"}).content.decode()
    assert "Not rated: nobody has confirmed it yet for Charlie." in shown
    told = post(program(alice), f"{evening}/tables/main/1/1/correction/preview/", places=[2, 1]).json()
    assert told["rating"]["stands"] == "unconfirmed"
    services.change(evening, commands.Correct(FIRST, wins(1)), by=alice)
    assert stands(evening) is Standing.UNCONFIRMED


@pytest.mark.parametrize(
    ("listed", "asked", "rated"),
    [(True, {}, True), (False, {}, False), (False, {"rated": True}, True), (True, {"rated": False}, False)],
)
def test_programs_open_an_unlisted_tournament_unrated(
    alice: UUID, listed: bool, asked: dict[str, bool], rated: bool
) -> None:
    told = post(program(alice), "", title="Evening", game="high-card", preset="round_robin", seats=2, best=0,
                settings={"online": False, "listed": listed, **asked})  # fmt: skip
    assert told.status_code == 201, told.content
    assert state_of(UUID(told.json()["tournament"])).settings.rated is rated


def test_a_guest_confirms_nothing(alice: UUID, bob: UUID) -> None:
    guest = person("Guest")
    made = tournament(alice)
    services.change(made, commands.EnterOneself(), by=bob)
    services.change(made, commands.Enter((Newcomer(guest),)), by=alice)
    begin(made, alice)
    shown = browser(guest).get(reverse("tournaments:tournament", args=[made])).content.decode()
    assert "Confirm my entry" not in shown
    assert browser(guest).post(reverse("tournaments:confirm_entry", args=[made])).status_code == 403

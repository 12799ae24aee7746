"""Settings that two people have open at once: who saves second gets the form back, filled, with what was changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from ledger import store
from matches.watching.rules import SpectatorRule
from players.clubs import commands as club_commands
from players.clubs import services as clubs
from players.clubs.state import Role as ClubRole
from players.models import Player
from tests.players.clubs.test_clubs import account
from tournaments import commands
from tournaments import services as tournaments
from tournaments.leagues import commands as league_commands
from tournaments.leagues import services as leagues
from tournaments.state import Role

from .factories import opened, stage, state_of
from .leagues import made

pytestmark = pytest.mark.django_db


class Form(HTMLParser):
    """The first form of a page that changes settings, as a browser would send it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.on = self.done = False
        self.area = self.select = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {key: value or "" for key, value in attrs}
        if tag == "form" and not self.done:
            self.on = "panel" in has.get("class", "") and "action" not in has
        if not self.on:
            return
        name = has.get("name", "")
        if tag == "textarea":
            self.area = name
            self.fields[name] = ""
        elif tag == "select":
            self.select = name
        elif tag == "option" and ("selected" in has or self.select not in self.fields):
            self.fields[self.select] = has.get("value", "")
        elif tag == "input" and name and (has.get("type") not in ("checkbox", "radio") or "checked" in has):
            self.fields[name] = has.get("value", "on" if "checked" in has else "")

    def handle_data(self, data: str) -> None:
        if self.area:
            self.fields[self.area] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea" and self.area:
            self.fields[self.area] = self.fields[self.area].removeprefix("\n")
            self.area = ""
        if tag == "form" and self.on:
            self.on, self.done = False, True


Made = tuple[UUID, str]


def a_club(alice: UUID, bob: UUID) -> Made:
    club = clubs.found(club_commands.FoundClub("Bastion", place="Sopot", open_entry=True), by=alice).club
    clubs.change(club, club_commands.Join(), by=bob)
    clubs.change(club, club_commands.GrantRole(bob, ClubRole.OWNER), by=alice)
    return club, f"/clubs/{club}/settings/"


def a_league(alice: UUID, bob: UUID) -> Made:
    league, _people = made.league(alice, members=0)
    leagues.change(league, league_commands.GrantRole(player=bob, role=Role.OWNER), by=alice)
    return league, f"/leagues/{league}/settings/"


def a_tournament(alice: UUID, bob: UUID) -> Made:
    tournament = opened(alice, stage("swiss", "club_swiss", rounds=3))
    tournaments.change(tournament, commands.GrantRole(bob, Role.ARBITER), by=alice)
    return tournament, f"/tournaments/{tournament}/desk/settings/"


ALL: list[tuple[Callable[[UUID, UUID], Made], tuple[str, str, str], tuple[str, str]]] = [
    (a_club, ("name", "Redoubt", "Fort"), ("about", "Tuesdays")),
    (a_league, ("title", "Redoubt", "Fort"), ("days", "9")),
    (a_tournament, ("title", "Redoubt", "Fort"), ("swiss-rounds", "5")),
]
"""What is made; a field that both change, with what they write; one that the first alone changes."""


@pytest.fixture
def alice() -> UUID:
    return account("Alice")


@pytest.fixture
def bob() -> UUID:
    return account("Bob")


def browser(player: UUID) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(Player.objects.get(id=player))
    return client


def fields(client: Client, address: str) -> dict[str, str]:
    answer = client.get(address)
    assert answer.status_code == 200
    return Form(answer.content.decode()).fields


@pytest.mark.parametrize(("make", "both", "one"), ALL)
def test_who_saves_second_gets_the_form_back_and_nothing_is_lost(
    make: Callable[[UUID, UUID], Made], both: tuple[str, str, str], one: tuple[str, str], alice: UUID, bob: UUID
) -> None:
    stream, address = make(alice, bob)
    hers, his = browser(alice), browser(bob)
    first, second = fields(hers, address), fields(his, address)
    assert hers.post(address, first | {both[0]: both[1], one[0]: one[1]}).status_code == 302
    version = store.version(stream)

    answer = his.post(address, second | {both[0]: both[2]})
    assert answer.status_code == 422
    assert store.version(stream) == version
    page = answer.content.decode()
    assert "This was changed after you opened it." in page
    assert f"This was changed to “{both[1]}” in the meantime." in page
    assert f"This was changed to “{one[1]}” in the meantime." in page
    back = Form(page).fields
    assert (back[both[0]], back[one[0]]) == (both[2], one[1]), "what he wrote stays, what he left alone is hers"

    assert his.post(address, back).status_code == 302
    now = fields(hers, address)
    assert (now[both[0]], now[one[0]]) == (both[2], one[1])


@pytest.mark.parametrize("make", [a_league, a_tournament])
def test_of_two_who_set_the_delay_of_spectators_the_second_is_told(
    make: Callable[[UUID, UUID], Made], alice: UUID, bob: UUID
) -> None:
    stream, address = make(alice, bob)
    hers, his = browser(alice), browser(bob)
    first, second = fields(hers, address), fields(his, address)
    assert hers.post(address, first | {"spectators": "10 decisions"}).status_code == 302
    version = store.version(stream)
    answer = his.post(address, second | {"spectators": "5 minutes", "open_hands": "on"})
    page = answer.content.decode()
    assert (answer.status_code, store.version(stream)) == (422, version)
    assert "This was changed to “10 decisions late” in the meantime." in page
    back = Form(page).fields
    assert (back["spectators"], back["open_hands"]) == ("5 minutes", "on")
    assert his.post(address, back).status_code == 302
    assert fields(hers, address)["spectators"] == "5 minutes"


@pytest.mark.parametrize("make", [a_league, a_tournament])
def test_a_delay_that_no_form_can_show_is_not_reset_by_a_form_opened_before(
    make: Callable[[UUID, UUID], Made], alice: UUID, bob: UUID
) -> None:
    """A program sets seven minutes while somebody looks at the form."""
    stream, address = make(alice, bob)
    his = browser(bob)
    second = fields(his, address)
    late = SpectatorRule(minutes=7)
    if make is a_tournament:
        state = state_of(stream)
        told: Any = commands.ChangeTournament(state.title, replace(state.settings, spectators=late))
        tournaments.change(stream, told, by=alice)
    else:
        rules = made.of(stream).rules
        assert rules is not None
        changed = league_commands.ChangeLeague("League", replace(rules, spectators=late), True, True)
        leagues.change(stream, changed, by=alice)
    answer = his.post(address, second | {"title": "Redoubt"})
    back = Form(answer.content.decode()).fields
    assert his.post(address, back).status_code == 302
    now = state_of(stream).settings if make is a_tournament else made.of(stream).rules
    assert now is not None
    assert now.spectators == late


@pytest.mark.parametrize(("make", "both", "one"), ALL)
def test_pressed_twice_it_is_saved_once(
    make: Callable[[UUID, UUID], Made], both: tuple[str, str, str], one: tuple[str, str], alice: UUID, bob: UUID
) -> None:
    stream, address = make(alice, bob)
    hers = browser(alice)
    sent = fields(hers, address) | {both[0]: both[1]}
    assert hers.post(address, sent).status_code == 302
    version = store.version(stream)
    assert hers.post(address, sent).status_code == 302
    assert store.version(stream) == version


@pytest.mark.parametrize(("make", "both", "one"), ALL)
def test_what_is_sent_after_a_step_back_is_another_decision(
    make: Callable[[UUID, UUID], Made], both: tuple[str, str, str], one: tuple[str, str], alice: UUID, bob: UUID
) -> None:
    """A browser's step back shows the form as it was: the same hidden fields, and other wishes."""
    stream, address = make(alice, bob)
    hers = browser(alice)
    sent = fields(hers, address) | {both[0]: both[1]}
    assert hers.post(address, sent).status_code == 302
    version = store.version(stream)
    assert hers.post(address, sent).status_code == 302, "the same again"
    assert store.version(stream) == version
    answer = hers.post(address, sent | {both[0]: both[2]})
    back = Form(answer.content.decode()).fields
    assert (answer.status_code, back[both[0]]) == (422, both[2])
    assert hers.post(address, back).status_code == 302
    assert fields(hers, address)[both[0]] == both[2]


@pytest.mark.parametrize(("make", "both", "one"), ALL)
def test_a_form_that_somebody_else_has_sent_comes_back(
    make: Callable[[UUID, UUID], Made], both: tuple[str, str, str], one: tuple[str, str], alice: UUID, bob: UUID
) -> None:
    stream, address = make(alice, bob)
    hers, his = browser(alice), browser(bob)
    sent = fields(hers, address) | {both[0]: both[1]}
    assert hers.post(address, sent).status_code == 302
    version = store.version(stream)
    answer = his.post(address, sent)
    assert answer.status_code == 422
    assert "This was changed after you opened it." in answer.content.decode()
    assert store.version(stream) == version


@pytest.mark.parametrize("make", [a_club, a_league, a_tournament])
def test_what_no_form_sends_is_refused(make: Callable[[UUID, UUID], Made], alice: UUID, bob: UUID) -> None:
    stream, address = make(alice, bob)
    hers = browser(alice)
    before, sent = store.version(stream), fields(hers, address)
    for spoilt in ({"expected_version": "9" * 99}, {"decision_id": "x"}):
        assert hers.post(address, sent | spoilt).status_code == 400, spoilt
        assert store.version(stream) == before


def test_what_was_shown_may_be_anything(alice: UUID, bob: UUID) -> None:
    """It is the sender's own; without it everything that they have sent stays."""
    club, address = a_club(alice, bob)
    hers = browser(alice)
    sent = fields(hers, address) | {"name": "Redoubt"}
    clubs.change(club, club_commands.ChangeClub("Fort", place="", about="", open_entry=True, listed=True), by=bob)
    for shown in ("", "[]", "{", '{"name": 7}', "x" * 200_000, "[" * 50_000):
        answer = hers.post(address, sent | {"shown": shown})
        assert answer.status_code == 422, shown[:20]
        assert Form(answer.content.decode()).fields["name"] == "Redoubt"


def test_a_division_that_somebody_added_is_there(alice: UUID, bob: UUID) -> None:
    league, address = a_league(alice, bob)
    hers, his = browser(alice), browser(bob)
    second = fields(his, address)
    more = hers.post(address, fields(hers, address) | {"more": "1"})
    assert hers.post(address, Form(more.content.decode()).fields).status_code == 302
    answer = his.post(address, second | {"title": "Redoubt"})
    back = Form(answer.content.decode()).fields
    assert (answer.status_code, back["divisions-TOTAL_FORMS"]) == (422, "3")
    assert his.post(address, back).status_code == 302
    rules = made.of(league).rules
    assert rules is not None
    assert (made.of(league).title, len(rules.divisions)) == ("Redoubt", 3)


def test_a_stage_that_began_meanwhile_is_no_longer_in_the_form(alice: UUID, bob: UUID) -> None:
    tournament, address = a_tournament(alice, bob)
    his = browser(bob)
    sent = fields(his, address) | {"title": "Redoubt", "swiss-rounds": "7"}
    for name in ("Dana", "Eve"):
        tournaments.change(tournament, commands.EnterOneself(), by=account(name), decision_id=uuid4())
    tournaments.change(tournament, commands.StartStage("swiss"), by=alice)
    answer = his.post(address, sent)
    back = Form(answer.content.decode()).fields
    assert (answer.status_code, back["title"], "swiss-rounds" in back) == (422, "Redoubt", False)
    assert his.post(address, back).status_code == 302
    assert state_of(tournament).title == "Redoubt"


def test_the_first_to_save_sees_nothing_of_this(alice: UUID, bob: UUID) -> None:
    _club, address = a_club(alice, bob)
    hers = browser(alice)
    answer: Any = hers.post(address, fields(hers, address) | {"name": ""})
    assert answer.status_code == 422
    assert b"Somebody else" not in answer.content
    assert hers.post(address, Form(answer.content.decode()).fields | {"name": "Redoubt"}).status_code == 302

"""Nobody passes for a bot, and people whose names look alike are told apart."""

from __future__ import annotations

from uuid import UUID

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import translation

from matches.names import of_seats
from players import queries
from players import services as accounts
from players.models import Player
from players.names.alike import are_alike, told_apart
from players.names.bots import is_like_a_bots

A, E, SMALL_O, B = "\u0430", "\u0435", "\u043e", "\u0412"  # Cyrillic a, e, o and capital ve


@pytest.mark.parametrize(
    "name",
    [
        "Greedy bot",
        "GREEDY BOT",
        f"Gr{E}{E}dy b{SMALL_O}t",
        f"GREEDY {B}0T",
        "Greedy bot 2",
        "Greedy bot l2",
        "Random bot\ufe0f",
        "Bot zachłanny",
        "BOT LOSOWY 3",
        "Tutor",
        "Level: easy",
        "Poziom łatwy",
    ],
)
def test_a_name_like_a_bot_s_in_any_language(name: str) -> None:
    assert is_like_a_bots(name)


@pytest.mark.parametrize("name", ["Alice", "Greta", "Robot", "Greedy", "Bo", "Bot", "Zachłanna Ola", "Greedy bott"])
def test_other_names_are_free(name: str) -> None:
    assert not is_like_a_bots(name)


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("Bob", "Bob", True),
        ("Bob", "BOB", True),
        ("Bob", f"B{SMALL_O}b", True),
        ("Al", "AI", True),
        ("ŁUCJA", "Łucja", True),
        ("Bob", "Bób", False),
        ("Ian", "Lan", False),
        ("Bob", "Rob", False),
    ],
)
def test_names_that_look_alike(one: str, other: str, alike: bool) -> None:
    assert are_alike(one, other) is are_alike(other, one) is alike


def test_only_those_who_look_alike_are_marked() -> None:
    names = {1: "Bob", 2: "Eve", 3: f"B{SMALL_O}b", 4: "BOB"}
    marked = told_apart(names, lambda no, name: f"{name} #{no}")
    assert marked == {1: "Bob #1", 2: "Eve", 3: f"B{SMALL_O}b #3", 4: "BOB #4"}


# --- accounts and guests ----------------------------------------------------------------------------------

pages = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_counted() -> None:
    cache.clear()


def browser(player: UUID | None = None) -> Client:
    client = Client(headers={"accept-language": "en"})
    if player is not None:
        client.force_login(Player.objects.get(id=player))
    return client


@pages
def test_nobody_signs_up_comes_in_or_is_renamed_as_a_bot() -> None:
    name = f"Gr{E}edy b{SMALL_O}t"
    signed_up = browser().post("/signup/", {"name": name, "username": "mallory", "password": "three-ravens-on-a-gate"})
    guest = browser().post("/guest/", {"name": name})
    bob = accounts.sign_up(username="bob", name="Bob", password="three-ravens-on-a-gate")
    renamed = browser(bob.id).post("/account/", {"name": name, "findable": "on"})
    for answer in (signed_up, guest, renamed):
        assert answer.status_code == 422
        page = answer.content.decode()
        assert "A bot has this name or a very similar one" in page
        assert f'value="{name}"' in page, "what was typed stays"
    assert list(Player.objects.values_list("name", flat=True)) == ["Bob"]


@pages
def test_who_has_such_a_name_already_is_marked_wherever_they_are_named() -> None:
    mallory = accounts.sign_up(username="mallory", name="Greedy bot", password="three-ravens-on-a-gate")
    with translation.override("en"):
        assert queries.names([mallory.id]) == {mallory.id: "Greedy bot (a person)"}
        named = of_seats([(mallory.id, ""), (None, "greedy")], queries.names([mallory.id]))
    assert named == ("Greedy bot (a person)", "Greedy bot")
    assert queries.plain_names([mallory.id]) == {mallory.id: "Greedy bot"}
    assert "Greedy bot (a person)" in browser().get(f"/players/{mallory.id}/").content.decode()


@pages
def test_people_of_one_table_who_look_alike_have_their_seats_with_them() -> None:
    bob, bobby, eve = (accounts.enter_as_guest(name=name).id for name in ("Bob", f"B{SMALL_O}b", "Eve"))
    known = queries.names([bob, bobby, eve])
    with translation.override("en"):
        named = of_seats([(bob, ""), (eve, ""), (None, ""), (bobby, "")], known)
    assert named == ("Bob (seat 1)", "Eve", "", f"B{SMALL_O}b (seat 4)")

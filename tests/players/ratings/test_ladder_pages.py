"""Bringing ratings in on a page, and what holds on a ladder. Alice runs the platform, Bob does not."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from players.models import Player
from players.ratings.events import FIDE
from players.ratings.models import Ladder, Rating

from .factories import people, played

pytestmark = pytest.mark.django_db
ON = "elekt~2.1~rapid"
FILE = "player,rating,games\nbob,1710,40\nnobody,1500,3\nbot:greedy,9000,1\n"


@pytest.fixture
def alice() -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(Player.objects.create_user("alice", name="Alice", is_staff=True))
    played(people(2))
    return client


@pytest.fixture
def bob() -> Player:
    return Player.objects.create_user("bob", name="Bob")


def sent(client: Client, how: str, **more: Any) -> Any:
    return client.post(reverse("players:bring_in"), {"on": ON, "text": FILE, "reason": "Club list", how: "1"} | more)


def test_each_line_is_looked_at_before_anything_is_stored(alice: Client, bob: Player) -> None:
    seen = sent(alice, "look")
    foreseen = seen.context["foreseen"]
    assert [(one.line, one.person.name, one.before, one.rating) for one in foreseen.taken] == [(2, "Bob", None, 1710)]
    assert [one.line for one in foreseen.refused] == [3, 4]
    page = seen.content.decode()
    for told in (
        "There is no player nobody.",
        "rating must be a whole number from 100 to 4000, not 9000.",
        "nobody,1500,3",
    ):
        assert told in page, "refused by name, and the form stays filled"
    assert not Rating.objects.filter(who=f"player:{bob.id}").exists()

    other = sent(alice, "do", seen=foreseen.seen, text=FILE.replace("1710", "1900"))
    assert other.context["foreseen"].taken[0].rating == 1900, "what was changed meanwhile is looked at first"
    assert not Rating.objects.filter(who=f"player:{bob.id}").exists()

    decision = seen.context["opened"].decision_id
    for _ in range(2):  # sent twice
        sent(alice, "do", seen=foreseen.seen, decision_id=decision)
    assert Rating.objects.get(who=f"player:{bob.id}").value == 1_710_000
    (one,) = alice.get(reverse("players:bring_in"), {"on": ON}).context["imports"]
    assert (one.by, one.reason, one.lines) == ("Alice", "Club list", 1)
    alice.post(reverse("players:bring_in"), {"on": ON, "undo": one.number})
    assert Rating.objects.get(who=f"player:{bob.id}").value == 1_500_000


def test_a_file_fills_the_form_and_what_is_none_is_refused_there(alice: Client, bob: Player) -> None:
    page = sent(alice, "look", text="", file=SimpleUploadedFile("list.csv", FILE.encode()))
    assert "bob,1710,40" in page.content.decode()
    assert [one.line for one in page.context["foreseen"].taken] == [2]
    for wrong in ({"text": " "}, {"text": "a,b\n1,2"}, {"text": "[1"}, {"file": SimpleUploadedFile("x", b"\xff\xfe")}):
        page = sent(alice, "look", **wrong)
        assert (page.status_code, page.context["form"].is_valid()) == (422, False)


def test_rules_of_a_ladder_are_read_by_all_and_stated_by_who_runs_it(alice: Client, bob: Player) -> None:
    address = reverse("players:ladder_rules")
    rules = {"on": ON, "season": 12, "keep": 75, "idle": 6, "decay": 10}
    outsider = Client(headers={"accept-language": "en"})
    assert "There are no seasons." in outsider.get(address, {"on": ON}).content.decode()
    outsider.force_login(bob)
    assert outsider.post(address, rules).status_code == 403
    assert outsider.get(reverse("players:bring_in"), {"on": ON}).status_code == 403
    assert sent(outsider, "do").status_code == 403

    wrong = alice.post(address, rules | {"idle": 0})
    assert wrong.status_code == 422
    assert "Decay needs both" in wrong.content.decode()
    assert 'value="75"' in wrong.content.decode()
    assert Ladder.objects.get().rules == {}
    assert alice.post(address, rules).status_code == 302
    told = outsider.get(address, {"on": ON}).content.decode()
    assert "everybody keeps 75 %" in told
    assert "lose 10 points" in told
    assert alice.post(address, rules).status_code == 422, "they hold already"

    assert alice.post(address, {"on": ON, "open": "1"}).status_code == 302
    assert Ladder.objects.filter(mode=FIDE, month__gt="").count() == 1


def test_of_two_who_state_rules_the_second_gets_their_form_back_with_what_holds_now(alice: Client) -> None:
    address, rules = reverse("players:ladder_rules"), {"on": ON, "season": 0, "keep": 100, "idle": 6, "decay": 10}
    opened = [alice.get(address, {"on": ON}).context["opened"] for _ in range(2)]
    windows = [{"decision_id": str(one.decision_id), "shown": one.packed} for one in opened]
    for _ in range(2):
        assert alice.post(address, rules | windows[0]).status_code == 302, "sent twice, it counts once"
    late = alice.post(address, rules | windows[1] | {"idle": 0, "decay": 0, "season": 12, "keep": 75})
    assert late.status_code == 422
    assert late.content.decode().count("in the meantime.") == 2, "idle and decay are others now"
    assert (Ladder.objects.get().rules["season"], Ladder.objects.get().facts) == (0, 2)
    again = late.context["opened"]
    sent = late.context["form"].data.dict() | {"decision_id": str(again.decision_id), "shown": again.packed}
    assert alice.post(address, sent).status_code == 302
    assert Ladder.objects.get().rules == {"season": 12, "keep": 75, "idle": 6, "decay": 10}

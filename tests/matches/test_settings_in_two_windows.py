"""Card lists and kept positions in two windows: the second one is told, and keeps what was filled in."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest
from django.test import Client

from ledger import store
from matches.cardlists import services as cards
from matches.cardlists.commands import AddVersion, ChangeCardList, OpenCardList
from matches.positions import services as positions
from matches.positions.commands import ChangePosition, KeepPosition
from matches.positions.shapes import Board
from players.models import Player

from .cardlists.files import named
from .factories import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> UUID:
    return person("Alice")


@pytest.fixture
def browser(alice: UUID) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(Player.objects.get(id=alice))
    return client


def test_a_card_list_is_renamed_on_the_version_that_was_seen(alice: UUID, browser: Client) -> None:
    made = cards.open_list(OpenCardList(game="elekt", name="Own", text=named("Zed")), by=alice).list
    address = f"/lists/{made}/"
    seen = browser.get(address).context["opened"]
    sent = {"expected_version": seen.version, "decision_id": str(seen.decision_id), "shown": seen.packed}
    cards.change(made, ChangeCardList(name="Other"), by=alice)
    answer = browser.post(f"{address}rename/", {"name": "Third", **sent})
    assert answer.status_code == 409
    page = answer.content.decode()
    assert 'value="Third"' in page
    assert "This was changed to “Other” in the meantime." in page
    assert browser.post(f"{address}retire/", sent).status_code == 409
    assert store.version(made) == 3
    seen = answer.context["opened"]
    sent = {"expected_version": seen.version, "decision_id": str(seen.decision_id), "shown": seen.packed}
    for _ in range(2):
        assert browser.post(f"{address}rename/", {"name": "Third", **sent}).status_code == 302
    assert store.version(made) == 4


def test_a_position_is_renamed_shared_and_dropped_on_the_version_that_was_seen(alice: UUID, browser: Client) -> None:
    kept = positions.keep(KeepPosition(name="Own", board=Board("elekt", "elekt-2e-r1", 2)), by=alice).position
    address = f"/games/elekt/positions/{kept}/"
    seen = browser.get(address).context["opened"]
    sent = {"expected_version": seen.version, "decision_id": str(seen.decision_id)}
    positions.change(kept, ChangePosition(name="Other"), by=alice)
    answer = browser.post(f"{address}rename/", {"name": "Third", **sent})
    assert answer.status_code == 409
    assert 'value="Third"' in answer.content.decode()
    assert "It is now called “Other”." in answer.content.decode()
    for what in ("share", "drop"):
        assert browser.post(f"{address}{what}/", {"access": "link", **sent}).status_code == 409
    assert store.version(kept) == 2
    sent = {"expected_version": "2", "decision_id": str(uuid4())}
    for _ in range(2):
        assert browser.post(f"{address}rename/", {"name": "Third", **sent}).status_code == 302
    assert store.version(kept) == 3


def test_a_new_list_that_is_sent_twice_is_kept_once(alice: UUID, browser: Client) -> None:
    seen = browser.get("/games/elekt/lists/new/").context["opened"]
    sent = {"name": "Own", "access": "owner", "text": named("Zed"), "decision_id": str(seen.decision_id)}
    first, again = (browser.post("/games/elekt/lists/new/", sent)["Location"] for _ in range(2))
    assert first == again
    assert browser.post("/games/elekt/lists/new/", {**sent, "text": named("Ann")})["Location"] != first


def test_a_version_is_added_on_the_version_that_was_seen(alice: UUID, browser: Client) -> None:
    made = cards.open_list(OpenCardList(game="elekt", name="Own", text=named("Zed")), by=alice).list
    address = f"/lists/{made}/add/"
    seen = browser.get(address).context["opened"]
    cards.change(made, AddVersion(named("Ann")), by=alice)
    sent = {"text": named("Eve"), "expected_version": seen.version, "decision_id": str(seen.decision_id)}
    answer = browser.post(address, sent)
    assert answer.status_code == 409
    assert "Eve" in answer.content.decode()
    assert 'class="notice error"' in answer.content.decode()
    sent["expected_version"] = answer.context["opened"].version
    for _ in range(2):
        assert browser.post(address, sent)["Location"] == f"/lists/{made}/3/changes/"

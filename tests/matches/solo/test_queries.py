"""The ladder as it is shown: who has a place, who is left without, and where one may look."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.utils import timezone

from elekt_core.errors import UnknownGame
from matches.models import SoloStanding, Table
from matches.solo import queries
from matches.solo.standings import Standing, order_key
from players import services as players
from players.models import Player
from tests.matches.factories import person
from web.errors import NotFound

from . import playing

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 5, 1, tzinfo=UTC)


def member(name: str) -> UUID:
    """Somebody with an account."""
    return Player.objects.create_user(name.lower(), "three-ravens", name=name).id


def stands(player: UUID, games: int, wins: int, level: str = "easy", **more: Any) -> None:
    found = Standing(games=games, wins=wins, best_margin=more.get("best_margin"), best=more.get("best"))
    SoloStanding.objects.create(
        game=playing.GAME,
        ruleset=playing.RULESET,
        level=level,
        player=player,
        order=order_key(found),
        last_at=NOW,
        **{name: getattr(found, name) for name in Standing.__slots__},
    )


def ladder(player: UUID | None = None, level: str = "easy", page: int = 1) -> Any:
    return queries.ladder(game=playing.GAME, level=level, player=player, page=page)


def test_the_order_is_by_the_share_of_wins_after_ten_lost_games() -> None:
    alice, bob, charlie = member("Alice"), member("Bob"), member("Charlie")
    stands(alice, 5, 5)  # 5 of 15
    stands(bob, 20, 12)  # 12 of 30
    stands(charlie, 40, 20)  # 20 of 50
    assert [(row.name, row.place) for row in ladder().placed] == [("Charlie", 1), ("Bob", 2), ("Alice", 3)]
    assert [row.percent for row in ladder().placed] == [50, 60, 100]


def test_equals_share_a_place_and_the_next_place_is_left_out() -> None:
    for name in ("Alice", "Bob"):
        stands(member(name), 6, 3)
    stands(member("Charlie"), 6, 2)
    assert [row.place for row in ladder().placed] == [1, 1, 3]


def test_guests_and_beginners_have_no_place_but_are_listed() -> None:
    stands(member("Alice"), 9, 1)
    stands(person("Gast"), 50, 50)
    stands(member("Bob"), 4, 4)
    shown = ladder()
    assert [row.name for row in shown.placed] == ["Alice"]
    assert [(row.name, row.guest, row.place) for row in shown.unplaced] == [("Gast", True, None), ("Bob", False, None)]
    assert shown.players == 3


def test_a_guest_who_keeps_the_account_gets_the_place() -> None:
    guest = person("Gast")
    stands(guest, 8, 6)
    assert not ladder().placed
    players.keep_account(player=Player.objects.get(id=guest), username="gast", password="three-ravens")
    assert [row.name for row in ladder().placed] == ["Gast"]


def test_who_is_erased_is_no_longer_named() -> None:
    alice = member("Alice")
    stands(alice, 9, 9)
    players.erase(player=Player.objects.get(id=alice), now=timezone.now())
    shown = ladder()
    assert not shown.placed
    assert [row.name for row in shown.unplaced] == ["Dawny gracz"]


def test_levels_are_ladders_of_their_own() -> None:
    stands(member("Alice"), 9, 9, "hard")
    assert not ladder(level="easy").placed
    assert [row.name for row in ladder(level="hard").placed] == ["Alice"]
    assert [level.value for level in ladder().offered.levels] == ["easy", "hard"]


def test_ones_own_row_is_there_from_every_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "PAGE", 2)
    for number in range(5):
        stands(member(f"Player {number}"), 20, 15 - number)
    bob = member("Bob")
    stands(bob, 20, 1)
    stands(person("Gast"), 1, 0)
    first, last = ladder(bob), ladder(bob, page=3)
    assert (first.pages, len(first.placed), first.unplaced) == (3, 2, ())
    assert first.mine is not None
    assert (first.mine.place, first.mine.mine) == (6, True)
    assert [(row.name, row.place, row.mine) for row in last.placed] == [("Player 4", 5, False), ("Bob", 6, True)]
    assert [row.name for row in last.unplaced] == ["Gast"]
    with pytest.raises(NotFound, match="unknown_page"):
        ladder(page=4)


def test_only_those_who_may_see_a_match_are_led_to_its_replay() -> None:
    alice, bob = person("Alice"), person("Bob")
    match = playing.begun(alice, access="named")
    playing.finish(match, alice)
    assert ladder(alice).unplaced[0].best == match
    assert ladder(bob).unplaced[0].best is None
    assert ladder(None).unplaced[0].best is None
    Table.objects.update(access="link")
    assert ladder(None).unplaced[0].best == match, "whoever has the address may look"


def test_what_is_not_there_is_said() -> None:
    with pytest.raises(NotFound, match="unknown_level"):
        ladder(level="godlike")
    with pytest.raises(NotFound, match="no_solo"):
        queries.ladder(game="high-card", player=None)
    with pytest.raises(UnknownGame):
        queries.ladder(game="chess", player=None)


# --- the page and the API -----------------------------------------------------------------------------------


def page(address: str = f"/games/{playing.GAME}/solo/", player: UUID | None = None, status: int = 200) -> str:
    client = Client(headers={"accept-language": "en"})
    if player:
        client.force_login(Player.objects.get(id=player))
    answer = client.get(address)
    assert answer.status_code == status
    assert status != 200 or answer["Cache-Control"] == "private, no-store"
    return answer.content.decode()


def test_the_page_shows_the_ladder_marks_oneself_and_explains_the_order() -> None:
    alice, bob = member("Alice"), person("Bob")
    stands(alice, 6, 3)
    stands(bob, 1, 1)
    text = page(player=bob)
    assert "wins divided by matches played plus 10" in text
    assert text.index("Alice") < text.index("Without a place")
    assert 'class="is-me"' in text
    assert "You are playing as a guest" in text
    assert "Nobody has finished" in page(f"/games/{playing.GAME}/solo/?level=hard")


@pytest.mark.parametrize(
    ("query", "status"), [("?level=godlike", 404), ("?page=9", 404), ("?page=x", 400), ("?page=-1", 400)]
)
def test_an_address_that_makes_no_sense_is_refused(query: str, status: int) -> None:
    page(f"/games/{playing.GAME}/solo/{query}", status=status)
    answer = Client().get(f"/api/v1/games/{playing.GAME}/solo/{query}")
    assert answer.status_code == status


def test_a_game_without_a_ruleset_for_one_has_no_ladder() -> None:
    page("/games/high-card/solo/", status=404)
    page("/games/chess/solo/", status=404)


def test_the_api_tells_the_same() -> None:
    alice = member("Alice")
    stands(alice, 6, 3, best_margin=2, best=uuid4())
    answer = Client().get(f"/api/v1/games/{playing.GAME}/solo/").json()
    assert (answer["level"], answer["levels"], answer["players"]) == ("easy", ["easy", "hard"], 1)
    row = answer["placed"][0]
    assert (row["place"], row["player"], row["wins"], row["games"]) == (1, str(alice), 3, 6)
    assert row["best"] is None, "there is no such match"
    assert answer["mine"] is None


def test_after_the_last_game_of_a_level_the_next_one_is_offered() -> None:
    alice = person("Alice")
    easy, hard = playing.begun(alice), playing.begun(alice, "hard")
    for match in (easy, hard):
        playing.finish(match, alice)
    text = page(f"/matches/{easy}/", alice)
    assert "Again: easy one" in text
    assert "Next level: hard one" in text
    text = page(f"/matches/{hard}/", alice)
    assert "Again: hard one" in text
    assert "Next level" not in text
    assert "Again:" not in page(f"/matches/{hard}/", None), "who only watches has not played"


def test_the_last_game_is_the_later_one() -> None:
    alice = person("Alice")
    playing.finish(playing.begun(alice), alice)
    assert ladder().unplaced[0].last_at > timezone.now() - timedelta(minutes=1)

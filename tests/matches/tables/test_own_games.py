"""The page on which one finds one's own games again."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.utils import timezone

from matches.models import Seat
from matches.play import services
from matches.tables.own_games import OwnGames, Wanted, own_games
from players.models import Player
from players.services import issue_token

from ..factories import Table, started

pytestmark = pytest.mark.django_db


def client_of(player: object) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(Player.objects.get(id=player))  # type: ignore[misc]
    return client


def ended(*names: str) -> Table:
    table = started(*names)
    services.concede(match_id=table.match, seat=1, decision_id=uuid4(), actor=f"player:{table.players[1]}")
    return table


def test_ones_finished_games_are_found_and_those_of_others_are_not() -> None:
    mine, other, running = ended("Alice", "Bob"), ended("Charlie", "Dave"), started("Eve", "Frank")
    page = client_of(mine.players[0]).get("/matches/").content.decode()
    assert f"/matches/{mine.match}/replay/1/" in page
    assert str(other.match) not in page
    assert "Under way" not in page
    assert f"/matches/{running.match}/" in client_of(running.players[0]).get("/matches/").content.decode()
    assert "Log in to see" in Client(headers={"accept-language": "en"}).get("/matches/").content.decode()


def test_home_account_and_ones_own_profile_lead_there() -> None:
    alice = ended("Alice", "Bob").players[0]
    for address in ("/", "/account/", f"/players/{alice}/"):
        assert 'href="/matches/"' in client_of(alice).get(address).content.decode(), address
    assert 'href="/matches/"' not in Client().get(f"/players/{alice}/").content.decode()


def names(page: OwnGames) -> list[str]:
    return [side.name for match in page.matches for side in match.seats if not side.mine]


def test_they_come_page_by_page_from_where_the_last_one_ended() -> None:
    first = ended("Alice", "Bob")
    alice = first.players[0]
    assert alice is not None
    for other in ("Charlie", "Dave"):
        table = ended("Alice", other)
        Seat.objects.filter(table=table.id, number=0).update(player=alice)
    page = own_games(alice, Wanted(), limit=2)
    assert names(page) == ["Dave", "Charlie"]
    rest = own_games(alice, Wanted(after=page.next), limit=2)
    assert (names(rest), rest.next) == (["Bob"], "")
    client = client_of(alice)
    assert client.get(f"/matches/?after={page.next}").content.decode().count("/replay/1/") == 1
    for wrong in ("x", "1.", ".1", f"{9**40}.{first.id}", "-1.a"):
        assert client.get("/matches/", {"after": wrong}).status_code == 400


def test_they_are_found_by_game_opponent_result_and_state() -> None:
    won, live = ended("Alice", "Bob"), started("Alice", "Charlie", "bot:random")
    alice, bob = won.players
    assert alice is not None
    assert bob is not None
    Seat.objects.filter(table=live.id, number=0).update(player=alice)

    def found(player: UUID = alice, **wanted: str) -> list[UUID]:
        return [match.id for match in own_games(player, Wanted(**wanted)).matches]  # type: ignore[arg-type]

    assert found() == [live.match, won.match]
    assert found(game="high-card", opponent="OB") == found(result="won") == found(state="over") == [won.match]
    assert found(state="live") == found(opponent="BOT") == found(opponent="charl") == [live.match]
    assert found(bob, result="lost") == [won.match]
    assert found(result="lost") == found(result="shared") == found(game="elekt") == found(opponent="Alice") == []
    page = client_of(alice).get("/matches/?opponent=nobody+such").content.decode()
    assert "No match of yours is like that." in page
    assert client_of(alice).get("/matches/", {"opponent": "a\x00"}).status_code == 400
    assert client_of(alice).get("/matches/?result=drawn").status_code == 400


def test_programs_find_their_own_and_nobody_elses() -> None:
    mine = ended("Alice", "Bob")
    ended("Charlie", "Dave")
    alice = Player.objects.get(id=str(mine.players[0]))
    secret = issue_token(player=alice, label="bot", now=timezone.now()).secret
    told = Client().get("/api/v1/matches/mine/?state=over", headers={"authorization": f"Bearer {secret}"}).json()
    assert [match["id"] for match in told["matches"]] == [str(mine.match)]
    assert told["next"] == ""
    assert Client().get("/api/v1/matches/mine/").status_code == 401

"""Friends: asked, accepted, ended; muted and blocked; who is here is told to friends alone."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import pytest
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.test import Client
from django.utils import timezone

from matches.models import Table
from matches.tables import services as tables
from matches.tables.commands import OpenTable
from players import services as players
from players.friends import commands as c
from players.friends import queries, services, shunning
from players.friends.models import Friendship, Presence, Shunned
from players.models import Player
from web.errors import BadRequest, Conflict, NotFound
from web.limits import TooMany

pytestmark = pytest.mark.django_db


def person(name: str) -> UUID:
    return Player.objects.create_user(None, name=name).id


@pytest.fixture
def alice() -> UUID:
    return person("Alice")


@pytest.fixture
def bob() -> UUID:
    return person("Bob")


def names(some: tuple[queries.FriendShown, ...]) -> list[str]:
    return [one.name for one in some]


def befriend(one: UUID, other: UUID) -> None:
    services.change(c.AskToBeFriends(other), by=one)
    services.change(c.AcceptFriend(one), by=other)


def test_requests_come_page_by_page_and_can_be_refused_at_once(
    client: Client, alice: UUID, bob: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queries, "REQUESTS_A_PAGE", 2)
    befriend(alice, bob)
    for name in ("Celina", "Dana", "Ewa"):
        services.change(c.AskToBeFriends(alice), by=person(name))
    first, second = queries.requests(alice), queries.requests(alice, 2)
    assert names(first.asking) + names(second.asking) == ["Ewa", "Dana", "Celina"]
    assert (first.count, first.is_last, second.is_last) == (3, False, True)
    assert queries.friends(alice).requests == 3
    assert queries.requests(bob).asking == ()
    client.force_login(Player.objects.get(id=alice))
    page = client.get("/friends/requests/?page=2").content.decode()
    assert "Celina" in page
    assert "Ewa" not in page
    assert client.get("/friends/requests/?page=x").status_code == 400
    assert client.get("/friends/requests/refuse/").status_code == 405
    answer = client.post("/friends/requests/refuse/", {"back": "/friends/requests/"})
    assert answer.headers["location"] == "/friends/requests/"
    assert queries.requests(alice).count == 0
    assert names(queries.friends(alice).friends) == ["Bob"], "friends stay"


def test_who_accepts_is_a_friend_of_both(alice: UUID, bob: UUID) -> None:
    services.change(c.AskToBeFriends(bob), by=alice)
    assert names(queries.friends(bob).asking) == ["Alice"]
    assert names(queries.friends(alice).asked) == ["Bob"]
    assert queries.friends(alice).friends == queries.friends(bob).friends == ()
    services.change(c.AcceptFriend(alice), by=bob)
    assert names(queries.friends(alice).friends) == ["Bob"]
    assert names(queries.friends(bob).friends) == ["Alice"]
    services.change(c.EndFriendship(alice), by=bob)
    assert queries.friends(alice).friends == queries.friends(bob).friends == ()


def test_two_who_ask_each_other_are_friends(alice: UUID, bob: UUID) -> None:
    services.change(c.AskToBeFriends(bob), by=alice)
    services.change(c.AskToBeFriends(bob), by=alice)
    services.change(c.AskToBeFriends(alice), by=bob)
    assert names(queries.friends(alice).friends) == ["Bob"]
    assert Friendship.objects.count() == 1


def test_two_who_ask_each_other_at_once_are_friends(alice: UUID, bob: UUID, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither has seen the request of the other: Bob's comes between Alice's look and her own."""

    class Meanwhile:
        def take(self, *_: str) -> None:
            Friendship.objects.create(asker=bob, asked=alice, asked_at=timezone.now())

    monkeypatch.setattr(services, "SAME_ASKED_OFTEN", Meanwhile())
    services.change(c.AskToBeFriends(bob), by=alice)
    assert names(queries.friends(alice).friends) == ["Bob"]
    assert names(queries.friends(bob).friends) == ["Alice"]
    assert Friendship.objects.count() == 1


def test_a_request_that_comes_while_one_looks_for_it_is_answered(
    alice: UUID, bob: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = services.between

    def meanwhile(one: UUID, other: UUID) -> Q:
        monkeypatch.setattr(services, "between", real)
        Friendship.objects.create(asker=bob, asked=alice, asked_at=timezone.now())
        return real(one, other)

    monkeypatch.setattr(services, "between", meanwhile)
    services.change(c.AskToBeFriends(bob), by=alice)
    assert names(queries.friends(alice).friends) == ["Bob"]


def test_two_people_have_one_row(alice: UUID, bob: UUID) -> None:
    Friendship.objects.create(asker=bob, asked=alice, asked_at=timezone.now())
    with pytest.raises(IntegrityError), transaction.atomic():
        Friendship.objects.create(asker=alice, asked=bob, asked_at=timezone.now())


def test_only_so_many_ask_one_person(alice: UUID, bob: UUID, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MAX_ASKING", 2)
    first, second = person("Charlie"), person("Dora")
    for one in (first, second):
        services.change(c.AskToBeFriends(bob), by=one)
    with pytest.raises(Conflict, match="asked_by_many"):
        services.change(c.AskToBeFriends(bob), by=alice)
    services.change(c.AcceptFriend(first), by=bob)
    services.change(c.AskToBeFriends(bob), by=alice)
    assert names(queries.friends(bob).asking) == ["Alice", "Dora"]
    services.change(c.AskToBeFriends(second), by=bob)
    assert names(queries.friends(bob).friends) == ["Charlie", "Dora"], "who is asked can still ask back"


def test_guests_cannot_use_up_all_requests_to_one_person(
    alice: UUID, bob: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MAX_GUESTS_ASKING", 2)
    for name in ("Charlie", "Dora"):
        services.change(c.AskToBeFriends(bob), by=person(name))
    with pytest.raises(Conflict, match="asked_by_many"):
        services.change(c.AskToBeFriends(bob), by=person("Edgar"))
    services.change(c.AskToBeFriends(bob), by=Player.objects.create_user("frank", name="Frank").id)
    assert names(queries.friends(bob).asking) == ["Charlie", "Dora", "Frank"]


def test_a_block_ends_a_request_that_waits_on_either_side(alice: UUID, bob: UUID) -> None:
    services.change(c.AskToBeFriends(bob), by=alice)
    services.change(c.BlockPlayer(bob), by=alice)
    with pytest.raises(NotFound, match="no_friend_request"):
        services.change(c.AcceptFriend(alice), by=bob)
    with pytest.raises(Conflict, match="cannot_be_asked"):
        services.change(c.AskToBeFriends(alice), by=bob)
    services.change(c.PardonPlayer(bob), by=alice)
    assert queries.friends(bob).asking == queries.friends(alice).asked == ()


def test_nobody_accepts_for_another(alice: UUID, bob: UUID) -> None:
    services.change(c.AskToBeFriends(bob), by=alice)
    for who in (alice, person("Charlie")):
        with pytest.raises(NotFound, match="no_friend_request"):
            services.change(c.AcceptFriend(alice), by=who)
    with pytest.raises(BadRequest):
        services.change(c.AskToBeFriends(alice), by=alice)


def test_who_is_blocked_can_neither_ask_nor_invite(alice: UUID, bob: UUID) -> None:
    befriend(alice, bob)
    services.change(c.BlockPlayer(alice), by=bob)
    assert queries.friends(alice).friends == ()
    with pytest.raises(Conflict, match="cannot_be_asked"):
        services.change(c.AskToBeFriends(bob), by=alice)
    invite = OpenTable(game="elekt", seats=2, access=Table.Access.NAMED, invited=(bob,))
    with pytest.raises(Conflict, match="cannot_be_invited"):
        tables.open_table(invite, by=alice)
    services.change(c.PardonPlayer(alice), by=bob)
    services.change(c.AskToBeFriends(bob), by=alice)
    assert Table.objects.filter(id=tables.open_table(invite, by=alice).table).exists()


def test_who_is_muted_may_still_ask(alice: UUID, bob: UUID) -> None:
    services.change(c.MutePlayer(alice), by=bob)
    services.change(c.AskToBeFriends(bob), by=alice)
    assert names(queries.friends(bob).asking) == ["Alice"]
    assert shunning.shunned_by(bob) == {alice}


def test_muting_somebody_who_is_blocked_lifts_no_block(alice: UUID, bob: UUID) -> None:
    services.change(c.BlockPlayer(alice), by=bob)
    services.change(c.MutePlayer(alice), by=bob)
    with pytest.raises(Conflict, match="cannot_be_asked"):
        services.change(c.AskToBeFriends(bob), by=alice)
    services.change(c.PardonPlayer(alice), by=bob)
    services.change(c.MutePlayer(alice), by=bob)
    assert [one.blocked for one in queries.friends(bob).shunned] == [False]


def test_asking_over_and_over_is_stopped(alice: UUID, bob: UUID) -> None:
    for _ in range(services.SAME_ASKED_OFTEN.most):
        services.change(c.AskToBeFriends(bob), by=alice)
        services.change(c.EndFriendship(alice), by=bob)
    with pytest.raises(TooMany):
        services.change(c.AskToBeFriends(bob), by=alice)


def test_names_that_were_only_written_down_and_who_is_gone_cannot_be_asked(alice: UUID) -> None:
    name = players.new_person("Dora", written_in=alice)
    name.save()
    gone = Player.objects.get(id=person("Eve"))
    players.erase(player=gone, now=timezone.now())
    for other in (name.id, gone.id, UUID(int=5)):
        with pytest.raises(Conflict, match="cannot_be_asked"):
            services.change(c.AskToBeFriends(other), by=alice)


def test_only_friends_see_who_is_here_and_only_where_it_is_shown(alice: UUID, bob: UUID) -> None:
    services.note_presence(bob)
    services.change(c.AskToBeFriends(bob), by=alice)
    assert [one.online for one in queries.friends(alice).asked] == [False], "bob has not accepted"
    services.change(c.AcceptFriend(alice), by=bob)
    assert [one.online for one in queries.friends(alice).friends] == [True]
    later = timezone.now() + queries.ONLINE_FOR + timedelta(seconds=1)
    assert [one.online for one in queries.friends(alice, later).friends] == [False]
    services.change(c.ShowPresence(False), by=bob)
    assert [one.online for one in queries.friends(alice).friends] == [False]
    assert not queries.friends(bob).presence_shown
    services.note_presence(bob, later)
    assert [one.online for one in queries.friends(alice, later).friends] == [False]


def test_presence_is_written_once_in_a_while(alice: UUID) -> None:
    now = timezone.now()
    services.note_presence(alice, now)
    services.note_presence(alice, now + services.SEEN_EVERY / 2)
    assert Presence.objects.get().seen_at == now
    services.note_presence(alice, now + services.SEEN_EVERY)
    assert Presence.objects.get().seen_at > now


def test_all_of_it_is_erased_with_either(alice: UUID, bob: UUID) -> None:
    befriend(alice, bob)
    shunning.shun(by=alice, other=person("Charlie"), blocked=False)
    services.note_presence(alice)
    players.erase(player=Player.objects.get(id=alice), now=timezone.now())
    for model in (Friendship, Shunned, Presence):
        assert not model._default_manager.exists()


def test_one_profile_has_the_friends_of_both(alice: UUID, bob: UUID) -> None:
    other, charlie = person("Alice at home"), person("Charlie")
    befriend(other, bob)
    befriend(bob, alice)
    services.change(c.AskToBeFriends(other), by=charlie)
    shunning.shun(by=other, other=charlie, blocked=False)
    services.merged(alice, other)
    assert names(queries.friends(alice).friends) == ["Bob"]
    assert names(queries.friends(alice).asking) == ["Charlie"]
    assert shunning.shunned_by(alice) == {charlie}
    assert not Friendship.objects.filter(asker=other).exists()


@pytest.mark.parametrize("which", ["keeps", "goes"])
@pytest.mark.parametrize("blocks", ["the person", "the other"])
def test_a_merger_undoes_no_block(which: str, blocks: str, alice: UUID, bob: UUID) -> None:
    """Bob is a friend of one profile, and there is a block between him and the other one."""
    other = person("Alice at home")
    blocked = alice if which == "keeps" else other
    befriend(other if blocked == alice else alice, bob)
    by, whom = (bob, blocked) if blocks == "the other" else (blocked, bob)
    services.change(c.MutePlayer(alice if whom == blocked else bob), by=bob if by == bob else alice)
    services.change(c.BlockPlayer(whom), by=by)
    services.merged(alice, other)
    assert not Friendship.objects.exists()
    assert Shunned.objects.get().blocked
    for asker, asked in ((alice, bob), (bob, alice)):
        with pytest.raises(Conflict, match="cannot_be_asked"):
            services.change(c.AskToBeFriends(asked), by=asker)


def test_what_one_profile_asked_and_the_other_was_asked_is_a_friendship(alice: UUID, bob: UUID) -> None:
    other, charlie = person("Alice at home"), person("Charlie")
    services.change(c.AskToBeFriends(bob), by=alice)
    services.change(c.AskToBeFriends(other), by=bob)
    services.change(c.AskToBeFriends(charlie), by=alice)
    befriend(other, charlie)
    services.merged(alice, other)
    assert names(queries.friends(alice).friends) == ["Bob", "Charlie"]


def test_who_hid_their_presence_in_one_profile_stays_hidden(alice: UUID, bob: UUID) -> None:
    other = person("Alice at home")
    befriend(alice, bob)
    services.note_presence(alice)
    services.change(c.ShowPresence(False), by=other)
    services.merged(alice, other)
    assert [one.online for one in queries.friends(bob).friends] == [False]


def test_the_page_asks_accepts_and_leads_back(alice: UUID, bob: UUID) -> None:
    for_alice, for_bob = Client(headers={"accept-language": "en"}), Client(headers={"accept-language": "en"})
    for_alice.force_login(Player.objects.get(id=alice))
    for_bob.force_login(Player.objects.get(id=bob))
    back = {"player": bob, "back": f"/players/{bob}/"}
    assert for_alice.post("/friends/ask/", back).headers["Location"] == f"/players/{bob}/"
    away = {"player": bob, "back": "//elsewhere.example/"}
    assert for_alice.post("/friends/ask/", away).headers["Location"] == "/friends/"
    assert "They ask to be your friends" in for_bob.get("/friends/").content.decode()
    for_bob.post("/friends/accept/", {"player": alice})
    assert "Invite to a table" in for_alice.get("/friends/").content.decode()
    for_alice.post("/friends/presence/", {"shown": "false"})
    assert "Nobody sees when you are here." in for_alice.get("/friends/").content.decode()
    for_alice.post("/friends/presence/", {"shown": "true"})
    assert "Your friends see when you are here" in for_alice.get("/friends/").content.decode()
    assert Client().get("/friends/").status_code == 302

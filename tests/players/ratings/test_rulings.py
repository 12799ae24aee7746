"""Corrections by who runs the platform: page, command and API; previewed, with a name and a reason, taken back."""

from __future__ import annotations

from io import StringIO
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from ledger import store
from players import services as accounts
from players.models import Player
from players.ratings import rulings
from players.ratings.commands import AnnulGame
from players.ratings.elo import START
from players.ratings.models import Correction, RatedGame, Rating
from players.ratings.outcome import person
from web.errors import Refused

from .factories import people, played

pytestmark = pytest.mark.django_db
WHY = "Bob played on Charlie's account."


def account(name: str, **rights: bool) -> Player:
    player = accounts.sign_up(username=name.lower(), name=name, password="a long enough one")
    Player.objects.filter(id=player.id).update(**rights)
    player.refresh_from_db()
    return player


@pytest.fixture
def alice() -> Player:
    """Alice runs the platform."""
    return account("Alice", is_staff=True)


@pytest.fixture
def game() -> UUID:
    """The first of two games of the same two."""
    seats = people(2)
    first = played(seats)
    played(seats)
    return first


def values() -> list[int]:
    return list(Rating.objects.order_by("id").values_list("value", flat=True))


def url(game: UUID) -> str:
    return reverse("players:correct_rated_game", args=[game])


def _seen(page: Any) -> dict[str, str]:
    opened = page.context["opened"]
    return {"expected_version": str(opened.version), "decision_id": str(opened.decision_id)}


def test_a_game_is_annulled_as_the_preview_said_with_a_name_and_a_reason(alice: Player, game: UUID) -> None:
    client = Client(headers={"accept-language": "en"})
    client.force_login(alice)
    before = values()
    seen = client.get(url(game), {"what": "annul", "look": "1", "reason": WHY}).content.decode()
    assert values() == before
    assert "Confirm" in seen
    assert '<td class="n">1544</td>' in seen
    answer = client.post(url(game), {"what": "annul", "reason": WHY, "decision_id": str(uuid4())})
    assert answer.status_code == 302
    assert values() == [START + 44_000, START - 44_000]
    page = client.get(answer["Location"]).content.decode()
    assert "This game was annulled" in page
    assert "Bob played on Charlie" in page
    assert "Alice" in page
    client.post(url(game), {"what": "undo", "reason": "It was Charlie after all."})
    assert values() == before
    page = Client(headers={"accept-language": "en"}).get(reverse("players:rated_game", args=[game])).content.decode()
    assert page.count("<q>") == 2
    assert "Correct or annul" not in page


def test_a_form_that_is_refused_stays_filled(alice: Player, game: UUID) -> None:
    client = Client(headers={"accept-language": "en"})
    client.force_login(alice)
    answer = client.post(url(game), {"what": "correct", "places": ["7", "x"], "reason": WHY})
    assert answer.status_code == 422
    said = answer.content.decode()
    assert "Places are numbers starting from 1" in said
    assert 'value="7"' in said
    answer = client.post(url(game), {"what": "annul", "reason": " "})
    assert (answer.status_code, "Give a reason" in answer.content.decode()) == (422, True)
    assert not Correction.objects.exists()


def test_a_form_that_is_sent_twice_counts_once(alice: Player, game: UUID) -> None:
    client = Client()
    client.force_login(alice)
    decision = str(uuid4())
    for _ in range(2):
        sent = {"what": "correct", "places": ["2", "1"], "reason": WHY, "decision_id": decision}
        assert client.post(url(game), sent).status_code == 302
    assert Correction.objects.count() == 1


def test_of_two_windows_the_second_gets_its_form_back_with_what_has_happened(alice: Player, game: UUID) -> None:
    client = Client(headers={"accept-language": "en"})
    client.force_login(alice)
    page = client.get(url(game))
    sent = _seen(page)
    for _ in range(2):
        assert client.post(url(game), {"what": "annul", "reason": WHY, **sent}).status_code == 302
    late = {
        **sent,
        "decision_id": str(uuid4()),
        "what": "correct",
        "places": ["2", "1"],
        "reason": "Charlie won",
    }
    answer = client.post(url(game), late)
    assert answer.status_code == 409
    assert "Somebody else has corrected this game" in answer.content.decode()
    assert 'value="Charlie won"' in answer.content.decode()
    assert Correction.objects.count() == 1
    again = {**late, **_seen(answer)}
    assert client.post(url(game), again).status_code == 302
    assert Correction.objects.count() == 2


def test_a_program_is_refused_on_an_old_version(alice: Player, game: UUID, client: Client) -> None:
    how, address = caller(alice), f"/api/v1/ratings/games/{game}/"
    seen = client.get(address, headers=how["headers"]).json()["version"]
    sent = {"what": "annul", "reason": WHY, "expected_version": seen, "decision_id": str(uuid4())}
    for repeated in (False, True):
        answer = client.post(f"{address}correction/", sent, **how)
        assert (answer.status_code, answer.json()["repeated"]) == (200, repeated)
    sent |= {"what": "undo", "decision_id": str(uuid4())}
    answer = client.post(f"{address}correction/", sent, **how)
    assert (answer.status_code, answer.json()["code"]) == (409, "stale_version")
    assert Correction.objects.count() == 1


def test_nobody_else_may(client: Client, game: UUID) -> None:
    assert client.get(url(game)).status_code == 302
    client.force_login(account("Charlie"))
    assert client.get(url(game)).status_code == 403
    assert client.post(url(game), {"what": "annul", "reason": WHY}).status_code == 403
    with pytest.raises(Refused) as refused:
        rulings.change(AnnulGame(game, WHY), by=account("Dora").pk)
    assert refused.value.code == "not_entitled"
    assert not Correction.objects.exists()


def test_a_game_that_is_not_there_is_not_found(alice: Player, client: Client) -> None:
    client.force_login(alice)
    assert client.get(url(uuid4())).status_code == 404


def test_what_a_tournament_counts_is_corrected_there(alice: Player) -> None:
    game = played(people(2), source=f"tournament:{uuid4()}")
    with pytest.raises(Refused) as refused:
        rulings.change(AnnulGame(game, WHY), by=alice.pk)
    assert refused.value.code == "tournament_s_own"


def test_who_and_why_stand_in_the_ledger(alice: Player, game: UUID) -> None:
    decision = uuid4()
    rulings.change(AnnulGame(game, WHY), by=alice.pk, decision_id=decision)
    row = Correction.objects.get()
    assert (row.actor, row.reason) == (person(alice.pk), WHY)
    (stored,) = (one for one in store.read(_stream(game, decision)))
    assert (stored.actor, stored.payload["reason"]) == (person(alice.pk), WHY)


def _stream(game: UUID, decision: UUID) -> UUID:
    from players.ratings.events import correction_stream

    return correction_stream(game, decision)


# --- the command ------------------------------------------------------------------------------------------


def told(*arguments: str, **options: Any) -> str:
    out = StringIO()
    call_command("correct_game", *arguments, stdout=out, **options)
    return out.getvalue()


def test_the_command_previews_annuls_and_takes_back(alice: Player, game: UUID, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    before = values()
    foreseen = told(str(game), "--annul", "--preview")
    assert values() == before
    assert "player 0: 1577 -> 1544 (-33)" in foreseen
    assert told(str(game), "--annul", "--by", "alice", "--reason", WHY) == foreseen
    told(str(game), "--undo", "--by", "alice", "--reason", "No.")
    assert values() == before
    told(str(game), "--places", "2,1", "--by", "alice", "--reason", WHY)
    assert [one.kind for one in Correction.objects.order_by("id")] == ["game_annulled", *["game_corrected"] * 2]


def test_the_command_finds_a_match_by_its_own_id(alice: Player) -> None:
    match = uuid4()
    played(people(2), source=f"match:{match}")
    told(str(match), "--annul", "--by", "alice", "--reason", WHY)
    assert RatedGame.objects.get().annulled


def test_the_command_refuses_by_name_in_the_language_of_the_terminal(
    alice: Player, game: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    account("Bob")
    for arguments, said in (
        ((str(game), "--annul"), "--by: there is no account ''"),
        ((str(game), "--annul", "--by", "bob"), "Only an administrator of the platform"),
        ((str(game), "--annul", "--by", "alice"), "Give a reason"),
        ((str(game), "--places", "1,x"), "is not a list of whole numbers"),
        ((str(game), "--places", "1,2"), "already has this result"),
        ((str(game), "--undo"), "was never corrected"),
        ((str(uuid4()), "--annul"), "There is no rated game"),
    ):
        with pytest.raises(CommandError, match=said):
            told(*arguments)
    monkeypatch.setenv("LC_ALL", "pl_PL.UTF-8")
    with pytest.raises(CommandError, match=r"Partia .* ma już ten wynik"):
        told(str(game), "--places", "1,2")


# --- the API ----------------------------------------------------------------------------------------------


def caller(player: Player) -> dict[str, Any]:
    token = accounts.issue_token(player=player, label="program", now=timezone.now()).secret
    return {
        "content_type": "application/json",
        "headers": {"authorization": f"Bearer {token}", "accept-language": "en"},
    }


def test_a_program_previews_corrects_and_takes_back(alice: Player, game: UUID, client: Client) -> None:
    how, address = caller(alice), f"/api/v1/ratings/games/{game}/correction/"
    before = values()
    asked = {"what": "correct", "places": [2, 1]}
    seen = client.post(f"{address}preview/", asked, **how).json()
    assert values() == before
    moved = {one["who"]: (one["before"], one["after"]) for one in seen["ladders"][0]["moved"]}
    answer = client.post(address, asked | {"reason": WHY}, **how)
    assert answer.status_code == 200
    now = dict(Rating.objects.values_list("who", "value"))
    assert {who: after for who, (_, after) in moved.items()} == {who: value / 1000 for who, value in now.items()}
    shown = client.get(f"/api/v1/ratings/games/{game}/").json()
    assert shown["corrections"] == [
        {"at": shown["corrections"][0]["at"], "kind": "game_corrected", "by": person(alice.pk), "reason": WHY}
    ]
    assert [seat["published"]["place"] for seat in shown["seats"]] == [1, 2]
    assert [seat["known"]["place"] for seat in shown["seats"]] == [2, 1]
    client.post(address, {"what": "undo", "reason": "No."}, **how)
    assert values() == before


def test_a_program_of_somebody_else_is_refused(game: UUID, client: Client) -> None:
    address = f"/api/v1/ratings/games/{game}/correction/"
    body = {"what": "annul", "reason": WHY}
    assert client.post(address, body, content_type="application/json").status_code == 401
    refused = client.post(address, body, **caller(account("Bob")))
    assert (refused.status_code, refused.json()["code"]) == (403, "not_entitled")
    assert client.post(f"{address}preview/", {"what": "annul"}, **caller(account("Dora"))).status_code == 403
    assert not Correction.objects.exists()

"""One person asks another for a match. Alice challenges Bob; Charlie has nothing to do with it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from elekt_core.registry import get_game
from matches.clocks import service_time
from matches.models import Challenge, Match, Seat, Table
from matches.seeking import challenges, live
from matches.seeking.challenge_terms import AcceptChallenge, ChallengePlayer, CounterOffer, DeclineChallenge
from matches.tables import pair_limit
from players.friends import services as friends
from players.friends.commands import BlockPlayer
from players.models import Player
from web.errors import BadRequest, Conflict, NotFound

from ..company.test_api import program
from ..factories import GAME, account, heard, person

pytestmark = pytest.mark.django_db
NOW = timezone.now()


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    service_time.forget()
    cache.clear()
    yield
    service_time.forget()


@pytest.fixture
def alice() -> UUID:
    return account("Alice")


@pytest.fixture
def bob() -> UUID:
    return account("Bob")


def challenge(by: UUID, player: UUID, **terms: object) -> Challenge:
    command = ChallengePlayer(**{"player": player, "game": GAME, "control": "week", **terms})  # type: ignore[arg-type]
    return challenges.challenge(command, by=by, now=NOW)


def answer(row: Challenge, command: object, by: UUID, after: timedelta = timedelta(0)) -> Challenge:
    return challenges.change(row.id, command, by=by, now=NOW + after)  # type: ignore[arg-type]


def test_accepting_seats_both_at_a_table_on_the_terms_that_were_seen(alice: UUID, bob: UUID) -> None:
    row = answer(challenge(alice, bob, rated=True), AcceptChallenge(1), bob)
    assert row.status == "accepted"
    table = Table.objects.get(match=row.match)
    assert (table.rated, table.speed, (table.time or {})["extra"]) == (True, "correspondence", 7 * 86_400)
    assert set(Seat.objects.filter(table=table).values_list("player", flat=True)) == {alice, bob}
    with pytest.raises(Conflict, match="challenge_over"):
        answer(row, AcceptChallenge(1), bob)
    assert Match.objects.count() == 1


def test_a_counter_offer_is_for_the_other_to_answer(alice: UUID, bob: UUID) -> None:
    row = challenge(alice, bob)
    with pytest.raises(Conflict, match="not_your_answer"):
        answer(row, AcceptChallenge(1), alice)
    row = answer(row, CounterOffer(offer=1, seats=3, control="", rated=True), bob)
    assert (row.turn, row.offers, row.seats, row.control, row.rated) == (alice, 2, 3, "", True)
    with pytest.raises(Conflict, match="challenge_changed"):
        answer(row, AcceptChallenge(1), alice)
    row = answer(row, AcceptChallenge(2), alice)
    assert row.match is None
    table = Table.objects.get(id=row.table or uuid4())
    assert (table.status, table.access, table.time) == ("open", "anyone", None)


def test_declining_and_withdrawing_end_it_and_both_can_be_asked_again(alice: UUID, bob: UUID) -> None:
    assert answer(challenge(alice, bob), DeclineChallenge(), bob).status == "declined"
    row = challenge(bob, alice)
    with pytest.raises(Conflict, match="challenged_already"):
        challenge(alice, bob)
    assert answer(row, DeclineChallenge(), bob).status == "withdrawn"


def test_an_offer_expires_a_live_one_after_half_an_hour(alice: UUID, bob: UUID) -> None:
    row = challenge(alice, bob)
    with pytest.raises(Conflict, match="challenge_over"):
        answer(row, AcceptChallenge(1), bob, after=timedelta(days=3))
    row = answer(row, CounterOffer(offer=1, control="blitz"), bob)
    assert row.expires_at == NOW + timedelta(minutes=30)
    challenges.expire(NOW + timedelta(minutes=30))
    row.refresh_from_db()
    assert row.status == "expired"
    challenges.forget_old(NOW + timedelta(days=8))
    assert not Challenge.objects.exists()


def test_a_live_match_begins_only_while_the_other_is_here(alice: UUID, bob: UUID) -> None:
    row = challenge(alice, bob, control="blitz")
    with pytest.raises(Conflict, match="challenger_away"):
        answer(row, AcceptChallenge(1), bob)
    friends.note_presence(alice, NOW)
    assert answer(row, AcceptChallenge(1), bob).status == "accepted"
    other = account("Charlie")
    row = challenge(other, bob, control="blitz")
    friends.note_presence(other, NOW)
    with pytest.raises(Conflict, match="plays_live_now"):
        answer(row, AcceptChallenge(1), bob)


def test_nobody_is_challenged_who_has_blocked_one_or_cannot_answer(alice: UUID, bob: UUID) -> None:
    friends.change(BlockPlayer(alice), by=bob)
    for other in (bob, uuid4()):
        with pytest.raises(Conflict, match="cannot_be_challenged"):
            challenge(alice, other)
    with pytest.raises(BadRequest):
        challenge(alice, alice)


def test_a_block_after_the_challenge_keeps_it_from_being_accepted(alice: UUID, bob: UUID) -> None:
    row = challenge(alice, bob)
    friends.change(BlockPlayer(bob), by=alice)
    with pytest.raises(Conflict, match="challenge_over"):
        answer(row, AcceptChallenge(1), bob)
    assert challenges.of_party(row.id, bob).status == "withdrawn"


def test_rated_challenges_need_accounts_and_know_the_limit_of_a_day(
    alice: UUID, bob: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = person("Guest")
    with pytest.raises(Conflict, match="rated_needs_account"):
        challenge(alice, guest, rated=True)
    assert challenge(alice, guest).status == "open"
    monkeypatch.setattr(pair_limit, "MAX_A_DAY", 1)
    answer(challenge(alice, bob, rated=True), AcceptChallenge(1), bob)
    with pytest.raises(Conflict, match="played_enough_rated"):
        challenge(bob, alice, rated=True)
    row = challenge(bob, alice)
    with pytest.raises(Conflict, match="played_enough_rated"):
        answer(row, CounterOffer(offer=1, rated=True), alice)
    assert answer(row, AcceptChallenge(1), alice).status == "accepted"


def test_nobody_sends_challenges_without_end(alice: UUID, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(challenges, "MAX_OPEN", 1)
    challenge(alice, account("Bob"))
    with pytest.raises(Conflict, match="too_many_challenges"):
        challenge(alice, account("Charlie"))


def test_only_its_two_parties_see_a_challenge(alice: UUID, bob: UUID) -> None:
    charlie = account("Charlie")
    row = challenge(alice, bob)
    for command in (AcceptChallenge(1), DeclineChallenge(), CounterOffer(offer=1)):
        with pytest.raises(NotFound):
            answer(row, command, charlie)
    for other in (client_of(charlie), Client(headers={"accept-language": "en"})):
        for path in ("/", "/challenges/", f"/players/{bob}/", f"/players/{alice}/", "/play/rated/"):
            assert str(row.id) not in other.get(path).content.decode()
        assert other.get(f"/challenges/{row.id}/").status_code in (302, 404)
    program(charlie).read(program(charlie).program.get(f"challenges/{row.id}/"), 404)
    assert program(charlie).get("challenges/") == []
    for player in (alice, bob):
        place = row.id, str(player)
        assert live.may_hear_challenge({place: {alice, bob, charlie, None}}) == {place: {player}}
    place = row.id, str(charlie)
    assert live.may_hear_challenge({place: {alice, bob, charlie, None}}) == {place: set()}
    row.refresh_from_db()
    assert row.status == "open"


def test_from_a_players_page_to_the_match(alice: UUID, bob: UUID) -> None:
    one, other = client_of(alice), client_of(bob)
    assert f"/challenges/new/?player={bob}" in one.get(f"/players/{bob}/").content.decode()
    assert f"/challenges/new/?player={bob}" not in other.get(f"/players/{bob}/").content.decode()
    ruleset = get_game(GAME).ruleset().name
    terms = {"rules": f"{GAME}/{ruleset}", "seats": "2", "control": "rapid", "rated": "on"}
    assert one.post(f"/challenges/new/?player={bob}", terms | {"seats": "7"}).status_code == 422
    sent = one.post(f"/challenges/new/?player={bob}", terms)["location"]
    assert "Alice" in other.get("/").content.decode()
    page = other.get(sent).content.decode()
    assert "Alice offers you a match" in page
    other.post(f"{sent}counter/", {"offer": "1", "seats": "2", "control": "", "rated": "on"})
    assert "Bob offers you a match" in one.get(sent).content.decode()
    match = one.post(f"{sent}accept/", {"offer": "2"})["location"]
    assert match.startswith("/matches/")
    assert match in other.get(sent).content.decode()


def test_a_program_challenges_and_answers(alice: UUID, bob: UUID) -> None:
    asked = {"player": str(bob), "game": GAME, "control": "blitz"}
    sent = program(alice).post("challenges/", asked, status=201)
    assert (sent["mine"], sent["my_turn"], sent["name"], sent["offer"]) == (True, False, "Bob", 1)
    at = f"challenges/{sent['id']}/"
    program(bob).post(f"{at}counter/", {"offer": 1, "control": "day"})
    program(alice).post(f"{at}accept/", {"offer": 1}, status=409)
    assert program(alice).post(f"{at}accept/", {"offer": 2})["status"] == "accepted"
    assert program(bob).get(at)["match"]
    program(alice).post("challenges/", asked | {"control": "never"}, status=400)


def client_of(player: UUID) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(Player.objects.get(id=player))
    return client


def test_two_accounts_of_one_browser_do_not_challenge_each_other_for_rating(alice: UUID, bob: UUID) -> None:
    browser = Client()
    browser.force_login(Player.objects.get(id=alice))
    rules = f"{GAME}/{get_game(GAME).ruleset().name}"
    asked = {"rules": rules, "seats": "2", "control": "rapid", "rated": "on"}
    browser.post(f"/challenges/new/?player={bob}", asked)
    row = Challenge.objects.get()
    browser.force_login(Player.objects.get(id=bob))
    refused = browser.post(f"/challenges/{row.id}/accept/", {"offer": 1})
    assert refused.status_code == 409
    row.refresh_from_db()
    assert row.status == "open"


@pytest.mark.parametrize(("zone", "until"), [("Asia/Tokyo", "25 Nov 2036, 08:30"), ("UTC", "24 Nov 2036, 23:30")])
def test_until_when_it_is_open_is_told_by_the_clock_of_whoever_hears_it(
    alice: UUID, bob: UUID, zone: str, until: str
) -> None:
    row = challenge(alice, bob)
    Challenge.objects.update(expires_at=datetime(2036, 11, 24, 23, 30, tzinfo=UTC))
    browser = client_of(bob)
    browser.cookies["zone"] = zone
    page = browser.get(f"/challenges/{row.id}/")
    assert f"Until {until}" in page.content.decode()
    assert f"Until {until}" in heard(page.context["stream_url"])

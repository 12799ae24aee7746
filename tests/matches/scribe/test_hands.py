"""Whose hands a game is recorded with: open ones, all hands known to the scribe, and those that players give once it is
over, so that the match that is kept shows them."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from elekt_core.contract import SeatNo
from elekt_core.record.verify import verify_record
from elekt_core.registry import get_game
from ledger.projections import named, rebuild
from matches.models import ArchivedGame, Match, ScribePhone, Scribing
from matches.play import queries as play
from matches.play import verification
from matches.scribe import commands as c
from matches.scribe import keeping, queries, services
from matches.scribe.events import ALL_HANDS
from matches.scribe.services import SCRIBINGS
from web.errors import Conflict, NotAllowed, NotFound

from ..factories import account
from .company import Company
from .test_keeping import FIRST, answer, kept, own_hand, rebuilt_alike
from .test_scribing import entered, logged_in

pytestmark = pytest.mark.django_db


def begun_with(hand: str) -> tuple[UUID, Client, UUID]:
    alice = account("Alice")
    client = logged_in(alice)
    sent = {"game": "elekt", "seats": 2, "hand": hand, "name.0": "A", "name.1": "B"}
    address = client.post("/scribe/", sent)["Location"]
    return UUID(address.split("/")[2]), client, alice


def another_phone(scribing: UUID, owner: Client) -> Client:
    """It came by the address with which another phone goes on."""
    page = owner.get(f"/scribe/{scribing}/").content.decode()
    address = unescape(re.findall(r'href="(/scribe/[^"]*/join/[^"]*)">Address for another phone', page)[0])
    other = Client(headers={"Accept-Language": "en"})
    assert other.post(address).status_code == 302
    return other


def hands(view: Any) -> list[bool]:
    """By seat, whether all of it is known."""
    return [bool(hand) and min(hand) >= 0 for hand in view.hands]


def test_hands_that_lie_open_are_seen_by_whoever_records_or_follows_and_in_the_match() -> None:
    scribing, client, alice = begun_with("open")
    answer(scribing, alice, *FIRST)
    other = another_phone(scribing, client)
    assert {*SCRIBINGS.load(scribing).phones.values()} == {ALL_HANDS}
    assert "All hands lie open in this game" in other.get(f"/scribe/{scribing}/").content.decode()
    with pytest.raises(NotAllowed):
        services.join(scribing, c.Join(viewer=1), by=alice)
    answer(scribing, alice)
    for player in SCRIBINGS.load(scribing).phones:
        shown = queries.scribing(scribing_id=scribing, player=player)
        assert (shown.entries, shown.owed, hands(shown.session.view)) == (2, None, [True, True])
    services.show_live(scribing, c.ShowLive(minutes=0), by=alice)
    assert other.get(f"/scribe/{scribing}/follow/").status_code == 200
    entered(scribing, alice, "concede:0")
    match = kept(scribing, alice)
    assert Match.objects.get(id=match).seen_by == "0-1"
    record = verification.record(match_id=match, player=alice)
    assert (record.perspective, verify_record(record).ok) == ((0, 1), True)
    assert verification.of_finished(match_id=match, player=alice).ok
    page = client.get(f"/matches/{match}/replay/1/?as=seat-1-2").content.decode()
    assert "A, B" in page
    assert client.get(f"/matches/{match}/replay/1/?as=open").status_code == 403
    assert rebuilt_alike()


def test_a_scribe_who_sees_all_hands_shows_them_to_no_other_phone() -> None:
    scribing, client, alice = begun_with("all")
    answer(scribing, alice, *FIRST)
    other = another_phone(scribing, client)
    (guest,) = {*SCRIBINGS.load(scribing).phones} - {alice}
    answer(scribing, alice)
    mine, theirs = (queries.scribing(scribing_id=scribing, player=player) for player in (alice, guest))
    assert (hands(mine.session.view), hands(theirs.session.view)) == ([True, True], [False, False])
    assert "Let players enter their own hands" not in client.get(f"/scribe/{scribing}/").content.decode()
    for path in ("", "replay/", "record/"):
        game: Any = mine.session.game
        held = {f'"{game.cards.names[card]}"' for hand in mine.session.view.hands for card in hand}
        assert not {card for card in held if card in other.get(f"/scribe/{scribing}/{path}").content.decode()}


def test_what_another_phone_enters_the_scribe_who_sees_all_hands_completes() -> None:
    scribing, client, alice = begun_with("all")
    answer(scribing, alice, *FIRST)
    another_phone(scribing, client)
    (guest,) = {*SCRIBINGS.load(scribing).phones} - {alice}
    while queries.scribing(scribing_id=scribing, player=alice).owed is None:
        answer(scribing, guest)
    while queries.scribing(scribing_id=scribing, player=alice).owed is not None:
        answer(scribing, alice)
    shown = queries.scribing(scribing_id=scribing, player=alice)
    assert (shown.at_odds, shown.entries) == (None, len(SCRIBINGS.load(scribing).stood))


@pytest.fixture
def company() -> Company:
    """A game of three that has ended, each of whom entered their own hand."""
    company = Company("elekt")
    company.play(1)
    company.end()
    return company


def give(company: Company, *seats: int, given: bool = True) -> None:
    for seat in seats:
        services.give_hand(company.id, c.GiveHand(given=given), by=company.players[seat])


def test_hands_that_were_given_stand_in_the_match_and_no_other(company: Company) -> None:
    alice, bob, _ = company.players
    client = logged_in(bob)
    assert "Give my hand" in client.get(f"/scribe/{company.id}/").content.decode()
    assert client.post(f"/scribe/{company.id}/hand/", {"given": "true"}).status_code == 302
    assert "Take my hand out again" in client.get(f"/scribe/{company.id}/").content.decode()
    page = logged_in(alice).get(f"/scribe/{company.id}/").content.decode()
    assert "The match will show the hands of Alice, Bob." in " ".join(page.split())
    assert "Not given yet: Celina." in page
    seen = Scribing.objects.get(id=company.id).seen_by_all
    match = kept(company.id, alice)
    assert ArchivedGame.objects.get(match=match).seen_by_all == seen != ""
    viewer = frozenset((SeatNo(0), SeatNo(1)))
    record = verification.record(match_id=match, player=alice)
    assert (record.perspective, verify_record(record).ok) == ((0, 1), True)
    position = play.position(match_id=match, player=alice)
    assert position.view == company.truth.game.view(company.truth.state, viewer)
    assert rebuilt_alike()
    with pytest.raises(Conflict, match="scribe_is_closed"):
        give(company, 2)


def test_a_hand_is_given_by_its_own_phone_once_the_game_is_over_and_until_it_goes_on(company: Company) -> None:
    alice, bob, celina = company.players
    give(company, 1, 2)
    give(company, 2, given=False)
    assert keeping.joining(SCRIBINGS.load(company.id)).seats == (0, 1)
    services.take_back(company.id, c.TakeBack(), by=celina)
    assert SCRIBINGS.load(company.id).given == frozenset()
    with pytest.raises(Conflict, match="scribe_not_over"):
        give(company, 1)
    services.join(company.id, c.Join(), by=bob)
    with pytest.raises(NotAllowed):
        give(company, 1)
    with pytest.raises(NotFound):
        services.give_hand(company.id, c.GiveHand(), by=account("Charlie"))
    assert keeping.joining(SCRIBINGS.load(company.id)).seats == (0,)
    assert alice in SCRIBINGS.load(company.id).phones


def test_without_consent_the_match_stays_as_the_scribe_saw_it(company: Company) -> None:
    match = kept(company.id, company.players[0])
    assert verification.record(match_id=match, player=company.players[0]).viewer == 0


def test_hands_that_contradict_each_other_are_pointed_out_and_not_joined(
    company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    give(company, 1)
    fold = SCRIBINGS.load(company.id)
    number, mine = next((n, one.own[1]) for n, one in enumerate(fold.stood, 1) if 1 in one.own)
    held = [fact["payload"] for fact in fold.stood[0].entered.facts]
    told = set(re.findall(r"'(\w+\.\d)'", str([fact["payload"] for fact in mine.facts])))
    names = {name for name in get_game("elekt").cards.names if "." not in name}  # type: ignore[attr-defined]
    others = set(re.findall(r"'(\w+)'", str(held))) & names
    assert others
    assert told
    company_fold = _swapped(fold, number, min(told), min(others))
    monkeypatch.setattr(SCRIBINGS, "load", lambda *_: company_fold)
    found = keeping.joining(company_fold)
    assert (found.at_odds, found.unfinished, found.seats) == (number, (), (0,))
    page = " ".join(logged_in(company.players[0]).get(f"/scribe/{company.id}/").content.decode().split())
    assert f"The hands of Alice, Bob contradict each other at entry {number}." in page


def _swapped(fold: Any, number: int, card: str, other: str) -> Any:
    """Seat 1 has told another card in that entry."""
    one = fold.stood[number - 1]
    told = one.own[1]

    def swap(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: swap(part) for key, part in value.items()}
        if isinstance(value, list):
            return [swap(part) for part in value]
        return other if value == card else value

    wrong = replace(told, facts=tuple(swap(dict(fact)) for fact in told.facts))
    stood = (*fold.stood[: number - 1], replace(one, own={**one.own, 1: wrong}), *fold.stood[number:])
    return replace(fold, stood=stood)


def test_an_address_for_a_seat_can_be_withdrawn_and_its_phone_is_gone() -> None:
    alice, bob, charlie = account("Alice"), account("Bob"), account("Charlie")
    scribing = own_hand(alice, 0)
    owner = logged_in(alice)

    def address() -> str:
        page = owner.get(f"/scribe/{scribing}/").content.decode()
        return unescape(re.findall(r'href="(/scribe/[^"]*/join/[^"]*)">B<', page)[0])

    first, guest = address(), Client(headers={"Accept-Language": "en"})
    assert guest.post(first, {"seat": "1"}).status_code == 302
    assert guest.get(f"/scribe/{scribing}/").status_code == 200
    for other in (bob, charlie):
        with pytest.raises(NotFound):
            services.withdraw(scribing, c.Withdraw(seat=1), by=other)
    services.join(scribing, c.Join(), by=bob, is_invited=True)
    with pytest.raises(NotAllowed):
        services.withdraw(scribing, c.Withdraw(seat=1), by=bob)
    assert "Withdraw it" in owner.get(f"/scribe/{scribing}/").content.decode()
    assert owner.post(f"/scribe/{scribing}/withdraw/", {"seat": 1}).status_code == 302
    assert guest.get(f"/scribe/{scribing}/").status_code == 404
    assert guest.post(first, {"seat": "1"}).status_code == 404
    assert {*SCRIBINGS.load(scribing).phones.values()} == {0, None}
    assert ScribePhone.objects.filter(scribing=scribing).count() == 2
    assert guest.post(address(), {"seat": "1"}).status_code == 302
    answer(scribing, alice, *FIRST)
    services.withdraw(scribing, c.Withdraw(seat=1), by=alice)
    assert 'join/?key="' not in owner.get(f"/scribe/{scribing}/").content.decode()
    with pytest.raises(Conflict, match="scribe_joined_late"):
        services.join(scribing, c.Join(viewer=1), by=charlie, invited_to=1, is_invited=True)
    assert rebuild(named("scribings"), compare=True).differences == []


def test_a_choice_of_hands_that_there_is_not_is_nobodys() -> None:
    scribing, _, _ = begun_with("3")
    assert SCRIBINGS.load(scribing).viewer is None
    assert uuid4() not in SCRIBINGS.load(scribing).phones

"""Several phones at one table: who may join, what each is asked of the others' entries, and nobody waits for one that
is gone."""

from __future__ import annotations

import re
from html import unescape
from uuid import UUID, uuid4

import pytest
from django.test import Client

from ledger.projections import named, rebuild
from matches.models import ScribePhone
from matches.scribe import commands as c
from matches.scribe import invitations, queries, services
from matches.scribe.services import SCRIBINGS
from web.errors import Conflict, NotAllowed, NotFound

from ..factories import account
from .test_keeping import FIRST, answer, own_hand
from .test_scribing import entered, logged_in

pytestmark = pytest.mark.django_db


class Table:
    """Alice began to record from seat 0, and Bob was invited to seat 1; Charlie was not."""

    def __init__(self) -> None:
        self.alice, self.bob, self.charlie = account("Alice"), account("Bob"), account("Charlie")
        self.id = own_hand(self.alice, 0)
        services.join(self.id, c.Join(viewer=1), by=self.bob, invited_to=1, is_invited=True)

    def known_to(self, player: UUID) -> int:
        return queries.scribing(scribing_id=self.id, player=player).entries

    def owed_by(self, player: UUID) -> int | None:
        return queries.scribing(scribing_id=self.id, player=player).owed

    def dealt(self) -> None:
        """Each has entered the beginning and their own hand."""
        answer(self.id, self.alice, *FIRST)
        answer(self.id, self.bob)


def post(client: Client, scribing: UUID, after: int, *picks: str) -> int:
    entry = {"entry": uuid4(), "after": after, "pick": picks}
    return client.post(f"/scribe/{scribing}/step/", entry, headers={"X-Scribe": "queue"}).status_code


def test_a_seat_is_joined_by_its_invitation_once_and_before_the_first_entry() -> None:
    alice, bob, charlie = account("Alice"), account("Bob"), account("Charlie")
    scribing = own_hand(alice, 0)
    page = logged_in(alice).get(f"/scribe/{scribing}/").content.decode()
    address, _ = [unescape(one) for one in re.findall(r'href="(/scribe/[^"]*/join/[^"]*)"', page)]
    assert logged_in(charlie).get(f"/scribe/{scribing}/join/").status_code == 404
    assert logged_in(bob).get(address).status_code == 200
    assert logged_in(bob).post(address, {"seat": "0"}).status_code == 403
    assert logged_in(bob).post(address, {"seat": "1"}).status_code == 302
    assert logged_in(charlie).post(address, {"seat": "1"}).status_code == 409
    assert SCRIBINGS.load(scribing).phones == {alice: 0, bob: 1}
    assert ScribePhone.objects.filter(scribing=scribing, player=bob, viewer=1).exists()
    assert [one.id for one in queries.scribings_of(player=bob)] == [scribing]
    assert rebuild(named("scribings"), compare=True).differences == []
    services.join(scribing, c.Join(), by=bob)
    answer(scribing, alice, *FIRST)
    with pytest.raises(Conflict, match="scribe_joined_late"):
        services.join(scribing, c.Join(viewer=1), by=bob, invited_to=1)
    assert invitations.read(uuid4(), address.partition("key=")[2]) is None


def test_each_is_asked_for_the_own_hand_alone_and_nobody_waits() -> None:
    table = Table()
    answer(table.id, table.alice, *FIRST)
    assert (table.owed_by(table.alice), table.owed_by(table.bob)) == (None, 1)
    page = logged_in(table.bob).get(f"/scribe/{table.id}/").content.decode()
    assert "Entry 1 was made on another phone" in page
    answer(table.id, table.alice)
    assert (table.known_to(table.alice), table.known_to(table.bob)) == (2, 0)
    answer(table.id, table.bob)
    assert table.owed_by(table.bob) is None or table.known_to(table.bob) >= 1
    while table.owed_by(table.bob) is not None:
        answer(table.id, table.bob)
    assert table.known_to(table.bob) == 2


def test_the_second_of_two_who_enter_at_once_is_told_and_what_is_sent_twice_counts_once() -> None:
    table = Table()
    table.dealt()
    fold = SCRIBINGS.load(table.id)
    first, second = logged_in(table.alice), logged_in(table.bob)
    assert post(first, table.id, 1, "concede:0") == 200
    assert post(second, table.id, 1, "concede:1") == 409
    assert len(SCRIBINGS.load(table.id).stood) == len(fold.stood) + 1
    id_ = uuid4()
    for _ in range(2):
        services.take_back(table.id, c.TakeBack(after=2), by=table.bob, decision_id=id_)
    assert len(SCRIBINGS.load(table.id).stood) == 1


def test_a_page_hears_of_other_phones_only_where_something_has_changed() -> None:
    table = Table()
    client, address = logged_in(table.bob), f"/scribe/{table.id}/"
    since = SCRIBINGS.load(table.id).version
    unchanged = client.get(f"{address}?since={since}", headers={"X-Scribe": "panel"})
    assert unchanged.status_code == 204
    answer(table.id, table.alice, *FIRST)
    changed = client.get(f"{address}?since={since}", headers={"X-Scribe": "panel"}).content.decode()
    assert 'data-version="' in changed
    assert "<html" not in changed


def test_who_goes_leaves_the_game_to_the_others_and_may_go_on_without_a_hand() -> None:
    table = Table()
    answer(table.id, table.alice, *FIRST)
    services.join(table.id, c.Join(), by=table.bob)
    assert (table.owed_by(table.bob), table.known_to(table.bob)) == (None, 1)
    entered(table.id, table.bob, "concede:1")
    assert SCRIBINGS.load(table.id).ranks == (1, 2)


def test_another_phone_goes_on_at_any_time_without_an_account_and_sees_no_hand() -> None:
    table = Table()
    table.dealt()
    owner = logged_in(table.alice)
    page = owner.get(f"/scribe/{table.id}/").content.decode()
    (address,) = [unescape(one) for one in re.findall(r'href="(/scribe/[^"]*/join/[^"]*)"', page)]
    assert "Scan it with the other phone" in owner.get(address).content.decode()
    other = Client(headers={"Accept-Language": "en"})
    assert other.get(f"/scribe/{table.id}/join/").status_code == 302, "without the address one logs in"
    asked = other.get(address).content.decode()
    assert "You see nobody’s cards" in asked
    assert "<svg" not in asked.partition("<main")[2].partition("</main")[0]
    assert other.post(address, {"seat": "0"}).status_code == 403
    assert other.post(address).status_code == 302
    assert other.get(f"/scribe/{table.id}/").status_code == 200
    assert [*SCRIBINGS.load(table.id).phones.values()] == [0, 1, None]
    assert post(other, table.id, 1, "direction:clockwise") == 200
    assert address.partition("key=")[2] not in logged_in(table.bob).get(f"/scribe/{table.id}/").content.decode()


def joined_by_address(address: str) -> tuple[Client, UUID]:
    """Somebody without an account who came by the address, and under which profile."""
    other = Client(headers={"Accept-Language": "en"})
    assert other.post(address).status_code == 302
    return other, UUID(other.session["_auth_user_id"])


def test_only_the_owner_breaks_a_recording_off() -> None:
    table = Table()
    table.dealt()
    other, _ = joined_by_address(invitations.address(SCRIBINGS.load(table.id), None))
    for client in (other, logged_in(table.bob)):
        assert "Break it off" not in client.get(f"/scribe/{table.id}/").content.decode()
        assert client.post(f"/scribe/{table.id}/break-off/").status_code == 403
    with pytest.raises(NotAllowed, match="scribe_only_owner"):
        services.break_off(table.id, c.BreakOff(), by=table.bob)
    assert not SCRIBINGS.load(table.id).is_broken_off
    assert "Break it off" in logged_in(table.alice).get(f"/scribe/{table.id}/").content.decode()
    services.break_off(table.id, c.BreakOff(), by=table.alice)
    assert SCRIBINGS.load(table.id).is_broken_off


def test_the_owner_removes_a_phone_at_once_and_no_old_address_brings_it_back() -> None:
    table = Table()
    table.dealt()
    before = SCRIBINGS.load(table.id)
    addresses = [invitations.address(before, seat) for seat in (None, 1)]
    other, guest = joined_by_address(addresses[0])
    third, _ = joined_by_address(addresses[0])
    assert post(other, table.id, 1, "direction:clockwise") == 200
    owner = logged_in(table.alice)
    page = owner.get(f"/scribe/{table.id}/").content.decode()
    assert f'name="player" value="{guest}"' in " ".join(page.split())
    assert str(guest) not in third.get(f"/scribe/{table.id}/").content.decode()
    assert owner.post(f"/scribe/{table.id}/remove/", {"player": guest}).status_code == 302
    assert other.get(f"/scribe/{table.id}/").status_code == 404
    assert post(other, table.id, 2, "seen") == 404
    for address in addresses:
        assert other.get(address).status_code == 404
        assert other.post(address).status_code == 404
    assert guest not in SCRIBINGS.load(table.id).phones
    assert not ScribePhone.objects.filter(scribing=table.id, player=guest).exists()
    assert third.get(f"/scribe/{table.id}/").status_code == 200, "others go on"
    assert len(SCRIBINGS.load(table.id).stood) == 2, "what it has entered stays"
    joined_by_address(invitations.address(SCRIBINGS.load(table.id), None))
    assert rebuild(named("scribings"), compare=True).differences == []


def test_a_phone_is_removed_by_nobody_but_the_owner_and_only_where_it_came_by_an_address() -> None:
    table = Table()
    _, guest = joined_by_address(invitations.address(SCRIBINGS.load(table.id), None))
    version = SCRIBINGS.load(table.id).version
    remove = c.RemovePhone(player=guest)
    with pytest.raises(NotFound):
        services.remove_phone(table.id, remove, by=table.charlie)
    for by in (table.bob, guest):
        with pytest.raises(NotAllowed, match="scribe_only_owner"):
            services.remove_phone(table.id, remove, by=by)
    with pytest.raises(NotAllowed, match="scribe_phone_by_right"):
        services.remove_phone(table.id, c.RemovePhone(player=table.alice), by=table.alice)
    with pytest.raises(Conflict):
        services.remove_phone(table.id, remove, by=table.alice, expected_version=version - 1)
    assert SCRIBINGS.load(table.id).version == version
    for _ in range(2):
        services.remove_phone(table.id, remove, by=table.alice)
    services.remove_phone(table.id, c.RemovePhone(player=uuid4()), by=table.alice)
    assert SCRIBINGS.load(table.id).version == version + 1


def test_a_guest_takes_back_own_entries_alone() -> None:
    table = Table()
    table.dealt()
    other, guest = joined_by_address(invitations.address(SCRIBINGS.load(table.id), None))
    page, back, coarser = f"/scribe/{table.id}/", 'id="scribe-back"', 'value="coarse:result"'
    owned, seen = (client.get(page).content.decode() for client in (logged_in(table.alice), other))
    assert (back in owned, coarser in owned, back in seen, coarser in seen) == (True, True, False, False)
    assert other.post(f"{page}back/", {"entry": uuid4(), "after": 1}).status_code == 403
    assert post(other, table.id, 1, "direction:clockwise") == 200
    assert back in other.get(page).content.decode()
    with pytest.raises(NotAllowed, match="scribe_not_your_entry"):
        services.take_back(table.id, c.TakeBack(after=2, number=2), by=guest)
    services.take_back(table.id, c.TakeBack(after=2), by=guest)
    entered(table.id, guest, "direction:clockwise")
    entered(table.id, table.alice, "concede:0")
    with pytest.raises(NotAllowed, match="scribe_not_your_entry"):
        services.take_back(table.id, c.TakeBack(after=3), by=guest)
    assert len(SCRIBINGS.load(table.id).stood) == 3
    services.take_back(table.id, c.TakeBack(after=3, number=2), by=table.bob)  # who enters a hand at the table
    assert len(SCRIBINGS.load(table.id).stood) == 1


def test_a_guest_makes_no_record_coarser() -> None:
    table = Table()
    table.dealt()
    _, guest = joined_by_address(invitations.address(SCRIBINGS.load(table.id), None))
    for way in ("coarse:rounds", "coarse:result"):
        with pytest.raises(NotAllowed, match="scribe_coarser_by_guest"):
            entered(table.id, guest, way)
    assert len(SCRIBINGS.load(table.id).stood) == 1
    entered(table.id, table.alice, "coarse:result")
    entered(table.id, guest, "place:1", "place:2", "points:none")
    assert SCRIBINGS.load(table.id).ranks == (1, 2)


def test_phones_that_can_be_removed_stand_as_they_came_with_what_they_have_entered() -> None:
    table = Table()
    table.dealt()
    address = invitations.address(SCRIBINGS.load(table.id), None)
    _, guest = joined_by_address(address)
    late = logged_in(table.charlie)  # whose profile is the older one
    assert late.post(address).status_code == 302
    assert post(late, table.id, 1, "direction:clockwise") == 200
    page = logged_in(table.alice).get(f"/scribe/{table.id}/").content.decode()
    _, *rows = " ".join(page.split()).partition('<ol class="scribe-guests">')[2].partition("</ol>")[0].split("<li>")
    assert [str(guest) in rows[0], str(table.charlie) in rows[1], len(rows)] == [True, True, 2]
    assert "0 entries" in rows[0]
    assert "1 entry" in rows[1]
    assert SCRIBINGS.load(table.id).came_at[guest] < SCRIBINGS.load(table.id).came_at[table.charlie]


def test_whoever_was_not_let_in_enters_nothing() -> None:
    table = Table()
    for change in (
        lambda: entered(table.id, table.charlie, *FIRST),
        lambda: services.join(table.id, c.Join(), by=table.charlie),
        lambda: services.break_off(table.id, c.BreakOff(), by=table.charlie),
        lambda: services.show_live(table.id, c.ShowLive(minutes=0), by=table.charlie),
        lambda: services.report(table.id, by=table.charlie),
    ):
        with pytest.raises(NotFound):
            change()
    with pytest.raises(NotAllowed):
        services.show_live(table.id, c.ShowLive(minutes=0), by=table.bob)


def test_what_the_own_seat_has_to_tell_is_refused_in_the_language_of_its_page() -> None:
    table = Table()
    table.dealt()
    answer(table.id, table.alice)
    answer(table.id, table.alice)
    shown = queries.scribing(scribing_id=table.id, player=table.bob)
    while shown.owed is not None and queries.question(shown, [], "pl").whole:
        answer(table.id, table.bob)
        shown = queries.scribing(scribing_id=table.id, player=table.bob)
    assert shown.owed is not None
    expected = [one.label for one in queries.question(shown, [], "pl").choices[:8]]
    entry = {"entry": uuid4(), "after": shown.entries, "pick": ["nothing such"]}
    at, sent = f"/scribe/{table.id}/step/", {"X-Scribe": "queue"}
    told = logged_in(table.bob, "pl").post(at, entry, headers=sent).json()
    assert (told["code"], ", ".join(expected) in told["message"]) == ("scribe_not_possible", True), told

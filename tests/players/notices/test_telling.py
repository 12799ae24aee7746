"""What is told waits in the outbox: once, with what made it true, and only for those who want it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from players import services as accounts
from players.friends.shunning import shun
from players.merging import services as merging
from players.merging.commands import Merge, Part
from players.merging.decide import UNDONE_WITHIN
from players.merging.events import BOTH, STAFF
from players.merging.models import Merge as MergerRow
from players.models import Player
from players.notices import digest, messages, services
from players.notices.kinds import Channel, Kind
from players.notices.models import Delivery, Device, Reader
from players.notices.telling import MAX_A_DAY, take_back, tell
from tests.players.notices.devices import with_devices

pytestmark = pytest.mark.django_db


def person(name: str, *, address: str = "", devices: int = 0, **choices: bool) -> UUID:
    """Somebody with an account; ``choices`` such as ``moved_up_mail=False``."""
    player = Player.objects.create_user(name.lower() + uuid4().hex[:6], "correct horse", name=name).pk
    chosen = {".".join(name.rsplit("_", 1)): on for name, on in choices.items()}
    now = timezone.now()
    Reader.objects.create(
        player=player, language="en", zone="Europe/Warsaw", address=address, confirmed_at=now, choices=chosen
    )
    for number in range(devices):
        endpoint = f"https://push.example/{player}/{number}"
        Device.objects.create(player=player, endpoint=endpoint, key="k", secret="s", added_at=now)
    return player


def moved_up(*to: UUID, key: str = "moved-up:1", by: UUID | None = None) -> int:
    return tell(messages.MOVED_UP, to=to, key=key, path="/tournaments/", about={"event": "Autumn Cup"}, by=by)


def waiting(player: UUID) -> list[str]:
    return sorted(Delivery.objects.filter(player=player).values_list("channel", flat=True))


def test_a_notice_waits_for_the_address_and_each_device() -> None:
    bob = person("Bob", address="bob@example.org", devices=2)
    moved_up(bob)
    assert waiting(bob) == ["mail", "push", "push"]


def test_the_same_key_is_told_once() -> None:
    bob = person("Bob", address="bob@example.org")
    moved_up(bob)
    moved_up(bob)
    moved_up(bob, key="moved-up:2")
    assert waiting(bob) == ["mail", "mail"]


def test_what_did_not_happen_is_not_told() -> None:
    bob = person("Bob", address="bob@example.org")
    with transaction.atomic():
        moved_up(bob)
        transaction.set_rollback(True)
    assert waiting(bob) == []


def test_people_choose_by_kind_and_channel() -> None:
    bob = person("Bob", address="bob@example.org", devices=1, moved_up_mail=False)
    moved_up(bob)
    assert waiting(bob) == ["push"]


def test_who_has_not_confirmed_an_address_gets_no_mail() -> None:
    bob = person("Bob", address="bob@example.org")
    Reader.objects.filter(player=bob).update(confirmed_at=None)
    moved_up(bob)
    assert waiting(bob) == []


def test_who_muted_somebody_is_not_told_what_they_do() -> None:
    alice, bob = person("Alice", devices=1), person("Bob", devices=1)
    shun(by=bob, other=alice, blocked=False)
    moved_up(alice, bob, by=alice)
    assert waiting(alice) == waiting(bob) == []


def test_nobody_can_have_somebody_flooded() -> None:
    bob = person("Bob", address="bob@example.org")
    for number in range(MAX_A_DAY[Channel.MAIL] + 5):
        moved_up(bob, key=f"moved-up:{number}")
    assert len(waiting(bob)) == MAX_A_DAY[Channel.MAIL]


def test_a_notice_can_be_taken_back_until_it_is_sent() -> None:
    bob, charlie = person("Bob", address="bob@example.org"), person("Charlie", address="charlie@example.org")
    moved_up(bob, charlie)
    take_back("moved-up:", player=bob)
    assert (waiting(bob), waiting(charlie)) == ([], ["mail"])


def test_a_message_is_filled_in_with_what_it_names_and_nothing_else() -> None:
    with pytest.raises(ValueError):
        messages.stored(messages.MOVED_UP, {"event": "Cup", "who": "Alice"})
    with pytest.raises(ValueError):
        tell(messages.MOVED_UP, to=[uuid4()], key="k", path="https://elsewhere.example/", about={"event": "Cup"})


def test_a_name_stays_in_its_line_and_is_not_filled_in_itself() -> None:
    filled = messages.stored(messages.MOVED_UP, {"event": "Cup\r\nBcc: all\u202e {who}"})
    assert messages.said(messages.MOVED_UP, filled, "UTC").title.endswith("Cup Bcc: all {who}")


def test_a_moment_is_told_in_the_readers_zone() -> None:
    at = datetime(2026, 11, 23, 17, tzinfo=UTC)
    filled = messages.stored(messages.REMINDER, {"event": "Cup", "begins_at": at})
    assert "18:00" in messages.said(messages.REMINDER, filled, "Europe/Warsaw").text


def test_every_message_names_what_may_be_named_and_belongs_to_a_kind() -> None:
    assert {name for message in messages.ALL for name in message.named} <= messages.MAY_NAME
    assert {message.kind for message in messages.ALL} == set(Kind)
    assert all(message.lasts > timedelta() for message in messages.ALL)


def test_nothing_is_left_of_who_is_erased() -> None:
    bob = person("Bob", address="bob@example.org", devices=1)
    moved_up(bob)
    accounts.erase(player=Player.objects.get(pk=bob), now=timezone.now())
    assert not any(model.objects.filter(player=bob).exists() for model in (Reader, Device, Delivery))


def devices_of(*people: UUID) -> list[int]:
    return [Device.objects.filter(player=player).count() for player in people]


def test_a_merger_moves_devices_and_no_address_and_its_undoing_gives_them_back() -> None:
    alice, bob, bobs = person("Alice"), person("Bob", address="bob@example.org", devices=1), person("Bo", devices=1)
    merging.merge(Merge(bob, bobs, BOTH), by=bob)
    merger = merging.merge(Merge(alice, bob, STAFF), by=alice)
    assert devices_of(alice, bob, bobs) == [2, 0, 0]
    services.ask_reset("bob@example.org")
    assert (Reader.objects.get(player=alice).address, Delivery.objects.count()) == ("", 0)
    with_devices([alice])
    merging.change(merger, Part(), by=alice)
    assert devices_of(alice, bob, bobs) == [1, 2, 0]
    services.ask_reset("bob@example.org")
    assert Delivery.objects.get().player == bob
    merging.change(merger_of(bobs), Part(), by=bob)
    assert devices_of(alice, bob, bobs) == [1, 1, 1]


def merger_of(goes: UUID) -> UUID:
    """The merger by which a profile went."""
    return MergerRow.objects.get(goes=goes).id


def test_the_address_of_a_merged_profile_goes_once_nobody_can_undo_it() -> None:
    alice, bob = person("Alice"), person("Bob", address="bob@example.org")
    merging.merge(Merge(alice, bob, STAFF), by=alice)
    merging.clear(timezone.now() + UNDONE_WITHIN + timedelta(days=1))
    assert not Reader.objects.filter(player=bob).exists()


def test_the_outbox_is_not_searched_to_take_a_notice_back() -> None:
    bob = person("Bob", address="bob@example.org")
    moved_up(bob, key="turn:1:1:7")
    moved_up(bob, key="turn:1:11:7")
    with CaptureQueriesContext(connection) as seen:
        take_back("turn:1:1:")
    assert list(Delivery.objects.values_list("key", flat=True)) == ["turn:1:11:7"]
    assert not any("LIKE" in one["sql"] for one in seen.captured_queries)


MONDAY = datetime(2026, 11, 23, 7, 30, tzinfo=UTC)
"""Half past eight in Warsaw, half past seven in London."""


def test_the_week_is_told_on_monday_morning_once_to_those_who_want_it() -> None:
    bob = person("Bob", address="bob@example.org", digest_mail=True)
    person("Charlie", address="charlie@example.org")
    person("Dana", digest_mail=True)
    london = person("Eve", address="eve@example.org", digest_mail=True)
    Reader.objects.filter(player=london).update(zone="Europe/London")
    assert [digest.tell_due(MONDAY + timedelta(days=days)) for days in (-1, 1)] == [0, 0]
    assert (digest.tell_due(MONDAY), waiting(bob)) == (1, ["mail"])
    assert (digest.tell_due(MONDAY + timedelta(hours=1)), waiting(london)) == (1, ["mail"])
    with CaptureQueriesContext(connection) as seen:
        assert digest.tell_due(MONDAY + timedelta(hours=2)) == 0
    assert len(seen) == 2
    assert digest.tell_due(MONDAY + timedelta(days=7)) == 1


def test_the_week_is_told_to_all_in_the_same_queries() -> None:
    for number in range(5):
        person(f"P{number}", address=f"p{number}@example.org", digest_mail=True)
    with CaptureQueriesContext(connection) as seen:
        assert digest.tell_due(MONDAY) == 5
    assert len(seen) < 12

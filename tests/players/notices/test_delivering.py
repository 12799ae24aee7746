"""What waits is handed over once, by whichever worker; a failure waits, a refusal for good is remembered."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from email.message import Message
from typing import Any
from uuid import UUID

import pytest
from cryptography.exceptions import InvalidTag
from django.utils import timezone
from pytest_django.fixtures import Settings
from structlog.testing import capture_logs

from players.notices import delivering, messages, outbox
from players.notices import mail as mail_channel
from players.notices.delivering import deliver_all
from players.notices.kinds import Channel
from players.notices.models import Delivery, Device, Reader
from players.notices.telling import tell
from tests.players.notices.test_telling import moved_up, person
from tests.sinks import Browser, MailSink, PushSink, identified, mail_sink, push_sink

pytestmark = pytest.mark.django_db
State = Delivery.State


@pytest.fixture
def mails(settings: Settings) -> Iterator[MailSink]:
    with mail_sink() as sink:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", sink.port
        settings.SITE_URL = "https://play.example"
        yield sink


@pytest.fixture
def pushes(settings: Settings) -> Iterator[PushSink]:
    with push_sink() as sink:
        settings.PUSH_LOCAL = [sink.netloc]
        yield sink


def subscribed(player: UUID, sink: PushSink, name: str = "1") -> Browser:
    browser = Browser()
    Device.objects.create(
        player=player,
        endpoint=f"http://{sink.netloc}/{player}/{name}",
        key=browser.key,
        secret=browser.secret,
        added_at=timezone.now(),
    )
    return browser


def states() -> list[str]:
    return sorted(Delivery.objects.values_list("state", flat=True))


def later(delta: timedelta) -> None:
    """Time passes for everything that waits."""
    for row in Delivery.objects.filter(state=State.WAITING):
        Delivery.objects.filter(pk=row.pk).update(due_at=row.due_at - delta)


def text_of(message: Message) -> str:
    return str(message.get_content())  # type: ignore[attr-defined]


def test_an_e_mail_says_it_and_can_be_stopped_with_one_click(mails: MailSink) -> None:
    moved_up(person("Bob", address="bob@example.org"))
    deliver_all()
    (message,) = mails.messages
    assert message["To"] == "bob@example.org"
    assert message["Subject"] == "You have a place: Autumn Cup"
    assert message["List-Unsubscribe"].strip().startswith("<https://play.example/notices/stop/?t=")
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert "https://play.example/tournaments/" in text_of(message)
    assert states() == [State.SENT]


def test_what_was_handed_over_is_not_handed_over_again(mails: MailSink) -> None:
    moved_up(person("Bob", address="bob@example.org"))
    deliver_all()
    later(timedelta(days=1))
    deliver_all()
    assert len(mails.messages) == 1
    assert Delivery.objects.get().about == {}


def test_two_workers_never_hold_the_same_message() -> None:
    moved_up(*[person(f"P{n}", address=f"p{n}@example.org") for n in range(6)])
    now = timezone.now()
    held = [outbox.claim(Channel.MAIL, limit=2, now=now) for _ in range(4)]
    assert [len(rows) for rows in held] == [2, 2, 2, 0]
    assert len({row.pk for rows in held for row in rows}) == 6


def test_what_a_dead_worker_held_is_taken_up_and_the_dead_one_settles_nothing(mails: MailSink) -> None:
    moved_up(person("Bob", address="bob@example.org"))
    (held,) = outbox.claim(Channel.MAIL, limit=9, now=timezone.now())
    assert deliver_all() == 0
    later(outbox.CLAIMED)
    deliver_all()
    outbox.drop(held)
    assert (len(mails.messages), states()) == (1, [State.SENT])


def test_a_message_that_always_kills_its_worker_is_given_up_alone(mails: MailSink) -> None:
    people = [person(f"P{n}", address=f"p{n}@example.org") for n in range(3)]
    for number, player in enumerate(people):
        moved_up(player, key=f"moved-up:{number}")
    (killer, *_others) = outbox.claim(Channel.MAIL, limit=9, now=timezone.now())
    later(outbox.CLAIMED)
    Delivery.objects.filter(pk=killer.pk).update(due_at=timezone.now() - timedelta(hours=1))
    for _ in range(outbox.MAX_ATTEMPTS - 1):
        assert [row.pk for row in outbox.claim(Channel.MAIL, limit=9, now=timezone.now())] == [killer.pk]
        Delivery.objects.filter(pk=killer.pk).update(due_at=timezone.now() - timedelta(hours=1))
    deliver_all()
    assert Delivery.objects.get(pk=killer.pk).state == State.DROPPED
    assert (len(mails.messages), states()) == (2, [State.DROPPED, State.SENT, State.SENT])


@pytest.mark.parametrize("channel", list(Channel))
def test_what_a_slow_server_left_no_time_for_was_never_tried(
    channel: Channel, pushes: PushSink, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(12):
        player = person(f"P{number}", address="p@example.org" if channel == Channel.MAIL else "")
        if channel == Channel.PUSH:
            subscribed(player, pushes)
        moved_up(player)
    clock = iter(range(0, 10_000, 50))
    monkeypatch.setattr(delivering, "monotonic", lambda: next(clock))
    at_once = {Channel.MAIL: 2, Channel.PUSH: 12}[channel]
    assert delivering.deliver_some(channel) == at_once
    assert [row.attempts for row in Delivery.objects.filter(state=State.WAITING)] == [0] * (12 - at_once)
    assert delivering.deliver_all() == 12 - at_once
    assert states() == [State.SENT] * 12


def test_an_error_that_nobody_thought_of_costs_its_own_message_alone(
    mails: MailSink, pushes: PushSink, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = [person(f"P{n}", address=f"p{n}@example.org") for n in range(3)]
    for player in people:
        subscribed(player, pushes)
    moved_up(*people)
    Device.objects.filter(player=people[1]).update(key="AAAA")
    real = mail_channel._email

    def email(row: Delivery, *told: Any) -> Any:
        if row.player == people[1]:
            raise RuntimeError("p1@example.org")
        return real(row, *told)

    monkeypatch.setattr(mail_channel, "_email", email)
    with capture_logs() as logged:
        deliver_all()
    assert (len(mails.messages), len(pushes.taken)) == (2, 2)
    assert [row.player for row in Delivery.objects.filter(state=State.WAITING)] == [people[1]] * 2
    assert "p1@example.org" not in str(logged)


def test_a_channel_that_cannot_begin_does_not_stop_the_other(pushes: PushSink, settings: Settings) -> None:
    settings.EMAIL_BACKEND = "nowhere.Backend"
    bob = person("Bob", address="bob@example.org")
    subscribed(bob, pushes)
    moved_up(bob)
    deliver_all()
    assert (len(pushes.taken), states()) == (1, [State.SENT, State.WAITING])


def test_a_server_that_is_busy_gets_it_later(mails: MailSink) -> None:
    mails.answer = lambda _address: 450
    moved_up(person("Bob", address="bob@example.org"))
    deliver_all()
    assert states() == [State.WAITING]
    mails.answer = lambda _address: 250
    deliver_all()
    assert mails.messages == []
    later(timedelta(minutes=2))
    deliver_all()
    assert states() == [State.SENT]


def test_a_server_that_is_away_loses_nothing(settings: Settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    moved_up(*[person(f"P{n}", address=f"p{n}@example.org") for n in range(3)])
    deliver_all()
    assert states() == [State.WAITING] * 3


def test_an_address_that_is_refused_for_good_is_not_written_to_again(mails: MailSink) -> None:
    mails.answer = lambda address: 550 if address == "bob@example.org" else 250
    bob, charlie = person("Bob", address="bob@example.org"), person("Charlie", address="charlie@example.org")
    moved_up(bob, charlie)
    deliver_all()
    assert Reader.objects.get(player=bob).bounced_at is not None
    assert [message["To"] for message in mails.messages] == ["charlie@example.org"]
    assert moved_up(bob, key="another") == 0


def test_who_switched_it_off_meanwhile_gets_nothing(mails: MailSink) -> None:
    bob = person("Bob", address="bob@example.org")
    moved_up(bob)
    Reader.objects.filter(player=bob).update(choices={"moved_up.mail": False})
    deliver_all()
    assert (mails.messages, states()) == ([], [State.DROPPED])


def test_a_turn_is_sent_only_if_it_still_waits_a_while_later(mails: MailSink, pushes: PushSink) -> None:
    bob = person("Bob", address="bob@example.org")
    subscribed(bob, pushes)
    tell(messages.YOUR_TURN, to=[bob], key="turn:1:5", path="/", about={"game": "Elekt", "opponents": "Alice"})
    deliver_all()
    assert (len(mails.messages), len(pushes.taken)) == (0, 0)
    later(messages.YOUR_TURN.push_after)
    deliver_all()
    assert (len(mails.messages), len(pushes.taken)) == (0, 1)
    later(messages.YOUR_TURN.mail_after)
    deliver_all()
    assert len(mails.messages) == 1


def test_what_is_too_old_is_dropped(mails: MailSink) -> None:
    moved_up(person("Bob", address="bob@example.org"))
    Delivery.objects.update(until=timezone.now())
    deliver_all()
    assert (mails.messages, states()) == ([], [State.DROPPED])


def test_a_push_is_for_one_browser_alone(pushes: PushSink) -> None:
    bob = person("Bob")
    browser, other = subscribed(bob, pushes), subscribed(bob, pushes, "2")
    moved_up(bob)
    deliver_all()
    (_path, headers, body) = next(one for one in pushes.taken if one[0].endswith("/1"))
    told = browser.decrypt(body)
    assert (told["title"], told["path"]) == ("You have a place: Autumn Cup", "/tournaments/")
    assert identified(headers["authorization"])["aud"] == f"http://{pushes.netloc}"
    assert (headers["content-encoding"], int(headers["ttl"]) > 0) == ("aes128gcm", True)
    assert b"Autumn" not in body
    with pytest.raises(InvalidTag):
        other.decrypt(body)


@pytest.mark.parametrize(
    ("status", "left", "state"),
    [(410, 0, "dropped"), (404, 0, "dropped"), (503, 1, "waiting"), (429, 1, "waiting"), (403, 1, "dropped")],
)
def test_a_device_that_is_gone_is_forgotten(pushes: PushSink, status: int, left: int, state: str) -> None:
    bob = person("Bob")
    subscribed(bob, pushes)
    moved_up(bob)
    pushes.status = status
    deliver_all()
    assert (Device.objects.count(), states()) == (left, [state])


def test_a_device_inside_is_not_spoken_to(settings: Settings) -> None:
    with push_sink() as inside:
        settings.PUSH_LOCAL = []
        bob = person("Bob")
        subscribed(bob, inside)
        moved_up(bob)
        deliver_all()
        assert (inside.taken, Device.objects.count()) == ([], 0)


def test_settled_messages_are_forgotten_later() -> None:
    moved_up(person("Bob", address="bob@example.org"))
    outbox.clear(timezone.now() + outbox.KEPT + timedelta(days=1))
    assert states() == []

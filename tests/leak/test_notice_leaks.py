"""A notice holds names and times alone: nothing that depends on hidden cards, and no secret of its own."""

from __future__ import annotations

import json
from random import Random

import pytest
from django.core import mail
from django.utils import timezone, translation

from matches.models import Match
from matches.names import game_title
from matches.seeking.challenge_terms import AcceptChallenge
from players.models import Reader
from players.notices import links, messages
from players.notices.delivering import deliver_all
from players.notices.models import Delivery
from players.notices.push import _parcel
from tests.matches.factories import Table, account
from tests.matches.seeking.test_challenges import answer, challenge
from tests.players.notices.devices import with_devices

from .test_web_leaks import play

pytestmark = pytest.mark.django_db


def test_every_notice_of_a_match_says_the_same_whatever_is_in_the_hands() -> None:
    alice, bob = account("Alice"), account("Bob")
    with_devices([alice, bob])
    row = answer(challenge(alice, bob, game="elekt"), AcceptChallenge(1), bob)
    assert row.match
    match = Match.objects.get(pk=row.match)
    seats = dict(match.table.seat_rows.values_list("number", "player"))
    play(Table(match=match.pk, id=match.table_id, players=[seats[n] for n in sorted(seats)]), 8, Random(3))
    known = {"Alice", "Bob", game_title("elekt")}
    rows = list(Delivery.objects.filter(message="your_turn"))
    assert rows
    for one in rows:
        assert set(one.about.values()) <= known
        assert one.path == f"/matches/{match.pk}/"


def test_a_push_is_title_sentence_path_and_tag() -> None:
    alice, bob = account("Alice"), account("Bob")
    with_devices([bob])
    challenge(alice, bob, game="elekt")
    row = Delivery.objects.get()
    from players.notices.models import Device

    parcel = _parcel(row, Device.objects.get(), None, timezone.now())
    assert parcel is not None
    assert json.loads(parcel.plain).keys() == {"title", "text", "path", "tag"}


@pytest.mark.parametrize("message", messages.ALL, ids=lambda message: message.name)
def test_no_message_can_be_filled_in_with_anything_but_names_and_times(message: messages.Message) -> None:
    for language in ("en", "pl"):
        with translation.override(language):
            assert message.named <= messages.MAY_NAME


def test_no_secret_link_is_ever_stored_and_no_letter_names_another_address() -> None:
    bob = account("Bob")
    now = timezone.now()
    Reader.objects.create(player=bob, language="en", zone="UTC", address="bob@example.org", confirmed_at=now)
    from players.models import Player
    from players.notices import services

    services.ask_reset(Player.objects.get(pk=bob).username or "")
    stored = json.dumps([list(row) for row in Delivery.objects.values_list()], default=str)
    deliver_all()
    (letter,) = mail.outbox
    token = str(letter.body).partition("?t=")[2].split()[0]
    assert token
    assert token not in stored
    assert links.read_reset(token.replace("%3A", ":")) is not None
    assert letter.to == ["bob@example.org"]

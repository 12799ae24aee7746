"""Elector Counts on the pages that serve every game: table, replay, cards and rules."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client

from elekt_core.record.verify import verify_text
from matches.models import Match
from matches.play import fragments, queries
from matches.play.choices import choices_for
from matches.play.shapes import RefusalShown

from ..factories import Table, started

pytestmark = pytest.mark.django_db
GAME = "elector_counts"


@pytest.fixture
def table() -> Table:
    return started("Alice", "bot:random", "Bob", game=GAME, seed="counts")


def play_on(table: Table, decisions: int) -> None:
    for _ in range(decisions):
        table.go_on()


@pytest.mark.parametrize(
    ("language", "hand", "asked"),
    [
        ("en", "Your hand", "Choose an action, or cards from your hand."),
        ("pl", "Twoja ręka", "Wybierz Akcję albo karty z ręki."),
    ],
)
def test_a_seat_sees_its_hand_and_what_it_is_asked(table: Table, language: str, hand: str, asked: str) -> None:
    while table.awaited() != 0:
        play_on(table, 1)
    page = table.client(0, language).get(f"/matches/{table.match}/").content.decode()
    for text in (hand, asked, 'class="counts lays seats-3"', f"/games/{GAME}/rules/K6.2/", "css/elector_counts"):
        assert text in page


def test_a_match_with_a_bot_is_replayed_as_each_seat_saw_it_and_verifies(table: Table) -> None:
    play_on(table, 25)
    for seat in (0, 2):
        decision = {"seat": seat, "kind": "concede"}
        table.decide(seat, decision=decision)
    assert Match.objects.get(id=table.match).termination == "forfeit"
    for seat in (0, 2):
        page = table.client(seat, "pl").get(f"/matches/{table.match}/replay/20/").content.decode()
        assert 'class="counts lays seats-3"' in page
    record = table.client(0).get(f"/matches/{table.match}/record/").getvalue()
    assert verify_text(record).ok


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (f"/games/{GAME}/cards/", "Ambush"),
        (f"/games/{GAME}/cards/support_ambush/", "Zasadzka"),
        (f"/games/{GAME}/rules/", "The three-card rule"),
        (f"/games/{GAME}/rules/K7.1/", "three cards"),
        (f"/games/{GAME}/rules/K11.3/", "Rallying Horn"),
        (f"/games/{GAME}/rules/?q=ambush", "Ambush"),
    ],
)
def test_cards_and_rules_have_pages(path: str, text: str) -> None:
    assert text in Client(headers={"accept-language": "en"}).get(path).content.decode()


def test_why_the_turn_cannot_be_ended_stands_in_the_bar_and_why_a_thing_cannot_be_chosen_behind_it(
    table: Table,
) -> None:
    while table.awaited() != 0:
        play_on(table, 1)
    position = queries.position(match_id=table.match, player=table.players[0])
    choices = choices_for(position)
    assert choices is not None
    ending = RefusalShown(("end_turn",), "too_few_to_pass", "K7.4", "You need 3 cards.", {})
    thing = RefusalShown(("card:militia", "reserve"), "reserve_full", "K12.1", "Your reserve is full.", {})
    prompt = fragments.prompt(position, replace(choices, refusals=(ending, thing)))
    before, _, behind = prompt.partition('<details class="blocked')
    assert "You need 3 cards." in before
    assert "Your reserve is full." not in before
    assert "Your reserve is full." in behind

"""What the board of Elekt shows is what its rules say there is (rule numbers beside each expectation)."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from players.models import Player

from .. import factories

pytestmark = pytest.mark.django_db


@pytest.fixture(params=[2, 3, 4])
def table(request: pytest.FixtureRequest) -> factories.Table:
    names = ("Alice", "Bob", "Charlie", "Diana")[: request.param]
    return factories.started(*names, game="elekt", seed=f"a board for {request.param}")


def page_of(table: factories.Table, seat: int | None) -> str:
    client = Client(headers={"accept-language": "en"})
    if seat is not None:
        client.force_login(Player.objects.get(id=str(table.players[seat])))
    return client.get(f"/matches/{table.match}/").content.decode()


def test_the_table_is_laid_out_as_the_rules_say(table: factories.Table) -> None:
    page = page_of(table, None)
    seats = len(table.players)
    zones = re.findall(r'id="zone-(\w+)"', page)
    assert zones == ["missions", "influences", "court"], "E1.1: from left to right"
    assert page.count('class="seat s') == seats
    assert page.count('class="prize g-') == 3, "E2.5: one card face up on each board"
    assert page.count('class="lit"') == 2 * seats, "E2.9: everybody starts with 2 Heat"
    needed = {2: 7, 3: 6, 4: 5}[seats]
    assert page.count(f'<span class="of">/{needed}</span>') >= seats, "E11.1: Titles that end the game"


def test_one_sees_ones_own_four_basic_units_and_no_other_hand(table: factories.Table) -> None:
    page = page_of(table, 0)
    hands = re.findall(r'<section class="hand.*?</section>', page, re.S)
    assert len(hands) == 1
    assert re.findall(r'class="card-name">(\w+)<', hands[0]) == ["Acolyte", "Nameless", "Dignitary", "Assassin"], "E1.6"
    assert '<section class="hand' not in page_of(table, None)


def test_each_refusal_and_question_leads_to_a_rule_that_is_there(table: factories.Table) -> None:
    page = page_of(table, table.awaited())
    numbers = set(re.findall(r"/games/elekt/rules/([EC][\d.]+)/", page.partition('id="log"')[0]))
    assert numbers
    for number in numbers:
        assert (
            f"Rule {number}"
            in Client(headers={"accept-language": "en"}).get(f"/games/elekt/rules/{number}/").content.decode()
        )


def test_each_line_of_the_log_leads_to_its_rules_and_cards(table: factories.Table) -> None:
    table.decide(table.awaited())  # the direction of the Sceptre
    lines = re.findall(r'<li id="line-.*?</li>', page_of(table, None), re.S)
    assert len(lines) > 10
    for line in lines:
        assert re.search(r'<a class="rule" data-rule href="/games/elekt/rules/[EC]\d+\.\d+/">', line), line
    revealed = next(line for line in lines if "was revealed in the" in line)
    assert re.search(r'<a class="card-link" href="/games/elekt/cards/', revealed), "its card can be looked up"
    assert "E2.5" in revealed


def test_the_gallery_shows_every_card_of_the_set() -> None:
    page = Client().get("/games/elekt/cards/").content.decode()
    groups = {group: page.count(f'class="face g-{group} ') for group in ("mission", "influence", "privilege")}
    assert groups == {"mission": 17, "influence": 17, "privilege": 12}, "E1.5"
    assert page.count('class="face g-unit ') == 4 + 34, "E1.6, E1.7"


def test_others_see_that_somebody_has_drawn_but_not_what() -> None:
    """E4.6: in recruitment what is drawn is the drawer's own until a card is discarded."""
    table = factories.started("Alice", "Bob", game="elekt", seed="a draw")
    drawer = table.awaited()
    table.decide(drawer)  # the direction of the Sceptre (E3.5); then the holder draws (E6.1, E6.2)
    mine, others = page_of(table, drawer), page_of(table, 1 - drawer)
    drawn = [re.findall(r'<section class="hand[^"]* drawn.*?</section>', page, re.S) for page in (mine, others)]
    assert [len(sections) for sections in drawn] == [1, 1]
    assert drawn[0][0].count('class="card-name"') == 2
    assert "face-down" not in drawn[0][0]
    assert 'class="card-name"' not in drawn[1][0]
    assert drawn[1][0].count("face face-down") == 2

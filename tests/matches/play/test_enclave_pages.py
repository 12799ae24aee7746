"""Enclave on the pages that serve every game: table, replay, cards, rules and scenarios."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from elekt_core.record.verify import verify_text
from matches.models import Match
from matches.models import Table as Row
from matches.tables import services as table_services
from matches.tables.commands import OpenTable
from players.models import Player

from ..factories import Table, person, started

pytestmark = pytest.mark.django_db
GAME = "enclave"
LABEL = re.compile(r'<button class="btn choice"[^>]*>(.*?)</button>', re.S)
FIELD = re.compile(r'name="(?P<name>[^"]+)" value="(?P<value>[^"]*)"')


def planning(table: Table) -> None:
    """Until somebody is asked for an action card."""
    while Match.objects.get(id=table.match).awaited.bit_count() < 2:
        table.go_on()


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ("Your hand", "Which action card do you play?", "Turn 1 of 6", "Glizda&#x27;s Office", "Padded Coat")),
        ("pl", ("Twoja ręka", "Którą kartę akcji zagrywasz?", "Tura 1 z 6", "Kantorek u Glizdy", "Watowany płaszcz")),
    ],
)
def test_a_seat_sees_its_board_its_hand_and_what_it_is_asked(language: str, texts: tuple[str, ...]) -> None:
    table = started("Alice", "Bob", "bot:random", game=GAME, seed="pages")
    planning(table)
    page = table.client(0, language).get(f"/matches/{table.match}/").content.decode()
    for text in (*texts, 'class="enclave lays seats-3"', f"/games/{GAME}/rules/Z8.2/", "css/enclave", "img/enclave"):
        assert text in page, text
    watched = Client().get(f"/matches/{table.match}/").content.decode()
    assert 'class="enclave lays seats-3"' in watched
    assert 'class="en-hand ' not in watched


def test_a_refusal_names_its_rule_and_changes_nothing() -> None:
    table = started("Alice", "Bob", game=GAME, seed="refused")
    planning(table)
    client, version = table.client(0), table.version()
    answer = post(client, table, {"kind": "heal", "card": "office_healing_talisman"})
    assert answer.status_code == 422
    assert f"/games/{GAME}/rules/Z16.2/" in answer.content.decode()
    assert table.version() == version


def post(client: Client, table: Table, decision: dict[str, Any]) -> Any:
    asked = {
        "decision": json.dumps({"seat": 0, **decision}),
        "expected_version": table.version(),
        "decision_id": str(uuid4()),
    }
    return client.post(f"/matches/{table.match}/decide/", asked, headers={"hx-request": "true"})


def test_healing_is_offered_to_a_seat_that_is_not_asked() -> None:
    """Practice begins where Bob decides; Alice, who is hurt, looks from her own seat."""
    alice = person("Alice")
    position = {
        "turn": 2,
        "phase": "actions",
        "markers": {"enclave": [1]},
        "players": [{"physical": -3, "hand": ["office_healing_ointment.1"]}],
    }
    opened = table_services.open_table(
        OpenTable(game=GAME, seats=2, options={"position": position}, access=Row.Access.PRACTICE), by=alice
    )
    client = Client(headers={"accept-language": "en"})
    client.force_login(Player.objects.get(id=alice))
    page = client.get(f"/matches/{opened.match}/?as=seat-1").content.decode()
    assert "Meanwhile you can" in page
    assert "Use Healing Ointment" in page
    assert opened.match is not None
    table = Table(opened.table, opened.match, [alice, alice])
    answer = post(client, table, {"kind": "heal", "card": "office_healing_ointment.1"})
    assert answer.status_code == 200
    assert Match.objects.get(id=table.match).awaited == 0b10


BOARDS = {
    "phase": "actions",
    "markers": {"enclave": [0]},
    "rows": {"mission": ["mission_outer_garden", "mission_glass_orchard"]},
    "players": [{"hand": ["prize_regenerating_gel"]}],
}
SHOPS = {
    "phase": "tree",
    "markers": {"tree_1": [0]},
    "tree": {"1": "tree_warsztat_u_anzelma"},
    "piles": {"knife_square": ["knife_scale_vest.1"]},
    "rest": {"knife_square": "box"},
}
ONE_ANSWER = {
    "nothing to take along": (BOARDS, {"option": "board", "card": "mission_outer_garden"}, "Take nothing along"),
    "nothing that can be paid": (SHOPS, {"use": True, "source": "pile"}, "Buy nothing, Scale Vest on top"),
}


@pytest.mark.parametrize(("position", "before", "label"), ONE_ANSWER.values(), ids=list(ONE_ANSWER))
def test_a_question_with_one_answer_takes_one_click(
    position: dict[str, Any], before: dict[str, Any], label: str
) -> None:
    alice = person("Alice")
    opened = table_services.open_table(
        OpenTable(game=GAME, seats=2, options={"position": {"turn": 2, **position}}, access=Row.Access.PRACTICE),
        by=alice,
    )
    assert opened.match is not None
    table = Table(opened.table, opened.match, [alice, alice])
    client = table.client(0)
    kind = "enclave" if "option" in before else "use_tree"
    assert post(client, table, {"kind": kind, **before}).status_code == 200
    page = client.get(f"/matches/{table.match}/").content.decode()
    assert [unescape(found) for found in LABEL.findall(page)] == [label]
    assert "choice-more" not in page
    form = next(form for form in page.split("<form ") if "btn choice" in form)
    fields = {name: unescape(value) for name, value in FIELD.findall(form)}
    asked = Match.objects.get(id=table.match).version
    assert client.post(f"/matches/{table.match}/decide/", fields).status_code < 400
    assert Match.objects.get(id=table.match).version > asked


def test_a_match_is_replayed_as_each_seat_saw_it_and_verifies() -> None:
    table = started("Alice", "bot:greedy", "Bob", game=GAME, seed="replayed")
    planning(table)
    for seat in (0, 2):
        table.decide(seat, decision={"seat": seat, "kind": "concede"})
    assert Match.objects.get(id=table.match).termination == "forfeit"
    for seat in (0, 2):
        page = table.client(seat, "pl").get(f"/matches/{table.match}/replay/20/").content.decode()
        assert 'class="enclave lays seats-3"' in page
    record = table.client(0).get(f"/matches/{table.match}/record/").getvalue()
    assert verify_text(record).ok
    page = table.client(0).get(f"/matches/{table.match}/").content.decode()
    assert "conceded." in page


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (f"/games/{GAME}/cards/", "Healing Talisman"),
        (f"/games/{GAME}/cards/tree_loki/", "rulebook"),
        (f"/games/{GAME}/rules/", "Phase II: planning"),
        (f"/games/{GAME}/rules/Z8.7.1/", "as many levels away"),
        (f"/games/{GAME}/rules/Z18.2/", "/cards/tree_loki/"),
        (f"/games/{GAME}/rules/Z14.14/", "A shared boarding"),
        (f"/games/{GAME}/rules/Z28/", "Are the items taken along secret?"),
        (f"/games/{GAME}/rules/Z27/", "sarcophagus"),
        (f"/games/{GAME}/rules/?q=talisman", "<mark>Talisman</mark>"),
        (f"/games/{GAME}/rules/?q=8.7.1", "as many levels away"),
        (f"/games/{GAME}/rules/?q=xyzzy", "Z1.1"),
        (f"/games/{GAME}/scenarios/shared_boarding/", "One more trap is revealed"),
    ],
)
def test_cards_rules_and_scenarios_have_pages(path: str, text: str) -> None:
    assert text in Client(headers={"accept-language": "en"}).get(path).content.decode()


def test_a_scenario_names_who_takes_part() -> None:
    page = Client(headers={"accept-language": "en"}).get(f"/games/{GAME}/scenarios/shared_boarding/?variant=&move=2")
    text = page.content.decode()
    assert "jumps with Player 1" in " ".join(text.split())
    assert "None" not in text


def test_tree_cards_by_level_are_asked_and_told_where_they_are_chosen() -> None:
    table = started("Alice", "Bob", game=GAME, seed="terms")
    chosen = started("Charlie", "Dana", game=GAME, options={"tree": "chosen", "tree_1": "tree_loki"})
    said = [one.client(0).get(f"/matches/{one.match}/").content.decode() for one in (table, chosen)]
    assert ["Tree card of level 1" in text for text in said] == [False, True]
    form = table.client(0).get(f"/tables/open/?game={GAME}").content.decode()
    assert form.count('data-where="option_tree=chosen"') == 5

"""Several seats are awaited at once: each answers without seeing the others, in any order, and on any page."""

from __future__ import annotations

import json
import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from ledger import store
from matches import queries, services
from matches.errors import StaleVersion
from matches.models import Match
from players.models import Player

from .factories import Table, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def planning() -> Table:
    """Alice and Bob play Enclave and both have to choose an action card in secret."""
    table = started("Alice", "Bob", game="enclave", seed="together")
    while Match.objects.get(id=table.match).awaited != 0b11:
        table.decide()
    return table


def sent(table: Table, seat: int, action: str, version: int) -> Any:
    decision = {"kind": "choose_action", "action": action}
    return table.decide(seat, decision=decision, expected_version=version)


def test_both_may_answer_what_they_saw_together(planning: Table) -> None:
    seen = planning.version()
    sent(planning, 1, "oracle", seen)
    assert Match.objects.get(id=planning.match).awaited == 0b01
    sent(planning, 0, "shepherd", seen)
    revealed = [e.payload["actions"] for e in store.read(planning.match) if e.kind == "actions_revealed"]
    assert revealed == [["shepherd", "oracle"]]


def test_a_question_that_was_answered_is_stale(planning: Table) -> None:
    seen = planning.version()
    sent(planning, 1, "oracle", seen)
    with pytest.raises(StaleVersion):
        sent(planning, 1, "office", seen)
    sent(planning, 0, "shepherd", seen)
    for seat in (0, 1):  # the next round asks anew
        with pytest.raises(StaleVersion):
            sent(planning, seat, "enclave", seen)


def test_a_version_of_another_question_is_stale(planning: Table) -> None:
    with pytest.raises(StaleVersion):
        sent(planning, 0, "oracle", planning.version() - 1)


def test_a_sealed_choice_may_be_changed_until_all_have_chosen(planning: Table) -> None:
    sent(planning, 1, "oracle", planning.version())
    sent(planning, 1, "enclave", planning.version())
    sent(planning, 0, "oracle", planning.version())
    revealed = [e.payload["actions"] for e in store.read(planning.match) if e.kind == "actions_revealed"]
    assert revealed == [["oracle", "enclave"]]


def page(table: Table, seat: int) -> tuple[Client, str]:
    client = Client(headers={"accept-language": "en"})
    client.force_login(Player.objects.get(id=str(table.players[seat])))
    return client, client.get(f"/matches/{table.match}/").content.decode()


def test_the_table_page_asks_both_and_hides_the_sealed_choice(planning: Table) -> None:
    for seat in (0, 1):
        client, text = page(planning, seat)
        assert "Which action card do you play?" in text
        assert "Boarding the Enclave" in text
        answer = client.post(
            f"/matches/{planning.match}/decide/",
            {
                "decision": json.dumps({"kind": "choose_action", "action": "oracle", "seat": seat}),
                "expected_version": planning.version(),
                "decision_id": uuid4(),
            },
        )
        assert answer.status_code < 400
        if seat == 0:
            assert "Alice has chosen an action card." in page(planning, 1)[1]
            assert re.search(r"<dt>Chosen in secret</dt><dd>\?</dd>", page(planning, 1)[1])
            assert "<dt>Chosen in secret</dt><dd>Oracle</dd>" in page(planning, 0)[1]
            here = queries.position(match_id=planning.match, player=planning.players[1])
            assert here.view.committed[0] == -1
    assert "Revealed: Alice – Oracle, Bob – Oracle." in page(planning, 0)[1]


def test_bots_play_a_whole_match_of_enclave_with_a_person_whose_pages_work() -> None:
    table = started("Alice", "bot:greedy", "bot:random", game="enclave", seed="bots")
    clients = [Client(headers={"accept-language": language}) for language in ("pl", "en")]
    for client in clients:
        client.force_login(Player.objects.get(id=str(table.players[0])))
    number = 0
    while (row := Match.objects.get(id=table.match)).ended_at is None:
        bots = [seat for seat in (1, 2) if row.awaited >> seat & 1]
        if bots:
            services.decide_automatically(match_id=row.id, seat=bots[0], expected_version=row.version)
            continue
        number += 1
        if number % 7 == 0:
            assert clients[number % 2].get(f"/matches/{table.match}/").status_code == 200
        table.decide(0)
    assert row.termination == "victory_points"
    for url in (f"/matches/{table.match}/", f"/matches/{table.match}/replay/"):
        assert [client.get(url).status_code for client in clients] == [200, 200], url

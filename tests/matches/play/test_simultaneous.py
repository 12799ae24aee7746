"""Several seats are awaited at once: each answers without seeing the others, in any order, and on any page."""

from __future__ import annotations

import json
import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from elekt_core.errors import IllegalDecision
from elekt_core.record import record
from elekt_core.registry import get_game
from ledger import store
from matches import changing
from matches.models import Match
from matches.play import choices, queries, services
from players.models import Player
from tests.sampling import LONG
from web.errors import NotAllowed, StaleVersion

from ..factories import Table, started

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


def test_who_changes_a_sealed_choice_makes_nobody_else_s_answer_stale(planning: Table) -> None:
    """Bob is the last who is asked when Alice changes her mind; both answers are good, again and again."""
    sent(planning, 0, "oracle", planning.version())
    seen = planning.version()
    for action in ("office", "shepherd"):
        sent(planning, 0, action, planning.version())
    sent(planning, 1, "enclave", seen)
    revealed = [e.payload["actions"] for e in store.read(planning.match) if e.kind == "actions_revealed"]
    assert revealed == [["shepherd", "enclave"]]


def test_a_version_of_another_question_is_stale(planning: Table) -> None:
    with pytest.raises(StaleVersion):
        sent(planning, 0, "oracle", planning.version() - 1)


def test_a_sealed_choice_may_be_changed_until_all_have_chosen(planning: Table) -> None:
    sent(planning, 1, "oracle", planning.version())
    sent(planning, 1, "enclave", planning.version())
    sent(planning, 0, "oracle", planning.version())
    revealed = [e.payload["actions"] for e in store.read(planning.match) if e.kind == "actions_revealed"]
    assert revealed == [["oracle", "enclave"]]


def test_two_answers_at_the_same_moment_are_both_taken(planning: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other one is stored between this one's look at the match and its own storing."""
    seen, real = planning.version(), record.encode_meta
    others = [1]

    def slower(*args: Any, **more: Any) -> Any:
        if others:
            sent(planning, others.pop(), "oracle", seen)
        return real(*args, **more)

    monkeypatch.setattr(changing, "encode_meta", slower)
    sent(planning, 0, "shepherd", seen)
    revealed = [e.payload["actions"] for e in store.read(planning.match) if e.kind == "actions_revealed"]
    assert revealed == [["shepherd", "oracle"]]


def test_who_has_chosen_may_choose_anew_and_who_watches_may_not(planning: Table) -> None:
    sent(planning, 1, "oracle", planning.version())
    offered = choices.choices_at(queries.position(match_id=planning.match, player=planning.players[1]))
    assert offered.question == ""
    assert len(offered.next) == 6
    assert all(offer.besides for offer in offered.next)
    first = choices.choices_at(queries.position(match_id=planning.match, player=planning.players[0]))
    assert first.question
    assert not any(offer.besides for offer in first.next)
    with pytest.raises(NotAllowed):
        choices.choices_at(queries.position(match_id=planning.match, player=None))


def test_several_cards_are_chosen_in_any_order() -> None:
    game, parts = get_game("enclave"), ("item:a", "item:b", "item:b", "with_token", "done")
    assert choices.left(game, parts, ("item:b", "with_token")) == ("item:a", "item:b", "done")
    assert choices.following(game, ("item:a", "item:b", "done")) == ("item:a", "item:b")
    assert choices.left(game, parts, ("item:c",)) is None
    assert choices.left(game, parts, ("item:a", "done")) is None
    assert choices.left(game, ("token:1", "location:oracle"), ("location:oracle",)) is None


def test_a_program_names_a_set_in_any_order_and_the_record_in_one() -> None:
    """Elector Counts, the first cards that are passed on (K18.1)."""
    table = started("Alice", "Bob", game="elector_counts", seed="passed on")
    seat = table.awaited()
    table.decide(seat, decision={"kind": "act", "action": "end_turn"})
    cards = table.option(seat)["cards"]
    assert cards != cards[::-1]
    wrong = {"kind": "pass_cards", "cards": cards[1:]}
    with pytest.raises(IllegalDecision) as refusal:
        table.decide(seat, decision=wrong)
    assert refusal.value.rule == "K18.1"
    table.decide(seat, decision={"kind": "pass_cards", "cards": cards[::-1]})
    recorded = [event.meta["decision"] for event in store.read(table.match) if event.meta and "decision" in event.meta]
    assert recorded[-1]["cards"] == cards


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
            assert "Alice chose an action card." in page(planning, 1)[1]
            mine, theirs = page(planning, 0)[1], page(planning, 1)[1]
            assert re.findall(r'act is-sealed" title="(.*?)"', mine) == ["Oracle"]
            assert "Oracle (sealed now)" in mine
            assert "Meanwhile you can" in mine
            assert "tag-sealed" in theirs
            assert "is-sealed" not in theirs
            here = queries.position(match_id=planning.match, player=planning.players[1])
            assert here.view.committed[0] == -1
    assert "Revealed: Alice – Oracle, Bob – Oracle." in page(planning, 0)[1]


@pytest.mark.skipif(not LONG, reason="LONG_TESTS=1: test_every_position.py and the browser show the same pages")
@pytest.mark.one_database
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

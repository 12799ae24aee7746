"""Guided games on the web: one click begins one, the coach stands beside the table and tells nothing hidden."""

from __future__ import annotations

import json
import re
from uuid import UUID, uuid4

import pytest
from django.test import Client

from elekt_core.contract import SeatNo
from elekt_core.games.elekt import game as elekt
from matches.learning import queries as learning
from matches.learning import services as lessons
from matches.models import Match, Table
from matches.play import queries, services
from matches.tables import services as table_services
from matches.tables.commands import OpenTable
from players.models import Player
from web.errors import NotFound

from ..factories import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> UUID:
    return person("Alice")


def begun(player: UUID) -> UUID:
    opened = lessons.begin(player=player, game="elekt", lesson="first_game")
    assert opened.match is not None
    return opened.match


def client_of(player: UUID | None) -> Client:
    client = Client(headers={"accept-language": "en"})
    if player is not None:
        client.force_login(Player.objects.get(id=player))
    return client


def test_a_lesson_is_found_again_while_it_goes_on_and_when_it_is_over(alice: UUID) -> None:
    match, client = begun(alice), client_of(alice)
    assert f"/matches/{match}/" in client.get("/games/elekt/learn/").content.decode()
    services.concede(match_id=match, seat=0, decision_id=uuid4(), actor=services.player_actor(alice))
    assert f"/matches/{match}/" not in client.get("/games/elekt/learn/").content.decode()
    assert f"/matches/{match}/replay/" in client.get("/games/elekt/practice/").content.decode()
    assert 'href="/games/elekt/practice/"' in client.get("/").content.decode()
    for other in (client_of(person("Charlie")), client_of(None)):
        assert str(match) not in other.get("/games/elekt/learn/").content.decode()
        assert str(match) not in other.get("/games/elekt/practice/").content.decode()


def follow(client: Client, match: UUID, steps: int) -> str:
    """Submit the suggested choices, the tutor answering in between; the page after them."""
    for _ in range(steps):
        page = client.get(f"/matches/{match}/").content.decode()
        row = Match.objects.get(id=match)
        if "The tutor is thinking" in page:
            seat = row.awaited.bit_length() - 1
            assert services.decide_automatically(match_id=match, seat=seat, expected_version=row.version)
            continue
        position = queries.position(match_id=match, player=row.table.host)
        said = learning.coaching(position)
        assert said is not None
        assert said.advice is not None
        path = said.advice.path
        option = next(o for o in position.options if position.game.parts(o)[: len(path)] == path)
        decision = {"seat": 0, **position.game.encode_decision(option)}
        client.post(
            f"/matches/{match}/decide/",
            {
                "decision": json.dumps(decision),
                "expected_version": row.version,
                "decision_id": str(uuid4()),
            },
        )
    return client.get(f"/matches/{match}/").content.decode()


def test_a_newcomer_without_an_account_begins_with_one_click() -> None:
    client = client_of(None)
    assert 'action="/games/elekt/learn/first_game/"' in client.get("/games/elekt/learn/").content.decode()
    answer = client.post("/games/elekt/learn/first_game/", follow=True)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert 'id="coach"' in page
    assert "Keep the Symbiont." in page
    assert Player.objects.get().is_guest


def test_the_suggested_choice_is_marked_and_the_others_stay(alice: UUID) -> None:
    page = client_of(alice).get(f"/matches/{begun(alice)}/").content.decode()
    assert len(re.findall(r'class="btn choice is-advised"', page)) == 1
    assert page.count('class="btn choice') > 2


def test_the_learner_looks_from_the_own_seat_and_sees_no_other_hand(alice: UUID) -> None:
    match = begun(alice)
    page = follow(client_of(alice), match, 3)
    assert page.count('<section class="hand') == 1
    hidden = queries.position(match_id=match, player=alice, perspective=SeatNo(1)).view.hands[1]
    cards = elekt.cards.printed
    (kept,) = [unit for unit in hidden if cards[unit].kind == "elite"]
    assert cards[kept].name_en not in page


def test_things_are_explained_after_they_have_happened(alice: UUID) -> None:
    client, match = client_of(alice), begun(alice)
    assert (
        "Assignment phase"
        not in client.get(f"/matches/{match}/").content.decode().split('id="coach"')[1].split("</section>")[0]
    )
    coach = follow(client, match, 2).split('id="coach"')[1].split("</section>")[0]
    assert "Assignment phase" in coach
    assert "Assign the Symbiont to the Missions." in coach


def test_it_is_held_in_polish_too(alice: UUID) -> None:
    client = client_of(alice)
    match = begun(alice)
    page = client.get(f"/matches/{match}/", headers={"accept-language": "pl"}).content.decode()
    assert "Zachowaj Symbionta." in page
    assert "Nauczyciel" in page


def test_nobody_else_sees_the_lesson(alice: UUID) -> None:
    match = begun(alice)
    for player in (None, person("Charlie")):
        assert client_of(player).get(f"/matches/{match}/").status_code == 404


def test_an_open_look_is_the_learners_choice_and_has_no_coach(alice: UUID) -> None:
    page = client_of(alice).get(f"/matches/{begun(alice)}/?as=open").content.decode()
    assert 'id="coach"' not in page
    assert 'id="practice"' in page


def test_a_lesson_that_does_not_exist_is_refused_by_name(alice: UUID) -> None:
    with pytest.raises(NotFound) as refused:
        lessons.begin(player=alice, game="elekt", lesson="last_game")
    assert refused.value.data["lesson"] == "last_game"
    assert client_of(alice).post("/games/elekt/learn/last_game/").status_code == 404
    assert client_of(alice).get("/games/nothing/learn/").status_code == 404


def test_an_ordinary_practice_match_has_no_coach(alice: UUID) -> None:
    opened = table_services.open_table(
        OpenTable(game="elekt", seats=2, access=Table.Access.PRACTICE, host_seat=None, bots={1: "random"}), by=alice
    )
    assert opened.match is not None
    assert learning.coaching(queries.position(match_id=opened.match, player=alice)) is None

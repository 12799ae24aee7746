"""Hints while learning: in unrated matches against bots alone, once a question, in the lane of the bots' thoughts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from elekt_core.chance import Chance
from elekt_core.contract import Decision, Game
from elekt_core.review.advice import Advice
from matches import tasks
from matches.models import Hint, Match, Seat
from matches.play import queries, warm_rows
from matches.thinking import budget, hints, lane, queue
from players import services as accounts
from players.models import Player
from web.errors import Conflict

from ..factories import Table, account, started

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def advised(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Stands in for the thought; the views that it was given."""
    views: list[Any] = []

    def advise(game: Game[Any], view: Any, options: Sequence[Decision], chance: Chance) -> Advice:
        views.append(view)
        return Advice(options[1], 6200, options[0], 310, (("points", 310),))

    monkeypatch.setattr(hints, "advise", advise)
    return views


def alone(**agreed: Any) -> Table:
    """Alice against a bot; it is hers to decide."""
    table = started("Alice", "bot:random", seed="learns", **agreed)
    while table.awaited() != 0:
        table.go_on()
    return table


def position(table: Table, seat: int = 0) -> Any:
    return queries.position(match_id=table.match, player=table.players[seat])


def ask(table: Table, seat: int = 0) -> None:
    by = table.players[seat]
    assert by is not None
    hints.ask(position(table, seat), by=by)


def state(table: Table) -> str:
    found = hints.shown(position(table))
    return "" if found is None else found.state


def test_it_waits_in_the_lane_and_is_there_in_words(advised: list[Any]) -> None:
    table = alone()
    assert state(table) == "offered"
    ask(table)
    assert (state(table), lane.has_work(), len(advised)) == ("waiting", True, 0)
    tasks.think()
    found = hints.shown(position(table))
    assert found is not None
    assert (found.state, found.chance, found.gain, found.reasons) == ("there", 62, "+3,1", ("więcej punktów (+3,1)",))
    assert found.path == tuple(position(table).game.parts(position(table).options[1]))
    assert table.version() == position(table).at, "nothing is decided"


def test_it_is_thought_from_the_view_of_the_seat(advised: list[Any]) -> None:
    table = alone()
    ask(table)
    tasks.think()
    assert advised == [position(table).view]


def test_asked_twice_it_is_thought_once_and_the_next_question_has_its_own(advised: list[Any]) -> None:
    table = alone()
    for _ in range(2):
        ask(table)
        tasks.think()
    assert len(advised) == 1
    table.decide()
    while table.awaited() != 0:
        table.go_on()
    assert state(table) == "offered"
    assert hints.taken(position(table).match) == [("Alice", 1)]


@pytest.mark.parametrize("names", [("Alice", "Bob"), ("Alice", "Bob", "bot:random")])
def test_nobody_is_helped_against_people(names: tuple[str, ...]) -> None:
    table = started(*names)
    seat = table.awaited() if table.players[table.awaited()] else 0
    assert hints.shown(position(table, seat)) is None
    with pytest.raises(Conflict, match="no_hints_here"):
        ask(table, seat)


def test_nobody_is_helped_where_it_counts() -> None:
    account("Alice")
    table = alone(rated=True)
    with pytest.raises(Conflict, match="no_hints_here"):
        ask(table)


def test_nobody_is_helped_at_a_table_of_an_event() -> None:
    table = alone()
    Seat.objects.filter(table=table.id, number=0).update(reserved=table.players[0])
    warm_rows.forget()
    assert hints.shown(position(table)) is None
    with pytest.raises(Conflict, match="no_hints_here"):
        ask(table)


def test_nobody_is_helped_at_a_bots_question_or_after_the_end() -> None:
    table = alone()
    table.decide()
    if table.awaited() == 1:
        with pytest.raises(Conflict):
            ask(table)
    table.play_out()
    with pytest.raises(Conflict):
        ask(table)


def test_hints_of_a_match_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "IN_A_MATCH", 0)
    with pytest.raises(Conflict, match="too_many_hints"):
        ask(alone())


def test_who_has_used_too_much_waits() -> None:
    table = alone()
    ask(table)
    budget.charge(table.match, budget.FREE + 5_000, timezone.now())
    assert not hints.is_waiting()


def test_one_whose_question_is_answered_is_dropped(advised: list[Any]) -> None:
    table = alone()
    ask(table)
    table.decide()
    tasks.think()
    assert advised == []
    assert not Hint.objects.exists()


def test_one_over_which_thinkers_die_is_given_up(advised: list[Any]) -> None:
    table = alone()
    ask(table)
    for _ in range(hints.TRIES):
        assert hints.take("the dead") is not None
        Hint.objects.update(seen_at=timezone.now() - queue.LOST_AFTER - timedelta(seconds=1))
    tasks.think()
    assert (state(table), advised, hints.is_waiting()) == ("failed", [], False)


def test_a_thought_that_fails_says_so_without_a_card(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> Advice:
        raise ZeroDivisionError("the queen of spades")

    monkeypatch.setattr(hints, "advise", fail)
    table = alone()
    ask(table)
    tasks.think()
    assert state(table) == "failed"
    assert "ZeroDivisionError" in caplog.text
    assert "queen" not in caplog.text


def test_what_nobody_answered_is_forgotten_with_its_match_and_what_was_taken_stays(advised: list[Any]) -> None:
    table = alone()
    ask(table)
    tasks.think()
    Hint.objects.create(match=table.match, seat=0, version=9999, asked_at=timezone.now())
    Match.objects.filter(id=table.match).update(ended_at=timezone.now())
    queue.forget()
    assert [hint.version for hint in Hint.objects.all()] == [table.version()]


def test_the_lane_asks_the_database_nothing_while_it_is_watched(no_queries: Any) -> None:
    table = alone()
    ask(table)
    no_queries(lane)
    tasks.think()
    assert state(table) == "there"


# --- the page ---------------------------------------------------------------------------------------------------


def address(table: Table) -> str:
    return reverse("matches:hint", args=[table.match])


def test_the_page_offers_it_and_marks_what_is_advised(sent: Any) -> None:
    table = alone()
    client, page = table.client(0), reverse("matches:match", args=[table.match])
    assert "What would the Voivode do?" in client.get(page).content.decode()
    sent.clear()
    asked = client.post(address(table), headers={"HX-Request": "true"}).content.decode()
    assert sent == [("matches.tasks.think", ())]
    assert "is thinking about it" in asked
    assert client.get(address(table), headers={"HX-Request": "true"}).status_code == 204
    tasks.think()
    there = client.get(address(table), headers={"HX-Request": "true"}).content.decode()
    for html in (there, client.get(page).content.decode()):
        assert "would choose:" in html
        assert "is-advised" in html


def test_nobody_else_sees_it_or_asks_for_it() -> None:
    table = alone()
    ask(table)
    tasks.think()
    charlie = Client()
    charlie.force_login(Player.objects.get(id=account("Charlie")))
    assert "would choose" not in charlie.get(reverse("matches:match", args=[table.match])).content.decode()
    assert charlie.post(address(table)).status_code == 409
    assert Client().post(address(table)).status_code == 302
    assert json.loads(Hint.objects.get().answer)


def test_the_end_says_how_many_were_taken() -> None:
    table = alone()
    ask(table)
    tasks.think()
    table.play_out()
    page = table.client(0).get(reverse("matches:match", args=[table.match])).content.decode()
    assert "Hints taken:" in page


# --- the API ----------------------------------------------------------------------------------------------------


def bearer(player: UUID) -> Client:
    """Somebody's program, with their token."""
    owner = Player.objects.get(id=player)
    secret = accounts.issue_token(player=owner, label="test", now=timezone.now()).secret
    return Client(headers={"Authorization": f"Bearer {secret}"})


def program(table: Table) -> Client:
    alice = table.players[0]
    assert alice is not None
    return bearer(alice)


def endpoint(table: Table) -> str:
    return f"/api/v1/matches/{table.match}/hint/"


def test_a_program_asks_for_it_and_gets_the_decision_as_the_options_give_it(sent: Any) -> None:
    table = alone()
    client = program(table)
    assert client.get(endpoint(table)).json()["state"] == "offered"
    sent.clear()
    asked = client.post(endpoint(table), {}, content_type="application/json")
    assert (asked.status_code, asked.json()["state"], asked.json()["decision"]) == (201, "waiting", None)
    assert sent == [("matches.tasks.think", ())]
    tasks.think()
    told = client.get(endpoint(table), headers={"accept-language": "en"}).json()
    options = client.get(f"/api/v1/matches/{table.match}/position/").json()["options"]
    assert (told["state"], told["bot"], told["chance"], told["gain"]) == ("there", "Voivode", 62, "+3.1")
    assert (told["decision"], told["reasons"]) == (options[1], ["more points (+3.1)"])


def test_the_api_tells_nobody_else_and_refuses_where_none_are_given() -> None:
    table = alone()
    ask(table)
    tasks.think()
    charlie = bearer(account("Charlie"))
    assert charlie.get(endpoint(table)).json()["state"] == "none"
    assert Client().post(endpoint(table), {}, content_type="application/json").status_code == 401
    assert charlie.post(endpoint(table), {}, content_type="application/json").status_code == 409
    people = started("Alice", "Bob")
    refused = program(people).post(endpoint(people), {}, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (409, "no_hints_here")

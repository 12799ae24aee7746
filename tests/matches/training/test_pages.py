"""Training by its pages: nothing that is sent before the answer depends on what is best, and after it all is told."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from elekt_core.contract import SeatNo
from matches.models import Answer, Exercise
from matches.training import boards, judging

from .conftest import shipped

pytestmark = pytest.mark.django_db
Add = Callable[..., Exercise]
HTMX = {"HX-Request": "true"}


def sent_before(exercise: Exercise) -> list[str]:
    """All that somebody is sent who has not answered, without what is new each time."""
    client, here = Client(), f"/training/{exercise.id}/"
    first = re.search(r"\?(path=[^\"]+)\"", client.get(here).content.decode())
    step = first[1].replace("&amp;", "&") if first else ""
    pages = ["/", "/training/", f"{here}?{step}", here]
    found = [client.get(page).content.decode() for page in pages]
    found.append(client.get(f"{here}choose/?{step}", headers=HTMX).content.decode())
    found += [client.get(f"/api/v1/exercises/{page}").content.decode() for page in ("", f"{exercise.id}/", "daily/")]
    new = r'name="(csrfmiddlewaretoken|decision_id)" value="[^"]*"|X-CSRFToken": "[^"]*"'
    return [re.sub(new, "", text) for text in found]


def test_nothing_sent_before_the_answer_depends_on_what_is_best(exercise: Exercise) -> None:
    before = sent_before(exercise)
    game, view = boards.game_of(exercise), boards.view_of(exercise)
    others = [dict(game.encode_decision(one)) for one in game.options(view, SeatNo(exercise.seat))]
    exercise.best = next(one for one in others if one != exercise.best)
    exercise.choices, exercise.terms, exercise.theme = [], [["heat", -1]], "heat"
    exercise.gap, exercise.missed, exercise.seed, exercise.judge = 9999, not exercise.missed, "00" * 32, "9"
    exercise.save()
    after = sent_before(exercise)
    themes = re.compile(r'<option value="[a-z_]*" >[^<]*</option>|<select name="theme">.*?</select>', re.DOTALL)
    assert [themes.sub("", text) for text in after] == [themes.sub("", text) for text in before]


def test_the_facts_of_every_shipped_exercise_are_its_seats_alone() -> None:
    """What a seat may not know stands nowhere in what is stored: the facts are as good as those redacted for it."""
    for game in ("elekt", "enclave", "elector_counts"):
        for one in shipped(game)[:3]:
            exercise = Exercise(**{name: one[name] for name in ("game", "seat", "facts", "number")}, id=uuid4())
            view = boards.view_of(exercise)
            rules = boards.game_of(exercise)
            assert rules.fingerprint(rules.view(view, SeatNo(one["seat"]))) == rules.fingerprint(view)


def test_a_visitor_solves_an_exercise_and_is_told_why(exercise: Exercise) -> None:
    visitor, here = Client(headers={"Accept-Language": "en"}), f"/training/{exercise.id}/"
    page = visitor.get(here).content.decode()
    assert "Give up and show me" in page
    best = json.dumps({"seat": exercise.seat, **exercise.best})
    answered = visitor.post(f"{here}answer/?phase={exercise.phase}", {"decision": best})
    assert answered["Location"] == f"{here}?phase={exercise.phase}"
    told = visitor.get(answered["Location"]).content.decode()
    assert "Solved" in told
    assert "How it may go on" in told
    assert "From a game between bots" in told
    assert Answer.objects.get().right
    assert visitor.get("/training/next/?state=open")["Location"] == "/training/?state=open"
    listed = visitor.get("/training/", headers={"Accept-Language": "pl"}).content.decode()
    assert "rozwiązane" in listed
    assert "Twój ranking treningowy" in listed


@pytest.mark.parametrize("sent", [{}, {"decision": "{"}, {"decision": "[]"}, {"decision": '{"kind": "none"}'}])
def test_what_is_no_answer_makes_no_guest(exercise: Exercise, sent: dict[str, str]) -> None:
    visitor = Client()
    refused = visitor.post(f"/training/{exercise.id}/answer/", sent)
    assert refused.status_code == 400
    assert "_auth_user_id" not in visitor.session
    assert not Answer.objects.exists()


def test_a_withdrawn_exercise_is_gone_and_the_home_page_stands_without(add: Add) -> None:
    exercise = add(withdrawn=True)
    client = Client()
    assert client.get(f"/training/{exercise.id}/").status_code == 404
    assert client.get("/training/").status_code == 200
    assert "Exercise of the day" not in client.get("/").content.decode()


@pytest.mark.parametrize("query", ["difficulty=none", "state=x", "page=x", "page=7"])
def test_a_filter_that_is_none_is_refused(exercise: Exercise, query: str) -> None:
    assert Client().get(f"/training/?{query}").status_code in (400, 404)


def test_filters_leave_what_they_say(add: Add) -> None:
    easy, hard = add(0, rating=1_300_000), add(1, rating=1_700_000)
    pages = {name: Client().get(f"/training/?difficulty={name}").content.decode() for name in ("easy", "hard")}
    assert str(easy.id) in pages["easy"].partition('id="exercises"')[2]
    assert str(hard.id) not in pages["easy"].partition('id="exercises"')[2]
    assert str(hard.id) in pages["hard"].partition('id="exercises"')[2]


def test_the_line_of_play_begins_with_the_best_choice(exercise: Exercise) -> None:
    line = judging.line(exercise, exercise.best)
    game: Any = boards.game_of(exercise)
    assert dict(game.encode_decision(line[0][0])) == exercise.best
    for decision, before in line[:2]:
        assert decision in game.options(before, decision.seat)

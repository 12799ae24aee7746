"""Exercises come out of finished public matches alone, and the shipped ones can be made again."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4, uuid5

import pytest
from django.utils import timezone

from elekt_core.bots import play_out
from elekt_core.contract import Setup
from elekt_core.registry import get_bot, get_game
from elekt_core.review.budgets import JUDGES, budget_of
from elekt_core.review.exercises import scanned
from elekt_core.review.mining import known, mined, question
from elekt_core.review.solving import bench_of, compared
from elekt_core.review.subject import Subject
from matches import tasks
from matches.models import Exercise, MinedReview, Review
from matches.models import Table as Row
from matches.reviews import judge
from matches.training import adding, services
from matches.training.collecting import FOLDER

from ..factories import Table, started
from .conftest import shipped

FOUND = Path(__file__).with_name("found.json")


def reviewed(table: Table, **changes: Any) -> Review:
    return Review.objects.create(
        **{
            "id": uuid4(), "match": table.match, "ruleset": "r", "version": judge.version(), "budget": "usual",
            "seed": "00", "status": "done", "asked_by": uuid4(), "asked_at": timezone.now(), "parts": 1, "done": 1,
            "report": "{}",
        } | changes
    )  # fmt: skip


@pytest.fixture(autouse=True)
def found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every review has one exercise; that games of tests are cards of another game does not matter here."""

    class Nothing:
        subject = None

    monkeypatch.setattr(judge, "judged", lambda *_: Nothing)
    monkeypatch.setattr(adding, "mined_from_review", lambda *_: iter([shipped()[0]]))


@pytest.mark.django_db
def test_a_finished_public_match_becomes_exercises_once() -> None:
    table = started("Alice", "Bob")
    reviewed(table)
    tasks.mine_exercises()
    assert not Exercise.objects.exists(), "it goes on"
    table.play_out()
    tasks.mine_exercises()
    assert [row.source for row in Exercise.objects.all()] == [table.match]
    tasks.mine_exercises()
    assert (Exercise.objects.count(), MinedReview.objects.count()) == (1, 1)


@pytest.mark.django_db
@pytest.mark.parametrize("why", ["link", "named", "practice", "cards", "old judge", "waiting", "stopped", "objection"])
def test_no_other_match_does(why: str) -> None:
    table = started("Alice", "Bob")
    row = table.play_out()
    match why:
        case "link" | "named" | "practice":
            Row.objects.filter(id=table.id).update(access=why)
        case "cards":
            Row.objects.filter(id=table.id).update(cards="00")
        case "stopped":
            type(row).objects.filter(id=row.id).update(termination="annulled")
        case "objection":
            assert table.players[0]
            services.object_to(match_id=table.match, by=table.players[0], objects=True)
    changes = {"old judge": {"version": "0"}, "waiting": {"status": "waiting"}}
    reviewed(table, **changes.get(why, {}))
    assert adding.mine(seconds=5) == 0
    assert not Exercise.objects.exists()


@pytest.mark.django_db
def test_no_review_is_begun_when_the_time_is_up() -> None:
    table = started("Alice", "Bob")
    table.play_out()
    reviewed(table)
    assert adding.mine(seconds=0) == 0
    assert not MinedReview.objects.exists()


@pytest.mark.django_db
def test_a_review_that_fails_stops_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = started("Alice", "Bob"), started("Alice", "Bob")
    for table in (first, second):
        table.play_out()
    broken = reviewed(first, asked_at=timezone.now() - timedelta(hours=1))
    reviewed(second)

    def fail(*_: object) -> Any:
        assert MinedReview.objects.filter(review=broken.id).exists(), "whoever dies over it has left a mark"
        monkeypatch.setattr(adding, "mined_from_review", lambda *_: iter([shipped()[0]]))
        raise ZeroDivisionError("the queen of spades")

    monkeypatch.setattr(adding, "mined_from_review", fail)
    assert adding.mine(seconds=5) == 1
    assert [row.source for row in Exercise.objects.all()] == [second.match]
    assert adding.mine(seconds=5) == 0


@pytest.mark.one_database
def test_no_further_candidate_is_looked_at_once_tired() -> None:
    def none(*_: object) -> Any:
        raise AssertionError("looked at")

    nothing: Any = type("Nothing", (), {"taught": (), "game": property(none)})()
    candidates = [{"missed": True, "gap": 1, "number": 1, "seat": 0, "kind": "k", "others": []}]
    assert list(mined(nothing, candidates, b"", lambda: True)) == []


@pytest.mark.django_db
def test_the_shipped_set_is_loaded_once() -> None:
    count = adding.load_starting_set()
    assert count == Exercise.objects.count() == sum(len(shipped(path.stem)) for path in FOLDER.glob("*.jsonl"))
    assert adding.load_starting_set() == 0
    assert all(gap > 1000 for gap in Exercise.objects.values_list("gap", flat=True))


@pytest.mark.django_db
def test_what_was_shipped_once_and_is_refuted_is_withdrawn() -> None:
    adding.load_starting_set()
    one = Exercise.objects.all()[0]
    one.id = uuid5(adding.NAMESPACE, adding.WITHDRAWN.read_text().splitlines()[0])
    one.save(force_insert=True)
    adding.load_starting_set()
    assert [row.id for row in Exercise.objects.filter(withdrawn=True)] == [one.id]


@pytest.mark.one_database
def test_an_exercise_is_made_again_from_its_seed() -> None:
    """What ``exercises collect`` found in game 5000 of two seats. Another judge, or other bots, find another."""
    one = json.loads(FOUND.read_text())
    assert one["judge"] == JUDGES
    game, seed = get_game(one["game"]), bytes.fromhex(one["seed"])
    setup = Setup(one["game"], one["ruleset"], one["seats"], {})
    play = play_out(game, setup, [get_bot(game, bot) for bot in one["bots"]], seed)
    ends = [sum(len(batch.events) for batch in play.batches[: n + 1]) for n in range(len(play.batches))]
    subject = Subject(game, setup, play.batches, ends)
    candidate = scanned(subject, one["number"], budget_of(one["budget"]), seed)
    assert candidate
    (again,) = mined(subject, [candidate], seed)
    assert {**again, "bots": one["bots"], "budget": one["budget"]} == one
    best = question(game, known(subject, one["number"], one["seat"]), one)
    other = game.decode_decision(one["seat"], dict(one["choices"][0][0]))
    assert compared(bench_of(best, seed), best.played).loss == 0
    assert compared(bench_of(best, seed), other).loss > 500

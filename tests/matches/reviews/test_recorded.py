"""Games recorded at real tables are judged as far as it is known what each player saw."""

from __future__ import annotations

import json
from uuid import UUID

import pytest

from elekt_core.record.record import record_of_play
from elekt_core.review import subject_of
from elekt_core.review.budgets import QUICK
from elekt_core.review.parts import reviewed
from matches import tasks
from matches.models import Match, Review
from matches.reviews import judge, services
from web.errors import Conflict, NotFound

from ..factories import account
from ..scribe.company import Company
from ..scribe.test_hands import give
from ..scribe.test_keeping import kept, over
from ..scribe.test_scribing import logged_in
from ..test_api import Program

pytestmark = pytest.mark.django_db


def a_game(decisions: int) -> Company:
    company = Company("elekt")
    company.play(decisions)
    company.end()
    return company


def reviewed_by(player: UUID, match: UUID) -> Review:
    row = services.ask(match_id=match, by=player)
    tasks.think()
    row.refresh_from_db()
    assert (row.status, row.done) == ("done", row.parts)
    return row


def test_the_choices_of_those_whose_hands_are_known_are_judged_as_in_a_game_played_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(judge, "usual", lambda: QUICK)
    company = a_game(5)
    alice, bob, celina = company.players
    give(company, 1)
    match = kept(company.id, alice)
    report = json.loads(reviewed_by(alice, match).report)
    truth = reviewed(subject_of(record_of_play(company.truth, str(match))), judge.usual(), judge.seed_of(match))
    judged = {(one["number"], one["seat"]): one for one in report["decisions"]}
    assert {seat for _, seat in judged} == {0, 1}
    assert any(not one["only"] for one in judged.values())
    for one in truth["decisions"]:
        if one["seat"] != 2:
            assert judged.pop((one["number"], one["seat"])) == one
    assert not judged
    page = " ".join(logged_in(bob).get(f"/matches/{match}/review/").content.decode().split())
    assert "The choices of Celina are not judged: it is not known what this player saw." in page
    assert "?as=seat-1-2" in page
    assert "Open cards" not in page
    assert "Luck and skill" not in page
    own = logged_in(celina).get(f"/matches/{match}/review/?curve=players").content.decode()
    assert own.count("<polyline") == 2
    replay = logged_in(alice).get(f"/matches/{match}/replay/1/").content.decode()
    assert "Next decision of" in " ".join(replay.split())


def test_where_every_hand_is_known_luck_is_told_apart_from_skill() -> None:
    company = a_game(1)
    give(company, 1, 2)
    match = kept(company.id, company.players[0])
    report = json.loads(reviewed_by(company.players[2], match).report)
    assert len(report["luck"]["seats"]) == 3
    page = logged_in(company.players[0]).get(f"/matches/{match}/review/?curve=open").content.decode()
    assert "with all hands known" in page


def test_only_who_played_or_recorded_it_may_ask_and_only_where_a_seat_was_seen() -> None:
    company = a_game(1)
    match = kept(company.id, company.players[0])
    with pytest.raises(NotFound):
        services.ask(match_id=match, by=account("Charlie"))
    assert "Ask for a review" in logged_in(company.players[1]).get(f"/matches/{match}/review/").content.decode()
    spectated = kept(over(company.players[0]), company.players[0])
    with pytest.raises(Conflict, match="seen_too_little_for_review"):
        services.ask(match_id=spectated, by=company.players[0])
    assert Program(company.players[0]).get(f"matches/{spectated}/review/").json()["status"] == "impossible"
    assert Match.objects.count() == 2

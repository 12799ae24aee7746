"""Which matches count for the solo ladder, and that its rows hold nothing that is not in the ledger."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from ledger import projections
from ledger.models import Parked
from ledger.projections import named, rebuild
from matches.models import SoloGame, SoloStanding
from matches.play.verification import of_any
from tests.matches.factories import person, started
from tests.sampling import sample

from . import playing

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> UUID:
    return person("Alice")


def test_a_match_counts_from_its_beginning_and_has_its_result_at_the_end(alice: UUID) -> None:
    match = playing.begun(alice, "hard")
    row = SoloGame.objects.get()
    assert (row.match, row.player, row.level, row.ended_at) == (match, alice, "hard", None)
    over = playing.finish(match, alice)
    row.refresh_from_db()
    assert row.ended_at == over.ended_at
    assert row.won == (over.winner == 0)
    assert row.margin == over.scores[0] - over.automata[0][2]
    assert row.rounds == 3, "each trick is a round"
    standing = SoloStanding.objects.get()
    assert (standing.player, standing.level, standing.games, standing.wins) == (alice, "hard", 1, int(row.won))
    assert standing.last_at == row.ended_at


def test_a_conceded_match_is_a_lost_one(alice: UUID) -> None:
    match = playing.begun(alice)
    playing.concede(match, alice)
    standing = SoloStanding.objects.get()
    assert (standing.games, standing.wins, standing.fewest_rounds) == (1, 0, None)


def test_a_match_that_was_left_counts_as_lost_until_it_is_finished(alice: UUID) -> None:
    left = playing.begun(alice)
    assert SoloStanding.objects.get().games == 0
    playing.begun(alice, "hard")
    assert SoloStanding.objects.get(level="easy").games == 0, "another level is another ladder"
    playing.begun(alice)
    standing = SoloStanding.objects.get(level="easy")
    assert (standing.games, standing.wins, standing.best_margin) == (1, 0, None)
    over = playing.finish(left, alice)
    standing.refresh_from_db()
    assert (standing.games, standing.wins) == (1, int(over.winner == 0))
    assert standing.best_margin is not None


@pytest.mark.parametrize(
    "changes",
    [
        {"access": "practice"},
        {"options": {"level": "easy", "stakes": 2}},
        {"bots": {0: "random"}, "host_seat": None},
    ],
    ids=["practice", "another agreement", "a bot"],
)
def test_what_is_not_the_same_for_everybody_does_not_count(alice: UUID, changes: dict[str, Any]) -> None:
    playing.begun(alice, **changes)
    assert not SoloGame.objects.exists()
    assert not SoloStanding.objects.exists()


def test_a_match_with_cards_of_its_own_does_not_count(alice: UUID) -> None:
    from matches.solo.readmodels import rung_of
    from matches.tables.events import Place, TableFold

    table = TableFold(UUID(int=1), game=playing.GAME, ruleset=playing.RULESET, places=[Place(alice)])
    assert rung_of(table) == (playing.GAME, playing.RULESET, "easy", alice)
    table.cards = "ab" * 32
    assert rung_of(table) is None


def test_matches_of_several_do_not_count() -> None:
    started("Alice", "Bob").play_out()
    assert not SoloGame.objects.exists()


@pytest.mark.parametrize("size", sample([1], [1, 5, 2000]))
def test_the_rebuilt_ladder_is_equal(alice: UUID, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    bob = person("Bob")
    for level in ("easy", "hard", "easy"):
        playing.finish(playing.begun(alice, level), alice)
    playing.begun(alice)
    playing.concede(playing.begun(bob), bob)
    playing.finish(playing.begun(bob), bob)
    playing.begun(bob, access="practice")
    started("Alice", "Bob").play_out()
    monkeypatch.setattr(projections, "PAGE", size)
    for name in ("matches", "solo"):
        done = rebuild(named(name), compare=True)
        assert done.differences == []
        assert done.rows
    assert not Parked.objects.exists()
    assert SoloGame.objects.count() == 6
    assert SoloStanding.objects.count() == 3


@pytest.mark.parametrize("change", [{"wins": 9}, {"best_margin": 100}, {"order": "1"}, {"streak": 7}])
def test_a_standing_that_was_tampered_with_is_found(alice: UUID, change: dict[str, Any]) -> None:
    playing.finish(playing.begun(alice), alice)
    SoloStanding.objects.update(**change)
    assert next(iter(change)) in " ".join(rebuild(named("solo"), compare=True).differences)
    assert rebuild(named("solo"), compare=True).differences == []


def test_a_match_of_one_seat_is_verified_like_any_other(alice: UUID) -> None:
    match = playing.begun(alice, "hard")
    assert of_any(match).ok
    playing.finish(match, alice)
    result = of_any(match)
    assert result.ok, result.flaw
    assert {check.status for check in result.checks} == {"ok"}

"""The calibration follows the ledger, takes corrections, can be rebuilt, and its page says what it counts."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from ledger import projections
from players.calibration import projection
from players.calibration.models import Judged, JudgedBin, JudgedGame
from players.calibration.queries import Calibrated, calibrated
from players.ratings.models import Ladder, RatedGame
from tests.ledger.settling import settle
from tests.players.ratings.factories import annulled, corrected, people, played

pytestmark = pytest.mark.django_db
EVEN_CHANCE = 0.6931  # ln 2


def counted(**asked: object) -> Calibrated:
    """Once every game was looked at, whatever its facts were."""
    projection.count(list(RatedGame.objects.values_list("game", flat=True)))
    return calibrated(Ladder.objects.get(), **asked)  # type: ignore[arg-type]


def test_games_are_judged_by_what_was_published_before_them() -> None:
    alice, bob = people(2)
    played([alice, bob])
    found = counted()
    assert found.games == 1
    assert found.log_loss == pytest.approx(EVEN_CHANCE, abs=1e-4)
    assert [(one.low, one.count, one.predicted, one.came) for one in found.bins] == [(50, 2, 50, 50)]
    for _ in range(20):
        played([alice, bob])
    later = counted()
    assert later.games == 21
    assert later.log_loss is not None
    assert later.log_loss < EVEN_CHANCE
    assert later.gained is not None
    assert later.gained > 0
    assert counted(settled=True).games == 6, "the first fifteen were played with provisional ratings"
    assert counted(size=3).games == 0


def test_a_correction_counts_as_what_is_true_and_an_annulled_game_not_at_all() -> None:
    alice, bob, charlie = people(3)
    first, second = played([alice, bob]), played([alice, bob])
    third = played([alice, bob])
    before = counted()
    corrected(second, [alice, bob], [2, 1])
    after = counted()
    assert after.games == 3
    assert after.log_loss is not None
    assert before.log_loss is not None
    assert after.log_loss > before.log_loss
    annulled(first)
    corrected(third, [alice, charlie], [1, 2])  # somebody else sat there: nobody predicted that
    assert counted().games == 1


@pytest.mark.alone
@pytest.mark.django_db(transaction=True)
def test_it_follows_the_feed_and_a_rebuild_is_equal() -> None:
    players = people(4)
    games = [played(players[: 2 + n % 3], [1, 0, 0] if n == 4 else ()) for n in range(9)]
    corrected(games[2], players[:4], [2, 1, 3, 3])
    annulled(games[3])
    settle()
    projections.catch_up_all()
    done = projections.rebuild(projections.named("calibration"), compare=True)
    assert done.differences == []
    assert Judged.objects.exists()
    assert JudgedGame.objects.count() == 8


def test_the_same_facts_twice_count_once() -> None:
    alice, bob = people(2)
    game = played([alice, bob])
    counted()
    played([alice, bob], game=game)
    corrected(game, [alice, bob], [2, 1], decision_id=uuid4())
    corrected(game, [alice, bob], [1, 2], decision_id=uuid4())
    assert counted().games == 1
    assert JudgedBin.objects.filter(place=1).count() == 1


def test_the_page_has_a_chart_and_its_figures_and_few_queries(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    answer = client.get("/ratings/calibration/", headers={"accept-language": "en"})
    assert "Nothing has been rated yet" in answer.content.decode()
    alice, bob, charlie = people(3)
    for _ in range(5):
        played([alice, bob, charlie])
    counted()
    with django_assert_max_num_queries(6):
        answer = client.get("/ratings/calibration/?seats=3&place=0", headers={"accept-language": "en"})
    body = answer.content.decode()
    assert 'role="img"' in body
    assert "Only 5 games so far" in body
    assert "30–40%" in body
    assert (
        "No games of this kind"
        in client.get(
            "/ratings/calibration/?seats=2&on=nonsense&settled=yes", headers={"accept-language": "en"}
        ).content.decode()
    )

"""A prediction knows what was published when the game began, and nothing of what came later."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import translation

from players.ratings import published, queries, services
from players.ratings.pages import forecast as shown

from .factories import ARBITER, LADDER, NOON, annulled, corrected, people, played, result

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def at(hour: int, seats: list[str], places: list[int]) -> None:
    services.record(
        game=uuid4(), ladder=LADDER, seats=seats, **result(places), played_at=NOON + hour * HOUR, actor=ARBITER
    )


def test_ratings_of_a_moment_are_those_that_were_published_by_then() -> None:
    alice, bob, charlie = people(3)
    expected = []
    for hour in range(6):
        known = queries.ratings(LADDER, [alice, bob, charlie])
        expected.append({who: (known.get(who, 1_500_000)) for who in (alice, bob, charlie)})
        at(hour, [alice, bob] if hour % 2 else [alice, bob, charlie], [1, 2] if hour % 2 else [2, 1, 3])
    for hour, then in enumerate(expected):
        stood = published.published_at(LADDER, [alice, bob, charlie], NOON + hour * HOUR - HOUR / 2)
        assert {who: one.value for who, one in stood.items()} == then
        assert stood[alice].games == hour
    assert published.published_at(LADDER, ["bot:random"], NOON)["bot:random"] == published.NEW


def test_a_later_correction_changes_no_earlier_prediction() -> None:
    alice, bob = people(2)
    game = played([alice, bob])  # at noon
    at(2, [alice, bob], [1, 2])
    before = published.published_at(LADDER, [alice, bob], NOON + HOUR)
    corrected(game, [alice, bob], [2, 1])
    annulled(game)
    assert published.published_at(LADDER, [alice, bob], NOON + HOUR) == before
    now = queries.ratings(LADDER, [alice, bob])
    far = published.published_at(LADDER, [alice, bob], NOON + 10_000_000 * HOUR / 100)
    assert {who: one.value for who, one in far.items()} == now


def test_the_game_that_is_predicted_does_not_count_whatever_the_clock_said() -> None:
    alice, bob = people(2)
    first = played([alice, bob])
    second = played([alice, bob])
    corrected(first, [alice, bob], [2, 1])
    for game, games in ((first, 0), (second, 1)):
        stood = published.published_at(LADDER, [alice, bob], NOON + HOUR, before=game)
        line = queries.explain(game)[0].published
        assert (stood[alice].value, stood[alice].games) == (line.before, games)


def test_the_chances_of_two_equal_players_are_even_and_of_one_alone_there_are_none() -> None:
    alice, bob = people(2)
    found = shown.forecast(LADDER, [alice, bob], NOON)
    assert found is not None
    assert [[chance.told for chance in seat.chances] for seat in found.seats] == [["50%", "50%"]] * 2
    assert not found.is_over
    assert shown.forecast(LADDER, [alice], NOON) is None
    assert shown.forecast(LADDER, [alice, alice], NOON) is None


def test_what_came_stands_beside_what_was_likely() -> None:
    alice, bob, charlie = people(3)
    game = played([alice, bob, charlie], [2, 1, 3])
    found = shown.forecast(LADDER, [alice, bob, charlie], NOON - HOUR, places=[2, 1, 3], game=game)
    assert found is not None
    assert found.game == game
    assert [[chance.came for chance in seat.chances].index(True) + 1 for seat in found.seats] == [2, 1, 3]
    assert [seat.change for seat in found.seats] == [0, 44, -44]  # K 88 halved among two opponents, equals
    annulled(game)
    found = shown.forecast(LADDER, [alice, bob, charlie], NOON - HOUR, places=[2, 1, 3], game=game)
    assert found is not None
    assert found.game is None


@pytest.mark.parametrize(("chance", "told"), [(0.001, "under 1%"), (0.999, "over 99%"), (0.5, "50%"), (1.0, "100%")])
def test_nothing_uncertain_is_called_certain(chance: float, told: str) -> None:
    with translation.override("en"):
        assert shown.percent(chance) == told

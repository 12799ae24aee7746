"""Several processes at one ladder: the facts are numbered without gaps, and a rebuild gives the same."""

from __future__ import annotations

import threading
from uuid import uuid4

import pytest
from django.db import connection, transaction

from ledger import projections, store
from ledger.events import NewEvent
from players.ratings import queries
from players.ratings.models import Ladder, RatedGame
from tests.ledger.conftest import ledger as ledger

from .factories import LADDER, annulled, people, played

pytestmark = [pytest.mark.usefixtures("ledger"), pytest.mark.alone]


def test_games_that_end_at_once_are_rated_one_after_the_other() -> None:
    seats, failures = people(4), list[BaseException]()

    def play(shift: int) -> None:
        try:
            for _ in range(6):
                with transaction.atomic():  # takes its number in the feed first, and its place in the ladder later
                    store.append(uuid4(), 0, [NewEvent("card_list_renamed", 1, {"name": "x"})])
                    game = played(seats[shift:] + seats[:shift])
            annulled(game)
        except BaseException as failure:
            failures.append(failure)
        finally:
            connection.close()

    threads = [threading.Thread(target=play, args=(shift,)) for shift in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert Ladder.objects.get().facts == 28
    assert RatedGame.objects.count() == 24
    done = projections.rebuild(projections.named("ratings"), compare=True)
    assert (done.differences, done.parked) == ([], 0)
    assert sum(rung.games for rung in queries.ladder(LADDER)) == 4 * 20

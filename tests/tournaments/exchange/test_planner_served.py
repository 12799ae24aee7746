"""Whoever has plans worked out keeps nobody from deciding, and the product from saying that it lives; in the server."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from http.client import HTTPConnection
from itertools import islice
from threading import Event
from time import sleep
from typing import Any
from unittest.mock import patch
from urllib.parse import urlsplit
from uuid import uuid4

import pytest

from config.lanes import PAGES
from tests.matches.serving import served
from web.costly import PLANNING

pytestmark = pytest.mark.django_db(transaction=True)

PLANNER = "/tournaments/planner/?players={}&hours=24&seats=2&minutes_per_game=1&minutes_between=0&tables=64"


def status(address: str, path: str, method: str = "GET", client: str = "192.0.2.1") -> int:
    connection = HTTPConnection(urlsplit(address).netloc, timeout=300)
    connection.request(method, path, headers={"X-Forwarded-For": client})
    answer = connection.getresponse()
    answer.read()
    return answer.status


@contextmanager
def planning_for_ever() -> Iterator[Event]:
    """Plans are begun, and end when the event is set."""
    go_on = Event()

    def plan(evening: Any, doubt: float) -> list[Any]:
        go_on.wait(60)
        return []

    with patch("tournaments.planner.options.plan", plan):
        try:
            yield go_on
        finally:
            go_on.set()


def test_twelve_plans_at_once_are_one_plan_and_eleven_refusals() -> None:
    with planning_for_ever() as go_on, served() as address, ThreadPoolExecutor(12) as visitors:
        asked = [visitors.submit(status, address, PLANNER.format(players)) for players in range(117, 129)]
        refused = list(islice(as_completed(asked), 11))
        assert [one.result() for one in refused] == [503] * 11
        assert status(address, "/health/") == 200
        assert status(address, "/login/") == 200
        go_on.set()
        assert sorted(one.result() for one in asked) == [200, *[503] * 11]


def test_a_lane_full_of_slow_pages_is_not_that_of_decisions() -> None:
    """As if nothing but the lanes were there: every thread for pages works, and more wait."""
    with (
        patch.object(PLANNING, "places", 100),
        planning_for_ever() as go_on,
        served() as address,
        ThreadPoolExecutor(2 * PAGES) as visitors,
    ):
        asked = [
            visitors.submit(status, address, PLANNER.format(players), client=f"192.0.2.{players}")
            for players in range(64, 64 + 2 * PAGES)
        ]
        while PLANNING._taken.total() < PAGES:
            sleep(0.01)
        assert status(address, "/health/") == 200
        assert status(address, f"/matches/{uuid4()}/decide/", "POST") == 403  # no form of ours
        assert status(address, f"/api/v1/matches/{uuid4()}/decisions/", "POST") == 401
        assert not any(one.done() for one in asked)
        go_on.set()
        assert {one.result() for one in asked} == {200}

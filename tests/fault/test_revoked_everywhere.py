"""Two web servers on one database: what is revoked at one acts at the other, too, within two seconds."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.client import HTTPResponse
from pathlib import Path
from time import monotonic, sleep
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import psycopg
import pytest

from tests.person import Person
from tests.product import a_database

from .test_scaled_out import Parts

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs Linux' /proc"),
    pytest.mark.skipif(
        not os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="SQLite is for one web server"
    ),
]

ACTS_WITHIN = 2.0
TICK = 0.05
CUP = {"title": "Cup", "game": "elekt", "preset": "swiss", "seats": 2}


@pytest.fixture
def database() -> Iterator[str]:
    with a_database() as database:
        assert database
        yield database


@pytest.fixture
def servers(tmp_path: Path, database: str) -> Iterator[tuple[str, str]]:
    with ExitStack() as stack:
        parts = Parts(tmp_path, DATABASE_URL=database)
        parts.manage("prepare")
        yield stack.enter_context(parts.web()), stack.enter_context(parts.web())


def test_what_is_revoked_at_one_acts_at_both_within_two_seconds(servers: tuple[str, str], database: str) -> None:
    """An office, the right to look on, a token with the streams that hang on it, and a session."""
    alice, bob = (Person(servers[0], name, seed) for seed, name in enumerate(("Alice", "Bob")))
    match = f"matches/{alice.open_table(2, access='named', bots={'1': 'random'})['match']}/"
    cup = f"tournaments/{alice.post('tournaments/', CUP)['tournament']}/"
    bobs = bob.get(f"tables/{bob.open_table(2)['table']}/")["host"]

    def appoint(role: str | None) -> None:
        alice.post(f"{cup}roles/", {"player": bobs, "role": role, "expected_version": alice.get(cup)["version"]})

    appoint("arbiter")
    ends_in_time([asked(server, f"/api/v1/{cup}proposal/", bob) for server in servers], 403, lambda: appoint(None))
    open_match = alice.open_table(2, bots={"1": "random"})["match"]
    streams_end_in_time(servers, f"matches/{open_match}/", bob, 404, lambda: made_private(database, open_match))
    streams_end_in_time(servers, match, alice, 401, alice.revoke_token)
    ends_in_time([asked(server, f"/{match}choose/", alice) for server in servers], 404, alice.log_out)


def made_private(database: str, match: str) -> None:
    """As events of its table would have it, which wake no stream of the match."""
    with psycopg.connect(database) as connection:
        private = "UPDATE matches_table SET access = 'named', version = version + 1 WHERE match = %s"
        assert connection.execute(private, [match]).rowcount == 1


def streams_end_in_time(
    servers: Sequence[str], match: str, who: Person, refused: int, revoke: Callable[[], object]
) -> None:
    """Quiet ones at both, and what is asked there is refused."""
    with ThreadPoolExecutor() as threads:
        ends = [threads.submit(end_of, listening(server, match, who)) for server in servers]
        asks = [asked(server, f"/api/v1/{match}position/", who) for server in servers]
        acknowledged, slowest = ends_in_time(asks, refused, revoke)
        for end in ends:
            assert end.result() - acknowledged < ACTS_WITHIN + slowest, (
                "the end of a stream is on its way like an answer"
            )


def asked(server: str, path: str, who: Person) -> Callable[[], int]:
    """Asks with the token, and pages with the session, that somebody has now; the status of each answer."""
    name, value = (
        ("Authorization", f"Bearer {who.token}")
        if path.startswith("/api/")
        else ("Cookie", "; ".join(f"{one.name}={one.value}" for one in who.cookies))
    )

    def ask() -> int:
        try:
            with urlopen(Request(server + path, headers={name: value, "HX-Request": "true"}), timeout=120) as answer:
                return int(answer.status)
        except HTTPError as refusal:
            return refusal.code

    return ask


def ends_in_time(asks: Sequence[Callable[[], int]], refused: int, revoke: Callable[[], object]) -> tuple[float, float]:
    """What is asked two seconds after the acknowledgement is refused, however long the answer takes. When it was
    acknowledged, and how long the slowest answer took."""
    assert refused not in [ask() for ask in asks], "known and remembered at each"
    revoke()
    acknowledged, slowest, waiting = monotonic(), 0.0, list(asks)
    while waiting:
        for ask in tuple(waiting):
            began = monotonic()
            if ask() == refused:
                waiting.remove(ask)
            else:
                assert began - acknowledged < ACTS_WITHIN
            slowest = max(slowest, monotonic() - began)
        sleep(TICK)
    return acknowledged, slowest


def listening(server: str, match: str, who: Person) -> HTTPResponse:
    asked = Request(f"{server}/api/v1/{match}stream/", headers={"Authorization": f"Bearer {who.token}"})
    stream: HTTPResponse = urlopen(asked, timeout=120)
    assert stream.readline()
    return stream


def end_of(stream: HTTPResponse) -> float:
    assert b"event: access_ended" in stream.read()
    return monotonic()

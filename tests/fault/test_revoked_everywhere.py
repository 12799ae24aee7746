"""Two web servers on one database: what is revoked at one acts at the other, too, within two seconds."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPResponse
from pathlib import Path
from time import sleep
from urllib.request import Request, urlopen

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


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[tuple[str, str]]:
    with ExitStack() as stack:
        database = stack.enter_context(a_database())
        assert database
        parts = Parts(tmp_path, DATABASE_URL=database)
        parts.manage("prepare")
        yield stack.enter_context(parts.web()), stack.enter_context(parts.web())


def test_a_revoked_token_opens_nothing_anywhere_and_ends_the_streams_that_hang_on_it(servers: tuple[str, str]) -> None:
    here, there = servers
    alice = Person(here, "Alice", 1)
    match = alice.open_table(2, bots={"1": "random"})["match"]
    streams = [listening(url, match, alice) for url in servers]
    for alice.url in servers:
        assert alice.ask(f"matches/{match}/position/")[0] == 200, "known and remembered at each"
    alice.url = here
    alice.revoke_token()
    sleep(ACTS_WITHIN)
    for alice.url in (there, here):
        assert alice.ask(f"matches/{match}/position/")[0] == 401
    for stream in streams:
        assert b"event: access_ended" in stream.read(), "and the stream has an end"


def listening(url: str, match: str, who: Person) -> HTTPResponse:
    asked = Request(f"{url}/api/v1/matches/{match}/stream/", headers={"Authorization": f"Bearer {who.token}"})
    stream: HTTPResponse = urlopen(asked, timeout=120)
    assert stream.readline()
    return stream

"""The machine's clock is set back and forth under the running product: no clock of a table minds, each flag falls once.

The processes are the real ones; ``shifted_time/sitecustomize.py``, which only this test puts on their path, adds to the
time of day what stands in a file.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.person import Person
from tests.product import Product, running
from tests.sampling import LONG, ON_POSTGRES

from .test_clock_kills import BASE, SLACK, Downtime, wait_for_end
from .test_kills import prove

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (LONG or ON_POSTGRES), reason="tried where the database has a clock of its own"),
]
HOUR = 3600
SHIFTED = Path(__file__).with_name("shifted_time")


@pytest.fixture
def product(tmp_path: Path) -> Iterator[Product]:
    (tmp_path / "shift").write_text("0")
    with running(tmp_path / "data", PYTHONPATH=str(SHIFTED), TEST_TIME_SHIFT=str(tmp_path / "shift")) as started:
        yield started


def test_setting_the_machines_clock_wins_and_loses_no_time(product: Product, tmp_path: Path) -> None:
    shift = tmp_path / "shift"
    given, excused = given_while(product, shift, (-HOUR, -24 * HOUR))
    assert given <= excused, "only back: nothing is given but what a busy machine kept from everybody"
    given_while(product, shift, (-26 * HOUR, -24 * HOUR))


def given_while(product: Product, shift: Path, shifts: tuple[int, int]) -> tuple[float, float]:
    """A game whose clock runs out while the machine's is set: milliseconds that the player got back, and that nobody
    need be charged for."""
    alice, bob = Person(product.url, "Alice", 1), Person(product.url, "Bob", 2)
    time = {"mode": "increment", "base": int(BASE), "extra": 0, "flag": "concede"}
    match = bob.sit(alice.open_table(2, time=time, rated=False)["table"])["match"]
    began = monotonic()
    downtime = Downtime(product)
    downtime.start()
    for seconds in shifts:
        sleep(2)
        shift.write_text(str(seconds))
        product.kill("web")  # whoever starts now has never known another time of day
    wait_for_end(alice, product, match)
    downtime.stop()
    assert monotonic() - began >= BASE - SLACK
    told = alice.get(f"matches/{match}/events/")
    flags = [event["payload"] for event in told if event["kind"] == "flag_fell"]
    started = next(event["payload"] for event in told if event["kind"] == "clock_started")
    given = sum(event["payload"]["time"] for event in told if event["kind"] == "time_given")
    prove(alice, match)
    assert len(flags) == 1
    assert flags[0]["at"] - started["at"] - given == BASE * 1000
    return given, downtime.excused(began, monotonic()) * 1000

"""kill -9 of web and worker around the fall of flags: each falls once, and no time is lost or won beyond the cap.

``CLOCK_KILLS=200`` in front kills around so many falls (docs/operations.md).
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from threading import Thread, Timer
from time import monotonic, sleep
from typing import Any
from uuid import uuid4

import pytest

from tests.person import Person
from tests.product import Product

from .test_kills import decisions_of, prove

pytestmark = [
    pytest.mark.slow,
    pytest.mark.one_database,
    pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs Linux' /proc"),
]

KILLS = int(os.environ.get("CLOCK_KILLS", "2"))
AROUND = 1.0
"""Seconds before or after the fall."""
APART = 5.6
"""Seconds between two falls: a process that lives for more than ten starts at once when it dies."""
OFTEN = 25
"""After so many falls the web server dies again and again, until nobody could play for longer than is charged."""
BASE = 10.0
CAP = 500
"""Milliseconds of lag that a decision gets back at most (docs/clocks.md)."""
CHARGED = 5.0
"""Seconds of silence that are charged."""
SLACK = 2.5
"""Seconds by which what is seen from outside may differ: the beat comes every second, and looking takes time."""
MAX_WAITING = 240.0


class Downtime(Thread):
    """Looks all the time whether the web server answers."""

    def __init__(self, product: Product) -> None:
        super().__init__(daemon=True)
        self.product, self.over = product, False
        self.gaps: list[tuple[float, float]] = []

    def excused(self, since: float, until: float) -> float:
        """Seconds of a span that may be charged to nobody at most: silence about as long as is charged, or longer."""
        silences = [(begin, end) for begin, end in self.gaps if begin < until and end > since]
        return sum(end - begin + SLACK for begin, end in silences if end - begin > CHARGED - SLACK)

    def stop(self) -> None:
        self.over = True
        self.join()

    def run(self) -> None:
        last = monotonic()
        while not self.over:
            if self.product.answers():
                now = monotonic()
                if now - last > 1:
                    self.gaps.append((last, now))
                last = now
            sleep(0.1)


@dataclass
class Sent:
    """A decision at the last moment, by somebody whose browser claims that they have seen the question for no time."""

    id: str
    seat: int
    first: float
    """When it was first sent; it is sent again while the connection breaks."""
    answered: float = 0.0
    status: int = 0
    answer: Any = None


@dataclass
class Fall:
    """A game in which one clock runs out."""

    match: str
    began: tuple[float, float]
    """Between these two instants the clock started."""
    sent: Sent | None = None
    ended: float = 0.0


def test_flags_fall_once_and_no_time_is_lost_or_won_whatever_dies(product: Product) -> None:
    chance = random.Random(5)
    people = Person(product.url, "Alice", 1), Person(product.url, "Bob", 2)
    downtime = Downtime(product)
    downtime.start()
    with ThreadPoolExecutor(16) as threads:
        began, going = monotonic(), []
        for number in range(KILLS):
            sleep(max(0.0, began + APART * number - monotonic()))
            product.wait_until_it_answers()  # on a busy machine kills must not outpace what they kill
            seed = random.Random(chance.random())
            going.append(threads.submit(around_a_fall, product, people, number, seed))
        falls = [fall for one in going for fall in one.result()]
    downtime.stop()
    told = {fall.match: people[0].get(f"matches/{fall.match}/events/") for fall in falls}
    offset = check_one_clock(falls, told)
    given = [check_flag(fall, told[fall.match], downtime) for fall in falls]
    stored = decisions_of(people[0], tuple(told))
    outcomes = Counter(check_decision(fall, told[fall.match], stored, offset) for fall in falls)
    for fall in falls:
        prove(people[0], fall.match)
    product.prove()
    report(falls, told, offset, given, outcomes, downtime)


def around_a_fall(
    product: Product, people: tuple[Person, Person], number: int, chance: random.Random
) -> Sequence[Fall]:
    """Two games: in one nobody decides, in the other somebody does at the last moment."""
    falls = [opened(*people), opened(*people)]
    awaited = [people[0].get(f"matches/{fall.match}/")["awaited"] for fall in falls]
    seat = awaited[1][0]
    position = people[seat].get(f"matches/{falls[1].match}/position/")
    due = falls[1].began[1] + BASE
    killing = Timer(max(0.0, due + chance.uniform(-AROUND, AROUND) - monotonic()), kill, (product, number))
    killing.start()
    sleep(max(0.0, due + chance.uniform(-AROUND, AROUND) - monotonic()))
    falls[1].sent = decide(people[seat], falls[1].match, seat, position)
    killing.join()
    for fall in falls:
        wait_for_end(people[0], product, fall.match)
        fall.ended = monotonic()
    return falls


def opened(alice: Person, bob: Person) -> Fall:
    time = {"mode": "increment", "base": int(BASE), "extra": 0, "flag": "concede"}
    table = alice.open_table(2, time=time, rated=False)["table"]
    before = monotonic()
    match = bob.sit(table)["match"]
    return Fall(match, (before, monotonic()))


def kill(product: Product, number: int) -> None:
    product.kill(("web", "worker")[number % 2])
    if number % OFTEN == OFTEN - 1:
        for _ in range(6):
            product.kill("web")


def decide(person: Person, match: str, seat: int, position: dict[str, Any]) -> Sent:
    """Sent until there is an answer, with one id."""
    sent = Sent(str(uuid4()), seat, monotonic())
    body = {"seat": seat, "decision": position["options"][0], "expected_version": position["version"], "thought": 0}
    sent.status, sent.answer = person.ask(f"matches/{match}/decisions/", body | {"decision_id": sent.id})
    sent.answered = monotonic()
    return sent


def wait_for_end(person: Person, product: Product, match: str) -> None:
    last = monotonic() + MAX_WAITING
    while person.get(f"matches/{match}/")["ended_at"] is None:
        assert monotonic() < last, product.output()
        sleep(0.5)


def check_one_clock(falls: Sequence[Fall], told: dict[str, Any]) -> float:
    """All clocks were started by one clock, which no death of a process has set: what it is ahead of ours, in ms."""
    started = [(fall, payloads(told[fall.match], "clock_started")[0]["at"]) for fall in falls]
    most: float = min(at - fall.began[0] * 1000 for fall, at in started)
    least: float = max(at - fall.began[1] * 1000 for fall, at in started)
    assert least <= most + 2, (least, most)
    return (least + most) / 2


def check_flag(fall: Fall, events: Sequence[dict[str, Any]], downtime: Downtime) -> float:
    """One flag and one end, after exactly the time that was agreed on, but for what nobody could use, which is
    returned in seconds."""
    flags, ends = payloads(events, "flag_fell"), payloads(events, "game_ended")
    assert len(flags) == len(ends) == 1, (flags, ends)
    given = payloads(events, "time_given")
    for seat in (0, 1):
        used = used_by(seat, events)
        got = sum(one["time"] for one in given if one["seat"] == seat)
        if seat == flags[0]["seat"]:
            assert used - got == BASE * 1000
        else:
            assert used - got <= BASE * 1000
    total = sum(one["time"] for one in given) / 1000
    assert total <= downtime.excused(fall.began[0], fall.ended), (total, downtime.gaps)
    return float(total)


def used_by(seat: int, events: Sequence[dict[str, Any]]) -> int:
    """Milliseconds for which the seat's clock ran."""
    kinds = ("clock_started", "clock_stopped", "flag_fell")
    own = [event for event in events if event["kind"] in kinds and event["payload"]["seat"] == seat]
    runs = [(one, then) for one, then in pairwise(own) if one["kind"] == "clock_started"]
    return sum(int(then["payload"]["at"] - one["payload"]["at"]) for one, then in runs)


def check_decision(
    fall: Fall, events: Sequence[dict[str, Any]], stored: dict[str, tuple[int, int]], offset: float
) -> str:
    """What was acknowledged is there, once; it counts if it was sent in time, and the cap is all that a lie wins."""
    sent = fall.sent
    if sent is None:
        return "nobody decided"
    first = payloads(events, "clock_started")[0]["at"]
    until = first + BASE * 1000 + sum(one["time"] for one in payloads(events, "time_given"))
    if sent.status in (200, 201):
        assert stored[sent.id] == (sent.answer["first_seq"], sent.answer["version"])
        assert sent.first * 1000 + offset <= until + CAP, "too late"
        return "decided in time"
    assert sent.status == 409, (sent.status, sent.answer)
    assert sent.id not in stored
    assert sent.answered * 1000 + offset >= first + BASE * 1000, "refused in time"
    return f"too late: {sent.answer['code']}"


def payloads(events: Sequence[dict[str, Any]], kind: str) -> Sequence[dict[str, Any]]:
    return [event["payload"] for event in events if event["kind"] == kind]


def report(
    falls: Sequence[Fall],
    told: dict[str, Any],
    offset: float,
    given: Sequence[float],
    outcomes: Counter[str],
    downtime: Downtime,
) -> None:
    """For docs/clocks.md; shown by ``-s``."""
    late = sorted(
        fall.ended - (payloads(told[fall.match], "flag_fell")[0]["at"] - offset) / 1000 - CAP / 1000 for fall in falls
    )
    print(f"\n{KILLS} falls with a kill within {AROUND} s, {len(falls)} flags, each fallen once; {dict(outcomes)}")
    print(f"carried out after the cap, in s: median {late[len(late) // 2]:.1f}, latest {late[-1]:.1f}")
    silent = [end - begin for begin, end in downtime.gaps]
    print(f"{len(silent)} silences of more than a second, the longest {max(silent, default=0):.1f} s")
    print(f"given back in {sum(one > 0 for one in given)} games, at most {max(given):.1f} s")

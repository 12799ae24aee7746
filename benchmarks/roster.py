"""How long names of a large roster take to complete, and a file of 5,000 lines to be read in.

    python -m benchmarks.roster                                                        # on SQLite
    DATABASE_URL=postgres://postgres@127.0.0.1/postgres python -m benchmarks.roster    # on that PostgreSQL

The database is one of its own and is dropped. Timed is the whole answer of the page that completes names, as Django's
test client gets it: the first one of a process, and 200 keystrokes after it.
"""

from __future__ import annotations

import argparse
import itertools
import logging
import statistics
import time
from collections.abc import Sequence
from typing import NamedTuple

from .ratings import database

FIRST = ("Anna", "Jan", "Łukasz", "Małgorzata", "Piotr", "Żaneta", "Zoë", "Michał", "Ola", "Stanisław")
LAST = ("Kowal", "Nowak", "Wiśn", "Żółć", "Lis", "Zając", "Dąb", "Wójcik", "Śliwa", "Kaczmar")
ENDS = ("", "ski", "czyk", "owicz", "iak")


def names(many: int) -> list[str]:
    whole = itertools.product(FIRST, LAST, ENDS, range(1, 1000))
    return [f"{first} {last}{end} {number}" for first, last, end, number in whole if number <= many // 500 + 1][:many]


class Took(NamedTuple):
    """Seconds: by the clock, and of processor time, which a busy machine does not change."""

    clock: float
    processor: float


def told(title: str, took: Sequence[Took]) -> None:
    for what, seconds in (
        ("by the clock", [one.clock for one in took]),
        ("processor", [one.processor for one in took]),
    ):
        ordered = sorted(1000 * one for one in seconds)
        most = ordered[min(int(len(ordered) * 0.95), len(ordered) - 1)]
        print(f"{title}, {what}: median {statistics.median(ordered):.1f} ms, p95 {most:.1f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=5000)
    asked = parser.parse_args()
    with database():
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        measure(asked.people)


def measure(many: int) -> None:
    from django.conf import settings
    from django.test import Client

    from players.clubs import commands as clubs
    from players.clubs import services
    from players.models import Player
    from players.rosters import adding, completing

    settings.ALLOWED_HOSTS = ["*"]
    logging.disable(logging.WARNING)
    alice = Player.objects.create_user("alice", name="Alice")
    club = services.found(clubs.FoundClub("Large"), by=alice.id).club
    begun = time.perf_counter()
    done = adding.add(club, "\n".join(names(many)), by=alice.id, accounts=True)
    print(f"{done.written} people read in: {time.perf_counter() - begun:.1f} s")
    client = Client()
    client.force_login(alice)
    page = f"/clubs/{club}/roster/complete/"

    def ask(text: str) -> Took:
        begun, spent = time.perf_counter(), time.process_time()
        answer = client.get(page, {"q": text})
        assert answer.status_code == 200, answer.status_code
        return Took(time.perf_counter() - begun, time.process_time() - spent)

    ask("nobody-yet")  # what Django loads once
    cold = []
    for text in ("a", "zo", "wojc"):
        completing.forget()
        cold.append(ask(text))
    told("the first keystroke of a process", cold)
    typed = [text[:end].lower() for text in ("Żółć", "Małgorzata", "kowalski 7", "nowakowicz") for end in range(1, 9)]
    told("each further one", [ask(text) for text in itertools.islice(itertools.cycle(typed), 200)])


if __name__ == "__main__":
    main()

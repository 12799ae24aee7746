"""Importing records: what part of the speed of ``verify`` alone is left, and how much memory it takes.

``--records`` says how many (10,000 for the full run); each is a whole game of its own, played by random bots. Both run
in one process, in turns of portions, and its processor time counts, since other programs may run. DATABASE_URL names a
PostgreSQL server, on which a database is made and dropped; ``--sqlite FILE`` uses a file.
"""

from __future__ import annotations

import argparse
import io
import os
import random
import resource
import time
from collections.abc import Iterator
from contextlib import ExitStack
from hashlib import sha256
from typing import Any

from .ledger_setup import fresh_database

KINDS = (("elekt", 2), ("enclave", 3), ("elector_counts", 2), ("elekt", 3))
PORTION = 20
LEAST = 0.6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=200)
    parser.add_argument("--sqlite", metavar="FILE")
    asked = parser.parse_args()
    os.environ["STATIC_COLLECTED"] = "false"
    with ExitStack() as stack:
        if asked.sqlite:
            os.environ["DATABASE_URL"] = f"sqlite:///{os.path.abspath(asked.sqlite)}"
            import django

            os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
            django.setup()
        else:
            stack.enter_context(fresh_database())
        from django.core.management import call_command
        from django.db import connection

        call_command("migrate", verbosity=0)
        verified, imported, early = run(asked.records)
        late = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(f"{asked.records} records on {connection.vendor}")
        print(f"verify alone   {asked.records / verified:8.1f} records/s")
        print(f"import         {asked.records / imported:8.1f} records/s")
        share = verified / imported
        print(f"share          {share:8.2f} (at least {LEAST}): {'ok' if share >= LEAST else 'TOO SLOW'}")
        print(f"memory         {early} MB after a tenth, {late} MB at the end")


def run(records: int) -> tuple[float, float, int]:
    """Seconds of processor time for verifying and for importing; and MB of memory after a tenth."""
    from elekt_core.record.verify import verify_text

    verified = imported = 0.0
    early, done = 0, 0
    some: list[bytes] = []
    for number, text in enumerate(games(records), 1):
        some.append(text)
        if len(some) < PORTION and number < records:
            continue
        begun = _clock()
        assert all(verify_text(one).ok for one in some)
        between = _clock()
        bring_in(b"".join(some))
        verified, imported = verified + between - begun, imported + _clock() - between
        done += len(some)
        some.clear()
        if not early and done >= records / 10:
            early = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return verified, imported, early


def _clock() -> float:
    return time.process_time()


def bring_in(text: bytes) -> None:
    """As ``manage.py import_records`` does."""
    from matches.records.judged import BadItem
    from matches.records.many import import_all

    def refused(bad: BadItem) -> None:
        raise AssertionError(bad.code, bad.data) from bad

    for some in import_all(io.BytesIO(text), access="anyone", refused=refused):
        assert not any(one.same for one in some)


def games(records: int) -> Iterator[bytes]:
    from elekt_core import get_game
    from elekt_core.chance import SeededChance
    from elekt_core.contract import Setup
    from elekt_core.record.match import Play
    from elekt_core.record.record import record_of_play
    from elekt_core.record.text import format_record

    for number in range(records):
        name, seats = KINDS[number % len(KINDS)]
        game: Any = get_game(name)
        rng = random.Random(number)
        seed = sha256(f"import {number}".encode()).digest()
        play = Play.begin(game, Setup(name, game.ruleset().name, seats, {}), SeededChance(seed))
        while game.outcome(play.state) is None:
            asked = game.awaiting(play.state)[0].seat
            play.decide(rng.choice(game.options(play.state, asked)))
        yield format_record(record_of_play(play, f"game-{number}")).encode()


if __name__ == "__main__":
    main()

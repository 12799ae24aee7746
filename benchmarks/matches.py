"""Replays of whole matches of Elekt: loading, seeking, rebuilding the read models.

DATABASE_URL names a PostgreSQL server; a database is made there and dropped. Nothing else should be running.
"""

from __future__ import annotations

import json
import logging
import os
import random
import time
from collections.abc import Callable, Sequence
from io import StringIO
from uuid import UUID

from .ledger_setup import fresh_database

GAMES = 60
SEEKS = 400
ROUNDS = 5


def main() -> None:
    os.environ["STATIC_COLLECTED"] = "false"
    with fresh_database():
        from django.core.management import call_command

        logging.disable(logging.CRITICAL)
        call_command("migrate", verbosity=0)
        out = StringIO()
        call_command("simulate", count=GAMES, json=True, stdout=out, stderr=StringIO())
        matches = [json.loads(line) for line in out.getvalue().splitlines()]
        ids = [UUID(match["id"]) for match in matches]
        events = sum(match["events"] for match in matches)
        print(f"{GAMES} games of two random bots, {events} events")
        rows = each_of_400(ids, events, load)
        for match_id in ids:
            archive(match_id)
        packed = each_of_400(ids, events, load)
        for name, value, unit, bound in (
            ("loading and folding 400 events from rows", rows, "ms", ""),
            ("loading and folding 400 events from the archive", packed, "ms", ""),
            ("the same, warm", each_of_400(ids, events, warm), "ms", ""),
            ("seek on a warm replay page, p95 of server time", seek(ids[0]), "ms", "at most 20"),
            ("rebuilding the match read models", rebuild(), "events/s", "at least 60,000"),
        ):
            print(f"{name:<50} {value:>10,.2f} {unit:<9} {bound}")


def each_of_400(ids: Sequence[UUID], events: int, work: Callable[[UUID], None]) -> float:
    """Milliseconds for each 400 events, the best of some rounds."""
    seconds = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        for match_id in ids:
            work(match_id)
        seconds.append(time.perf_counter() - begun)
    return min(seconds) / events * 400 * 1e3


def load(match_id: UUID) -> None:
    from elekt_core.registry import get_game
    from matches.play.timeline import Timeline

    timeline = Timeline(match_id, get_game("elekt"))
    timeline.state(timeline.catch_up())


def warm(match_id: UUID) -> None:
    from elekt_core.registry import get_game
    from matches.play.timeline import timelines

    timeline = timelines.get(match_id, lambda: get_game("elekt"))
    timeline.state(timeline.catch_up())


def archive(match_id: UUID) -> None:
    from matches.play import archiving

    archiving.archive(match_id)


def seek(match_id: UUID) -> float:
    """The fragment that the slider and the arrow keys ask for, through all of Django. Milliseconds."""
    from django.test import Client
    from django.urls import reverse

    from matches.models import Match

    client, draw, last = Client(SERVER_NAME="localhost"), random.Random(1), Match.objects.get(id=match_id).version
    times = []
    for _ in range(SEEKS):
        page = reverse("matches:replay", args=[match_id, draw.randint(1, last)])
        begun = time.perf_counter()
        answer = client.get(page, headers={"HX-Request": "true"})
        times.append(time.perf_counter() - begun)
        assert answer.status_code == 200
    return sorted(times[SEEKS // 10 :])[int(0.95 * 0.9 * SEEKS)] * 1e3


def rebuild() -> float:
    """Events per second."""
    from ledger import projections

    rates = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        done = projections.rebuild(projections.named("matches"))
        rates.append(done.events / (time.perf_counter() - begun))
    return max(rates)


if __name__ == "__main__":
    main()

"""Rated matches with a bot, whole: played, rated, shown, and one of them annulled as its preview said.

    python -m benchmarks.rated_matches --count 1000                                                   # on SQLite
    DATABASE_URL=postgres://postgres@127.0.0.1/postgres python -m benchmarks.rated_matches --count 1000

The database is one of its own and is dropped. Tables of two to four: one of the game's own bots, and programs that
decide at random on accounts of their own, through the services that pages and the API call. What is measured is one
match from its last decision to the ladder's page that shows it: the decision's whole transaction, in which the match
is rated, and the page's answer behind it.
"""

from __future__ import annotations

import argparse
import logging
import os
import random
import statistics
import time
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from matches.tables import services as table_services
from matches.tables.commands import OpenTable, SitDown

from .ratings import database


@dataclass(frozen=True, slots=True)
class Ended:
    """Milliseconds of the last decision with its rating, and of the ladder's page behind it: by the clock, and of this
    process's processor, which other work on the machine hardly changes."""

    match: UUID
    stored: tuple[float, float]
    shown: tuple[float, float]


def clocks() -> tuple[float, float]:
    return 1000 * time.perf_counter(), 1000 * time.process_time()


def since(begun: tuple[float, float]) -> tuple[float, float]:
    clock, processor = clocks()
    return clock - begun[0], processor - begun[1]


def accounts(number: int) -> list[UUID]:
    from players.models import Player

    rows = [Player(username=f"program{count}", name=f"Program {count}") for count in range(number)]
    return [row.id for row in Player.objects.bulk_create(rows)]


def opened(game: str, seats: list[UUID]) -> UUID:
    """A rated table of these, with a random bot on the last seat."""

    done = table_services.open_table(
        OpenTable(game=game, seats=len(seats) + 1, bots={len(seats): "random"}, rated=True), by=seats[0]
    )
    match = done.match
    for number, player in enumerate(seats[1:], 1):
        match = table_services.change(done.table, SitDown(number), by=player).match
    assert match is not None, "everybody sits"
    return match


def play(match: UUID, seats: list[UUID], rng: random.Random, client: Any, most: int) -> Ended:
    from django.urls import reverse

    from elekt_core.record.record import encode_meta_decision
    from matches.models import Match
    from matches.play import queries, services

    row, decided, still = Match.objects.get(id=match), 0, list(range(len(seats)))
    while row.ended_at is None:
        seat, decided = row.awaited.bit_length() - 1, decided + 1
        if most and decided > most and still:
            giving_up = still.pop(rng.randrange(len(still)))
            begun = clocks()
            actor = services.player_actor(seats[giving_up])
            services.concede(match_id=match, seat=giving_up, decision_id=uuid4(), actor=actor)
            stored = since(begun)
            row = Match.objects.get(id=match)
            continue
        if row.automatic >> seat & 1:
            begun = clocks()
            services.decide_automatically(match_id=match, seat=seat, expected_version=row.version)
        else:
            here = queries.position(match_id=match, player=seats[seat])
            decision = encode_meta_decision(here.game, rng.choice(here.options))
            begun = clocks()
            services.decide(
                match_id=match,
                seat=seat,
                decision=decision,
                expected_version=row.version,
                decision_id=uuid4(),
                actor=services.player_actor(seats[seat]),
            )
        stored = since(begun)
        row = Match.objects.get(id=match)
    looked = clocks()
    page = client.get(reverse("players:ladder"))
    assert page.status_code == 200
    return Ended(match, stored, since(looked))


def run(game: str, count: int, people: int, most: int) -> None:
    from django.core.management import call_command
    from django.test import Client

    from matches import after_commit

    call_command("migrate", verbosity=0)
    logging.disable(logging.CRITICAL)
    rng, ids, done, begun = random.Random(1), accounts(people), list[Ended](), time.monotonic()
    last = begun
    client = Client(headers={"accept-language": "en"}, SERVER_NAME="localhost")
    from django.urls import reverse

    client.get(reverse("players:ladder"))  # what a server does once
    with after_commit.in_process():
        for number in range(count):
            seats = rng.sample(ids, rng.choice((1, 2, 3)))
            done.append(play(opened(game, seats), seats, rng, client, most))
            if time.monotonic() - last > 10:
                last = time.monotonic()
                print(f"  {number + 1} of {count} matches", flush=True)
    print(f"{count} matches of {game} in {time.monotonic() - begun:.0f} s")
    told = {
        "the last decision, with its rating": [one.stored for one in done],
        "the ladder's page": [one.shown for one in done],
        "rated and shown": [(one.stored[0] + one.shown[0], one.stored[1] + one.shown[1]) for one in done],
    }
    for name, both in told.items():
        for clock, milliseconds in zip(("clock", "processor"), zip(*both, strict=True), strict=True):
            cuts = statistics.quantiles(milliseconds, n=100)
            print(
                f"  {name}, {clock}: median {cuts[49]:.1f} ms, p95 {cuts[94]:.1f} ms, most {max(milliseconds):.1f} ms"
            )
    annul(done[count // 4].match, client)


def annul(match: UUID, client: Any) -> None:
    """One of the first quarter, so that hundreds come after it."""
    from django.urls import reverse

    from ledger import projections
    from matches.tables.rating import rated_game
    from players.ratings import rulings, services
    from players.ratings.commands import AnnulGame
    from players.ratings.models import RatedGame, Rating, RevisedChange

    game = rated_game(match)
    later = RatedGame.objects.filter(number__gt=RatedGame.objects.get(game=game).number).count()
    before = dict(Rating.objects.values_list("who", "value"))
    begun = time.perf_counter()
    foreseen = {move.who: (move.before, move.after) for move in rulings.preview(AnnulGame(game)).ladders[0].moved}
    between = time.perf_counter()
    services.change(AnnulGame(game, "a benchmark"), actor="player:bench")
    end = time.perf_counter()
    after_ = dict(Rating.objects.values_list("who", "value"))
    moved = {who: (before[who], value) for who, value in after_.items() if before[who] != value}
    assert moved == foreseen, "the ladder changes as the preview said"
    page = client.get(reverse("players:rated_game", args=[game])).content.decode()
    assert "This game was annulled" in page
    print(
        f"  annulled one with {later} behind it: preview {1000 * (between - begun):.0f} ms, done in "
        f"{1000 * (end - between):.0f} ms; {len(moved)} ratings moved as the preview said, "
        f"{RevisedChange.objects.count()} lines are known otherwise than published"
    )
    compared = projections.rebuild(projections.named("ratings"), compare=True)
    print(f"  rebuilt: {compared.rows} rows compared, {len(compared.differences)} differences")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="elekt")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--people", type=int, default=30)
    parser.add_argument("--decisions", type=int, default=0, help="then the programs concede; 0: to the end")
    options = parser.parse_args()
    os.environ["STATIC_COLLECTED"] = "false"
    with database():
        run(options.game, options.count, options.people, options.decisions)


if __name__ == "__main__":
    main()

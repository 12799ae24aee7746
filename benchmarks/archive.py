"""Searching the archive among 100,000 generated games: p95 of each kind of search, in the processor's time.

``--games`` says how many; ``--sqlite FILE`` uses a file (and keeps it: the next run finds its games), else DATABASE_URL
names a PostgreSQL server on this machine, on which a database is made and dropped. What the server's process works
counts, too; it works alone, without helpers. The rows are those of a real installation in number: two to four seats,
some dozen cards a seat. A fifth is imported, each seat under a typed name; a tenth was recorded at a real table, by one
of those who sat there: the others have typed names, or, where all have agreed that everybody finds it, accounts or no
name. Players, names, bots, cards and days are drawn from a fixed seed, a few of them far more often than others.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar
from uuid import UUID

from .ledger_setup import fresh_database

GAMES = {"elekt": "elekt-2e-r2", "enclave": "enclave-r1", "elector_counts": "elector-counts-r1"}
CARDS, PLAYERS, EVENTS = 80, 3_000, 100
FIRST = """Anna Piotr Katarzyna Krzysztof Maria Andrzej Małgorzata Tomasz Agnieszka Paweł Barbara Michał Ewa Marcin
Elżbieta Jakub Zofia Adam Teresa Łukasz Joanna Wojciech Hanna Mateusz Julia Stanisław Lena Grzegorz Emily James Chloé
Luis Ana Jürgen Greta Søren Ida Marco Giulia Noah"""
BEGIN = "Kowal Nowak Wiśni Dąbrow Lewan Zieli Szyman Woźni Kozłow Jankow Mazur Krawczy Grabow Pawłow Michal"
END = "ski czyk iak icz owa a ek ny"
FIRST_NAMES = FIRST.split()
TYPED = [f"{first} {begins}{ends}" for ends in END.split() for begins in BEGIN.split() for first in FIRST_NAMES]
EACH = 40
AT_ONCE = 2_000
Thing = TypeVar("Thing")
LIMITS = {"postgresql": 150, "sqlite": 400}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--sqlite", metavar="FILE")
    parser.add_argument("--only", metavar="WORD", default="", help="kinds of searches with this in their name")
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
        begun = time.perf_counter()
        people = known() or generate(asked.games, random.Random(17))
        print(f"{asked.games} games on {connection.vendor} made in {time.perf_counter() - begun:.0f} s")
        as_kept()
        report(people, random.Random(18), LIMITS[connection.vendor], asked.only)


def known() -> list[UUID]:
    """The players of a file that was made before."""
    from players.models import Player

    return list(Player.objects.order_by("name").values_list("id", flat=True))


def as_kept() -> None:
    """What PostgreSQL's autovacuum does within a minute of so many rows, also where it is switched off: counts are
    answered by indexes alone once pages are known to be visible to all."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")


def generate(games: int, rng: random.Random) -> list[UUID]:
    """Rows of matches and of the archive, as if they had been played; the players, the busiest first."""
    from matches.archive.models import ArchivedGame, ArchivedSeat
    from matches.archive.readmodels import CardRow, save_cards
    from matches.models import Match, RecordLabels, Seat, Table
    from players.models import Player
    from tournaments.models import CalledTable, Tournament

    people = [UUID(int=rng.getrandbits(128), version=4) for _ in range(PLAYERS)]
    Player.objects.bulk_create([Player(id=id_, name=f"Player {n:04}") for n, id_ in enumerate(people)], batch_size=500)
    events = [UUID(int=rng.getrandbits(128), version=4) for _ in range(EVENTS)]
    now = datetime(2026, 11, 1, tzinfo=UTC)
    opened = {"status": "over", "online": True, "automatic": True, "listed": True, "entrants": 9, "version": 1}
    days = {"opened_at": now, "changed_at": now}
    cups = enumerate(events)
    Tournament.objects.bulk_create(
        [Tournament(id=id_, title=f"Cup {n:03}", game="elekt", ruleset="", **opened, **days) for n, id_ in cups]
    )
    kinds = (Table, Seat, RecordLabels, Match, ArchivedGame, ArchivedSeat, CalledTable)
    coming = (_game(number, people, events, rng, now) for number in range(games))
    while some := list(islice(coming, AT_ONCE)):
        made = [row for rows in some for row in rows]
        for kind in kinds:
            kind._default_manager.bulk_create([row for row in made if type(row) is kind], batch_size=400)
        save_cards([row for row in made if type(row) is CardRow])
    return people


def _game(number: int, people: list[UUID], events: list[UUID], rng: random.Random, now: datetime) -> Iterator[Any]:
    from ledger import bulk
    from matches.archive import readmodels
    from matches.models import Match, RecordLabels, Seat, Table
    from tournaments.models import CalledTable

    game = rng.choice(list(GAMES))
    size, ended = rng.randint(2, 4), now - timedelta(minutes=5 * number)
    table = Table(id=UUID(int=rng.getrandbits(128), version=4), game=game, ruleset=GAMES[game], size=size, options={})
    kind = rng.random()
    is_imported, is_recorded = kind < 0.2, 0.2 <= kind < 0.3
    hidden = 0.8 if is_recorded else 0.05
    table.access, table.status = "link" if rng.random() < hidden else "anyone", "started"
    table.match, table.opened_at, table.version = UUID(int=rng.getrandbits(128), version=4), ended, 4
    sitting = [_often(people, rng) for _ in range(size)]
    bots = [rng.random() < 0.2 for _ in range(size)]
    table.host = sitting[0]
    seats = [
        Seat(table=table, number=n, player=None if bot else who, bot="greedy" if bot else "")
        for n, (who, bot) in enumerate(zip(sitting, bots, strict=True))
    ]
    typed = []
    if is_imported or is_recorded:
        if is_imported:
            table.imported = {"by": str(table.host), "proof": "none", "source": "", "head": ""}
        else:
            table.recorded = {"by": str(table.host), "agreed": [], "seen_by": ""}
        known = range(0) if is_imported else range(1) if table.access == "link" else range(size)
        for seat in seats:
            seat.bot, seat.player = "", seat.player if seat.number in known else None
        typed = ["" if n in known else _often(TYPED, rng) for n in range(size)]
        yield RecordLabels(table_id=table.id, by=table.host, names=typed)
    ranks = rng.sample(range(1, size + 1), size)
    row = Match(id=table.match, table=table, game=game, ruleset=GAMES[game], version=400, batches=rng.randint(40, 400))
    row.started_at = row.last_at = row.ended_at = ended
    row.awaited = row.automatic = row.conceded = 0
    row.due, row.ranks, row.scores = False, ranks, [9 - rank for rank in ranks]
    row.winner = ranks.index(1)
    archived = readmodels.seat_rows(row, table, seats, typed)
    found = readmodels.game_row(row, table)
    yield from (table, *seats, row, found, *archived)
    if rng.random() < 0.3:
        yield CalledTable(opened=table.id, tournament=_often(events, rng))
    id_, at = row.id.hex, bulk.moment(ended.isoformat())
    for seat in archived:
        for card in {int(rng.expovariate(1 / 20)) % CARDS for _ in range(12)}:
            played = rng.random() < 0.7
            owned = not played or rng.random() < 0.5
            had = (played, owned, seat.won, found.listed, is_imported, is_recorded)
            yield readmodels.CardRow(id_, seat.seat, game, f"card_{card}", *had, at)


def _often(things: Sequence[Thing], rng: random.Random) -> Thing:
    """One of them, the first far more often than the last."""
    return things[int(len(things) * rng.random() ** 3)]


def report(people: Sequence[UUID], rng: random.Random, limit: int, only: str) -> None:
    from matches.archive import queries
    from matches.archive.queries import Wanted

    def who() -> str:
        return str(_often(list(people), rng))

    def card() -> dict[str, str]:
        return {"game": rng.choice(list(GAMES)), "card": f"card_{rng.randrange(CARDS)}"}

    def typed() -> str:
        return _often(TYPED, rng)

    kinds: dict[str, Callable[[], dict[str, Any]]] = {
        "latest": dict,
        "game": lambda: {"game": rng.choice(list(GAMES))},
        "ruleset": lambda: {"ruleset": rng.choice(list(GAMES.values()))},
        "player": lambda: {"player": who()},
        "player by name": lambda: {"player": f"Player {rng.randrange(PLAYERS):04}"},
        "typed name": lambda: {"player": typed()},
        "typed name, typed": lambda: {"player": typed(), "named": "typed", "result": "won"},
        "two typed names": lambda: {"player": typed(), "against": typed()},
        "busiest two typed": lambda: {"player": TYPED[0], "against": TYPED[1]},
        "first name": lambda: {"player": rng.choice(FIRST_NAMES)},
        "letters of a name": lambda: {"player": rng.choice(("owa", "an", "ni", "ow", "zzz", "ia", "e"))},
        "two first names": lambda: {"player": rng.choice(FIRST_NAMES), "against": rng.choice(FIRST_NAMES)},
        "part of many names": lambda: {"player": "ska", "against": "player"},
        "card of a typed name": lambda: {**card(), "player": typed()},
        "player, won": lambda: {"player": who(), "result": "won"},
        "two players": lambda: {"player": who(), "against": who()},
        "busiest two": lambda: {"player": str(people[0]), "against": str(people[1])},
        "bot, lost, seat": lambda: {"player": "bot:greedy", "result": "lost", "seat": "2"},
        "card": card,
        "card, owned, won": lambda: {**card(), "had": "owned", "result": "won"},
        "card of a player": lambda: {**card(), "player": who()},
        "event": lambda: {"event": f"Cup {rng.randrange(EVENTS):03}"},
        "length": lambda: {"least": 100, "most": 100 + rng.randrange(3)},
        "longest": lambda: {"least": 399},
        "days": lambda: {"since": "2026-06-01", "until": f"2026-06-{rng.randint(1, 28):02}"},
        "seat won": lambda: {"seat": "4", "result": "won"},
        "many at once": lambda: {**card(), "player": who(), "result": "won", "least": 100, "seat": "1"},
        "nothing": lambda: {"player": who(), "ruleset": "none", "game": "elekt"},
    }
    worst, clock = 0.0, working()
    for name, wanted in ((name, wanted) for name, wanted in kinds.items() if only in name):
        for asker in (None, people[0]):
            times = []
            for _ in range(EACH):
                asked = Wanted(**wanted())
                begun = clock()
                queries.search(asked, player=asker)
                times.append((clock() - begun) * 1e3)
            p95 = sorted(times)[int(len(times) * 0.95) - 1]
            worst = max(worst, p95)
            print(f"{name:<20} {'signed in' if asker else 'anybody':<10} p95 {p95:7.1f} ms", flush=True)
    print(f"worst p95 {worst:.1f} ms, at most {limit}: {'ok' if worst <= limit else 'TOO SLOW'}")


def working() -> Callable[[], float]:
    """A clock of the seconds for which this thread, and the process of its database, have worked."""
    from django.db import connection

    if connection.vendor == "sqlite":
        return time.thread_time
    with connection.cursor() as cursor:
        cursor.execute("SET max_parallel_workers_per_gather = 0")
        cursor.execute("SELECT pg_backend_pid()")
        process = Path(f"/proc/{cursor.fetchone()[0]}/schedstat")
    return lambda: time.thread_time() + int(process.read_text().split()[0]) / 1e9


if __name__ == "__main__":
    main()

"""The way of one decision: which of the product's files a POST of it enters, and how often one calls another.

    python -m benchmarks.decision_way [--games NAME ...] [--decisions 30] [--list]

Two people play random decisions on an SQLite database of its own, as browsers with an open stream do: each POST is
acknowledged. Caches are warm: the first ten decisions are not counted. A call counts where the
product's nearest frame above it stands in another file; what lies between (Django, msgspec) is passed over.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path
from statistics import median
from types import CodeType, FrameType
from typing import Any, NamedTuple
from uuid import uuid4

HOME = Path(__file__).resolve().parent.parent
FLOORS = ("config", "tournaments", "matches", "players", "web", "ledger", "elekt_core")
WARM_AFTER = 10


class Way(NamedTuple):
    """Of one POST: the calls from file to file, by caller and callee, each a file and a function."""

    calls: Counter[tuple[tuple[str, str], tuple[str, str]]]

    @property
    def files(self) -> set[str]:
        return {place for pair in self.calls for place, _ in pair}

    @property
    def pairs(self) -> int:
        return len(self.calls)


class Watch:
    """While it is entered, notes each call from one file of the product to another."""

    def __init__(self) -> None:
        self.calls: Counter[tuple[tuple[str, str], tuple[str, str]]] = Counter()
        self._places: dict[CodeType, str] = {}

    def __enter__(self) -> Watch:
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _note(self, frame: FrameType, event: str, _: Any) -> None:
        if event != "call" or not (called := self._place(frame.f_code)):
            return
        above = frame.f_back
        while above is not None and not self._place(above.f_code):
            above = above.f_back
        if above is not None and (caller := self._place(above.f_code)) != called:
            self.calls[(caller, above.f_code.co_qualname), (called, frame.f_code.co_qualname)] += 1

    def _place(self, code: CodeType) -> str:
        """The file inside the product; ``""`` for all other."""
        if code not in self._places:
            name = code.co_filename
            inside = name.startswith(f"{HOME}/") and name[len(str(HOME)) + 1 :].split("/")[0] in FLOORS
            self._places[code] = name[len(str(HOME)) + 1 :] if inside else ""
        return self._places[code]


def ways(game: str, decisions: int) -> list[Way]:
    """Of ``decisions`` decisions of one match, after the first."""
    from django.test import Client

    from elekt_core.record.record import encode_meta_decision
    from matches.models import Match
    from matches.play import queries
    from matches.tables import services
    from matches.tables.commands import OpenTable, SitDown
    from players.models import Player

    people = [Player.objects.create_user(None, name=name).id for name in ("Alice", "Bob")]
    opened = services.open_table(OpenTable(game=game, seats=2, host_seat=0), by=people[0])
    match = services.change(opened.table, SitDown(), by=people[1]).match
    assert match is not None
    browsers = [Client() for _ in people]
    for browser, player in zip(browsers, people, strict=True):
        browser.force_login(Player.objects.get(id=player))
    chance, found = random.Random(13), []
    for number in range(WARM_AFTER + decisions):
        row = Match.objects.get(id=match)
        if row.ended_at is not None:
            break
        seat = row.awaited.bit_length() - 1
        here = queries.position(match_id=match, player=people[seat])
        decision = encode_meta_decision(here.game, chance.choice(here.options))
        form = {"decision": json.dumps(decision), "expected_version": row.version, "decision_id": uuid4()}
        with Watch() as watch:
            answer = browsers[seat].post(
                f"/matches/{match}/decide/", form, headers={"hx-request": "true", "x-stream": "open"}
            )
        assert answer.status_code == 204, answer.content
        if number >= WARM_AFTER:
            found.append(Way(watch.calls))
    return found


def report(game: str, found: list[Way], listed: bool) -> None:
    every: Counter[str] = Counter(name for way in found for name in way.files)
    outside = {name for name in every if not name.startswith("elekt_core/")}
    print(f"{game}: {len(found)} decisions")
    for title, figures in (
        ("files entered", [len(way.files) for way in found]),
        ("  of them in the core", [sum(name.startswith("elekt_core/") for name in way.files) for way in found]),
        ("pairs of functions that call from file to file", [way.pairs for way in found]),
        ("calls from file to file", [way.calls.total() for way in found]),
    ):
        print(f"  {title:<50} median {median(figures):>6,.0f}  least {min(figures):>6,}  most {max(figures):>6,}")
    print(f"  {'files entered by any of them':<50} {len(every):>13,}  outside the core {len(outside)}")
    if listed:
        calls: Counter[str] = Counter()
        for way in found:
            for (_, (called, _)), number in way.calls.items():
                calls[called] += number
        for name, times in sorted(every.items(), key=lambda item: (-item[1], item[0])):
            print(f"    {name:<55} in {times:>3} of {len(found)}, entered {calls[name] / len(found):>7.1f} times each")


def main() -> None:
    asked = argparse.ArgumentParser(prog="benchmarks.decision_way")
    asked.add_argument("--games", nargs="*", default=["elekt", "enclave", "elector_counts"])
    asked.add_argument("--decisions", type=int, default=30)
    asked.add_argument("--list", action="store_true", help="name the files")
    asked.add_argument("--pairs", action="store_true", help="name the calls of the longest way")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as data:
        os.environ |= {"ELEKT_DATA": data, "STATIC_COLLECTED": "false", "DJANGO_SETTINGS_MODULE": "config.settings"}
        os.environ |= {"DATABASE_URL": f"sqlite:///{Path(data, 'way.sqlite3')}", "DATABASE_POOL": "0"}
        os.environ["ALLOWED_HOSTS"] = "testserver"
        import django

        django.setup()
        from django.core.management import call_command

        logging.disable(logging.CRITICAL)
        call_command("migrate", verbosity=0)
        for game in given.games:
            found = ways(game, given.decisions)
            report(game, found, given.list)
            if given.pairs:
                for (caller, called), number in max(found, key=lambda way: way.pairs).calls.items():
                    print("    {}:{} -> {}:{}".format(*caller, *called), number)


if __name__ == "__main__":
    main()

"""The processor's time of a process in which streams are open and nothing happens, in process, by kind of stream.

    [DATABASE_URL=postgres://...] python -m benchmarks.live.quiet [--streams 200] [--seconds 20]

Half of them were opened by browsers, half by programs, of players of running matches; tables are hidden ones that wait.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from .setting import begun, own_database

WARM = 5.0
"""Seconds after which it is measured."""


@dataclass(frozen=True, slots=True)
class Open:
    """A stream that is to be open: its kind, id and viewer, and who listens by which session or token."""

    kind: str
    stream: UUID
    viewer: str
    player: UUID
    session: str = ""
    token: UUID | None = None


def opened(streams: int) -> dict[str, list[Open]]:
    """So many of each kind."""
    from django.test import Client

    from matches.company import news
    from matches.models import Table
    from matches.tables import services
    from matches.tables.commands import OpenTable
    from players.models import ApiToken, Player

    found: dict[str, list[Open]] = {"match": [], "company": [], "table": []}
    for _ in range(streams // 2):
        playing = begun()
        waiting = services.open_table(
            OpenTable(game="elekt", seats=3, host_seat=0, access=Table.Access.NAMED, invited=playing.people[1:]),
            by=playing.people[0],
        ).table
        browser = Client()
        browser.force_login(Player.objects.get(id=playing.people[0]))
        token = ApiToken.objects.get(player=playing.people[1]).pk
        session = str(browser.session.session_key)
        for seat, player in enumerate(playing.people):
            by = (session, None) if seat == 0 else ("", token)
            found["match"].append(Open("match", playing.match, str(seat), player, *by))
            beside = f"{playing.match}/{seat}"
            found["company"].append(Open("company", news.stream_of(playing.match), beside, player, *by))
            found["table"].append(Open("table", waiting, str(player), player, *by))
    return found


async def quiet(streams: Sequence[Open], seconds: float) -> float:
    """Milliseconds of the processor in each second."""
    from web.live.admission import Listener
    from web.live.audience import Audience
    from web.live.hub import Hub

    hub = Hub()
    for one in streams:
        audience = Audience(one.kind, one.stream, one.viewer, "en", "html")
        listener = Listener(one.player, one.session, one.token)
        await hub.subscribe(audience, 10**6, listener)
    await asyncio.sleep(WARM)
    began, spent = time.monotonic(), time.process_time()
    await asyncio.sleep(seconds)
    return 1000 * (time.process_time() - spent) / (time.monotonic() - began)


def main() -> None:
    asked = argparse.ArgumentParser(prog="benchmarks.live.quiet")
    asked.add_argument("--streams", type=int, default=200)
    asked.add_argument("--seconds", type=float, default=20)
    given = asked.parse_args()
    with own_database():
        of_kind = opened(given.streams)
        of_kind["none"] = []
        of_kind["match and company"] = [*of_kind["match"][::2], *of_kind["company"][::2]]
        for name, streams in of_kind.items():
            print(f"{name:<20} {asyncio.run(quiet(streams, given.seconds)):>6.1f} ms of each second")


if __name__ == "__main__":
    main()

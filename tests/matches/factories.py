"""People, tables and matches for tests. Alice opens tables, Bob plays against her, Charlie has nothing to do with it.

Nothing here is a rule of any game.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from secrets import token_bytes
from typing import Any
from unittest.mock import patch
from urllib.parse import parse_qs, urlsplit
from uuid import UUID, uuid4

from django.test import Client

from elekt_core.contract import SeatNo
from elekt_core.record.record import encode_meta_decision
from matches.models import Match
from matches.models import Table as Row
from matches.play import queries, services
from matches.play.services import Decided
from matches.tables import services as table_services
from matches.tables.commands import OpenTable, SitDown
from players.models import Player
from web.live import sse
from web.live.audience import frames

GAME = "high-card"


def person(name: str) -> UUID:
    """Without an account."""
    return Player.objects.create_user(None, name=name).id


def account(name: str, *, staff: bool = False) -> UUID:
    """Somebody who logs in with this name, in small letters."""
    return Player.objects.create_user(name.lower(), name=name, is_staff=staff).id


@dataclass
class Table:
    """A started match and who plays it; ``players[seat]`` is None for a bot."""

    id: UUID
    match: UUID
    players: list[UUID | None]

    def version(self) -> int:
        return Match.objects.get(id=self.match).version

    def awaited(self) -> int:
        return Match.objects.get(id=self.match).awaited.bit_length() - 1

    def option(self, seat: int, number: int = 0) -> dict[str, Any]:
        """One of the seat's legal decisions, encoded."""
        here = queries.position(match_id=self.match, player=self.players[seat])
        return encode_meta_decision(here.game, here.options[number])

    def decide(self, seat: int | None = None, **changes: Any) -> Decided:
        """The awaited seat takes its first option, unless something else is asked for."""
        seat = self.awaited() if seat is None else seat
        asked: dict[str, Any] = {
            "match_id": self.match,
            "seat": SeatNo(seat),
            "expected_version": self.version(),
            "decision_id": uuid4(),
            "actor": services.player_actor(self.players[seat] or UUID(int=0)),
        }
        asked["decision"] = changes.pop("decision", None) or self.option(seat)
        return services.decide(**asked | changes)

    def play_out(self) -> Match:
        """To the end, people and bots alike."""
        while (row := Match.objects.get(id=self.match)).ended_at is None:
            self.go_on()
        return row

    def go_on(self) -> None:
        """One decision of whoever is awaited, a bot's by itself."""
        row = Match.objects.get(id=self.match)
        seat = row.awaited.bit_length() - 1
        if row.automatic >> seat & 1:
            services.decide_automatically(match_id=row.id, seat=seat, expected_version=row.version)
        else:
            self.decide(seat)

    def client(self, seat: int, language: str = "en") -> Client:
        """The browser of the person on this seat."""
        client = Client(headers={"accept-language": language})
        client.force_login(Player.objects.get(id=str(self.players[seat])))
        return client


def started(*names: str, game: str = GAME, seed: str = "", access: str = "anyone", **agreed: Any) -> Table:
    """A match between people by name; ``bot:random`` is a bot. The first one opens the table.

    ``agreed`` are a ruleset and options.
    """
    players = [None if name.startswith("bot:") else person(name) for name in names]
    host = players[0] or person("Alice")
    bots = {seat: name.removeprefix("bot:") for seat, name in enumerate(names) if name.startswith("bot:")}
    secret = sha256(seed.encode()).digest() if seed else token_bytes(32)
    with patch("matches.tables.services.secrets.token_bytes", return_value=secret):
        opened = table_services.open_table(
            OpenTable(
                game=game,
                seats=len(names),
                host_seat=0 if players[0] else None,
                bots=bots,
                access=Row.Access(access),
                invited=tuple(player for player in players[1:] if player),
                **agreed,
            ),
            by=host,
        )
        match = opened.match
        for seat, player in enumerate(players):
            if seat and player:
                match = table_services.change(opened.table, SitDown(seat), by=player).match
    assert match is not None
    return Table(opened.table, match, players)


def heard(address: str) -> str:
    """What a page hears at the address of its live stream, from the beginning."""
    signed = sse._signed(parse_qs(urlsplit(address).query)["token"][0])
    assert signed is not None
    _, made = frames(signed[0], 0)
    return "".join(frame.data.decode() for frame in made)

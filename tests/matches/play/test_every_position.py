"""A replay can stop after every fact: the page, its board and the JSON are there at each, from every seat.

Also in the middle of a batch and before the cards are dealt, for the games of the house and for one from outside.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from elekt_core.bots import play_out
from elekt_core.contract import CONCEDE, SeatNo, Setup
from elekt_core.record.match import Play
from elekt_core.record.replay import Replay
from elekt_core.registry import bots_of, game_names, get_game
from matches.models import Match
from tests.elekt_core.conftest import forget
from tests.elekt_core.plain.test_plain import OUTSIDE
from tests.matches.factories import started
from tests.sampling import sample

GAMES = (*game_names(), "high_stakes")
DECISIONS = 2
STRIDE = 9
"""Of a long match every so many positions are looked at, each as somebody else."""
RULESETS = [(name, one.name) for name in game_names() for one in get_game(name).rulesets]


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(OUTSIDE))
    forget()
    yield
    forget()


@pytest.mark.django_db
@pytest.mark.parametrize("name", GAMES)
def test_the_page_and_the_api_show_every_position_of_a_match(name: str) -> None:
    table = started("Alice", "Bob", game=name, seed="every position")
    for _ in range(DECISIONS):
        table.go_on()
    table.decide(table.awaited(), decision={"kind": CONCEDE})
    row = Match.objects.get(id=table.match)
    assert row.ended_at is not None
    clients = [table.client(0), table.client(1), Client(headers={"accept-language": "pl"})]
    looks = [(client, seen_from) for client in clients for seen_from in ("0", "1", "spectator", "open")]
    short = name == "high_stakes"
    few = sample(4 if short else 1, len(looks))
    for at in range(1, row.version + 1, sample(1 if short else STRIDE, 1)):
        for n in range(few):
            client, seen_from = looks[(at * 7 + n) % len(looks)]
            page = client.get(f"/matches/{table.match}/replay/{at}/?as={seen_from}")
            assert page.status_code == 200, f"{at} as {seen_from}"
            told = client.get(f"/api/v1/matches/{table.match}/position/?at={at}&as={seen_from}")
            assert (told.status_code, told.json()["at"]) == (200, at)


@pytest.mark.parametrize(("name", "ruleset"), RULESETS)
def test_boards_and_json_of_whole_games(name: str, ruleset: str) -> None:
    game = get_game(name)
    seats = game.ruleset(ruleset).seats[0]
    random = bots_of(game)["random"]
    play: Play[Any] = play_out(game, Setup(name, ruleset, seats, {}), [random] * seats, b"every position")
    replay: Replay[Any] = Replay(game)
    replay.extend(play.events)
    for at in range(1, len(replay) + 1, sample(7, 1)):
        for viewer in (None, *map(SeatNo, range(seats))):
            view = replay.view(at, viewer)
            json.dumps(game.encode_state(view))
            assert game.board(view, "en") is not None
            game.words("pl", ["Alice", "Bob"][:seats]).event(game.redact(replay.events[at - 1], viewer), view)

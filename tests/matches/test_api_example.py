"""The program in docs/ does what it says, against the real server, with a bot that is woken as in the product."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest
from django.utils import timezone

from matches.models import Match
from matches.play.verification import of_any
from players import services as players
from players.models import Player
from tests.sampling import sample

from .factories import person
from .serving import served, working

EXAMPLE = Path(__file__).parents[2] / "docs" / "api_example.py"


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("game", "bot"), [*sample([], [("elekt", "random")]), ("high-card", "random")])
def test_the_example_plays_a_whole_game(game: str, bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    owner = Player.objects.get(id=person("Alice"))
    secret = players.issue_token(player=owner, label="example", now=timezone.now()).secret
    play = runpy.run_path(str(EXAMPLE))["play"]
    with working(monkeypatch) as sent, served() as address:
        outcome = play(address, secret, bot, game)
    row = Match.objects.get()
    assert row.ended_at is not None
    assert outcome["ranks"] == row.ranks
    assert of_any(row.id).ok
    assert sent
    assert {arguments[1] for task, arguments in sent if task == "matches.tasks.play"} == {1}


def test_the_example_is_short() -> None:
    lines = [line for line in EXAMPLE.read_text().splitlines() if line.strip()]
    assert len(lines) <= 40
    assert "import django" not in EXAMPLE.read_text()

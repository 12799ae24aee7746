"""Whole leagues in memory: over seasons with people who leave and join nobody is lost, and every move is as told."""

from __future__ import annotations

import json
from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import call_command

from tournaments.leagues import ways
from tournaments.leagues.rehearsal import Played, prove_league, rehearse_league
from tournaments.leagues.rules import Rules
from tournaments.rehearsal import Rates

EVENTFUL = Rates(leaves=0.05, late=0.2, corrections=0.5, no_shows=0.05, draws=0.1)


def played(way: str, best: int, members: int = 9, seed: int = 1, playoff: int = 0) -> Played:
    divisions = tuple(ways.division(f"Division {at}", 4, way, 0, best) for at in range(2))
    rules = Rules(divisions, playoff=playoff, border=ways.Border(ways.KNOCK_OUT).plan() if playoff == 2 else {})
    return rehearse_league(rules, members, 3, seed, EVENTFUL)


@pytest.mark.parametrize(("way", "best", "members"), [("duels", 2, 9), ("fours", 0, 9), ("pods", 0, 8)])
def test_a_league_of_three_seasons_breaks_no_law(way: str, best: int, members: int) -> None:
    """Five cannot play in pods: where so many are left the next season is not begun."""
    done = played(way, best, members)
    assert done.flaws == []
    assert done.moves > 0
    assert len(done.state.seasons) == 3 or done.stopped


@pytest.mark.parametrize(("way", "playoff"), [("duels", 1), ("duels", 2)])
def test_play_offs_at_the_borders_are_rehearsed_and_corrected_too(way: str, playoff: int) -> None:
    done = played(way, 0, 10, playoff=playoff)
    assert done.flaws == []
    assert done.play_offs > 0
    assert any(key.endswith("-border") for one in done.seasons for key in one.state.stages)
    assert "playoff" in " ".join(move.code for one in done.state.seasons if one.closing for move in one.closing.moves)


def test_a_stream_that_lacks_an_event_is_found_out() -> None:
    done = played("duels", 0)
    lacking = replace(done, stream=done.stream[:-1])
    assert prove_league(lacking) == ["the stream of the league folds to another state"]


def test_the_command_prints_a_league_in_a_line() -> None:
    out = StringIO()
    call_command("simulate_tournament", format="league", players=8, seats=2, final=0, seasons=2, json=True, stdout=out)
    told = json.loads(out.getvalue())
    assert (told["seed"], told["seasons"], told["flaws"]) == (0, 2, [])

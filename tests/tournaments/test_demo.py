from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command

from matches.regulars import IDS
from players.ratings.models import Rating
from players.ratings.outcome import person
from tournaments import queries
from tournaments.leagues import queries as leagues
from tournaments.leagues import services
from tournaments.shelf import shelf
from tournaments.state import Status

pytestmark = pytest.mark.django_db


def test_the_demo_has_a_finished_evening_and_one_to_enter_and_comes_once() -> None:
    out = StringIO()
    call_command("demo_tournament", stdout=out)
    assert "was played by 12" in out.getvalue()
    call_command("demo_tournament", stdout=(again := StringIO()))
    assert again.getvalue() == ""
    found = {line.status: line for line in queries.tournaments(player=None)}
    assert set(found) == {Status.OPEN, Status.CLOSED}
    log = queries.change_log(tournament_id=found[Status.CLOSED].id, player=None)
    assert sum(bool(change.said) for change in log) == 1
    assert Rating.objects.filter(games__gt=0, who__in=[person(id_) for id_ in IDS.values()]).count() == 12


def test_the_demo_has_a_league_in_its_second_season_and_it_comes_once() -> None:
    out = StringIO()
    call_command("demo_league", stdout=out)
    assert "is in its second season" in out.getvalue()
    call_command("demo_league", stdout=(again := StringIO()))
    assert again.getvalue() == ""
    (line,) = leagues.leagues(player=None)
    first, second = services.existing(line.id).seasons
    assert first.closing is not None
    assert not second.is_closed
    assert {move.code for move in first.closing.moves} >= {"promoted", "relegated"}
    tables = [table for stage in shelf.state(second.tournament).stages.values() for table in stage.tables()]
    assert [sum(table.is_done for table in tables), len(tables)] == [2 * 2 * 3, 2 * 5 * 3]

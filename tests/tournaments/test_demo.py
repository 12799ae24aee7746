from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command

from matches.regulars import IDS
from players.ratings.models import Rating
from players.ratings.outcome import person
from tournaments import queries
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

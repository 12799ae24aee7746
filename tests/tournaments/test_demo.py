from __future__ import annotations

from io import StringIO
from itertools import count
from typing import Any
from uuid import uuid5

import pytest
from django.conf import settings
from django.core.management import call_command

from matches.play.simulation import NAMESPACE
from matches.regulars import HOST, IDS, arrive
from players.ratings.models import Rating
from players.ratings.outcome import person
from players.services import enter_as_guest
from tests.sampling import sample
from tournaments import commands, queries
from tournaments import services as tournaments
from tournaments.cache import cache
from tournaments.decisions.field import Newcomer
from tournaments.leagues import queries as leagues
from tournaments.leagues import services
from tournaments.presets import PRESETS, Wish
from tournaments.settings import Settings
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


def stopped(command: str, after: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command begins, and comes as far as its ``after``-th change of a tournament."""
    real, changes = tournaments._change, count(1)

    def change(*arguments: Any, **how: Any) -> tournaments.Changed:
        if next(changes) > after:
            raise KeyboardInterrupt
        return real(*arguments, **how)

    with monkeypatch.context() as patched:
        patched.setattr(tournaments, "_change", change)
        with pytest.raises(KeyboardInterrupt):
            call_command(command, stdout=StringIO())


@pytest.mark.parametrize("after", sample([7], [2, 7, 12]))
def test_a_demo_evening_that_was_begun_is_played_to_its_end(after: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before its first stage, in the middle of its first round, before the correction in its second."""
    stopped("demo_tournament", after, monkeypatch)
    call_command("demo_tournament", stdout=(out := StringIO()))
    assert "was played by 12" in out.getvalue()
    assert "set aside" not in out.getvalue()
    found = [line.status for line in queries.tournaments(player=None)]
    assert sorted(found) == [Status.CLOSED, Status.OPEN]


@pytest.mark.parametrize("after", sample([8], [3, 8]))
def test_a_demo_league_that_was_begun_is_played_on(after: int, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped("demo_league", after, monkeypatch)
    call_command("demo_league", stdout=(out := StringIO()))
    assert "is in its second season" in out.getvalue()
    assert "set aside" not in out.getvalue()


def test_what_this_version_cannot_finish_is_set_aside_and_does_not_stop_prepare() -> None:
    """An older version's evening, with people whom this one does not know."""
    stranger = enter_as_guest(name="Charlie").pk
    old = tournaments.open_tournament(
        owner=HOST,
        title="Older evening",
        game=settings.DEFAULT_GAME,
        stages=PRESETS["pods"](Wish(4, 3, 4)),
        settings=Settings(online=False, open_entry=False),
        decision_id=uuid5(NAMESPACE, "demo tournament False"),
    ).tournament
    newcomers = [Newcomer(id_) for id_ in (*list(arrive().values())[:3], stranger)]
    tournaments.change(old, commands.Enter(tuple(newcomers)), by=HOST)
    call_command("demo_tournament", stdout=(out := StringIO()))
    assert "The demo's club evening cannot be finished and is set aside" in out.getvalue()
    assert cache.state(old).status is Status.CANCELLED
    assert "was played by 12" in out.getvalue()
    call_command("demo_tournament", stdout=(again := StringIO()))
    assert again.getvalue() == ""


def test_demo_content_that_fails_altogether_does_not_stop_prepare(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise RuntimeError("the demo is broken")

    for command in ("matches.management.commands.demo_ratings", "matches.management.commands.demo"):
        monkeypatch.setattr(f"{command}.Command.handle", fails)
    for command in ("demo_tournament", "demo_league"):
        monkeypatch.setattr(f"tournaments.management.commands.{command}.arrive", fails)
    call_command("prepare", demo=True, stdout=StringIO(), stderr=(said := StringIO()))
    assert said.getvalue().count("the demo is broken. The product starts without it.") == 4


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
    tables = [table for stage in cache.state(second.tournament).stages.values() for table in stage.tables()]
    assert [sum(table.is_done for table in tables), len(tables)] == [2 * 2 * 3, 2 * 5 * 3]

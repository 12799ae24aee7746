"""A demo league in its second season."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any
from uuid import UUID, uuid5

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import translation
from django.utils.translation import gettext as _

from matches import demo
from matches.play.simulation import NAMESPACE
from matches.regulars import HOST, NAMES, arrive
from tournaments import plans
from tournaments.cache import cache
from tournaments.demo import enter_results
from tournaments.formats.contract import Plan
from tournaments.leagues import commands as league_commands
from tournaments.leagues import services
from tournaments.leagues.rules import Division, Rules

PLAN = plans.plain(Plan("round_robin", tie_breaks=("DE", "SB")))
ROUNDS_PLAYED = 2
"""Of the season that runs."""


class Command(BaseCommand):
    help = "Make a demo league, once: two divisions of duels, one season closed and one that runs."

    def handle(self, *args: Any, **options: Any) -> None:
        people = arrive()
        demo.make("league", lambda number: self._league(number, people), self.stdout.write)

    def _league(self, number: str, people: Mapping[str, UUID]) -> bool:
        with translation.override("pl"):
            divisions = tuple(Division(_("Division %(n)s") % {"n": no}, 6, PLAN) for no in (1, 2))
            title = _("City league")
        league = services.open_league(
            owner=HOST,
            decision_id=uuid5(NAMESPACE, f"demo league{number}"),
            command=league_commands.OpenLeague(title=title, game=settings.DEFAULT_GAME, rules=Rules(divisions)),
        ).league
        seasons, dice = services.existing(league).seasons, Random(7)
        if not any(season.is_closed for season in seasons):
            for name in NAMES:
                services.change(league, league_commands.Join(), by=people[name])
            self._play(league, dice)
            services.change(league, league_commands.CloseSeason(), by=HOST)
        if len(seasons) < 2 or not _has_begun(seasons[1].tournament):
            self._play(league, dice, ROUNDS_PLAYED)
            self.stdout.write(f"league {league} is in its second season")
        return True

    def _play(self, league: UUID, dice: Random, rounds: int | None = None) -> None:
        """Play the running season, or the next one: to the end, or only this many rounds."""
        if services.existing(league).running is None:
            services.change(league, league_commands.OpenSeason(), by=HOST)
        services.change(league, league_commands.BeginSeason(), by=HOST)
        season = services.existing(league).running
        assert season is not None
        for key, stage in cache.state(season.tournament).stages.items():
            for one in stage.rounds[:rounds]:
                enter_results(season.tournament, key, one.tables.values(), dice)


def _has_begun(season: UUID) -> bool:
    """Whether its first results exist; no more are played then."""
    stages = cache.state(season).stages.values()
    return any(table.is_done for stage in stages for table in stage.tables())

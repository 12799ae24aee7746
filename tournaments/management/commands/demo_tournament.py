"""A finished club evening, and a tournament open for entries, for the first look."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from random import Random
from typing import Any
from uuid import UUID, uuid5

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import translation
from django.utils.translation import gettext as _

from matches import demo
from matches.play import simulation as matches
from matches.regulars import HOST, NAMES, arrive
from tournaments import commands, services
from tournaments.cache import cache
from tournaments.decisions import rounds
from tournaments.decisions.field import Newcomer
from tournaments.demo import enter_results
from tournaments.presets import PRESETS, Wish
from tournaments.settings import Settings
from tournaments.state import State, Status, TableRef
from web.errors import Refused


class Command(BaseCommand):
    help = "Make demo tournaments, once: a finished club evening, and one that takes entries."

    def handle(self, *args: Any, **options: Any) -> None:
        people = arrive()
        demo.make("club evening", lambda number: self._evening(number, people), self.stdout.write)
        demo.make("open tournament", self._entries, self.stdout.write)

    def _evening(self, number: str, people: Mapping[str, UUID]) -> bool:
        with translation.override("pl"):
            evening = self._open(number, _("Club evening in November"), open_entry=False)
        status = cache.state(evening).status
        if status in {Status.CLOSED, Status.CANCELLED}:
            return status is Status.CLOSED
        try:
            self._play(evening, [(name, Newcomer(people[name])) for name in NAMES])
        except Exception:
            with suppress(Refused):
                services.change(evening, commands.Cancel(), by=HOST)
            raise
        self.stdout.write(f"tournament {evening} was played by {len(NAMES)}")
        return True

    def _entries(self, number: str) -> bool:
        with translation.override("pl"):
            self._open(number, _("Club evening in December"), open_entry=True)
        return True

    def _open(self, number: str, title: str, *, open_entry: bool) -> UUID:
        opened = services.open_tournament(
            owner=HOST,
            title=title,
            game=settings.DEFAULT_GAME,
            stages=PRESETS["pods"](Wish(4, 3, 4)),
            settings=Settings(online=False, open_entry=open_entry),
            decision_id=uuid5(matches.NAMESPACE, f"demo tournament {open_entry}{number}"),
        )
        return opened.tournament

    def _play(self, tournament: UUID, people: list[tuple[str, Newcomer]]) -> None:
        """Every result is drawn by the players' strength; one is corrected a round later."""
        dice = Random(11)
        if not cache.state(tournament).entries:
            services.change(tournament, commands.Enter(commands.named(people)), by=HOST)
            for _name, newcomer in people:
                assert newcomer.player is not None
                services.change(tournament, commands.ConfirmEntry(), by=newcomer.player)
        while (key := _next_to_play(cache.state(tournament))) is not None:
            if key not in cache.state(tournament).stages:
                services.change(tournament, commands.StartStage(key, by_seeding=True), by=HOST)
            while not rounds.is_stage_over(state := cache.state(tournament), key):
                if not rounds.unfinished(state.stages[key]):
                    services.change(tournament, commands.Pair(key), by=HOST)
                self._correct(tournament, key)
                enter_results(tournament, key, cache.state(tournament).stages[key].tables(), dice)
        services.change(tournament, commands.Close(), by=HOST)

    def _correct(self, tournament: UUID, key: str) -> None:
        """Once, after the second round was paired: two players of the first round had been confused."""
        state = cache.state(tournament)
        stage = state.stages[key]
        if len(stage.rounds) != 2 or any(table.corrected for table in stage.tables()):
            return
        table = stage.rounds[0].tables[1]
        assert table.pairing.result is not None
        right = table.pairing.result.places[::-1]
        with translation.override("pl"):
            reason = _("The slip was read upside down.")
        ref = TableRef(key, table.pairing.round, table.no)
        result = type(table.pairing.result)(right)
        services.change(tournament, commands.Correct(ref, result, reason=reason), by=HOST)


def _next_to_play(state: State) -> str | None:
    """The running stage, if one was begun and left; else the next."""
    begun = (plan.key for plan in state.planned if plan.key in state.stages)
    return next((key for key in begun if not rounds.is_stage_over(state, key)), rounds.next_stage(state))

"""A finished club evening to look at on the first day, and one that takes entries."""

from __future__ import annotations

from random import Random
from typing import Any
from uuid import UUID, uuid5

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import translation
from django.utils.translation import gettext as _

from matches import simulation as matches
from matches.regulars import HOST, NAMES, arrive
from tournaments import services
from tournaments.decisions import rounds
from tournaments.decisions.field import Newcomer
from tournaments.demo import enter_results
from tournaments.presets import PRESETS, Wish
from tournaments.settings import Settings
from tournaments.shelf import shelf
from tournaments.state import Status, TableRef


class Command(BaseCommand):
    help = "Make demo tournaments, once: a finished club evening, and one that takes entries."

    def handle(self, *args: Any, **options: Any) -> None:
        people = arrive()
        with translation.override("pl"):
            evening = self._open(_("Club evening in November"), open_entry=False)
            self._open(_("Club evening in December"), open_entry=True)
        if shelf.state(evening).status is not Status.CLOSED:
            self._play(evening, [(name, Newcomer(people[name])) for name in NAMES])
            self.stdout.write(f"tournament {evening} was played by {len(NAMES)}")

    def _open(self, title: str, *, open_entry: bool) -> UUID:
        opened = services.open_tournament(
            owner=HOST,
            title=title,
            game=settings.DEFAULT_GAME,
            stages=PRESETS["pods"](Wish(4, 3, 4)),
            settings=Settings(online=False, open_entry=open_entry),
            decision_id=uuid5(matches.NAMESPACE, f"demo tournament {open_entry}"),
        )
        return opened.tournament

    def _play(self, tournament: UUID, people: list[tuple[str, Newcomer]]) -> None:
        """Every result is drawn by the strength of those who sit there; one is corrected a round later."""
        dice = Random(11)
        if not shelf.state(tournament).entries:
            services.enter_names(tournament_id=tournament, by=HOST, newcomers=people)
        while (key := rounds.next_stage(state := shelf.state(tournament))) is not None:
            services.start_stage(tournament_id=tournament, by=HOST, stage=key)
            while not rounds.is_stage_over(state := shelf.state(tournament), key):
                if not rounds.unfinished(state.stages[key]):
                    services.pair(tournament_id=tournament, by=HOST, stage=key)
                    self._correct(tournament, key)
                enter_results(tournament, key, shelf.state(tournament).stages[key].tables(), dice)
        services.close(tournament_id=tournament, by=HOST)

    def _correct(self, tournament: UUID, key: str) -> None:
        """Once, after the second round was paired: two players of the first had been taken for each other."""
        stage = shelf.state(tournament).stages[key]
        if len(stage.rounds) != 2:
            return
        table = stage.rounds[0].tables[1]
        assert table.pairing.result is not None
        right = table.pairing.result.places[::-1]
        with translation.override("pl"):
            reason = _("The slip was read upside down.")
        ref = TableRef(key, table.pairing.round, table.no)
        result = type(table.pairing.result)(right)
        services.correct(tournament_id=tournament, by=HOST, ref=ref, result=result, reason=reason)

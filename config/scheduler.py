"""What runs every few seconds, by a clock that nobody can set back or forward.

Celery's own scheduler reckons with the time of day: set back by an hour, it sends nothing for an hour. Here a task is
due when so many seconds have passed, and all are due at the start.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any

import celery.beat
from celery.schedules import schedule
from django.conf import settings

from . import beats


class Scheduler(celery.beat.Scheduler):
    clock: Callable[[], float] = staticmethod(monotonic)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._every: dict[str, float] = {}
        self._due: dict[str, float] = {}
        super().__init__(*args, **kwargs)

    def setup_schedule(self) -> None:
        self.merge_inplace(self.app.conf.beat_schedule)
        for name, entry in self.schedule.items():
            assert type(entry.schedule) is schedule, f"{name} is not a number of seconds"
            every: Any = entry.schedule
            self._every[name] = every.run_every.total_seconds()

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Send what is due. Returns the seconds until the next task is due."""
        beats.beat("clock", settings.HUNG_AFTER)
        now = self.clock()
        for name, entry in self.schedule.items():
            if self._due.get(name, now) <= now:
                self._due[name] = now + self._every[name]
                self.apply_entry(entry, producer=self.producer)
        return max(0.0, min(self._due.values(), default=now + beats.EVERY) - self.clock())

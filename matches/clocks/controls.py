"""What a table agrees on about time: plain data. ``clocks.words`` asks for it and describes it.

``base`` and ``extra`` are seconds. ``extra`` is added after each decision (``increment``), passes before the seat's own
time does (``delay``), or is what each decision may take (``per_decision``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, convert, to_builtins

from elekt_core.record.clocks import DELAY, INCREMENT, PER_DECISION, ClocksSet
from web.errors import BadRequest

MINUTE, HOUR, DAY = 60, 3600, 86_400
MAX_BASE = 6 * HOUR
MAX_EXTRA = 10 * MINUTE
MIN_SUM = 10
"""Base and extra together: who has less cannot decide once."""
MIN_DAYS, MAX_DAYS = 1, 14

DEFAULT: Final = "default"
BOT: Final = "bot"
CONCEDES: Final = "concede"
FLAGS: Final = (DEFAULT, BOT, CONCEDES)
NIGHTS: Final = "nights"
WEEKENDS: Final = "weekends"
HOLIDAYS: Final = "holidays"
OFF_TIMES: Final = (NIGHTS, WEEKENDS, HOLIDAYS)

Mode = Literal["increment", "delay", "per_decision"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeControl:
    """How much time each seat has, and what happens when it runs out."""

    mode: Annotated[Mode, Meta(description="What `extra` is: added after, passing before, or all that there is.")]
    base: Annotated[int, Meta(ge=0, le=MAX_BASE, description="Seconds of each seat; 0 with `per_decision`.")] = 0
    extra: Annotated[int, Meta(ge=0, le=MAX_DAYS * DAY, description="Seconds, for each decision.")] = 0
    off: Annotated[
        tuple[Literal["nights", "weekends", "holidays"], ...],
        Meta(max_length=3, description="Times that do not count, by each player's own zone. Only with `per_decision`."),
    ] = ()
    flag: Annotated[
        Literal["default", "bot", "concede"],
        Meta(
            description="Who runs out of time: the game's default decision is made, a bot plays until they return, or "
            "they concede."
        ),
    ] = "default"

    def check(self) -> None:
        """Raises BadRequest if nobody could play by it."""
        if self.mode == PER_DECISION:
            wrong = self.base != 0 or self.extra % DAY or not MIN_DAYS <= self.extra // DAY <= MAX_DAYS
        else:
            wrong = bool(self.off) or self.extra > MAX_EXTRA or self.base + self.extra < MIN_SUM
        if wrong or len(set(self.off)) < len(self.off):
            raise BadRequest("bad_time_control", field="time")

    def set_for(self, seats: int) -> ClocksSet:
        return ClocksSet(self.mode, (self.base * 1000,) * seats, self.extra * 1000)

    @property
    def is_live(self) -> bool:
        """Whether it is played in one sitting: leaving the page keeps the others waiting."""
        return self.mode != PER_DECISION

    @property
    def name(self) -> str:
        """The name of the preset with the same times, ``""`` if there is none."""
        same = (self.mode, self.base, self.extra)
        return next((name for name, one in PRESETS.items() if (one.mode, one.base, one.extra) == same), "")


def control_of(agreed: Any) -> TimeControl | None:
    """The time control of a table: from its event, or from its row."""
    return None if agreed is None else convert(to_builtins(agreed), TimeControl)


def is_live(control: TimeControl | None) -> bool:
    """Whether a table is played in one sitting; without clocks it is."""
    return control is None or control.is_live


PRESETS: Final[Mapping[str, TimeControl]] = {
    "blitz": TimeControl(mode=INCREMENT, base=5 * MINUTE, extra=5),
    "rapid": TimeControl(mode=INCREMENT, base=15 * MINUTE, extra=10),
    "classical": TimeControl(mode=INCREMENT, base=40 * MINUTE, extra=20),
    "relaxed": TimeControl(mode=DELAY, base=20 * MINUTE, extra=30),
    "day": TimeControl(mode=PER_DECISION, extra=DAY, off=(HOLIDAYS,)),
    "three_days": TimeControl(mode=PER_DECISION, extra=3 * DAY, off=(HOLIDAYS,)),
    "week": TimeControl(mode=PER_DECISION, extra=7 * DAY, off=(HOLIDAYS,)),
}

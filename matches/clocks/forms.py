"""The form in which people choose a time control when they open a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import lazy
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _

from elekt_core.record.clocks import DELAY, INCREMENT, PER_DECISION
from web.errors import BadRequest

from . import words
from .controls import DAY, MINUTE, PRESETS, TimeControl
from .controls import DEFAULT as DEFAULT

UNLIMITED, LIVE, DAYS = "", "live", "days"
told = lazy(words.time_told, str)
CHOICES: Final = (
    (UNLIMITED, _("Unlimited: no clocks")),
    *((name, told(control)) for name, control in PRESETS.items()),
    (LIVE, _("Live, as you say below")),
    (DAYS, _("Correspondence, as you say below")),
)
KINDS: Final = (
    (INCREMENT, _("are added after each decision")),
    (DELAY, _("pass before the player’s own time does")),
)
OFF: Final = tuple(words.OFF_TIMES.items())
FLAGS: Final = tuple(words.FLAGS.items())


def control(data: Mapping[str, Any]) -> TimeControl | None:
    """The time control from the cleaned fields."""
    chosen = data.get("time") or UNLIMITED
    flag: Any = data.get("flag") or DEFAULT
    off = tuple(data.get("off") or ())
    if chosen == UNLIMITED:
        return None
    if chosen == DAYS:
        return TimeControl(mode=PER_DECISION, extra=(data.get("days") or 0) * DAY, off=off, flag=flag)
    if chosen == LIVE:
        kind: Any = DELAY if data.get("kind") == DELAY else INCREMENT
        minutes, seconds = data.get("minutes") or 0, data.get("seconds") or 0
        return TimeControl(mode=kind, base=minutes * MINUTE, extra=seconds, flag=flag)
    preset = PRESETS[chosen]
    return TimeControl(
        mode=preset.mode,
        base=preset.base,
        extra=preset.extra,
        off=off if preset.mode == PER_DECISION else (),
        flag=flag,
    )


def wrong(data: Mapping[str, Any]) -> str:
    """The reason why nobody could play by it, as a sentence."""
    found = control(data)
    try:
        if found is not None:
            found.check()
    except BadRequest:
        if found is not None and found.mode == PER_DECISION:
            return now("Say how many days: 1 to 14.")
        return now("Minutes and seconds together must be at least 10 seconds.")
    return ""

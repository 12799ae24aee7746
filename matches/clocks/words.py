"""How a time control is described, in the current language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from elekt_core.record.clocks import DELAY, PER_DECISION

from .controls import BOT, CONCEDES, DAY, DEFAULT, HOLIDAYS, NIGHTS, WEEKENDS, TimeControl

PRESETS: Mapping[str, Any] = {
    "blitz": gettext_lazy("Blitz"),
    "rapid": gettext_lazy("Rapid"),
    "classical": gettext_lazy("Classical"),
    "relaxed": gettext_lazy("Relaxed"),
    "day": gettext_lazy("Correspondence"),
    "three_days": gettext_lazy("Correspondence"),
    "week": gettext_lazy("Correspondence"),
}
FLAGS: Mapping[str, Any] = {
    DEFAULT: gettext_lazy("The game’s default decision is made for them"),
    BOT: gettext_lazy("A bot plays for them until they return"),
    CONCEDES: gettext_lazy("They concede"),
}
OFF_TIMES: Mapping[str, Any] = {
    NIGHTS: gettext_lazy("Nights (22:00 to 8:00)"),
    WEEKENDS: gettext_lazy("Weekends"),
    HOLIDAYS: gettext_lazy("Holidays that each player has said"),
}


def time_told(control: TimeControl | None) -> str:
    """``Blitz, 5 min + 5 s``; ``""`` without clocks."""
    if control is None:
        return ""
    name = str(PRESETS.get(control.name, "")) or (_("Correspondence") if control.mode == PER_DECISION else "")
    return ", ".join(part for part in (name, times_told(control)) if part)


def flag_told(control: TimeControl | None) -> str:
    """What happens when a player's time runs out, as a sentence; ``""`` without clocks."""
    told = {
        DEFAULT: _("When a player’s time runs out, the game’s default decision is made for them."),
        BOT: _("When a player’s time runs out, a bot plays for them until they return."),
        CONCEDES: _("When a player’s time runs out, they concede."),
    }
    return "" if control is None else told[control.flag]


def times_told(control: TimeControl) -> str:
    if control.mode == PER_DECISION:
        days = control.extra // DAY
        return ngettext("%(n)d day for each decision", "%(n)d days for each decision", days) % {"n": days}
    base = _base(control.base)
    if not control.extra:
        return base
    if control.mode == DELAY:
        return _("%(base)s, delay %(extra)d s") % {"base": base, "extra": control.extra}
    return f"{base} + {control.extra} s"


def _base(seconds: int) -> str:
    return f"{seconds // 60} min" if seconds % 60 == 0 else f"{seconds // 60}:{seconds % 60:02} min"

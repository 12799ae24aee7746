"""The fields in which people choose a time control: for a table, a tournament, a league."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django import forms
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


class TimeFields(forms.Form):
    """A form that asks for a time control as well; ``control`` reads it (templates: ``clocks/_time_fields.html``)."""

    time = forms.ChoiceField(
        label=_("Time"), widget=forms.RadioSelect, choices=CHOICES, initial=UNLIMITED, required=False
    )
    minutes = forms.IntegerField(label=_("Minutes for each player"), min_value=0, max_value=360, required=False)
    seconds = forms.IntegerField(label=_("Seconds for each decision"), min_value=0, max_value=600, required=False)
    kind = forms.ChoiceField(label=_("The seconds"), choices=KINDS, required=False)
    time_days = forms.IntegerField(label=_("Days for each decision"), min_value=1, max_value=14, required=False)
    off = forms.MultipleChoiceField(
        label=_("Does not count"), widget=forms.CheckboxSelectMultiple, choices=OFF, required=False
    )
    flag = forms.ChoiceField(label=_("When a player’s time runs out"), choices=FLAGS, initial=DEFAULT, required=False)

    def live_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in ("minutes", "seconds", "kind")]

    def check_time(self) -> None:
        """Show beside the field what nobody could play by."""
        if not self.errors and (sentence := wrong(self.cleaned_data)):
            self.add_error("time", sentence)


def shown(agreed: TimeControl | None) -> dict[str, Any]:
    """The contents of the fields for a time control."""
    if agreed is None:
        return {"time": UNLIMITED}
    also = {"off": list(agreed.off), "flag": agreed.flag}
    if agreed.mode == PER_DECISION:
        return {"time": agreed.name or DAYS, "time_days": agreed.extra // DAY, **also}
    if agreed.name:
        return {"time": agreed.name, **also}
    return {"time": LIVE, "minutes": agreed.base // MINUTE, "seconds": agreed.extra, "kind": agreed.mode, **also}


def changed(before: TimeControl | None, data: Mapping[str, Any]) -> TimeControl | None:
    """The time control from the cleaned fields; ``before`` where nobody touched them, also one that a form would not
    say so exactly (seconds of a program)."""
    found = control(data)
    return before if found == control(shown(before)) else found


def control(data: Mapping[str, Any]) -> TimeControl | None:
    """The time control from the cleaned fields."""
    chosen = data.get("time") or UNLIMITED
    flag: Any = data.get("flag") or DEFAULT
    off = tuple(data.get("off") or ())
    if chosen == UNLIMITED:
        return None
    if chosen == DAYS:
        return TimeControl(mode=PER_DECISION, extra=(data.get("time_days") or 0) * DAY, off=off, flag=flag)
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

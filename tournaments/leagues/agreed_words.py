"""A league's rules and the differences a change makes, in the form's words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext

from matches.clocks import words as clock_words
from matches.clocks.controls import TimeControl
from matches.clocks.forms import TimeFields
from matches.watching.forms import SpectatorFields
from matches.watching.words import delay_told, rule_told

from . import ways
from .division_forms import days_of, kept_elsewhere
from .events import LeagueChanged
from .forms import LeagueForm, filled_in
from .rules import Division
from .state import League

APART = ("club", *TimeFields.base_fields, *SpectatorFields.base_fields)
"""Fields that are told in one with others, or by name."""


def in_words(before: League, change: LeagueChanged, clubs: Mapping[str, str]) -> list[str]:
    """The differences in the form's words: "So many go up: 1 → 2". ``clubs`` are the names of those that list
    themselves, by id."""
    after = replace(before, title=change.title, rules=change.rules, listed=change.listed, open_entry=change.open_entry)
    old, new = filled_in(before), filled_in(after)
    told = [
        f"{field.label}: {_shown(field, old[name])} → {_shown(field, new[name])}"
        for name, field in LeagueForm.base_fields.items()
        if name in old and name not in APART and old[name] != new[name]
    ]
    if before.club != change.club:
        unlisted = gettext("a club that is not listed")
        was, now = (clubs.get(club, unlisted) if club else "–" for club in (before.club, change.club))
        told.append(f"{LeagueForm.base_fields['club'].label}: {was} → {now}")
    assert before.rules is not None
    clocks = [time_and_flag(rules.time) for rules in (before.rules, change.rules)]
    if clocks[0] != clocks[1]:
        told.append(f"{LeagueForm.base_fields['time'].label}: {' → '.join(clocks)}")
    watched = [rule_told(rules.spectators) or delay_told(None) for rules in (before.rules, change.rules)]
    if watched[0] != watched[1]:
        told.append(f"{LeagueForm.base_fields['spectators'].label}: {' → '.join(watched)}")
    was, now = (", ".join(map(_told, rules.divisions)) for rules in (before.rules, change.rules))
    if was != now:
        told.append(gettext("Divisions: %(before)s → %(after)s") % {"before": was, "after": now})
    old_plans, new_plans = (
        [*(one.plan for one in rules.divisions), *(one.final for one in rules.divisions), rules.border]
        for rules in (before.rules, change.rules)
    )
    return told or [
        gettext("The plans of divisions or play-offs were changed.")
        if old_plans != new_plans
        else gettext("Nothing was changed.")
    ]


def time_and_flag(time: TimeControl | None) -> str:
    """``Blitz, 5 min + 5 s (They concede)``."""
    if time is None:
        return gettext("no clocks")
    return f"{clock_words.time_told(time)} ({clock_words.FLAGS[time.flag]})"


def _told(one: Division) -> str:
    """In the form's words: "First (8; Duels: Swiss system; rounds: 5; final: 4)"."""
    way, rounds = ways.way_of(one)
    names = {key: str(label) for _group, choices in ways.NAMES for key, label in choices}
    said = [str(one.size), names.get(way, "")]
    said.append(gettext("rounds: %(n)s") % {"n": rounds} if rounds else "")
    said.append(gettext("final: %(n)s") % {"n": one.best} if one.best else "")
    days = days_of(one.window_minutes)
    said.append("" if days is None else gettext("days for a round: %(n)s") % {"n": days})
    return f"{one.name} ({'; '.join(filter(None, said))})"


def _shown(field: forms.Field, value: Any) -> str:
    if isinstance(field, forms.BooleanField):
        return gettext("yes") if value else gettext("no")
    if value == ways.KEPT:
        return kept_elsewhere()
    for key, label in getattr(field, "choices", ()):
        for one, name in label if isinstance(label, list) else [(key, label)]:
            if one == value:
                return str(name)
    return str(value)

"""How an app adds to what the platform does: by names in a module, each with a tuple of contributions.

An ``AppConfig`` says which module that is (``hooks = "matches.hooks"``). Nothing registers itself by being imported:
whoever needs what the apps give asks here, and only then are those modules read. ``NAMES`` is the whole list; a name
that is not in it is refused, so that a misspelt one cannot be ignored in silence.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from django.apps import apps
from django.core.exceptions import ImproperlyConfigured

NAMES: Mapping[str, str] = {
    # the ledger (it knows this module by the setting LEDGER_HOOKS)
    "projections": "Read models (``ledger.projections.Projection``): each after those whose rows it reads.",
    "upcasters": "How old kinds of events are read (``ledger.upcast.Upcaster``).",
    # the web floor
    "sentences": "Mappings of the codes of refusals to their sentences (``web.error_words``).",
    "told_in_refusals": "Pairs of a key of refusals' data and a function from its value to what people call it.",
    "words_of_refusals": "Functions that say in whose words a refusal is told (``web.error_words.FindWords``).",
    "live_streams": "Kinds of live streams (``web.live.audience.Kind``).",
    "token_holders": "Functions from ids of tokens to those that live, with their users (``web.live.admission``).",
    # players, clubs and ratings
    "merge_obstacles": "Why two profiles cannot become one (``players.merging.services.Obstacle``).",
    "player_erased": "Told the id of somebody who is erased, in that transaction: what is theirs goes.",
    "club_changed": "Told a club's id and its new events, after the commit: a hint that may be lost.",
    "player_blocked": "Told who has blocked whom, in that transaction: what is open between the two is withdrawn.",
    "profiles_merged": "Told after a merger (``players.merging.services.Follow``).",
    "profiles_parted": "Told after a merger was undone (``players.merging.services.Follow``).",
    "parts_of_players": "Pairs of a kind and what somebody takes part in of it (``players.taking_part.FindParts``).",
    "parts_of_clubs": "Pairs of a kind and what a club holds of it (``players.taking_part.FindHeld``).",
    "visitors_of_clubs": "Who came to a club's events (``players.rosters.book.Visitors``).",
    "digest_lines": "What stands in somebody's weekly digest (``players.notices.digest.FindLines``).",
    "rated_sources": "Pairs of a kind of source and its pages (``players.ratings.pages.sources.FindPages``).",
    # tables and matches
    "match_orders": "What arbiters have ordered at a match's table (``matches.company.arbiters.shown``).",
    "lookers_on": "Who looks on, by an office, at a table that is hidden (``matches.play.queries.by_office``).",
    "real_tables": "Tables of events at which games are recorded (``matches.scribe.real_tables.RealTables``).",
    "events_of_tables": "Which events were played at which tables (``matches.archive.events.EventsOfTables``).",
    "match_moved": "Told the row of a match that has gone on, after the commit: a hint that may be lost.",
    "match_ended": "Told the row of a match that is over, after the commit: a hint that may be lost or come twice.",
    "style_samples": "What the style page shows of an app above (``matches.style.parts.Sample``).",
}


@cache
def given(name: str) -> tuple[Any, ...]:
    """What the installed apps contribute under this name, those of the lowest floor first."""
    assert name in NAMES, name
    return tuple(one for module in _modules() for one in getattr(module, name, ()))


@cache
def _modules() -> tuple[ModuleType, ...]:
    found = []
    for config in reversed(list(apps.get_app_configs())):
        if named := getattr(config, "hooks", ""):
            module = import_module(named)
            if unknown := set(module.__all__) - NAMES.keys():
                raise ImproperlyConfigured(f"{module.__name__}: no such hook: {', '.join(sorted(unknown))}")
            found.append(module)
    return tuple(found)

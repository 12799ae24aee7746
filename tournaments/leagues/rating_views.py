"""The rating ladder of a league: its members on the ladder where its matches count, or on another one."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from players import queries as players
from players.ratings.events import ladder_key
from players.ratings.outcome import person
from players.ratings.pages import choosing, listing
from web.request import asker, page_number, private

from . import queries
from .state import League


@require_safe
def ladder(request: HttpRequest, league_id: UUID) -> HttpResponse:
    """``?on=`` names the ladder (default: one of the league's game); ``?page=``."""
    me = asker(request)
    asked = queries.league(league_id=league_id, player=me)
    choices = choosing.ladders()
    fitting = [choice for choice in choices if _fits(asked.state, choice)]
    choice = choosing.chosen(choices, request.GET.get("on") or (fitting[0].on if fitting else ""))
    context: dict[str, Any] = {"league": asked.state, "choices": choices, "choice": choice}
    if choice is not None:
        context["asked"] = f"on={choice.on}"
        context["ladder"] = listing.ladder(
            choice.ladder,
            now=timezone.now(),
            me="" if me is None else person(me),
            page=page_number(request),
            only=_members(asked.state),
        )
    return private(render(request, "tournaments/leagues/ladder.html", context))


def _fits(state: League, choice: choosing.Choice) -> bool:
    ladder = ladder_key(state.game, state.ruleset)
    return (choice.ladder.game, choice.ladder.ruleset) == (ladder.game, ladder.ruleset)


def _members(state: League) -> frozenset[str]:
    """Players under the profiles that ladders use; for merged profiles, the one that was kept."""
    people = {*state.members(), *state.waiting}
    return frozenset(person(player) for player in players.kept(people))

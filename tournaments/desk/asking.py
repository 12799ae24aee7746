"""Who is at the desk, what the desk shows them, and how it answers."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from elekt_core.registry import bots_of, is_playable
from ledger import store
from matches.games import game_with
from matches.names import bot_name
from tournaments import change_titles, corrections, live, queries, services, undoing
from tournaments.commands import Command
from tournaments.decisions.field import takes_entries
from tournaments.events import KINDS
from tournaments.pages import cut_words, words
from tournaments.pages import shapes as shown
from tournaments.queries import Asked
from tournaments.state import Role, State, Status
from web.errors import Conflict, NotAllowed
from web.request import is_htmx, private, signed_in

from . import entries, shapes
from .look import Look, look

ELSEWHERE = ("print", "wall", "log")
"""Pages of a tournament that the desk links to, by the name of their address."""


def _bots(state: State) -> list[tuple[str, str]]:
    """The bots that can be entered: none where the game is not available."""
    if not is_playable(state.game):
        return []
    return [(bot, bot_name(bot)) for bot in sorted(bots_of(game_with(state.game, state.cards)), reverse=True)]


def officers(request: HttpRequest, tournament_id: UUID) -> Asked:
    """The tournament, for one of its officers. Raises NotFound, NotAllowed."""
    asked = queries.tournament(tournament_id=tournament_id, player=signed_in(request))
    if asked.role is None:
        raise NotAllowed("needs_role", role=Role.SCORER.value)
    return asked


def arbiters(request: HttpRequest, tournament_id: UUID) -> Asked:
    """The tournament, for an arbiter or its owner. Raises NotFound, NotAllowed."""
    asked = officers(request, tournament_id)
    if not asked.is_arbiter:
        raise NotAllowed("needs_role", role=Role.ARBITER.value)
    return asked


def answer(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """The desk after a change: a fragment for scripts, otherwise a redirect to its page."""
    if is_htmx(request):
        return show(request, officers(request, tournament_id))
    seen = look(request)
    response = redirect("tournaments:desk", tournament_id)
    response["Location"] += seen.query() if seen.stage or seen.round else ""
    return response


def ask(
    request: HttpRequest, tournament_id: UUID, command: Command, expected_version: int | None = None
) -> HttpResponse:
    """Send the command and answer with the desk after it."""
    services.change(tournament_id, command, by=signed_in(request), expected_version=expected_version)
    return answer(request, tournament_id)


def show(
    request: HttpRequest,
    asked: Asked,
    pasted: entries.Pasted | None = None,
    status: int = 200,
) -> HttpResponse:
    """The desk; for scripts as the fragment ``#desk`` alone."""
    template = "tournaments/_desk.html" if is_htmx(request) else "tournaments/desk.html"
    context = page(asked, look(request)) | {"pasted": pasted, "fragment": is_htmx(request)}
    response = private(render(request, template, context, status=status))
    if is_htmx(request) and status >= 400:
        response["HX-Retarget"], response["HX-Reswap"] = "#desk", "morph:outerHTML"
    return response


def page(asked: Asked, seen: Look) -> dict[str, Any]:
    state = asked.state
    key = shown.current_stage(asked, seen.stage)
    stage = state.stages.get(key)
    said = queries.remarks(state.id)
    following = shapes.next_step(asked, key)
    starts = following.step is shapes.Step.START
    return {
        "asked": asked,
        "tournament": state,
        "look": seen,
        "key": key,
        "stages": shown.stages_shown(asked, key),
        "stage": stage,
        "about": words.about_stage(next(one for one in state.planned if one.key == key)),
        "round": shapes.desk_round(asked, stage, seen.round, seen.find, seen.missing, said),
        "rounds": [] if stage is None else [(one.no, one.is_done) for one in stage.rounds],
        "rows": [] if stage is None else shown.rows(asked, key)[: shapes.MAX_ROWS],
        "field": shapes.field(asked, seen.find),
        "panel": shapes.entrant_panel(asked, key, seen.entrant, said) if seen.entrant else None,
        "next": following,
        "going_on": [one for one in shapes.going_on(asked, following.stage) if one.goes] if starts else [],
        "ties": cut_words.ties(asked, following.stage) if starts else [],
        "at_odds": () if stage is None else corrections.at_odds(state, key),
        "unseated": [] if stage is None else [asked.names[no] for no in corrections.unseated(state, key)],
        "notes": [said.get(remark, "") for remark, about in state.notes if about is None],
        "joins": asked.is_arbiter and shapes.joins_round(state, key),
        "undo": latest(asked) if asked.is_arbiter else "",
        "bots": _bots(state),
        "going": state.status in (Status.OPEN, Status.RUNNING),
        "takes_entries": takes_entries(state),
        "elsewhere": elsewhere(state.id),
        "stream_url": live.address(state),
        "now": timezone.now(),
    }


def latest(asked: Asked) -> str:
    """What the undo button would take back; ``""`` if nothing can be taken back."""
    stored = store.read(asked.state.id)
    try:
        undone = undoing.latest(asked.state, stored, None)
    except Conflict:
        return ""
    return change_titles.title([KINDS.read(one) for one in stored[undone.first - 1 : undone.last]], asked.names)


def elsewhere(tournament_id: UUID) -> dict[str, str]:
    """Addresses of the pages around the desk that exist."""
    found = {}
    for name in ELSEWHERE:
        try:
            found[name] = reverse(f"tournaments:{name}", args=[tournament_id])
        except NoReverseMatch:
            continue
    return found

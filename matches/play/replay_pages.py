"""The pages of a replay: a position, the steps from it to its neighbours, and the log by pages."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any
from uuid import UUID, uuid4

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from elekt_core.registry import get_game
from web.errors import BadRequest
from web.live.patches import patch
from web.pieces import Text, rendered
from web.request import asker, private, whole

from .. import opponents
from ..clocks import presence
from ..company import arbiters, own_notes, takebacks
from ..reviews import reading as reviewed
from . import branches, fragments, narration, picture, queries, unavailable
from .redaction import Perspective
from .shapes import MatchShown, Position
from .views import perspective_asked, viewpoints

MAX_STEPS = 3
"""Positions in one answer: the next two and the previous one."""
NOTHING = Text.of("")
NO_ID = ""
"""A step that is fetched ahead may be shown twice: scripts draw the id of what is sent from it."""


@require_safe
@unavailable.shown_plainly
def replay(request: HttpRequest, match_id: UUID, at: int | None = None) -> HttpResponse:
    """One position on a page of its own."""
    me = asker(request)
    if "at" in request.GET:  # the slider's form, without scripts
        query = request.GET.copy()
        try:
            target = whole(query.pop("at")[0])
        except ValueError:
            raise BadRequest("bad_field", field="at") from None
        return redirect(f"{reverse('matches:replay', args=[match_id, target])}?{query.urlencode()}")
    shown = queries.match(match_id=match_id, player=me)
    presence.looked(shown)
    context = _context(shown, me, perspective_asked(request, len(shown.seats)), at)
    found = context["replay"]
    context |= {
        "log": narration.around(found.log, found.position.at),
        "log_at": found.position.at,
        "looked_from": context["seen_from"],
        "play_on_id": uuid4(),
        "source": branches.source_of(shown, me),
        "page_title": _("Replay"),
        "share": picture.shared(shown),
        "names_joined": ", ".join(shown.names),
        "style": fragments.game_style(shown.game),
    }
    return private(render(request, "matches/replay.html", context))


@require_safe
def steps(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """The positions ``?to=``, each as a patch (``web.live.patches``) of the one before it.

    The first is a patch of ``?from=`` if the page still holds that text as it is made now, which ``?have=`` says, and
    else of nothing: a match may go on, or a note be written, between two steps.
    """
    me = asker(request)
    wanted = [_number(text, "to") for text in request.GET.getlist("to")]
    if not 1 <= len(wanted) <= MAX_STEPS:
        raise BadRequest("bad_field", field="to")
    shown = queries.match(match_id=match_id, player=me)
    presence.looked(shown)
    perspective = perspective_asked(request, len(shown.seats))
    base = NOTHING
    if "from" in request.GET:
        held = _text(shown, me, perspective, _number(request.GET["from"], "from"))
        base = held if _digest(held) == request.GET.get("have") else NOTHING
    holds, told = base is not NOTHING, []
    for at in wanted:
        text = _text(shown, me, perspective, at)
        told.append({"at": at, "digest": _digest(text), "patch": patch(base, text)})
        base = text
    return private(JsonResponse({"holds": holds, "steps": told}, json_dumps_params={"ensure_ascii": False}))


@require_safe
def log(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Lines of the log that belongs to position ``?at=``: around it, ``?upto=`` an event or ``?since=`` one."""
    shown = queries.match(match_id=match_id, player=asker(request))
    presence.looked(shown)
    at = _number(request.GET["at"], "at") if "at" in request.GET else shown.version
    looked = queries.allowed(shown, perspective_asked(request, len(shown.seats)))
    lines = queries.log_at(shown, perspective=looked, at=at)
    if "upto" in request.GET:
        page = narration.older(lines, _number(request.GET["upto"], "upto"))
    elif "since" in request.GET:
        page = narration.newer(lines, _number(request.GET["since"], "since"))
    else:
        page = narration.around(lines, at)
    seen = fragments.word_of(looked)
    context = {"match": shown, "log": page, "log_at": at, "seen_from": seen, "looked_from": seen}
    return private(render(request, "matches/_log_page.html", context))


def _number(text: str, field: str) -> int:
    try:
        return whole(text)
    except ValueError:
        raise BadRequest("bad_field", field=field) from None


def _text(shown: MatchShown, me: UUID | None, perspective: Perspective | None, at: int) -> Text:
    """The position as a page holds it, in this language: without what would differ each time it is made."""
    context = _context(shown, me, perspective, at) | {"play_on_id": NO_ID, "csrf_token": fragments.NO_FORM_TOKEN}
    return rendered("matches/_replay.html", context)


def _digest(text: Text) -> str:
    return blake2b(str(text).encode(), digest_size=9).hexdigest()


def _context(shown: MatchShown, me: UUID | None, perspective: Perspective | None, at: int | None) -> dict[str, Any]:
    """What changes from position to position."""
    found = queries.replay_of(shown, perspective=perspective, at=at)
    position = found.position
    context = {
        **fragments.board_context(position),
        "replay": found,
        "current": next((line for line in reversed(found.log) if line.seq <= position.at), None),
        "seen_from": fragments.word_of(position.perspective),
        "viewpoints": viewpoints(found.perspectives, shown.names),
        "before": position.at - 1,
        "behind": None if position.is_head else position.at + 1,
        "first": 1 if position.at > 1 else None,
        "ending_at": None if position.is_head else position.version,
        "orders": arbiters.shown(shown, me),
        "notes": own_notes.shown(shown, position.at, me),
        "may_ask_back": takebacks.may_ask(shown) and not position.is_head and position.at in found.steps,
        "may_play_on": "open" in found.perspectives and get_game(shown.game).writes_positions,
        "may_set_up": get_game(shown.game).position_fields() is not None,
        **_play_on_context(shown, position, me),
        "marks_around": reviewed.neighbours(shown, position.at, position.perspective),
    }
    if position.is_head and shown.is_over:
        context |= fragments.standing_context(position)
    return context


def _play_on_context(shown: MatchShown, position: Position, me: UUID | None) -> Mapping[str, Any]:
    seat = branches.offered(shown, queries.timeline_of(shown), position.at)
    context: dict[str, Any] = {"play_on": seat, "branches": branches.branches_of(shown, me)}
    if seat is not None:
        game = get_game(shown.game)
        bot = opponents.first_for(me, game, shown.ruleset)
        offered = opponents.offered(game)
        known = {word for word, _name in offered}
        against = [(one, one.bot if one.bot in known else bot) for one in shown.seats]
        context |= {"play_on_bots": offered, "play_on_against": against}
    return context

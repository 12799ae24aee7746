"""Pages of matches. A view parses, calls a service or a query, and renders; ``refusals`` handles errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from elekt_core.contract import SeatNo
from elekt_core.messages import sentence
from elekt_core.record.text import format_record
from elekt_core.registry import get_game
from web import languages, limits, sessions
from web.errors import BadRequest, NotAllowed
from web.live import sse
from web.live.admission import Listener
from web.live.audience import Audience
from web.request import asker, from_json, is_htmx, private, whole

from ..clocks import presence
from ..clocks.around import around, is_waited_for
from ..clocks.lag import MAX_THOUGHT
from ..company import arbiters, own_notes, takebacks
from ..company import live as company
from ..tables import guests
from . import fragments, picture, practice, queries, services, unavailable, verification
from .choices import choices_at, choices_for
from .redaction import Perspective, parse_perspective
from .shapes import Position

RECORD_TYPE = "application/jsonl; charset=utf-8"
HAS_STREAM = "X-Stream"
"""Sent by a page whose stream is open: it hears there what follows from its decision, and needs no more than to know
that it is stored."""
STANDS_AT = "X-Version"
"""The version that this page will hear of."""


def _perspective_asked(request: HttpRequest, seats: int) -> Perspective | None:
    """``?as=seat-1`` (the first seat), ``spectator`` or ``open``. Raises BadRequest."""
    text = request.GET.get("as", "")
    if not text:
        return None
    for seat in range(seats):
        if text == f"seat-{seat + 1}":
            return SeatNo(seat)
    return parse_perspective(text, seats)


def _number(request: HttpRequest, field: str) -> int:
    try:
        return whole(request.POST[field])
    except (KeyError, ValueError):
        raise BadRequest("bad_field", field=field) from None


# --- a match ----------------------------------------------------------------------------------------------


@require_safe
@unavailable.shown_plainly
def match(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """The table page. ``?path=`` holds the steps of a choice in progress, for browsers without scripts."""
    me = asker(request)
    position = _table_position(request, match_id, me)
    presence.looked(position.match)
    choices = choices_for(position, request.GET.getlist("path"))
    lines = queries.log(match_id=match_id, player=me, perspective=position.perspective)
    context = {
        **fragments.live_context(position, choices),
        "lines": lines,
        "seen_from": fragments.seen_from(position.perspective),
        "names_joined": ", ".join(position.match.names),
        "page_title": _("Match"),
        "share": picture.shared(position.match),
        "style": fragments.game_style(position.match.game),
    }
    if position.match.practice:
        context["viewpoints"] = _viewpoints(queries.perspectives(position.match), position.match.names)
        game = get_game(position.match.game)
        context |= {"may_play_on": game.writes_positions, "may_set_up": game.position_fields() is not None}
    del context["csrf_token"]
    if not position.match.practice:
        context |= company.chat_context(position.match, me)
    context["takeback"] = takebacks.shown(position.match)
    context["orders"] = arbiters.shown(position.match, me)
    context["around"] = around(position.match)
    context["waited_for"] = is_waited_for(position.match)
    context["company_url"] = "" if position.match.practice else company.address(position.match, Listener(me))
    context["stream_url"] = "" if position.match.is_over else _stream_url(position, me)
    return private(render(request, "matches/match.html", context))


def _table_position(request: HttpRequest, match_id: UUID, me: UUID | None) -> Position:
    """The match now, from the asker's place; in practice from the one in ``?as=``."""
    looked = None
    if "as" in request.GET:
        shown = queries.match(match_id=match_id, player=me)
        looked = _perspective_asked(request, len(shown.seats)) if shown.practice else None
    return queries.position(match_id=match_id, player=me, perspective=looked)


def _stream_url(position: Position, me: UUID | None) -> str:
    """Where the page hears what happens next, as this asker may know it and in this language."""
    audience = Audience("match", position.match.id, str(position.perspective), languages.current(), "html")
    return sse.address(audience, position.at, Listener(me))


@require_safe
def choose(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """The prompt after the steps in ``?path=``."""
    path = request.GET.getlist("path")
    if not is_htmx(request):
        return redirect(f"{reverse('matches:match', args=[match_id])}?{request.GET.urlencode()}")
    position = _table_position(request, match_id, sessions.player_of(request))
    presence.looked(position.match)
    choices = choices_at(position, path)
    return private(HttpResponse(fragments.prompt(position, choices)))


@require_safe
def terms(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """How the numbers at ``?place=`` of the board arise, at event ``?at=``, from the asker's place or ``?as=``."""
    try:
        at = whole(request.GET["at"]) if "at" in request.GET else None
    except ValueError:
        raise BadRequest("bad_field", field="at") from None
    me = asker(request)
    shown = queries.match(match_id=match_id, player=me)
    lines = queries.terms(
        shown, request.GET.get("place", ""), perspective=_perspective_asked(request, len(shown.seats)), at=at
    )
    return private(render(request, "matches/_count_terms.html", {"lines": lines}))


@require_POST
def decide(request: HttpRequest, match_id: UUID) -> HttpResponse:
    me = sessions.player_of(request)
    if me is None:
        return redirect_to_login(request.get_full_path())
    decision = _decision(request)
    seat = queries.seat_of(match_id=match_id, player=me, wanted=decision.get("seat"))
    if seat is None:
        queries.match(match_id=match_id, player=me)
        raise NotAllowed("foreign_seat")
    if decision.get("kind") == "concede":
        done = services.concede(
            match_id=match_id, seat=seat, decision_id=_decision_id(request), actor=services.player_actor(me)
        )
    else:
        done = services.decide(
            match_id=match_id,
            seat=seat,
            decision=decision,
            expected_version=_number(request, "expected_version"),
            decision_id=_decision_id(request),
            actor=services.player_actor(me),
            thought=_thought(request),
        )
    if not is_htmx(request):
        query = f"?{request.GET.urlencode()}" if "as" in request.GET else ""
        return redirect(reverse("matches:match", args=[match_id]) + query)
    if HAS_STREAM in request.headers:
        return private(HttpResponse(status=204, headers={STANDS_AT: done.version}))
    position = _table_position(request, match_id, me)
    return private(HttpResponse(fragments.live(position, choices_for(position))))


def _thought(request: HttpRequest) -> int | None:
    """For how many ms the page has shown the question; None if it does not say, or says nonsense."""
    try:
        return min(whole(request.POST["thought"]), MAX_THOUGHT)
    except (KeyError, ValueError):
        return None


def _decision(request: HttpRequest) -> Mapping[str, Any]:
    try:
        decision = from_json(request.POST.get("decision", ""))
    except ValueError:
        raise BadRequest("not_a_decision", field="decision") from None
    if not isinstance(decision, dict):
        raise BadRequest("not_a_decision", field="decision")
    return decision


def _decision_id(request: HttpRequest) -> UUID:
    try:
        return UUID(request.POST.get("decision_id", ""))
    except ValueError:
        raise BadRequest("bad_field", field="decision_id") from None


@require_POST
def practise_from(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """A new practice match: the same start once more, or from a position of this match."""
    queries.match(match_id=match_id, player=asker(request))
    me = guests.somebody(request)
    limits.OPENED_TABLES.take(str(me))
    if request.POST.get("how") == "again":
        opened = practice.set_up_again(match_id=match_id, by=me)
        return redirect("matches:match", opened.match)
    at = _number(request, "at") if "at" in request.POST else None
    done = practice.play_on(match_id=match_id, by=me, at=at)
    if at is not None and done.at != at:
        said = _("The practice match starts after event %(at)s: later events cannot be described as a position.") % {
            "at": done.at
        }
        messages.info(request, said)
    return redirect("matches:match", done.opened.match)


# --- replay -----------------------------------------------------------------------------------------------


@require_safe
@vary_on_headers("HX-Request")
@unavailable.shown_plainly
def replay(request: HttpRequest, match_id: UUID, at: int | None = None) -> HttpResponse:
    """One position; when the replay's slider moves, only what changes with it."""
    me = asker(request)
    if "at" in request.GET:  # the slider's form, without scripts
        query = request.GET.copy()
        try:
            target = whole(query.pop("at")[0])
        except ValueError:
            raise BadRequest("bad_field", field="at") from None
        return redirect(f"{reverse('matches:replay', args=[match_id, target])}?{query.urlencode()}")
    shown = queries.match(match_id=match_id, player=me)
    found = queries.replay_of(shown, perspective=_perspective_asked(request, len(shown.seats)), at=at)
    position = found.position
    context = {
        **fragments.board_context(position),
        "replay": found,
        "lines": found.log,
        "current": next((line for line in reversed(found.log) if line.seq <= position.at), None),
        "seen_from": fragments.seen_from(position.perspective),
        "viewpoints": _viewpoints(found.perspectives, shown.names),
        "before": position.at - 1,
        "behind": None if position.is_head else position.at + 1,
        "first": 1 if position.at > 1 else None,
        "ending_at": None if position.is_head else position.version,
        "seeking": True,
        "orders": arbiters.shown(shown, me),
        "notes": own_notes.shown(shown, position.at, me),
        "may_ask_back": takebacks.may_ask(shown) and not position.is_head and position.at in found.steps,
        "may_play_on": "open" in found.perspectives and get_game(shown.game).writes_positions,
        "may_set_up": get_game(shown.game).position_fields() is not None,
        "page_title": _("Replay"),
        "share": picture.shared(shown),
        "names_joined": ", ".join(shown.names),
        "style": fragments.game_style(shown.game),
    }
    if position.is_head and shown.is_over:
        context |= fragments.result_context(position)
    return private(render(request, "matches/_replay.html" if is_htmx(request) else "matches/replay.html", context))


def _viewpoints(perspectives: Sequence[Perspective], seats: tuple[str, ...]) -> list[tuple[str, str]]:
    """Each as written in addresses, with its name."""
    return [(fragments.seen_from(p), _viewpoint_name(p, seats)) for p in perspectives]


def _viewpoint_name(perspective: Perspective, seats: tuple[str, ...]) -> str:
    if perspective == "open":
        return _("all cards open")
    if perspective == "spectator":
        return _("a spectator")
    return seats[perspective]


@require_safe
def verify(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """What the verification of a finished match found, and how to repeat it elsewhere."""
    me = asker(request)
    shown = queries.match(match_id=match_id, player=me)
    result = verification.of_finished(match_id=match_id, player=me)
    language = languages.current()
    questions = _questions_of_verification()
    checks = [
        (questions.get(check.name, check.name), check, sentence(check.code, check.data, language) if check.code else "")
        for check in result.checks
    ]
    return private(render(request, "matches/verification.html", {"match": shown, "result": result, "checks": checks}))


def _questions_of_verification() -> dict[str, str]:
    return {
        "header": _("The header matches the setup, and the game and rules are known."),
        "chain": _("Each event’s hash follows from its predecessor’s: nothing was changed, added or left out."),
        "events": _("Each event is known and in its own notation."),
        "fold": _("The events lead from position to position up to the end."),
        "states": _("The position after each decision matches the hash stored with it."),
        "seed": _("The revealed seed is the one that was promised before the first card."),
        "decisions": _("Each decision, made again under the same rules, leads to the same events."),
    }


@require_safe
def record(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """The record as a file, as visible from where one looks."""
    me = asker(request)
    shown = queries.match(match_id=match_id, player=me)
    text = format_record(
        verification.record(match_id=match_id, player=me, perspective=_perspective_asked(request, len(shown.seats)))
    )
    response = HttpResponse(text, content_type=RECORD_TYPE)
    response["Content-Disposition"] = f'attachment; filename="{match_id}.jsonl"'
    return private(response)

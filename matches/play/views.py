"""Pages of matches. A view parses, calls a service or a query, and renders; ``refusals`` handles errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from elekt_core.messages import sentence
from elekt_core.record.text import format_record
from elekt_core.record.verify import FOUND_WITHOUT_RULES
from elekt_core.registry import get_game
from web import languages, limits, posted, sessions
from web.errors import BadRequest, NotAllowed
from web.live import sse
from web.live.admission import Listener
from web.live.audience import Audience
from web.request import asker, from_json, is_htmx, private, whole

from .. import after_commit
from ..clocks import presence
from ..clocks.around import around, is_waited_for
from ..clocks.lag import MAX_THOUGHT
from ..company import arbiters, takebacks
from ..company import live as company
from ..reviews import turned
from ..tables import guests
from ..thinking import hints
from ..watching import live as watching
from . import ahead, branches, fragments, narration, picture, practice, queries, services, unavailable, verification
from .choices import choices_at, choices_for
from .redaction import Perspective, parse_perspective
from .shapes import Position

RECORD_TYPE = "application/jsonl; charset=utf-8"
HAS_STREAM = "X-Stream"
"""Sent by a page whose stream is open: it hears there what follows from its decision, and needs no more than to know
that it is stored."""
STANDS_AT = "X-Version"
"""The version that this page will hear of."""


def perspective_asked(request: HttpRequest, seats: int) -> Perspective | None:
    """``?as=seat-1`` (the first seat), ``spectator`` or ``open``. Raises BadRequest."""
    text = request.GET.get("as", "")
    if not text:
        return None
    word, *numbers = text.split("-")
    if word == "seat" and numbers:
        known = {f"{seat + 1}": f"{seat}" for seat in range(seats)}
        text = "-".join([known.get(number, text) for number in numbers])
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
        **fragments.of_page(fragments.live_context(position, choices, hint=hints.shown(position))),
        "gives_hints": hints.are_given(position.match),
        "log": narration.latest(lines, min((line.seq for line in position.since), default=None)),
        "log_at": position.at,
        "seen_from": fragments.word_of(position.perspective),
        "looked_from": fragments.looked_from(position.match, position.perspective),
        "names_joined": ", ".join(position.match.names),
        "page_title": _("Match"),
        "share": picture.shared(position.match),
        "style": fragments.game_style(position.match.game),
    }
    if position.match.hands:
        context["viewpoints"] = viewpoints(queries.perspectives(position.match), position.match.names)
    if position.match.practice:
        context["viewpoints"] = viewpoints(queries.perspectives(position.match), position.match.names)
        game = get_game(position.match.game)
        context |= {"may_play_on": game.writes_positions, "may_set_up": game.position_fields() is not None}
    if not position.match.practice:
        context |= company.chat_context(position.match, me)
    if position.match.known:
        context["turned"] = turned.shown(position.match, me)
    context["takeback"] = takebacks.shown(position.match)
    context["asks"] = fragments.asks_of(position.match)
    context["source"] = branches.source_of(position.match, me)
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
        looked = perspective_asked(request, len(shown.seats)) if shown.practice or shown.hands else None
    return queries.position(match_id=match_id, player=me, perspective=looked)


def _stream_url(position: Position, me: UUID | None) -> str:
    """Where the page hears what happens next, as this asker may know it and in this language."""
    if position.match.late:
        return watching.address(position.match, str(position.perspective), position.at, Listener(me), "html")
    audience = Audience("match", position.match.id, str(position.perspective), languages.current(), "html")
    return sse.address(audience, position.at, Listener(me))


@require_safe
def choose(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """The prompt after the steps in ``?path=``; with ``?plan=next`` for the question that is not asked yet."""
    path = request.GET.getlist("path")
    if not is_htmx(request):
        return redirect(f"{reverse('matches:match', args=[match_id])}?{request.GET.urlencode()}")
    position = _table_position(request, match_id, sessions.player_of(request))
    presence.looked(position.match)
    match request.GET.get("plan"):
        case "stop":
            return private(HttpResponse(fragments.prompt(position, choices_for(position))))
        case "next":
            planned = ahead.expected(position)
            if planned is None:
                raise NotAllowed("not_awaited", match=str(match_id))
            return private(HttpResponse(fragments.prompt(planned, choices_at(planned, path), planning=True)))
    choices = choices_at(position, path)
    since = _since(request)
    concerned = None if since is None else ahead.concerned_since(position, since)
    return private(HttpResponse(fragments.prompt(position, choices, concerned=concerned, hint=hints.shown(position))))


def _since(request: HttpRequest) -> int | None:
    """The event after which the page's passing ahead began."""
    try:
        return whole(request.GET["since"]) if "since" in request.GET else None
    except ValueError:
        raise BadRequest("bad_field", field="since") from None


@require_http_methods(["GET", "HEAD", "POST"])
def hint(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """The prompt with the hint at its question, after the steps in ``?path=``; a POST asks for it.

    A script that looks whether it is there gets an empty answer while it is not.
    """
    me = sessions.player_of(request)
    if me is None:
        return redirect_to_login(request.get_full_path())
    position = _table_position(request, match_id, me)
    if request.method == "POST":
        hints.ask(position, by=me)
        after_commit.send("matches.tasks.think")
    found = hints.shown(position)
    if not is_htmx(request):
        return redirect(f"{reverse('matches:match', args=[match_id])}?{request.GET.urlencode()}")
    if request.method != "POST" and found is not None and found.state == "waiting":
        return private(HttpResponse(status=204))
    choices = choices_for(position, request.GET.getlist("path"))
    return private(HttpResponse(fragments.prompt(position, choices, hint=found)))


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
        shown, request.GET.get("place", ""), perspective=perspective_asked(request, len(shown.seats)), at=at
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
    own = fragments.asks(position.match, beside=True)
    return private(HttpResponse(f"{fragments.live(position, choices_for(position))}\n{own}"))


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


@dataclass(frozen=True, slots=True)
class PlayOnForm:
    """Beside it stands for each seat its bot (``against_0``); without one it is free for whoever has the link."""

    at: int
    seat: int
    decision_id: UUID
    seen_by: str = ""


@require_POST
def play_on(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """A new match that goes on from a moment of this one."""
    shown = queries.match(match_id=match_id, player=asker(request))
    asked = posted.read(request, PlayOnForm)
    try:
        seen_by = whole(asked.seen_by) if asked.seen_by else None
    except ValueError:
        raise BadRequest("bad_field", field="seen_by") from None
    me = guests.somebody(request)
    limits.OPENED_TABLES.take(str(me))
    against = {seat.number: request.POST.get(f"against_{seat.number}", "") for seat in shown.seats}
    done = branches.play_on(
        match_id=match_id,
        at=asked.at,
        by=me,
        seat=asked.seat,
        seen_by=seen_by,
        bots={seat: bot for seat, bot in against.items() if bot and seat != asked.seat},
        decision_id=asked.decision_id,
    )
    if done.at != asked.at:
        said = _("The match goes on after event %(at)s: later events cannot be described as a position.")
        messages.info(request, said % {"at": done.at})
    if done.opened.match is None:
        return redirect("matches:table", done.opened.table)
    return redirect("matches:match", done.opened.match)


# --- what is seen from where, and the record -------------------------------------------------------------


def viewpoints(perspectives: Sequence[Perspective], seats: tuple[str, ...]) -> list[tuple[str, str]]:
    """Each as written in addresses, with its name."""
    return [(fragments.word_of(p), _viewpoint_name(p, seats)) for p in perspectives]


def _viewpoint_name(perspective: Perspective, seats: tuple[str, ...]) -> str:
    if perspective == "open":
        return _("all cards open")
    if perspective == "spectator":
        return _("a spectator")
    if isinstance(perspective, frozenset):
        return _("everything that %(names)s saw") % {"names": ", ".join(seats[seat] for seat in sorted(perspective))}
    return seats[perspective]


@require_safe
def verify(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """What the verification of a finished match found, and how to repeat it elsewhere."""
    me = asker(request)
    shown = queries.match(match_id=match_id, player=me)
    result = verification.of_finished(match_id=match_id, player=me, asker=limits.asker(request, me))
    language = languages.current()
    questions = _questions_of_verification()
    checks = [
        (questions.get(check.name, check.name), check, sentence(check.code, check.data, language) if check.code else "")
        for check in result.checks
    ]
    said = {"match": shown, "result": result, "checks": checks, "said": _said_in_the_browser()}
    return private(render(request, "matches/verification.html", said))


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


class _Blanks(dict[str, str]):
    """Data of a sentence that is filled in elsewhere."""

    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


def _said_in_the_browser() -> dict[str, Any]:
    """What ``static/js/check-record.js`` says; it fills in what stands in braces."""
    return {
        "missing": _("The record could not be fetched. Try again, or choose a file that you have downloaded."),
        "whole": _("Events: {events}, batches: {batches}. All are there and in order."),
        "chain": _("The chain of hashes is correct and ends in {head}."),
        "redacted": _("The record is redacted, so it has no hashes and draws to check."),
        "secret": _("The seed is not revealed, so the draws cannot be checked."),
        "seed": _("The seed is the promised one. Draws that follow from it: {draws}, all that are recorded."),
        "flaw": _("Line %(line)s: %(sentence)s") % {"line": "{line}", "sentence": "{sentence}."},
        "form": _("This file is not written as a record is."),
        "flaws": {code: sentence(code, _Blanks(), languages.current()) for code in FOUND_WITHOUT_RULES},
    }


@require_safe
def record(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """The record as a file, as visible from where one looks."""
    me = asker(request)
    shown = queries.match(match_id=match_id, player=me)
    text = format_record(
        verification.record(match_id=match_id, player=me, perspective=perspective_asked(request, len(shown.seats)))
    )
    response = HttpResponse(text, content_type=RECORD_TYPE)
    response["Content-Disposition"] = f'attachment; filename="{match_id}.jsonl"'
    return private(response)


@require_safe
def short_record(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """A finished match in short notation, in the reader's language, as a file."""
    me, language = asker(request), languages.current()
    text = verification.in_short_notation(
        match_id=match_id, player=me, language=language, asker=limits.asker(request, me)
    )
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{match_id}.txt"'
    return private(response)

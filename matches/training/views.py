"""Pages of training: which exercises there are, one to be solved, and what its solver is told."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from web import languages
from web.decoding import from_query
from web.errors import BadRequest, NotFound
from web.request import asker, from_json, is_htmx, page_number, private, signed_in

from ..play import fragments
from ..tables import guests
from . import boards, queries, schedule, services
from .models import Exercise
from .shapes import BOUNDS, Wanted


@require_safe
def training(request: HttpRequest) -> HttpResponse:
    """Exercises as filtered (``Wanted``), and how the asker stands."""
    me, wanted = asker(request), _wanted(request)
    themes, phases = queries.offered(wanted.game)
    asked, listed = _asked(wanted), queries.listed(player=me, wanted=wanted, page=page_number(request))
    context = {
        "listed": listed,
        "first": (listed.page - 1) * queries.PAGE + 1,
        "before": listed.page - 1,
        "behind": listed.page + 1 if listed.page < listed.pages else None,
        "wanted": wanted,
        "query": urlencode(asked),
        "games": queries.games(),
        "themes": themes,
        "phases": phases,
        "difficulties": [(name, difficulty_name(name)) for name in BOUNDS],
        "states": [(name, state_name(name)) for name in ("open", "due", "missed", "solved")],
        "progress": queries.progress(me),
        "days": schedule.DAYS,
        **queries.daily_shown(me),
    }
    return private(render(request, "matches/training/training.html", context))


def _wanted(request: HttpRequest) -> Wanted:
    """The filter in the address, which goes along from exercise to exercise."""
    query = request.GET.copy()
    for other in ("page", "path"):
        query.pop(other, None)
    return from_query(Wanted, query)


def _asked(wanted: Wanted) -> dict[str, str]:
    return {field: value for field, value in asdict(wanted).items() if value}


@require_safe
def next_exercise(request: HttpRequest) -> HttpResponse:
    """Onwards to what the asker should solve next, of those that the filter leaves."""
    wanted = _wanted(request)
    found = queries.next_for(player=asker(request), wanted=wanted)
    if found is None:
        messages.info(request, _("You have answered all exercises of this kind; missed ones come back when due."))
        return redirect(f"{reverse('matches:training')}?{urlencode(_asked(wanted))}")
    return redirect(f"{reverse('matches:exercise', args=[found])}?{urlencode(_asked(wanted))}")


@require_safe
def exercise(request: HttpRequest, exercise_id: UUID) -> HttpResponse:
    """The position with its question; once it is answered, what is best and why."""
    me, found = asker(request), services.exercise_of(exercise_id)
    answer = services.latest(found, me)
    wanted = _asked(_wanted(request))
    context: dict[str, Any] = {
        "exercise": queries.line_of(found, me),
        "query": urlencode(wanted),
        "wanted": wanted,
        "told": boards.told_before(found),
        "style": fragments.game_style(found.game),
    }
    if answer is None or me is None:
        context |= _solving(request, found)
        return private(render(request, "matches/training/exercise.html", context))
    context |= fragments.board_context(boards.position_of(found))
    context |= {"explained": queries.explained(found, answer, me), "progress": queries.progress(me)}
    return private(render(request, "matches/training/explained.html", context))


def _solving(request: HttpRequest, found: Exercise) -> dict[str, Any]:
    """What the table's partials need, with this page's own addresses."""
    position = boards.position_of(found)
    choices = boards.choices_of(position, request.GET.getlist("path"))
    query = urlencode(_asked(_wanted(request)))
    return fragments.of_page(fragments.live_context(position, choices)) | {
        "match_url": reverse("matches:exercise", args=[found.id]),
        "choose_url": reverse("matches:exercise_choose", args=[found.id]),
        "decide_url": f"{reverse('matches:exercise_answer', args=[found.id])}?{query}",
    }


@require_safe
def choose(request: HttpRequest, exercise_id: UUID) -> HttpResponse:
    """The prompt after the steps in ``?path=``."""
    if not is_htmx(request):
        return redirect(f"{reverse('matches:exercise', args=[exercise_id])}?{request.GET.urlencode()}")
    found = services.exercise_of(exercise_id)
    return private(render(request, "matches/_prompt.html", _solving(request, found)))


@require_safe
def terms(request: HttpRequest, exercise_id: UUID) -> HttpResponse:
    """How the numbers at ``?place=`` of the board arise."""
    found = services.exercise_of(exercise_id)
    place, game = request.GET.get("place", ""), boards.game_of(found)
    lines = game.terms(boards.view_of(found), place, languages.current(), boards.role_names(found))
    if not lines:
        raise NotFound("unknown_place", place=place)
    return private(render(request, "matches/_count_terms.html", {"lines": lines}))


@require_POST
def answer(request: HttpRequest, exercise_id: UUID) -> HttpResponse:
    """Answer with ``decision``, or give up. No account is needed: a visitor becomes a guest."""
    found = services.exercise_of(exercise_id)
    decision = None
    if "give_up" not in request.POST:
        try:
            decision = from_json(request.POST.get("decision", ""))
        except ValueError:
            raise BadRequest("not_a_decision", field="decision") from None
        if not isinstance(decision, dict):
            raise BadRequest("not_a_decision", field="decision")
    services.check_answer(found, decision)
    services.answer(exercise_id=exercise_id, decision=decision, by=guests.somebody(request))
    return redirect(f"{reverse('matches:exercise', args=[exercise_id])}?{urlencode(_asked(_wanted(request)))}")


@require_POST
def object_to(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Whether this match of one's own may be used."""
    objects = request.POST.get("use") == "no"
    services.object_to(match_id=match_id, by=signed_in(request), objects=objects)
    if objects:
        messages.success(request, _("No exercise uses this match."))
    else:
        messages.success(request, _("Exercises may use this match again."))
    return redirect("matches:review", match_id)


def difficulty_name(difficulty: str) -> str:
    return {"easy": _("easy"), "medium": _("medium"), "hard": _("hard")}[difficulty]


def state_name(state: str) -> str:
    return {
        "open": _("not answered yet"),
        "due": _("due again"),
        "missed": _("missed"),
        "solved": _("solved"),
    }[state]

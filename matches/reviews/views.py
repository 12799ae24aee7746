"""The page of a match's review: asked for, under way, there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from web.errors import BadRequest, NotFound
from web.request import asker, asker_or_address, is_htmx, private, signed_in

from ..play import fragments, picture
from ..play import queries as play
from ..play.redaction import seen_from
from ..play.shapes import MatchShown
from ..training import services as training
from . import lines, queries, reading, services, turned
from .chart import CURVES, Curve


@require_http_methods(["GET", "HEAD", "POST"])
def review(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """How far it is, and what it says; a POST asks for it."""
    if request.method == "POST":
        services.ask(match_id=match_id, by=signed_in(request))
        return redirect("matches:review", match_id)
    match = play.match(match_id=match_id, player=asker(request))
    shown = queries.review_of(match)
    curve, seat = _asked(request, match)
    found = (
        None
        if shown.report is None
        else reading.reading_of(match, shown.report, curve, seat, asker_or_address(request))
    )
    sides = match.names if curve == "players" else match.side_names
    context = {
        "match": match,
        "review": shown,
        "reading": found,
        "curves": _curves(shown),
        "curve_says": _curve_says(curve, match),
        "sides": [(side, sides[side]) for side in found.chart.sides] if found and found.chart else [],
        "looked_from": fragments.word_of(seen_from(match)),
        "may_ask": shown.can_be_asked_for and services.may_ask(match, asker(request)),
        "page_title": _("Review"),
        "may_object": training.may_object(match, asker(request)),
        "objects": training.objects(match.id, asker(request)),
        "names_joined": ", ".join(match.names),
        "share": picture.shared(match),
    }
    return private(render(request, "matches/_review.html" if is_htmx(request) else "matches/review.html", context))


@require_http_methods(["GET", "HEAD", "POST"])
def turning_points(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """What the end of a match tells of its review, for its page; a POST asks for the review."""
    if request.method == "POST":
        services.ask(match_id=match_id, by=signed_in(request))
    if not is_htmx(request):
        return redirect("matches:review", match_id)
    match = play.match(match_id=match_id, player=asker(request))
    found = turned.shown(match, asker(request))
    if found is None:
        raise NotFound("no_review", match=str(match_id))
    return private(render(request, "matches/_turned.html", {"match": match, "turned": found}))


def _asked(request: HttpRequest, match: MatchShown) -> tuple[Curve, int | None]:
    """The curve and the seat that an address names. Raises BadRequest."""
    asked, seat = request.GET.get("curve", CURVES[0]), request.GET.get("seat")
    curve = next((one for one in CURVES if one == asked), None)
    if curve is None:
        raise BadRequest("bad_field", field="curve")
    if seat is None:
        return curve, None
    if seat not in map(str, range(len(match.seats))):
        raise BadRequest("bad_field", field="seat")
    return curve, int(seat)


def _curves(shown: queries.ReviewShown) -> list[tuple[Curve, str]]:
    """Those that there are: of a game seen from some seats only there is none with open cards."""
    said: list[tuple[Curve, str]] = [
        ("table", _("What the table knew")),
        ("players", _("What each player knew")),
        ("open", _("Open cards")),
    ]
    curves = (shown.report or {}).get("curves", {})
    return [one for one in said if one[0] != "open" or curves.get("open", True)]


def _curve_says(curve: Curve, match: MatchShown) -> str:
    hindsight = _("Everybody’s chances with all cards known, in hindsight. No mark is judged by them.")
    if match.seen_by:
        hindsight = _("Everybody’s chances with all hands known, in hindsight. No mark is judged by them.")
    said = {
        "table": _("Everybody’s chances as a spectator could have judged them."),
        "players": _("Each player’s own chances by what only they could see; they need not sum to 100%."),
        "open": hindsight,
    }
    return said[curve]


@require_safe
def line(request: HttpRequest, match_id: UUID, at: int, which: str, step: int) -> HttpResponse:
    """A position along the line of one of the best choices of a decision, or of the one played."""
    match = play.match(match_id=match_id, player=asker(request))
    known = next((one for one in lines.WHICH if one == which), None)
    report = queries.review_of(match).report
    if report is None or known is None:
        raise NotFound("no_review", match=str(match_id))
    found = lines.line_shown(match, report, at, known, step, asker_or_address(request))
    names = _line_names()
    context = {
        **fragments.board_context(found.position),
        "line": found,
        "line_name": names[found.which],
        "lines": [(one, names[one]) for one in found.lines],
        "back": _back(match, report, found),
        "assumed": " ".join(found.assumed),
        "page_title": _("Line of play"),
        "style": fragments.game_style(match.game),
    }
    return private(render(request, "matches/review_line.html", context))


def _line_names() -> dict[lines.Which, str]:
    return {
        "best": _("After the best choice"),
        "second": _("After the second choice"),
        "third": _("After the third choice"),
        "played": _("After the choice played"),
    }


def _back(match: MatchShown, report: Mapping[str, Any], line: lines.LineShown) -> str:
    """Where the decision stands on the page of the review: among the marks, or among those of its player."""
    here = next(one for one in report["decisions"] if one["at"] == line.at)
    page = reverse("matches:review", args=(match.id,))
    return f"{page}#mark-{line.at}" if here["mark"] else f"{page}?seat={here['seat']}#decision-{line.at}"


@require_safe
def export(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """The review as a file, beside the record."""
    text = queries.text_of(match_id=match_id, player=asker(request))
    response = HttpResponse(text, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{match_id}-review.json"'
    return private(response)

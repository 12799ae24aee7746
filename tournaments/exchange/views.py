"""Files of a tournament, and tournaments from files. A view parses, calls one function, and answers.

A file with the whole field or the whole stream is made anew for each who asks, so it takes a place among costly work.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_safe

from players import queries as players
from tournaments import queries, rights
from tournaments.pages import words
from tournaments.queries import Asked
from tournaments.state import Role
from tournaments.trf import Edition, Flaw
from tournaments.trf.sentences import sentence
from web import error_words, limits, posted
from web.costly import CHECKING, DIRECTING
from web.errors import NotFound
from web.request import asker, private, signed_in

from . import calendar, csv, document, log, trf, xlsx
from . import queries as own
from .forms import ImportForm

CSV, ICS, JSON, LINES, TEXT = "text/csv", "text/calendar", "application/json", "application/x-ndjson", "text/plain"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
EDITIONS = {"16": Edition.TRF16, "26": Edition.TRF26}
KEPT = "kept"


@require_safe
def export(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """Everything that can be downloaded."""
    asked = _asked(request, tournament_id)
    context = {
        "asked": asked,
        "tournament": asked.state,
        "stages": [(key, words.stage(key), trf.has_report(asked, key)) for key in asked.state.stages],
        "kept": asked.is_officer and own.report_of(tournament_id) is not None,
    }
    return private(render(request, "tournaments/exchange/export.html", context))


@require_safe
def export_trf(request: HttpRequest, tournament_id: UUID, stage: str, edition: str) -> HttpResponse:
    """``edition``: ``16``, ``26``, or ``kept`` for the report that the tournament was imported from (for officers)."""
    asked = _asked(request, tournament_id)
    if edition == KEPT:
        rights.check_role(asked.state, asker(request), Role.SCORER)
        return _file(asked, trf.kept_report(asked, stage), TEXT, f"{stage}.trf")
    if edition not in EDITIONS:
        raise NotFound("unknown_address", path=request.path)
    with place(request, asked.asker):
        return _file(asked, trf.report(asked, stage, EDITIONS[edition]), TEXT, f"{stage}-{edition}.trf")


@require_safe
def export_csv(request: HttpRequest, tournament_id: UUID, what: str, stage: str = "") -> HttpResponse:
    asked = _asked(request, tournament_id)
    if what not in csv.LISTS:
        raise NotFound("unknown_address", path=request.path)
    with place(request, asked.asker):
        return _file(asked, csv.written(csv.LISTS[what](asked, stage)), CSV, f"{what}.csv")


@require_safe
def export_workbook(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    asked = _asked(request, tournament_id)
    with place(request, asked.asker):
        return _file(asked, xlsx.workbook(asked), XLSX, "tournament.xlsx")


@require_safe
def export_document(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    asked = _asked(request, tournament_id)
    with place(request, asked.asker):
        return _file(asked, document.written(document.document(asked)), JSON, "tournament.json")


@require_safe
def export_log(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    asked = _asked(request, tournament_id)
    with place(request, asked.asker):
        return _file(asked, "".join(log.lines(tournament_id)), LINES, "log.jsonl")


@require_safe
def export_calendar(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    asked = _asked(request, tournament_id)
    url = request.build_absolute_uri(reverse("tournaments:tournament", args=[tournament_id]))
    entries = list(calendar.of_tournament(asked.state, url))
    return _file(asked, calendar.written(asked.state.title, entries, request.get_host()), ICS, "calendar.ics")


@require_safe
def export_player_calendar(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """For subscribing: it has public tournaments only, so its address needs no secret."""
    player = players.player(player_id)
    if player is None:
        raise NotFound("unknown_player", player=str(player_id))
    nowhere = UUID(int=0)
    address = request.build_absolute_uri(reverse("tournaments:tournament", args=[nowhere]))
    entries = list(calendar.of_player(player_id, address.replace(str(nowhere), "{id}")))
    return HttpResponse(
        calendar.written(player.name, entries, request.get_host()), content_type=f"{ICS}; charset=utf-8"
    )


@limits.takes(document.MAX_LENGTH + trf.MAX_LENGTH)
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def bring_in(request: HttpRequest) -> HttpResponse:
    """A tournament from a file. Lines that could not be used are listed, and the rest is kept."""
    me = signed_in(request)
    form, refused = posted.form(request, lambda data: ImportForm(data, request.FILES or None)), None
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        flaws: tuple[Flaw, ...] = ()
        try:
            with DIRECTING.place(str(me)):
                limits.OPENED_TABLES.take(str(me))
                if form.is_document:
                    done = document.bring_in(data["text"], owner=me, title=data["title"])
                else:
                    done, flaws = trf.bring_in(data["text"], owner=me, game=data["game"], title=data["title"])
        except error_words.REFUSED as error:
            refused = error_words.explain(error)
            form.refuse(refused)
        else:
            if not flaws:
                return redirect("tournaments:desk", done.tournament)
            told = [(flaw.line, sentence(flaw)) for flaw in flaws]
            return private(
                render(request, "tournaments/exchange/imported.html", {"id": done.tournament, "flaws": told})
            )
    later = {} if refused is None else refused.headers
    status = refused.status if refused and later else 422 if form.errors else 200
    response = render(request, "tournaments/exchange/import.html", {"form": form}, status=status)
    for name, value in later.items():
        response[name] = value
    return private(response)


def place(request: HttpRequest, player: UUID | None) -> AbstractContextManager[None]:
    """Where a file is made. Raises Busy."""
    return CHECKING.place(limits.asker(request, player))


def _asked(request: HttpRequest, tournament_id: UUID) -> Asked:
    return queries.tournament(tournament_id=tournament_id, player=asker(request))


def _file(asked: Asked, text: str | bytes, kind: str, name: str) -> HttpResponse:
    """A file named after the tournament."""
    part, _, ending = name.rpartition(".")
    whole = f"{slugify(asked.state.title) or 'tournament'}-{slugify(part)}.{ending}"
    response = HttpResponse(text, content_type=f"{kind}; charset=utf-8" if isinstance(text, str) else kind)
    response["Content-Disposition"] = f'attachment; filename="{whole}"'
    return private(response)

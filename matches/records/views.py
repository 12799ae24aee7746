"""Pages on which records are imported. A view parses, calls one function, and answers."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from web import error_words, limits, posted
from web.costly import CHECKING, Busy
from web.errors import BadRequest
from web.request import is_htmx, private, signed_in, whole

from . import packed, queries, services
from .forms import ImportForm


@limits.takes(packed.MAX_UPLOAD + 100_000)
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def bring_in(request: HttpRequest) -> HttpResponse:
    """Records from a file or pasted; below, what became of those handed in before."""
    me = signed_in(request)
    form = posted.form(request, lambda data: ImportForm(data, request.FILES or None))
    status, headers = 200, {}
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                limits.IMPORTS.take(str(me))
                row = services.hand_in(form.sent, by=me, name=form.name, access=form.cleaned_data["access"])
            except error_words.REFUSED as error:
                told = error_words.explain(error)
                form.add_error(None, told.sentence)
                status, headers = told.status, told.headers
            else:
                _begin(row.id, me)
                return redirect("matches:import_report", row.id)
    context = {"form": form, "imports": queries.imports_of(me)}
    response = render(request, "matches/records/import.html", context, status=status)
    for name, value in headers.items():
        response[name] = value
    return private(response)


def _begin(import_id: UUID, me: UUID) -> None:
    """A few records are done before the page comes; the worker does the others."""
    try:
        with CHECKING.place(str(me)):
            services.begin(import_id)
    except Busy:
        pass


@login_required
@require_safe
def report(request: HttpRequest, import_id: UUID) -> HttpResponse:
    try:
        after = whole(request.GET.get("after", "0"))
    except ValueError:
        raise BadRequest("bad_field", field="after") from None
    refused = request.GET.get("refused") == "1"
    shown = queries.report(import_id=import_id, player=signed_in(request), after=after, refused=refused)
    template = "matches/records/_report.html" if is_htmx(request) else "matches/records/report.html"
    return private(render(request, template, {"imported": shown, "after": after, "refused": refused}))


@login_required
@require_POST
def erase_labels(request: HttpRequest, match_id: UUID) -> HttpResponse:
    services.erase_labels(match_id=match_id, by=signed_in(request), staff=request.user.is_staff)
    return redirect("matches:replay_end", match_id)

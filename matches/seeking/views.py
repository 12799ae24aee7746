"""Play rated: the form, and the page on which somebody waits. Both work without scripts."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from web import error_words, posted
from web.request import asker, private, signed_in

from ..clocks import hours
from . import live, queries, services
from .browsers import known_browser
from .forms import SeekForm

RELOAD = 10
"""Seconds after which a page without scripts asks again."""


@require_http_methods(["GET", "HEAD", "POST"])
@known_browser
def rated(request: HttpRequest) -> HttpResponse:
    """The form, where one waits already, and where others do; ``?rules=``, ``?seats=``, ``?control=`` fill it in."""
    me = asker(request)
    form = posted.form(request, lambda data: SeekForm(data, request.GET.dict()))
    if request.method == "POST":
        if me is None:
            return redirect(f"{reverse('players:log_in')}?next={reverse('matches:rated')}")
        if form.is_valid():
            hours.note_zone(me, timezone.get_current_timezone_name())
            try:
                row = services.seek(form.command(), by=me)
            except error_words.REFUSED as refused:
                form.add_error(None, error_words.explain(refused).sentence)
            else:
                return redirect("matches:seek", row.id)
    context = {"form": form, "mine": queries.mine(me) if me else [], "queues": queries.queues()}
    return private(render(request, "matches/seeking/rated.html", context, status=422 if form.errors else 200))


@login_required
@require_safe
def seek(request: HttpRequest, seek_id: UUID) -> HttpResponse:
    """Waiting: how long, for whom, among how many. Looking at it is a sign that one is still there."""
    me = signed_in(request)
    shown = queries.seek(seek_id, player=me)
    if shown.is_waiting:
        services.is_there([seek_id])
    elif shown.is_seated:
        return redirect(live.place_of(shown))
    context = {"seek": shown, "stream_url": live.address(shown, me), "reload": RELOAD if shown.is_waiting else 0}
    return private(render(request, "matches/seeking/seek.html", context))


@login_required
@require_POST
def leave(request: HttpRequest, seek_id: UUID) -> HttpResponse:
    row = services.leave(seek_id, by=signed_in(request))
    return redirect("matches:seek", seek_id) if row.table else redirect("matches:rated")

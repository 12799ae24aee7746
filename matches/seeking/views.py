"""Play rated: the form, and the page on which somebody waits. Both work without scripts."""

from __future__ import annotations

import secrets
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from web import error_words, posted
from web.request import asker, private, signed_in

from ..clocks import hours
from . import live, queries, services
from .apart import note_browser
from .forms import SeekForm

BROWSER = "browser"
BROWSER_LASTS = 365 * 24 * 3600
RELOAD = 10
"""Seconds after which a page without scripts asks again."""


@require_http_methods(["GET", "HEAD", "POST"])
def rated(request: HttpRequest) -> HttpResponse:
    """The form, where one waits already, and where others do; ``?rules=``, ``?seats=``, ``?control=`` fill it in."""
    me = asker(request)
    form = posted.form(request, lambda data: SeekForm(data, request.GET.dict()))
    if request.method == "POST":
        if me is None:
            return redirect(f"{reverse('players:log_in')}?next={reverse('matches:rated')}")
        browser = _browser(request)
        if form.is_valid():
            note_browser(browser, me)
            hours.note_zone(me, timezone.get_current_timezone_name())
            try:
                row = services.seek(form.command(), by=me)
            except error_words.REFUSED as refused:
                form.add_error(None, error_words.explain(refused).sentence)
            else:
                return _remembering(request, redirect("matches:seek", row.id), browser)
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


def _browser(request: HttpRequest) -> str:
    """The number that this browser keeps, a new one for a browser that has none, or one that is not ours."""
    try:
        return str(request.get_signed_cookie(BROWSER))
    except (KeyError, signing.BadSignature):
        return secrets.token_hex(16)


def _remembering(request: HttpRequest, response: HttpResponse, browser: str) -> HttpResponse:
    response.set_signed_cookie(
        BROWSER, browser, max_age=BROWSER_LASTS, httponly=True, samesite="Lax", secure=request.is_secure()
    )
    return response

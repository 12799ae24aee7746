"""Pages of notices: what one wants and where; and what links in e-mails lead to, without logging in."""

from __future__ import annotations

from typing import Any, assert_never

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from web import browsers, posted
from web.request import private, signed_in

from . import commands as c
from . import links, queries, services


@login_required
@require_safe
def notices(request: HttpRequest) -> HttpResponse:
    me = signed_in(request)
    services.note_language(me)
    return private(render(request, "players/notices/notices.html", {"shown": queries.notices(me)}))


def change(command: type[c.Command], said: Any) -> Any:
    """A view that does what its form asks, and says so on the page of notices."""

    @sensitive_post_parameters("password")
    @login_required
    @require_POST
    def view(request: HttpRequest) -> HttpResponse:
        asked = posted.read(request, command)
        browser = browsers.number(request) or browsers.new_number()
        done = services.change(asked, by=signed_in(request), browser=browser)
        messages.success(request, said(done))
        answer = redirect("players:notices")
        if command is c.AddDevice:
            browsers.keep(answer, browser, request)
        return answer

    return view


def chosen(_done: None) -> str:
    return _("Your choices are saved.")


def entered(done: c.Entered) -> str:
    match done:
        case c.Entered.REMOVED:
            return _("Your e-mail address is removed.")
        case c.Entered.SAME:
            return _("This is your address already, and it is confirmed.")
        case c.Entered.SENT:
            return _("A link was sent to this address. Open it to confirm the address.")
        case _:
            assert_never(done)


def added(_done: None) -> str:
    return _("This device gets your notices.")


def removed(_done: None) -> str:
    return _("The device gets no more notices.")


# --- behind links in e-mails --------------------------------------------------------------------------------
# A GET changes nothing, since mail programs open links by themselves.


@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest) -> HttpResponse:
    token = request.GET.get("t", "")
    try:
        player, address = links.read_confirm(token)
    except (signing.BadSignature, ValueError, TypeError):
        return _void(request)
    if request.method == "POST":
        if not services.confirm(player, address):
            return _void(request)
        messages.success(request, _("Your e-mail address is confirmed."))
        return redirect("players:notices" if request.user.is_authenticated else "players:log_in")
    return private(render(request, "players/notices/confirm.html", {"address": address}))


@csrf_exempt  # mail programs send it for their reader (RFC 8058): the signature is the permission
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest) -> HttpResponse:
    try:
        player, kind = links.read_stop(request.GET.get("t", ""))
    except (signing.BadSignature, ValueError, TypeError):
        return _void(request)
    if request.method == "POST":
        services.stop(player, kind)
    context = {"kind": kind.label, "done": request.method == "POST"}
    return private(render(request, "players/notices/stop.html", context))


def _void(request: HttpRequest) -> HttpResponse:
    return private(render(request, "players/notices/void.html", status=410))

"""Pages of return codes: a guest creates one, and comes back with it."""

from __future__ import annotations

from typing import cast

from django import forms
from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from web import limits, posted
from web.qr import qr

from . import returning
from .forms import too_often
from .models import Player
from .views import BACKEND


class ReturnForm(forms.Form):
    code = forms.CharField(
        label=gettext_lazy("Return code"),
        max_length=60,
        help_text=gettext_lazy("Four groups of four letters and digits, such as K7QF-3M9T-XW2D-8RPH."),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false", "data-from-hash": ""}
        ),
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def return_code(request: HttpRequest) -> HttpResponse:
    """What a guest has; a POST creates a code and shows it, this once."""
    me = cast(Player, request.user)
    if not me.is_guest:
        return redirect("players:account")
    code = link = ""
    if request.method == "POST":
        limits.NEW_TOKENS.take(str(me.pk))
        code = returning.issue(player=me, now=timezone.now())
        link = request.build_absolute_uri(reverse("players:come_back")) + f"#{code}"
    context = {"kept": returning.code_of(me), "code": code, "qr": qr(link) if code else ""}
    response = render(request, "players/return_code.html", context)
    response["Cache-Control"] = "no-store"
    return response


@login_required
@require_POST
def revoke_return_code(request: HttpRequest) -> HttpResponse:
    me = cast(Player, request.user)
    if me.is_guest:
        returning.revoke(player=me)
        update_session_auth_hash(request, me)
        messages.success(request, _("The return code is revoked. You are logged out everywhere else."))
    return redirect("players:return_code")


@sensitive_post_parameters("code")
@require_http_methods(["GET", "HEAD", "POST"])
def come_back(request: HttpRequest) -> HttpResponse:
    """Come back to your profile with a code. A link has it behind ``#``, which is never sent to a server."""
    form = posted.form(request, ReturnForm)
    status = 200
    if request.method == "POST" and form.is_valid():
        where = limits.address(request)
        try:
            limits.RETURNS.check(where)
        except limits.TooMany as error:
            form.add_error(None, too_often(error))
            status = 429
        else:
            guest = returning.guest_of(form.cleaned_data["code"], now=timezone.now())
            if guest is not None:
                login(request, guest, backend=BACKEND)
                messages.success(request, _("Welcome back, %(name)s.") % {"name": guest.name})
                return redirect("/")
            limits.RETURNS.count(where)
            form.add_error("code", _("This code leads to nobody. It may have been replaced by a newer one."))
    if form.errors and status == 200:
        status = 422
    response = render(request, "players/come_back.html", {"form": form}, status=status)
    response["Cache-Control"] = "no-store"
    return response

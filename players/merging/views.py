"""Pages on which somebody merges two of their profiles: log in to the other, see what would follow, confirm."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth import authenticate, login
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from web import limits, posted
from web.error_words import explain
from web.errors import Conflict, NotAllowed, Refused

from ..factors.entering import check_code
from ..models import USERNAME_LENGTH, Player
from . import commands as c
from . import games, queries, services
from .events import BOTH

SALT, LASTS = "merge profiles", 900
"""Seconds in which it can be confirmed."""
BACKEND = "django.contrib.auth.backends.ModelBackend"


class OtherProfileForm(forms.Form):
    username = forms.CharField(
        label=_("Username of the other account"),
        max_length=USERNAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    password = forms.CharField(
        label=_("Password of the other account"), strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "off"})
    )
    code = forms.CharField(
        label=_("Code of the other account"),
        required=False,
        help_text=_("Only if that account asks for one: from its app, or one of its recovery codes."),
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code"}),
    )


@dataclass(frozen=True, slots=True)
class Signed:
    """What ``merge`` has signed: the sender has logged in to both profiles."""

    told: str = ""


@sensitive_post_parameters("password")
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def merge(request: HttpRequest) -> HttpResponse:
    """The form for the other profile; once sent, what would follow. A guest is merged away, an account is kept."""
    me = cast(Player, request.user)
    form = posted.form(request, OtherProfileForm)
    context: dict[str, Any] = {"form": form, "mergers": queries.mergers_of(me.pk, timezone.now())}
    if request.method == "POST" and form.is_valid():
        other = _other(request, form)
        if other is not None:
            keeps, goes = (other, me) if me.is_guest else (me, other)
            try:
                services.check(keeps.pk, goes.pk)
            except Refused as refused:
                form.add_error(None, explain(refused).sentence)
            else:
                told = signing.dumps({"me": str(me.pk), "other": str(other.pk)}, salt=SALT)
                context |= {"keeps": keeps, "goes": goes, "told": told}
                context["ladders"] = games.preview(keeps.pk, goes.pk)
    response = render(request, "players/merging/merge.html", context, status=422 if form.errors else 200)
    response["Cache-Control"] = "no-store"
    return response


def _other(request: HttpRequest, form: OtherProfileForm) -> Player | None:
    """The player with this username, password and second step; failures count as failed log-ins. Raises TooMany."""
    where, who = limits.address(request), form.cleaned_data["username"].casefold()
    limits.FAILED_LOG_INS.check(where)
    limits.FAILED_LOG_INS_AS.check(where, who)
    found = authenticate(request, username=form.cleaned_data["username"], password=form.cleaned_data["password"])
    if not isinstance(found, Player):
        limits.FAILED_LOG_INS.count(where)
        limits.FAILED_LOG_INS_AS.count(where, who)
        form.add_error(None, explain(Conflict("wrong_credentials")).sentence)
        return None
    try:
        check_code(found, form.cleaned_data["code"])
    except ValidationError as error:
        form.add_error("code", error)
        return None
    return found


@login_required
@require_POST
def confirm(request: HttpRequest) -> HttpResponse:
    """Merge the profiles that were shown."""
    me = cast(Player, request.user)
    try:
        told = signing.loads(posted.read(request, Signed).told, salt=SALT, max_age=LASTS)
    except signing.BadSignature:
        messages.error(request, gettext("That took too long. Log in to the other profile once more."))
        return redirect("players:merge")
    if told["me"] != str(me.pk):
        raise NotAllowed("unknown_merger")
    other = Player.objects.get(id=UUID(told["other"]))
    keeps, goes = (other, me) if me.is_guest else (me, other)
    services.merge(c.Merge(keeps.pk, goes.pk, BOTH), by=keeps.pk)
    if keeps.pk != me.pk:
        login(request, keeps, backend=BACKEND)
    messages.success(request, gettext("The profiles are merged."))
    return redirect("players:player", keeps.pk)


@login_required
@require_POST
def part(request: HttpRequest, merger: UUID) -> HttpResponse:
    me = cast(Player, request.user)
    services.change(merger, c.Part(), by=me.pk)
    messages.success(request, gettext("The merge is undone: these are two profiles again."))
    return redirect("players:merge")

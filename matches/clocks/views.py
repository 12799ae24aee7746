"""Pages about time: what people at a table ask of one another, and a player's holidays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from web import error_words, posted
from web.errors import BadRequest
from web.request import is_htmx, private, signed_in

from . import asking, hours, services


class HolidayForm(forms.Form):
    first = forms.DateField(label=_("First day"), widget=forms.DateInput(attrs={"type": "date"}))
    last = forms.DateField(label=_("Last day"), widget=forms.DateInput(attrs={"type": "date"}))


@dataclass(frozen=True, slots=True)
class Button:
    """``drop``: the first day of the holidays to be removed."""

    drop: str = ""

    @property
    def day(self) -> date | None:
        """None where it is no day."""
        try:
            return date.fromisoformat(self.drop)
        except ValueError:
            return None


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def holidays(request: HttpRequest) -> HttpResponse:
    """Your own holidays in correspondence play: add or remove one."""
    me, zone = signed_in(request), timezone.get_current_timezone_name()
    dropped = posted.read(request, Button).day if request.method == "POST" else None
    form = HolidayForm() if dropped else posted.form(request, HolidayForm)
    if request.method == "POST":
        try:
            if dropped:
                hours.drop_holiday(me, dropped, zone)
                return redirect("matches:holidays")
            if form.is_valid():
                hours.add_holiday(me, form.cleaned_data["first"], form.cleaned_data["last"], zone)
                return redirect("matches:holidays")
        except BadRequest as error:
            form.add_error("last", error_words.explain(error).sentence)
    context = {
        "form": form,
        "holidays": hours.holidays_of(me),
        "zone": zone,
        "used": hours.days_used(me),
        "most": hours.MAX_DAYS,
    }
    return private(render(request, "matches/clocks/holidays.html", context, status=422 if form.errors else 200))


def ask(command: type[asking.Command]) -> Callable[..., HttpResponse]:
    """A view that does what its form asks; scripts get an empty answer, since the stream brings the change."""

    @login_required
    @require_POST
    def view(request: HttpRequest, match_id: UUID) -> HttpResponse:
        services.ask(match_id, posted.read(request, command), by=signed_in(request))
        return HttpResponse(status=204) if is_htmx(request) else redirect("matches:match", match_id)

    return view

"""The page of a club's evenings to come."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID, uuid4

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from web import limits, posted
from web.error_words import explain
from web.errors import Refused
from web.request import page_number, private, signed_in

from . import commands as c
from . import queries, services
from .events import Coming


class PlanForm(forms.Form):
    starts = forms.DateTimeField(
        label=gettext_lazy("When"), widget=forms.DateTimeInput(attrs={"type": "datetime-local"})
    )
    limit = forms.IntegerField(
        label=gettext_lazy("How many places (0: no limit)"),
        min_value=0,
        max_value=c.MAX_LIMIT,
        initial=0,
        required=False,
    )


@dataclass(frozen=True, slots=True)
class Sent:
    decision_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """``names`` is whom of the roster one of the board answers for, as typed."""

    coming: Coming
    names: str = ""
    player: UUID | None = None


@login_required
@require_safe
def evenings(request: HttpRequest, club_id: UUID) -> HttpResponse:
    return _evenings(request, club_id, PlanForm())


def _evenings(request: HttpRequest, club_id: UUID, form: PlanForm, status: int = 200) -> HttpResponse:
    shown = queries.evenings(club=club_id, player=signed_in(request), page=page_number(request))
    context = {"shown": shown, "club": shown.club, "form": form, "decision": uuid4()}
    return private(render(request, "tournaments/evenings/evenings.html", context, status=status))


@login_required
@require_POST
def plan(request: HttpRequest, club_id: UUID) -> HttpResponse:
    form = PlanForm(posted.fields(request))
    if form.is_valid():
        try:
            command = c.PlanEvening(club_id, form.cleaned_data["starts"], form.cleaned_data["limit"] or 0)
            services.plan(command, by=signed_in(request), decision_id=posted.read(request, Sent).decision_id)
        except Refused as refused:
            if refused.status != 400:
                raise
            form.add_error("starts", explain(refused).sentence)
        else:
            return redirect("tournaments:evenings", club_id)
    return _evenings(request, club_id, form, 422)


@login_required
@require_POST
def answer(request: HttpRequest, club_id: UUID, evening_id: UUID) -> HttpResponse:
    """``coming``; ``names`` or ``player`` is somebody without an account, for whom one of the board answers."""
    me = signed_in(request)
    limits.EVENING_ANSWERS.take(str(me))
    services.check_of_club(evening_id, club_id)
    sent = posted.read(request, Answer)
    player = sent.player
    if sent.names:
        services.check_board(evening_id, me)
        player = queries.somebody(club_id, sent.names)
    services.change(evening_id, c.AnswerEvening(sent.coming, player), by=me)
    return redirect("tournaments:evenings", club_id)


@login_required
@require_POST
def limit(request: HttpRequest, club_id: UUID, evening_id: UUID) -> HttpResponse:
    services.check_of_club(evening_id, club_id)
    services.change(evening_id, posted.read(request, c.LimitEvening), by=signed_in(request))
    messages.success(request, _("The number of places is changed."))
    return redirect("tournaments:evenings", club_id)


@login_required
@require_POST
def call_off(request: HttpRequest, club_id: UUID, evening_id: UUID) -> HttpResponse:
    services.check_of_club(evening_id, club_id)
    services.change(evening_id, c.CallOff(), by=signed_in(request))
    messages.success(request, _("The evening is called off."))
    return redirect("tournaments:evenings", club_id)

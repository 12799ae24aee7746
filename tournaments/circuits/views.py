"""Pages of a circuit: its standings, and for the club's board what counts in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players.clubs import queries as clubs
from players.rosters import services as rosters
from tournaments.opening import MAX_TITLE
from web import posted
from web.error_words import explain
from web.errors import Refused
from web.request import asker, private, signed_in

from . import commands as c
from . import queries, services
from .commands import MAX_EVENTS, MAX_PLACES, MAX_POINTS
from .points import Rules


class CircuitForm(forms.Form):
    title = forms.CharField(label=gettext_lazy("Name of the circuit"), max_length=MAX_TITLE)
    points = forms.CharField(
        label=gettext_lazy("Points by place"),
        max_length=400,
        help_text=gettext_lazy("From the first place on, with spaces between: 10 8 6 5 4 3 2 1"),
    )
    present = forms.IntegerField(
        label=gettext_lazy("Points for every further place"), min_value=0, max_value=MAX_POINTS, initial=0
    )
    best = forms.IntegerField(
        label=gettext_lazy("How many results of each player count (0: all)"),
        min_value=0,
        max_value=MAX_EVENTS,
        initial=0,
    )

    def clean_points(self) -> tuple[int, ...]:
        words = str(self.cleaned_data["points"]).replace(",", " ").replace(";", " ").split()
        if not all(word.isascii() and word.isdigit() and len(word) < 6 for word in words):
            raise forms.ValidationError(_("Write whole numbers with spaces between."))
        points = tuple(map(int, words))
        if not 0 < len(points) <= MAX_PLACES or max(points) > MAX_POINTS:
            raise forms.ValidationError(
                _("Give points to at most %(places)s places, at most %(most)s each.")
                % {"places": MAX_PLACES, "most": MAX_POINTS}
            )
        return points


@dataclass(frozen=True, slots=True)
class Sent:
    """``expected_version``: what the sender has seen."""

    decision_id: UUID | None = None
    expected_version: posted.Whole | None = None


def _filled(rules: Rules, title: str = "") -> CircuitForm:
    points = " ".join(map(str, rules.points))
    return CircuitForm(initial={"title": title, "points": points, "present": rules.present, "best": rules.best})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, club_id: UUID) -> HttpResponse:
    me = signed_in(request)
    rosters.check_board(club_id, me)
    form = posted.form(request, lambda data: CircuitForm(data) if data is not None else _filled(Rules()))
    if request.method == "POST" and form.is_valid():
        try:
            command = c.OpenCircuit(club_id, **form.cleaned_data)
            opened = services.open_circuit(command, by=me, decision_id=posted.read(request, Sent).decision_id)
        except Refused as refused:
            if refused.status != 400:
                raise
            form.add_error("points", explain(refused).sentence)
        else:
            return redirect("tournaments:circuit", opened.circuit)
    club = clubs.club(club_id=club_id, player=me)
    context = {"form": form, "club": club, "decision": uuid4()}
    status = 422 if form.errors else 200
    return private(render(request, "tournaments/circuits/new.html", context, status=status))


@require_safe
def circuit(request: HttpRequest, circuit_id: UUID) -> HttpResponse:
    return _circuit(request, circuit_id)


def _circuit(
    request: HttpRequest, circuit_id: UUID, form: CircuitForm | None = None, status: int = 200
) -> HttpResponse:
    shown = queries.circuit(circuit_id=circuit_id, player=asker(request))
    rules = Rules(tuple(shown.points), shown.present, shown.best)
    context: dict[str, Any] = {
        "circuit": shown,
        "club": clubs.club(club_id=shown.club, player=asker(request)),
        "me": asker(request),
        "to_count": queries.to_count(shown) if shown.runs and not shown.ended else [],
        "form": form or _filled(rules, shown.title),
        "changing": form is not None,
        "decision": uuid4(),
    }
    return private(render(request, "tournaments/circuits/circuit.html", context, status=status))


@login_required
@require_POST
def change(request: HttpRequest, circuit_id: UUID) -> HttpResponse:
    me, form, sent = signed_in(request), CircuitForm(posted.fields(request)), posted.read(request, Sent)
    if form.is_valid():
        try:
            command = c.ChangeCircuit(**form.cleaned_data)
            services.change(circuit_id, command, by=me, expected_version=sent.expected_version)
        except Refused as refused:
            if refused.status != 400:
                raise
            form.add_error("points", explain(refused).sentence)
        else:
            messages.success(request, _("The points have been counted again."))
            return redirect("tournaments:circuit", circuit_id)
    return _circuit(request, circuit_id, form, 422)


@login_required
@require_POST
def count(request: HttpRequest, circuit_id: UUID) -> HttpResponse:
    services.change(circuit_id, posted.read(request, c.CountTournament), by=signed_in(request))
    return redirect("tournaments:circuit", circuit_id)


@login_required
@require_POST
def leave_out(request: HttpRequest, circuit_id: UUID) -> HttpResponse:
    services.change(circuit_id, posted.read(request, c.LeaveOut), by=signed_in(request))
    return redirect("tournaments:circuit", circuit_id)


@login_required
@require_POST
def end(request: HttpRequest, circuit_id: UUID) -> HttpResponse:
    services.change(circuit_id, c.EndCircuit(), by=signed_in(request))
    messages.success(request, _("The circuit has ended."))
    return redirect("tournaments:circuit", circuit_id)

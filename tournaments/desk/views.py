"""The organiser's pages: open a tournament, its desk, its settings and officers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.conf import settings as configured
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from elekt_core.registry import get_game
from matches import explain
from matches.asking import private, signed_in
from matches.errors import BadRequest
from players import limits
from players import queries as players
from players.clubs import queries as clubs
from tournaments import services
from tournaments.queries import Asked
from tournaments.settings import StagePlan
from tournaments.state import Role

from . import reading
from .asking import arbiters, elsewhere, officers, show
from .forms import NewForm, Officer, SettingsForm, StageForm, tie_breaks_known


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Open a tournament out of a preset."""
    me = signed_in(request)
    game = get_game(request.GET.get("game", configured.DEFAULT_GAME))
    form = NewForm(game, clubs.run_by(me), request.POST or None, request.GET)
    if request.method == "POST" and form.is_valid():
        try:
            limits.OPENED_TABLES.take(str(me))
            opened = services.open_tournament(
                owner=me,
                title=form.cleaned_data["title"],
                game=game.name,
                ruleset=form.cleaned_data["ruleset"],
                stages=form.stages(),
                settings=form.settings(),
            )
        except explain.REFUSED as error:
            form.refuse(explain.explain(error))
        else:
            return redirect("tournaments:desk", opened.tournament)
    context = {"form": form, "game": game.name, "tie_breaks_known": tie_breaks_known()}
    return render(request, "tournaments/new.html", context, status=422 if form.errors else 200)


@login_required
@require_safe
def desk(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """``look.Look`` says what the address chooses."""
    return show(request, officers(request, tournament_id))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """Name, settings, and the stages that have not begun."""
    asked = arbiters(request, tournament_id)
    data = request.POST or None
    form = SettingsForm(asked.state, clubs.offered_to(signed_in(request), asked.state.settings.club), data)
    coming = [StageForm(one, data) for one in asked.state.planned if one.key not in asked.state.stages]
    sound = [form.is_valid(), *(one.is_valid() for one in coming)]
    if request.method == "POST" and all(sound):
        try:
            _change(request, asked, form, coming)
        except explain.REFUSED as error:
            form.refuse(explain.explain(error))
        else:
            messages.success(request, _("The settings are changed."))
            return redirect("tournaments:settings", tournament_id)
    context = {
        "asked": asked,
        "tournament": asked.state,
        "form": form,
        "coming": coming,
        "officers": _officers(asked),
        "roles": [(Role.ARBITER, _("arbiter")), (Role.SCORER, _("scorer")), (Role.OWNER, _("owner"))],
        "tie_breaks_known": tie_breaks_known(),
        "elsewhere": elsewhere(asked.state.id),
    }
    wrong = form.errors or any(one.errors for one in coming)
    return private(render(request, "tournaments/settings.html", context, status=422 if wrong else 200))


def _change(request: HttpRequest, asked: Asked, form: SettingsForm, coming: Sequence[StageForm]) -> None:
    """The stages first: they are what may be refused."""
    me, state = signed_in(request), asked.state
    wished: dict[str, StagePlan] = {one.stage.key: one.stages() for one in coming}
    stages = [wished.get(one.key, one) for one in state.planned]
    services.plan_stages(tournament_id=state.id, by=me, stages=stages)
    title = form.cleaned_data["title"]
    services.change_tournament(tournament_id=state.id, by=me, title=title, settings=form.settings(state.settings))


def _officers(asked: Asked) -> list[Officer]:
    names = players.names(asked.state.roles)
    said: dict[str, Any] = {"owner": _("owner"), "arbiter": _("arbiter"), "scorer": _("scorer")}
    return [Officer(one, names.get(one, "?"), said[role.value]) for one, role in asked.state.roles.items()]


@login_required
@require_POST
def grant(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """``name`` of a player with an account becomes ``role``; ``player`` (an id) with no role loses theirs."""
    arbiters(request, tournament_id)
    text = request.POST.get("role", "")
    try:
        role = Role(text) if text else None
    except ValueError:
        raise BadRequest("bad_field", field="role") from None
    player = reading.player(request.POST) if role is None else reading.account(request.POST)
    services.grant_role(tournament_id=tournament_id, by=signed_in(request), player=player, role=role)
    return redirect("tournaments:settings", tournament_id)

"""The organiser's pages: open a tournament, its desk, its settings and officers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from elekt_core.registry import get_game
from matches.games import usual_game
from players import queries as players
from players.clubs import queries as clubs
from tournaments import change_titles, commands, queries, services
from tournaments.evenings import services as evenings
from tournaments.queries import Asked
from tournaments.state import Role
from web import edit_conflicts, error_words, limits, posted
from web.errors import Refused, StaleVersion
from web.request import private, signed_in

from . import reading
from .asking import arbiters, elsewhere, officers, show
from .forms import NewForm, Officer, SettingsForm, StageForm, tie_breaks_known

MAX_NAMED = 20
"""Names in one message."""


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Open a tournament from a preset; for a planned evening (``?evening=``), with those who said that they come."""
    me = signed_in(request)
    evening = _evening(request)
    game = get_game(request.GET["game"]) if "game" in request.GET else usual_game()
    form = posted.form(request, lambda data: NewForm(game, clubs.run_by(me), data, request.GET))
    if request.method == "POST" and form.is_valid():
        try:
            limits.OPENED_TABLES.take(str(me))
            if evening is not None:
                evenings.check_to_open(evening, me, form.settings().club)
            opened = services.open_tournament(
                owner=me,
                title=form.cleaned_data["title"],
                game=game.name,
                ruleset=form.cleaned_data["ruleset"],
                stages=form.stages(),
                settings=form.settings(),
            )
        except error_words.REFUSED as error:
            form.refuse(error_words.explain(error))
        else:
            if evening is not None:
                _enter_those_who_come(request, evening, opened.tournament)
            return redirect("tournaments:desk", opened.tournament)
    context = {"form": form, "game": game.name, "tie_breaks_known": tie_breaks_known()}
    return render(request, "tournaments/new.html", context, status=422 if form.errors else 200)


def _evening(request: HttpRequest) -> UUID | None:
    try:
        return UUID(request.GET.get("evening", ""))
    except ValueError:
        return None


def _enter_those_who_come(request: HttpRequest, evening: UUID, tournament_id: UUID) -> None:
    """The tournament stands, whatever happens here: what was refused is said on its desk."""
    try:
        entered = evenings.enter_those_who_come(evening, tournament_id, by=signed_in(request))
    except Refused as refused:
        messages.error(request, error_words.explain(refused).sentence)
        return
    many, left_out = entered.many, entered.left_out
    messages.success(request, ngettext("%(n)d player entered.", "%(n)d players entered.", many) % {"n": many})
    if left_out:
        names = ", ".join([*left_out[:MAX_NAMED], *(["…"] if left_out[MAX_NAMED:] else [])])
        said = _("Not entered, because they enter only in person or it is full: %(names)s.")
        messages.warning(request, said % {"names": names})


@login_required
@require_safe
def desk(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """``look.Look`` holds what the address chooses."""
    return show(request, officers(request, tournament_id))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """The name, the settings, and the stages that have not begun."""
    asked = arbiters(request, tournament_id)
    forms = _forms(request, asked, None)
    opened, status = edit_conflicts.opened(asked.state.version, forms), 200
    if request.method == "POST":
        forms = posted.form(request, lambda data: _forms(request, asked, data))
        opened = edit_conflicts.sent(request)
        sound = [one.is_valid() for one in forms]
        if all(sound):
            try:
                _change(request, asked, forms, opened)
            except StaleVersion:
                asked = arbiters(request, tournament_id)
                now = _forms(request, asked, None)
                forms, opened = edit_conflicts.again(
                    request, opened, asked.state.version, now, lambda data: _forms(request, asked, data), list
                )
            except error_words.REFUSED as error:
                _form(forms).refuse(error_words.explain(error))
            else:
                messages.success(request, _("The settings are saved."))
                return redirect("tournaments:settings", tournament_id)
        status = 422
    return _settings(request, asked, forms, opened, status)


def _settings(
    request: HttpRequest,
    asked: Asked,
    forms: Sequence[SettingsForm | StageForm],
    opened: edit_conflicts.Opened,
    status: int,
    since: Sequence[str] = (),
) -> HttpResponse:
    """``since``: what others have changed, if the naming of an officer was refused for it; the typed name stays."""
    named = posted.read(request, reading.Named) if since else reading.Named()
    context = {
        "asked": asked,
        "tournament": asked.state,
        "since": since,
        "named": named.name,
        "named_role": named.role,
        "form": forms[0],
        "coming": forms[1:],
        "opened": opened,
        "officers": _officers(asked),
        "roles": [(Role.ARBITER, _("arbiter")), (Role.SCORER, _("scorer")), (Role.OWNER, _("owner"))],
        "tie_breaks_known": tie_breaks_known(),
        "elsewhere": elsewhere(asked.state.id),
    }
    return private(render(request, "tournaments/settings.html", context, status=status))


def _forms(request: HttpRequest, asked: Asked, data: QueryDict | None) -> list[SettingsForm | StageForm]:
    """The form of the settings, then one for each stage that has not begun."""
    state = asked.state
    form = SettingsForm(state, clubs.offered_to(signed_in(request), state.settings.club), data)
    return [form, *(StageForm(one, data) for one in state.planned if one.key not in state.stages)]


def _form(forms: Sequence[SettingsForm | StageForm]) -> SettingsForm:
    assert isinstance(forms[0], SettingsForm)
    return forms[0]


def _change(
    request: HttpRequest, asked: Asked, forms: Sequence[SettingsForm | StageForm], opened: edit_conflicts.Opened
) -> None:
    form, state = _form(forms), asked.state
    wished = {one.stage.key: one.stages() for one in forms if isinstance(one, StageForm)}
    services.change(
        state.id,
        commands.ChangeSettings(
            title=form.cleaned_data["title"],
            settings=form.settings(state.settings),
            stages=tuple(wished.get(one.key, one) for one in state.planned),
        ),
        by=signed_in(request),
        **opened.how,
    )


def _officers(asked: Asked) -> list[Officer]:
    names = players.names(asked.state.roles)
    said: dict[str, Any] = {"owner": _("owner"), "arbiter": _("arbiter"), "scorer": _("scorer")}
    return [Officer(one, names.get(one, "?"), said[role.value]) for one, role in asked.state.roles.items()]


@login_required
@require_POST
def grant(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """The player called ``name``, who has an account, gets ``role``; ``player`` (an id) without a role loses theirs."""
    arbiters(request, tournament_id)
    named = posted.read(request, reading.Named)
    player, role = named.whom()
    opened = edit_conflicts.sent(request)
    try:
        services.change(
            tournament_id, commands.GrantRole(player, role), by=signed_in(request), **opened.how_for(player, named.role)
        )
    except StaleVersion:
        asked = arbiters(request, tournament_id)
        forms, batches = (
            _forms(request, asked, None),
            queries.changes_since(tournament_id=tournament_id, version=opened.version or 0),
        )
        fresh = edit_conflicts.opened(asked.state.version, forms)
        since = [change_titles.title(batch, asked.names) for batch in batches]
        return _settings(request, asked, forms, fresh, 409, since)
    return redirect("tournaments:settings", tournament_id)

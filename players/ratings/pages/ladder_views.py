"""What holds on a ladder beside its games, for everybody to read; who runs the platform changes it, and brings ratings
in from elsewhere."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from web import limits
from web.errors import Refused

from .. import importing, measures, rulings
from ..appending import key_of
from ..events import FIDE, Rules
from ..outcome import person
from . import choosing, importing_form
from .choosing import Choice
from .importing_form import ImportForm
from .rules_form import RulesForm, rules_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ladder_rules(request: HttpRequest) -> HttpResponse:
    """``?on=`` names the ladder. POST: new rules, or with ``open`` the ladder in FIDE mode beside it."""
    choice = _chosen(request)
    entitled = rulings.is_entitled(request.user.pk)
    form = RulesForm(choice.ladder, request.POST or None)
    if request.method == "POST":
        if not entitled:
            raise PermissionDenied
        key, rules = key_of(choice.ladder), None
        if "open" in request.POST:
            key, rules = replace(key, mode=FIDE), Rules()
        elif form.is_valid():
            rules = form.rules()
        if rules is not None:
            try:
                measures.rule(ladder=key, rules=rules, now=timezone.now(), actor=person(request.user.pk))  # type: ignore[arg-type]
            except Refused as error:
                form.refuse(error)
            else:
                messages.success(request, _("These rules apply from now on."))
                return redirect(_at("players:ladder_rules", choosing.of(key)))
    beside = choosing.of(replace(key_of(choice.ladder), mode=FIDE))
    context = {
        "choice": choice,
        "rules": rules_of(choice.ladder),
        "fide": choice.ladder.mode == FIDE,
        "form": form if entitled else None,
        "has_fide": any(one.on == beside for one in choosing.ladders()),
    }
    return render(request, "players/ratings/rules.html", context, status=422 if form.errors else 200)


@limits.takes(3 * importing.LONGEST)  # a file with letters of two bytes, or what was pasted
@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def bring_in(request: HttpRequest) -> HttpResponse:
    """``?on=`` names the ladder. POST with ``look`` says what would become of each line and stores nothing; with ``do``
    what was looked at is taken; with ``undo`` (a number) an import is taken back."""
    player = request.user.pk
    assert player is not None, "login_required lets nobody else in"
    if not rulings.is_entitled(player):
        raise PermissionDenied
    choice = _chosen(request)
    if "undo" in request.POST:
        return _undo(request, choice, player)
    form = ImportForm(choosing.ladders(), request.POST or None, request.FILES or None, initial={"on": choice.on})
    context: dict[str, Any] = {"form": form, "choice": choice, "decision": _decision(request)}
    if request.method == "POST" and form.is_valid():
        on, text = form.cleaned_data["on"], form.cleaned_data["text"]
        ladder = key_of(next(one.ladder for one in choosing.ladders() if one.on == on))
        try:
            context["foreseen"] = importing_form.foreseen(on, text, ladder)
            if "do" in request.POST and request.POST.get("seen") == importing_form.seen(on, text):
                done = importing.take(
                    text,
                    ladder=ladder,
                    now=timezone.now(),
                    actor=person(player),
                    decision_id=context["decision"],
                    reason=form.cleaned_data["reason"],
                )
                told = ngettext("%(n)s rating was imported.", "%(n)s ratings were imported.", len(done.taken))
                messages.success(request, told % {"n": len(done.taken)})
                return redirect(_at("players:bring_in", on))
        except Refused as error:
            form.refuse(error)
    context["imports"] = importing_form.latest(choice.ladder)
    return render(request, "players/ratings/bring_in.html", context, status=422 if form.errors else 200)


def _undo(request: HttpRequest, choice: Choice, player: UUID) -> HttpResponse:
    text = request.POST["undo"]
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
    try:
        measures.undo_import(
            ladder=key_of(choice.ladder), number=number, actor=person(player), decision_id=_decision(request)
        )
    except Refused as error:
        raise Http404 from error
    messages.success(request, _("The import is undone, and all later games were rated again."))
    return redirect(_at("players:bring_in", choice.on))


def _chosen(request: HttpRequest) -> Choice:
    """Raises Http404 where nothing was rated yet."""
    choice = choosing.chosen(choosing.ladders(), request.POST.get("on") or request.GET.get("on", ""))
    if choice is None:
        raise Http404
    return choice


def _at(name: str, on: str) -> str:
    return f"{reverse(name)}?{urlencode({'on': on})}"


def _decision(request: HttpRequest) -> UUID:
    """Given out with the form, so that what is sent twice counts once."""
    try:
        return UUID(request.POST.get("decision", ""))
    except ValueError:
        return uuid4()

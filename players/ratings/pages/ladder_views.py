"""A ladder's rules, for everybody to read; staff can change them, and import ratings
from elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from msgspec import Meta

from web import edit_conflicts, limits, posted
from web.decoding import MAX_VERSION
from web.edit_conflicts import Opened
from web.errors import Refused
from web.request import asker, signed_in

from .. import importing, rulings
from ..appending import key_of
from ..commands import ImportText, SetRules, UndoImport
from ..events import FIDE, LadderKey, Rules
from . import choosing, importing_form
from .choosing import Choice
from .importing_form import ImportForm
from .rules_form import RulesForm, rules_of


@dataclass(frozen=True, slots=True)
class Pressed:
    """Which ladder a page is about, and which of its buttons was pressed. ``seen`` identifies what was previewed."""

    on: str = ""
    open: bool = False
    do: bool = False
    seen: str = ""
    undo: Annotated[int, Meta(ge=0, le=MAX_VERSION)] | None = None


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ladder_rules(request: HttpRequest) -> HttpResponse:
    """``?on=`` names the ladder. POST: new rules, or with ``open`` the ladder in FIDE mode beside it.

    Rules have no version of their own: those that somebody has seen stand for it."""
    pressed = _pressed(request)
    choice = _chosen(pressed)
    form = posted.form(request, lambda data: RulesForm(choice.ladder, data))
    opened = edit_conflicts.opened(0, [RulesForm(choice.ladder)])
    if request.method == "POST":
        if not rulings.is_entitled(request.user.pk):
            raise PermissionDenied
        key, sent = key_of(choice.ladder), edit_conflicts.sent(request)
        command = None
        if pressed.open:
            command = SetRules(replace(key, mode=FIDE), Rules())
        elif form.is_valid():
            command = SetRules(key, form.rules(), seen=_seen(choice, sent))
        if command is not None:
            try:
                rulings.change(command, by=asker(request), decision_id=sent.decision_id)
            except Refused as error:
                if error.code == edit_conflicts.STALE:
                    form, opened = _again(request, choice, sent)
                else:
                    form.refuse(error)
            else:
                messages.success(request, _("These rules apply from now on."))
                return redirect(_at("players:ladder_rules", command.ladder))
    beside = choosing.of(replace(key_of(choice.ladder), mode=FIDE))
    context = {
        "choice": choice,
        "rules": rules_of(choice.ladder),
        "fide": choice.ladder.mode == FIDE,
        "form": form if rulings.is_entitled(asker(request)) else None,
        "opened": opened,
        "has_fide": any(one.on == beside for one in choosing.ladders()),
    }
    return render(request, "players/ratings/rules.html", context, status=422 if form.errors else 200)


def _seen(choice: Choice, sent: Opened) -> Rules | None:
    """The rules with which the form was shown; None if it does not say."""
    form = RulesForm(choice.ladder, sent.fields)
    return form.rules() if sent.fields and form.is_valid() else None


def _again(request: HttpRequest, choice: Choice, sent: Opened) -> tuple[RulesForm, Opened]:
    """The form again, for somebody who was overtaken."""
    choice.ladder.refresh_from_db()
    now = [RulesForm(choice.ladder)]
    return edit_conflicts.again(request, sent, 0, now, lambda data: RulesForm(choice.ladder, data), lambda form: [form])


@limits.takes(3 * importing.MAX_LENGTH)  # a file with letters of two bytes, or what was pasted
@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def bring_in(request: HttpRequest) -> HttpResponse:
    """``?on=`` names the ladder. POST with ``look`` says what would become of each line and stores nothing; with ``do``
    what was looked at is taken; with ``undo`` (a number) an import is taken back."""
    me, pressed = signed_in(request), _pressed(request)
    if not rulings.is_entitled(me):
        raise PermissionDenied
    choice = _chosen(pressed)
    if pressed.undo is not None:
        return _undo(request, choice, pressed.undo, me)
    initial, files = {"on": choice.on}, request.FILES or None
    form = posted.form(request, lambda data: ImportForm(choosing.ladders(), data, files, initial=initial))
    context: dict[str, Any] = {"form": form, "choice": choice, "opened": edit_conflicts.opened(0, [])}
    if request.method == "POST" and form.is_valid():
        on, text = form.cleaned_data["on"], form.cleaned_data["text"]
        command = ImportText(key_of(choice.ladder), text, form.cleaned_data["reason"])
        try:
            context["foreseen"] = importing_form.foreseen(on, text, key_of(choice.ladder))
            if pressed.do and pressed.seen == importing_form.seen(on, text):
                done = rulings.take(command, by=me, decision_id=edit_conflicts.sent(request).decision_id)
                told = ngettext("%(n)s rating was imported.", "%(n)s ratings were imported.", len(done.taken))
                messages.success(request, told % {"n": len(done.taken)})
                return redirect(_at("players:bring_in", choice.ladder))
        except Refused as error:
            form.refuse(error)
    context["imports"] = importing_form.latest(choice.ladder)
    return render(request, "players/ratings/bring_in.html", context, status=422 if form.errors else 200)


def _undo(request: HttpRequest, choice: Choice, number: int, me: UUID) -> HttpResponse:
    command = UndoImport(key_of(choice.ladder), number, "")
    try:
        rulings.change(command, by=me, decision_id=edit_conflicts.sent(request).decision_id)
    except Refused as error:
        raise Http404 from error
    messages.success(request, _("The import is undone, and all later games were rated again."))
    return redirect(_at("players:bring_in", command.ladder))


def _pressed(request: HttpRequest) -> Pressed:
    pressed = posted.read(request, Pressed)
    if request.method != "POST":
        return Pressed(on=pressed.on)
    return pressed if pressed.on else replace(pressed, on=request.GET.get("on", ""))


def _chosen(pressed: Pressed) -> Choice:
    """Raises Http404 if nothing has been rated yet."""
    choice = choosing.chosen(choosing.ladders(), pressed.on)
    if choice is None:
        raise Http404
    return choice


def _at(name: str, ladder: LadderKey | Any) -> str:
    return f"{reverse(name)}?{urlencode({'on': choosing.of(ladder)})}"

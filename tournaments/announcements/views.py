"""The page on which organisers say what an event is about; and its picture."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from web import edit_conflicts, limits, pictures, posted
from web.errors import BadRequest, NotFound, StaleVersion
from web.request import asker, private, signed_in

from . import forms, queries, services
from .about import Event, Kind, event
from .forms import AnnounceForm

ROOM = 200_000
"""Bytes of a form beside its file."""


@dataclass(frozen=True, slots=True)
class Described:
    described: str = ""
    instead_of: str | None = None


@dataclass(frozen=True, slots=True)
class Removal:
    """What its sender has seen; whoever removes it for the platform says nothing of it."""

    expected_version: posted.Whole | None = None
    instead_of: str | None = None


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def announce(request: HttpRequest, kind: str, event_id: UUID) -> HttpResponse:
    me = signed_in(request)
    one = _event(kind, event_id, me)
    one.check_writes()
    said = queries.announced(one)
    form = AnnounceForm(initial=forms.initial(said))
    opened, status = edit_conflicts.opened(said.version, [form]), 200
    if request.method == "POST":
        form, opened, status = AnnounceForm(request.POST), edit_conflicts.sent(request), 422
        if form.is_valid():
            try:
                services.announce(one, form.command(), by=me, expected_version=opened.version)
            except StaleVersion:
                form, opened = _again(request, one, opened)
                status = 409
            else:
                messages.success(request, _("The description is saved."))
                return redirect(one.page)
    context = {"event": one, "said": said, "form": form, "opened": opened, "zones": forms.zones()}
    context |= {"most": pictures.MAX_BYTES // 1_000_000, "megapixels": pictures.MAX_PIXELS // 1_000_000}
    return private(render(request, "tournaments/announcements/announce.html", context, status=status))


def _again(
    request: HttpRequest, one: Event, opened: edit_conflicts.Opened
) -> tuple[AnnounceForm, edit_conflicts.Opened]:
    """Somebody else has changed it: both are shown."""
    now = queries.announced(one)
    fresh: list[BaseForm] = [AnnounceForm(initial=forms.initial(now))]
    return edit_conflicts.again(request, opened, now.version, fresh, AnnounceForm, lambda form: [form])


@limits.takes(pictures.MAX_BYTES + ROOM)
@login_required
@require_POST
def picture(request: HttpRequest, kind: str, event_id: UUID) -> HttpResponse:
    """The file ``picture``, with the words of ``described``."""
    me = signed_in(request)
    one = _event(kind, event_id, me)
    one.check_writes()
    sent = request.FILES.get("picture")
    if sent is None:
        raise BadRequest("no_picture_sent", field="picture")
    if (sent.size or 0) > pictures.MAX_BYTES:
        raise BadRequest("picture_too_long", field="picture", most=pictures.MAX_BYTES // 1_000_000)
    said = posted.read(request, Described)
    services.show_picture(one, sent.read(), said.described, by=me, instead_of=said.instead_of)
    messages.success(request, _("The picture is saved."))
    return redirect("tournaments:announce", kind, event_id)


@login_required
@require_POST
def remove(request: HttpRequest, kind: str, event_id: UUID, what: str) -> HttpResponse:
    """``what``: the ``picture``, or ``all`` that is said."""
    one, seen = _event(kind, event_id, signed_in(request)), posted.read(request, Removal)
    if what == "picture":
        services.remove_picture(one, instead_of=seen.instead_of)
        messages.success(request, _("The picture is removed."))
    else:
        services.take_down(one, expected_version=seen.expected_version, instead_of=seen.instead_of)
        messages.success(request, _("Everything that was said about the event is removed."))
    return redirect(one.page)


@require_safe
def announced_picture(request: HttpRequest, kind: str, event_id: UUID, digest: str) -> HttpResponse:
    """The file; its address names its content, so it never changes. It cannot be taken for a page or a program."""
    content = queries.content(_event(kind, event_id, asker(request)), digest)
    response = HttpResponse(content, content_type=pictures.TYPE)
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Disposition"] = 'inline; filename="picture.webp"'
    response["Cache-Control"] = "private, max-age=86400, immutable"
    return response


def _event(kind: str, event_id: UUID, player: UUID | None) -> Event:
    if kind not in set(Kind):
        raise NotFound("unknown_event")
    return event(Kind(kind), event_id, player)

"""Private notes, as the replay's form sends them."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST

from web import posted
from web.request import signed_in

from . import own_notes


@dataclass(frozen=True, slots=True)
class SeenFrom:
    """From where the replay was looked at."""

    seen_from: str = ""


@login_required
@require_POST
def write(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Save the note and go back to the event."""
    command = posted.read(request, own_notes.WriteNote)
    own_notes.write(match_id, command, by=signed_in(request))
    seen_from = posted.read(request, SeenFrom).seen_from
    address = reverse("matches:replay", args=[match_id, command.event])
    return redirect(f"{address}?{urlencode({'as': seen_from})}" if seen_from else address)

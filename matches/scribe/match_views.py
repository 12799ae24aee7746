"""What players of a recorded game say of it: whether everybody finds it, and that they do not want to stand there."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from web import posted
from web.request import signed_in

from . import keeping


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreeing:
    agrees: bool = False


@login_required
@require_POST
def listing(request: HttpRequest, match_id: UUID) -> HttpResponse:
    agrees = posted.read(request, Agreeing).agrees
    keeping.agree_to_listing(match_id, by=signed_in(request), agrees=agrees)
    return redirect("matches:replay", match_id, 1)


@login_required
@require_POST
def leave(request: HttpRequest, match_id: UUID) -> HttpResponse:
    keeping.leave(match_id, by=signed_in(request))
    messages.success(request, _("You no longer stand in that game."))
    return redirect("matches:own_games")

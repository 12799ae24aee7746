"""Games that are installed but cannot be played, as reported to those who run the server."""

from __future__ import annotations

from typing import Any

import structlog
from django.core import checks
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from elekt_core.registry import quarantined
from web import languages
from web.request import private

from . import names
from .games import games_in_order

log = structlog.get_logger()


def report() -> None:
    """Log each of them when a server or a worker starts."""
    for one in quarantined():
        log.error("game quarantined", game=one.name, package=one.package, place=one.place, why=one.text("en"))


def check(**named: Any) -> list[checks.CheckMessage]:
    """The same for ``manage.py check``."""
    hint = "Its matches can be read and not played. Repair or remove the package, then restart."
    return [
        checks.Warning(f"game not available: {one.text('en')}", hint=hint, id="matches.W001") for one in quarantined()
    ]


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The same for staff; for anybody else there is no such page. Reasons may name files on the server."""
    if not (request.user.is_authenticated and request.user.is_staff):
        raise Http404
    failed = [(one, one.text(languages.current())) for one in quarantined()]
    playable = [(name, names.game_title(name)) for name in games_in_order()]
    return private(render(request, "matches/installed.html", {"failed": failed, "playable": playable}))

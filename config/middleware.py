"""What surrounds every answer: a log line, the content security policy, and the health check before all of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from time import perf_counter
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, available_timezones

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from . import views

Answer = Callable[[HttpRequest], HttpResponseBase]

SENT_TO = sorted({urlsplit(site.server).scheme for site in settings.SOCIAL_LOGIN})
"""A form that logs in with another site's account is redirected there, and browsers ask the policy about that, too."""
POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        " ".join(("form-action 'self'", *(f"{scheme}:" for scheme in SENT_TO))),
    )
)
"""No inline script, no ``eval``: htmx is set up by ``<meta name="htmx-config">`` with ``allowEval`` off."""

ANCESTORS = {"SAMEORIGIN": "'self'"}
"""Who may frame a page: nobody, unless its view says so (``xframe_options_sameorigin``: a table of the style page)."""

ZONE_COOKIE = "zone"
HEALTH = "/health/"
QUIET = ("/static/",)

log = structlog.get_logger("http")


def answer_health(answer: Answer) -> Answer:
    """Whoever checks from inside asks a container or a port, by a name that need not be in ``ALLOWED_HOSTS``."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        return views.health(request) if request.path == HEALTH else answer(request)

    return middleware


def content_security_policy(answer: Answer) -> Answer:
    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = answer(request)
        ancestors = ANCESTORS.get(response.headers.get("X-Frame-Options", ""), "'none'")
        response.headers.setdefault("Content-Security-Policy", f"{POLICY}; frame-ancestors {ancestors}")
        return response

    return middleware


def local_time(answer: Answer) -> Answer:
    """Times are shown and read in the browser's time zone, which a cookie names; until then in the server's."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        name = request.COOKIES.get(ZONE_COOKIE, "")
        if name not in zones():
            return answer(request)
        with timezone.override(ZoneInfo(name)):
            return answer(request)

    return middleware


@cache
def zones() -> frozenset[str]:
    """Zone names that the cookie may have: others could lead to files that are none of its business."""
    return frozenset(available_timezones())


def log_requests(answer: Answer) -> Answer:
    """One line per answer: method, path without its query (which may carry tokens), status and duration."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        start = perf_counter()
        response = answer(request)
        if not request.path.startswith(QUIET):
            spent = round((perf_counter() - start) * 1000, 1)
            log.info("answered", method=request.method, path=request.path, status=response.status_code, ms=spent)
        return response

    return middleware

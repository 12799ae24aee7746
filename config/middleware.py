"""What surrounds every answer: a line in the log, and the policy of what a page may load."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

import structlog
from django.http import HttpRequest, HttpResponseBase

Answer = Callable[[HttpRequest], HttpResponseBase]

POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
"""No inline script, no ``eval``: htmx is set up by ``<meta name="htmx-config">`` with ``allowEval`` off."""

QUIET = ("/static/", "/health/")

log = structlog.get_logger("http")


def content_security_policy(answer: Answer) -> Answer:
    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = answer(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        return response

    return middleware


def log_requests(answer: Answer) -> Answer:
    """One line an answer: method, path without its query (which may carry tokens), status and time."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        start = perf_counter()
        response = answer(request)
        if not request.path.startswith(QUIET):
            spent = round((perf_counter() - start) * 1000, 1)
            log.info("answered", method=request.method, path=request.path, status=response.status_code, ms=spent)
        return response

    return middleware

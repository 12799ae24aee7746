"""Who was refused what they may not do: a line in the log, so that an operator sees who tries every door."""

from __future__ import annotations

import structlog
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from .error_words import Explainable
from .errors import NotAllowed
from .request import asker

log = structlog.get_logger("refused")


def note(request: HttpRequest, error: Explainable | PermissionDenied) -> None:
    """The code, who asked (an id) and where; nothing of what was sent. What Django itself denies is for staff alone."""
    code = error.code if isinstance(error, NotAllowed) else "staff_only" if isinstance(error, PermissionDenied) else ""
    if code:
        log.warning("refused", code=code, by=str(asker(request) or ""), method=request.method, path=request.path)

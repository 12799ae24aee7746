"""Who was refused what they may not do: a line in the log, so that an operator sees who tries every door."""

from __future__ import annotations

import structlog
from django.http import HttpRequest

from .error_words import Explainable
from .errors import NotAllowed
from .request import asker

log = structlog.get_logger("refused")


def note(request: HttpRequest, error: Explainable) -> None:
    """The code, who asked (an id) and where; nothing of what was sent."""
    if isinstance(error, NotAllowed):
        log.warning("refused", code=error.code, by=str(asker(request) or ""), method=request.method, path=request.path)

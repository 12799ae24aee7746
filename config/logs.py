"""Structured logging. A line names the event and ids; never a body, a query string, a header or a form's values."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Any

import structlog
from structlog.typing import Processor

_shared: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def note_busy(record: logging.LogRecord) -> bool:
    """A filter for ``django.request``: a busy server is temporary, so log one line, not an error with a traceback."""
    if getattr(record, "status_code", None) == HTTPStatus.SERVICE_UNAVAILABLE:
        record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
        record.exc_info = record.exc_text = None
    return True


def settings(*, as_json: bool, level: str) -> dict[str, Any]:
    """The value of ``LOGGING``; also configures structlog."""
    structlog.configure(
        processors=[*_shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    # Tracebacks without local variables: a frame of the rules holds hidden cards.
    shown: list[Processor] = (
        [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
        if as_json
        else [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)]
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "house": {
                "()": "structlog.stdlib.ProcessorFormatter",
                "foreign_pre_chain": _shared,
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *shown],
            }
        },
        "filters": {"busy": {"()": lambda: note_busy}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "house"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Django's own line for each 404 and 403 repeats ours.
            "django": {"handlers": [], "level": level},
            "django.request": {"level": "ERROR", "filters": ["busy"]},
            "django.security.DisallowedHost": {"level": "CRITICAL"},
            "celery.app.trace": {"level": "WARNING"},
            "celery.worker.strategy": {"level": "WARNING"},
            "celery.beat": {"level": "WARNING"},
            "kombu.connection": {"level": "ERROR"},  # a folder has no host name, as it never tires of saying
        },
    }

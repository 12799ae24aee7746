"""How long ago something happened, even if the clock was set back since."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q

SKEW = timedelta(seconds=10)
"""By so much the clocks of two machines may differ."""


def long_ago(field: str, age: timedelta, now: datetime) -> Q:
    """Rows whose moment is more than ``age`` ago. One that is still to come shows that the clock was set back: nobody
    knows how long ago it was, and nobody waits until it comes again."""
    return Q(**{f"{field}__lt": now - age}) | Q(**{f"{field}__gt": now + SKEW})

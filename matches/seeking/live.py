"""The live stream of somebody who waits: for nobody else."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from web import languages
from web.live import sse
from web.live.admission import Listener
from web.live.audience import Audience, Kind

from . import queries
from .models import Seek
from .presence import KIND
from .queries import SeekShown


def address(seek: SeekShown, player: UUID) -> str:
    return sse.address(
        Audience(KIND, seek.id, str(player), languages.current(), "html"), seek.version, Listener(player)
    )


def frames(seek_id: UUID, viewer: str, after: int, version: int) -> dict[str, str]:
    seek = queries.seek(seek_id, player=UUID(viewer), now=timezone.now())
    found: dict[str, str] = {
        "seek": render_to_string("matches/seeking/_waiting.html", {"seek": seek, "csrf_token": ""})
    }
    if seek.is_seated:
        found["go"] = place_of(seek)
    return found


def place_of(seek: SeekShown) -> str:
    """Where the match is, or the table."""
    return reverse("matches:match", args=[seek.match]) if seek.match else reverse("matches:table", args=[seek.table])


def may_hear(seek_id: UUID, viewer: str, players: Collection[UUID | None]) -> set[UUID | None]:
    own = {player for player in players if player is not None and str(player) == viewer}
    return {player for player in own if Seek.objects.filter(id=seek_id, player=player).exists()}


SEEKS = Kind(KIND, Seek, frames, may_hear, patched=False)
"""Sent whole each time: the time that somebody has waited does not follow from the version."""

"""Live pages of a tournament: a stream that carries only its version.

A page that hears a version newer than its own fetches itself and is morphed, so it shows what its reader may see by
the same view as on first paint, and nothing is rendered for nobody. What somebody is typing meanwhile stays
(``static/js/tournaments.js``): a form that was touched is left alone until it is sent.

An address tells when a tournament changes and no more, so everybody who may open its pages may have one.
"""

from __future__ import annotations

from uuid import UUID

from web import languages
from web.live import sse
from web.live.audience import Audience, Kind

from .models import Tournament
from .state import State

KIND = "tournament"


def frames(tournament_id: UUID, viewer: str, after: int, version: int) -> dict[str, str]:
    """No fragments: only the event ``version``, which ends every frame."""
    return {}


TOURNAMENTS = Kind(KIND, Tournament, frames)
"""Everybody may hear that a tournament has changed."""


def address(state: State) -> str:
    """The address of the live stream for a page that shows ``state``."""
    return sse.address(Audience(KIND, state.id, "", languages.current(), "html"), state.version)

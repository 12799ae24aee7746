"""Live updates of a league's page: it hears changes of the league and of its running season (``tournaments.live``)."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments import live as tournaments
from tournaments.models import League as Row
from tournaments.state import State as Tournament
from web import languages
from web.live import sse
from web.live.audience import Audience, Kind

from .state import League

KIND = "league"


LEAGUES = Kind(KIND, Row, tournaments.frames)
"""Everybody may hear that a league has changed."""


def addresses(state: League, running: Tournament | None) -> Sequence[str]:
    """The live streams for a page that shows both the league and its season."""
    own = sse.address(Audience(KIND, state.id, "", languages.current(), "html"), state.version)
    return [own] if running is None else [own, tournaments.address(running)]

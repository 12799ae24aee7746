"""The page of a league: it hears when the league changes, and when the season that runs does (``tournaments.live``)."""

from __future__ import annotations

from collections.abc import Sequence

from matches import admission, audience, live, narration
from matches.audience import Audience
from tournaments import live as tournaments
from tournaments.models import League as Row
from tournaments.state import State as Tournament

from .state import League

KIND = "league"


def register() -> None:
    """Tell live streams of leagues."""
    audience.models[KIND] = Row
    admission.rights[KIND] = admission.everybody
    audience.renderers[KIND] = tournaments.frames


def addresses(state: League, running: Tournament | None) -> Sequence[str]:
    """Where a page that shows both hears of what comes after them."""
    own = live.address(Audience(KIND, state.id, "", narration.language(), "html"), state.version)
    return [own] if running is None else [own, tournaments.address(running)]

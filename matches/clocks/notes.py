"""Facts beside a game's that stand in its stream alone: a pause, a bot that is called."""

from __future__ import annotations

from elekt_core.contract import Event
from elekt_core.record import match as core_match

from .. import changing


def note(playing: changing.Playing, *facts: Event) -> changing.Move:
    """A batch without a decision; the position stays what it is."""
    game, state = playing.timeline.game, playing.timeline.state(playing.version)
    return changing.Move(game, core_match.Batch(facts, core_match.state_hash(game, state)), state)

"""Facts beside a game's that are in its stream without a decision: a pause, a bot that is called."""

from __future__ import annotations

from elekt_core.contract import Event
from elekt_core.record import match as core_match

from .. import changing


def note(playing: changing.Playing, *facts: Event) -> changing.Move:
    """A batch without a decision; the position stays the same."""
    game, state = playing.timeline.game, playing.timeline.state(playing.version)
    return changing.Move(game, core_match.Batch(facts, core_match.state_hash(game, state)), state)

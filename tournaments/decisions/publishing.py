"""Publishes the next tables with their windows and the time of an arena."""

from __future__ import annotations

from datetime import datetime

from .. import events as e
from ..events import TournamentEvent
from ..formats.contract import Proposal
from ..series import is_bracket
from ..state import State
from . import arenas, rounds, windows


def next_tables(
    state: State, key: str, *, at: datetime, proposal: Proposal | None = None, by_hand: bool = False
) -> list[TournamentEvent]:
    """As the format pairs them, or the ``proposal`` an arbiter saw (``by_hand``: changed). Raises as ``publish``."""
    if proposal is not None:
        batch = rounds.publish(state, key, proposal, at=at, by_hand=by_hand)
    elif windows.at_once(state, rounds.begun(state, key).key):
        batch = rounds.publish_all(state, key, at=at)
    else:
        batch = rounds.publish(state, key, rounds.propose(state, key, at=at), at=at)
    paired = [event for event in batch if isinstance(event, e.TablesPaired)]
    numbers = {event.round for event in paired if event.round}
    if is_bracket(state.stages[key]):
        batch += windows.in_bracket(state, key, [one for event in paired for one in event.pairings], at)
    return batch + windows.opened(state, key, numbers, at) + arenas.opened(state, key, at)

"""Challenges: a ladder table as soon as a player wants to meet somebody who stands higher."""

from __future__ import annotations

from datetime import datetime

from web.errors import Conflict

from .. import stages
from ..events import TournamentEvent
from ..formats import contract, ladder
from ..formats.contract import CannotPair, EntrantNo, Proposal
from ..state import State, Status
from . import rounds, windows


def challenge(
    state: State, key: str, challenger: EntrantNo, challenged: EntrantNo, *, at: datetime
) -> list[TournamentEvent]:
    """The table of a challenge, with a window if the tournament has windows.

    Raises NotFound, Conflict (nobody is challenged in this stage, or the ladder does not allow it).
    """
    rounds.begun(state, key)
    stage = stages.stage_of(state, key)
    if not ladder.takes_challenges(stage.plan):
        raise Conflict("no_challenges", stage=key)
    pairing = _pairing(stage, challenger, challenged)
    batch = rounds.publish(state, key, Proposal((pairing,)), at=at)
    return batch + windows.opened(state, key, [pairing.round], at)


def _pairing(stage: contract.Stage, challenger: EntrantNo, challenged: EntrantNo) -> contract.Pairing:
    try:
        return ladder.challenge(stage, challenger, challenged)
    except CannotPair as cannot:
        raise Conflict(cannot.reason.code, **cannot.reason.data) from cannot


def open_to(state: State, key: str, challenger: EntrantNo) -> list[EntrantNo]:
    """Whom they may challenge now, from the top; empty if there are no challenges, or no longer."""
    stage = state.stages.get(key)
    if state.status is not Status.RUNNING or stage is None or stage.closed:
        return []
    made = stages.stage_of(state, key)
    return ladder.open_to(made, challenger) if ladder.takes_challenges(made.plan) else []

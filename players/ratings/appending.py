"""How a fact comes into a ladder: into the ledger, and its rows with it. The ladder's row is locked by the caller."""

from __future__ import annotations

from uuid import UUID

from ledger import store

from .events import KINDS, LadderKey, RatingEvent
from .models import Ladder
from .readmodels import Fact, take


def key_of(ladder: Ladder) -> LadderKey:
    return LadderKey(ladder.game, ladder.ruleset, ladder.speed, ladder.mode)


def append(ladder: Ladder, stream: UUID, event: RatingEvent, decision_id: UUID | None, actor: str) -> int:
    """The number of the fact."""
    done = store.append(stream, 0, KINDS.encoded([event]), decision_id=decision_id, actor=actor)
    assert not done.repeated, "a fact that stands in the ledger has its rows"
    take(ladder, [Fact(stream, done.at, event, actor)])
    return event.number

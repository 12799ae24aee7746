"""How a fact is added to a ladder: to the ledger together with its rows. The caller locks the ladder's row."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated
from uuid import UUID

from ledger import store
from ledger.changing import Kept, Streams
from ledger.errors import DecisionTaken, StaleVersion
from ledger.events import NewEvent
from web.encoding import component
from web.errors import Conflict

from .events import KINDS, LadderKey, RatingEvent
from .models import Ladder
from .readmodels import Fact, take


@component("RatingFact")
@dataclass(frozen=True, slots=True)
class Rated:
    """The fact is its ladder's ``number``. ``repeated``: it was there before, and nothing was added now."""

    number: Annotated[int, "Of the fact on its ladder."]
    repeated: bool = False


class Facts(Streams[Ladder, RatingEvent]):
    """Facts of one ladder. Each is a stream of its own, with a single event."""

    def __init__(self, ladder: Ladder) -> None:
        self._ladder = ladder

    def load(self, stream: UUID) -> Ladder:
        return self._ladder

    def version(self, state: Ladder) -> int:
        return 0

    def encoded(self, batch: RatingEvent) -> tuple[list[NewEvent], None]:
        return KINDS.encoded([batch]), None

    def after(self, state: Ladder, batch: RatingEvent, at: datetime) -> Ladder:
        return state

    def keep(self, kept: Kept[Ladder, RatingEvent]) -> None:
        (stored,) = KINDS.encoded([kept.batch])
        take(kept.state, [Fact(kept.stream, kept.at, kept.batch, kept.actor, stored.payload)])

    def refusal(self, error: StaleVersion | DecisionTaken) -> Exception:
        return Conflict("decision_id_taken") if isinstance(error, DecisionTaken) else error


def key_of(ladder: Ladder) -> LadderKey:
    return LadderKey(ladder.game, ladder.ruleset, ladder.speed, ladder.mode)


def append(ladder: Ladder, stream: UUID, event: RatingEvent, decision_id: UUID | None, actor: str) -> int:
    """The number of the fact, which must be new."""
    done = decided(ladder, stream, lambda: event, decision_id, actor)
    assert not done.repeated, "a fact that stands in the ledger has its rows"
    return done.number


def decided(
    ladder: Ladder, stream: UUID, decide: Callable[[], RatingEvent], decision_id: UUID | None, actor: str
) -> Rated:
    """What ``decide`` returns, unless this decision was stored before. Raises Refused (decision_id_taken)."""
    done = Facts(ladder).change(stream, lambda _: decide(), actor=actor, decision_id=decision_id, expected_version=0)
    if done.batch is None:
        return Rated(KINDS.read(store.read(stream)[0]).number, repeated=True)
    return Rated(done.batch.number)

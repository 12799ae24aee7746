"""Plain builders with defaults."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from players.models import Player
from players.ratings import measures, services
from players.ratings.events import Imported, LadderKey, Rules
from players.ratings.outcome import person

LADDER = LadderKey("elekt", "2.1", "rapid")
ARBITER = "player:arbiter"
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def people(number: int) -> list[str]:
    """So many new players, as ladders name them."""
    rows = Player.objects.bulk_create([Player(name=f"player {count}") for count in range(number)])
    return [person(row.id) for row in rows]


def result(places: Sequence[int]) -> dict[str, Any]:
    """As services take it: one 1 and 0s say that only the winner is known."""
    return {"winner": places.index(1)} if 0 in places else {"places": list(places)}


def played(
    seats: Sequence[str],
    places: Sequence[int] = (),
    *,
    ladder: LadderKey = LADDER,
    game: UUID | None = None,
    decision_id: UUID | None = None,
    at: datetime = NOON,
    source: str = "",
) -> UUID:
    """A game is rated; its id. Without places the first seat comes first, and so on."""
    game = game or uuid4()
    services.record(
        game=game,
        ladder=ladder,
        seats=seats,
        **result(places or range(1, len(seats) + 1)),
        played_at=at,
        actor=ARBITER,
        decision_id=decision_id,
        source=source,
    )
    return game


def corrected(game: UUID, seats: Sequence[str], places: Sequence[int], decision_id: UUID | None = None) -> None:
    services.correct(game=game, seats=seats, **result(places), actor=ARBITER, decision_id=decision_id or uuid4())


def annulled(game: UUID, decision_id: UUID | None = None) -> None:
    services.annul(game=game, actor=ARBITER, decision_id=decision_id or uuid4())


def ruled(rules: Rules | None = None, *, ladder: LadderKey = LADDER, at: datetime = NOON) -> None:
    measures.rule(ladder=ladder, rules=rules or Rules(), now=at, actor=ARBITER)


def imported(*entries: Imported, ladder: LadderKey = LADDER, at: datetime = NOON) -> int:
    """The number of the fact."""
    done = measures.import_ratings(ladder=ladder, entries=entries, now=at, actor=ARBITER, decision_id=uuid4())
    return done.number

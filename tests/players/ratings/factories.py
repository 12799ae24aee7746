"""Plain builders with defaults."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from players.models import Player
from players.ratings import commands as c
from players.ratings import measures, rulings, services
from players.ratings.events import Imported, LadderKey, Rules
from players.ratings.outcome import person
from players.ratings.queries import Moved

LADDER = LadderKey("elekt", "2.1", "rapid")
ARBITER = "player:arbiter"
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def people(number: int) -> list[str]:
    """So many new players, as ladders name them."""
    rows = Player.objects.bulk_create([Player(name=f"player {count}") for count in range(number)])
    return [person(row.id) for row in rows]


def result(places: Sequence[int]) -> dict[str, Any]:
    """As services take it: one 1 and 0s say that only the winner is known."""
    return {"winner": places.index(1)} if 0 in places else {"places": tuple(places)}


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
    services.change(c.CorrectGame(game, tuple(seats), **result(places)), actor=ARBITER, decision_id=decision_id)


def annulled(game: UUID, decision_id: UUID | None = None) -> None:
    services.change(c.AnnulGame(game), actor=ARBITER, decision_id=decision_id)


def foreseen(game: UUID, seats: Sequence[str] = (), places: Sequence[int] = ()) -> list[Moved]:
    """What it would do to the game's ladder; without seats, what annulling would."""
    asked = c.CorrectGame(game, tuple(seats), **result(places)) if seats else c.AnnulGame(game)
    return rulings.preview(asked).ladders[0].moved


def ruled(rules: Rules | None = None, *, ladder: LadderKey = LADDER, at: datetime = NOON) -> None:
    measures.change(c.SetRules(ladder, rules or Rules()), actor=ARBITER, now=at)


def imported(*entries: Imported, ladder: LadderKey = LADDER, at: datetime = NOON) -> int:
    """The number of the fact."""
    return measures.change(c.ImportRatings(ladder, entries), actor=ARBITER, now=at, decision_id=uuid4()).number

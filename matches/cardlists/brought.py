"""Which cards came into play in which match: written with the facts that tell it, and rebuilt from them.

What the rows hold was seen by everybody at the table (``Game.brings``), so a running match tells nothing by them that
its log does not. Who may see a match is asked where it is listed (``matches.queries``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from elekt_core.contract import Event, Game
from elekt_core.record.facts import decode_fact, is_beside
from ledger.events import StoredEvent
from ledger.projections import Projection

from ..games import check_rebuildable, game_of
from ..models import Match
from .models import BroughtCard


def note(match: UUID, game: Game[Any], facts: Iterable[Event]) -> None:
    """In the transaction that stores ``facts`` of a match, or again from the ledger: a card is noted once."""
    cards = {id_ for fact in facts for id_ in game.brings(fact)}
    if cards:
        BroughtCard.objects.bulk_create(
            [BroughtCard(match=match, card=card) for card in sorted(cards)], ignore_conflicts=True
        )


class BroughtCards(Projection):
    """Registered after tables and matches, which say by what game and cards a match is played."""

    name = "brought_cards"
    models = (BroughtCard,)
    inline = True

    def reset(self) -> None:
        played = Match.objects.filter(id__in=BroughtCard.objects.values("match"))
        check_rebuildable(played.values_list("game", flat=True).distinct())
        super().reset()

    def apply(self, events: Sequence[StoredEvent]) -> None:
        streams: dict[UUID, list[StoredEvent]] = defaultdict(list)
        for event in events:
            streams[event.stream].append(event)
        for row in Match.objects.filter(id__in=streams):
            game = game_of(row)
            facts = (decode_fact(game, e.kind, e.version, e.payload) for e in streams[row.id])
            note(row.id, game, (fact for fact in facts if not is_beside(fact)))

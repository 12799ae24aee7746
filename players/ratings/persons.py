"""Who somebody is now: of two profiles that were made one, the one that was kept."""

from __future__ import annotations

from collections.abc import Iterable

from ..models import Player
from .outcome import person, player_of


def now(whos: Iterable[str]) -> list[str]:
    """In the same order; one query. Raises Refused (not_a_player)."""
    wanted = list(whos)
    ids = {who: player_of(who) for who in wanted}
    merged = Player.objects.filter(id__in=[id_ for id_ in ids.values() if id_], merged_into__isnull=False)
    kept = {person(row.id): person(row.merged_into_id) for row in merged if row.merged_into_id is not None}
    return [kept.get(who, who) for who in wanted]

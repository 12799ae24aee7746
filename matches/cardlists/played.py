"""Cards of a list and where they were played."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from uuid import UUID

from elekt_core.contract import Game
from elekt_core.scenario_index import list_scenarios

from .. import narration
from .. import queries as match_queries
from ..errors import NotFound
from ..games import game_with
from ..shapes import MatchShown
from ..timeline import Timeline

SEARCHED = 60
"""So many of the latest matches are looked through for a card."""
LISTED = 12


@dataclass(frozen=True, slots=True)
class Played:
    """Which matches are meant: of a game with its own cards (``cards`` is ``("",)``), or with versions of a list."""

    game: str
    cards: Collection[str] = ("",)
    list: UUID | None = None


def card(game: Game[Any], id_: str) -> Any:
    """The card of this id in the current language. Raises NotFound."""
    page = game.card(id_, narration.language())
    if page is None:
        raise NotFound("unknown_card", card=id_)
    return page


def matches_with(asked: Played, *, player: UUID | None, limit: int = LISTED) -> list[MatchShown]:
    """The latest ones that the asker finds in lists."""
    return match_queries.matches(player=player, game=asked.game, cards=asked.cards, card_list=asked.list, limit=limit)


def where_played(asked: Played, card: str, *, player: UUID | None, limit: int = LISTED) -> list[MatchShown]:
    """Those among the latest ones in which the card came into play in view of all."""
    found = []
    for match in matches_with(asked, player=player, limit=SEARCHED):
        if card in _brought(match.id, match.version, match.game, match.cards):
            found.append(match)
            if len(found) == limit:
                break
    return found


@lru_cache(maxsize=4096)
def _brought(match_id: UUID, version: int, game: str, cards: str) -> frozenset[str]:
    """Every card that has come into play up to that version."""
    played = game_with(game, cards)
    timeline = Timeline(match_id, played)
    timeline.catch_up(at_least=version)
    return frozenset(id_ for event in timeline.events for id_ in played.brings(event))


def scenarios_of(game: Game[Any], card: str) -> list[tuple[str, str]]:
    """Name and title of the shipped scenarios that show a card of the game's own."""
    language = narration.language()
    return [(shown.name, shown.title[language]) for shown in list_scenarios(game).by_card.get(card, ())]

"""Cards of a list and where they were played."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from elekt_core.contract import Game
from elekt_core.scenarios.scenario import list_scenarios
from web import languages
from web.errors import NotFound

from ..play.shapes import MatchShown
from ..tables import queries as table_queries

LISTED = 12


@dataclass(frozen=True, slots=True)
class Played:
    """Which matches are meant: of a game with its own cards (``cards`` is ``("",)``), or with versions of a list."""

    game: str
    cards: Collection[str] = ("",)
    list: UUID | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """Some of the matches, the latest on page 1."""

    matches: tuple[MatchShown, ...] = ()
    number: int = 1
    is_last: bool = True


def card(game: Game[Any], id_: str) -> Any:
    """The card of this id in the current language. Raises NotFound."""
    page = game.card(id_, languages.current())
    if page is None:
        raise NotFound("unknown_card", card=id_)
    return page


def matches_with(asked: Played, *, player: UUID | None, limit: int = LISTED) -> list[MatchShown]:
    """The latest matches with it that the asker finds in lists."""
    return table_queries.matches(player=player, game=asked.game, cards=asked.cards, card_list=asked.list, limit=limit)


def where_played(asked: Played, card: str, *, player: UUID | None, page: int = 1) -> Page:
    """All matches listed for the asker in which the card came into play in public."""
    found = table_queries.matches(
        player=player,
        game=asked.game,
        cards=asked.cards,
        card_list=asked.list,
        brought=card,
        limit=LISTED + 1,
        skipped=(page - 1) * LISTED,
    )
    return Page(tuple(found[:LISTED]), page, is_last=len(found) <= LISTED)


def scenarios_of(game: Game[Any], card: str) -> list[tuple[str, str]]:
    """Name and title of the shipped scenarios that show one of the game's own cards."""
    language = languages.current()
    return [(shown.name, shown.title[language]) for shown in list_scenarios(game).by_card.get(card, ())]

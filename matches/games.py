"""The game of a table or a match: its name says which one, the hash of its card list with which cards.

Nothing else in this app makes a game out of a row, so that a match is always played, shown, replayed and verified
with the cards that it was opened with, whatever becomes of the list later.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Protocol

from elekt_core.contract import Game
from elekt_core.registry import get_game

from .cardlists.models import CardListVersion
from .errors import NotFound

KEPT = 64


class Pinned(Protocol):
    """A table or a match, as a row, a fold or a shape."""

    @property
    def game(self) -> str: ...
    @property
    def cards(self) -> str: ...


def game_of(what: Pinned) -> Game[Any]:
    """The game of a table or a match, the same object each time. Raises UnknownGame, NotFound."""
    return game_with(what.game, what.cards)


def game_with(name: str, cards: str) -> Game[Any]:
    """The game with the card list of this hash, with its own for ``""``. Raises UnknownGame, NotFound."""
    return _with_cards(name, cards) if cards else get_game(name)


@lru_cache(maxsize=KEPT)
def _with_cards(name: str, cards: str) -> Game[Any]:
    """A text never changes under its hash, so neither does the game."""
    text = CardListVersion.objects.filter(game=name, cards=cards).values_list("text", flat=True).first()
    if text is None:
        raise NotFound("unknown_cards", cards=cards)
    game = get_game(name).with_cards(text)
    assert game.card_set == cards, "the text under a hash is another one"
    return game

"""The game of a table or a match: its name identifies the game, and the hash of its card list the cards.

Nothing else in this app makes a game out of a row, so that a match is always played, shown, replayed and verified
with the cards that it was opened with, whatever becomes of the list later.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from functools import lru_cache
from typing import Any, Protocol

from django.conf import settings

from elekt_core.contract import Game, SeatNo, Viewer
from elekt_core.record.record import SPECTATOR
from elekt_core.registry import game_names, get_game, is_playable
from ledger.errors import NotRebuildable
from web.errors import GameUnavailable, NotFound

from .cardlists.models import CardListVersion

KEPT = 64


class Pinned(Protocol):
    """A table or a match, as a row, a fold or a shape."""

    @property
    def game(self) -> str: ...
    @property
    def cards(self) -> str: ...
    @property
    def seen_by(self) -> str: ...


def usual_game() -> Game[Any]:
    """The default game if none is named; another one if it cannot be loaded. Raises UnknownGame."""
    name = settings.DEFAULT_GAME
    return get_game(name if is_playable(name) else next(iter(game_names()), name))


def games_in_order() -> list[str]:
    """The names of all playable games, the usual one first."""
    return sorted(game_names(), key=lambda name: name != settings.DEFAULT_GAME)


def game_of(what: Pinned) -> Game[Any]:
    """The game of a table or a match, the same object each time.

    Raises GameUnavailable where its package is gone or cannot be loaded, NotFound where its card list is missing.
    """
    if not is_playable(what.game):
        raise GameUnavailable(what.game)
    return game_seen(what.game, what.cards, what.seen_by)


def game_seen(name: str, cards: str, seen_by: str) -> Game[Any]:
    """Of a match that is known as far as ``seen_by`` saw it: its positions begin with what is known there."""
    return _seen(name, cards, seen_by) if seen_by else game_with(name, cards)


def game_with(name: str, cards: str) -> Game[Any]:
    """The game with the card list of this hash; with its own cards for ``""``. Raises UnknownGame, NotFound."""
    return _with_cards(name, cards) if cards else get_game(name)


def cards_text(name: str, cards: str) -> str:
    """The text of the card list of this hash. Raises NotFound."""
    text = CardListVersion.objects.filter(game=name, cards=cards).values_list("text", flat=True).first()
    if text is None:
        raise NotFound("unknown_cards", cards=cards)
    return text


@lru_cache(maxsize=KEPT)
def _seen(name: str, cards: str, seen_by: str) -> Game[Any]:
    game = copy(game_with(name, cards))
    first = game.view(game.initial(), viewer_of(seen_by))
    game.initial = first.copy  # type: ignore[method-assign]
    return game


def viewer_of(seen_by: str) -> Viewer:
    """What ``seen_by_of`` wrote."""
    seats = [] if seen_by == SPECTATOR else [SeatNo(int(seat)) for seat in seen_by.split("-")]
    return frozenset(seats) if len(seats) > 1 else next(iter(seats), None)


def seen_by_of(viewer: Viewer) -> str:
    """``spectator``, a seat's number, or those of several (``0-2``)."""
    if isinstance(viewer, frozenset):
        return "-".join(map(str, sorted(viewer)))
    return SPECTATOR if viewer is None else str(viewer)


@lru_cache(maxsize=KEPT)
def _with_cards(name: str, cards: str) -> Game[Any]:
    """A text never changes under its hash, so neither does the game, which can be cached."""
    game = get_game(name).with_cards(cards_text(name, cards))
    assert game.card_set == cards, "the text under a hash is another one"
    return game


def check_rebuildable(games: Iterable[str]) -> None:
    """Whether rows of matches of these games can be rebuilt from their facts.

    Raises NotRebuildable where a game is not available: the rows would be lost until it is back.
    """
    missing = sorted({game for game in games if not is_playable(game)})
    if missing:
        raise NotRebuildable(f"matches of a game that is not available cannot be read anew: {', '.join(missing)}")

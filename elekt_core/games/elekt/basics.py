"""Which kinds of Basic Units are in play (E2.12, E21.9) when a card list has more than four."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ...ruleset import Option
from . import events as e
from .cards import CardSet
from .play import Play
from .state import State
from .tables import Tables

IN_PLAY: Final = 4
"""E2.7."""

AGREED, DRAWN = "agreed", "drawn"


def must_choose(cards: CardSet) -> bool:
    return len(cards.basic_kinds) > IN_PLAY


def basics_options(cards: CardSet, *, drawn: bool) -> tuple[Option, ...]:
    """The options to agree on: none with four kinds or fewer. ``drawn``: it may be left to chance."""
    if not must_choose(cards):
        return ()
    known = cards.basic_kinds
    how = (Option("basic_set", (AGREED, DRAWN), AGREED),) if drawn else ()
    return (*how, Option("basics", known, known[:IN_PLAY], pick=IN_PLAY))


def choose_basics(play: Play, agreed: Mapping[str, Any]) -> None:
    """The first step of the setup if there is a choice: the agreed kinds, or one of each kind shuffled and 4 taken."""
    cards = play.tables.cards
    if not must_choose(cards):
        return
    known = cards.basic_kinds
    chosen, drawn = agreed["basics"], agreed.get("basic_set") == DRAWN
    if drawn:
        order = play.chance.permutation(play.state.draws, len(known))
        chosen = [known[i] for i in order[:IN_PLAY]]
    play.emit(e.BasicSetChosen(tuple(kind for kind in known if kind in chosen), drawn))


def basics_of(t: Tables, s: State, seat: int) -> tuple[int, ...]:
    """The starting hand of a seat (E2.7)."""
    units = t.basics[seat]
    return tuple(unit for unit in units if t.cards.printed[unit].id in s.basics) if s.basics else units

"""Which kinds of Basic Units are played with (E2.12, E21.9), where a list of cards has more than four."""

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
    """What there is to agree on: nothing with four kinds or fewer. ``drawn``: it may be left to chance."""
    if not must_choose(cards):
        return ()
    known = cards.basic_kinds
    how = (Option("basic_set", (AGREED, DRAWN), AGREED),) if drawn else ()
    return (*how, Option("basics", known, known[:IN_PLAY], pick=IN_PLAY))


def choose_basics(play: Play, agreed: Mapping[str, Any]) -> None:
    """The first step of the setup where there is a choice: as agreed, or one of each kind shuffled and 4 taken."""
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

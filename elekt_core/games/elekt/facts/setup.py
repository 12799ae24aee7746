"""What setup changes (E2), or a position in its place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from .. import events as e
from ..state import State
from ..vocabulary import COURT, ELITE_DECK, NONE
from .moves import Folds, court_order, heat_from_pool, to_hand


def _game_created(s: State, event: e.GameCreated) -> None:
    n = max(event.seats, 2)  # with one seat, the Houses are the other side (E21)
    s.created = s.game = event
    s.seats = n
    s.pool = [*event.tokens]
    s.heat_pool = event.heat_tokens
    s.heat = [0] * n
    s.assigned = [0] * n
    s.passed = [0] * n
    s.hands = [()] * n
    s.rows = [()] * (3 * n)
    s.acquired = [()] * n
    s.titles = (0,) * n
    s.order = tuple(range(n))


def _basic_set_chosen(s: State, event: e.BasicSetChosen) -> None:
    s.basics = event.kinds
    s.draws += event.by_lot


def _deck_shuffled(s: State, event: e.DeckShuffled) -> None:
    s.decks[event.deck] = event.cards[::-1]
    s.aside += event.aside
    s.draws += 1


def _deck_reshuffled(s: State, event: e.DeckReshuffled) -> None:
    s.decks[ELITE_DECK] = event.cards[::-1]
    s.discard = ()
    s.draws += 1


def _hand_dealt(s: State, event: e.HandDealt) -> None:
    for unit in event.units:
        to_hand(s, event.seat, unit)


def _first_player_drawn(s: State, event: e.FirstPlayerDrawn) -> None:
    s.holder = event.holder
    s.order = court_order(s.seats, event.holder, s.direction)


def _sceptre_set(s: State, event: e.SceptreSet) -> None:
    s.holder, s.direction = event
    s.order = court_order(s.seats, event.holder, event.direction)


def _card_revealed(s: State, event: e.CardRevealed) -> None:
    zone, card = event
    s.decks[zone] = s.decks[zone][:-1]
    s.face_up[zone] = card
    if zone != COURT:
        s.active[zone] |= 1 << card


def _position_set(s: State, event: e.PositionSet) -> None:
    s.round, s.phase, s.crowned = event.round, event.phase, event.crowned
    s.holder, s.direction = event.holder, event.direction
    s.order = court_order(s.seats, event.holder, event.direction)
    s.heat, s.heat_pool, s.pool = [*event.heat], event.heat_pool, [*event.pool]
    s.face_up = [*event.face_up]
    s.decks = [deck[::-1] for deck in event.decks]
    s.aside, s.removed, s.discard = event.aside, event.removed, event.discard
    s.hands, s.rows = [*event.hands], [*event.rows]
    s.acquired, s.titles = [*event.acquired], event.titles
    s.assigned, s.passed = [*event.assigned], [*event.passed]
    s.used_round, s.used_game = mask_of(event.used), mask_of(event.used_game)
    s.skips = mask_of(4 * zone + attribute for zone, attribute in event.skips)
    s.conceded, s.suppressed = mask_of(event.conceded), mask_of(event.suppressed)
    s.held = mask_of(event.held)
    for place, row in enumerate(s.rows):
        for unit in row:
            s.where[unit] = place
    for zone in (0, 1, 2):
        prize = [s.face_up[zone]] if zone != COURT and s.face_up[zone] != NONE else []
        units = [unit for row in s.rows[zone * s.seats : (zone + 1) * s.seats] for unit in row]
        s.active[zone] = mask_of([*units, *prize]) & ~s.suppressed | s.held
    for unit, *numbers in event.tokens_on:
        s.tokens[4 * unit : 4 * unit + 4] = bytes(numbers)


def mask_of(numbers: Iterable[int]) -> int:
    """A bit mask."""
    return sum(1 << number for number in set(numbers))


FOLDS: Final[Folds] = {
    e.GameCreated: _game_created,
    e.BasicSetChosen: _basic_set_chosen,
    e.DeckShuffled: _deck_shuffled,
    e.DeckReshuffled: _deck_reshuffled,
    e.HeatDealt: heat_from_pool,
    e.HandDealt: _hand_dealt,
    e.FirstPlayerDrawn: _first_player_drawn,
    e.SceptreSet: _sceptre_set,
    e.CardRevealed: _card_revealed,
    e.PositionSet: _position_set,
}

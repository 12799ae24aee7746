"""What changes in the solo game alone (E21)."""

from __future__ import annotations

from typing import Final

from ....contract import UNKNOWN
from ....kit.knowledge import unknown
from .. import events as e
from ..houses.solo import HOUSES, Solo
from ..state import State
from ..vocabulary import COURT, OCCULTISM
from .abilities import token_moved
from .moves import Folds, hold, told


def _houses_position_set(s: State, event: e.HousesPositionSet) -> None:
    drawn = unknown(event.drawn) if s.hidden else event.drawn
    s.pool[OCCULTISM] -= event.seals
    s.solo = _solo(s)._replace(seals=event.seals, won=event.won, drawn=drawn, counted=event.counted, memory=event.zone)


def _gambit_prepared(s: State, event: e.GambitPrepared) -> None:
    s.solo = Solo(event.level, event.set_aside)
    for attribute, count in enumerate(event.set_aside):
        s.pool[attribute] -= count
    s.removed += event.units


def _masters_dealt(s: State, event: e.MastersDealt) -> None:
    s.acquired[HOUSES] += event.cards
    for card in event.cards:
        hold(s, card)
    s.draws += 1


def _houses_hand_shuffled(s: State, event: e.HousesHandShuffled) -> None:
    s.hands[HOUSES] = unknown(event.units) if s.hidden >> HOUSES & 1 else event.units
    s.draws += 1


def _houses_units_passed_over(s: State, event: e.HousesUnitsPassedOver) -> None:
    hand = s.hands[HOUSES]
    s.hands[HOUSES] = hand[event.number :] + hand[: event.number]


def _houses_turn_lost(s: State, event: e.HousesTurnLost) -> None:
    s.assigned[HOUSES] += 1


def _solo(s: State) -> Solo:
    assert s.solo is not None
    return s.solo


def _seal_gained(s: State, event: e.SealGained) -> None:
    s.pool[OCCULTISM] -= 1
    s.solo = _solo(s)._replace(seals=event.seals)


def _seals_converted(s: State, event: e.SealsConverted) -> None:
    solo = _solo(s)
    s.pool[OCCULTISM] += event.seals
    s.solo = solo._replace(seals=solo.seals - event.seals, counted=solo.counted + (not event.marked))
    if event.marked:
        _draw_privilege(s, event.card)


def _seals_lost(s: State, event: e.SealsLost) -> None:
    s.pool[OCCULTISM] += event.seals
    s.solo = _solo(s)._replace(seals=0)


def _houses_privilege_drawn(s: State, event: e.HousesPrivilegeDrawn) -> None:
    _draw_privilege(s, event.card)


def _draw_privilege(s: State, card: int) -> None:
    """The top face-down card; a view does not know which."""
    solo = _solo(s)
    s.decks[COURT] = s.decks[COURT][:-1]
    s.solo = solo._replace(drawn=(*solo.drawn, UNKNOWN if s.hidden else card))


FOLDS: Final[Folds] = {
    e.HousesPositionSet: _houses_position_set,
    e.TokenStolen: token_moved,
    e.GambitPrepared: _gambit_prepared,
    e.MastersDealt: _masters_dealt,
    e.HousesHandShuffled: _houses_hand_shuffled,
    e.HousesChose: told,
    e.HousesUnitsPassedOver: _houses_units_passed_over,
    e.HousesTurnLost: _houses_turn_lost,
    e.SealGained: _seal_gained,
    e.SealsConverted: _seals_converted,
    e.SealsLost: _seals_lost,
    e.HousesPrivilegeDrawn: _houses_privilege_drawn,
}

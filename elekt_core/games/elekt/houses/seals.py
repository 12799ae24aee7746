"""Seals (E21.22-E21.26): gained for an instant ability that changed nothing, turned into Titles, lost at a pass."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from .. import agenda as a
from .. import events as e
from ..events import Step
from ..play import ANSWERS, DEFAULTS, Play
from ..vocabulary import COURT, NONE, OCCULTISM
from .solo import HOUSES, LOSSES

if TYPE_CHECKING:
    from .table import SoloPlay

PRICE: Final = 3
"""Seals for a Title (E21.24)."""

CHANGES: Final = frozenset(
    {
        e.HeatPaid,
        e.HeatGained,
        e.HeatDiscarded,
        e.HeatTaken,
        e.TokenAttached,
        e.TokenDetached,
        e.TokenMoved,
        e.TokenStolen,
        e.UnitsSwapped,
        e.UnitMoved,
        e.UnitPlaced,
        e.UnitReturned,
        e.UnitTaken,
        e.UnitRecovered,
        e.UnitDiscarded,
        e.UnitsDrawn,
        e.UnitKept,
        e.DeckReshuffled,
        e.CardsExchanged,
        e.CardAcquired,
        e.CardRemoved,
        e.AbilitySuppressed,
        e.ConfrontationSkipped,
    }
)
"""Facts that change the game (E21.23). The cost of the ability itself is paid before it is watched."""


def watch(card: int, zone: int) -> Step:
    """The step beneath the effect of an instant ability: it sees whether anything changed."""
    return (a.HOUSES_SEAL, HOUSES, card, zone, 0)


def note_change(play: Play) -> None:
    """Something changed: say so to the step that watches, if there is one."""
    for i, step in enumerate(play.agenda):
        if step[0] == a.HOUSES_SEAL:
            play.agenda[i] = (*step[:4], 1)


def watched(play: SoloPlay, step: Step) -> None:
    """E21.22: the effect is over."""
    _, _, card, _, changed = step
    if changed:
        return
    if not play.state.pool[OCCULTISM]:
        play.because("no_seal_left", card)
        return
    play.emit(e.SealGained(card, play.solo.seals + 1))


def convert_seals(play: SoloPlay) -> None:
    """E21.24."""
    deck = play.state.decks[COURT]
    play.emit(e.SealsConverted(play.solo.seals, bool(deck), deck[-1] if deck else NONE))
    play.titles_may_have_changed()


def ask_what_is_lost(play: Play, step: Step) -> None:
    """E21.26: also if there is nothing to lose."""
    play.ask(step[1], "houses_lose", step)


def _lose(play: Play, step: Step, choice: tuple[Any, ...]) -> None:
    s = play.state
    assert s.solo is not None
    if choice[0] == "heat":
        if s.heat[HOUSES]:
            play.emit(e.HeatDiscarded(HOUSES, s.heat[HOUSES]))
    elif s.solo.seals:
        play.emit(e.SealsLost(s.solo.seals))


ANSWERS["houses_lose"] = _lose
DEFAULTS["houses_lose"] = lambda t, s: (LOSSES[0],)

"""Seals (E21.22-E21.26): gained for an instant ability that changed nothing, turned into Titles, lost at a pass."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from ....kit.driver import Question
from .. import agenda as a
from .. import events as e
from ..play import QUESTIONS, Play
from ..state import State
from ..tables import Tables
from ..vocabulary import COURT, NONE, OCCULTISM
from .solo import HOUSES, LOSSES

if TYPE_CHECKING:
    from .table import SoloPlay

PRICE: Final = 3
"""Seals for a Title (E21.24)."""

UNDONE_BY_ANOTHER: Final = frozenset(
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
        e.AbilitySuppressed,
    }
)
"""Changes after which the game may yet end as it was: all that they touch lies in view, and ``seen`` has it."""

CHANGES: Final = UNDONE_BY_ANOTHER | frozenset(
    {
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
        e.ConfrontationSkipped,
        e.HousesPrivilegeDrawn,
    }
)
"""Facts that change the game (E21.23). The cost of the ability itself is paid before it is watched."""

UNCHANGED, CHANGED = 0, 1
"""What the step that watches knows. Where only the outcome counts, it holds what was ``seen`` before (never 0 or 1),
and CHANGED once something happened that nothing undoes."""


def watch(play: Play, card: int, zone: int) -> a.HousesSeal:
    """The step beneath the effect of an instant ability: it sees whether anything changed."""
    before = seen(play.state) if play.tables.reading.seal_by_outcome else UNCHANGED
    return a.HousesSeal(HOUSES, card, zone, before)


def seen(s: State) -> int:
    """A fingerprint of all that is visible and can be put back: Units and where they stand, tokens, Heat, which
    abilities work. Equal fingerprints mean equal positions; nothing hidden is in it."""
    table = (s.rows, bytes(s.tokens), s.pool, s.heat, s.heat_pool, s.suppressed)
    return int.from_bytes(sha256(repr(table).encode()).digest()[:6], "big") | 2


def note_change(play: Play, kind: type) -> None:
    """Something changed: say so to the step that watches, if there is one."""
    if play.tables.reading.seal_by_outcome and kind in UNDONE_BY_ANOTHER:
        return
    for i, step in enumerate(play.agenda):
        if type(step) is a.HousesSeal:
            play.agenda[i] = step._replace(changed=CHANGED)


def watched(play: SoloPlay, step: a.HousesSeal) -> None:
    """E21.22: the effect is over."""
    _, card, _, known = step
    if known == CHANGED or (known != UNCHANGED and known != seen(play.state)):
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


def ask_what_is_lost(play: Play, step: a.HousesLose) -> None:
    """E21.26: even if there is nothing to lose."""
    play.ask(step.seat, "houses_lose", step)


def _lose(play: Play, seat: int, step: a.HousesLose, choice: tuple[Any, ...]) -> None:
    s = play.state
    assert s.solo is not None
    if choice[0] == "heat":
        if s.heat[HOUSES]:
            play.emit(e.HeatDiscarded(HOUSES, s.heat[HOUSES]))
    elif s.solo.seals:
        play.emit(e.SealsLost(s.solo.seals))


def _losses(t: Tables, s: State, seat: int, step: a.HousesLose) -> list[tuple[Any, ...]]:
    return [(word,) for word in LOSSES]


QUESTIONS["houses_lose"] = Question("E21.26", _losses, _lose)

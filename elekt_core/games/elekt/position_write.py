"""Writes a position of a match as text, so that a new match can start from it (docs/scenarios.md).

Every card is named, decks from the top, so the new match knows all that the old one did: this is for whoever may see
everything. Not every question can be put into words: where a tie, a win or a saving is half resolved there is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from ...chance import Chance
from ...contract import Json
from ...kit.leading_back import leads_back
from . import agenda as a
from .confrontation import plan
from .events import Step
from .facts import fold
from .houses.setup import REMOVED
from .houses.table import play_for
from .play import Play
from .position import begun_like, lay_out
from .position_under_way import write_step
from .state import State
from .tables import Tables
from .vocabulary import (
    ASSIGNMENT,
    ATTRIBUTES,
    CONFRONTATION,
    DIRECTIONS,
    ELITE_DECK,
    NONE,
    PHASES,
    RECRUITMENT,
    ROUND_END,
    ZONES,
)

RESOLVING = (a.Tie, a.Won, a.Effect)
"""Steps of one confrontation that has changed nothing yet: it can be resolved once more from its beginning."""


NOT_COMPARED = frozenset(("created", "game", "draws", "uses", "step", "agenda", "asked", "question", "offered"))
"""Of a state: how it came about, and the question with what waits beneath it, which are looked at by themselves."""


def write(t: Tables, s: State) -> dict[str, Any] | None:
    """The position in which ``s`` asks its question; None if the format cannot express it."""
    moment = _moment(t, s) if s.question and s.round else None
    if moment is None:
        return None
    position = _written(t, s, moment)
    return position if leads_back(position, partial(_begun, t, s), partial(_same, s)) else None


def _begun(t: Tables, s: State, position: Json, chance: Chance) -> Play:
    """Raises BadPosition."""
    begun = begun_like(t, s)
    layout = lay_out(t, begun, position, chance)
    for event in layout.events:
        fold(begun, event)
    play = play_for(t, begun, chance)
    play.push(*layout.agenda)
    play.go_on()
    return play


def _same(s: State, play: Play) -> bool:
    """Whether play comes to the same state: an ability declined before the question would be offered once more."""
    same = [name for name in State.__slots__ if name not in NOT_COMPARED]
    return (
        play.question is not None
        and play.question[:3] == (s.asked, s.question, s.step)
        and _above(play.agenda) == _above(s.agenda)
        and all(getattr(play.state, name) == getattr(s, name) for name in same)
    )


def _written(t: Tables, s: State, moment: dict[str, Any]) -> dict[str, Any]:
    names = t.names
    direction = next(word for word, way in DIRECTIONS.items() if way == s.direction)
    decks = [[names[card] for card in reversed(deck)] for deck in s.decks]
    if s.drawn:  # they are drawn once more, from the top
        decks[ELITE_DECK] = [*(names[unit] for unit in s.drawn), *decks[ELITE_DECK]]
    return {
        "round": s.round,
        "phase": PHASES[s.phase],
        **moment,
        "sceptre": {"holder": s.holder, "direction": direction},
        "zones": {
            word: {
                "face_up": "none" if s.face_up[zone] == NONE else names[s.face_up[zone]],
                "rows": [[_unit(t, s, unit) for unit in s.row(zone, seat)] for seat in range(s.seats)],
                "deck": decks[zone],
                "deck_size": len(decks[zone]),
            }
            for zone, word in enumerate(ZONES)
        },
        "players": [_player(t, s, seat) for seat in range(s.seats)],
        **_cards(t, "discard", s.discard),
        **_cards(t, "removed", tuple([card for card in s.removed if s.solo is None or names[card] not in REMOVED])),
        **_houses(t, s),
        **_cards(t, "aside", s.aside),
        **_cards(t, "used", _of(s.used_round)),
        **_cards(t, "used_game", _of(s.used_game)),
        **({"elite_deck": decks[ELITE_DECK]} if decks[ELITE_DECK] else {}),
        **({"skips": [f"{ZONES[n // 4]} {ATTRIBUTES[n % 4]}" for n in _of(s.skips)]} if s.skips else {}),
        "shuffled": False,
    }


def _moment(t: Tables, s: State) -> dict[str, Any] | None:
    """What comes next, in the words of the format."""
    step, waiting = s.step, s.agenda
    if s.phase == RECRUITMENT and type(step) is a.ChooseKept and [type(one) for one in waiting] == [a.Recruit]:
        return {"begins": False, "turn": s.asked}
    if s.phase == ASSIGNMENT and type(step) is a.Turn and not waiting:
        return {"begins": False, "turn": s.asked}
    if s.phase == ASSIGNMENT and waiting and type(waiting[0]) is a.Turn:
        turn = {"begins": False, "turn": waiting[0].seat, **_seat("ending", waiting[0].ended)}
        return _under_way(t, turn, (*waiting[1:], step))
    if s.phase == CONFRONTATION and isinstance(step, RESOLVING):
        return _to_resolve(t, s, step)
    if s.phase == CONFRONTATION:
        return _under_way(t, _to_resolve(t, s), (*_above(waiting), step))
    if s.phase == ROUND_END and type(step) is a.Sceptre:
        return {"crowned": s.crowned}
    return None


def _under_way(t: Tables, moment: dict[str, Any], steps: Sequence[Step]) -> dict[str, Any] | None:
    """The moment with the steps above those of the phase; None if the format cannot express one of them."""
    written = [write_step(t, step) for step in reversed(steps)]
    return {**moment, "under_way": written} if all(written) else None


def _above(steps: Sequence[Step]) -> tuple[Step, ...]:
    """The steps without those that drive the confrontation phase."""
    return tuple([step for step in steps if not isinstance(step, a.Confront | a.ConfrontZone | a.EndPhase)])


def _seat(key: str, seat: int) -> dict[str, int]:
    return {} if seat == NONE else {key: seat}


def _to_resolve(t: Tables, s: State, step: Step | None = None) -> dict[str, Any]:
    """The confrontation at hand (``step``), what is left of its Zone, and the Zones behind it."""
    left: dict[int, tuple[int, ...]] = {} if step is None else {step.zone: (step.attribute,)}
    zones = [waits.zone for waits in s.agenda if type(waits) is a.ConfrontZone]
    for waits in s.agenda:
        if type(waits) is a.Confront:
            left[waits.zone] = (*left.get(waits.zone, ()), *waits.attributes)
    if zones and not left:
        return {"begins": False, "from_zone": ZONES[zones[0]]}
    for zone in range(zones[0], len(ZONES)) if zones else ():
        left.setdefault(zone, plan(t, s, zone))
    return {"to_resolve": {ZONES[zone]: [ATTRIBUTES[n] for n in left[zone]] for zone in sorted(left) if left[zone]}}


def _unit(t: Tables, s: State, unit: int) -> Any:
    tokens = {word: n for word, n in zip(ATTRIBUTES, s.tokens_on(unit), strict=True) if n}
    suppressed = bool(s.suppressed >> unit & 1)
    if not tokens and not suppressed:
        return t.names[unit]
    return (
        {"unit": t.names[unit]} | ({"tokens": tokens} if tokens else {}) | ({"suppressed": True} if suppressed else {})
    )


def _player(t: Tables, s: State, seat: int) -> dict[str, Any]:
    said: dict[str, Any] = {"hand": [t.names[unit] for unit in s.hands[seat]], "heat": s.heat[seat]}
    said |= _cards(t, "acquired", s.acquired[seat])
    if s.assigned[seat]:
        said["assigned"] = s.assigned[seat]
    if s.passed[seat]:
        said["passed"] = True
    if s.gave_up(seat):
        said["conceded"] = True
    return said


def _houses(t: Tables, s: State) -> dict[str, Any]:
    """What only the Elder Houses have (E21)."""
    if s.solo is None:
        return {}
    said: dict[str, Any] = {"seals": s.solo.seals, "titles_without_card": s.solo.counted}
    said |= _cards(t, "won", s.solo.won) | _cards(t, "drawn", s.solo.drawn)
    if s.solo.memory != NONE:
        said["last_zone"] = ZONES[s.solo.memory]
    return {"houses": said}


def _cards(t: Tables, key: str, cards: tuple[int, ...]) -> dict[str, list[str]]:
    return {key: [t.names[card] for card in cards]} if cards else {}


def _of(mask: int) -> tuple[int, ...]:
    return tuple([n for n in range(mask.bit_length()) if mask >> n & 1])

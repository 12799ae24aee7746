"""The confrontation phase: which confrontations take place, and who wins each (E8)."""

from __future__ import annotations

from typing import Any

from ...kit.driver import Question
from . import agenda as a
from . import events as e
from .active import statics
from .counting import counts
from .effects import settle_tie
from .play import QUESTIONS, STEPS, Play
from .reactions import ability, on_phase_start, on_tie
from .state import State
from .tables import Tables
from .vocabulary import CONFRONTATION, NONE, POWER

FIRST_EDITION = 1

USUAL = (0, 1, 2, 3)
"""E8.1."""


def _phase(play: Play, step: a.ConfrontationPhase) -> None:
    """E8.17, then the Zones from left to right (E8.1)."""
    play.emit(e.fact(e.PhaseStarted, (CONFRONTATION,)))
    play.push(a.ConfrontZone(NONE, 0))
    play.push_in_order(on_phase_start(play, "confrontation_phase_start"))


def _zone(play: Play, step: a.ConfrontZone) -> None:
    zone = step.zone
    play.agenda.append(a.EndPhase(NONE) if zone == 2 else a.confront_zone(NONE, zone + 1))
    if planned := plan(play.tables, play.state, zone):
        play.agenda.append(a.confront(NONE, zone, planned))


def plan(t: Tables, s: State, zone: int) -> tuple[int, ...]:
    """The confrontations of a Zone in order, fixed when the Zone begins (E8.14, E8.15). Without a prize there is none
    for Power (E9.23)."""
    if not s.skips and s.face_up[zone] != NONE and not t.plans_zones[zone] & (s.active[zone] | t.wide):
        return USUAL
    order = [op.attribute for _, _, op in statics(t, s, "confrontation:first", zone)]
    order += [attribute for attribute in range(4) if attribute not in order]
    skipped = {op.attribute for _, _, op in statics(t, s, "confrontation:skip", zone)}
    skipped |= {attribute for attribute in range(4) if s.skips >> 4 * zone + attribute & 1}
    if s.face_up[zone] == NONE:
        skipped.add(POWER)
    return tuple(
        attribute for i, attribute in enumerate(order) if attribute not in skipped and attribute not in order[:i]
    )


def _confront(play: Play, step: a.Confront) -> None:
    """E8.11, steps 1 to 4."""
    _, zone, attributes = step
    s, attribute = play.state, attributes[0]
    if len(attributes) > 1:
        play.agenda.append(a.confront(NONE, zone, attributes[1:]))
    if attribute == POWER and s.face_up[zone] == NONE:  # E9.23: the prize has gone meanwhile
        return
    scored = counts(play.tables, s, zone, attribute)
    participants = s.order if NONE not in scored else _without_absent(s.order, scored)
    play.events += (
        e.fact(e.ConfrontationStarted, (zone, attribute, participants)),
        e.fact(e.ConfrontationScored, (zone, attribute, scored)),
    )
    highest = max(scored)
    sharing = scored.count(highest)
    if highest < 1 and (highest == NONE or (attribute != POWER and not _zero_is_a_tie(s, sharing))):
        _void(play, zone, attribute)
    elif sharing == 1:  # E8.6, E8.9, E9.17
        play.agenda.append(a.won(scored.index(highest), zone, attribute, e.BY_COUNT))
    else:
        play.agenda.append(
            e.fact(a.Tie, (NONE, zone, attribute, _sharing(scored, highest), on_tie(play, zone, attribute)))
        )


def _without_absent(order: tuple[int, ...], scored: tuple[int, ...]) -> tuple[int, ...]:
    """E8.2, E8.3, in court order."""
    present = []
    for seat in order:
        if scored[seat] != NONE:
            present.append(seat)
    return tuple(present)


def _sharing(scored: tuple[int, ...], highest: int) -> int:
    """A mask of the seats that share the highest count."""
    mask = 0
    for seat, count in enumerate(scored):
        if count == highest:
            mask |= 1 << seat
    return mask


def _zero_is_a_tie(s: State, sharing: int) -> bool:
    """E23.2, E23.3: in the first edition 0 against 0 is a tie."""
    return s.game.edition == FIRST_EDITION and sharing > 1


def _void(play: Play, zone: int, attribute: int) -> None:
    """E8.8; if nobody is there for Power, the face-up card leaves the game (E9.18)."""
    play.tell(e.fact(e.ConfrontationVoid, (zone, attribute)))
    if attribute == POWER:
        play.emit(e.fact(e.CardRemoved, (play.state.face_up[zone], zone, NONE)))


def _tie(play: Play, step: a.Tie) -> None:
    """E8.11 step 5: tie abilities in turn, until one names a winner; Power then goes by court position (E9.16)."""
    _, zone, attribute, seats, cards = step
    if cards:
        actor, card = cards[0]
        play.push(a.Tie(NONE, zone, attribute, seats, cards[1:]), ability(actor, card, zone, seats=seats))
        return
    tied = seats_of(play.state, seats)
    play.tell(e.fact(e.ConfrontationTied, (zone, attribute, tied)))
    if attribute == POWER:
        play.push(a.Won(tied[0], zone, attribute, e.BY_COURT))


def seats_of(s: State, mask: int) -> tuple[int, ...]:
    """The seats of a mask in court order."""
    return tuple([seat for seat in s.order if mask >> seat & 1])


def tied_choices(t: Tables, s: State, seat: int, step: a.Tie) -> list[tuple[Any, ...]]:
    """E8.18."""
    return [(tied,) for tied in seats_of(s, step.seats)]


def _tie_winner(play: Play, seat: int, step: a.Tie, choice: tuple[Any, ...]) -> None:
    settle_tie(play, choice[0])


def _default_tie_winner(t: Tables, s: State, seat: int, step: a.Tie) -> tuple[Any, ...]:
    choices = tied_choices(t, s, seat, step)
    return (seat,) if (seat,) in choices else choices[0]


STEPS[a.ConfrontationPhase] = _phase
STEPS[a.ConfrontZone] = _zone
STEPS[a.Confront] = _confront
STEPS[a.Tie] = _tie
QUESTIONS["tie_winner"] = Question("E8.11", tied_choices, _tie_winner, _default_tie_winner)

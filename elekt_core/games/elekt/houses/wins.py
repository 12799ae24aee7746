"""What the Houses do with a confrontation that they win (E21.27-E21.30, E21.32, E21.35, E21.39)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import agenda as a
from .. import events as e
from ..active import barred
from ..reactions import ability, on_win
from ..selectors import use_of
from ..vocabulary import COURT, CUNNING, NONE, OCCULTISM, RULES_RANK, VIOLENCE
from .annihilate import victim
from .attach import attach_collected, collects
from .costs import affordable, pay
from .solo import HOUSES, PLAYER
from .steal import robbed, steal

if TYPE_CHECKING:
    from .table import SoloPlay


def won(play: SoloPlay, step: a.Won) -> None:
    """E8.11 steps 6 to 9 for the Houses: the normal effect, then what could be taken instead (E21.32), extensions,
    reactions."""
    _, zone, attribute, how = step
    play.tell(e.ConfrontationWon(zone, attribute, HOUSES, how))
    t = play.tables
    after = on_win(play, "win_after", zone, attribute, HOUSES)
    instead = on_win(play, "win_replace", zone, attribute, HOUSES)
    extending = on_win(play, "win_extend", zone, attribute, HOUSES)
    swapping = on_win(play, "after_win_swap", zone, attribute, HOUSES)
    collected = [card for card in extending if collects(t, card, attribute)]
    extending = tuple(card for card in extending if card not in collected)
    play.push_in_order([ability(HOUSES, card, zone, by=HOUSES) for card in after])
    beneath = len(play.agenda)
    done, placed = _effect(play, zone, attribute, collected, swapping)
    steps = [ability(HOUSES, card, zone, by=HOUSES) for card in instead]
    if done:
        steps += [ability(HOUSES, card, zone, by=HOUSES, seats=placed) for card in extending]
    play.agenda[beneath:beneath] = reversed(steps)


def _effect(
    play: SoloPlay, zone: int, attribute: int, collected: list[int], swapping: tuple[int, ...]
) -> tuple[bool, int]:
    """The normal effect: did it take place, and which attributes were attached?"""
    if attribute == OCCULTISM:
        plain, placed = attach_collected(play, zone, collected)
        return plain > 0, placed
    if attribute == CUNNING:
        return _steal(play, zone, swapping), 0
    if attribute == VIOLENCE:
        return _annihilate(play, zone), 0
    _acquire(play, zone)
    return True, 0


def _steal(play: SoloPlay, zone: int, swapping: tuple[int, ...]) -> bool:
    """E21.28; each ability that acts after a swap takes one more token instead (E21.29)."""
    if not steal(play, zone):
        return False
    for card in swapping:
        use = use_of(play.tables, play.state, ability(HOUSES, card, zone, by=HOUSES))
        price = affordable(use)
        if price is not None and robbed(play.state, zone) != NONE:
            pay(play, use, price)
            play.because("steal_instead", card, zone)
            steal(play, zone)
    return True


def _annihilate(play: SoloPlay, zone: int) -> bool:
    t, s = play.tables, play.state
    able = [u for u in s.row(zone, PLAYER) if barred(t, s, "annihilate", RULES_RANK, zone, u, PLAYER) == NONE]
    unit = victim(t, s, able)
    if unit == NONE:
        play.because("nobody_to_annihilate", zone=zone)
        return False
    play.because("first_basic" if t.basic[unit] else "first_elite", unit, zone)
    play.push(a.Designate(HOUSES, unit, zone, RULES_RANK, 1))
    return True


def _acquire(play: SoloPlay, zone: int) -> None:
    """E9.15; for the Houses a Privilege is a Title (E21.35) and never used; anything else a card offers is used
    (E21.39)."""
    card = play.state.face_up[zone]
    if card == NONE:  # E9.23: what broke the tie took the prize away
        return
    play.emit(e.CardAcquired(HOUSES, card, zone))
    if zone == COURT:
        play.because("counts_as_title", card)
    play.titles_may_have_changed()
    if zone != COURT and play.tables.abilities[card].trigger == "on_acquire_self":
        play.push(ability(HOUSES, card, zone, by=HOUSES))

"""What no position of a solo game may break (E21): what the Elder Houses would have converted at once, what they never
do, and which Privileges can lie in front of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..position_draft import Draft, at, broken
from ..vocabulary import ASSIGNMENT, COURT, NONE
from . import heat, seals
from .setup import MASTERS
from .solo import HOUSES, LEVELS, PLAYER, Solo

if TYPE_CHECKING:
    from ..state import State


def check_houses(draft: Draft, state: State, solo: Solo) -> None:
    """Note every rule of E21 that the completed draft, laid out as ``state``, breaks."""
    _conversions(draft, state, solo)
    _turns(draft)
    _privileges(draft, solo)


def _conversions(d: Draft, state: State, solo: Solo) -> None:
    """E21.33 and E21.24 apply at any moment (E16.8), so no position holds what they would convert."""
    if (held := d.heat[HOUSES]) >= heat.PRICE:
        where = at(d, "players", HOUSES, "heat")
        broken(d, where, "out_of_range", "E21.33", value=held, least=0, most=heat.PRICE - 1)
    if d.seals >= seals.PRICE:
        where = at(d, "houses", "seals")
        broken(d, where, "out_of_range", "E21.24", value=d.seals, least=0, most=seals.PRICE - 1)
    if d.counted and state.decks[COURT]:
        where = at(d, "houses", "titles_without_card")
        broken(d, where, "deck_has_marker", "E21.24", value=len(state.decks[COURT]))


def _turns(d: Draft) -> None:
    """E21.16: the Houses never pass, and nobody gives up for them. E21.18: where the player assigned."""
    for key, said in (("passed", d.passed[HOUSES]), ("conceded", d.conceded >> HOUSES & 1)):
        if said:
            broken(d, at(d, "players", HOUSES, key), "houses_play_on", "E21.16")
    under_way = d.phase == ASSIGNMENT and not d.begins
    if d.memory != NONE and under_way and not d.assigned[PLAYER]:
        broken(d, at(d, "houses", "last_zone"), "nothing_assigned", "E21.18")


def _privileges(d: Draft, solo: Solo) -> None:
    """The only Privileges face up in front of the Houses are their Masters (E21.3); all others are face down
    (E21.35)."""
    masters = 0
    for card in d.acquired[HOUSES]:
        if d.t.groups[card] != "privilege":
            continue
        if d.t.names[card] in MASTERS:
            masters += 1
        else:
            broken(d, d.placed[card], "privilege_face_up", "E21.35", card=d.t.names[card])
    most = 1 + LEVELS.index(solo.level)
    if masters > most:
        broken(d, at(d, "players", HOUSES, "acquired"), "too_many_masters", "E21.3", value=masters, most=most)

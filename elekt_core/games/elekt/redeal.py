"""Deals anew what a seat cannot see: any position that a view allows, for simulated play from there.

Unseen cards are put in order before they are shuffled, so the outcome depends on nothing but the view and the draws:
no bot that plays with it can peek. What is seen is found by sets and not by the kit's ``Table``: there is one of each
card here, and a search deals anew in each iteration (30 microseconds; ``Table`` alone would take 12).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...chance import Chance
from ...contract import UNKNOWN
from ...kit.dealing import filled, shuffled
from .basics import basics_of
from .hidden_targets import with_hidden_target
from .state import State
from .tables import Tables
from .vocabulary import COURT, ELITE_DECK, INFLUENCES, MISSIONS

ASTRAY: Final = 16
"""A Basic Unit begins in its owner's hand and returns there, so one that is seen nowhere is dealt there. In one deal of
so many it is not: it may have been let go and shuffled into the deck, or taken by somebody else.
"""


def redeal(t: Tables, view: State, chance: Chance, draw: int = 0) -> State:
    """A full state whose view is ``view``. Uses draws of ``chance`` from ``draw`` on: 5, and 1 for each expansion."""
    s = view.copy()
    s.hidden = 0
    groups = t.cards.groups
    for number, (deck, group) in enumerate(((MISSIONS, "mission"), (INFLUENCES, "influence"), (COURT, "privilege"))):
        unseen = iter(shuffled(set(groups[group]).difference(_prizes_seen(view)), chance, draw + number))
        s.decks[deck] = filled(view.decks[deck], unseen)
        if deck == COURT:
            s.aside = filled(view.aside, unseen)
            if s.solo is not None:
                s.solo = s.solo._replace(drawn=filled(s.solo.drawn, unseen))
    unseen_units = shuffled(_units_in_play(t, view).difference(_units_seen(view)), chance, draw + 3)
    expansions = t.course.expansions
    at_home = chance.pick(draw + 4 + len(expansions), ASTRAY) > 0
    s.hands, units = _hands(t, view, unseen_units, at_home)
    s.drawn = filled(view.drawn, units)
    s.decks[ELITE_DECK] = filled(view.decks[ELITE_DECK], units)
    for n, x in enumerate(expansions):
        if x.name in s.added:
            own = range(len(t.cards.groups["unit"]), len(t.names))
            s.added = {**s.added, x.name: x.deal_again(s.added[x.name], shuffled(own, chance, draw + 4 + n), t)}
    s.step = with_hidden_target(s.step, s.hands)
    s.agenda = tuple(with_hidden_target(step, s.hands) for step in s.agenda)
    return s


def _hands(t: Tables, view: State, unseen: list[int], at_home: bool) -> tuple[list[tuple[int, ...]], Iterator[int]]:
    """The hands, and the units left over. ``at_home``: unseen Basic Units are in their owners' hands."""
    hands = []
    for seat, hand in enumerate(view.hands):
        room = hand.count(UNKNOWN)
        own = [unit for unit in unseen if unit in t.basics[seat]][:room] if at_home and room else []
        rest = [unit for unit in unseen if unit not in own] if own else unseen
        room -= len(own)
        hands.append(filled(hand, iter([*own, *rest[:room]])))
        unseen = rest[room:]
    return hands, iter(unseen)


def _prizes_seen(s: State) -> set[int]:
    won = s.solo.won if s.solo is not None else ()
    return {*s.face_up, *s.removed, *won}.union(*s.acquired)


def _units_in_play(t: Tables, s: State) -> set[int]:
    return set(t.cards.elites).union(*(basics_of(t, s, seat) for seat in range(s.game.seats)))


def _units_seen(s: State) -> set[int]:
    return {*s.discard, *s.drawn, *s.removed}.union(*s.hands, *s.rows)

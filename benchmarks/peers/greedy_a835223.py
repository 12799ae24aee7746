"""A player that looks one decision ahead and takes what looks best.

It knows a view and nothing else. What it cannot see it deals anew (``redeal``); then it carries out each option on that
position and weighs the result: Titles, Privileges, Heat, Units, and who leads in the confrontations still to come.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from typing import Any, Final

from elekt_core.chance import Chance
from elekt_core.contract import Decision, Game
from elekt_core.games.elekt import agenda as a
from elekt_core.games.elekt.counting import counts
from elekt_core.games.elekt.decisions import KEEP, REDRAW
from elekt_core.games.elekt.redeal import redeal
from elekt_core.games.elekt.state import State
from elekt_core.games.elekt.tables import Tables
from elekt_core.games.elekt.vocabulary import ASSIGNMENT, CONFRONTATION, COURT, NONE, POWER

MOST_OPTIONS: Final = 160
"""Of more options than this only so many, drawn at random, are looked at."""
LOOK_ON: Final = 12
"""If the next decision is its own again and has at most so many options, it looks at those too."""

TITLE, LAST_TITLES, PRIVILEGE, HEAT, UNIT, SYMBOL, SCEPTRE = 4.0, 3.0, 1.5, 0.6, 0.5, 0.25, 0.3
WIN: Final = 100.0
PRIZES: Final = (1.0, 0.5, 1.0)
"""What winning in Occultism, Cunning and Violence is worth."""
DRAW_AHEAD: Final = 4
"""The first draw of chance that carrying out an option may use; those before are for dealing anew."""


class Greedy:
    """Plays Elekt through the contract, for any card set."""

    def choose(self, game: Game[Any], view: State, options: Sequence[Decision], chance: Chance) -> Decision:
        if len(options) == 1:
            return options[0]
        tables: Tables = game.tables_of(view)  # type: ignore[attr-defined]  # it is Elekt's own bot
        if options[0].kind == "recruit":
            return _recruit(tables, view, options)
        state = redeal(tables, view, chance)
        look = _Look(game, tables, chance, options[0].seat)
        return max(_some(options, chance), key=lambda option: look.ahead(state, option, deeper=True))


class _Look:
    """What a seat thinks of positions."""

    def __init__(self, game: Game[Any], tables: Tables, chance: Chance, seat: int) -> None:
        self.game, self.tables, self.chance, self.seat = game, tables, chance, seat

    def ahead(self, state: State, option: Decision, deeper: bool = False) -> float:
        """The worth of what follows; an own decision right after it is taken the best way, if it is a small one."""
        after = state.copy()
        self.game.advance(after, option, self.chance)
        if deeper and after.question and after.asked == self.seat and after.phase == state.phase:
            options = self.game.options(after)
            if options[0].kind != "assign_or_pass" and len(options) <= LOOK_ON:
                return max(self.ahead(after, option) for option in options)
        return self.worth(after)

    def worth(self, s: State) -> float:
        if s.ended is not None:
            return WIN if s.ended.winner == self.seat else -WIN
        others = [self._holdings(s, seat) for seat in range(s.seats) if seat != self.seat]
        rivals = 0.7 * max(others) + 0.3 * sum(others) / len(others)
        return self._holdings(s, self.seat) - rivals + self._prospects(s)

    def _holdings(self, s: State, seat: int) -> float:
        """What lies safely with a seat."""
        t = self.tables
        titles = s.titles[seat]
        value = TITLE * titles + LAST_TITLES * (titles / s.game.titles_to_win) ** 2 * titles
        value += PRIVILEGE * sum(not t.titles[card] for card in s.acquired[seat]) + HEAT * s.heat[seat]
        units = s.hands[seat] + s.row(0, seat) + s.row(1, seat) + s.row(2, seat)
        value += sum(unit_worth(t, unit) for unit in units)
        return value + SCEPTRE * (s.holder == seat)

    def _prospects(self, s: State) -> float:
        """What the confrontations still to come in this round promise."""
        total = 0.0
        doubt = 0.5 + 0.45 * sqrt(sum(_moves_left(s, seat) for seat in range(s.seats)))
        for zone, attribute in _to_come(s):
            prize = self._prize(s, zone, attribute)
            scores = counts(self.tables, s, zone, attribute)
            total += prize * (_chance_to_win(s, scores, self.seat, attribute, doubt) - 0.5)
        return total + HEAT * self._gathering(s)

    def _prize(self, s: State, zone: int, attribute: int) -> float:
        if attribute != POWER:
            return PRIZES[attribute]
        if zone == COURT:
            return PRIVILEGE + SCEPTRE
        titles = self.tables.titles[s.face_up[zone]] if s.face_up[zone] != NONE else 0
        return 1.7 * TITLE * titles

    def _gathering(self, s: State) -> int:
        """Heat that the Units in the Court will bring (E10.3)."""
        if s.phase not in (ASSIGNMENT, CONFRONTATION):
            return 0
        return min(s.in_court(self.seat), s.game.heat_limit - s.heat[self.seat])


def unit_worth(t: Tables, unit: int) -> float:
    """A Unit by its symbols, Power above all; an Elite Unit has more of an ability."""
    k = 4 * unit
    return UNIT + SYMBOL * (sum(t.symbols[k : k + 4]) + 0.5 * t.symbols[k + POWER]) + (0.0 if t.basic[unit] else 0.2)


def _recruit(t: Tables, view: State, options: Sequence[Decision]) -> Decision:
    """The best of the drawn Units, or another one if an average one would be clearly better."""

    def worth(option: Decision) -> float:
        if option.choice[0] == REDRAW:
            elites = t.cards.elites
            return sum(unit_worth(t, unit) for unit in elites) / len(elites) - 0.1
        return unit_worth(t, view.drawn[KEEP.index(option.choice[0])])

    return max(options, key=worth)


def _some(options: Sequence[Decision], chance: Chance) -> Sequence[Decision]:
    if len(options) <= MOST_OPTIONS:
        return options
    order = chance.permutation(DRAW_AHEAD, len(options))
    return [options[i] for i in sorted(order[:MOST_OPTIONS])]


def _moves_left(s: State, seat: int) -> int:
    if s.phase != ASSIGNMENT or s.passed[seat]:
        return 0
    return min(s.game.assignments - s.assigned[seat], len(s.hands[seat]))


def _to_come(s: State) -> list[tuple[int, int]]:
    """(Zone, attribute) of what is not yet resolved in this round."""
    if s.phase == ASSIGNMENT:
        return [(zone, attribute) for zone in range(3) for attribute in range(4)]
    coming: list[tuple[int, int]] = []
    for step in s.agenda:
        if type(step) is a.Confront:
            coming += [(step.zone, attribute) for attribute in step.attributes]
        elif type(step) is a.ConfrontZone:
            coming += [(zone, attribute) for zone in range(step.zone, 3) for attribute in range(4)]
    return coming


def _chance_to_win(s: State, scores: Sequence[int], seat: int, attribute: int, doubt: float) -> float:
    mine = scores[seat]
    rival = max(
        (other for other in range(s.seats) if other != seat),
        key=lambda other: (scores[other], -s.court_position(other)),
    )
    lead = float(mine - scores[rival])
    if attribute == POWER:
        lead += 0.4 if s.court_position(seat) < s.court_position(rival) else -0.4
    elif mine <= 0:
        lead -= 0.5
    else:
        lead -= 0.3
    return 1 / (1 + exp(-1.7 * lead / doubt))

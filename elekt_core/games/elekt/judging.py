"""What Elekt says of itself to bots and reviews: features of a position, and what a sensible player does.

The same in solo games, where the Houses are the second side.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from math import exp, sqrt
from pathlib import Path
from typing import Any, Final

from ...contract import Decision
from ...hints import Features
from . import agenda as a
from .counting import counts_of_zone
from .decisions import KEEP, REDRAW
from .houses.seals import PRICE
from .houses.solo import HOUSES, Solo
from .state import State
from .tables import Tables
from .vocabulary import ASSIGNMENT, CONFRONTATION, COURT, NONE, POWER

NAMES: Final = (
    "titles",
    "titles_near_the_end",
    "privileges",
    "heat",
    "units",
    "symbols",
    "elite_units",
    "sceptre",
    "heat_to_gather",
    "occultism_ahead",
    "cunning_ahead",
    "violence_ahead",
    "titles_ahead",
    "privilege_ahead",
    "tokens_to_attach",
    "swap_to_make",
    "unit_to_annihilate",
    "moves_left",
)
NOTHING_TO_COME: Final = [0.0] * (len(NAMES) - 8)
WON: Final = 14
"""The index of the first of the effects that have been won and are about to be used."""
MOVES: Final = 17
COURT_PRIZE: Final = -1
"""In the Court Zone Power wins a Privilege."""


@cache
def weights() -> str:
    return Path(__file__).with_name("weights.toml").read_text(encoding="utf-8")


def features(t: Tables, s: State) -> list[Features]:
    """By side. ``..._ahead`` sums, over the confrontations still to come in this round, the chance to win above even;
    of Titles as many as the card brings.
    """
    if not s.order:
        return [dict.fromkeys(NAMES, 0.0) for _ in range(s.seats)]
    rows = [_holdings(t, s, seat) for seat in range(s.seats)]
    if s.phase == ASSIGNMENT or s.phase == CONFRONTATION:
        _add_prospects(t, s, rows)
        for seat, row in enumerate(rows):
            room = s.game.heat_limit - s.heat[seat]
            row[8] = min(len(s.rows[COURT * s.seats + seat]), room)
    if s.solo is not None:
        _count_for_houses(s, s.solo, rows[HOUSES])
    if s.question and type(s.step) is a.Effect and s.step.attribute != POWER:
        rows[s.step.seat][WON + s.step.attribute] = 1.0
    return [dict(zip(NAMES, row, strict=True)) for row in rows]


def _holdings(t: Tables, s: State, seat: int) -> list[float]:
    """What a seat holds safely, and room for what it may win."""
    titles = s.titles[seat]
    ribbons, privileges = t.titles, 0
    for card in s.acquired[seat]:
        if not ribbons[card]:
            privileges += 1
    units = s.hands[seat] + s.rows[seat] + s.rows[s.seats + seat] + s.rows[2 * s.seats + seat]
    worth, elites = _worth(t, units)
    near = (titles / s.game.titles_to_win) ** 2 * titles
    held = [titles, near, privileges, s.heat[seat], len(units), worth, elites, s.holder == seat]
    return held + NOTHING_TO_COME


@lru_cache(1 << 15)
def _worth(t: Tables, units: tuple[int, ...]) -> tuple[float, float]:
    """The symbols of the Units, and how many are Elite ones."""
    symbols, elite = _printed(t)
    worth = elites = 0.0
    for unit in units:
        worth += symbols[unit]
        elites += elite[unit]
    return worth, elites


def _count_for_houses(s: State, solo: Solo, row: list[float]) -> None:
    """All that the Houses have leads to Titles: three Seals or Heat are one (E21.24, E21.33), a Privilege is one
    (E21.35), and Heat is of no other use to them."""
    row[0] = titles = row[0] + (s.heat[HOUSES] + solo.seals) / PRICE
    row[1] = (titles / s.game.titles_to_win) ** 2 * titles
    row[12] += row[13] + row[8] / PRICE
    row[3] = row[8] = row[13] = 0.0


@cache
def _printed(t: Tables) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """By Unit its symbols, and 1 for an Elite Unit; last, at -1, a Unit that is not known: an average Elite one."""
    symbols = [sum(t.symbols[4 * unit : 4 * unit + 4]) + 0.5 * t.symbols[4 * unit + POWER] for unit in range(t.units)]
    elite = [0.0 if t.basic[unit] else 1.0 for unit in range(t.units)]
    elites = t.cards.elites
    average = sum(symbols[unit] for unit in elites) / max(1, len(elites))
    return (*symbols, average), (*elite, 1.0)


def _add_prospects(t: Tables, s: State, rows: list[list[float]]) -> None:
    moves = 0
    if s.phase == ASSIGNMENT:
        most = s.game.assignments
        for seat, row in enumerate(rows):
            if not s.passed[seat]:
                left = min(most - s.assigned[seat], len(s.hands[seat]))
                row[MOVES] = left
                moves += left
    for zone, attributes in _to_come(s):
        card = NONE if zone == COURT else s.face_up[zone]
        prize = COURT_PRIZE if zone == COURT else t.titles[card] if card != NONE else 0
        ahead = _prospects(tuple(counts_of_zone(t, s, zone)), attributes, s.order, prize, moves)
        for row, found in zip(rows, ahead, strict=True):
            for column, value in found:
                row[column] += value


@lru_cache(1 << 15)
def _prospects(
    scores: Sequence[Sequence[int]], attributes: Sequence[int], order: Sequence[int], prize: int, moves: int
) -> Sequence[Sequence[tuple[int, float]]]:
    """By seat what lies ahead in a Zone: a column of the features, and how much is added to it. ``prize`` are the
    Titles of its card."""
    found: list[list[tuple[int, float]]] = [[] for _ in scores[0]]
    for attribute in attributes:
        brings, column = 1, 9 + attribute
        if attribute == POWER:
            if not prize:
                continue
            brings, column = (1, 13) if prize == COURT_PRIZE else (prize, 12)
        for row, chance in zip(found, _above_even(scores[attribute], order, attribute == POWER, moves), strict=True):
            row.append((column, brings * chance))
    return tuple(map(tuple, found))


def _to_come(s: State) -> Sequence[tuple[int, Sequence[int]]]:
    """Zones, each with the attributes whose confrontation there is not yet resolved in this round."""
    if s.phase == ASSIGNMENT:
        return EVERY
    coming: list[tuple[int, Sequence[int]]] = []
    for step in s.agenda:
        if type(step) is a.Confront:
            coming.append((step.zone, step.attributes))
        elif type(step) is a.ConfrontZone:
            coming += EVERY[step.zone :]
    return coming


EVERY: Final = tuple((zone, (0, 1, 2, 3)) for zone in range(3))


@lru_cache(1 << 15)
def _above_even(scores: Sequence[int], order: Sequence[int], power: bool, moves: int) -> Sequence[float]:
    """By seat, how far its chance to win a confrontation lies above one half, from its lead over the strongest rival.
    The more moves are left, the less a lead says.
    """
    doubt = -1.7 / (0.5 + 0.45 * sqrt(moves))
    chances = []
    for seat, mine in enumerate(scores):
        rival, best = NONE, -2
        for other in order:  # the first of equal ones would win a tie of Power
            if other != seat and scores[other] > best:
                rival, best = other, scores[other]
        lead = float(mine - best)
        if power:
            lead += 0.4 if order.index(seat) < order.index(rival) else -0.4
        elif mine <= 0:
            lead -= 0.5
        else:
            lead -= 0.3
        chances.append(1 / (1 + exp(doubt * lead)) - 0.5)
    return tuple(chances)


# --- what a sensible player does --------------------------------------------------------------------------------

RARELY = 0.02
SELDOM = 0.1
OFTEN = 0.5


def inclination(t: Tables, s: State, decision: Decision) -> float:
    seat, kind, choice = decision
    if kind == "assign_or_pass":
        return 1.0 if choice else SELDOM
    if kind == "attach_tokens":
        return _of_tokens(s, seat, choice)
    if kind == "annihilate_unit":
        return RARELY if choice and s.where[choice[0]] % s.seats == seat else 1.0
    if kind == "save_unit":
        return 1.0 if choice[0] == "save" else 0.2
    if kind == "recruit":
        return _of_recruits(t, s, choice[0])
    if kind in ("use_instant", "use_optional"):
        return _of_ability(s, seat, choice)
    if kind == "houses_lose":  # E21.26
        assert s.solo is not None
        more = s.heat[HOUSES] - s.solo.seals
        return 1.0 if (more if choice[0] == "heat" else -more) >= 0 else SELDOM
    if kind == "give_sceptre":
        return 1.0 if choice[0] == seat else 0.2
    if kind == "swap_units":
        return 1.0 if choice else OFTEN
    return 1.0


def _of_tokens(s: State, seat: int, choice: tuple[Any, ...]) -> float:
    """Two tokens on own Units; each pair in one order, since the other brings the same."""
    if len(choice) < 2:
        return SELDOM if choice and s.where[choice[0][1]] % s.seats == seat else RARELY
    first, second = choice
    if first > second:
        return 0.0
    seats, where = s.seats, s.where
    return 1.0 if where[first[1]] % seats == seat == where[second[1]] % seats else 0.0


def _of_recruits(t: Tables, s: State, option: str) -> float:
    """The better of the drawn Units; a redraw where all are poor."""
    symbols = _printed(t)[0]
    if option == REDRAW:
        return OFTEN if max(map(symbols.__getitem__, s.drawn), default=0.0) < symbols[-1] else SELDOM
    number = KEEP.index(option)
    if number >= len(s.drawn):
        return SELDOM
    best = max(map(symbols.__getitem__, s.drawn))
    return 1.0 if symbols[s.drawn[number]] >= best else 0.3


def _of_ability(s: State, seat: int, choice: tuple[Any, ...]) -> float:
    if not choice:
        return OFTEN
    if len(choice) == 1:
        return 1.0
    targets = dict(choice[1:])
    unit = targets.get("unit", NONE)
    if "token" in targets and unit != NONE and s.in_zone(unit) and s.owner(unit) != seat:
        return RARELY
    return 1.0

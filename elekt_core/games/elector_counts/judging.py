"""What Elector Counts says of itself to bots and reviews: features of a position, and what a sensible player does.

``docs/bots.md`` says how it is used. Points are the measure (K1.2): those that are held, how safely they are held, and
what cards and shillings may still bring.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from ...contract import UNKNOWN, Decision
from ...hints import Features
from .cards import CardSet
from .legal import in_order
from .state import DOWN, State, Unit

NAMES: Final = (
    "free_points",
    "guarded_points",
    "fortified_points",
    "conquered_points",
    "firm_points",
    "shillings",
    "cards",
    "units",
    "locations",
    "reserve",
    "reserved_worth",
    "support",
    "tokens",
    "end_in_sight",
)
FULL_STRENGTH: Final = 6
"""With so much strength a location, or an attack on one, counts as safe."""
OF_UNKNOWN: Final = 2
"""The strength of a unit that nobody has seen, about the mean of the deck; also what a hidden one seems to be."""

MEAN_STRENGTH: Final = 1.6
MEAN_POINTS: Final = 0.5
"""Of all cards of the deck, units or not."""

SPARE: Final = 0.7
"""What a card that will be passed on or discarded unless it is used is worth, to one that is kept."""


@cache
def weights() -> str:
    return Path(__file__).with_name("weights.toml").read_text(encoding="utf-8")


def features(cards: CardSet, s: State) -> list[Features]:
    """By seat."""
    rows = [[0.0] * len(NAMES) for _ in range(s.seats)]
    forts, sieges = [0] * s.seats, [0] * s.seats
    for location, site in s.sites.items():
        points, owner = cards.cards[location].points, site.owner
        if site.attackers:
            row = rows[site.attacker]
            row[3] += points
            row[4] += points * _firm(cards, site.attackers)
            sieges[site.attacker] += 1
        elif site.fort:
            rows[owner][2] += points
            forts[owner] += 1
        else:
            firm = _firm(cards, site.defenders)
            rows[owner][0] += points * (1 - firm)
            rows[owner][1] += points * firm
    held = [sum(row[:4]) for row in rows]
    for seat, row in enumerate(rows):
        row[5] = min(s.shillings[seat], 12)
        _add_hand(cards, s, seat, row)
        row[9] = len(s.reserves[seat])
        row[10] = sum(_worth(cards, card) for card in s.reserves[seat])
        row[11] = len(s.laid[seat])
        tokens = max(
            forts[seat] / cards.end_fortifications,
            sieges[seat] / cards.end_sieges,
            (forts[seat] + sieges[seat]) / cards.end_combined,
        )
        others = [points for other, points in enumerate(held) if other != seat]
        row[12] = sieges[seat] + forts[seat]
        # K20.1: whoever leads wants the end
        row[13] = max(-4.0, min(4.0, held[seat] - max(others))) * min(1.0, tokens) ** 3
    return [dict(zip(NAMES, row, strict=True)) for row in rows]


def _firm(cards: CardSet, units: Sequence[Unit]) -> float:
    """The strength of units on the table, from 0 to 1; what lies face down deters a little more."""
    total = 0.0
    for unit in units:
        total += OF_UNKNOWN if unit.card == UNKNOWN else cards.cards[unit.card].strength
        total += 0.5 * (unit.face == DOWN)
    return min(1.0, total / FULL_STRENGTH)


def _add_hand(cards: CardSet, s: State, seat: int, row: list[float]) -> None:
    """During one's own turn what is held is worth less than it will be for others, who keep it for theirs: three cards
    go to another player and the rest is discarded (K18.1, K18.2); but reinforcements are certain (K18.3)."""
    share = 1.0
    if s.turn == seat and not s.end_phase:
        share, drawn = SPARE, cards.reinforcements[s.seats]
        row[6], row[7], row[8] = drawn, drawn * MEAN_STRENGTH, drawn * MEAN_POINTS
    for card in s.hands[seat]:
        row[6] += share
        row[7] += share * (MEAN_STRENGTH if card == UNKNOWN else cards.cards[card].strength)
        row[8] += share * (MEAN_POINTS if card == UNKNOWN else cards.cards[card].points)


def _worth(cards: CardSet, card: int) -> float:
    """How useful a card is, in strength of units."""
    if card == UNKNOWN:
        return OF_UNKNOWN
    printed = cards.cards[card]
    return printed.strength + 2.0 * printed.points + 2.5 * bool(printed.effects)


# --- what a sensible player does --------------------------------------------------------------------------------

NEVER: Final = 0.02
SELDOM: Final = 0.1
OFTEN: Final = 0.5


def inclination(cards: CardSet, s: State, decision: Decision) -> float:
    seat, kind, choice = decision
    if kind == "act":
        rule = ACTIONS.get(choice[0])
        return rule(cards, s, seat, choice) if rule else 1.0
    if kind == "pass_cards":
        return _passing(cards, s, seat, choice)
    if kind == "react":
        return 1.0 if choice else 0.3
    if kind == "casualties":
        return 1 / (1 + len(choice))
    return 1.0


def _end(cards: CardSet, s: State, seat: int, choice: tuple[Any, ...]) -> float:
    """Only with little left to do: what is over three is discarded (K18.2)."""
    return OFTEN if len(s.hands[seat]) <= cards.to_pass else SELDOM


def _defend(cards: CardSet, s: State, seat: int, choice: tuple[Any, ...]) -> float:
    """Against an attack with enough, as far as it can be seen (K16.8); else where it is worth it."""
    site = s.sites[choice[1]]
    strength = sum(cards.cards[card].strength for card in choice[2:])
    if site.attackers:
        against = sum(OF_UNKNOWN if u.card == UNKNOWN else cards.cards[u.card].strength for u in site.attackers)
        return 1.0 if strength >= against else SELDOM
    if site.fort:
        return SELDOM
    there = _firm(cards, site.defenders)
    return min(1.0, 0.3 * cards.cards[choice[1]].points) if there < OFTEN else SELDOM


def _attack(cards: CardSet, s: State, seat: int, choice: tuple[Any, ...]) -> float:
    """Where nobody defends, or with more than is likely to lie there (K16.9); a Fortification takes one (K10.7)."""
    site = s.sites[choice[1]]
    strength = sum(cards.cards[card].strength for card in choice[2:])
    if site.fort:
        return 0.2 if len(choice) == 3 and strength <= OF_UNKNOWN else NEVER
    if not site.defenders:
        return 1.0 if not site.attackers else 0.3
    joined = sum(cards.cards[unit.card].strength for unit in site.attackers if unit.card != UNKNOWN)
    against = sum(OF_UNKNOWN if u.card == UNKNOWN else cards.cards[u.card].strength for u in site.defenders)
    return 1.0 if strength + joined > against else SELDOM


def _sell(cards: CardSet, s: State, seat: int, choice: tuple[Any, ...]) -> float:
    """Cards that nothing better can be done with, in the order in which they are held (K14.2)."""
    if not in_order(s.hands[seat], choice[1:]):
        return 0.0
    if any(cards.cards[card].points for card in choice[1:]):
        return NEVER
    return 0.3 if max(cards.cards[card].strength for card in choice[1:]) <= OF_UNKNOWN else SELDOM


def _reserve(cards: CardSet, s: State, seat: int, choice: tuple[Any, ...]) -> float:
    """A good card that would be discarded (K18.2). Never so that it must be taken back at once (K7.1)."""
    if len(s.hands[seat]) <= cards.to_pass:
        return 0.0
    return 0.3 if _worth(cards, choice[1]) > OF_UNKNOWN else NEVER


def _take(cards: CardSet, s: State, seat: int, choice: tuple[Any, ...]) -> float:
    """What is needed to end the turn, or for the last actions (K12.3, K19.6)."""
    if s.end_phase or len(s.hands[seat]) < cards.to_pass:
        return 1.0
    return SELDOM


def _passing(cards: CardSet, s: State, seat: int, choice: tuple[Any, ...]) -> float:
    """The least useful cards: the neighbour gets them (K18.1)."""
    least = sorted(_worth(cards, card) for card in s.hands[seat])[: len(choice)]
    extra = sum(_worth(cards, card) for card in choice) - sum(least)
    return max(NEVER, 1.0 - 0.2 * extra)


ACTIONS: Final[dict[str, Callable[[CardSet, State, int, tuple[Any, ...]], float]]] = {
    "end_turn": _end,
    "defend": _defend,
    "attack": _attack,
    "buy": lambda cards, s, seat, choice: OFTEN if choice[1] == 1 else SELDOM,
    "sell": _sell,
    "reserve": _reserve,
    "take": _take,
}
"""By kind of action; others are as likely as any."""

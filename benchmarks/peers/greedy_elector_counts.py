"""A player that looks one decision ahead and takes what looks best.

It knows a view and nothing else. What it cannot see it deals anew; then it carries out each option on that position and
weighs the result: points that are held and how safely, cards, shillings, and the same of the others. It leaves the
reserve alone: with no memory of its own it would move a card to and fro for ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from elekt_core.chance import Chance
from elekt_core.contract import Decision, Game
from elekt_core.games.elector_counts.cards import LOCATION, START, CardSet
from elekt_core.games.elector_counts.state import DOWN, Site, State, Unit

MAX_OPTIONS: Final = 120
"""Of more options than this only so many, drawn at random, are looked at."""
DRAW_AHEAD: Final = 2
"""The first draw of chance that carrying out an option may use; those before are for dealing anew and for sampling."""
WIN: Final = 100.0

FREE, HELD = 0.7, 0.6
"""What a point is worth at an own location that nobody defends, and at one that is held under attack."""
FORTIFIED: Final = 0.95
FULL_STRENGTH: Final = 6
"""With so much strength a location, or an attack on one, counts as safe."""
SHILLING, KEPT = 0.18, 0.25


class Greedy:
    """Plays Elector Counts through the contract."""

    def choose(self, game: Game[Any], view: State, options: Sequence[Decision], chance: Chance) -> Decision:
        if len(options) == 1:
            return options[0]
        cards: CardSet = game.cards  # type: ignore[attr-defined]  # it is this game's own bot
        state: State = game.redeal(view, chance)
        seat = options[0].seat
        best, value = options[0], -2 * WIN
        for option in _some([x for x in options if x.choice[:1] != ("reserve",)], chance):
            after = state.copy()
            game.advance(after, option, _Ahead(chance))
            found = worth(cards, after, seat)
            if found > value:
                best, value = option, found
        return best


class _Ahead:
    """The bot's own chance, which ignores the number that a draw has in the match."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def permutation(self, draw: int, size: int) -> Sequence[int]:
        return self._chance.permutation(DRAW_AHEAD, size)

    def pick(self, draw: int, size: int) -> int:
        return self._chance.pick(DRAW_AHEAD, size)

    def commitment(self) -> str:
        return ""

    def reveal(self) -> str:
        return ""


def _some(options: Sequence[Decision], chance: Chance) -> Sequence[Decision]:
    if len(options) <= MAX_OPTIONS:
        return options
    order = chance.permutation(1, len(options))
    return [options[i] for i in sorted(order[:MAX_OPTIONS])]


def worth(cards: CardSet, s: State, seat: int) -> float:
    """What the position is worth to the seat, in points."""
    if s.ended is not None:
        return WIN / s.ended.ranks[seat] if s.ended.ranks[seat] == 1 else -WIN
    held = [_holdings(cards, s, player) for player in range(s.seats)]
    others = [value for player, value in enumerate(held) if player != seat]
    return held[seat] - 0.6 * max(others) - 0.4 * sum(others) / len(others)


def _holdings(cards: CardSet, s: State, seat: int) -> float:
    value = SHILLING * s.shillings[seat]
    for location, site in s.sites.items():
        value += cards.cards[location].points * _share(cards, site, seat)
    value += sum(_card_worth(cards, card) for card in s.hands[seat])
    value += sum(KEPT + _card_worth(cards, card) for card in s.reserves[seat])
    return value + KEPT * len(s.laid[seat])


def _share(cards: CardSet, site: Site, seat: int) -> float:
    """How much of the location's points the seat holds."""
    if site.attackers:
        return HELD + (1 - HELD) * _strength(cards, site.attackers) if site.attacker == seat else 0.0
    if site.owner != seat:
        return 0.0
    return FORTIFIED if site.fort else FREE + (FORTIFIED - FREE) * _strength(cards, site.defenders)


def _strength(cards: CardSet, units: tuple[Unit, ...]) -> float:
    """The strength of the units, from 0 to 1; hidden strength is worth a little more."""
    total = sum(cards.cards[unit.card].strength + 0.5 * (unit.face == DOWN) for unit in units)
    return min(1.0, total / FULL_STRENGTH)


def _card_worth(cards: CardSet, card: int) -> float:
    """The worth of a card in hand."""
    printed = cards.cards[card]
    if printed.kind in (LOCATION, START):
        return 0.9 * (FREE * printed.points + SHILLING * printed.shillings)
    return 0.1 + 0.12 * printed.strength if printed.strength else 0.35

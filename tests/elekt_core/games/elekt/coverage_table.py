"""Which abilities, decisions and events occur in random games: ``python -m
tests.elekt_core.games.elekt.coverage_table [GAMES]``.

An ability in force all the time (trigger ``static``) occurs when its card is in force while a game goes on; any other
one when it is used. Offers that were declined are counted beside.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass, field

from elekt_core.games.elekt import events as e
from elekt_core.games.elekt import game
from elekt_core.kit.notation import kind_of

from .random_games import batches


@dataclass
class Coverage:
    """Counts over some games, by name."""

    used: Counter[str] = field(default_factory=Counter)
    declined: Counter[str] = field(default_factory=Counter)
    in_force: Counter[str] = field(default_factory=Counter)
    decisions: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)

    def occurs(self, card: str) -> int:
        """How often the card's ability occurred."""
        definition = next(c for c in game.cards.cards if c.id == card)
        return self.in_force[card] if definition.ability.trigger == "static" else self.used[card]

    def missing(self) -> list[str]:
        """Cards whose ability never occurred."""
        return [card.id for card in game.cards.cards if not self.occurs(card.id)]


def measure(games: int, first_seed: int = 0) -> Coverage:
    """Play that many games for each number of seats, every other one without declining anything."""
    found = Coverage()
    printed = game.cards.printed
    for seats in (2, 3, 4):
        for seed in range(first_seed, first_seed + games):
            for batch in batches(seed, seats, concede=0.002, bold=seed % 2 == 0):
                if batch.decision is not None:
                    found.decisions[batch.decision.kind] += 1
                for event in batch.events:
                    found.events[kind_of(type(event))] += 1
                    if isinstance(event, e.AbilityUsed):
                        found.used[printed[event.card].id] += 1
                    elif isinstance(event, e.AbilityDeclined):
                        found.declined[printed[event.card].id] += 1
                    elif isinstance(event, e.CardRevealed | e.CardAcquired):
                        found.in_force[printed[event.card].id] += event.zone < 2 or isinstance(event, e.CardAcquired)
                    elif isinstance(event, e.UnitAssigned):
                        found.in_force[printed[event.unit].id] += 1
    return found


def main(games: int) -> None:
    found = measure(games)
    print(f"{games} random games each with 2, 3 and 4 seats\n\n{'card':32}{'occurs':>8}{'declined':>10}")
    for card in game.cards.cards:
        print(f"{card.id:32}{found.occurs(card.id):8}{found.declined[card.id]:10}")
    for title, counter in (("decision", found.decisions), ("event", found.events)):
        print(f"\n{title:32}{'occurs':>8}")
        for word, n in counter.most_common():
            print(f"{word:32}{n:8}")
    print("\nnever:", found.missing() or "nothing", [kind for kind in e.KINDS if not found.events[kind]])


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 300)

"""Tens of thousands of random games of Elekt, each proved in every way.

    python -m benchmarks.fuzz_elekt --games 10000 --seats 2,3,4 --jobs 2

What is proved of each game says tests/elekt_core/games/elekt/fuzz.py.

Prints a table of everything that can occur and how often it did, also when stopped by Ctrl-C. Exit code 1 if a game
broke a law, or if something never occurred.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from elekt_core.games.elekt import events as e
from elekt_core.games.elekt import game
from elekt_core.games.elekt.decisions import KINDS
from tests.elekt_core.games.elekt.fuzz import Coverage, prove_game

from .fuzzing import Fuzz, Part


def parts(coverage: Coverage) -> Sequence[Part]:
    return (
        ("decision", list(KINDS), coverage.decisions),
        ("event", list(e.KINDS), coverage.events),
        ("ability", [card.id for card in game.cards.cards], coverage.cards),
    )


if __name__ == "__main__":
    sys.exit(Fuzz("fuzz_elekt", __doc__, prove_game, Coverage, parts).main())

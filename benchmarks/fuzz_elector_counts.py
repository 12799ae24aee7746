"""Thousands of random games of Elector Counts: each ends, keeps the invariants and is made anew identically.

    python -m benchmarks.fuzz_elector_counts --games 10000 --seats 2,3,4 --jobs 2 --prove-every 20

Every n-th game (``--prove-every``, all without it) is proved in every way, as
tests/elekt_core/games/elector_counts/fuzz.py says.

Prints a table of everything that can occur and how often it did, also when stopped by Ctrl-C. Exit code 1 if a game
broke a law, or if something never occurred.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from elekt_core.games.elector_counts import events as e
from elekt_core.games.elector_counts import game
from elekt_core.games.elector_counts.decisions import KINDS
from elekt_core.games.elector_counts.legal import ACTIONS
from tests.elekt_core.games.elector_counts.fuzz import Coverage, play_game, prove_game

from .fuzzing import Fuzz, Part


def parts(coverage: Coverage) -> Sequence[Part]:
    return (
        ("decision", list(KINDS), coverage.decisions),
        ("action", list(ACTIONS), coverage.actions),
        ("event", list(e.KINDS), coverage.events),
        ("card", [card.id for card in game.cards.cards if card.kind != "end_card"], coverage.cards),
    )


if __name__ == "__main__":
    sys.exit(Fuzz("fuzz_elector_counts", __doc__, prove_game, Coverage, parts, width=32, play=play_game).main())

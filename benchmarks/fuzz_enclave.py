"""Thousands of random games of Enclave: each ends, keeps the invariants and is made anew identically.

    python -m benchmarks.fuzz_enclave --games 10000 --seats 2,3,4 --jobs 2 --prove-every 20

Every n-th game (``--prove-every``, all without it) is proved in every way of tests/elekt_core/games/enclave/fuzz.py.

Prints how often everything that can occur did, also when stopped by Ctrl-C. Exit code 1 if a game broke a law, or if
something never occurred.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from elekt_core.games.enclave.cards import PRINTED
from elekt_core.games.enclave.decisions import KINDS
from tests.elekt_core.games.enclave.fuzz import OCCURRING, Coverage, play_game, prove_game

from .fuzzing import Fuzz, Part


def parts(coverage: Coverage) -> Sequence[Part]:
    return (
        ("decision", list(KINDS), coverage.decisions),
        ("event", OCCURRING, coverage.events),
        ("card", list(dict.fromkeys(card.id for card in PRINTED)), coverage.cards),
    )


if __name__ == "__main__":
    sys.exit(Fuzz("fuzz_enclave", __doc__, prove_game, Coverage, parts, play=play_game).main())

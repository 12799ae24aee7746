from __future__ import annotations

import pytest

from tests.sampling import sample

from .digest import DIGESTS, digest, stored


@pytest.mark.parametrize(("ruleset", "seats"), sample(DIGESTS[4:5], DIGESTS))
def test_seeded_games_are_what_they_were(ruleset: str, seats: int) -> None:
    assert digest(ruleset, seats) == stored()[f"{ruleset} {seats}"], (
        "see digest.py for what to do if this change is meant"
    )

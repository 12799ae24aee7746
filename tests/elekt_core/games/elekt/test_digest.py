from __future__ import annotations

import pytest

from .digest import GAMES, digest, stored


@pytest.mark.parametrize("seats", GAMES)
def test_seeded_games_are_what_they_were(seats: int) -> None:
    assert digest(seats) == stored()[str(seats)], "see digest.py for what to do if this change is meant"

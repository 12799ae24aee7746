"""Tournaments are tested with the toy game, as matches are: nothing here may know a rule of Elekt."""

from __future__ import annotations

import pytest

from tests.matches.conftest import high_card as high_card
from tests.matches.conftest import sent as sent
from tournaments.cache import cache
from tournaments.desk import proposals


@pytest.fixture(autouse=True)
def cold() -> None:
    """No tournament is warm."""
    cache.clear()


@pytest.fixture(autouse=True)
def worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """No proposal is kept, and a page waits for its own however busy the machine is; a test of waiting says so."""
    proposals.proposals.clear()
    monkeypatch.setattr(proposals, "AT_FIRST", 60)

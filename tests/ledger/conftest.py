from __future__ import annotations

import pytest


@pytest.fixture
def ledger(transactional_db: None) -> None:
    """A ledger whose commits are real, empty at first."""

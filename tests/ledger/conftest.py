from __future__ import annotations

from collections.abc import Iterator

import pytest

from .sweep import sweep


@pytest.fixture
def ledger(transactional_db: None) -> Iterator[None]:
    """A ledger whose commits are real, empty at first."""
    sweep()
    yield
    sweep()

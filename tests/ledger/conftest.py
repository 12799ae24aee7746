from __future__ import annotations

from collections.abc import Iterator

import pytest

from ledger import upcast
from ledger.upcast import Upcaster


@pytest.fixture
def ledger(transactional_db: None) -> None:
    """A ledger whose commits are real, empty at first."""


@pytest.fixture
def upcasters(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Upcaster]]:
    """What the hook gives: filled by a test before it reads."""
    listed: list[Upcaster] = []
    monkeypatch.setattr(upcast, "given", lambda hook: tuple(listed))
    upcast._upcasters.cache_clear()
    yield listed
    upcast._upcasters.cache_clear()

"""Who is there: Alice organises, Bob and Charlie play."""

from __future__ import annotations

from uuid import UUID

import pytest

from .made import account


@pytest.fixture
def alice() -> UUID:
    return account("Alice")


@pytest.fixture
def bob() -> UUID:
    return account("Bob")


@pytest.fixture
def charlie() -> UUID:
    return account("Charlie")

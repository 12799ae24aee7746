"""How much is tried: a sample by ``./run test``, and far more by ``LONG_TESTS=1 ./run test``."""

from __future__ import annotations

import os
from typing import TypeVar

ON_POSTGRES = os.environ.get("DATABASE_URL", "").startswith("postgres")
"""Whether this run of the tests is the one on PostgreSQL."""
LONG = os.environ.get("LONG_TESTS") == "1"

T = TypeVar("T")


def sample(usual: T, long: T) -> T:
    return long if LONG else usual

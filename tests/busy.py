"""Costly work that others are having done."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from web.costly import Costly


@contextmanager
def busy(work: Costly) -> Iterator[None]:
    """No place is free, and nobody more may wait for one."""
    with taken_by(work, *(f"somebody else {number}" for number in range(work.places))):
        yield


@contextmanager
def taken_by(work: Costly, *others: str) -> Iterator[None]:
    """These have their work done, and nobody more may wait."""
    for other in others:
        work.take(other)
    try:
        with patch.object(work, "may_wait", 0):
            yield
    finally:
        for other in others:
            work.give(other)

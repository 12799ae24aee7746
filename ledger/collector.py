"""Turns Python's cycle collector off while thousands of objects are decoded at once."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused() -> Iterator[None]:
    """What is decoded meanwhile has no cycles, yet so many new objects would set off one search after another: they
    took a third of the time of a rebuild. Where threads overlap, one of them may search, and that is all.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()

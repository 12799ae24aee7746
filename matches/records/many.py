"""Importing texts of any length, as those who run the server do: some records at a time, each portion stored whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from django.utils import timezone

from ledger import collector

from .judged import BadItem
from .judging import judge
from .split import Item, split
from .storing import Stored, store_all

AT_ONCE = 20
"""Records in one transaction: each commit waits for the disk, and others wait for the commit."""


def import_all(lines: Iterable[bytes], *, access: str, refused: Callable[[BadItem], None]) -> Iterator[list[Stored]]:
    """What became of each portion of the records; ``refused`` is told of those that are not stored. Raises PackedFile
    at the first bytes."""
    items = split(lines)
    while some := list(islice(items, AT_ONCE)):
        yield _import(some, access, refused)


def _import(items: Sequence[Item], access: str, refused: Callable[[BadItem], None]) -> list[Stored]:
    with collector.paused():
        return _stored(items, access, refused)


def _stored(items: Sequence[Item], access: str, refused: Callable[[BadItem], None]) -> list[Stored]:
    """Its own function, so that what was judged is gone before the collector may search it."""
    judged = []
    for item in items:
        try:
            judged.append(judge(item, timezone.now()))
        except BadItem as bad:
            refused(bad)
    return store_all(judged, by=None, access=access, now=timezone.now())

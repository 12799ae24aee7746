"""The judge, ``elekt_core.review``, as reviews here use it: what is judged, in which parts, and what comes out.

All of it is a function of the record and the key alone. Nothing lives from one part to the next but a cache.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any
from uuid import UUID

from elekt_core import review
from elekt_core.contract import Decision
from elekt_core.record.chain import canonical
from web.costly import CHECKING, Asker
from web.request import from_json

from ..models import Match
from ..play import verification
from ..play.redaction import seen_from
from .models import Review

KEPT = 4
Parts = Mapping[str, Any]


def version() -> str:
    return str(review.VERSION)


def usual() -> str:
    """The budget of what people ask for."""
    return str(review.USUAL)


@dataclass(frozen=True)
class Judged:
    """A match in the judge's hands: ``work`` are the ids of its parts, in order."""

    subject: Any
    work: tuple[str, ...]


def seed_of(match: UUID) -> bytes:
    """Anybody can make the same review: a match that is over has no secrets."""
    return sha256(b"review " + match.bytes).digest()


def judged(match_id: UUID, version: int, budget: str, asker: str = "") -> Judged:
    """``version`` is the match's, so that one that has changed is judged anew. Raises CoreError, Busy."""
    return _judged(match_id, version, budget, Asker(asker))


@lru_cache(KEPT)
def _judged(match_id: UUID, version: int, budget: str, asker: Asker) -> Judged:
    row = Match.objects.get(id=match_id)
    with CHECKING.place(asker.name):
        known = verification.cut(verification.whole(match_id, row), seen_from(row))
        subject = review.subject_of(known)
        return Judged(subject, review.work(subject, budget))


def part(judged: Judged, number: int, earlier: Parts, row: Review) -> Any:
    """The next part, with its text as stored."""
    return review.part(judged.subject, judged.work[number], earlier, row.budget, bytes.fromhex(row.seed))


def report(judged: Judged, parts: Parts, row: Review) -> Any:
    return review.report(judged.subject, parts, row.budget)


@dataclass(frozen=True)
class Line:
    """``played``: its decisions, each with the position before it; ``end`` is the position after all of them.

    ``remembered`` are the cards in others' hands of which its seat knew, as positions name them.
    """

    played: tuple[tuple[Decision, Any], ...]
    end: Any
    remembered: frozenset[str] = frozenset()


@lru_cache(64)
def _line(match_id: UUID, version: int, budget: str, at: int, world: int, steps: str, asker: Asker) -> Line:
    with CHECKING.place(asker.name):
        subject, seed = judged(match_id, version, budget, asker.name).subject, seed_of(match_id)
        state = review.world(subject, at, world, seed, budget)
        played = []
        for decision, _, after in review.play_line(subject, at, world, seed, budget, json.loads(steps)):
            played.append((decision, state))
            state = after
        return Line(tuple(played), state, review.remembered_cards(subject, at, seed, budget))


@lru_cache(256)
def _line_from(match_id: UUID, version: int, budget: str, at: int, world: int, option: str, asker: Asker) -> str:
    with CHECKING.place(asker.name):
        subject = judged(match_id, version, budget, asker.name).subject
        return text(review.line_from(subject, at, world, seed_of(match_id), budget, json.loads(option)))


def line_from(
    match_id: UUID, version: int, budget: str, at: int, world: int, option: Any, asker: str = ""
) -> list[Mapping[str, Any]]:
    """How play goes on from an option of which the review tells no line. Raises CoreError, Busy."""
    steps = _line_from(match_id, version, budget, at, world, text(option), Asker(asker))
    return list(from_json(steps))


def line(match_id: UUID, version: int, budget: str, at: int, world: int, steps: Any, asker: str = "") -> Line:
    """A line played out. Raises CoreError, Busy."""
    return _line(match_id, version, budget, at, world, text(steps), Asker(asker))


def text(made: Any) -> str:
    """Canonical: the same review is the same text."""
    return canonical(made).decode()

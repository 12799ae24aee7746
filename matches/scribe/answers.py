"""What was answered of each entry of a game, kept beside its facts in the match's stream: by it the game is written in
short notation at once. It names no card that the one does not know who saw the facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from elekt_core.record.record import StoredBatch
from elekt_core.scribe import Answered, Answers, Session

ANSWERED, ASKED = "answered", "asked"


def beside(session: Session) -> list[Mapping[str, Any]]:
    """What is stored with each batch of the session's record."""
    told: list[Mapping[str, Any]] = [
        {ANSWERED: {"picks": list(entry.picks), "seat": entry.seat}} if entry.picks else {} for entry in session.entries
    ]
    return [{**one, ASKED: session.seed} if not number else one for number, one in enumerate(told)]


def stored(batches: Sequence[StoredBatch]) -> Answers:
    """Inverse of ``beside``, where it was stored."""
    metas = [batch.meta or {} for batch in batches]
    answered = [meta.get(ANSWERED) for meta in metas]
    told = [None if one is None else Answered(tuple(one["picks"]), one["seat"]) for one in answered]
    return Answers(told, metas[0][ASKED]) if ASKED in metas[0] else Answers()

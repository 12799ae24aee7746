"""Refusals of the ledger, in the words of clubs and people."""

from __future__ import annotations

from ledger.errors import DecisionTaken, StaleVersion
from web.errors import Conflict


def of_ledger(error: StaleVersion | DecisionTaken) -> Conflict:
    if isinstance(error, DecisionTaken):
        return Conflict("decision_id_taken")
    return Conflict("people.stale_version", expected=error.expected, actual=error.actual)

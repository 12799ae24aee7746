"""What is refused about people: clubs, profiles. Nothing was changed by it. ``sentences`` has the words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ledger.errors import DecisionTaken, StaleVersion


class PeopleRefused(Exception):
    """``code`` is stable, ``data`` says which field, club or player; ``status`` is that of the HTTP answer."""

    status = 409

    def __init__(self, code: str, **data: Any) -> None:
        self.code = code
        self.data: Mapping[str, Any] = data
        super().__init__(code)


class Unreadable(PeopleRefused):
    status = 400


class Forbidden(PeopleRefused):
    status = 403


class Unknown(PeopleRefused):
    status = 404


def of_ledger(error: StaleVersion | DecisionTaken) -> PeopleRefused:
    """What the ledger refuses, as it is said here."""
    if isinstance(error, DecisionTaken):
        return PeopleRefused("decision_id_taken")
    return PeopleRefused("stale_version", expected=error.expected, actual=error.actual)

"""What is refused about people: clubs, profiles. Nothing was changed by it. ``sentences`` has the words."""

from __future__ import annotations

from ledger.errors import DecisionTaken, StaleVersion
from web.errors import Refused


class PeopleRefused(Refused):
    status = 409
    area = "people"


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

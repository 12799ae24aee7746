"""The platform's refusals; those of a game's rules are in the core (``elekt_core.errors``).

Each refusal has a stable ``code`` for programs, an HTTP status, and data that the addressee may see.
``web.error_words`` turns any of them, and the core's, into a sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ledger import errors as ledger


class Refused(Exception):
    """Base class: the request was refused and has changed nothing.

    Where two areas say different sentences for one code, it is raised as ``area.code``; programs get the code alone.
    """

    status: ClassVar[int] = 400

    def __init__(self, code: str, /, **data: Any) -> None:
        self.key = code
        self.code = code.rpartition(".")[2]
        self.data: Mapping[str, Any] = data
        details = ", ".join(f"{key}={value}" for key, value in data.items())
        super().__init__(f"{self.code} ({details})" if details else self.code)


class NotFound(Refused):
    """It does not exist, or this person may not know of it."""

    status = 404


class BadRequest(Refused):
    """The request cannot be read or asks for something that does not exist; ``data`` names the field."""

    status = 400


class NotAllowed(Refused):
    """This person may not do that."""

    status = 403


class Conflict(Refused):
    """The request is based on something that is no longer true."""

    status = 409


class GameUnavailable(Conflict):
    """The package of the match's game is gone or cannot be loaded: nothing can be folded, so nothing can be played."""

    def __init__(self, game: str) -> None:
        super().__init__("game_unavailable", game=game)


class StaleVersion(Conflict):
    """Something has happened since the sender looked: ``expected`` is theirs, ``actual`` is the version now."""

    def __init__(self, expected: int, actual: int) -> None:
        super().__init__("stale_version", expected=expected, actual=actual)
        self.expected = expected
        self.actual = actual


def of_ledger(error: ledger.StaleVersion | ledger.DecisionTaken) -> Conflict:
    """A refusal of the ledger as one of these."""
    if isinstance(error, ledger.DecisionTaken):
        return Conflict("decision_id_taken")
    return StaleVersion(error.expected, error.actual)

"""Any refusal, the platform's or a game's, as one sentence in the current language, on pages and in the API."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from typing import Any, NamedTuple
from uuid import UUID

from django.utils.translation import gettext, gettext_noop, ngettext

from elekt_core import messages
from elekt_core.contract import Game
from elekt_core.errors import (
    BadCards,
    BadSetup,
    CoreError,
    IllegalDecision,
    MalformedDecision,
    MatchOver,
    NotYourTurn,
    UnknownGame,
)
from ledger.database import is_busy

from . import hooks, languages
from .costly import Busy
from .errors import Refused
from .limits import TooMany

Explainable = Refused | CoreError
"""What is answered with a sentence; anything else is a fault of ours."""
REFUSED = (Refused, CoreError)

RETRY_SECONDS = 2
MAX_FLAWS = 300
"""Told of one text. Of ten thousand nobody reads more, and a page of them takes long to make."""


PROBLEM = "application/problem+json"
"""What the API answers a refusal with (RFC 9457); ``Explained.problem`` is its body."""


@dataclass(frozen=True, slots=True)
class Explained:
    """``rule`` is the number of the rule that forbids it, ``""`` if no rule is concerned."""

    status: int
    code: str
    rule: str
    sentence: str
    data: Mapping[str, Any]

    @property
    def headers(self) -> dict[str, str]:
        """When to try again, for programs and proxies, if that is known (RFC 9110, 10.2.3)."""
        return {"Retry-After": str(self.data["seconds"])} if self.status in (429, 503) else {}

    @property
    def problem(self) -> dict[str, Any]:
        """The members of RFC 9457, then our own. ``type`` contains the code, which is explained in docs/api.md."""
        return {
            "type": f"tag:elekt,2026:{self.code}",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "detail": self.sentence,
            "code": self.code,
            "rule": self.rule,
            "sentence": self.sentence,
            "data": dict(self.data),
        }


class Words(NamedTuple):
    """In whose words a refusal is told: ``game`` where its rules have refused a decision, and ``names[seat]`` are the
    people concerned."""

    game: Game[Any] | None = None
    names: tuple[str, ...] = ()


FindWords = Callable[[Explainable, Mapping[str, Any], UUID | None], Words | None]
"""From a refusal, the arguments of the address at which it happened, and who asked. None: nothing to add."""

OWN_SENTENCES: Mapping[str, str] = {
    "unknown_address": gettext_noop("There is nothing at %(path)s."),
    "unknown_page": gettext_noop("There is no page %(page)s; the last one is %(last)s."),
    "stale_version": gettext_noop("Something has changed since you last looked. The latest event is now %(actual)s."),
    "decision_id_taken": gettext_noop("This decision id was already used for another decision."),
    "not_signed_in": gettext_noop("Log in first."),
    "too_long": gettext_noop("The request is longer than %(most)s bytes."),
    "bad_field": gettext_noop("The field “%(field)s” is missing or has a wrong value."),
}


@cache
def sentences() -> Mapping[str, str]:
    """By code; behind the code may stand ``.named`` (it is known who sits on the seat in question) or one of several
    reasons (``data["why"]``), before it the area that raises it. The apps give theirs by the hook ``sentences``."""
    own_and_given = (OWN_SENTENCES, *hooks.given("sentences"))
    return {code: said for some in own_and_given for code, said in some.items()}


def words_of(error: Explainable, arguments: Mapping[str, Any], asker: UUID | None) -> Words:
    """What the apps know about where it happened (hook ``words_of_refusals``)."""
    found = (find(error, arguments, asker) for find in hooks.given("words_of_refusals"))
    return next((words for words in found if words is not None), Words())


def explain(error: Explainable, game: Game[Any] | None = None, names: tuple[str, ...] = ()) -> Explained:
    """``game`` gives the sentence if its rules have refused a decision; ``names[seat]`` are the people concerned."""
    if isinstance(error, BadCards) and error.flaws:
        return _bad_cards(error)
    if isinstance(error, Refused):
        return Explained(error.status, error.code, "", _sentence(error, names), error.data)
    if isinstance(error, IllegalDecision) and game is not None:
        sentence = game.words(languages.current(), names).refusal(error.code, error.rule, error.data)
    else:
        said = messages.sentence(error.code, error.data, languages.current())
        sentence = f"{said[:1].upper()}{said[1:]}."
    return Explained(_status(error), error.code, error.rule, sentence, error.data)


def explained_fault(error: Exception) -> Explained | None:
    """Explain an error that is not a refusal: a busy database, which is temporary. None for a fault of ours."""
    if not is_busy(error):
        return None
    said = gettext("The server is busy right now. Send this again in a moment: it will count only once.")
    return Explained(503, "database_busy", "", said, {"seconds": RETRY_SECONDS})


def _bad_cards(error: BadCards) -> Explained:
    """Every flaw of a card file, for a program that shows them beside the text."""
    language = languages.current()
    flaws = [
        {"line": flaw.line, "where": flaw.where, "key": flaw.key, "code": flaw.code, "sentence": flaw.text(language)}
        for flaw in error.flaws[:MAX_FLAWS]
    ]
    many = len(error.flaws)
    said = ngettext("There is %(n)d error in the card file.", "There are %(n)d errors in the card file.", many)
    return Explained(400, error.code, "", said % {"n": many}, {"field": "text", "flaws": flaws})


def _sentence(error: Refused, names: tuple[str, ...]) -> str:
    if isinstance(error, TooMany):
        said = ngettext(
            "Too many attempts. Try again in %(minutes)d minute.",
            "Too many attempts. Try again in %(minutes)d minutes.",
            error.minutes,
        )
        return said % {"minutes": error.minutes}
    if isinstance(error, Busy):
        said = ngettext(
            "The server is busy with long calculations for others. Try again in %(seconds)d second.",
            "The server is busy with long calculations for others. Try again in %(seconds)d seconds.",
            error.seconds,
        )
        return said % {"seconds": error.seconds}
    seat = error.data.get("seat")
    name = names[seat] if isinstance(seat, int) and 0 <= seat < len(names) else ""
    for code in (error.key, error.code):
        for key in (f"{code}.named" if name else "", code, f"{code}.{error.data.get('why')}"):
            if known := sentences().get(key):
                return gettext(known) % {"name": name, **{key: _told(key, value) for key, value in error.data.items()}}
    return gettext("This cannot be done: %(code)s.") % {"code": error.code}


def _told(key: str, value: Any) -> Any:
    """As people call it, such as a stage by its name (hook ``told_in_refusals``)."""
    tell = dict(hooks.given("told_in_refusals")).get(key)
    return tell(value) if tell is not None and isinstance(value, str) else _listed(value)


def _listed(value: Any) -> Any:
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else value


def _status(error: CoreError) -> int:
    match error:
        case MalformedDecision() | BadSetup():
            return 400
        case NotYourTurn() | MatchOver():
            return 409
        case UnknownGame():
            return 404
        case IllegalDecision():
            return 422
        case _:
            return 400

"""What is said against an entry: the other entry that it cannot be with, and to a phone's queue why it keeps one."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext as _

from elekt_core.errors import CoreError
from web import languages
from web.error_words import explain
from web.errors import Refused

from . import queries
from .queries import Shown

CONTRADICTIONS = ("scribe_not_possible", "scribe_known_elsewhere")


def told_in_queue(scribing_id: UUID, me: UUID, error: CoreError | Refused) -> tuple[int, dict[str, str]]:
    """A status, and the ``message`` and ``code`` of a refusal."""
    told = explain(error)
    if isinstance(error, CoreError) and error.code in CONTRADICTIONS:
        shown = queries.scribing(scribing_id=scribing_id, player=me, going_on=True)
        return 409, {"message": contradiction(shown, error), "code": told.code}
    return told.status, {"message": told.sentence, "code": told.code}


def contradiction(shown: Shown, error: CoreError) -> str:
    """What cannot be, the entry that says so, and what may be changed."""
    wording = shown.session.wording(languages.current(), shown.names)
    if error.code == "scribe_known_elsewhere":
        (name,) = wording.cards([error.data["card"]])
        number = error.data["entry"]
        lines = dict(queries.story(shown, languages.current()))[number]
        told = [line for line in lines if name in line] or lines
        last = told[-1] if told else ""  # an entry may say nothing in words
        said = _("“%(name)s” cannot be here. Entry %(number)s says: %(told)s Take it back, or choose another card.")
        return said % {"name": name, "number": number, "told": last}
    if not error.data["expected"]:
        return explain(error).sentence
    said = _("“%(name)s” cannot be here now. What can be: %(expected)s…")
    return said % {"name": error.data["pick"], "expected": ", ".join(error.data["expected"])}

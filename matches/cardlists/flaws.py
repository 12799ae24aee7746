"""What is wrong in an uploaded text, ready to show beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from django.utils.translation import ngettext

from elekt_core.errors import BadCards
from elekt_core.messages import sentence
from web import languages
from web.encoding import UNSHOWN, component
from web.error_words import MAX_FLAWS

EXCERPT = 120


@component("Flaw")
@dataclass(frozen=True, slots=True)
class FlawShown:
    line: Annotated[int, "From 1; 0 where no line is to blame."]
    where: Annotated[str, "The table: `unit symbiont`."]
    key: Annotated[str, "The field in it: `ability.effects[0].target`."]
    code: Annotated[str, "A stable word for programs."]
    sentence: str
    excerpt: Annotated[str, UNSHOWN]
    """The line."""


def shown(bad: BadCards, text: str) -> tuple[FlawShown, ...]:
    """The flaws, in the current language and in text order; beyond ``MAX_FLAWS`` only how many more there are."""
    language = languages.current()
    lines = text.splitlines()
    if not bad.flaws:
        return (FlawShown(0, "", "", bad.code, _upper(sentence(bad.code, bad.data, language)), ""),)
    told = tuple(
        FlawShown(
            flaw.line,
            flaw.where,
            flaw.key,
            flaw.code,
            _upper(flaw.text(language)),
            lines[flaw.line - 1].strip()[:EXCERPT] if 0 < flaw.line <= len(lines) else "",
        )
        for flaw in bad.flaws[:MAX_FLAWS]
    )
    more = len(bad.flaws) - len(told)
    said = ngettext("and %(n)s more", "and %(n)s more", more) % {"n": more}
    return (*told, FlawShown(0, "", "", "more_flaws", said, "")) if more else told


def _upper(said: str) -> str:
    """Capitalized as a sentence of its own; a quoted word stays as it is."""
    return f"{said[:1].upper()}{said[1:]}" + ("" if said.endswith(("?", "]", ".")) else ".")

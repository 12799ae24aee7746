"""The rules in the API: the book, searching it, one rule. They are the same for everybody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from elekt_core.rulebook import OpenQuestion
from elekt_core.rulebook import Rule as RuleText
from web.api.endpoint import Endpoint, operation

from . import pages
from .pages import Hit


@dataclass(frozen=True, slots=True)
class Rule:
    number: str
    text: str
    marks: Annotated[Sequence[str], "Where it comes from: R, R1, R2, FAQ, inf, ours."]
    sources: Annotated[Sequence[str], "The same in words."]
    open: OpenQuestion | None


@dataclass(frozen=True, slots=True)
class Chapter:
    id: str
    title: str
    rules: list[Rule]


@dataclass(frozen=True, slots=True)
class Book:
    """The whole book, or with ``q`` what answers it: then ``chapters`` is empty."""

    query: str
    whole: Annotated[bool, "Whether every word was found."]
    near: Annotated[Sequence[str], "Words to try where nothing was found."]
    hits: list[Hit]
    chapters: list[Chapter]


@dataclass(frozen=True, slots=True)
class RuleWithMore(Rule):
    cards: Annotated[list[str], "Ids of the cards that show it."]
    scenarios: Annotated[list[str], "Names of the scenarios that show it."]
    mentioned_by: Annotated[list[str], "Numbers of other rules."]


def _parts(rule: RuleText) -> tuple[str, str, Sequence[str], Sequence[str], OpenQuestion | None]:
    """The parts with which ``Rule`` begins."""
    return rule.number, rule.text, rule.marks, rule.sources, rule.open


class Rules(Endpoint):
    refusals = {"GET": ("401", "404")}

    @operation(
        "search_rules",
        parameters=[OpenApiParameter("q", str, description="A number, words in any form, the name of a card.")],
    )
    def get(self, request: Request, game: str) -> Book:
        """A game's rules in the language of Accept-Language; with ``q`` what answers it, the best first."""
        found = pages.search(game, request.query_params.get("q", ""))
        chapters = [] if found.query else pages.book(game).chapters
        return Book(
            query=found.query,
            whole=found.whole,
            near=found.near,
            hits=[hit for _, hits, _ in found.groups for hit in hits],
            chapters=[Chapter(one.id, one.title, [Rule(*_parts(rule)) for rule in one.rules]) for one in chapters],
        )


class OneRule(Endpoint):
    refusals = {"GET": ("401", "404")}

    @operation("get_rule")
    def get(self, request: Request, game: str, number: str) -> RuleWithMore:
        """One rule, and what shows it."""
        page = pages.page(game, pages.canonical(game, number, chapters=False))
        return RuleWithMore(
            *_parts(page.linked.rule),
            cards=[card.id for card in page.cards],
            scenarios=[scenario.id for scenario in page.scenarios],
            mentioned_by=[other.number for other in page.mentioned_by],
        )

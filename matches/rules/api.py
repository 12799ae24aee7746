"""The rules in the API: the book, a search in it, one rule. They are the same for everybody."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from elekt_core.rulebook import Rule as RuleText
from web.api.endpoint import Endpoint

from . import pages as rulepages


class OpenQuestion(serializers.Serializer[Any]):
    """What the printed rules leave open."""

    question = serializers.CharField()
    answer = serializers.CharField()
    why = serializers.CharField()
    source = serializers.CharField()  # type: ignore[assignment]
    confidence = serializers.CharField()


class Rule(serializers.Serializer[RuleText]):
    number = serializers.CharField()
    text = serializers.CharField()
    marks = serializers.ListField(
        child=serializers.CharField(), help_text="Where it comes from: R, R1, R2, FAQ, inf, ours."
    )
    sources = serializers.ListField(child=serializers.CharField(), help_text="The same in words.")
    open = OpenQuestion(allow_null=True)


class Chapter(serializers.Serializer[Any]):
    id = serializers.CharField()
    title = serializers.CharField()
    rules = Rule(many=True)


class Hit(serializers.Serializer[Any]):
    kind = serializers.CharField(help_text="rule, chapter, card, term or scenario.")
    id = serializers.CharField(help_text="A rule's number, a card's id, a word's name in records.")
    name = serializers.CharField()
    text = serializers.CharField(source="plain")
    address = serializers.CharField(help_text="Its page.")


class Book(serializers.Serializer[Any]):
    """The whole book, or with ``q`` what answers it: then ``chapters`` is empty."""

    query = serializers.CharField(allow_blank=True)
    whole = serializers.BooleanField(help_text="Whether every word was found.")
    near = serializers.ListField(child=serializers.CharField(), help_text="Words to try where nothing was found.")
    hits = Hit(many=True)
    chapters = Chapter(many=True)


class RuleWithMore(Rule):
    cards = serializers.ListField(child=serializers.CharField(), help_text="Ids of the cards that show it.")
    scenarios = serializers.ListField(child=serializers.CharField(), help_text="Names of the scenarios that show it.")
    mentioned_by = serializers.ListField(child=serializers.CharField(), help_text="Numbers of other rules.")


class Rules(Endpoint):
    refusals = {"GET": ("401", "404")}

    @extend_schema(
        operation_id="search_rules",
        parameters=[OpenApiParameter("q", str, description="A number, words in any form, the name of a card.")],
        responses=Book,
    )
    def get(self, request: Request, game: str) -> Response:
        """A game's rules in the language of Accept-Language; with ``q`` what answers it, the best first."""
        found = rulepages.search(game, request.query_params.get("q", ""))
        shown = {
            "query": found.query,
            "whole": found.whole,
            "near": found.near,
            "hits": [hit for _, hits, _ in found.groups for hit in hits],
            "chapters": [] if found.query else rulepages.book(game).chapters,
        }
        return Response(Book(shown).data)


class OneRule(Endpoint):
    refusals = {"GET": ("401", "404")}

    @extend_schema(operation_id="get_rule", responses=RuleWithMore)
    def get(self, request: Request, game: str, number: str) -> Response:
        """One rule, and what shows it."""
        page = rulepages.page(game, rulepages.canonical(game, number, chapters=False))
        shown = {
            **Rule(page.linked.rule).data,
            "cards": [card.id for card in page.cards],
            "scenarios": [scenario.id for scenario in page.scenarios],
            "mentioned_by": [other.number for other in page.mentioned_by],
        }
        return Response(shown)

"""The rating calculator for programs."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from web.api.endpoint import CHANGES, Endpoint
from web.api.fields import Strict, WholeNumber

from .calculator import MODES, calculate

_EXAMPLE = '`[{"name": "Alice", "rating": 1500, "games": 12}, {"name": "Bob", "rating": 1610.5, "k": 20}]`'
_RESULTS = '`[{"players": ["Alice", "Bob"], "places": [1, 2]}, {"players": ["Bob", "Alice"], "winner": "Alice"}]`'


class Results(Strict):
    mode = serializers.ChoiceField(sorted(MODES), help_text="`club`: tables of two to four. `fide`: duels, one period.")
    players = serializers.ListField(
        child=serializers.DictField(),
        help_text=f"{_EXAMPLE}; `games` played, or `k`. In FIDE mode also `birth_year`, `highest`, and no `rating` "
        "where unrated.",
    )
    results = serializers.ListField(
        child=serializers.DictField(), help_text=f"{_RESULTS}: places, ties with equal ones, or only a winner."
    )
    year = WholeNumber(required=False, min_value=1900, max_value=2200, help_text="Of the list, in FIDE mode.")


class One(serializers.Serializer[Any]):
    """What happens to a player. What the mode does not have is missing."""

    name = serializers.CharField()
    rating = serializers.FloatField(allow_null=True)
    expected = serializers.FloatField(required=False)
    scored = serializers.FloatField()
    k = serializers.FloatField(required=False)
    exact = serializers.FloatField(required=False, help_text="FIDE: the change before it is rounded.")
    change = serializers.FloatField(required=False)
    new = serializers.FloatField(allow_null=True)
    shown = serializers.IntegerField(required=False, help_text="Club: the new rating in whole points.")
    games = serializers.ListField(
        child=serializers.DictField(), required=False, help_text="Club: each result with expected, scored, k, change."
    )


class Previewed(serializers.Serializer[Any]):
    mode = serializers.CharField()
    players = One(many=True)


class Preview(Endpoint):
    refusals = {"POST": CHANGES["POST"]}

    @extend_schema(operation_id="preview_ratings", request=Results, responses=Previewed)
    def post(self, request: Request) -> Response:
        """What results would do to ratings: expectation, change and new rating of each player. Nothing is stored."""
        asked = self.asked(Results)
        return Response(calculate(asked.pop("mode"), asked))


class PreviewWithoutSlash(Preview):
    """The same address as it is often written."""

    schema = None  # type: ignore[assignment]  # what says to leave it out

"""The planner through the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from web import limits
from web.api.endpoint import Endpoint
from web.errors import BadRequest
from web.request import whole

from . import options
from .options import MAX_MINUTES, MAX_PLAYERS, MAX_TABLES, Asked, Row

RANGES = {
    "players": (2, MAX_PLAYERS, 16),
    "minutes": (10, MAX_MINUTES, 240),
    "seats": (2, 4, 4),
    "minutes_per_game": (1, 600, 45),
    "minutes_between": (0, 120, 10),
    "tables": (0, MAX_TABLES, 0),
}
"""Least, most, and what counts if it is left out."""


class OptionShown(serializers.Serializer[Any]):
    format = serializers.CharField()
    preset = serializers.CharField(help_text="The preset that opens it, if there is one.")
    rounds = serializers.IntegerField()
    tables = serializers.IntegerField(help_text="The most at once.")
    minutes = serializers.IntegerField()
    fits = serializers.BooleanField()
    best_wins_percent = serializers.IntegerField(help_text="How often the strongest player comes first.")
    doubt_percent = serializers.IntegerField(help_text="The standard error of that.")
    simulations = serializers.IntegerField()
    refused = serializers.CharField(help_text="Why this format cannot be played; empty if it can.")


class Planner(Endpoint):
    refusals = {"GET": ("400", "401", "429", "503")}

    @extend_schema(
        operation_id="plan_evening",
        parameters=[
            OpenApiParameter(name, int, description=f"{least} to {most}, {usual} if left out.")
            for name, (least, most, usual) in RANGES.items()
        ],
        responses=OptionShown(many=True),
    )
    def get(self, request: Request) -> Response:
        """What each format would need that evening, those that fit first; simulated, from the same seeds."""
        asked = Asked(**{name: _number(request, name) for name in RANGES})
        rows = options.options(asked, str(self.player or limits.address(request)))
        return Response(OptionShown([_shown(row) for row in rows], many=True).data)


def _number(request: Request, name: str) -> int:
    least, most, usual = RANGES[name]
    try:
        value = whole(request.query_params.get(name, str(usual)))
    except ValueError:
        raise BadRequest("bad_field", field=name) from None
    if not least <= value <= most:
        raise BadRequest("bad_field", field=name)
    return value


def _shown(row: Row) -> dict[str, Any]:
    option = row.option
    return {
        "format": option.plan.format,
        "preset": row.preset,
        "rounds": option.rounds,
        "tables": option.tables,
        "minutes": option.minutes,
        "fits": option.fits,
        "best_wins_percent": row.percent,
        "doubt_percent": row.doubt,
        "simulations": option.simulations,
        "refused": "" if option.refused is None else option.refused.code,
    }

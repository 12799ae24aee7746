"""The calibration for programs."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from web.api.endpoint import Endpoint, truth
from web.errors import BadRequest, NotFound

from ..ratings.pages import choosing
from . import queries

_on = OpenApiParameter("on", str, description="The ladder, as pages of ratings name it; by default the busiest.")


class Bin(serializers.Serializer[Any]):
    low = serializers.IntegerField()
    high = serializers.IntegerField()
    count = serializers.IntegerField()
    predicted = serializers.FloatField()
    came = serializers.FloatField()
    least = serializers.FloatField(help_text="With `most`: Wilson's 95% interval of what came.")
    most = serializers.FloatField()


class Calibrated(serializers.Serializer[Any]):
    on = serializers.CharField()
    games = serializers.IntegerField()
    bins = Bin(many=True, help_text="Percents.")
    log_loss = serializers.FloatField(allow_null=True)
    blind_log_loss = serializers.FloatField(allow_null=True, help_text="Of calling all players equal.")
    brier = serializers.FloatField(allow_null=True)
    blind_brier = serializers.FloatField(allow_null=True)


class Calibration(Endpoint):
    refusals = {"GET": ("400", "401", "404")}

    @extend_schema(
        operation_id="get_calibration",
        parameters=[
            _on,
            OpenApiParameter("seats", int, enum=[2, 3, 4], description="Only tables of so many."),
            OpenApiParameter("settled", bool, description="Only games without a provisional rating."),
            OpenApiParameter("place", int, enum=[0, 1], description="0: every place; by default, who wins."),
        ],
        responses=Calibrated,
    )
    def get(self, request: Request) -> Response:
        """How often what the ratings predicted came (docs/calibration.md)."""
        asked = request.query_params
        choices = choosing.ladders()
        choice = choosing.chosen(choices, asked.get("on", ""))
        if choice is None or (asked.get("on") and choice.on != asked["on"]):
            raise NotFound("unknown_ladder", on=asked.get("on", ""))
        size, place = asked.get("seats", "0"), asked.get("place", "1")
        if size not in ("0", "2", "3", "4") or place not in ("0", "1"):
            raise BadRequest("bad_field", field="seats" if place in ("0", "1") else "place")
        settled = truth(request, "settled") or False
        found = queries.calibrated(choice.ladder, size=int(size), settled=settled, place=int(place))
        shown = {name: getattr(found, name) for name in found.__slots__}
        return Response(Calibrated(shown | {"on": choice.on}).data)

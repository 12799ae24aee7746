"""The calibration for programs."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from web.api.endpoint import Endpoint, operation, truth
from web.errors import BadRequest, NotFound

from ..ratings.pages import choosing
from . import queries

ON = OpenApiParameter("on", str, description="The ladder, as pages of ratings name it; by default the busiest.")


class Calibration(Endpoint):
    refusals = {"GET": ("400", "401", "404")}

    @operation(
        "get_calibration",
        parameters=[
            ON,
            OpenApiParameter("seats", int, enum=[2, 3, 4], description="Only tables of so many."),
            OpenApiParameter("settled", bool, description="Only games without a provisional rating."),
            OpenApiParameter("place", int, enum=[0, 1], description="0: every place; by default, who wins."),
        ],
    )
    def get(self, request: Request) -> queries.Calibrated:
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
        return queries.calibrated(choice.ladder, size=int(size), settled=settled, place=int(place))

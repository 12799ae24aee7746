"""The solo ladder for programs."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from web.api.endpoint import Endpoint, operation
from web.errors import BadRequest
from web.request import whole

from . import queries
from .shapes import Ladder


class Solo(Endpoint):
    refusals = {"GET": ("400", "401", "404")}

    @operation(
        "get_solo_ladder",
        parameters=[
            OpenApiParameter("level", str, description="The first one if left out."),
            OpenApiParameter("page", int, description="From 1."),
        ],
    )
    def get(self, request: Request, game: str) -> Ladder:
        """How people stand against what the rules play, by level."""
        try:
            page = whole(request.query_params.get("page", "1"))
        except ValueError:
            raise BadRequest("bad_field", field="page") from None
        level = request.query_params.get("level", "")
        return queries.ladder(game=game, level=level, player=self.player, page=page)

"""Finding players through the API."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from web import limits
from web.api.endpoint import Endpoint, operation
from web.errors import BadRequest

from . import queries


class Players(Endpoint):
    refusals = {"GET": ("400", "401", "403", "429")}
    permission_classes = (IsAuthenticated,)

    @operation(
        "find_players",
        parameters=[OpenApiParameter("name", str, required=True, description="How a word of the name begins.")],
    )
    def get(self, request: Request) -> list[queries.Found]:
        """Players by name, to invite them to a table. Names are not unique."""
        limits.SEARCHES.take(str(self.me))
        text = " ".join(request.query_params.get("name", "").split())
        if not text:
            raise BadRequest("bad_field", field="name")
        return queries.search(text)

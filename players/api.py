"""Finding players, for programs."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from web import limits
from web.api.endpoint import Endpoint
from web.api.fields import Moment
from web.errors import BadRequest

from . import queries


class Found(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()
    guest = serializers.BooleanField()
    since = Moment()


class Players(Endpoint):
    refusals = {"GET": ("400", "401", "403", "429")}
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="find_players",
        parameters=[OpenApiParameter("name", str, required=True, description="How a word of the name begins.")],
        responses=Found(many=True),
    )
    def get(self, request: Request) -> Response:
        """Players by name, to name them for a table. Names are not unique."""
        limits.SEARCHES.take(str(self.me))
        text = " ".join(request.query_params.get("name", "").split())
        if not text:
            raise BadRequest("bad_field", field="name")
        return Response(Found(queries.search(text), many=True).data)

"""Open objections, for programs."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from web.api.endpoint import READS, Endpoint

from . import queries


class OpenObjectionShown(serializers.Serializer[Any]):
    tournament = serializers.UUIDField()
    title = serializers.CharField()
    stage = serializers.CharField()
    round = serializers.IntegerField()
    table = serializers.IntegerField(source="number")
    name = serializers.CharField()
    mine = serializers.BooleanField(help_text="It is yours; otherwise you may rule on it.")


class OpenObjections(Endpoint):
    refusals = {"GET": READS["GET"]}
    permission_classes = (IsAuthenticated,)

    @extend_schema(operation_id="list_objections", responses=OpenObjectionShown(many=True))
    def get(self, request: Request) -> Response:
        """Objections to typed results that are open: yours, and those on which you may rule."""
        return Response(OpenObjectionShown(queries.open_objections(self.me), many=True).data)

"""The solo ladder for programs."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from web.api.endpoint import Endpoint
from web.api.fields import Moment
from web.errors import BadRequest
from web.request import whole

from . import queries


class Standing(serializers.Serializer[Any]):
    place = serializers.IntegerField(allow_null=True, help_text="null: a guest, or too few games yet.")
    player = serializers.UUIDField()
    name = serializers.CharField()
    guest = serializers.BooleanField()
    mine = serializers.BooleanField()
    games = serializers.IntegerField(help_text="Finished ones, and those left for a later one.")
    wins = serializers.IntegerField()
    best_margin = serializers.IntegerField(allow_null=True, help_text="Own points less those of the other side.")
    fewest_rounds = serializers.IntegerField(allow_null=True, help_text="Of a game that was won.")
    streak = serializers.IntegerField()
    best_streak = serializers.IntegerField()
    last_at = Moment()
    best = serializers.UUIDField(allow_null=True, help_text="The match of the best margin, if you may see it.")


class LadderShown(serializers.Serializer[Any]):
    """First those with a place, by games won divided by games played plus ten; on the last page also the others."""

    ruleset = serializers.CharField(source="offered.ruleset")
    level = serializers.CharField(source="level.value", allow_blank=True)
    levels = serializers.SerializerMethodField()
    players = serializers.IntegerField(help_text="All who have a game that counts.")
    page = serializers.IntegerField()
    pages = serializers.IntegerField()
    placed = Standing(many=True)
    unplaced = Standing(many=True)
    mine = Standing(allow_null=True)

    def get_levels(self, ladder: Any) -> list[str]:
        return [level.value for level in ladder.offered.levels]


class Solo(Endpoint):
    refusals = {"GET": ("400", "401", "404")}

    @extend_schema(
        operation_id="get_solo_ladder",
        parameters=[
            OpenApiParameter("level", str, description="The first one if left out."),
            OpenApiParameter("page", int, description="From 1."),
        ],
        responses=LadderShown,
    )
    def get(self, request: Request, game: str) -> Response:
        """How people stand against what the rules play, by level."""
        try:
            page = whole(request.query_params.get("page", "1"))
        except ValueError:
            raise BadRequest("bad_field", field="page") from None
        level = request.query_params.get("level", "")
        return Response(LadderShown(queries.ladder(game=game, level=level, player=self.player, page=page)).data)

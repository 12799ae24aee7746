"""The API of card lists: the same services and queries as the pages."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from elekt_core.errors import BadCards
from elekt_core.registry import get_game
from web import limits
from web.api.endpoint import CHANGES, READS, BoundedJson, Endpoint, as_json

from . import api_shapes as shapes
from . import flaws, queries, services

FILE_TYPE = "application/toml"


class LongJson(BoundedJson):
    longest = as_json(services.MAX_BYTES)


class Lists(Endpoint):
    refusals = {"GET": ("401", "404"), **CHANGES}
    parser_classes = (LongJson,)

    @extend_schema(
        operation_id="list_card_lists",
        parameters=[OpenApiParameter("game", str, description="Only lists of this game.")],
        responses=shapes.CardListShown(many=True),
    )
    def get(self, request: Request) -> Response:
        """Your own card lists, the retired ones too, then those that everyone may use."""
        game = request.query_params.get("game", "")
        if game:
            get_game(game)
        mine = [] if self.player is None else queries.lists_of(player=self.player)
        found = [shown for shown in mine if game in ("", shown.game)]
        return Response(shapes.CardListShown([*found, *queries.offered(player=self.player, game=game)], many=True).data)

    @extend_schema(operation_id="open_card_list", request=shapes.NewList, responses={201: shapes.CardListChanged})
    def post(self, request: Request) -> Response:
        """A new list with its first version. A file with flaws is refused: `data.flaws` are all of them, by line."""
        asked = self.asked(shapes.NewList)
        limits.CARD_LISTS.take(str(self.me))
        return Response(shapes.CardListChanged(services.open_list(owner=self.me, **asked)).data, 201)


class Check(Endpoint):
    refusals = {"POST": (*CHANGES["POST"], "429")}
    parser_classes = (LongJson,)

    @extend_schema(operation_id="check_card_file", request=shapes.CheckFile, responses=shapes.CardFileChecked)
    def post(self, request: Request) -> Response:
        """What is wrong in a card file, all of it, by line. Nothing is kept."""
        asked = self.asked(shapes.CheckFile)
        get_game(asked["game"])
        limits.CARD_LISTS.take(str(self.me))
        try:
            _text, cards = services.checked(asked["game"], asked["text"])
        except BadCards as bad:
            found: dict[str, Any] = {"ok": False, "cards": "", "flaws": flaws.shown(bad, asked["text"])}
        else:
            found = {"ok": True, "cards": cards, "flaws": ()}
        return Response(shapes.CardFileChecked(found).data)


class OneList(Endpoint):
    refusals = {**READS, "PATCH": CHANGES["POST"]}

    @extend_schema(operation_id="get_card_list", responses=shapes.CardListWithVersions)
    def get(self, request: Request, list_id: UUID) -> Response:
        return Response(self._shown(list_id))

    @extend_schema(operation_id="change_card_list", request=shapes.ChangeList, responses=shapes.CardListWithVersions)
    def patch(self, request: Request, list_id: UUID) -> Response:
        """Rename your list, say who may use it, retire it or offer it again."""
        services.revise(list_id=list_id, by=self.me, **self.asked(shapes.ChangeList))
        return Response(self._shown(list_id))

    def _shown(self, list_id: UUID) -> Any:
        shown = queries.card_list(list_id=list_id, player=self.player)
        found = queries.versions(list_id=list_id, player=self.player)
        return {**shapes.CardListShown(shown).data, "versions": shapes.Version(found, many=True).data}


class Versions(Endpoint):
    refusals = CHANGES
    parser_classes = (LongJson,)

    @extend_schema(
        operation_id="add_card_list_version", request=shapes.AddVersion, responses={201: shapes.CardListChanged}
    )
    def post(self, request: Request, list_id: UUID) -> Response:
        """A further version of your list, which new tables get. Flaws are told as when a list is opened."""
        asked = self.asked(shapes.AddVersion)
        limits.CARD_LISTS.take(str(self.me))
        done = services.add_version(list_id=list_id, by=self.me, **asked)
        return Response(shapes.CardListChanged(done).data, 201)


class OneVersion(Endpoint):
    refusals = READS

    @extend_schema(operation_id="get_card_list_version", responses=shapes.VersionWithText)
    def get(self, request: Request, list_id: UUID, number: int) -> Response:
        """A version with its file."""
        version = queries.version(list_id=list_id, number=number, player=self.player)
        text = queries.text(list_id=list_id, number=number, player=self.player)
        return Response({**shapes.Version(version).data, "text": text})


class BuiltInFile(Endpoint):
    refusals = {"GET": ("401", "404")}

    @extend_schema(operation_id="get_built_in_cards", responses={(200, FILE_TYPE): OpenApiTypes.STR})
    def get(self, request: Request, game: str) -> HttpResponse:
        """The game's own card file, to begin a list with; empty for a game without one."""
        return HttpResponse(get_game(game).built_in_cards(), content_type=f"{FILE_TYPE}; charset=utf-8")

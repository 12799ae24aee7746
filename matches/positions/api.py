"""The API for positions: check one, keep it, practise from it; and the scenarios that ship with a game."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from elekt_core.registry import get_game
from web import limits
from web.api.endpoint import CHANGES, READS, BoundedJson, Endpoint, as_json
from web.api.fields import Change
from web.errors import BadRequest

from ..cardlists import queries as card_lists
from ..play import api_shapes as api_serializers
from ..play import practice
from ..tables import queries as table_queries
from . import analysis, queries, scenarios, services
from . import api_shapes as shapes
from . import text as texts
from .shapes import Board
from .sources import scenario_of


def board_of(asked: dict[str, Any], player: UUID) -> texts.TextRead:
    """The board that a request describes, by its fields or by a text. Raises UnknownGame, BadRequest, NotFound."""
    if "game" not in asked:
        raise BadRequest("bad_field", field="game")
    game = get_game(asked["game"])
    chosen = card_lists.chosen(asked.get("cards", ""), player=player, game=game.name)
    ruleset = game.ruleset(asked.get("ruleset", ""))
    board = Board(
        game.name,
        ruleset.name,
        asked.get("seats", ruleset.seats[0]),
        asked.get("options", {}),
        chosen.cards if chosen else "",
        chosen.list if chosen else None,
        asked.get("position", {}),
    )
    return texts.read(asked["text"], board) if "text" in asked else texts.TextRead(board)


class LongJson(BoundedJson):
    """The text of a position is as long as a whole request elsewhere."""

    longest = as_json(texts.MAX_TEXT)


class Check(Endpoint):
    refusals = CHANGES
    parser_classes = (LongJson,)

    @extend_schema(operation_id="check_position", request=shapes.BoardFields, responses=shapes.PositionChecked)
    def post(self, request: Request) -> Response:
        """What the rules say of a position: its flaws, or what everybody may decide there, what not, and why."""
        read = board_of(self.asked(shapes.BoardFields), self.me)
        found = analysis.analyse(read.board) if read.board is not None else None
        flaws = read.flaws if found is None else found.flaws
        return Response(shapes.PositionChecked(shapes.checked(found, read.board, flaws)).data)


class Kept(Endpoint):
    refusals = {"GET": ("401",), **CHANGES}
    parser_classes = (LongJson,)

    @extend_schema(operation_id="list_positions", responses=shapes.KeptShown(many=True))
    def get(self, request: Request) -> Response:
        """The positions that you keep."""
        found = queries.positions_of(player=self.player) if self.player else []
        return Response(shapes.KeptShown(found, many=True).data)

    @extend_schema(operation_id="keep_position", request=shapes.Keep, responses={201: shapes.KeptShown})
    def post(self, request: Request) -> Response:
        """Keep a position by name. It may have flaws: it can be finished another day."""
        asked = self.asked(shapes.Keep)
        read = board_of(asked, self.me)
        if read.board is None:
            raise BadRequest("text_has_flaws", field="text", line=read.flaws[0].line, sentence=read.flaws[0].sentence)
        more = {key: asked[key] for key in ("access", "decision_id") if key in asked}
        done = services.keep(owner=self.me, name=asked["name"], board=read.board, **more)
        shown = queries.position(position_id=done.position, player=self.me)
        return Response(shapes.KeptShown(shown).data, 201)


class OneKept(Endpoint):
    refusals = {"GET": READS["GET"], "PATCH": CHANGES["POST"], "DELETE": CHANGES["POST"]}

    @extend_schema(operation_id="get_kept_position", responses=shapes.KeptShown)
    def get(self, request: Request, position_id: UUID) -> Response:
        """A position that you keep, or that somebody lets you look at."""
        return Response(shapes.KeptShown(queries.position(position_id=position_id, player=self.player)).data)

    @extend_schema(operation_id="change_kept_position", request=shapes.ChangeKept, responses=shapes.KeptShown)
    def patch(self, request: Request, position_id: UUID) -> Response:
        """Rename it, share it, or let it stand for another position."""
        asked = self.asked(shapes.ChangeKept)
        if "position" in asked:
            board = queries.position(position_id=position_id, player=self.me).board
            asked["board"] = board.holding(asked.pop("position"))
        services.revise(position_id=position_id, by=self.me, **asked)
        return Response(shapes.KeptShown(queries.position(position_id=position_id, player=self.me)).data)

    @extend_schema(operation_id="drop_kept_position", request=Change, responses={204: None})
    def delete(self, request: Request, position_id: UUID) -> Response:
        """Keep it no longer. A body is not needed."""
        services.drop(position_id=position_id, by=self.me, **self.asked(Change))
        return Response(status=204)


class Practice(Endpoint):
    refusals = {"GET": ("401",), "POST": (*CHANGES["POST"], "429")}

    @extend_schema(operation_id="list_practice", responses=api_serializers.Match(many=True))
    def get(self, request: Request) -> Response:
        """What you play alone. Nobody else sees it."""
        found = table_queries.practice_matches(player=self.player) if self.player else []
        return Response(api_serializers.Match(found, many=True).data)

    @extend_schema(operation_id="practise", request=shapes.Practise, responses={201: shapes.PractiseOpened})
    def post(self, request: Request) -> Response:
        """Begin a practice match: from a position, from the beginning, or from a moment of another match.

        You decide for every seat that is not a bot's, and look from any of them, or openly.
        """
        asked = self.asked(shapes.Practise)
        limits.OPENED_TABLES.take(str(self.me))
        if "match" in asked:
            done = practice.play_on(match_id=asked["match"], by=self.me, at=asked.get("at"), bots=asked.get("bots"))
            return Response(shapes.PractiseOpened({"match": done.opened.match, "at": done.at}).data, 201)
        read = board_of(asked, self.me)
        if read.board is None:
            raise BadRequest("text_has_flaws", field="text", line=read.flaws[0].line, sentence=read.flaws[0].sentence)
        opened = practice.play_board(
            host=self.me, board=read.board, bots=asked.get("bots"), decision_id=asked.get("decision_id")
        )
        return Response(shapes.PractiseOpened({"match": opened.match, "at": None}).data, 201)


class Scenarios(Endpoint):
    refusals = {"GET": ("401", "404")}

    @extend_schema(
        operation_id="list_scenarios",
        parameters=[
            OpenApiParameter("rule", str, description="Only those that show this rule, or one of this chapter."),
            OpenApiParameter("card", str, description="Only those that show this card, by its id."),
            OpenApiParameter("q", str, description="Only those with all these words."),
        ],
        responses=shapes.ScenarioShown(many=True),
    )
    def get(self, request: Request, game: str) -> Response:
        """The scenarios that ship with the game."""
        asked = request.query_params
        found = scenarios.shipped(
            game, rule=asked.get("rule", ""), card=asked.get("card", ""), query=asked.get("q", "")
        )
        return Response(shapes.ScenarioShown([_scenario(one) for one in found], many=True).data)


class OneScenario(Endpoint):
    refusals = {"GET": ("401", "404")}

    @extend_schema(operation_id="get_scenario", responses=shapes.ScenarioText)
    def get(self, request: Request, game: str, name: str) -> Response:
        """A scenario with its file."""
        scenario_of(get_game(game), name)
        shown, _played = scenarios.played(game, name)
        return Response(shapes.ScenarioText({**_scenario(shown), "toml": get_game(game).scenario_files()[name]}).data)


def _scenario(shown: scenarios.ScenarioShown) -> dict[str, Any]:
    return {
        "name": shown.name,
        "title": shown.title,
        "text": shown.text,
        "rules": shown.rules,
        "cards": [card for card, _name in shown.cards],
    }

"""The REST API: the same services and queries as the pages, for a person's own programs.

Each endpoint parses, calls one service or query, and renders. Refusals are answered in one place (``web.api.problem``).
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from elekt_core.contract import Game as Rules
from elekt_core.record.text import format_record
from elekt_core.registry import bots_of, game_names, get_game
from elekt_core.ruleset import Ruleset
from web import languages, limits
from web.api.endpoint import CHANGES, READS, SEES, Endpoint, number, truth
from web.api.fields import Change
from web.live.admission import Listener

from . import api_serializers, live, queries, services, verification
from . import perspective as looking
from .games import game_of
from .perspective import Perspective
from .shapes import MatchShown

EVENTS_AT_ONCE = 1000
RECORD_TYPE = "application/x-ndjson"

_perspective = OpenApiParameter(
    "perspective", str, description="A seat's number, `spectator`, or `open` (after the end)."
)
_after = OpenApiParameter("after", int, description="The number of the last event you have.")


class Games(Endpoint):
    @extend_schema(operation_id="list_games", responses=api_serializers.Game(many=True))
    def get(self, request: Request) -> Response:
        """The installed games, their rulesets and bots."""
        games = [get_game(name) for name in game_names()]
        shown = [
            {"name": g.name, "rulesets": [_ruleset(g, r) for r in g.current], "bots": sorted(bots_of(g))} for g in games
        ]
        return Response(api_serializers.Game(shown, many=True).data)


def _ruleset(rules: Rules[Any], ruleset: Ruleset) -> dict[str, Any]:
    words = rules.words(languages.current(), ())
    return {
        "name": ruleset.name,
        "title": words.ruleset(ruleset.name),
        "about": words.introduction(ruleset.name),
        "seats": list(ruleset.seats),
        "automata": list(ruleset.automata),
        "options": [
            {
                "name": option.name,
                "title": words.option(option.name),
                "values": option.values,
                "default": option.default,
                "pick": option.pick,
            }
            for option in ruleset.offered
        ],
    }


class Tables(Endpoint):
    refusals = {"GET": ("401",), "POST": (*CHANGES["POST"], "429")}

    @extend_schema(operation_id="list_tables", responses=api_serializers.Table(many=True))
    def get(self, request: Request) -> Response:
        """Tables at which somebody may still sit down."""
        return Response(api_serializers.Table(queries.open_tables(player=self.player), many=True).data)

    @extend_schema(
        operation_id="open_table", request=api_serializers.OpenTable, responses={201: api_serializers.TableChanged}
    )
    def post(self, request: Request) -> Response:
        """Open a table; you sit on seat 0 unless you say otherwise. The match starts when all seats are taken."""
        limits.OPENED_TABLES.take(str(self.me))
        done = services.open_table(host=self.me, **self.asked(api_serializers.OpenTable))
        return Response(api_serializers.TableChanged(done).data, 201)


class Table(Endpoint):
    refusals = READS

    @extend_schema(operation_id="get_table", responses=api_serializers.Table)
    def get(self, request: Request, table_id: UUID) -> Response:
        return Response(api_serializers.Table(queries.table(table_id=table_id, player=self.player)).data)


class TableChange(Endpoint):
    """A change of an open table."""

    refusals = CHANGES


class Sit(TableChange):
    @extend_schema(operation_id="sit_down", request=api_serializers.SitDown, responses=api_serializers.TableChanged)
    def post(self, request: Request, table_id: UUID) -> Response:
        """Sit down at a table."""
        done = services.sit_down(table_id=table_id, player=self.me, **self.asked(api_serializers.SitDown))
        return Response(api_serializers.TableChanged(done).data)


class Stand(TableChange):
    @extend_schema(operation_id="stand_up", request=Change, responses=api_serializers.TableChanged)
    def post(self, request: Request, table_id: UUID) -> Response:
        """Leave your seat, while the match has not started."""
        done = services.stand_up(table_id=table_id, player=self.me, **self.asked(Change))
        return Response(api_serializers.TableChanged(done).data)


class SeatBot(TableChange):
    @extend_schema(operation_id="seat_bot", request=api_serializers.SeatBot, responses=api_serializers.TableChanged)
    def post(self, request: Request, table_id: UUID) -> Response:
        """Put a bot on a free seat of your table."""
        done = services.seat_bot(table_id=table_id, by=self.me, **self.asked(api_serializers.SeatBot))
        return Response(api_serializers.TableChanged(done).data)


class RemoveBot(TableChange):
    @extend_schema(operation_id="remove_bot", request=api_serializers.RemoveBot, responses=api_serializers.TableChanged)
    def post(self, request: Request, table_id: UUID) -> Response:
        """Take a bot from your table."""
        done = services.remove_bot(table_id=table_id, by=self.me, **self.asked(api_serializers.RemoveBot))
        return Response(api_serializers.TableChanged(done).data)


class Close(TableChange):
    @extend_schema(operation_id="close_table", request=Change, responses=api_serializers.TableChanged)
    def post(self, request: Request, table_id: UUID) -> Response:
        """Close your table; nobody will play there."""
        done = services.close_table(table_id=table_id, by=self.me, **self.asked(Change))
        return Response(api_serializers.TableChanged(done).data)


class Matches(Endpoint):
    refusals = {"GET": ("400", "401")}

    @extend_schema(
        operation_id="list_matches",
        parameters=[
            OpenApiParameter("mine", bool, description="Only those in which you have a seat."),
            OpenApiParameter("over", bool, description="Only finished ones, or only running ones."),
        ],
        responses=api_serializers.Match(many=True),
    )
    def get(self, request: Request) -> Response:
        """The latest matches."""
        mine, over = truth(request, "mine"), truth(request, "over")
        if mine:
            found = queries.matches_of(player=self.player, over=over) if self.player else []
        else:
            found = queries.matches(player=self.player, over=over)
        return Response(api_serializers.Match(found, many=True).data)


class MatchEndpoint(Endpoint):
    refusals = SEES

    def match(self, match_id: UUID) -> MatchShown:
        return queries.match(match_id=match_id, player=self.player)

    def perspective(self, match_id: UUID) -> Perspective | None:
        text = self.request.query_params.get("perspective", "")
        return looking.parse(text, len(self.match(match_id).seats)) if text else None


class Match(MatchEndpoint):
    refusals = READS

    @extend_schema(operation_id="get_match", responses=api_serializers.Match)
    def get(self, request: Request, match_id: UUID) -> Response:
        return Response(api_serializers.Match(self.match(match_id)).data)


class Position(MatchEndpoint):
    @extend_schema(
        operation_id="get_position",
        parameters=[
            _perspective,
            OpenApiParameter("at", int, description="After which event; the last one if left out."),
        ],
        responses=api_serializers.PositionShown,
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        """What you may see, what is awaited of whom, what you may decide, and what you may not and why."""
        seen_from, at = self.perspective(match_id), number(request, "at")
        shown = queries.position(match_id=match_id, player=self.player, perspective=seen_from, at=at)
        return Response(api_serializers.PositionShown(shown).data)


class Decisions(Endpoint):
    refusals = {"POST": (*CHANGES["POST"], "422")}

    @extend_schema(operation_id="decide", request=api_serializers.Decide, responses={201: api_serializers.Decided})
    def post(self, request: Request, match_id: UUID) -> Response:
        """Decide for your seat."""
        queries.match(match_id=match_id, player=self.me)
        asked = self.asked(api_serializers.Decide)
        done = services.decide(match_id=match_id, actor=services.player_actor(self.me), **asked)
        return Response(api_serializers.Decided(done).data, 201)


class Events(MatchEndpoint):
    @extend_schema(
        operation_id="list_events",
        parameters=[_perspective, _after, OpenApiParameter("limit", int, description=f"At most {EVENTS_AT_ONCE}.")],
        responses=api_serializers.Fact(many=True),
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        """What has happened, as you may know it."""
        found = queries.events(
            match_id=match_id,
            player=self.player,
            perspective=self.perspective(match_id),
            after=number(request, "after") or 0,
            limit=min(number(request, "limit") or EVENTS_AT_ONCE, EVENTS_AT_ONCE),
        )
        return Response(api_serializers.Fact(found, many=True).data)


class Stream(MatchEndpoint):
    @extend_schema(
        operation_id="stream_events",
        parameters=[_after],
        responses={307: OpenApiResponse(description="Where the stream is: `Location`, valid for a day.")},
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """The same events as they happen, as server-sent events: `id` is the event's number, `event` its kind.

        Follow the redirect. After a lost connection come back with `after` or with the header `Last-Event-ID`.
        The stream ends with `access_ended` when your token is revoked or you may no longer look on.
        """
        listener = Listener(self.player, token=getattr(request.auth, "pk", None))
        shown = self.match(match_id)
        game_of(shown)
        address = live.facts_url(shown, number(request, "after") or 0, listener)
        return HttpResponse(status=307, headers={"Location": address, "Cache-Control": "no-store"})


class Record(MatchEndpoint):
    @extend_schema(
        operation_id="get_record",
        parameters=[_perspective],
        responses={(200, RECORD_TYPE): OpenApiTypes.STR},
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """The record as text (see the notation). Before the end it holds what your seat may know."""
        record = verification.record(match_id=match_id, player=self.player, perspective=self.perspective(match_id))
        return HttpResponse(
            format_record(record),
            content_type=f"{RECORD_TYPE}; charset=utf-8",
            headers={"Content-Disposition": f'attachment; filename="{match_id}.jsonl"', "Cache-Control": "no-store"},
        )


class Verification(MatchEndpoint):
    refusals = {"GET": ("401", "404", "409")}

    @extend_schema(operation_id="verify_match", responses=api_serializers.Verification)
    def get(self, request: Request, match_id: UUID) -> Response:
        """Whether the finished match's record proves what it claims."""
        result = verification.of_finished(match_id=match_id, player=self.player)
        return Response(api_serializers.Verification(result).data)

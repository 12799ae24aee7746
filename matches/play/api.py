"""The REST API: the same services and queries as the pages, for a person's own programs.

Each endpoint parses, calls one service or query, and renders. Refusals are answered in one place (``web.api.problem``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from msgspec import Meta
from rest_framework.request import Request
from rest_framework.response import Response

from elekt_core.contract import Game as Rules
from elekt_core.record.text import format_record
from elekt_core.registry import bots_of, game_names, get_game
from elekt_core.ruleset import Ruleset
from web import languages
from web.api.endpoint import CHANGES, READS, SEES, Endpoint, number, truth
from web.decoding import MAX_VERSION, VERBATIM, Unsent, decoded, schema
from web.live.admission import Listener

from ..games import game_of
from ..tables import queries as table_queries
from ..tables.commands import SeatNumber
from . import api_shapes as api_serializers
from . import live, queries, services, verification
from .perspective import Perspective, parse_perspective
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
            found = table_queries.matches_of(player=self.player, over=over) if self.player else []
        else:
            found = table_queries.matches(player=self.player, over=over)
        return Response(api_serializers.Match(found, many=True).data)


class MatchEndpoint(Endpoint):
    refusals = SEES

    def match(self, match_id: UUID) -> MatchShown:
        return queries.match(match_id=match_id, player=self.player)

    def perspective(self, match_id: UUID) -> Perspective | None:
        text = self.request.query_params.get("perspective", "")
        return parse_perspective(text, len(self.match(match_id).seats)) if text else None


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


@dataclass(frozen=True, slots=True)
class Decide:
    """How a decision is sent. Without its version and its id nobody could tell what was decided on, and how often."""

    seat: SeatNumber
    decision: Annotated[
        Mapping[str, Any],
        VERBATIM,
        Meta(description='As the options give it, ``{"kind": ...}``. ``{"kind": "concede"}`` is possible at any time.'),
    ]
    expected_version: Annotated[
        int, Meta(ge=1, le=MAX_VERSION, description="The version of the position that was decided on.")
    ]
    decision_id: Annotated[UUID, Meta(description="Yours: sent twice with the same id, it counts once.")]


class Decisions(Endpoint):
    refusals = {"POST": (*CHANGES["POST"], "422")}

    @extend_schema(
        operation_id="decide",
        request={"application/json": schema(Decide, Unsent)},
        responses={201: api_serializers.Decided},
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Decide for your seat."""
        queries.match(match_id=match_id, player=self.me)
        asked, _unsent = decoded(Decide, Unsent, request.data)
        done = services.decide(
            match_id=match_id,
            seat=asked.seat,
            decision=asked.decision,
            expected_version=asked.expected_version,
            decision_id=asked.decision_id,
            actor=services.player_actor(self.me),
        )
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

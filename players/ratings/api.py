"""Ladders and rated games for programs: where everybody stands, why a game moved somebody, and corrections of it."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from web.api.endpoint import CHANGES, BoundedJson, Endpoint, as_json
from web.errors import NotFound
from web.explain import explain

from . import importing, measures, queries, rulings, services
from .api_shapes import (
    MAX_IMPORT,
    Corrected,
    Fact,
    Foreseen,
    Import,
    Imported,
    Looked,
    OneLadder,
    RatedGame,
    RatingListShown,
    Standing,
    UndoImport,
)
from .events import CLUB, FIDE, MODES, LadderKey
from .lines import ladder_key
from .models import Correction, Ladder
from .naming import names
from .outcome import person as person_of

LADDER = [
    OpenApiParameter("game", str, required=True),
    OpenApiParameter("ruleset", str, required=True),
    OpenApiParameter("speed", str, description="`live` if left out."),
    OpenApiParameter("mode", str, enum=MODES, description="`club` if left out."),
]


class LongJson(BoundedJson):
    """Lists of ratings are longer than other requests."""

    longest = as_json(MAX_IMPORT)


# --- reading ----------------------------------------------------------------------------------------------


def _key(given: Any) -> LadderKey:
    return ladder_key(
        given.get("game", ""), given.get("ruleset", ""), given.get("speed", "live"), given.get("mode", CLUB)
    )


def _ladder(key: LadderKey) -> Ladder:
    found = Ladder.objects.filter(game=key.game, ruleset=key.ruleset, speed=key.speed, mode=key.mode).first()
    if found is None:
        raise NotFound("ratings.unknown_ladder", ladder=services.said(key)[:150])
    return found


class Ladders(Endpoint):
    @extend_schema(operation_id="list_ladders", responses=OneLadder(many=True))
    def get(self, request: Request) -> Response:
        """Every ladder on which something was rated, the busiest first."""
        rows = Ladder.objects.filter(facts__gt=0).order_by("-facts", "game", "ruleset", "speed", "mode")
        return Response(OneLadder(rows, many=True).data)


class OneLadderShown(Endpoint):
    refusals = {"GET": ("401", "404")}

    @extend_schema(operation_id="get_ladder", parameters=LADDER, responses=Standing)
    def get(self, request: Request) -> Response:
        """Where the first 500 stand: people with an account, and bots. On a ladder in FIDE mode: who is rated."""
        row = _ladder(_key(request.query_params))
        rungs = queries.listed(row)
        called = names(rung.who for rung in rungs)
        fields = ("rank", "who", "is_bot", "value", "games", "provisional")
        players = [
            {
                **{name: getattr(rung, name) for name in fields},
                "name": called[rung.who],
                "deviation": 0 if row.mode == FIDE else rung.deviation,
            }
            for rung in rungs
        ]
        return Response(Standing({"ladder": row, "players": players}).data)


class RatingLists(Endpoint):
    refusals = {"GET": ("401", "404")}

    @extend_schema(
        operation_id="get_rating_list",
        parameters=[*LADDER, OpenApiParameter("month", str, description="`2026-11`; the latest if left out.")],
        responses=RatingListShown,
    )
    def get(self, request: Request) -> Response:
        """The list of a rating period in FIDE mode, as it was published and as it is known now."""
        row = _ladder(_key(request.query_params))
        months = queries.periods(row)
        month = request.query_params.get("month", months[0] if months else "")
        listed = queries.rating_list(row, month) if month else []
        called = names(one.who for one in listed)
        players = [
            {
                **{name: getattr(one, name) for name in ("rank", "who", "value", "known", "games", "change")},
                "name": called[one.who],
            }
            for one in listed
        ]
        shown = {"ladder": row, "periods": months, "month": month, "players": players}
        return Response(RatingListShown(shown).data)


class Game(Endpoint):
    refusals = {"GET": ("401", "404")}

    @extend_schema(operation_id="get_rated_game", responses=RatedGame)
    def get(self, request: Request, game_id: UUID) -> Response:
        """Why a game moved each player, as published and as known now; and its corrections. Also by a match's id."""
        row = rulings.game_of(game_id)
        shown = {
            **{name: getattr(row, name) for name in ("game", "ladder", "number", "played_at", "annulled", "suspended")},
            "seats": [
                {"published": _line(seat.published), "known": None if seat.known is None else _line(seat.known)}
                for seat in queries.explain(row.game)
            ],
            "version": services.version_of(row),
            "corrections": list(Correction.objects.filter(rated=row).order_by("id")),
        }
        return Response(RatedGame(shown).data)


def _line(change: queries.Change) -> dict[str, Any]:
    shown = {name: getattr(change, name) for name in ("who", "place", "k", "before", "after")}
    return shown | {"expected": change.expected / 1_000_000, "scored": change.scored / 1_000_000}


# --- changing ---------------------------------------------------------------------------------------------


def _asked(game: UUID, given: dict[str, Any]) -> rulings.Asked:
    how = {name: given[name] for name in ("places", "winner", "seats") if name in given}
    return rulings.Asked(game, given["what"], **how)


class CorrectionPreview(Endpoint):
    refusals = {"POST": CHANGES["POST"]}
    permission_classes = (IsAuthenticated,)

    @extend_schema(operation_id="preview_rated_game_correction", request=Looked, responses=Foreseen)
    def post(self, request: Request, game_id: UUID) -> Response:
        """What a correction would do to each ladder. Nothing is stored. For who runs the platform."""
        asked = self.asked(Looked)
        rulings.check_entitled(self.me)
        return Response(Foreseen({"ladders": rulings.preview(_asked(game_id, asked))}).data)


class CorrectionMade(Endpoint):
    refusals = {"POST": CHANGES["POST"]}
    permission_classes = (IsAuthenticated,)

    @extend_schema(operation_id="correct_rated_game", request=Corrected, responses=Fact)
    def post(self, request: Request, game_id: UUID) -> Response:
        """Correct a game, annul it, or take its last correction back. For who runs the platform."""
        asked = self.asked(Corrected)
        decision = asked.get("decision_id") or uuid4()
        done = rulings.make(
            _asked(game_id, asked),
            player=self.me,
            reason=asked["reason"],
            decision_id=decision,
            expected_version=asked.get("expected_version"),
        )
        return Response(Fact(done).data)


class Imports(Endpoint):
    refusals = {"POST": CHANGES["POST"]}
    parser_classes = (LongJson,)
    permission_classes = (IsAuthenticated,)

    @extend_schema(operation_id="import_ratings", request=Import, responses=Imported)
    def post(self, request: Request) -> Response:
        """Ratings from elsewhere: what is valid is taken, the other lines are named. For who runs the platform."""
        asked = self.asked(Import)
        rulings.check_entitled(self.me)
        key = _key(asked)
        done = importing.take(
            asked["text"],
            ladder=key,
            now=timezone.now(),
            actor=person_of(self.me),
            decision_id=asked.get("decision_id") or uuid4(),
            reason=asked["reason"],
        )
        refused = [{"line": one.line, "why": explain(one.why).sentence} for one in done.refused]
        return Response({"taken": len(done.taken), "refused": refused, "number": done.facts.get(key)})


class ImportUndone(Endpoint):
    refusals = {"POST": CHANGES["POST"]}
    permission_classes = (IsAuthenticated,)

    @extend_schema(operation_id="undo_rating_import", request=UndoImport, responses=Fact)
    def post(self, request: Request) -> Response:
        """As if an import had never been; everything after it is rated anew. For who runs the platform."""
        asked = self.asked(UndoImport)
        rulings.check_entitled(self.me)
        _ladder(_key(asked))
        done = measures.undo_import(
            ladder=_key(asked),
            number=asked["number"],
            actor=person_of(self.me),
            decision_id=asked.get("decision_id") or uuid4(),
            reason=asked["reason"],
        )
        return Response(Fact(done).data)

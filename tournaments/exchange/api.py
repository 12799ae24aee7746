"""Files through the API: the same functions as the pages."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import queries, rights
from tournaments.opening import MAX_TITLE
from tournaments.state import Role
from tournaments.trf import Flaw
from tournaments.trf.sentences import sentence
from web import limits
from web.api.endpoint import CHANGES, READS, BoundedJson, Endpoint, as_json
from web.api.fields import Strict
from web.costly import DIRECTING
from web.errors import BadRequest

from . import document, log, trf, views


class LongJson(BoundedJson):
    """Whole tournaments are longer than other requests."""

    longest = as_json(document.MAX_LENGTH)


class ImportFields(Strict):
    """Either ``trf`` with the ``game``, or ``document``."""

    trf = serializers.CharField(required=False, trim_whitespace=False, help_text="The text of a report file.")
    game = serializers.CharField(max_length=40, required=False)
    document = serializers.CharField(required=False, help_text="The text of a JSON document.")
    title = serializers.CharField(max_length=MAX_TITLE, required=False)
    decision_id = serializers.UUIDField(required=False, help_text="Sent twice with the same id, it counts once.")


class LineFlaw(serializers.Serializer[Any]):
    line = serializers.IntegerField()
    code = serializers.CharField()
    text = serializers.CharField()


class Imported(serializers.Serializer[Any]):
    tournament = serializers.UUIDField()
    version = serializers.IntegerField()
    flaws = LineFlaw(many=True, help_text="Lines that could not be used; the rest stands.")


class Import(Endpoint):
    refusals = {"POST": (*CHANGES["POST"], "429", "503")}
    parser_classes = (LongJson,)

    @extend_schema(operation_id="import_tournament", request=ImportFields, responses={201: Imported})
    def post(self, request: Request) -> Response:
        """Bring in a tournament that was played elsewhere; you are its owner."""
        limits.OPENED_TABLES.take(str(self.me))
        asked = self.asked(ImportFields)
        more = {name: asked[name] for name in ("title", "decision_id") if name in asked}
        flaws: tuple[Flaw, ...] = ()
        if ("trf" in asked) == ("document" in asked):
            raise BadRequest("bad_field", field="trf")
        with DIRECTING.place(str(self.me)):
            if "document" in asked:
                done = document.bring_in(asked["document"], owner=self.me, **more)
            else:
                done, flaws = trf.bring_in(asked["trf"], owner=self.me, game=asked.get("game", ""), **more)
        told = [{"line": flaw.line, "code": flaw.code, "text": sentence(flaw)} for flaw in flaws]
        answer = {"tournament": done.tournament, "version": done.version, "flaws": told}
        return Response(Imported(answer).data, 201)


class ExportDocument(Endpoint):
    refusals = READS

    @extend_schema(operation_id="export_tournament", responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request, tournament_id: UUID) -> HttpResponseBase:
        """The whole tournament as one document (docs/tournament-json.md)."""
        asked = queries.tournament(tournament_id=tournament_id, player=self.player)
        return HttpResponse(document.written(document.document(asked)), content_type=views.JSON)


class ExportReport(Endpoint):
    refusals = {"GET": ("401", "403", "404", "409")}

    @extend_schema(
        operation_id="export_report",
        parameters=[OpenApiParameter("edition", str, enum=[*views.EDITIONS, views.KEPT])],
        responses={(200, views.TEXT): OpenApiTypes.STR},
    )
    def get(self, request: Request, tournament_id: UUID, stage: str) -> HttpResponseBase:
        """A stage of duels as FIDE's report file; `kept` is the one that it came from, for officers."""
        asked = queries.tournament(tournament_id=tournament_id, player=self.player)
        edition = request.query_params.get("edition", "26")
        if edition == views.KEPT:
            rights.check_role(asked.state, self.player, Role.SCORER)
            return HttpResponse(trf.kept_report(asked, stage), content_type=f"{views.TEXT}; charset=utf-8")
        if edition not in views.EDITIONS:
            raise BadRequest("bad_field", field="edition")
        text = trf.report(asked, stage, views.EDITIONS[edition])
        return HttpResponse(text, content_type=f"{views.TEXT}; charset=utf-8")


class ExportLog(Endpoint):
    refusals = READS

    @extend_schema(
        operation_id="export_change_log",
        responses={(200, views.LINES): OpenApiResponse(OpenApiTypes.STR, description="One event a line.")},
    )
    def get(self, request: Request, tournament_id: UUID) -> HttpResponseBase:
        """The change log with its hash chain."""
        return HttpResponse("".join(log.lines(tournament_id)), content_type=views.LINES)

"""Files through the API: it calls the same functions as the pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from msgspec import Meta
from rest_framework.request import Request

from tournaments import queries, rights
from tournaments.opening import MAX_TITLE
from tournaments.state import Role
from tournaments.trf import Flaw
from tournaments.trf.sentences import sentence
from web import limits
from web.api.endpoint import CHANGES, READS, BoundedJson, Endpoint, as_json, operation
from web.costly import DIRECTING
from web.decoding import VERBATIM, SentOnce, decoded
from web.encoding import Created
from web.errors import BadRequest

from . import document, log, trf, views

FILES = {"GET": (*READS["GET"], "503")}


class LongJson(BoundedJson):
    """JSON with a higher size limit: a whole tournament is longer than other requests."""

    longest = as_json(document.MAX_LENGTH)


@dataclass(frozen=True, slots=True)
class ImportTournament:
    """Either ``trf`` with the ``game``, or ``document``."""

    trf: Annotated[str | None, VERBATIM, Meta(min_length=1, description="The text of a report file.")] = None
    game: Annotated[str, Meta(min_length=1, max_length=40)] = ""
    document: Annotated[str | None, Meta(min_length=1, description="The text of a JSON document.")] = None
    title: Annotated[str, Meta(min_length=1, max_length=MAX_TITLE)] = ""


@dataclass(frozen=True, slots=True)
class LineFlaw:
    line: int
    code: str
    text: str


@dataclass(frozen=True, slots=True)
class Imported:
    tournament: UUID
    version: int
    flaws: Annotated[list[LineFlaw], "Lines that could not be used; the rest stands."]


class Import(Endpoint):
    refusals = {"POST": (*CHANGES["POST"], "429", "503")}
    parser_classes = (LongJson,)

    @operation("import_tournament", (ImportTournament, SentOnce))
    def post(self, request: Request) -> Created[Imported]:
        """Import a tournament that was played elsewhere; you become its owner."""
        limits.OPENED_TABLES.take(str(self.me))
        asked, sent = decoded(ImportTournament, SentOnce, request.data)
        flaws: tuple[Flaw, ...] = ()
        if (asked.trf is None) == (asked.document is None):
            raise BadRequest("bad_field", field="trf")
        with DIRECTING.place(str(self.me)):
            if asked.document is not None:
                done = document.bring_in(asked.document, owner=self.me, title=asked.title, decision_id=sent.decision_id)
            else:
                done, flaws = trf.bring_in(
                    asked.trf or "", owner=self.me, game=asked.game, title=asked.title, decision_id=sent.decision_id
                )
        told = [LineFlaw(flaw.line, flaw.code, sentence(flaw)) for flaw in flaws]
        return Created(Imported(done.tournament, done.version, told))


class ExportDocument(Endpoint):
    refusals = FILES

    @extend_schema(operation_id="export_tournament", responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request, tournament_id: UUID) -> HttpResponseBase:
        """The whole tournament as one document (docs/tournament-json.md)."""
        asked = queries.tournament(tournament_id=tournament_id, player=self.player)
        with views.place(request, self.player):
            return HttpResponse(document.written(document.document(asked)), content_type=views.JSON)


class ExportReport(Endpoint):
    refusals = {"GET": ("401", "403", "404", "409", "503")}

    @extend_schema(
        operation_id="export_report",
        parameters=[OpenApiParameter("edition", str, enum=[*views.EDITIONS, views.KEPT])],
        responses={(200, views.TEXT): OpenApiTypes.STR},
    )
    def get(self, request: Request, tournament_id: UUID, stage: str) -> HttpResponseBase:
        """A stage of duels as FIDE's report file; `kept` is the file that it was imported from, for officers."""
        asked = queries.tournament(tournament_id=tournament_id, player=self.player)
        edition = request.query_params.get("edition", "26")
        if edition == views.KEPT:
            rights.check_role(asked.state, self.player, Role.SCORER)
            return HttpResponse(trf.kept_report(asked, stage), content_type=f"{views.TEXT}; charset=utf-8")
        if edition not in views.EDITIONS:
            raise BadRequest("bad_field", field="edition")
        with views.place(request, self.player):
            text = trf.report(asked, stage, views.EDITIONS[edition])
        return HttpResponse(text, content_type=f"{views.TEXT}; charset=utf-8")


class ExportLog(Endpoint):
    refusals = FILES

    @extend_schema(
        operation_id="export_change_log",
        responses={(200, views.LINES): OpenApiResponse(OpenApiTypes.STR, description="One event a line.")},
    )
    def get(self, request: Request, tournament_id: UUID) -> HttpResponseBase:
        """The change log with its hash chain."""
        with views.place(request, self.player):
            return HttpResponse("".join(log.lines(tournament_id)), content_type=views.LINES)

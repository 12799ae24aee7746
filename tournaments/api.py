"""The API for tournaments: what is shown, what is foreseen, and how one is opened. Changes are in ``api_changes``."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from web import limits
from web.api.endpoint import CHANGES, READS, Endpoint
from web.costly import DIRECTING
from web.decoding import Sent, SentOnce, Unsent, decoded, schema
from web.errors import BadRequest, Refused

from . import api_bodies as bodies
from . import api_shapes as shapes
from . import api_showing as showing
from . import corrections, queries, rating, rights, services
from .api_changes import COSTLY, TournamentChange, answer, table_of
from .commands import Correct, TablesCommand
from .decisions import results, rounds
from .foresight import foresee
from .formats import contract
from .state import Role, Status

_stage = OpenApiParameter("stage", str, required=True, description="The key of a stage that has begun.")


class Tournaments(Endpoint):
    refusals = {"GET": ("400", "401"), "POST": (*CHANGES["POST"], "429")}

    @extend_schema(
        operation_id="list_tournaments",
        parameters=[OpenApiParameter("status", str, enum=[status.value for status in Status])],
        responses=shapes.LineShown(many=True),
    )
    def get(self, request: Request) -> Response:
        """The tournaments that you may see, the latest change first."""
        text = request.query_params.get("status")
        if text is not None and text not in [status.value for status in Status]:
            raise BadRequest("bad_field", field="status")
        found = queries.tournaments(player=self.player, status=[Status(text)] if text else [])
        return Response(shapes.LineShown(found, many=True).data)

    @extend_schema(
        operation_id="open_tournament",
        request={"application/json": schema(bodies.OpenTournament, SentOnce)},
        responses={201: shapes.Changed},
    )
    def post(self, request: Request) -> Response:
        """Open a tournament; you are its owner."""
        limits.OPENED_TABLES.take(str(self.me))
        asked, sent = decoded(bodies.OpenTournament, SentOnce, request.data)
        done = services.open_tournament(
            owner=self.me,
            title=asked.title,
            game=asked.game,
            stages=asked.planned(),
            settings=asked.settings,
            ruleset=asked.ruleset,
            options=asked.options,
            cards=asked.cards,
            decision_id=sent.decision_id,
        )
        return answer(done, 201)


class Tournament(Endpoint):
    refusals = {"GET": ("400", *READS["GET"])}

    @extend_schema(
        operation_id="get_tournament",
        parameters=[OpenApiParameter("version", int, description="As it stood after this event.")],
        responses=shapes.TournamentShown,
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Everything: the field, the stages, their rounds, tables and results."""
        text = request.query_params.get("version")
        if text is None:
            asked = queries.tournament(tournament_id=tournament_id, player=self.player)
        elif text.isascii() and text.isdigit() and len(text) < 10:
            asked = queries.as_it_stood(tournament_id=tournament_id, player=self.player, version=int(text))
        else:
            raise BadRequest("bad_field", field="version")
        return Response(shapes.TournamentShown(showing.tournament(asked)).data)


class Standings(Endpoint):
    refusals = READS

    @extend_schema(operation_id="get_standings", parameters=[_stage], responses=shapes.StandingShown(many=True))
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """The standings of a stage; every value is exact."""
        asked = queries.tournament(tournament_id=tournament_id, player=self.player)
        key = request.query_params.get("stage", "")
        rounds.begun(asked.state, key)
        return Response(shapes.StandingShown(showing.standings(asked, key), many=True).data)


class Log(Endpoint):
    refusals = READS

    @extend_schema(operation_id="get_change_log", responses=shapes.ChangeShown(many=True))
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Every change, the latest first: who, when, why, and the link of the hash chain."""
        log = queries.change_log(tournament_id=tournament_id, player=self.player)
        return Response(shapes.ChangeShown([showing.change(one) for one in log], many=True).data)


class Proposal(Endpoint):
    refusals = {"GET": ("401", "403", "404", "409", "503")}

    @extend_schema(operation_id="propose_pairings", parameters=[_stage], responses=shapes.ProposalShown)
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """What would be published now, each table with its reason. Officers only."""
        asked = queries.tournament(tournament_id=tournament_id, player=self.player)
        rights.check_role(asked.state, self.player, Role.SCORER)
        with DIRECTING.place(str(self.me)):
            made = rounds.propose(asked.state, request.query_params.get("stage", ""), at=timezone.now())
        return Response(shapes.ProposalShown(showing.proposal(made)).data)


class ChangePreview(TournamentChange):
    refusals = {"POST": COSTLY}

    @extend_schema(
        operation_id="preview_change",
        request={"application/json": schema(bodies.PreviewChange, Unsent)},
        responses=shapes.PreviewShown,
    )
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """What a late entry, a withdrawal, a return or a penalty would do to standings, tables and later stages, or a
        repair where none is given; nothing happens. Officers only."""
        asked, _sent = decoded(bodies.PreviewChange, Unsent, request.data)
        return _foreseen(tournament_id, asked.command, asked.stage, self.me, work_out=asked.work_out)


class CorrectionPreview(TournamentChange):
    refusals = {"POST": COSTLY}

    @extend_schema(
        operation_id="preview_correction",
        request={"application/json": schema(bodies.PreviewCorrection, Sent, "ref")},
        responses=shapes.PreviewShown,
    )
    def post(self, request: Request, tournament_id: UUID, stage: str, round_no: int, table_no: int) -> Response:
        """What that correction would do to standings and tables; nothing happens. Officers only."""
        ref = table_of(stage, round_no, table_no)
        asked, _sent = decoded(bodies.PreviewCorrection, Sent, request.data, ref=ref)
        return _foreseen(tournament_id, lambda: asked, stage, self.me, work_out=asked.work_out)


def _foreseen(
    tournament_id: UUID, read: Callable[[], TablesCommand], stage: str, by: UUID, *, work_out: bool
) -> Response:
    """What the command would do to ``stage``, for an officer."""
    state, now = queries.tournament(tournament_id=tournament_id, player=by).state, timezone.now()
    rights.check_role(state, by, Role.SCORER)
    command = read()
    change = foresee(state, command, by=by, now=now).events
    with DIRECTING.place(str(by)):
        shown = corrections.preview(state, change, stage, now)
        if work_out and not shown.is_worked_out:
            proposal: contract.Proposal | Refused
            try:
                proposal = corrections.again(state, change, stage, at=now)
            except Refused as refused:
                proposal = refused
            shown = corrections.preview(state, change, stage, now, proposal)
        ratings = rating.previews_of(state, [one.batch for one in shown.choices], now, by)
        told = None
        if isinstance(command, Correct):
            after = rating.looked_ahead(state, change, now, by)
            told = showing.rating(after, results.table_at(after, command.ref))
        return Response(shapes.PreviewShown(showing.preview(shown, ratings, told)).data)

"""The API for tournaments: reading them, previews, and opening one. Changes are in ``api_changes``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from msgspec import Meta
from rest_framework.request import Request

from web import limits
from web.api.changes import COSTLY
from web.api.endpoint import CHANGES, READS, Endpoint, operation, queried
from web.costly import CHECKING, DIRECTING
from web.decoding import MAX_VERSION, Sent, SentOnce, Unsent, decoded, from_query
from web.encoding import Created
from web.errors import Refused

from . import api_bodies as bodies
from . import api_shapes as shapes
from . import corrections, queries, rating, rights, services
from .api_changes import table_of
from .commands import Correct, TablesCommand
from .decisions import results, rounds
from .foresight import foresee
from .formats import contract
from .state import Role, Status

_stage = OpenApiParameter("stage", str, required=True, description="The key of a stage that has begun.")


@dataclass(frozen=True, slots=True)
class InStatus:
    status: Status | None = None


@dataclass(frozen=True, slots=True)
class AtVersion:
    version: Annotated[
        Annotated[int, Meta(ge=0, le=MAX_VERSION)] | None, Meta(description="As it stood after this event.")
    ] = None


class Tournaments(Endpoint):
    refusals = {"GET": ("400", "401"), "POST": (*CHANGES["POST"], "429")}

    @operation("list_tournaments", parameters=queried(InStatus))
    def get(self, request: Request) -> list[queries.Line]:
        """The tournaments that you may see, the latest change first."""
        status = from_query(InStatus, request.query_params).status
        return queries.tournaments(player=self.player, status=[] if status is None else [status])

    @operation("open_tournament", (bodies.OpenTournament, SentOnce))
    def post(self, request: Request) -> Created[services.Changed]:
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
        return Created(done)


class Tournament(Endpoint):
    refusals = {"GET": ("400", *READS["GET"], "503")}

    @operation("get_tournament", parameters=queried(AtVersion))
    def get(self, request: Request, tournament_id: UUID) -> shapes.TournamentShown:
        """Everything: the field, the stages, their rounds, tables and results."""
        version = from_query(AtVersion, request.query_params).version
        if version is None:
            return shapes.tournament(queries.tournament(tournament_id=tournament_id, player=self.player))
        with CHECKING.place(limits.asker(request, self.player)):
            then = queries.as_it_stood(tournament_id=tournament_id, player=self.player, version=version)
            return shapes.tournament(then)


class Standings(Endpoint):
    refusals = READS

    @operation("get_standings", parameters=[_stage])
    def get(self, request: Request, tournament_id: UUID) -> list[shapes.StandingShown]:
        """The standings of a stage; every value is exact."""
        asked = queries.tournament(tournament_id=tournament_id, player=self.player)
        key = request.query_params.get("stage", "")
        rounds.begun(asked.state, key)
        return shapes.standings(asked, key)


class Log(Endpoint):
    refusals = {"GET": (*READS["GET"], "503")}

    @operation("get_change_log")
    def get(self, request: Request, tournament_id: UUID) -> list[shapes.ChangeShown]:
        """Every change, the latest first: who, when, why, and the link of the hash chain."""
        asked = queries.tournament(tournament_id=tournament_id, player=self.player)
        with queries.place_for_log(asked.state, limits.asker(request, self.player)):
            log = queries.change_log(tournament_id=tournament_id, player=self.player)
            return [shapes.change(one) for one in log]


class Proposal(Endpoint):
    refusals = {"GET": ("401", "403", "404", "409", "503")}

    @operation("propose_pairings", parameters=[_stage])
    def get(self, request: Request, tournament_id: UUID) -> shapes.ProposalShown:
        """What would be published now, each table with its reason. Officers only."""
        asked = queries.tournament(tournament_id=tournament_id, player=self.player)
        rights.check_role(asked.state, self.player, Role.SCORER)
        with DIRECTING.place(str(self.me)):
            made = rounds.propose(asked.state, request.query_params.get("stage", ""), at=timezone.now())
        return shapes.proposal(made)


class ChangePreview(Endpoint):
    refusals = {"POST": COSTLY}

    @operation("preview_change", (bodies.PreviewChange, Unsent))
    def post(self, request: Request, tournament_id: UUID) -> shapes.PreviewShown:
        """What a late entry, a withdrawal, a return or a penalty would change in standings, tables and later stages, or
        a repair if none is given; nothing is stored. Officers only.
        """
        asked, _sent = decoded(bodies.PreviewChange, Unsent, request.data)
        return _foreseen(tournament_id, asked.command, asked.stage, self.me, work_out=asked.work_out)


class CorrectionPreview(Endpoint):
    refusals = {"POST": COSTLY}

    @operation("preview_correction", (bodies.PreviewCorrection, Sent, "ref"))
    def post(
        self, request: Request, tournament_id: UUID, stage: str, round_no: int, table_no: int
    ) -> shapes.PreviewShown:
        """What that correction would change in standings and tables; nothing is stored. Officers only."""
        ref = table_of(stage, round_no, table_no)
        asked, _sent = decoded(bodies.PreviewCorrection, Sent, request.data, ref=ref)
        return _foreseen(tournament_id, lambda: asked, stage, self.me, work_out=asked.work_out)


def _foreseen(
    tournament_id: UUID, read: Callable[[], TablesCommand], stage: str, by: UUID, *, work_out: bool
) -> shapes.PreviewShown:
    """What the command would do to ``stage``, for an officer."""
    state, now = queries.tournament(tournament_id=tournament_id, player=by).state, timezone.now()
    rights.check_role(state, by, Role.SCORER)
    command = read()
    with DIRECTING.place(str(by)):
        change = foresee(state, command, by=by, now=now).events
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
            told = shapes.rating(after, results.table_at(after, command.ref))
        return shapes.preview(shown, ratings, told)

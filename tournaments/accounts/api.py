"""The account of a round through the API."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import queries, reasons
from tournaments.formats.contract import EntrantNo, Reason
from tournaments.queries import Asked
from web.api.endpoint import Endpoint
from web.errors import BadRequest

from .queries import Account, of_round


class ReasonShown(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="As docs/formats/ lists them.")
    data = serializers.DictField()  # type: ignore[assignment]
    said = serializers.CharField(help_text="In the language that was asked for.")


class AccountShown(serializers.Serializer[Any]):
    table = serializers.IntegerField(help_text="0 for the bye.")
    seats = serializers.ListField(child=serializers.IntegerField())
    whole = serializers.BooleanField(
        help_text="All that the rules of the round say; else the reason that was kept with the table: of other "
        "systems than the FIDE Dutch one, and of what an arbiter or a repair seated."
    )
    reasons = ReasonShown(many=True)


class RoundAccount(Endpoint):
    refusals = {"GET": ("400", "401", "404")}

    @extend_schema(
        operation_id="account_for_round",
        parameters=[OpenApiParameter("no", int, description="Only the table, or the bye, of this entrant.")],
        responses=AccountShown(many=True),
    )
    def get(self, request: Request, tournament_id: UUID, stage: str, round_no: int) -> Response:
        """Why each table and the bye are as they are: who came before, and which criterion spoke against each."""
        asked = queries.tournament(tournament_id=tournament_id, player=self.player)
        told = of_round(asked, stage, round_no, _number(request))
        return Response(AccountShown([_shown(asked, one) for one in told], many=True).data)


def _number(request: Request) -> EntrantNo | None:
    """Raises BadRequest."""
    text = request.query_params.get("no")
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise BadRequest("bad_field", field="no")
    return EntrantNo(int(text))


def _shown(asked: Asked, one: Account) -> dict[str, Any]:
    return {
        "table": one.table,
        "seats": one.seats,
        "whole": one.is_whole,
        "reasons": [_reason(asked, reason) for reason in one.reasons],
    }


def _reason(asked: Asked, reason: Reason) -> dict[str, Any]:
    return {"code": reason.code, "data": dict(reason.data), "said": reasons.said(reason, asked.names)}

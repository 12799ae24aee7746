"""Consent and objections for programs."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import api_shapes as shapes
from tournaments.api import TableChange, TournamentChange, answer
from tournaments.services import LONGEST_REMARK
from web.api.endpoint import READS
from web.api.fields import Change, WholeNumber

from . import queries, services


class Agreed(Change):
    places = serializers.ListField(
        child=WholeNumber(min_value=1), required=False, help_text="Those that you agree to; by seat."
    )


class Objected(Change):
    text = serializers.CharField(
        max_length=LONGEST_REMARK, help_text="Read by the table, the officers and who runs the platform."
    )


class Ruled(shapes.Reasoned):
    upheld = serializers.BooleanField(help_text="true: the result is not rated; false: it is.")


class OpenObjectionShown(serializers.Serializer[Any]):
    tournament = serializers.UUIDField()
    title = serializers.CharField()
    stage = serializers.CharField()
    round = serializers.IntegerField()
    table = serializers.IntegerField(source="number")
    name = serializers.CharField()
    mine = serializers.BooleanField(help_text="It is yours; otherwise you may rule on it.")


class OpenObjections(TournamentChange):
    permission_classes = (IsAuthenticated,)
    refusals = {"GET": READS["GET"]}
    permission_classes = (IsAuthenticated,)

    @extend_schema(operation_id="list_objections", responses=OpenObjectionShown(many=True))
    def get(self, request: Request) -> Response:
        """Objections to typed results that are open: yours, and those on which you may rule."""
        return Response(OpenObjectionShown(queries.open_objections(self.me), many=True).data)


class EntryConfirmation(TournamentChange):
    @extend_schema(operation_id="confirm_entry", request=Change, responses=shapes.Changed)
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Agree to having been entered by somebody else: what is typed of you here is rated."""
        asked = self.asked(Change)
        return answer(services.confirm_entry(tournament_id=tournament_id, player=self.me, **asked))


class ResultConfirmation(TableChange):
    @extend_schema(operation_id="confirm_result", request=Agreed, responses=shapes.Changed)
    def post(self, request: Request, tournament_id: UUID, stage: str, round_no: int, table_no: int) -> Response:
        """Agree that a typed result is rated: for yourself, or as an officer for those who have no account."""
        asked, ref = self.asked(Agreed), self.ref(stage, round_no, table_no)
        return answer(services.confirm_result(tournament_id=tournament_id, by=self.me, ref=ref, **asked))


class RatingObjection(TableChange):
    @extend_schema(operation_id="object_to_rating", request=Objected, responses=shapes.Changed)
    def post(self, request: Request, tournament_id: UUID, stage: str, round_no: int, table_no: int) -> Response:
        """Object to the typed result of your table: nobody is rated by it until somebody has ruled. At most three of
        yours are open at once."""
        asked, ref = self.asked(Objected), self.ref(stage, round_no, table_no)
        return answer(services.object_to_rating(tournament_id=tournament_id, player=self.me, ref=ref, **asked))


class ObjectionWithdrawal(TableChange):
    @extend_schema(operation_id="withdraw_objection", request=Change, responses=shapes.Changed)
    def post(self, request: Request, tournament_id: UUID, stage: str, round_no: int, table_no: int) -> Response:
        """Take your objection back."""
        asked, ref = self.asked(Change), self.ref(stage, round_no, table_no)
        return answer(services.withdraw_objection(tournament_id=tournament_id, player=self.me, ref=ref, **asked))


class ObjectionRuling(TableChange):
    @extend_schema(operation_id="rule_objections", request=Ruled, responses=shapes.Changed)
    def post(self, request: Request, tournament_id: UUID, stage: str, round_no: int, table_no: int) -> Response:
        """Answer the objections at a table. For arbiters who did not sit there; where an organiser did, for who runs
        the platform."""
        asked, ref = self.asked(Ruled), self.ref(stage, round_no, table_no)
        return answer(services.rule_objections(tournament_id=tournament_id, by=self.me, ref=ref, **asked))

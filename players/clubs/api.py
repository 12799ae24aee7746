"""Clubs for programs: the same services and queries as the pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.urls import URLPattern, path
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from web import limits
from web.api.endpoint import CHANGES, READS, Endpoint, truth
from web.decoding import Sent, SentOnce, decoded, schema

from ..ratings.pages import choosing
from . import commands as c
from . import queries, services
from .commands import Command
from .services import Changed
from .state import Role

ROLES = [role.value for role in Role]
_on = OpenApiParameter("on", str, description="The ladder, as pages of ratings name it; by default the busiest.")


# --- what comes out ---------------------------------------------------------------------------------------


class ClubLine(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()
    place = serializers.CharField(allow_blank=True)
    members = serializers.IntegerField(help_text="Those who do not hide it.")
    role = serializers.ChoiceField(ROLES, allow_null=True, help_text="Yours.")
    invited = serializers.BooleanField()


class ClubMember(serializers.Serializer[Any]):
    player = serializers.UUIDField()
    name = serializers.CharField(source="person.name")
    role = serializers.ChoiceField(ROLES)
    since = serializers.DateTimeField()
    hidden = serializers.BooleanField()
    rating = serializers.IntegerField(allow_null=True)
    provisional = serializers.BooleanField()
    games = serializers.IntegerField()


class Candidate(serializers.Serializer[Any]):
    player = serializers.UUIDField()
    name = serializers.CharField(source="person.name")


class Club(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    version = serializers.IntegerField()
    name = serializers.CharField()
    place = serializers.CharField(allow_blank=True)
    about = serializers.CharField(allow_blank=True)
    open_entry = serializers.BooleanField()
    listed = serializers.BooleanField()
    closed = serializers.BooleanField()
    founded_at = serializers.DateTimeField()
    members = ClubMember(many=True)
    unseen = serializers.IntegerField(help_text="Members whom only the club sees.")
    role = serializers.ChoiceField(ROLES, allow_null=True)
    hidden = serializers.BooleanField()
    invited = serializers.BooleanField()
    asking = serializers.BooleanField()
    invitations = Candidate(many=True, help_text="For those who run the club.")
    requests = Candidate(many=True, help_text="For those who run the club.")


class ClubChanged(serializers.Serializer[Changed]):
    club = serializers.UUIDField()
    version = serializers.IntegerField()
    repeated = serializers.BooleanField(help_text="Nothing was to be done, or it had been done before.")


# --- endpoints --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Change:
    """What can be asked of a club at an address of its own."""

    address: str
    name: str
    operation: str
    command: type[Command]
    about: str


CHANGE_CLUB = Change("", "club", "change_club", c.ChangeClub, "Change what the club says of itself; for its owners.")
OF_CLUBS = (
    Change("join/", "join_club", "join_club", c.Join, "Come in where the club is open or has invited you; else ask."),
    Change(
        "leave/",
        "leave_club",
        "leave_club",
        c.Leave,
        "Leave; or, for those who run the club, send somebody away.",
    ),
    Change("invite/", "invite_to_club", "invite_to_club", c.Invite, "Invite somebody, or let in who has asked."),
    Change(
        "drop/",
        "drop_candidate",
        "drop_candidate",
        c.Drop,
        "Decline or take back an invitation or a request.",
    ),
    Change("role/", "set_club_role", "set_club_role", c.GrantRole, "Make a member owner, officer or member."),
    Change(
        "visibility/",
        "hide_club_membership",
        "hide_club_membership",
        c.Hide,
        "Whether only the club sees that you are in it.",
    ),
    Change("close/", "close_club", "close_club", c.Close, "Nobody joins any more, and no list shows it."),
)


def _described(change: Change) -> dict[str, Any]:
    return {
        "operation_id": change.operation,
        "description": change.about,
        "request": {"application/json": schema(change.command, Sent)},
        "responses": ClubChanged,
    }


class ClubChange(Endpoint):
    """A change of a club."""

    refusals = CHANGES

    def changed(self, change: Change, club_id: UUID) -> Response:
        command, sent = decoded(change.command, Sent, self.request.data)
        done = services.change(
            club_id,
            command,
            by=self.me,
            decision_id=sent.decision_id,
            expected_version=sent.expected_version,
        )
        return Response(ClubChanged(done).data)


def _view(change: Change) -> type[ClubChange]:
    @extend_schema(**_described(change))
    def post(self: ClubChange, request: Request, club_id: UUID) -> Response:
        return self.changed(change, club_id)

    return type(change.operation, (ClubChange,), {"post": post, "__doc__": change.about})


def addresses(one: str) -> Sequence[URLPattern]:
    """``one`` is the address of a club."""
    return [path(f"{one}{change.address}", _view(change).as_view(), name=change.name) for change in OF_CLUBS]


class Clubs(Endpoint):
    refusals = {"GET": ("400", "401"), "POST": (*CHANGES["POST"], "429")}

    @extend_schema(
        operation_id="list_clubs",
        parameters=[
            OpenApiParameter("q", str, description="A part of the name or the place."),
            OpenApiParameter("mine", bool, description="Only your own, and those that have invited you."),
        ],
        responses=ClubLine(many=True),
    )
    def get(self, request: Request) -> Response:
        """Clubs by name. Unlisted ones are found by their address alone."""
        text = " ".join(request.query_params.get("q", "").split())[: queries.MAX_QUERY]
        mine = bool(truth(request, "mine")) and self.player is not None
        return Response(ClubLine(queries.clubs(player=self.player, text=text, mine=mine), many=True).data)

    @extend_schema(
        operation_id="found_club",
        request={"application/json": schema(c.FoundClub, SentOnce)},
        responses={201: ClubChanged},
    )
    def post(self, request: Request) -> Response:
        """Found a club, which is yours."""
        command, sent = decoded(c.FoundClub, SentOnce, request.data)
        limits.CLUBS.take(str(self.me))
        return Response(ClubChanged(services.found(command, by=self.me, decision_id=sent.decision_id)).data, 201)


class OneClub(ClubChange):
    refusals = {**READS, **CHANGES}

    @extend_schema(operation_id="get_club", parameters=[_on], responses=Club)
    def get(self, request: Request, club_id: UUID) -> Response:
        """A club with its members, as you may know them, and their ratings on a ladder."""
        choice = choosing.chosen(choosing.ladders(), request.query_params.get("on", ""))
        ladder = None if choice is None else choice.ladder
        return Response(Club(queries.club(club_id=club_id, player=self.player, ladder=ladder)).data)

    @extend_schema(**_described(CHANGE_CLUB))
    def post(self, request: Request, club_id: UUID) -> Response:
        return self.changed(CHANGE_CLUB, club_id)

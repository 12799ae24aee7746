"""Clubs for programs: the same services and queries as the pages."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from web import limits
from web.api.endpoint import CHANGES, READS, Endpoint, truth
from web.api.fields import Change, Strict

from ..ratings.pages import choosing
from . import queries, services
from .models import LONGEST_ABOUT
from .services import LONGEST_NAME, Changed
from .state import Role

MOST_TEXT = 80
ROLES = [role.value for role in Role]
_on = OpenApiParameter("on", str, description="The ladder, as pages of ratings name it; by default the busiest.")


# --- what goes in -----------------------------------------------------------------------------------------


class ClubFields(Strict):
    name = serializers.CharField(min_length=2, max_length=LONGEST_NAME)
    place = serializers.CharField(max_length=LONGEST_NAME, allow_blank=True, default="")
    about = serializers.CharField(max_length=LONGEST_ABOUT, allow_blank=True, default="")
    open_entry = serializers.BooleanField(default=False, help_text="Whoever wants to joins; else they ask.")
    listed = serializers.BooleanField(default=True)


class FoundClub(ClubFields):
    decision_id = serializers.UUIDField(required=False, help_text="Sent twice with the same id, it counts once.")


class ChangeClub(ClubFields, Change):
    """What is left out is as for a new club."""


class OfSomebody(Change):
    player = serializers.UUIDField()


class Leaving(Change):
    player = serializers.UUIDField(required=False, help_text="You, if it is left out.")


class RoleOf(OfSomebody):
    role = serializers.ChoiceField(ROLES)


class Visibility(Change):
    hidden = serializers.BooleanField(help_text="Only the club can see that you are a member.")


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
        text = " ".join(request.query_params.get("q", "").split())[:MOST_TEXT]
        mine = truth(request, "mine")
        found = queries.clubs(player=self.player, text=text, mine=True) if mine and self.player else None
        found = queries.clubs(player=self.player, text=text) if found is None else found
        return Response(ClubLine(found, many=True).data)

    @extend_schema(operation_id="found_club", request=FoundClub, responses={201: ClubChanged})
    def post(self, request: Request) -> Response:
        """Found a club, which is yours."""
        asked = self.asked(FoundClub)
        limits.CLUBS.take(str(self.me))
        return Response(ClubChanged(services.found(owner=self.me, **asked)).data, 201)


class OneClub(Endpoint):
    refusals = {**READS, **CHANGES}

    @extend_schema(operation_id="get_club", parameters=[_on], responses=Club)
    def get(self, request: Request, club_id: UUID) -> Response:
        """A club with its members, as you may know them, and their ratings on a ladder."""
        choice = choosing.chosen(choosing.ladders(), request.query_params.get("on", ""))
        ladder = None if choice is None else choice.ladder
        return Response(Club(queries.club(club_id=club_id, player=self.player, ladder=ladder)).data)

    @extend_schema(operation_id="change_club", request=ChangeClub, responses=ClubChanged)
    def post(self, request: Request, club_id: UUID) -> Response:
        """Change what the club says of itself; for its owners."""
        return Response(ClubChanged(services.change(club_id=club_id, by=self.me, **self.asked(ChangeClub))).data)


class _Act(Endpoint):
    refusals = CHANGES

    def done(self, changed: Changed) -> Response:
        return Response(ClubChanged(changed).data)


class Join(_Act):
    @extend_schema(operation_id="join_club", request=Change, responses=ClubChanged)
    def post(self, request: Request, club_id: UUID) -> Response:
        """Come in where the club is open or has invited you; else ask."""
        return self.done(services.join(club_id=club_id, player=self.me, **self.asked(Change)))


class Leave(_Act):
    @extend_schema(operation_id="leave_club", request=Leaving, responses=ClubChanged)
    def post(self, request: Request, club_id: UUID) -> Response:
        """Leave; or, for those who run the club, send somebody away."""
        asked = self.asked(Leaving)
        player = asked.pop("player", self.me)
        return self.done(services.leave(club_id=club_id, by=self.me, player=player, **asked))


class Invite(_Act):
    @extend_schema(operation_id="invite_to_club", request=OfSomebody, responses=ClubChanged)
    def post(self, request: Request, club_id: UUID) -> Response:
        """Invite somebody, or let in who has asked."""
        return self.done(services.invite(club_id=club_id, by=self.me, **self.asked(OfSomebody)))


class Drop(_Act):
    @extend_schema(operation_id="drop_candidate", request=Leaving, responses=ClubChanged)
    def post(self, request: Request, club_id: UUID) -> Response:
        """Decline or take back an invitation or a request."""
        asked = self.asked(Leaving)
        player = asked.pop("player", self.me)
        return self.done(services.drop(club_id=club_id, by=self.me, player=player, **asked))


class Grant(_Act):
    @extend_schema(operation_id="set_club_role", request=RoleOf, responses=ClubChanged)
    def post(self, request: Request, club_id: UUID) -> Response:
        """Make a member owner, officer or member."""
        asked = self.asked(RoleOf)
        return self.done(services.grant(club_id=club_id, by=self.me, **asked | {"role": Role(asked["role"])}))


class Hide(_Act):
    @extend_schema(operation_id="hide_club_membership", request=Visibility, responses=ClubChanged)
    def post(self, request: Request, club_id: UUID) -> Response:
        """Whether only the club sees that you are in it."""
        return self.done(services.hide(club_id=club_id, player=self.me, **self.asked(Visibility)))


class Close(_Act):
    @extend_schema(operation_id="close_club", request=Change, responses=ClubChanged)
    def post(self, request: Request, club_id: UUID) -> Response:
        """Nobody joins any more, and no list shows it."""
        return self.done(services.close(club_id=club_id, by=self.me, **self.asked(Change)))

"""Circles of clubs through the API: the same services and queries as the pages."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.urls import URLPattern, path
from rest_framework.request import Request

from web.api import changes
from web.api.changes import Change, Of
from web.api.endpoint import SEES, Endpoint, operation

from . import commands as c
from . import queries, services
from .services import Changed

CIRCLE = Of("club_id", services.change, Changed)
OF_CIRCLES = (
    Change("begin/", "begin_circle", c.BeginCircle),
    Change("invite/", "invite_to_circle", c.InviteToCircle),
    Change("accept/", "accept_circle", c.AcceptCircle),
    Change("decline/", "decline_circle", c.DeclineCircle),
    Change("refuse/", "refuse_club_of_circle", c.RefuseClub),
    Change("leave/", "leave_circle", c.LeaveCircle),
)


class Circle(Endpoint):
    refusals = SEES

    @operation("get_circle")
    def get(self, request: Request, club_id: UUID) -> queries.CircleShown:
        """With which clubs a club shares its roster. For its members; invitations are for its owners."""
        return queries.circle(club=club_id, player=self.player)


def addresses(one: str) -> Sequence[URLPattern]:
    """``one`` is the address of a club's circle."""
    return [path(one, Circle.as_view(), name="circle"), *changes.addresses(one, CIRCLE, OF_CIRCLES)]

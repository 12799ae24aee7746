"""The API for clubs: the same services and queries as the pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from django.urls import URLPattern
from drf_spectacular.utils import OpenApiParameter
from msgspec import Meta
from rest_framework.request import Request

from web import limits
from web.api import changes
from web.api.changes import Change, Of
from web.api.endpoint import CHANGES, SEES, Endpoint, number, operation, queried
from web.decoding import SentOnce, decoded, from_query
from web.encoding import Created
from web.request import MAX_PAGES

from ..ratings.pages import choosing
from . import commands as c
from . import queries, services
from .services import Changed

# --- endpoints --------------------------------------------------------------------------------------------


ON = OpenApiParameter("on", str, description="The ladder, as pages of ratings name it; by default the busiest.")
PAGE = OpenApiParameter("page", int, description="Of the members, 200 on a page.")
CHANGE_CLUB = Change("", "change_club", c.ChangeClub)
OF_CLUBS = (
    Change("join/", "join_club", c.Join),
    Change("leave/", "leave_club", c.Leave),
    Change("invite/", "invite_to_club", c.Invite),
    Change("drop/", "drop_candidate", c.Drop),
    Change("role/", "set_club_role", c.GrantRole),
    Change("visibility/", "hide_club_membership", c.Hide),
    Change("close/", "close_club", c.Close),
)


@dataclass(frozen=True, slots=True)
class Asked:
    """Which clubs to list."""

    q: Annotated[str, Meta(description="A part of the name or the place.")] = ""
    mine: Annotated[bool, Meta(description="Only your own, and those that have invited you.")] = False


CLUB = Of("club_id", services.change, Changed)


def addresses(one: str) -> Sequence[URLPattern]:
    """``one`` is the address of a club."""
    return changes.addresses(one, CLUB, OF_CLUBS)


class Clubs(Endpoint):
    refusals = {"GET": ("400", "401"), "POST": (*CHANGES["POST"], "429")}

    @operation("list_clubs", parameters=queried(Asked))
    def get(self, request: Request) -> list[queries.Line]:
        """Clubs by name. Unlisted clubs are found only by their address."""
        asked = from_query(Asked, request.query_params)
        text = " ".join(asked.q.split())[: queries.MAX_QUERY]
        return queries.clubs(player=self.player, text=text, mine=asked.mine and self.player is not None)

    @operation("found_club", (c.FoundClub, SentOnce))
    def post(self, request: Request) -> Created[Changed]:
        """Found a club, which is yours."""
        command, sent = decoded(c.FoundClub, SentOnce, request.data)
        limits.CLUBS.take(str(self.me))
        return Created(services.found(command, by=self.me, decision_id=sent.decision_id))


class OneClub(Endpoint):
    refusals = {**SEES, **CHANGES}

    @operation("get_club", parameters=[ON, PAGE])
    def get(self, request: Request, club_id: UUID) -> queries.ClubShown:
        """A club with its members, as you may know them, and their ratings on a ladder."""
        choice = choosing.chosen(choosing.ladders(), request.query_params.get("on", ""))
        ladder = None if choice is None else choice.ladder
        page = min(number(request, "page") or 1, MAX_PAGES)
        return queries.club(club_id=club_id, player=self.player, ladder=ladder, page=page)

    post = changes.posting(CLUB, CHANGE_CLUB)

"""Clubs for programs: the same services and queries as the pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.urls import URLPattern, path
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from web import limits
from web.api.endpoint import CHANGES, READS, Endpoint, operation, truth
from web.decoding import Sent, SentOnce, decoded
from web.encoding import Created

from ..calibration.api import ON
from ..ratings.pages import choosing
from . import commands as c
from . import queries, services
from .commands import Command
from .services import Changed

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


class ClubChange(Endpoint):
    """A change of a club."""

    refusals = CHANGES

    def changed(self, change: Change, club_id: UUID) -> Changed:
        command, sent = decoded(change.command, Sent, self.request.data)
        return services.change(
            club_id,
            command,
            by=self.me,
            decision_id=sent.decision_id,
            expected_version=sent.expected_version,
        )


def _view(change: Change) -> type[ClubChange]:
    @operation(change.operation, (change.command, Sent), change.about)
    def post(self: ClubChange, request: Request, club_id: UUID) -> Changed:
        return self.changed(change, club_id)

    return type(change.operation, (ClubChange,), {"post": post, "__doc__": change.about})


def addresses(one: str) -> Sequence[URLPattern]:
    """``one`` is the address of a club."""
    return [path(f"{one}{change.address}", _view(change).as_view(), name=change.name) for change in OF_CLUBS]


class Clubs(Endpoint):
    refusals = {"GET": ("400", "401"), "POST": (*CHANGES["POST"], "429")}

    @operation(
        "list_clubs",
        parameters=[
            OpenApiParameter("q", str, description="A part of the name or the place."),
            OpenApiParameter("mine", bool, description="Only your own, and those that have invited you."),
        ],
    )
    def get(self, request: Request) -> list[queries.Line]:
        """Clubs by name. Unlisted ones are found by their address alone."""
        text = " ".join(request.query_params.get("q", "").split())[: queries.MAX_QUERY]
        mine = bool(truth(request, "mine")) and self.player is not None
        return queries.clubs(player=self.player, text=text, mine=mine)

    @operation("found_club", (c.FoundClub, SentOnce))
    def post(self, request: Request) -> Created[Changed]:
        """Found a club, which is yours."""
        command, sent = decoded(c.FoundClub, SentOnce, request.data)
        limits.CLUBS.take(str(self.me))
        return Created(services.found(command, by=self.me, decision_id=sent.decision_id))


class OneClub(ClubChange):
    refusals = {**READS, **CHANGES}

    @operation("get_club", parameters=[ON])
    def get(self, request: Request, club_id: UUID) -> queries.ClubShown:
        """A club with its members, as you may know them, and their ratings on a ladder."""
        choice = choosing.chosen(choosing.ladders(), request.query_params.get("on", ""))
        ladder = None if choice is None else choice.ladder
        return queries.club(club_id=club_id, player=self.player, ladder=ladder)

    @operation(CHANGE_CLUB.operation, (CHANGE_CLUB.command, Sent), CHANGE_CLUB.about)
    def post(self, request: Request, club_id: UUID) -> Changed:
        return self.changed(CHANGE_CLUB, club_id)
